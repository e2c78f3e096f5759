"""Sato: stones in three colours, laid edge to edge and on top of each other; public names."""

from games.sato.lattice import Point, corners, neighbours, parse_point, point_name
from games.sato.layout import Laid, Layout, SatoSpot
from games.sato.moves import Lay, Move, Say, Take
from games.sato.position import Asked, Drew, Happening, Kept, Options, Passed, Placed, Stopped, Took, dots_of
from games.sato.state import Sato, State, View
from games.sato.stones import STONES, Colour, Face, Stone, colours, parse_stone, stone_name

__all__ = [
    "STONES",
    "Asked",
    "Colour",
    "Drew",
    "Face",
    "Happening",
    "Kept",
    "Laid",
    "Lay",
    "Layout",
    "Move",
    "Options",
    "Passed",
    "Placed",
    "Point",
    "Sato",
    "SatoSpot",
    "Say",
    "State",
    "Stone",
    "Stopped",
    "Take",
    "Took",
    "View",
    "colours",
    "corners",
    "dots_of",
    "neighbours",
    "parse_point",
    "parse_stone",
    "point_name",
    "stone_name",
]
