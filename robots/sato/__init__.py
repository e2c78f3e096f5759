"""The robot that plays Sato: whole turns by beam search, against the other's best whole turn.

`tables` and `board` are the rules of the layout in numbers, `turns` finds whole turns, `search` sets them
against the answer, `seat` translates views and plies, `thinking` holds the levels.
"""

from robots.robot import uncounted as losses
from robots.sato.thinking import assess, best_single_ply, choose

__all__ = ["assess", "best_single_ply", "choose", "losses"]
