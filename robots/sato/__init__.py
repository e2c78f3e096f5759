"""The robot that plays Sato: whole turns by beam search, against the other's best whole turn.

It lays and lifts stones on the board in numbers of the rules. `turns` finds whole turns, `search` sets them
against the answer, `belief` imagines what a view hides, `thinking` translates views and plies and holds the
levels.
"""

from robots.robot import always as bears_on_open
from robots.sato.thinking import assess, best_single_ply, choose, losses, wins

__all__ = ["assess", "bears_on_open", "best_single_ply", "choose", "losses", "wins"]
