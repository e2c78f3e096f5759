"""Sato's painter: stones in a tray, as much of the table as there is to see, supplies beside it."""

from __future__ import annotations

from PIL import Image

from games.sato import View
from renderers.canvas import assembled
from renderers.sato.regions import regions
from renderers.sato.scene import scene
from renderers.sato.table import empty_tray, plan_of
from renderers.theme import Theme

__all__ = ["paint", "regions"]


def paint(theme: Theme, view: View, names: tuple[str, str], chosen: tuple[str, ...]) -> Image.Image:
    """The picture of a view, mode P. `chosen`: the words chosen so far of the viewer's next move."""
    tray = empty_tray(plan_of(view, theme.style))
    return assembled(theme, tray, scene(view, names, chosen, theme.style))
