"""The robot that plays Sato: whole turns by beam search, against the other's best whole turn.

`board` is the rules of the layout in numbers, `turns` finds whole turns, `search` sets them against the
answer, `belief` imagines what a view hides, `thinking` translates views and plies and holds the levels.
"""

from robots.robot import uncounted as losses
from robots.sato.thinking import assess, best_single_ply, choose

__all__ = ["assess", "best_single_ply", "choose", "losses"]
