"""Clips: a whole match as one viewer saw it, as the bytes of an animated GIF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import cache
from itertools import chain, groupby, pairwise
from typing import Any, NamedTuple, TypeVar

from PIL import Image, ImageChops, ImageDraw

from games.game import View
from renderers import gif
from renderers.canvas import Box, Corners, Flight, indexed
from renderers.picture import Stage, named, stage
from renderers.theme import RGB, THEMES, Enamels, Ramp, Style, Theme, palette

UNIT, SMALL_UNIT = 5, 3
"""Pixels of a picture that become so many of a frame, across and down: enough for a phone."""

PACE, PAUSE, REST, STEP = 900, 2500, 4000, 100
"""Milliseconds for which a position is shown, what ended before the next deal, the last one, and each frame
of something that moves."""
STEPS = 0.33, 0.7  # parts of its way at which it is shown
AROUND = 3  # pixels of a frame around what leaves its place: its edges and its shadow

MOST_FRAMES = 300
MOST_BYTES = 900_000
"""A match that would take more is shown without movement, then in fewer frames."""

KEPT = 64  # frames that are kept in case that not all have room: 15 MB

PART, ENDS = 3, 2  # but for wood, a material keeps one in PART of its shades, and ENDS more: none is a step
FEWEST_SHADES = 4
BAND = 60  # pixels: the height of the strips in which is looked for what has changed
CAUTION = 0.9  # of the frames that have fitted are tried next: fewer frames differ more from each other

T = TypeVar("T")


class Clip(NamedTuple):
    """An animation, and how much of the match it shows."""

    data: bytes
    """Of a GIF."""
    shown: int
    """Positions; as many as `positions` unless there was not room for all."""
    positions: int
    """That look different from the one before."""


def clip(game: str, views: Sequence[View], names: tuple[str, str], *, theme: str = "light") -> Clip:
    """A GIF that shows one viewer's views in turn, repeated for ever.

    Views in a row that look alike are one frame. It starts with the first view and ends on the last; between
    them it leaves out some, evenly, where it would have more than MOST_FRAMES or MOST_BYTES. The same bytes
    for the same arguments in every process of an installation. It takes some tenths of a second: the event
    loop leaves it to another process, for which all arguments can be pickled, or to a thread.

    Raises:
        ValueError: there is no such game or theme, or there are no views.
    """
    materials = named(theme, THEMES, "theme")
    if not views:
        raise ValueError("a clip needs at least one view")
    shots = [view for view, _ in groupby(views)]
    film = _Film(shots, names, stage(game, materials, shots), materials)
    count = min(len(shots), MOST_FRAMES)
    moving = True
    while True:
        chosen = evenly(range(len(shots)), count)
        patches, fitted = film.patches(chosen, moving=moving)
        if fitted == count:
            break
        if not moving:
            count = min(count - 1, round(fitted * CAUTION))
        moving = False
    times = [PACE if shots[number].to_act else PAUSE for number in patches]
    timed = chain.from_iterable(map(_timed, patches.values(), [*times[:-1], REST]))
    return Clip(gif.encode(film.size, film.colours, timed), count, len(shots))


def _timed(patches: Sequence[gif.Patch], milliseconds: int) -> Iterator[tuple[gif.Patch, int]]:
    """What moves passes quickly; the position that it leads to stays."""
    *moving, last = patches
    yield from ((patch, STEP) for patch in moving)
    yield last, milliseconds - STEP * len(moving)


def evenly(things: Sequence[T], count: int) -> list[T]:
    """So many of the things, in order and evenly chosen: first and last among them; if one, the last."""
    last = len(things) - 1
    if count < 2:
        return [things[last]]
    return [things[place * last // (count - 1)] for place in range(count)]


def reduced(picture: Image.Image, theme: Theme) -> Image.Image:
    """A picture as in a clip, smaller and in fewer shades; or a part whose edges lie on multiples of UNIT."""
    width, height = picture.width * SMALL_UNIT // UNIT, picture.height * SMALL_UNIT // UNIT
    # Across, then down: left to Pillow the order depends on the size, and a part differs from the whole.
    narrow = picture.convert("RGB").resize((width, picture.height), Image.Resampling.BOX)
    small = narrow.resize((width, height), Image.Resampling.BOX)
    return indexed(small, _thinned(theme))


class _Painted(NamedTuple):
    number: int | None
    """Of the shot; None for what is between two."""
    picture: Image.Image
    frame: Image.Image
    """The picture, reduced."""


class _Film:
    """The frames of a match, and what changes from one to another.

    Where not all have room, fewer are tried: most of those are known by then, and painting takes longest.
    """

    def __init__(self, shots: Sequence[View], names: tuple[str, str], stage: Stage, theme: Theme) -> None:
        self._shots, self._names, self._stage, self._theme = shots, names, stage, theme
        self.colours = palette(_thinned(theme))
        self._kept: dict[int, Image.Image] = {}
        self._latest: _Painted | None = None
        self._changes: dict[tuple[int | None, int, bool], tuple[gif.Patch, ...]] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of all frames in pixels."""
        return self._frame(0).size

    def patches(self, chosen: Iterable[int], *, moving: bool) -> tuple[dict[int, tuple[gif.Patch, ...]], int]:
        """What changes with each chosen position, by its number, and how many positions have room."""
        room = MOST_BYTES - len(gif.encode(self.size, self.colours, ()))
        patches: dict[int, tuple[gif.Patch, ...]] = {}
        done, shown = 0, None
        for done, number in enumerate(chosen, 1):
            change = self._change(shown, number, moving=moving)
            if change:
                room -= sum(map(len, change))
                if room < 0:
                    return patches, done - 1
                patches[number] = change
            shown = number
        return patches, done

    def _change(self, shown: int | None, number: int, *, moving: bool) -> tuple[gif.Patch, ...]:
        """What leads from a position to another, frame by frame; only what follows at once moves."""
        step = shown, number, moving and shown == number - 1
        if step not in self._changes:
            self._changes[step] = tuple(self._patches(*step))
        return self._changes[step]

    def _patches(self, shown: int | None, number: int, moving: bool) -> Iterator[gif.Patch]:
        if shown is None:
            yield gif.whole(self._frame(number), self.colours)
            return
        between = self._underway(shown, number) if moving else ()
        for before, after in pairwise((self._frame(shown), *between, self._frame(number))):
            if patch := gif.changes(before, after, self.colours):
                yield patch

    def _underway(self, shown: int, number: int) -> Iterator[Image.Image]:
        before, after = self._shots[shown], self._shots[number]
        for picture in self._stage.between(before, after, self._names):
            self._latest = self._painted(None, picture)
            yield self._latest.frame
        if flights := tuple(self._stage.flights(before, after)):
            yield from _flown(self._frame(shown), self._frame(number), flights)

    def _frame(self, number: int) -> Image.Image:
        if number in self._kept:
            return self._kept[number]
        if self._latest is None or self._latest.number != number:
            self._latest = self._painted(number, self._stage.paint(self._shots[number], self._names))
        if len(self._kept) < KEPT:
            self._kept[number] = self._latest.frame
        return self._latest.frame

    def _painted(self, number: int | None, picture: Image.Image) -> _Painted:
        """A frame; where its picture is as the latest one, so is the frame, and no work is done."""
        before = self._latest
        if before is None:
            return _Painted(number, picture, reduced(picture, self._theme))
        frame = before.frame.copy()
        for box in _changed(before.picture, picture):
            frame.paste(reduced(picture.crop(box), self._theme), _scaled(box))
        return _Painted(number, picture, frame)


