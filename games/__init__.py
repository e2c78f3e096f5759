"""The rules: pure, replayable, without a clock. The public names are `GAMES` and `Dice`."""

from games.catalog import GAMES
from games.dice import Dice
from games.game import IllegalMove, InvalidNotation, NotYourTurn, Refused, Result, Seat, Viewer

__all__ = [
    "GAMES",
    "Dice",
    "IllegalMove",
    "InvalidNotation",
    "NotYourTurn",
    "Refused",
    "Result",
    "Seat",
    "Viewer",
]
