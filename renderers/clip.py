"""Clips: a whole match as one viewer saw it, as the bytes of an animated GIF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import cache, lru_cache
from itertools import chain, groupby, pairwise
from typing import Any, NamedTuple, TypeVar

from PIL import Image, ImageChops, ImageDraw

from games.game import View
from renderers import gif
from renderers.canvas import Box, Corners, EmptyPicture, Flight, empty_picture, indexed
from renderers.picture import Stage, named, stage
from renderers.theme import RGB, THEMES, Enamels, Ramp, Style, Theme, palette

UNIT, SMALL_UNIT = 5, 3
"""Pixels of a picture that become so many of a frame, across and down: enough for a phone."""

PACE, PAUSE, REST, STEP = 900, 2500, 4000, 100
"""Milliseconds for which a position is shown, what ended before the next deal, the last one, and each frame
of something that moves."""
STEPS = 1 / 3, 2 / 3  # parts of its way at which it is shown
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
    number: int
    """Of the shot."""
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
        picture = stage.paint(shots[0], names)
        self._latest = _Painted(0, picture, reduced(picture, theme))
        self.size = self._latest.frame.size
        self._change = cache(self._patches)

    def patches(self, chosen: Iterable[int], *, moving: bool) -> tuple[dict[int, tuple[gif.Patch, ...]], int]:
        """What changes with each chosen position, by its number, and how many positions have room."""
        room = MOST_BYTES - len(gif.encode(self.size, self.colours, ()))
        patches: dict[int, tuple[gif.Patch, ...]] = {}
        done, shown = 0, None
        for done, number in enumerate(chosen, 1):
            change = self._change(shown, number, moving)
            if change:
                room -= sum(map(len, change))
                if room < 0:
                    return patches, done - 1
                patches[number] = change
            shown = number
        return patches, done

    def _patches(self, shown: int | None, number: int, moving: bool) -> tuple[gif.Patch, ...]:
        """What leads from a position to another, frame by frame; only what follows at once moves."""
        if shown is None:
            return (gif.whole(self._frame(number), self.colours),)
        start, end = self._frame(shown), self._frame(number)
        near = moving and shown == number - 1
        flights = self._stage.flights(self._shots[shown], self._shots[number]) if near else ()
        frames = start, *_flown(start, end, tuple(flights), self._theme), end
        changes = (gif.changes(before, after, self.colours) for before, after in pairwise(frames))
        return tuple(filter(None, changes))

    def _frame(self, number: int) -> Image.Image:
        """A frame; where its picture is as the latest one, so is the frame, and no work is done."""
        if number in self._kept:
            return self._kept[number]
        if self._latest.number != number:
            picture, frame = self._stage.paint(self._shots[number], self._names), self._latest.frame.copy()
            for box in _changed(self._latest.picture, picture):
                frame.paste(reduced(picture.crop(box), self._theme), Box(*_scaled(box)))
            self._latest = _Painted(number, picture, frame)
        if len(self._kept) < KEPT:
            self._kept[number] = self._latest.frame
        return self._latest.frame


def _changed(before: Image.Image, after: Image.Image) -> Iterator[Box]:
    """Where two pictures differ: a box in each strip, on multiples of UNIT."""
    difference = ImageChops.difference(before, after)
    for top in range(0, after.height, BAND):
        strip = difference.crop((0, top, after.width, top + BAND)).getbbox()
        if strip:
            bottom = min(top + BAND, after.height)
            yield Box(strip[0] // UNIT * UNIT, top, -(-strip[2] // UNIT) * UNIT, bottom)


def _flown(
    before: Image.Image, after: Image.Image, flights: Sequence[Flight], theme: Theme
) -> Iterator[Image.Image]:
    """What moves on its way."""
    cleared = before.copy()
    for flight in flights:
        if flight.leaves:
            box = _around(flight.start, AROUND)
            cleared.paste(_bare(theme, flight.leaves).crop(box), box)
    for part in STEPS if flights else ():
        frame = cleared.copy()
        for flight in flights:
            if flight.since <= part:
                _lay(frame, before if flight.as_before else after, flight, part)
        yield frame


def _lay(frame: Image.Image, seen: Image.Image, flight: Flight, part: float) -> None:
    """Paint something where it is after a part of its way, as it is seen at one of its ends."""
    start, end = _around(flight.start), _around(flight.end)
    corners, box, gone = (flight.start, start, part) if flight.as_before else (flight.end, end, part - 1)
    right, down = (round((sum(end[edge::2]) - sum(start[edge::2])) / 2 * gone) for edge in (0, 1))
    mask = Image.new("1", box.size)
    ImageDraw.Draw(mask).polygon([(x - box.left, y - box.top) for x, y in map(_scaled, corners)], 1)
    frame.paste(seen.crop(box), (box.left + right, box.top + down), mask)


def _around(corners: Corners, more: int = 0) -> Box:
    """The box of a frame in which something lies, and `more` pixels around it."""
    across, down = zip(*map(_scaled, corners), strict=True)
    return Box(min(across) - more, min(down) - more, max(across) + more + 1, max(down) + more + 1)


def _scaled(edges: Iterable[int]) -> tuple[int, ...]:
    """In pixels of a frame."""
    return tuple(edge * SMALL_UNIT // UNIT for edge in edges)


@lru_cache(maxsize=4)
def _bare(theme: Theme, empty: EmptyPicture) -> Image.Image:
    """The frame of the empty picture."""
    return reduced(empty_picture(theme, empty), theme)


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
