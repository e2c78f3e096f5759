"""The forty stones: colours, faces, names, and what shows at each tip and edge."""

from __future__ import annotations

from enum import IntEnum
from functools import cache

CORNERS = 6
"""Corners of a stone, and edges: edge k runs from corner k to corner k + 1, anticlockwise."""

TURNS = 6
"""Ways to turn a stone with one face up, a sixth of a circle each."""

ARROWS = ("→", "↗\ufe0e", "↖\ufe0e", "←", "↙\ufe0e", "↘\ufe0e")
"""By turn: where the tip of the first colour points; the selectors keep phones from showing emoji."""

DOTS = 3
"""Rhombi of a stone, each with one dot and one tip: every second corner."""


class Colour(IntEnum):
    """The colours of the rhombi, in the order in which names begin."""

    RED, ORANGE, YELLOW, GREEN, BLUE, VIOLET = range(6)


class Face(IntEnum):
    """The side of a stone that shows, called after its dots."""

    WHITE, BLACK = range(2)


class Stone(IntEnum):
    """A stone, called after its white face; its number is its place in the order of the stones.

    The order goes through the triples of colours, each in both directions. A supply sorted by it does
    not tell in which order it was drawn.
    """

    ROY, RYO, ROG, RGO, ROB, RBO, ROV, RVO, RYG, RGY, RYB, RBY, RYV, RVY, RGB, RBG, RGV, RVG, RBV, RVB = (
        range(20)
    )
    OYG, OGY, OYB, OBY, OYV, OVY, OGB, OBG, OGV, OVG, OBV, OVB = range(20, 32)
    YGB, YBG, YGV, YVG, YBV, YVB, GBV, GVB = range(32, 40)
    UNKNOWN = 40
    """Some stone, but the viewer may not know which; sorts last."""


STONES: tuple[Stone, ...] = tuple(Stone(number) for number in range(Stone.UNKNOWN))
"""Every stone once, in order."""

_LETTERS = "roygbv"
_FACES = "wb"


def colour_letter(colour: Colour) -> str:
    """`r` for red, and so on: r o y g b v."""
    return _LETTERS[colour]


def face_letter(face: Face) -> str:
    """`w` for the face with white dots, `b` for the one with black dots."""
    return _FACES[face]


def stone_name(stone: Stone) -> str:
    """The colours of the white face read anticlockwise, from the earliest in r o y g b v."""
    return stone.name.lower()


def parse_stone(text: str) -> Stone:
    """The stone with this name, inverse of `stone_name`; ValueError if there is none."""
    stone = Stone.__members__.get(text.upper())
    if stone is None or stone is Stone.UNKNOWN:
        raise ValueError(text)
    return stone


@cache
def colours(stone: Stone, face: Face) -> tuple[Colour, Colour, Colour]:
    """The colours of a face read anticlockwise, from the first letter of the stone's name.

    The black face is the mirror image of the white one (Sato, the stones).
    """
    first, second, third = (Colour(_LETTERS.index(letter)) for letter in stone_name(stone))
    return (first, second, third) if face is Face.WHITE else (first, third, second)


@cache
def edge_colours(stone: Stone, face: Face, turn: int) -> tuple[Colour, ...]:
    """The colours along the edges 0 to 5 of a stone whose first tip is at corner `turn`.

    A rhombus with its tip at corner k owns the edges k - 1 and k.
    """
    shown = colours(stone, face)
    return tuple(shown[(edge - turn + 1) % CORNERS // 2] for edge in range(CORNERS))


def tip_corners(turn: int) -> tuple[int, int, int]:
    """The corners that the tips of a stone are at, in the order of its colours."""
    return turn, (turn + 2) % CORNERS, (turn + 4) % CORNERS
