"""What stands for a choice in a picture of Sator: squares; before the first move, files."""

from __future__ import annotations

from collections.abc import Iterator

from games.sator import FILES, ROWS, View
from renderers.canvas import Region, region
from renderers.sator.parts import File, Square
from renderers.sator.scene import SET_UP, scene
from renderers.sator.table import cell_of
from renderers.theme import Theme


def regions(theme: Theme, view: View, chosen: tuple[str, ...]) -> Iterator[Region]:
    """A square is the piece on it or where a piece goes; a file, its letter and the viewer's pieces in it."""
    parts, near = tuple(scene(view, ("", ""), chosen)), view.viewer or 0
    if view.ready == (True, True):
        squares = {cell_of(file + row, near): file + row for file in FILES for row in ROWS}
        for part in parts:
            if isinstance(part, Square):
                yield region((*chosen, squares[part.cell]), part.box)
        return
    begun = chosen or (SET_UP,)
    files = {cell_of(file + ROWS[0], near)[0]: file for file in FILES}
    for part in parts:
        if isinstance(part, File):
            yield region((*begun, part.letter), part.box)
        elif isinstance(part, Square) and part.man and part.man.seat == view.viewer:
            yield region((*begun, files[part.cell[0]]), part.box)
