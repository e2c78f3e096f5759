"""GIF: indexed pictures as an animation, each frame nothing but what has changed since the one before."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image, ImageChops

from renderers.theme import RGB

FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"  # how often it is repeated; 0: without end
STAY = 1  # what becomes of a frame afterwards: the next one is laid on it
TICK = 10  # milliseconds: the unit of time in the file


@dataclass(frozen=True, slots=True)
class Patch:
    """What a frame changes: a rectangle, and its pixels, compressed."""

    corner: tuple[int, int]
    size: tuple[int, int]
    pixels: bytes

    def __len__(self) -> int:
        """Bytes that it takes in the file."""
        return len(self.pixels) + 18  # _frame's own

    def shown(self, milliseconds: int, clear: int) -> bytes:
        """The frame in the file, shown for so long; `clear` is the number that leaves a pixel as it was."""
        control = struct.pack("<3sBHBB", b"\x21\xf9\x04", STAY << 2 | 1, milliseconds // TICK, clear, 0)
        return control + struct.pack("<s4HB", b",", *self.corner, *self.size, 0) + self.pixels


def whole(picture: Image.Image, colours: tuple[RGB, ...]) -> Patch:
    """The first frame: all of a picture of mode P whose pixels are numbers of `colours`."""
    return Patch((0, 0), picture.size, _compressed(picture, colours))


def changes(before: Image.Image, after: Image.Image, colours: tuple[RGB, ...]) -> Patch | None:
    """What makes one picture of another; None where they are equal."""
    difference = ImageChops.difference(before, after)
    box = difference.getbbox()
    if box is None:
        return None
    kept = _in_runs(difference.crop(box).point([255] + [0] * 255, "L"))
    patch = after.crop(box)
    patch.paste(len(colours), mask=kept)
    return Patch(box[:2], patch.size, _compressed(patch, colours))


def _in_runs(mask: Image.Image) -> Image.Image:
    """What is white in a mask in runs of four pixels or more: leaving out fewer in a row takes more bytes."""
    # `offset` sees a row as a ring: a run may go on at its other end, which does no harm.
    for step in (1, 2):  # what begins a run of two, then of four
        mask = ImageChops.darker(mask, ImageChops.offset(mask, -step, 0))
    for step in (1, 2):
        mask = ImageChops.lighter(mask, ImageChops.offset(mask, step, 0))
    return mask


def encode(size: tuple[int, int], colours: tuple[RGB, ...], frames: Iterable[tuple[Patch, int]]) -> bytes:
    """The file: frames with the milliseconds for which each is shown, over and over again.

    `colours` are at most 255, for one number more says that a pixel stays as it was.
    """
    depth = _depth(colours)
    screen = struct.pack("<6s2H3B", b"GIF89a", *size, 0xF0 | depth - 1, 0, 0)  # all colours in one table
    table = bytes(channel for colour in colours for channel in colour).ljust(3 << depth, b"\0")
    shown = (patch.shown(milliseconds, len(colours)) for patch, milliseconds in frames)
    return b"".join((screen, table, FOR_EVER, *shown, b";"))


def _depth(colours: tuple[RGB, ...]) -> int:
    """Bits of a pixel: enough for the number of each colour, and for one more."""
    return max(2, len(colours).bit_length())


def _compressed(picture: Image.Image, colours: tuple[RGB, ...]) -> bytes:
    depth = _depth(colours)
    return bytes([depth]) + picture.tobytes("gif", "P", depth, 0) + b"\0"  # 0: its rows from top to bottom
