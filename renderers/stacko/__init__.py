"""Stacko's painter: both towers with parts as wide as their numbers, and what lies between them."""

from __future__ import annotations

from PIL import Image

from games.stacko import View
from renderers.canvas import assembled
from renderers.stacko.regions import regions
from renderers.stacko.scene import scene
from renderers.stacko.table import empty_board
from renderers.theme import Theme

__all__ = ["paint", "regions"]


def paint(theme: Theme, view: View, names: tuple[str, str], chosen: tuple[str, ...]) -> Image.Image:
    """The picture of a view, mode P. `chosen`: the words chosen so far of the viewer's next move."""
    return assembled(theme, empty_board, scene(view, names, chosen))