def _changed(before: Image.Image, after: Image.Image) -> Iterator[Box]:
    """Where two pictures differ: a box in each strip, on multiples of UNIT."""
    difference = ImageChops.difference(before, after)
    for top in range(0, after.height, BAND):
        strip = difference.crop((0, top, after.width, top + BAND)).getbbox()
        if strip:
            bottom = min(top + BAND, after.height)
            yield Box(strip[0] // UNIT * UNIT, top, -(-strip[2] // UNIT) * UNIT, bottom)


def _flown(before: Image.Image, after: Image.Image, flights: Sequence[Flight]) -> Iterator[Image.Image]:
    """What moves on its way, looking as it does at its end."""
    cleared = before.copy()
    for flight in flights:
        _clear(cleared, flight)
    for part in STEPS:
        frame = cleared.copy()
        for flight in flights:
            _lay(frame, after, flight, part)
        yield frame


def _clear(frame: Image.Image, flight: Flight) -> None:
    """Paint over the place that something leaves, as it is beside it."""
    if flight.leaves:
        outline = _shrunk(flight.start)
        (left, top), (_, bottom) = _spanned(outline)
        beside = frame.getpixel((max(left - AROUND + 1, 0), (top + 2 * bottom) // 3))
        ImageDraw.Draw(frame).polygon(outline, beside, beside, 2 * AROUND + 1)


def _lay(frame: Image.Image, after: Image.Image, flight: Flight, part: float) -> None:
    """Paint something where it is after a part of its way."""
    end = _shrunk(flight.end)
    (left, top), (right, bottom) = _spanned(end)
    mask = Image.new("1", (right - left, bottom - top))
    ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in end], 1)
    ways = zip(_middle(_shrunk(flight.start)), _middle(end), strict=True)
    back, up = (round((start - stop) * (1 - part)) for start, stop in ways)
    frame.paste(after.crop((left, top, right, bottom)), (left + back, top + up), mask)


def _shrunk(corners: Corners) -> Corners:
    """In pixels of a frame."""
    return tuple((x * SMALL_UNIT // UNIT, y * SMALL_UNIT // UNIT) for x, y in corners)


def _spanned(corners: Corners) -> Corners:
    """The upper left corner around them, and the lower right one."""
    across, down = zip(*corners, strict=True)
    return (min(across), min(down)), (max(across) + 1, max(down) + 1)


def _middle(corners: Corners) -> tuple[float, float]:
    (left, top), (right, bottom) = _spanned(corners)
    return (left + right) / 2, (top + bottom) / 2


def _scaled(box: Box) -> Box:
    return Box(*(edge * SMALL_UNIT // UNIT for edge in box))


@cache
def _thinned(theme: Theme) -> Theme:
    thinned: dict[str, Any] = {
        field.name: _fewer_shades(getattr(theme, field.name)) for field in fields(theme)
    }
    return replace(theme, **thinned | {"wood": theme.wood})


def _fewer_shades(material: Ramp | Enamels | RGB | Style) -> Ramp | Enamels | RGB | Style:
    match material:
        case Ramp():
            return replace(material, shades=max(FEWEST_SHADES, material.shades // PART + ENDS))
        case Enamels():
            return Enamels(*(replace(ramp, shades=FEWEST_SHADES) for ramp in material))
        case _:
            return material
