"""Sato in facts: the ways to lay a chosen stone at a chosen point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.game import Fact, fact
from games.sato.lattice import facing, neighbours, point_name
from games.sato.layout import Laid, Layout, Opening
from games.sato.position import Asked, Position
from games.sato.stones import Stone, colour_letter, face_letter, stone_name
from games.sato.ways import WAYS_A_STONE, of_stone
from games.words import Words

SIDES = {"n": 1, "ne": 0, "se": 5, "s": 4, "sw": 3, "nw": 2}
"""The sides of a stone, clockwise from north, and their edges."""


def tell_ways(position: Position, words: Words) -> tuple[Fact, ...]:
    """What lies around the point, the colours of each way along the sides, and the satos that it would make.

    Only for stones that the view knows the seat to act to have: what it may choose before the viewer's eyes.
    """
    if not position.to_act or position.asked is Asked.TAKE or len(words) != 2:
        return ()
    name, place = words
    stone = next((own for own in position.supplies[position.turn] if _is(own, name)), None)
    opening = next((each for each in position.layout.openings() if point_name(each.point) == place), None)
    if stone is None or opening is None:
        return ()
    ways = [
        Laid(opening.level, opening.point, stone, face, turn) for face, turn in of_stone(opening.fits, stone)
    ]
    around = ", ".join(_around(position.layout, opening))
    return (
        *((fact("around", point=place, sides=around),) if around else ()),
        _tell_colours(ways),
        *(made for laid in ways for made in _made(position.layout, laid)),
    )


def _tell_colours(ways: Sequence[Laid]) -> Fact:
    """The colours of each way; where every way fits, those of turn 0 tell all others."""
    every = len(ways) == WAYS_A_STONE
    named = [laid for laid in ways if laid.turn == 0 or not every]
    return fact(
        "every_way" if every else "ways", ways=", ".join(f"{_way(laid)} {_colours(laid)}" for laid in named)
    )


def _is(stone: Stone, name: str) -> bool:
    return stone is not Stone.UNKNOWN and stone_name(stone) == name


def _around(layout: Layout, opening: Opening) -> Iterator[str]:
    """For each side that a stone of the same level lies at, its colour there."""
    centres = neighbours(opening.point)
    for side, edge in SIDES.items():
        if beside := layout.at(opening.level, centres[edge]):
            yield f"{side} {colour_letter(beside.edges[facing(edge)])}"


def _colours(laid: Laid) -> str:
    return " ".join(colour_letter(laid.edges[edge]) for edge in SIDES.values())


def _made(layout: Layout, laid: Laid) -> Iterator[Fact]:
    if satos := layout.lay(laid).satos_of(laid):
        named = ", ".join(f"{point_name(sato.point)} {colour_letter(sato.colour)}" for sato in satos)
        yield fact("would_make", way=_way(laid), satos=named)


def _way(laid: Laid) -> str:
    return f"{face_letter(laid.face)}{laid.turn}"
