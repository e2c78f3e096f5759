"""Hatchings: a pattern for each colour that a game is about, by which it is known without being seen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image

from renderers.canvas import Edges, Point, Stencil
from renderers.theme import TONES, Enamels, Ramp, is_dark

# Silvester Petra Sancta's, by which engravers tell the tinctures of a coat of arms since 1638: red falls,
# blue lies level, green leans to the left, violet to the right, gold is strewn with dots; orange, the tenné
# of later tables, is crossed.

LINE = 0.26  # width of a line, in parts of the pitch
DOT = 0.22  # radius of a dot, likewise

Line = tuple[Point, Point]


@lru_cache(maxsize=256)
def hatching(name: str, size: tuple[int, int], pitch: float) -> Image.Image:
    """The pattern of an enamel as a mask; `pitch`: pixels from a line to the next.

    Raises:
        ValueError: no enamel has this name.
    """
    edges = 0.0, 0.0, float(size[0]), float(size[1])
    stencil = Stencil(edges)
    if name == "yellow":
        for middle in _dots(edges, pitch):
            stencil.disc(middle, DOT * pitch)
    for line in _lines(name, edges, pitch):
        stencil.line(line, LINE * pitch)
    return stencil.mask(2)


def _lines(name: str, edges: Edges, pitch: float) -> Iterable[Line]:
    match name:
        case "red":
            return _falling(edges, pitch, 0)
        case "orange":
            return (*_falling(edges, 2 * pitch, 1), *_falling(edges, 2 * pitch, -1))
        case "green":
            return _falling(edges, 1.4 * pitch, 1)
        case "blue":
            left, top, right, bottom = edges
            return [((left, y), (right, y)) for y in _steps(top, bottom, pitch)]
        case "violet":
            return _falling(edges, 1.4 * pitch, -1)
        case "yellow":
            return ()
    raise ValueError(f"there is no enamel {name!r}; there are: {', '.join(Enamels._fields)}")


def _falling(edges: Edges, pitch: float, lean: int) -> list[Line]:
    """Lines from the top to the bottom, `lean` pixels to the right for each pixel down."""
    left, top, right, bottom = edges
    shift = lean * (bottom - top)
    return [((x, top), (x + shift, bottom)) for x in _steps(left - abs(shift), right + abs(shift), pitch)]


def _dots(edges: Edges, pitch: float) -> Iterable[Point]:
    left, top, right, bottom = edges
    for row, y in enumerate(_steps(top, bottom, pitch)):
        yield from ((x + row % 2 * pitch / 2, y) for x in _steps(left, right, pitch))


def _steps(start: float, end: float, pitch: float) -> list[float]:
    """From the middle of a stretch outwards, so that the pattern lies alike on both sides."""
    count = int((end - start) / pitch / 2) + 1
    middle = (start + end) / 2
    return [middle + step * pitch for step in range(-count, count + 1)]


def tone_on(ramp: Ramp) -> int:
    """The tone of a hatching on a material: light on a dark one, dark on a light one."""
    return TONES - 1 if is_dark(ramp.at(TONES / 2)) else 0
