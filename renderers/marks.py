"""Marks that pictures share, each known by its shape: what tells the same looks the same in every game."""

from __future__ import annotations

import math
from functools import cache
from typing import Literal

from PIL import Image

from games.game import Seat
from renderers.canvas import Edges, Point, Sheet, Stencil, spanned
from renderers.lettering import DIGIT, lettered, width
from renderers.theme import PLANK, RGB, Theme, mixed

TAG_HEIGHT = 29
TAG_TEXT = 24
ICON = 22  # width that a tag's icon takes

KEY = (58, 42)  # width and height of the top of a key
KEY_EDGE = 3  # pixels of its lower edge, below that
KEY_RIM = 12  # pixels of its height that no letter takes
KEY_TEXT = 35  # font size on a key of that height
BURNT, SINGED = 22, 96  # tones of wood: of what is burnt into it, and of what is only singed

Icon = Literal["", "cross", "sweep"]


def tag(
    sheet: Sheet,
    theme: Theme,
    middle: Point,
    text: str,
    *,
    solid: bool,
    icon: Icon = "",
    strength: float = 1,
) -> None:
    """A small plaque with a number of beans, dark if it is `solid`; an icon shows where they came from.

    `strength`: how much it stands out from the wood, 0 to 1.
    """
    room, size = ICON if icon else 0, theme.style.text(TAG_TEXT)
    (x, y), half = middle, (width(text, size) + 15 + room) / 2
    border = x - half, y - TAG_HEIGHT / 2, x + half, y + TAG_HEIGHT / 2
    dark, light = (mixed(ink, theme.wood.at(PLANK), strength) for ink in (theme.sign.dark, theme.sign.light))
    sheet.lay(dark, plaque(border))
    ink = light if solid else dark
    if not solid:
        sheet.lay(light, plaque(inset(border, 2.5)))
    sheet.put(ink, lettered(text, size), (x + room / 2, y))
    if icon:
        sign = cross if icon == "cross" else sweep
        sheet.lay(ink, sign((x - half + 18, y), 5.5, 4))


