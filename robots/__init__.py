"""The robots: a seat's view in, a move out. The public names are `LEVELS`, `choose`, `assess` and `judge`.

They are given views and never states, so a robot knows what a person in its seat could know. They are
pure and synchronous and count nodes, never seconds: on one installation the same view and seed give the same
move.
"""

from robots.catalog import assess, choose, judge
from robots.robot import LEVELS, Level

__all__ = ["LEVELS", "Level", "assess", "choose", "judge"]
