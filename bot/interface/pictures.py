"""Pictures and tables, as painters need them and as they were painted.

What is not always needed is computed only if an adapter asks for it: the clickable areas of an `Image`, its
copy for dark pages, or the same board to touch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.interface.registry import Request
from games.game import View
from games.words import Words

# Exported again for `bot.presentation`, which imports no renderers.
from renderers.rows import Career as Career
from renderers.rows import Crossing as Crossing
from renderers.rows import Headings as Headings
from renderers.rows import Outcome as Outcome
from renderers.rows import Standing as Standing

Corners = tuple[tuple[int, int], ...]
"""The corners (x, y) of a polygon, in pixels from the top left of a picture."""

Place = tuple[Request, Corners]
"""A clickable area of a picture: its request and its corners."""

Carry = tuple[Corners, Request, Corners]
"""Something in a picture that can be dragged to another place: where it lies, the request, and that place."""


class Motion(NamedTuple):
    """Something that moves from one picture to the next."""

    start: Corners
    """Its corners in the first picture."""
    end: Corners
    """Its corners in the second one."""
    leaves: bool
    """Whether its first place is empty while it moves."""
    as_before: bool
    """Whether it looks as in the first picture while it moves; otherwise as in the second."""
    since: float
    """The fraction of the animation after which it appears."""


@dataclass(frozen=True, slots=True)
class Picture:
    """All that a painter needs for a picture of a match."""

    game: str
    view: View
    names: tuple[str, str]
    chosen: Words
    alt: str
    """A full description of the picture."""
    unlisted: tuple[Request, ...] = ()
    """Choices that have no button, but can be pressed in the picture."""
    onward: Callable[[Words], Iterable[Request]] = field(default=lambda _: (), compare=False)
    """Computes what could be chosen after these words."""
    before: Callable[[], View | None] = field(default=lambda: None, compare=False)
    """Computes what its readers saw before the newest turn."""
    turn: int = 0
    """A number that tells the newest turn from others."""
    hinted: Words = ()
    """The move that a hint names, or the better one; it begins with what is chosen."""
    refuted: Words = ()
    """The move that was tried, or played instead of the better one."""
    past: bool = False
    """Whether it is a position of the past, in which nothing can be chosen."""


@dataclass(frozen=True, slots=True)
class Touchable:
    """A board that is drawn where it is seen, and can be touched; see `renderers.widget`."""

    document: str
    drawing: Mapping[str, Any]
    places: tuple[tuple[str, Request], ...]
    """The words whose places can be touched, each with its request, as the areas of a picture."""
    hinted: str = ""
    """The one of these words that a hint names next."""


@dataclass(frozen=True, slots=True)
class Image:
    """A painted picture."""

    data: bytes
    """PNG."""
    alt: str
    name: str
    """A file name that reveals nothing."""
    dark: Callable[[], bytes] | None = field(default=None, compare=False)
    """Paints it for a dark page, as PNG; None if its reader has chosen a theme."""
    regions: Callable[[], Iterable[Place]] = field(default=tuple, compare=False)
    """Computes the clickable areas. Their requests are those of buttons, begin these, or are unlisted."""
    touchable: Callable[[], Touchable] | None = None
    """Makes a board to touch that shows the same; None if its reader wants a picture."""
    carries: Callable[[], Iterable[Carry]] = field(default=tuple, compare=False)
    """Computes what can be dragged from one place to another."""
    turn: int = 0
    """The number of the turn that `motions` show."""
    motions: Callable[[], Iterable[Motion]] = field(default=tuple, compare=False)
    """Computes what moved in the newest turn."""


# Tables too wide for text on a phone: leaderboards, profiles, crosstables


@dataclass(frozen=True, slots=True)
class Ranking:
    """A leaderboard, or the standings of a tournament."""

    title: str
    rows: tuple[Standing, ...]
    headings: Headings
    """In a tournament, `rating` is the heading of the points, and `matches` that of the tie-break or ""."""
    alt: str
    """The whole table as text."""


@dataclass(frozen=True, slots=True)
class Careers:
    """A player's ratings and results by game."""

    name: str
    rows: tuple[Career, ...]
    headings: Headings
    alt: str
    """The whole table as text."""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The crosstable of a tournament."""

    title: str
    rows: tuple[Crossing, ...]
    name: str
    """The heading of the names."""
    points: str
    """The heading of the points."""
    legend: str
    alt: str
    """The whole table as text."""


@dataclass(frozen=True, slots=True)
class Legend:
    """The marks of a game's pictures, numbered as the lines of the text beside it."""

    game: str
    """Its key."""
    lines: int
    """How many lines are about this game only; they come first."""
    alt: str


Table = Ranking | Careers | Crosstable | Legend
