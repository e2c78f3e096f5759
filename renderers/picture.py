"""Pictures: any view of any game as the bytes of a PNG."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from PIL import Image

from games.game import View
from games.words import Words
from renderers import hints, png
from renderers.canvas import SIZE, Flight, Part, Region, whole
from renderers.theme import ON_DARK, THEMES, TONES, Ramp, Theme, palette

__all__ = ["ON_DARK", "PAINTED", "SIZE", "Flight", "Region", "accent", "flights", "paint", "regions"]


class Stage(NamedTuple):
    """What paints views that are seen in turn; each game knows its own views."""

    paint: Callable[[Any, tuple[str, str]], Image.Image]
    """A picture without anything to choose, mode P."""
    flights: Callable[[Any, Any], Iterable[Flight]]
    """What moves between the pictures of two views that follow each other."""


PAINTED = ("sahara", "sato", "sator", "stacko")
"""The keys of the games: the one place that lists their painters, each in a package of that name.

It has `paint(theme, view, names, chosen)`, where `chosen` is None if nothing can be chosen. It may have
`regions(theme, view, chosen)`, `flights(theme, before, after)`, a `framing` of clips for both, and, if its
regions do not tell where a move is, `hint(theme, view, words, chosen)`; a board to touch is in `widget.py`,
see `renderers.widget`.
"""

ACCENTS = MappingProxyType({"yours": "green", "waiting": "blue", "over": "violet"})
"""The enamel for whether the reader is to move; these differ in lightness as much as in hue."""

T = TypeVar("T")


def paint(
    game: str,
    view: View,
    names: tuple[str, str],
    *,
    theme: str = "light",
    chosen: Words | None = (),
    hinted: Words = (),
    refuted: Words = (),
) -> bytes:
    """The bytes of a PNG as wide as SIZE; the same for the same arguments in every process of a bot.

    `names` are those of seat 0 and seat 1, in any script and of any length. `chosen` are the words of the
    viewer's next move that are chosen already; the picture marks them; None: nothing can be chosen. `hinted`
    and `refuted` are those of whole moves that begin with them: a hint names one, the other was tried.

    Raises:
        ValueError: there is no such game or theme.
    """
    painter, materials = _package(game), named(theme, THEMES, "theme")
    picture = painter.paint(materials, view, names, chosen)
    if hinted or refuted:
        tried, better = (_hint(painter, materials, view, words, chosen or ()) for words in (refuted, hinted))
        picture = hints.drawn_over(picture, materials, [*hints.struck(tried), *better])
    return png.encode(picture, palette(materials))


def _hint(painter: Any, theme: Theme, view: View, words: Words, chosen: Words) -> Iterable[Part]:
    """What marks the move of a hint: the painter's own parts, or the places that stand for its words."""
    if not words:
        return ()
    if hasattr(painter, "hint"):
        parts: Iterable[Part] = painter.hint(theme, view, words, chosen)
        return parts
    return hints.place_parts(lambda chosen: whole(painter.regions(theme, view, chosen)), words)


def regions(
    game: str, view: View, *, theme: str = "light", chosen: tuple[str, ...] = ()
) -> tuple[Region, ...]:
    """Where in the picture of these arguments choices can be pointed at, each in one place.

    Not all that is named is on offer, and not every choice has a place.
    """
    find = getattr(_package(game), "regions", None)
    return whole(find(named(theme, THEMES, "theme"), view, chosen)) if find and view.to_act else ()


def flights(game: str, before: View, after: View, *, theme: str = "light") -> tuple[Flight, ...]:
    """What moves between the pictures of two views that follow each other, as `paint` makes them."""
    find = getattr(_package(game), "flights", None)
    return tuple(find(named(theme, THEMES, "theme"), before, after)) if find else ()


def stage(game: str, theme: Theme, views: Sequence[View]) -> Stage:
    """For pictures of these views that are seen in turn: what stays, stays where it is.

    Raises:
        ValueError: there is no such game.
    """
    package = _package(game)
    known = {"framing": package.framing(views)} if hasattr(package, "framing") else {}
    flights = partial(package.flights, theme, **known) if hasattr(package, "flights") else lambda *_: ()
    return Stage(partial(package.paint, theme, chosen=None, **known), flights)


@cache
def accent(turn: str, theme: str) -> int:
    """The colour beside a board, in 24 bits.

    Raises:
        ValueError: there is no such theme.
    """
    enamel: Ramp = getattr(named(theme, THEMES, "theme").enamels, ACCENTS[turn])
    red, green, blue = enamel.at(TONES * 2 / 3)  # seen on light and on dark
    return red << 16 | green << 8 | blue


def _package(game: str) -> Any:
    """The painter of a game, loaded with its first picture, so that a bot starts sooner."""
    if game not in PAINTED:
        raise ValueError(f"there is no painter {game!r}; there are: {', '.join(PAINTED)}")
    return import_module(f"renderers.{game}")


def named(name: str, things: Mapping[str, T], kind: str) -> T:
    """The thing of that name.

    Raises:
        ValueError: there is none; it says which there are.
    """
    if name not in things:
        raise ValueError(f"there is no {kind} {name!r}; there are: {', '.join(things)}")
    return things[name]
