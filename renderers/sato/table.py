"""Where everything lies in a picture of Sato, the part of the table that it shows, and the empty tray."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from PIL import Image

from games.sato import Layout, Point
from renderers import wood
from renderers.canvas import SIZE, Box, Stencil
from renderers.theme import Theme

Side = Literal[0, 1]
"""0 is the near side, the viewer's; 1 the far one."""

SIDES: tuple[Side, Side] = (0, 1)

EDGES = (60, 50, 42, 36, 30, 24, 20)
"""Edge lengths of a stone in pixels: few, so that stones painted for one picture serve for others. Even, so
that corners and middles of edges lie on whole pixels."""

TRAY = Box(20, 62, 594, 524)
CORNER, THICKNESS = 26, 13
FIELD = Box(54, 74, 582, 490)
"""The floor of the tray, where the table is seen."""
MARGIN = 12  # pixels between what must be seen and the walls, both ends together
LETTERS = Box(54, 491, 582, 523)
NUMBERS = Box(21, 74, 53, 490)

PLATES = (Box(20, 544, 838, 598), Box(20, 2, 838, 56))
DOTS = (Box(838, 544, 884, 598), Box(838, 2, 884, 56))
"""Beside the plates, near and far: the dots that count."""

SUPPLIES = (Box(604, 334, 884, 536), Box(604, 62, 884, 250))
STACK = Box(604, 250, 884, 334)
DEALT_SUPPLIES = (Box(604, 308, 884, 536), Box(604, 62, 884, 294))
"""When there is no stack."""


def middle_of(box: Box) -> tuple[int, int]:
    """The pixel in the middle of a box."""
    return (box.left + box.right) // 2, (box.top + box.bottom) // 2


def half_height(edge: int) -> int:
    """From the middle of a stone to the middle of an edge, in whole pixels: its apothem, nearly."""
    return round(edge * 3**0.5 / 2)


def hexagon(edge: int, middle: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The corners of a stone or cell, from the east tip on."""
    (x, y), half, high = middle, edge // 2, half_height(edge)
    corners = ((edge, 0), (half, high), (-half, high), (-edge, 0), (-half, -high), (half, -high))
    return tuple((x + right, y + down) for right, down in corners)


@dataclass(frozen=True, slots=True)
class Lens:
    """How a part of the lattice is seen: enlarged, and moved."""

    edge: int
    """Pixels of an edge length."""
    left: int
    bottom: int
    """Where point (0, 0) lies in the picture."""

    def at(self, point: Point) -> tuple[int, int]:
        """Where a point lies in the picture; up in the lattice is up here."""
        across, up = span(point, self.edge)
        return self.left + across, self.bottom - up

    def moved_to(self, point: Point, place: tuple[int, int]) -> Lens:
        """So that a point is seen at another place."""
        across, up = span(point, self.edge)
        return Lens(self.edge, place[0] - across, place[1] + up)


def span(point: Point, edge: int) -> tuple[int, int]:
    """Pixels from point (0, 0) to the right, and upwards."""
    return (2 * point.u + point.v) * edge // 2, point.v * half_height(edge)


class Room:
    """The rectangle that some stones take, in pixels of an edge length, from point (0, 0)."""

    def __init__(self, centres: Iterable[Point], edge: int) -> None:
        across, up = zip(*(span(centre, edge) for centre in centres), strict=True)
        self.sides = (min(across) - edge, max(across) + edge)
        self.ends = (min(up) - half_height(edge), max(up) + half_height(edge))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.sides[1] - self.sides[0], self.ends[1] - self.ends[0]


def lens_for(layout: Layout, marked: Iterable[Point]) -> Lens:
    """What is laid, marked, and open to the next stone, as large as it fits; a bare table is seen whole."""
    laid = {laid.point for laid in layout.stones if laid.level == 0}
    wanted = laid.union((opening.point for opening in layout.openings() if opening.level == 0), marked)
    width, height = FIELD.size
    for edge in EDGES:
        room = Room(wanted, edge)
        if room.size[0] + MARGIN <= width and room.size[1] + MARGIN <= height:
            break
    whole = Room(layout.cells, edge)
    across = _begin(room.sides, whole.sides, width)
    up = _begin(room.ends, whole.ends, height)
    return Lens(edge, FIELD.left - across, FIELD.bottom + up)


def _begin(wanted: tuple[int, int], whole: tuple[int, int], length: int) -> int:
    """Where the field begins: the wanted part in its middle, but no more bare floor than there must be."""
    middle = (sum(wanted) - length) // 2
    if whole[1] - whole[0] + MARGIN <= length:
        return (sum(whole) - length) // 2
    return max(whole[0] - MARGIN // 2, min(whole[1] + MARGIN // 2 - length, middle))


def empty_tray(theme: Theme) -> Image.Image:
    """The tray on its table, without cells and stones, mode RGB."""
    field = Stencil((0, 0, *SIZE)).slab(FIELD, 4).mask()
    face = wood.carved(wood.plank(SIZE, 1, tone=204, contrast=12), field, floor=150)
    return wood.on_table(theme, face, TRAY, corner=CORNER, thickness=THICKNESS)
