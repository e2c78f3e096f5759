"""Which stones fit where, as sets of bits: one bit for each way to lay a stone.

A point asks for colours along some of its edges. For each edge and colour the set of all ways to lay a
stone that show this colour there is worked out once; what fits the point is what these sets share.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.sato.lattice import facing
from games.sato.stones import CORNERS, STONES, TURNS, Colour, Face, Stone, edge_colours

Way = int
"""The number of a stone, a face and a turn: by stone, white before black, by turn."""
Ways = int
"""A set of ways to lay stones, one bit for each."""

WAYS_A_STONE = len(Face) * TURNS
_FACES = tuple(Face)  # found by number more quickly than by calling the class
_OF_FIRST = (1 << WAYS_A_STONE) - 1
ALL: Ways = (1 << WAYS_A_STONE * len(STONES)) - 1


def number(stone: Stone, face: Face, turn: int) -> Way:
    """The way to lay this stone with this face up, turned so."""
    return stone * WAYS_A_STONE + face * TURNS + turn


def stone_of(way: Way) -> Stone:
    """The stone that lies in this way."""
    return STONES[way // WAYS_A_STONE]


def face_of(way: Way) -> Face:
    """The face that shows in this way."""
    return _FACES[way // TURNS % len(_FACES)]


def turn_of(way: Way) -> int:
    """The turn in which the stone lies."""
    return way % TURNS


OF_STONE: tuple[Ways, ...] = tuple(_OF_FIRST << stone * WAYS_A_STONE for stone in STONES)
"""By stone: all its ways."""


def of_stones(stones: Iterable[Stone]) -> Ways:
    """Every way to lay any of these stones."""
    ways = 0
    for stone in stones:
        ways |= OF_STONE[stone]
    return ways


def of_stone(ways: Ways, stone: Stone) -> tuple[tuple[Face, int], ...]:
    """Faces and turns of one stone that are in the set, in order."""
    return _unpacked(ways >> stone * WAYS_A_STONE & _OF_FIRST)


def numbers_of(ways: Ways, stone: Stone) -> tuple[int, ...]:
    """The same, each as its place among the twelve ways to lay the stone."""
    return _set_bits(ways >> stone * WAYS_A_STONE & _OF_FIRST)


@cache
def _set_bits(ways: Ways) -> tuple[int, ...]:
    """In order; one stone has at most 2 to the power of 12 such sets."""
    return tuple(bit for bit in range(WAYS_A_STONE) if ways >> bit & 1)


@cache
def _unpacked(ways: Ways) -> tuple[tuple[Face, int], ...]:
    return tuple((face_of(bit), turn_of(bit)) for bit in _set_bits(ways))


def colours_along(way: Way) -> tuple[Colour, ...]:
    """The colours along the edges 0 to 5 of a stone that lies in this way."""
    return edge_colours(stone_of(way), face_of(way), turn_of(way))


@cache
def asked_across(way: Way) -> tuple[Ways, ...]:
    """By edge: what may lie at that edge of a spot's own if a stone in this way lies across it."""
    shown = colours_along(way)
    return tuple(_showing(edge, shown[facing(edge)]) for edge in range(CORNERS))


@cache
def _showing(edge: int, colour: Colour) -> Ways:
    """Every way to lay a stone so that it shows this colour along this edge."""
    return sum(1 << way for way in range(WAYS_A_STONE * len(STONES)) if colours_along(way)[edge] == colour)
