"""What stands for a choice in a picture of Sahara: a hollow with its key, and the store to feed."""

from __future__ import annotations

from collections.abc import Iterator

from games.sahara import View
from renderers.canvas import Region, region
from renderers.sahara.parts import Hollow, Key, Store
from renderers.sahara.scene import scene
from renderers.sahara.table import column_of, end_of
from renderers.theme import Theme


def regions(theme: Theme, view: View, chosen: tuple[str, ...]) -> Iterator[Region]:
    """The hollows that can be sown, and what follows a hollow that is chosen already."""
    parts = tuple(scene(view, ("", ""), chosen))
    keys = {(part.side, column_of(part.side, part.hollow)): part for part in parts if isinstance(part, Key)}
    for part in parts:
        if isinstance(part, Store) and chosen and part.seat not in view.to_act:
            yield region((*chosen[:1], "feed"), end_of(part.side))
        if isinstance(part, Hollow) and (key := keys.get((part.side, part.column))):
            yield from (region((str(key.hollow),), box) for box in (part.box, key.box))
