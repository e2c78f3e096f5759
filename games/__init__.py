"""The rules: pure, replayable, without a clock. `GAMES` and `Dice` are the door."""

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
