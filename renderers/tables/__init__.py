"""Tables as pictures, where text would not fit a phone: leaderboards, tournaments, one player's results."""

from renderers.tables.career import MOST_LAST, profile
from renderers.tables.crossing import crosstable
from renderers.tables.page import WIDTH
from renderers.tables.ranking import MOST_ROWS, leaderboard

__all__ = ["MOST_LAST", "MOST_ROWS", "WIDTH", "crosstable", "leaderboard", "profile"]
