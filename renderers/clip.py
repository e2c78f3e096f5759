"""Clips: a whole match as one viewer saw it, as the bytes of an animated GIF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import cache, partial
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from PIL import Image, ImageChops

from games.game import View
from renderers import gif
from renderers.canvas import Box, indexed
from renderers.picture import named, steady
from renderers.theme import RGB, THEMES, Enamels, Ramp, Style, Theme, palette

UNIT, SMALL_UNIT = 3, 2
"""Pixels of a picture that become so many of a frame, across and down: enough for a phone."""

PACE, PAUSE, REST = 900, 2500, 4000
"""Milliseconds for which a frame is shown, what ended before the next deal, and the last one."""

MOST_FRAMES = 300
MOST_BYTES = 900_000
"""A match that would take more is shown in fewer frames."""

KEPT = 64  # frames that are kept in case that not all have room: 15 MB

PART, ENDS = 4, 2  # a material keeps one in PART of its shades, and ENDS more: a quarter less to send
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
    painter = steady(game, materials, shots)
    film = _Film([partial(painter, materials, view, names, ()) for view in shots], materials)
    count = min(len(shots), MOST_FRAMES)
    while True:
        chosen = evenly(range(len(shots)), count)
        patches, fitted = film.patches(chosen)
        if fitted == count:
            break
        count = min(count - 1, round(fitted * CAUTION))
    times = [PACE if shots[number].to_act else PAUSE for number in patches]
    timed = zip(patches.values(), [*times[:-1], REST], strict=True)
    return Clip(gif.encode(film.size, film.colours, timed), count, len(shots))


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

    def __init__(self, shots: Sequence[Callable[[], Image.Image]], theme: Theme) -> None:
        """`shots`: what paints the pictures."""
        self._shots, self._theme = shots, theme
        self.colours = palette(_thinned(theme))
        self._kept: dict[int, Image.Image] = {}
        self._latest: _Painted | None = None
        self._changes: dict[tuple[int | None, int], gif.Patch | None] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of all frames in pixels."""
        return self._frame(0).size

    def patches(self, chosen: Iterable[int]) -> tuple[dict[int, gif.Patch], int]:
        """What changes with each chosen frame, by its number, while there is room; and how many have it."""
        room = MOST_BYTES - len(gif.encode(self.size, self.colours, ()))
        patches: dict[int, gif.Patch] = {}
        done, shown = 0, None
        for done, number in enumerate(chosen, 1):
            patch = self._change(shown, number)
            if patch:
                room -= len(patch)
                if room < 0:
                    return patches, done - 1
                patches[number] = patch
            shown = number
        return patches, done

    def _change(self, shown: int | None, number: int) -> gif.Patch | None:
        step = shown, number
        if step not in self._changes:
            before = None if shown is None else self._frame(shown)
            after = self._frame(number)
            self._changes[step] = (
                gif.changes(before, after, self.colours) if before else gif.whole(after, self.colours)
            )
        return self._changes[step]

    def _frame(self, number: int) -> Image.Image:
        if number in self._kept:
            return self._kept[number]
        if self._latest is None or self._latest.number != number:
            self._latest = self._painted(number, self._latest)
        if len(self._kept) < KEPT:
            self._kept[number] = self._latest.frame
        return self._latest.frame

    def _painted(self, number: int, before: _Painted | None) -> _Painted:
        """A frame; where its picture is as the one before, so is the frame, and no work is done."""
        picture = self._shots[number]()
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


def _scaled(box: Box) -> Box:
    return Box(*(edge * SMALL_UNIT // UNIT for edge in box))


@cache
def _thinned(theme: Theme) -> Theme:
    thinned: dict[str, Any] = {
        field.name: _fewer_shades(getattr(theme, field.name)) for field in fields(theme)
    }
    return replace(theme, **thinned)


def _fewer_shades(material: Ramp | Enamels | RGB | Style) -> Ramp | Enamels | RGB | Style:
    match material:
        case Ramp():
            return replace(material, shades=max(FEWEST_SHADES, material.shades // PART + ENDS))
        case Enamels():
            return Enamels(*(replace(ramp, shades=FEWEST_SHADES) for ramp in material))
        case _:
            return material
