"""Boards that are drawn where they are seen, and can be touched: a document and what it is to draw."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from games.game import View
from games.words import Words

GAME, STYLE, STATE = "GAME", "STYLE", "STATE"
"""What stands in the frame for the script and the style of a game, and for what is to be drawn first."""


@cache
def document(game: str) -> str:
    """HTML without anything from elsewhere, with `STATE` once for the first state: JSON in a JSON string.

    In a state `d` is what `drawing` gives, or 0 for a board that is closed, `t` what can be touched,
    see `touches` in `widget.html`, `l` how words are read to the blind, `r` the words on a pile that tell how
    many are left, `h` the word that a hint marks, `n` a line below the board. Of what is drawn, `k` begins
    with that number.
    """
    frame, script, style = (
        files(package).joinpath(name).read_text("utf-8")
        for package, name in (
            ("renderers", "widget.html"),
            (f"renderers.{game}", "widget.js"),
            (f"renderers.{game}", "widget.css"),
        )
    )
    lines = frame.replace(STYLE, style).replace(GAME, script).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip()[:2] not in ("", "//"))


@cache
def is_there(game: str) -> bool:
    """Whether the painter of a game has a `widget.py` with its script and style."""
    return files(f"renderers.{game}").joinpath("widget.js").is_file()


def drawing(game: str, view: View, chosen: Words) -> Mapping[str, Any]:
    """What the document of a game draws: as in the picture of this view, with these words chosen."""
    drawn: Mapping[str, Any] = import_module(f"renderers.{game}.widget").drawing(view, chosen)
    return drawn
