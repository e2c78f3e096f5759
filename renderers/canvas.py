"""Drawing: smooth shapes, light and shadow, and pictures put together from finished tiles."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, Protocol

from PIL import Image, ImageDraw, ImageFilter

from renderers.theme import RGB, TONES, Ramp, Theme, palette

SIZE = (900, 600)
"""Width and height of a picture in pixels, unless a game needs more: 3:2, as chats show it whole."""

TALL = (900, 855)
"""Of one that shows so much that on a phone the width alone would leave it too small."""

FINGER = 68
"""Pixels of what is touched to both sides, where there is room: 24 of them in a picture 320 pixels wide."""

OVERSAMPLING = 4  # shapes are drawn so much larger, then reduced: Pillow draws no smooth edges itself
BLUR = 3  # radii that light reaches beyond a shape out of focus
TILES = 600  # that are kept, of all themes: some 12 MB; with 9 MB, a picture of Sahara takes a third longer
STEPS = 4  # steps of an edge from nothing to full: enough for the eye, and files get a tenth smaller

Point = tuple[float, float]
"""To the right, down; in pixels of the picture."""

Edges = tuple[float, float, float, float]
"""Left, top, right, bottom of a shape."""


class Box(NamedTuple):
    """A rectangle of whole pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        return self.right - self.left, self.bottom - self.top


Corners = tuple[tuple[int, int], ...]
"""Of a polygon, in pixels of the picture."""


EmptyPicture = Callable[[Theme], Image.Image]
"""A function, known by its identity, that paints what all pictures of a game have in common, mode RGB."""


class Region(NamedTuple):
    """What stands for a choice in a picture."""

    words: tuple[str, ...]
    """The words of the move so far, with those that this place stands for."""
    corners: Corners
    carried: bool = False
    """Whether it is a thing that can be drawn to its place; without further words, to all that is next."""


class Flight(NamedTuple):
    """Something that moves between two pictures that follow each other."""

    start: Corners
    """Around it in the first."""
    end: Corners
    """Around it in the second."""
    leaves: EmptyPicture | None = None
    """What its place looks like meanwhile; None where it looks as before."""
    as_before: bool = False
    """Whether it looks on its way as in the first, and else as in the second."""
    since: float = 0
    """The part of the time before which it is not seen at all."""


def whole(regions: Iterable[Region]) -> tuple[Region, ...]:
    """One region for each choice: around all that stands for it."""
    found = dict[tuple[str, ...], Region]()
    for one in regions:
        known = found.get(one.words)
        if known:
            around = corners(rounded(spanned((*known.corners, *one.corners))))
            one = Region(one.words, around, known.carried or one.carried)
        found[one.words] = one
    return tuple(found.values())


def spanned(points: Iterable[Point]) -> Edges:
    """The edges around some points."""
    horizontal, vertical = zip(*points, strict=True)
    return min(horizontal), min(vertical), max(horizontal), max(vertical)


def rounded(edges: Edges) -> Box:
    """The nearest whole pixels."""
    return Box(*map(round, edges))


def region(words: tuple[str, ...], box: Box, *, carried: bool = False) -> Region:
    """A whole box."""
    return Region(words, corners(box), carried)


