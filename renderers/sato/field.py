"""The field of a Sato picture: painted anew only where it differs from the last one of the same match."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from renderers.canvas import Box, Drawing, Sheet, indexed, weight
from renderers.sato.stamps import Item, put
from renderers.shelf import Shelf
from renderers.theme import Theme


@dataclass(frozen=True, slots=True)
class Field(Drawing):
    """Items on the empty picture."""

    box: Box
    items: tuple[Item, ...]
    """Lowest first; what reaches beyond the box is cut off."""
    kin: tuple[Hashable, ...]
    """Fields are likely to be alike, as those of a match are, where the first of one is among another's."""

    def tile(self, theme: Theme, empty: Image.Image) -> Image.Image:
        """What is seen of it: that depends on the items alone, not on what was painted before."""
        keys = [(theme, self.box, mark) for mark in self.kin]
        before = next(filter(None, map(FIELDS.find, keys)), None)
        if before and before.items == self.items:
            return before.tile
        boxes = self._differing(before.items) if before else None
        if before is None or boxes is None:
            tile, boxes = Image.new("P", self.box.size), [self.box]
        else:
            tile = before.tile.copy()
        for box in boxes:
            self._repaint(tile, box, theme, empty)
        FIELDS.keep(keys[0], _Painted(self.items, tile))
        return tile

    def _differing(self, others: tuple[Item, ...]) -> list[Box] | None:
        """Where it looks different from other items; None for everywhere."""
        mine, theirs = set(self.items), set(others)
        changed = mine ^ theirs
        if len(changed) > len(mine):
            return None  # it is seen through another lens
        if [item for item in self.items if item in theirs] != [item for item in others if item in mine]:
            return None  # something may have come to lie on something else
        return joined(item.box for item in changed)

    def _repaint(self, tile: Image.Image, box: Box, theme: Theme, empty: Image.Image) -> None:
        """Paint what lies in a box, as far as it is one of the field."""
        left, top, right, bottom = self.box
        inside = Box(max(box.left, left), max(box.top, top), min(box.right, right), min(box.bottom, bottom))
        if inside.left < inside.right and inside.top < inside.bottom:
            sheet = Sheet(empty.crop(inside).convert("RGB"), inside)
            put(sheet, theme, (item for item in self.items if item.touches(inside)))
            tile.paste(indexed(sheet.image, theme), (inside.left - left, inside.top - top))


class _Painted(NamedTuple):
    items: tuple[Item, ...]
    tile: Image.Image


ITEM = 256  # bytes of an item, with its stamp
FIELDS_ROOM = 9 * 2**20  # bytes

FIELDS: Shelf[_Painted] = Shelf(FIELDS_ROOM, lambda painted: weight(painted.tile) + ITEM * len(painted.items))
"""The fields that were painted last, of all themes; one of each kin."""


def joined(boxes: Iterable[Box]) -> list[Box]:
    """Boxes around all of these, apart from each other."""
    apart: list[Box] = []
    for box in boxes:
        while near := next((other for other in apart if _overlap(box, other)), None):
            apart.remove(near)
            lefts, tops, rights, bottoms = zip(box, near, strict=True)
            box = Box(min(lefts), min(tops), max(rights), max(bottoms))
        apart.append(box)
    return apart


def _overlap(one: Box, two: Box) -> bool:
    return one.left < two.right and two.left < one.right and one.top < two.bottom and two.top < one.bottom