def key(
    sheet: Sheet, theme: Theme, middle: Point, text: str, *, pressed: bool = False, height: int = KEY[1]
) -> None:
    """A key, as of a keyboard, by which something is chosen; dark when it is pressed. `height` of its top."""
    (x, y), ink, face = middle, theme.key.dark, theme.key.light
    letter = min(theme.style.text(KEY_TEXT * height // KEY[1]), round((height - KEY_RIM) / DIGIT))
    size = KEY[0], height
    left, top, right, bottom = around(middle, size)
    sheet.lay(ink, block((left, top, right, bottom + KEY_EDGE), 11))
    sheet.lay(face, block(around(middle, size, -2.5), 8.5))
    if pressed:
        ink, face = face, ink
        sheet.lay(face, block(around(middle, size, -5), 6))
    sheet.put(ink, lettered(text, letter), (x, y))


def burn(sheet: Sheet, theme: Theme, text: str, middle: Point, *, size: int, tone: int = BURNT) -> None:
    """Digits or letters burnt into the wood: dark, and their lower edges catch the light."""
    mask = lettered(text, theme.style.text(size))
    sheet.put(theme.wood.at(240), mask, (middle[0], middle[1] + 2), strength=0.5)
    sheet.put(theme.wood.at(tone), mask, middle)


def badge(sheet: Sheet, theme: Theme, middle: Point, sign: Stencil) -> None:
    """A sign in the middle of a disc: what has just happened."""
    sheet.lay(theme.sign.light, disc(middle, 17))
    sheet.lay(theme.sign.dark, disc(middle, 15))
    sheet.lay(theme.sign.light, sign)


def frame(sheet: Sheet, theme: Theme, middle: Point, size: tuple[int, int]) -> None:
    """A double ring around something of `size` that is chosen: a circle, or an upright capsule."""
    hoop(sheet, (theme.key.dark, theme.key.light), around(middle, size, 1), 3, edge=3)


def hoop(
    sheet: Sheet, inks: tuple[RGB, RGB], edges: Edges, thick: float, *, edge: float, dashes: int = 0
) -> None:
    """A ring whose own edges are in the first ink, so that it is seen on any ground."""
    left, top, right, bottom = edges
    middle, size = ((left + right) / 2, (top + bottom) / 2), (right - left, bottom - top)
    for ink, more in zip(inks, (edge, 0), strict=True):
        sheet.put(ink, _ring_mask(size, thick, more, dashes), middle)


@cache
def _ring_mask(size: tuple[float, float], thick: float, more: float, dashes: int) -> Image.Image:
    """A ring around something of `size`; kept, as it takes half the time of a hollow's tile of Sahara."""
    return ring(around((0, 0), size, more), thick + 2 * more, dashes=dashes).mask()


def way_inks(theme: Theme, more: float) -> tuple[tuple[RGB, float], ...]:
    """The inks of a way, the lower one first, and how much wider they are: light, then dark, on any wood."""
    return (theme.sign.light, more), (theme.sign.dark, 0)


def around(middle: Point, size: tuple[float, float], more: float = 0) -> Edges:
    """The edges of something `size` large, and of `more` pixels around it."""
    (x, y), right, down = middle, size[0] / 2 + more, size[1] / 2 + more
    return x - right, y - down, x + right, y + down


def inset(edges: Edges, by: float) -> Edges:
    """The edges moved inwards on all sides."""
    left, top, right, bottom = edges
    return left + by, top + by, right - by, bottom - by


def plaque(edges: Edges) -> Stencil:
    """A lying or upright capsule."""
    left, top, right, bottom = edges
    return Stencil(edges).slab(edges, min(right - left, bottom - top) / 2)


def block(edges: Edges, radius: float) -> Stencil:
    """A rectangle with round corners."""
    return Stencil(edges).slab(edges, radius)


def ring(edges: Edges, thick: float, *, dashes: int = 0) -> Stencil:
    """A ring along the inside of an upright capsule, in one piece or in dashes."""
    hole = inset(edges, thick)
    stencil = plaque(edges).slab(hole, (hole[2] - hole[0]) / 2, 0)
    middle, reach = ((edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2), edges[3] - edges[1]
    for dash in range(dashes):
        gap = [turned(middle, reach, (dash + part) / dashes) for part in (0.3, 0.7)]
        stencil.polygon((middle, *gap), 0)
    return stencil


def line(points: list[Point], thick: float) -> Stencil:
    """A line through points."""
    return Stencil(inset(spanned(points), -thick / 2)).line(points, thick)


def disc(middle: Point, radius: float) -> Stencil:
    """A dot."""
    return _square(middle, radius).disc(middle, radius)


def cross(middle: Point, radius: float, thick: float) -> Stencil:
    """Captured."""
    (x, y), stencil = middle, _square(middle, radius + thick)
    for rise in (radius, -radius):
        stencil.line(((x - radius, y - rise), (x + radius, y + rise)), thick)
    return stencil


def sweep(middle: Point, radius: float, thick: float) -> Stencil:
    """Collected, all that was left: an arrowhead before a wall."""
    (x, y), stencil = middle, _square(middle, radius + thick)
    stencil.line(((x - radius, y - radius), (x, y), (x - radius, y + radius)), thick)
    return stencil.line(((x + radius, y - radius), (x + radius, y + radius)), thick)


def tick(middle: Point, radius: float) -> Stencil:
    """Done, and not to be seen: a seat has made its secret choice."""
    (x, y), thick = middle, radius * 0.36
    points = ((x - radius * 0.8, y + radius * 0.05), (x - radius * 0.2, y + radius * 0.6))
    return _square(middle, radius).line((*points, (x + radius * 0.8, y - radius * 0.6)), thick)


def diamond(middle: Point, radius: float) -> Stencil:
    """A square on its corner."""
    return _square(middle, radius).polygon([turned(middle, radius, corner / 4) for corner in range(4)])


def plus(middle: Point, radius: float, thick: float) -> Stencil:
    """A plus."""
    (x, y), stencil = middle, _square(middle, radius + thick)
    stencil.line(((x - radius, y), (x + radius, y)), thick)
    return stencil.line(((x, y - radius), (x, y + radius)), thick)


def eye(middle: Point, radius: float) -> Stencil:
    """Everybody has seen it."""
    (x, y), stencil = middle, _square(middle, radius)
    upper = [turned((x, y + radius * 0.8), radius * 1.28, turn / 80) for turn in range(-31, -8)]
    lower = [turned((x, y - radius * 0.8), radius * 1.28, turn / 80) for turn in range(9, 32)]
    stencil.polygon(upper + lower).disc(middle, radius * 0.36, 0)
    return stencil.disc(middle, radius * 0.18)


def skip(middle: Point, radius: float) -> Stencil:
    """Passed over: two triangles before a wall."""
    (x, y), stencil = middle, _square(middle, radius)
    for left in (x - radius, x - radius * 0.1):
        stencil.polygon(((left, y - radius * 0.7), (left + radius * 0.9, y), (left, y + radius * 0.7)))
    right = x + radius * 0.86
    return stencil.line(((right, y - radius * 0.6), (right, y + radius * 0.6)), radius * 0.24)


def cycle(middle: Point, radius: float, thick: float) -> Stencil:
    """All over again: a circle that ends in a point."""
    bend = [turned(middle, radius, turn / 24) for turn in range(19)]
    stencil = _square(middle, radius + 2 * thick).line(bend, thick)
    tip = turned(middle, radius, 0.75)
    return stencil.polygon([turned(tip, 2 * thick, corner / 3) for corner in range(3)])


def arrow(start: Point, end: Point, thick: float, head: float) -> Stencil:
    """A straight line with a triangle at its end, whose tip is `end`."""
    turn = math.atan2(end[1] - start[1], end[0] - start[0]) / (2 * math.pi)
    foot = turned(end, -head, turn)
    stencil = Stencil(inset(spanned((start, end)), -head - thick)).line((start, foot), thick)
    wings = (turned(foot, head * 0.7, turn + side) for side in (0.25, -0.25))
    return stencil.polygon((end, *wings))


def equal(middle: Point, radius: float) -> Stencil:
    """A draw."""
    (x, y), stencil = middle, _square(middle, radius)
    for level in (y - radius / 3, y + radius / 3):
        stencil.line(((x - radius * 0.7, level), (x + radius * 0.7, level)), radius / 4)
    return stencil


def star(middle: Point, radius: float) -> Stencil:
    """The winner."""
    points = [turned(middle, radius * (1 - 0.55 * (corner % 2)), corner / 10 - 0.25) for corner in range(10)]
    return _square(middle, radius).polygon(points)


def pointer(middle: Point, radius: float, *, turn: float = 0) -> Stencil:
    """A triangle that points to the right, or clockwise from there by a part of a circle."""
    return _square(middle, radius).polygon([turned(middle, radius, turn + corner / 3) for corner in range(3)])


def emblem(seat: Seat, middle: Point, radius: float) -> Stencil:
    """Whose side it is: the sun of seat 0, the moon of seat 1."""
    stencil = _square(middle, radius)
    return _sun(stencil, middle, radius) if seat == 0 else _moon(stencil, middle, radius)


def _sun(stencil: Stencil, middle: Point, radius: float) -> Stencil:
    for ray in range(8):
        stencil.line([turned(middle, radius * part, ray / 8) for part in (0.78, 0.9)], radius * 0.2)
    return stencil.disc(middle, radius * 0.54)


def _moon(stencil: Stencil, middle: Point, radius: float) -> Stencil:
    x, y = middle
    stencil.disc((x - radius * 0.08, y), radius * 0.92)
    return stencil.disc((x + radius * 0.34, y - radius * 0.22), radius * 0.74, 0)


def _square(middle: Point, radius: float) -> Stencil:
    x, y = middle
    return Stencil((x - radius, y - radius, x + radius, y + radius))


def turned(middle: Point, radius: float, turn: float) -> Point:
    """The point at a distance from the middle, clockwise from the right by a part of a circle."""
    angle = 2 * math.pi * turn
    return middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)