def corners(box: Box) -> Corners:
    """Of a whole box, clockwise."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


class Stencil:
    """A mask in the making: white shapes on black with smooth edges, in coordinates of the picture."""

    def __init__(self, edges: Edges) -> None:
        """What is drawn beyond `edges` is lost; what lies on them is not."""
        left, top, right, bottom = edges
        self.box = Box(math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom))
        width, height = self.box.size
        self._mask = Image.new("L", (width * OVERSAMPLING, height * OVERSAMPLING))
        self._draw = ImageDraw.Draw(self._mask)

    def slab(self, edges: Edges, radius: float, fill: int = 255) -> Stencil:
        """A rectangle with round corners; a capsule, if `radius` is half its width."""
        left, top, right, bottom = edges
        (left, top), (right, bottom) = self._scaled([(left, top), (right, bottom)])
        self._draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius * OVERSAMPLING, fill)
        return self

    def disc(self, centre: Point, radius: float, fill: int = 255) -> Stencil:
        self._draw.circle(self._scaled([centre])[0], radius * OVERSAMPLING, fill)
        return self

    def line(self, points: Sequence[Point], width: float, fill: int = 255) -> Stencil:
        """A line through points, with round ends and joints."""
        self._draw.line(self._scaled(points), fill, round(width * OVERSAMPLING), joint="curve")
        for point in (points[0], points[-1]):
            self.disc(point, width / 2, fill)
        return self

    def polygon(self, points: Sequence[Point], fill: int = 255) -> Stencil:
        self._draw.polygon(self._scaled(points), fill)
        return self

    def large(self) -> Image.Image:
        """The mask, mode L, OVERSAMPLING times larger than the picture."""
        return self._mask

    def mask(self, steps: int = STEPS) -> Image.Image:
        """The mask, mode L, in pixels of the picture."""
        return stepped(self._mask.reduce(OVERSAMPLING), steps)

    def _scaled(self, points: Sequence[Point]) -> list[Point]:
        left, top = self.box.left, self.box.top
        return [((x - left) * OVERSAMPLING, (y - top) * OVERSAMPLING) for x, y in points]


def stepped(mask: Image.Image, steps: int = STEPS) -> Image.Image:
    """The mask with edges of few steps, which take few colours of the palette."""
    return mask.point(_step_table(steps))


@cache
def _step_table(steps: int) -> list[int]:
    return [round(tone / TONES * steps) * (TONES - 1) // steps for tone in range(TONES)]


def faded(mask: Image.Image, strength: float) -> Image.Image:
    """The mask at `strength` (0 to 1) of itself."""
    return mask.point(_faded_table(strength))


@cache
def _faded_table(strength: float) -> list[int]:
    return [round(tone * strength) for tone in range(TONES)]


def moved(mask: Image.Image, right: int, down: int) -> Image.Image:
    """The mask shifted by whole pixels; what leaves it is lost, what comes in is black."""
    shifted = Image.new("L", mask.size)
    shifted.paste(mask, (right, down))
    return shifted


def soft(mask: Image.Image, radius: float) -> Image.Image:
    """The mask out of focus. Only around what is white in it: most masks are black for the greater part."""
    image, box = Image.new("L", mask.size), mask.getbbox()
    if box:
        reach = math.ceil(BLUR * radius) + 1
        left, top = max(box[0] - reach, 0), max(box[1] - reach, 0)
        around = left, top, min(box[2] + reach, mask.width), min(box[3] + reach, mask.height)
        image.paste(mask.crop(around).filter(ImageFilter.GaussianBlur(radius)), around[:2])
    return image


def coloured(tones: Image.Image, ramp: Ramp) -> Image.Image:
    """A drawing of tones, mode L, in a material: mode RGB."""
    image = tones.copy()
    image.putpalette(_colours_by_tone(ramp))
    return image.convert("RGB")


@cache
def _colours_by_tone(ramp: Ramp) -> bytes:
    return bytes(channel for tone in range(TONES) for channel in ramp.at(tone))


class Sheet:
    """A cut-out of a picture that is painted on, mode RGB, in coordinates of the picture."""

    def __init__(self, image: Image.Image, box: Box) -> None:
        self.image = image
        self.box = box

    def cut(self, box: Box) -> Sheet:
        """A smaller cut-out, to be painted on by itself."""
        left, top = box.left - self.box.left, box.top - self.box.top
        width, height = box.size
        return Sheet(self.image.crop((left, top, left + width, top + height)), box)

    def fill(self, paint: RGB, box: Box) -> None:
        left, top = self.box.left, self.box.top
        self.image.paste(paint, (box.left - left, box.top - top, box.right - left, box.bottom - top))

    def lay(self, paint: RGB | Image.Image, stencil: Stencil) -> None:
        """Colour what is white in a stencil, or paint a drawing of its size there."""
        self._paste(paint, stencil.mask(), (stencil.box.left, stencil.box.top))

    def put(self, paint: RGB | Image.Image, mask: Image.Image, centre: Point, *, strength: float = 1) -> None:
        """Colour what is white in a mask around `centre`, or paint a drawing of the same size there."""
        corner = round(centre[0] - mask.width / 2), round(centre[1] - mask.height / 2)
        self._paste(paint, mask if strength == 1 else faded(mask, strength), corner)

    def _paste(self, paint: RGB | Image.Image, mask: Image.Image, corner: tuple[int, int]) -> None:
        left, top = corner[0] - self.box.left, corner[1] - self.box.top
        self.image.paste(paint, (left, top, left + mask.width, top + mask.height), mask)


class Sprite(NamedTuple):
    """A small thing that is painted once, then laid wherever it is needed."""

    colours: Image.Image
    """Mode RGB."""
    shape: Image.Image
    """The mask of the thing; both masks are as large as the colours."""
    shadow: Image.Image
    """The mask of its shadow."""

    def lay(self, sheet: Sheet, theme: Theme, middle: Point) -> None:
        sheet.put(theme.wood.dark, self.shadow, middle)
        sheet.put(self.colours, self.shape, middle)


def reduced_sprite(tones: Image.Image, shape: Image.Image, ramp: Ramp, *, down: int, blur: float) -> Sprite:
    """A sprite from tones and a mask that are OVERSAMPLING times too large.

    `down` and `blur`: where its shadow falls and how soft it is, in pixels of the sprite.
    """
    shadow = faded(soft(moved(shape, OVERSAMPLING, down * OVERSAMPLING), blur * OVERSAMPLING), 0.6)
    size = shape.width // OVERSAMPLING, shape.height // OVERSAMPLING
    tones, shape, shadow = (
        drawing.resize(size, Image.Resampling.LANCZOS) for drawing in (tones, shape, shadow)
    )
    return Sprite(coloured(tones, ramp), stepped(shape), stepped(shadow))


class Part(Hashable, Protocol):
    """A piece of a picture that is painted once, then pasted for ever. Compared by value.

    The parts of one picture never overlap.
    """

    @property
    def box(self) -> Box:
        """The tile that it covers."""

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        """Paint it on a sheet that shows the empty picture."""


class Drawing(ABC):
    """A part that knows itself what of it has to be painted."""

    @property
    @abstractmethod
    def box(self) -> Box:
        """What it covers."""

    @abstractmethod
    def tile(self, theme: Theme, empty: Image.Image) -> Image.Image:
        """All of it, mode P; `empty` is the whole empty picture, mode P."""


def assembled(theme: Theme, empty: EmptyPicture, parts: Iterable[Part | Drawing]) -> Image.Image:
    """The empty picture with parts pasted on it, mode P."""
    bare = empty_picture(theme, empty)
    picture = bare.copy()
    for part in parts:
        tile = part.tile(theme, bare) if isinstance(part, Drawing) else tile_of(theme, empty, part)
        picture.paste(tile, part.box)
    return picture


class Sample(NamedTuple):
    """A piece of a picture, cut out to explain a mark."""

    empty: EmptyPicture
    parts: tuple[Part | Drawing, ...]
    box: Box
    """What is cut out."""


@cache
def empty_picture(theme: Theme, empty: EmptyPicture) -> Image.Image:
    """What all pictures of a game have in common, mode P."""
    return indexed(empty(theme), theme)


def weight(image: Image.Image) -> int:
    """Bytes that an image takes in memory; Pillow keeps RGB in four bytes a pixel."""
    return image.width * image.height * (4 if image.mode == "RGB" else 1)


@lru_cache(TILES)
def tile_of(theme: Theme, empty: EmptyPicture, part: Part) -> Image.Image:
    """The tile of a part, mode P; painted now, if it was not lately."""
    sheet = Sheet(empty_picture(theme, empty).crop(part.box).convert("RGB"), part.box)
    part.paint(sheet, theme)
    return indexed(sheet.image, theme)


def indexed(image: Image.Image, theme: Theme) -> Image.Image:
    """An RGB drawing in the nearest colours of the palette, mode P; one that is that already, as it is."""
    return (
        image
        if image.mode == "P"
        else image.quantize(palette=_palette_image(theme), dither=Image.Dither.NONE)
    )


@cache
def _palette_image(theme: Theme) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in palette(theme) for channel in colour])
    return image
