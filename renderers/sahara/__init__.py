"""Sahara's painter: a carved board seen from the viewer's side, the last sowing drawn along its ridge."""

from __future__ import annotations

from PIL import Image

from games.sahara import View
from renderers.canvas import assembled
from renderers.sahara.regions import regions
from renderers.sahara.scene import scene
from renderers.sahara.table import empty_board
from renderers.theme import Theme

__all__ = ["paint", "regions"]


def paint(theme: Theme, view: View, names: tuple[str, str], chosen: tuple[str, ...]) -> Image.Image:
    """The picture of a view, mode P. `chosen`: the words chosen so far of the viewer's next move."""
    return assembled(theme, empty_board, scene(view, names, chosen))
