"""What a hint draws over a picture: brackets around the places of a move, a lamp, the way between them.

Nothing else has brackets: rings and frames are what happened last, what can be chosen, or what is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from PIL import Image

from games.words import Words
from renderers import marks
from renderers.canvas import (
    Box,
    Corners,
    Edges,
    Part,
    Point,
    Region,
    Sheet,
    Stencil,
    indexed,
    rounded,
    spanned,
)
from renderers.theme import RGB, Theme

AWAY = 3  # pixels from a place to its brackets
INWARDS, MOST_INWARDS = 16, 0.3  # pixels of brackets that are wrong, and at most in parts of their place
LINE, EDGE = 7, 4  # width of a bracket, and of its dark edge on both sides
ARM, LEAST_ARM = 0.26, 17  # length of the arms of a bracket: in parts of its place, and pixels at least
LAMP = 21  # radius of the lamp
BRIGHT = 128  # tone of the enamel of brackets
BESIDE = 0.24  # of a way that begins so far from the middle of what is moved
WAY, HEAD = 8, 24  # width of a way, and length of its point


def place_parts(regions: Callable[[Words], Iterable[Region]], words: Words) -> Iterator[Part]:
    """Around each place that stands for a word of a move, and a way from a thing that is moved.

    `regions`: the places once these words are chosen.
    """
    places = [
        region
        for count in range(len(words))
        for region in regions(words[:count])
        if region.words == words[: count + 1]
    ]
    if len(places) > 1 and places[0].carried:
        yield _way(places[0].corners, places[-1].corners)
        places = places[-1:]
    yield from brackets([place.corners for place in places])


def _way(start: Corners, end: Corners) -> Way:
    """From beside the middle of a thing, which is to be seen, to the middle of its place."""
    (left, top), (x, y) = _middle_of(start), _middle_of(end)
    return Way((left + BESIDE * (x - left), top + BESIDE * (y - top)), (x, y))


def brackets(places: Iterable[Corners]) -> Iterator[Part]:
    """Around each place, with the lamp at the last."""
    boxes = [rounded(spanned(place)) for place in places]
    for number, box in enumerate(boxes, start=1):
        yield Bracket(box, lamp=number == len(boxes))


def struck(parts: Iterable[Part]) -> Iterator[Part]:
    """The same for a move that was tried and is wrong: red, with a cross in place of the lamp.

    The cross has a corner of its own, so that both are seen where a better move leads to the same place.
    """
    yield from (replace(part, wrong=True) if isinstance(part, Bracket | Way) else part for part in parts)


def drawn_over(picture: Image.Image, theme: Theme, parts: Iterable[Part]) -> Image.Image:
    """A picture, mode P, with these parts drawn over it, one after the other."""
    whole = Box(0, 0, *picture.size)
    sheet = Sheet(picture.convert("RGB"), whole)
    for part in parts:
        part.paint(sheet, theme)
    return indexed(sheet.image, theme)


def _middle_of(place: Corners) -> Point:
    left, top, right, bottom = spanned(place)
    return (left + right) / 2, (top + bottom) / 2


@dataclass(frozen=True, slots=True)
class Bracket:
    """The four corners of a frame around a place."""

    place: Box
    lamp: bool
    """Whether it has a sign: a lamp at its upper right corner, or a cross at its lower left one."""
    wrong: bool = False

    @property
    def box(self) -> Box:
        return rounded(marks.inset(self.place, -AWAY - LINE - EDGE - LAMP))

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        edges = _inside(marks.inset(self.place, self._inset()), sheet.box, LINE / 2 + EDGE)
        for ink, more in inks(theme, wrong=self.wrong):
            sheet.lay(ink, _corners(edges, LINE + more))
        if self.lamp:
            left, top, right, bottom = edges
            sign, corner = (_cross, (left, bottom)) if self.wrong else (_light, (right, top))
            sign(sheet, theme, _inside_point(corner, sheet.box))

    def _inset(self) -> float:
        """Those that are wrong stand within their place: so those of a better move are seen around them."""
        return min(INWARDS, MOST_INWARDS * min(self.place.size)) if self.wrong else -AWAY


@dataclass(frozen=True, slots=True)
class Way:
    """From one place to another."""

    start: Point
    end: Point
    wrong: bool = False

    @property
    def box(self) -> Box:
        return rounded(marks.inset(spanned((self.start, self.end)), -HEAD))

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        for ink, more in inks(theme, wrong=self.wrong):
            sheet.lay(ink, marks.arrow(self.start, self.end, WAY + more, HEAD + more / 2))


def inks(theme: Theme, *, wrong: bool = False) -> tuple[tuple[RGB, int], ...]:
    """Lines that are seen on any ground, in all themes: a bright one on a dark one, or red on light."""
    if wrong:
        return (theme.key.light, 2 * EDGE), (theme.red, 0)
    return (theme.wood.dark, 2 * EDGE), (theme.enamels.yellow.at(BRIGHT), 0)


def _corners(edges: Edges, thick: float) -> Stencil:
    left, top, right, bottom = edges
    arm = max(ARM * min(right - left, bottom - top), LEAST_ARM)
    stencil = Stencil(marks.inset(edges, -thick))
    for x, inwards in ((left, arm), (right, -arm)):
        for y, down in ((top, arm), (bottom, -arm)):
            stencil.line(((x + inwards, y), (x, y), (x, y + down)), thick)
    return stencil


def _light(sheet: Sheet, theme: Theme, middle: Point) -> None:
    """A lamp: a bulb with its socket, on a bright disc."""
    (x, y), dark = middle, theme.wood.dark
    sheet.lay(dark, marks.disc(middle, LAMP))
    sheet.lay(theme.enamels.yellow.at(BRIGHT), marks.disc(middle, LAMP - 3.5))
    bulb = Stencil((x - LAMP, y - LAMP, x + LAMP, y + LAMP)).disc((x, y - 4), 8.5)
    bulb.line(((x - 2.5, y + 6), (x + 2.5, y + 6)), 5).line(((x - 2, y + 11), (x + 2, y + 11)), 3)
    sheet.lay(dark, bulb)


def _cross(sheet: Sheet, theme: Theme, middle: Point) -> None:
    """On a disc of the colour of the brackets."""
    (light, _), (red, _) = inks(theme, wrong=True)
    sheet.lay(light, marks.disc(middle, LAMP))
    sheet.lay(red, marks.disc(middle, LAMP - 3.5))
    sheet.lay(light, marks.cross(middle, 7, 5))


def _inside(edges: Edges, sheet: Box, margin: float) -> Edges:
    left, top, right, bottom = edges
    return (
        max(left, sheet.left + margin),
        max(top, sheet.top + margin),
        min(right, sheet.right - margin),
        min(bottom, sheet.bottom - margin),
    )


def _inside_point(point: Point, sheet: Box) -> Point:
    left, top, right, bottom = marks.inset(sheet, LAMP + 1)
    return min(max(point[0], left), right), min(max(point[1], top), bottom)
