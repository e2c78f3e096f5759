"""Which stones fit where, as sets of bits: one bit for each stone, face and turn.

A point asks for colours along some of its edges. For each edge and colour the set of all ways to lay a
stone that show this colour there is worked out once; what fits the point is what these sets share.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.sato.stones import STONES, TURNS, Colour, Face, Stone, edge_colours

Ways = int
"""A set of ways to lay stones: bit `number(stone, face, turn)` stands for one of them."""

WAYS_A_STONE = len(Face) * TURNS
_OF_FIRST = (1 << WAYS_A_STONE) - 1
ALL: Ways = (1 << WAYS_A_STONE * len(STONES)) - 1


def number(stone: Stone, face: Face, turn: int) -> int:
    """The bit of a way to lay a stone: by stone, white before black, by turn."""
    return stone * WAYS_A_STONE + face * TURNS + turn


def of_stones(stones: Iterable[Stone]) -> Ways:
    """Every way to lay any of these stones."""
    ways = 0
    for stone in stones:
        ways |= _OF_FIRST << stone * WAYS_A_STONE
    return ways


def of_stone(ways: Ways, stone: Stone) -> tuple[tuple[Face, int], ...]:
    """Faces and turns of one stone that are in the set, in order."""
    return _unpacked(ways >> stone * WAYS_A_STONE & _OF_FIRST)


@cache
def showing(edge: int, colour: Colour) -> Ways:
    """Every way to lay a stone so that it shows this colour along this edge."""
    return sum(
        1 << number(stone, face, turn)
        for stone in STONES
        for face in Face
        for turn in range(TURNS)
        if edge_colours(stone, face, turn)[edge] == colour
    )


@cache
def _unpacked(bits: int) -> tuple[tuple[Face, int], ...]:
    """The set bits of one stone; there are at most 2 to the power of 12 such sets."""
    return tuple(
        (face, turn) for face in Face for turn in range(TURNS) if bits >> number(Stone(0), face, turn) & 1
    )
