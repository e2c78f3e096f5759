"""What stands for a choice in a picture of Stacko: the places of the tower, the talon, the part in hand."""

from __future__ import annotations

from collections.abc import Iterator

from games.stacko import View
from renderers.canvas import Region, region
from renderers.stacko.parts import Hand, Place, Storey, Talon
from renderers.stacko.scene import scene
from renderers.theme import Theme


def regions(theme: Theme, view: View, chosen: tuple[str, ...]) -> Iterator[Region]:
    """The whole place, with the part in it, is the choice to build there."""
    for part in scene(view, ("", ""), chosen):
        match part:
            case Place(side=0, place=place) | Storey(side=0, place=place):
                yield region((str(place),), part.box)
            case Talon():
                yield region(("draw",), part.box)
            case Hand():
                yield region(("pass",), part.box)
