"""Tables as pictures, where text would not fit a phone: leaderboards, tournaments, one player's results."""

from renderers.tables.career import MOST_LAST, Career, profile
from renderers.tables.crossing import Crossing, crosstable
from renderers.tables.page import WIDTH, Headings, Outcome
from renderers.tables.ranking import MOST_ROWS, Standing, leaderboard

__all__ = [
    "MOST_LAST",
    "MOST_ROWS",
    "WIDTH",
    "Career",
    "Crossing",
    "Headings",
    "Outcome",
    "Standing",
    "crosstable",
    "leaderboard",
    "profile",
]
