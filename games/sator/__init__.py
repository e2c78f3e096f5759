"""Sator: five pieces each on 5 x 5 squares, two of them with a hidden red dot."""

from games.sator.pieces import FILES, ROWS, Advance, Advanced, Dot, Fallen, Hide, Move, Piece, Ready
from games.sator.state import Options, Sator, State, View

__all__ = [
    "FILES",
    "ROWS",
    "Advance",
    "Advanced",
    "Dot",
    "Fallen",
    "Hide",
    "Move",
    "Options",
    "Piece",
    "Ready",
    "Sator",
    "State",
    "View",
]
