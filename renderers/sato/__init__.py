"""Sato's painter: stones in a tray, as much of the table as there is to see, supplies beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PIL import Image

from games.sato import View
from renderers.canvas import assembled
from renderers.sato.board import lens_through
from renderers.sato.regions import regions
from renderers.sato.scene import scene
from renderers.sato.table import Lens, empty_tray, plan_of
from renderers.theme import Theme

__all__ = ["paint", "regions", "steady"]


def paint(
    theme: Theme, view: View, names: tuple[str, str], chosen: tuple[str, ...], lens: Lens | None = None
) -> Image.Image:
    """The picture of a view, mode P. `chosen`: the words chosen so far of the viewer's next move."""
    tray = empty_tray(plan_of(view, theme.style))
    return assembled(theme, tray, scene(view, names, chosen, theme.style, lens))


def steady(theme: Theme, views: Sequence[View]) -> Callable[..., Image.Image]:
    """`paint` for views that are seen in turn: the table is always seen as the widest of them needs it."""
    laid = [view for view in views if view.layout.stones]
    return partial(paint, lens=lens_through(laid, theme.style)) if laid else paint
