"""The marks of Sato's pictures, as the lines of its legend name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from games.game import Seat, position
from games.sato import Face, Laid, Point, Sato, Stone, View, stone_name
from games.sato.position import STONE_POINTS
from renderers.canvas import Box, Sample, rounded, spanned
from renderers.plates import Plate
from renderers.sato.board import lens_through
from renderers.sato.scene import head, scene
from renderers.sato.signs import Fresh, Key, Kind, Label, Lit, Ring
from renderers.sato.stamps import Item, Patch, Stamp, cell_corners
from renderers.sato.stones import Badge, Shadow, alone, piece
from renderers.sato.supply import pile
from renderers.sato.table import PLAN, empty_tray, middle_of, plan_of
from renderers.theme import Style, Theme

STONE = 56  # pixels of an edge of a stone
CELL = Box(100, 100, 224, 212)  # on the floor of the tray: what a stone takes
MIDDLE = middle_of(CELL)
NAME = 28  # font size
FREE_SATO = "ybg c1 w1, oby d1 w5, rgy c2 w1"
"""Plies after which three stones meet in yellow."""


def samples(theme: Theme) -> Iterator[Iterable[Sample]]:
    """For each line of the legend."""
    style = theme.style
    yield _supplied(Stone.ROY), _supplied(Stone.GBV)
    yield _laid(Face.WHITE), _plate(1), _laid(Face.BLACK), _plate(0)
    yield _laid(Face.WHITE, Badge(STONE, 1)), _stack()
    yield [_sato(style)]
    yield _ringed("last"), _ringed("earlier"), _ringed("taken")
    yield [_worth(style)]
    yield (
        _patch(*_here(Lit(STONE, "c3", NAME, band=False))),
        _supplied(Stone.ROY, Key(stone_name(Stone.ROY), NAME)),
    )
    yield [_supplied(Stone.GBV)]
    yield [_supplied(Stone.ROY, more=Item(Fresh(14), MIDDLE[0] + 42, MIDDLE[1] - 36))]
    yield [_cell((-1, "c3w"), (1, "c3e"))]


def _patch(*items: Item, box: Box = CELL) -> Sample:
    return Sample(empty_tray(PLAN), (Patch(box, items),), box)


def _here(*stamps: Stamp) -> tuple[Item, ...]:
    return tuple(Item(stamp, *MIDDLE) for stamp in stamps)


def _supplied(stone: Stone, name: Stamp | None = None, more: Item | None = None) -> Sample:
    """A stone beside the table; where no key bears its name, it cannot be laid."""
    below, above = Shadow(STONE, 0), name or Label(stone_name(stone), NAME)
    return _patch(*_here(below, alone(stone, STONE), above), *filter(None, [more]))


def _laid(face: Face, *marks: Stamp) -> Sample:
    stone = piece(Laid(0, Point(0, 0), Stone.ROY, face, 0), STONE)
    return _patch(*_here(Shadow(STONE, 0), stone, *marks))


def _ringed(kind: Kind) -> Sample:
    ring = Ring(STONE, kind)
    return _patch(*_here(Lit(STONE, "", 0, band=False), ring)) if kind == "taken" else _laid(Face.WHITE, ring)


def _plate(seat: Seat) -> Sample:
    """A score with the dot that it counts."""
    plate = Plate(1, seat, "", "", "5", counts="black" if seat == 0 else "white")
    return Sample(empty_tray(PLAN), (plate,), plate.box)


def _stack() -> Sample:
    stack = pile((Stone.RGB, *[Stone.UNKNOWN] * 12), PLAN.pile)
    return Sample(empty_tray(PLAN), (stack,), stack.box._replace(left=stack.box.left + 40))


def _sato(style: Style) -> Sample:
    """A sato that glows, as far as its stones reach."""
    view = cast("View", position(Sato(), {"table": "small"}, FREE_SATO).view(0))
    plan = plan_of(view)
    lens = lens_through((view,), plan)
    stones = (cell_corners(lens.edge, *lens.at(laid.point, laid.level)) for laid in view.layout.stones)
    box = rounded(spanned(corner for stone in stones for corner in stone))
    return Sample(empty_tray(plan), tuple(scene(view, ("", ""), None, style)), box)


def _worth(style: Style) -> Sample:
    box = PLAN.head(0)
    return Sample(empty_tray(PLAN), (head(0, 2 * STONE_POINTS, box, style, burnt=True),), box)


def _cell(*keys: tuple[int, str]) -> Sample:
    """A cell that can be chosen, and labels so many edges to the right of its middle."""
    x, y = MIDDLE
    labels = (Item(Key(name, NAME), x + right * STONE, y) for right, name in keys)
    box = CELL._replace(left=CELL.left - 36, right=CELL.right + 36)
    return _patch(Item(Lit(STONE, "c3", NAME, band=False), x, y), *labels, box=box)
