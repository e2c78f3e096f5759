"""Sator's painter: an inlaid board seen from the viewer's side, with the dots that they know."""

from __future__ import annotations

from PIL import Image

from games.sator import View
from renderers.canvas import assembled
from renderers.sator.regions import regions
from renderers.sator.scene import scene
from renderers.sator.table import empty_board
from renderers.theme import Theme

__all__ = ["paint", "regions"]


def paint(theme: Theme, view: View, names: tuple[str, str], chosen: tuple[str, ...]) -> Image.Image:
    """The picture of a view, mode P. `chosen`: the words chosen so far of the viewer's next move."""
    return assembled(theme, empty_board, scene(view, names, chosen))
