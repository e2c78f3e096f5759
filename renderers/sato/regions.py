"""What stands for a choice in a picture of Sato: a stone, a place on the table, a way to lay it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from games.sato import View
from renderers.canvas import Region, region
from renderers.sato.board import Board
from renderers.sato.choice import Choice
from renderers.sato.scene import supplies
from renderers.sato.stamps import Patch
from renderers.theme import Theme


def regions(theme: Theme, view: View, chosen: tuple[str, ...]) -> Iterator[Region]:
    """The tiles that stand for something, and the places on the table where it is seen whole."""
    choice = Choice(view, chosen)
    board = Board(view, choice, theme.style)
    tiles = chain(*supplies(view, choice, theme.style), board.vignettes() if choice.offered else ())
    yield from (region(tile.words, tile.box) for tile in tiles if isinstance(tile, Patch) and tile.words)
    if not choice.offered:
        yield from board.regions()
