"""Which stones fit where, as sets of bits: one bit for each stone, face and turn.

A point asks for colours along some of its edges. For each edge and colour the set of all ways to lay a
stone that show this colour there is worked out once; what fits the point is what these sets share.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.sato.lattice import facing
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


def numbers_of(ways: Ways, stone: Stone) -> tuple[int, ...]:
    """The same, each as its place among the twelve ways to lay the stone."""
    return _set_bits(ways >> stone * WAYS_A_STONE & _OF_FIRST)


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
def across(stone: Stone, face: Face, turn: int) -> tuple[Ways, ...]:
    """What a stone that lies so asks of others across its edges 0 to 5."""
    return tuple(showing(facing(edge), colour) for edge, colour in enumerate(edge_colours(stone, face, turn)))


@cache
def _set_bits(ways: Ways) -> tuple[int, ...]:
    """In order; one stone has at most 2 to the power of 12 such sets."""
    return tuple(bit for bit in range(WAYS_A_STONE) if ways >> bit & 1)


@cache
def _unpacked(ways: Ways) -> tuple[tuple[Face, int], ...]:
    return tuple((Face(bit // TURNS), bit % TURNS) for bit in _set_bits(ways))
