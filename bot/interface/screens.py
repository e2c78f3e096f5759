"""What a person is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from bot.interface.people import Account, Chat
from bot.interface.registry import Request
from bot.interface.requests import BuildChallenge
from games.events import MatchId
from games.game import View
from games.words import Words
from renderers.rows import Career as Career
from renderers.rows import Crossing as Crossing
from renderers.rows import Headings as Headings
from renderers.rows import Outcome as Outcome
from renderers.rows import Standing as Standing

Corners = tuple[tuple[int, int], ...]
"""Of a polygon, in pixels of a picture: to the right, down."""

Place = tuple[Request, Corners]
"""What is asked for by pointing somewhere, and the corners of the area."""


Turn = Literal["", "yours", "waiting", "over"]
"""Whether a board's reader is to move; where many read it, whether the match goes on. "": it is no board."""

Moments = tuple[tuple[str, int], ...]
"""Days and times as a text says them, each with what it is in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Button:
    """A label and the request it makes."""

    label: str
    request: Request
    style: Literal["plain", "main", "danger"] = "plain"
    disabled: bool = False
    """It keeps its place beside the others, and cannot be pressed. Platforms without such buttons
    show a dot there."""


@dataclass(frozen=True, slots=True)
class PersonMenu:
    """All people of a chat to pick one from, where the platform has such a menu."""

    label: str
    request: BuildChallenge
    """What is asked when somebody is picked, by `with_person`."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What is to be painted; the painters get nothing else."""

    game: str
    view: View
    names: tuple[str, str]
    chosen: Words
    alt: str
    """The whole picture in words."""


@dataclass(frozen=True, slots=True)
class Link:
    """A way to a message: the adapter knows how its platform writes it."""

    label: str
    chat: Chat
    message: str
    match: MatchId = MatchId("")
    """What is shown there: where nothing leads to a message, a button can show the board instead."""


@dataclass(frozen=True, slots=True)
class WebLink:
    """A way to a page outside of every chat."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Track:
    """All positions of a replay, for platforms that can show more than a step."""

    at: int
    """Which of them is shown, from 0."""
    positions: tuple[Request, ...]
    """What asks for each."""


@dataclass(frozen=True, slots=True)
class Image:
    """A painted picture."""

    data: bytes
    """PNG."""
    alt: str
    name: str
    """A file name that says nothing."""
    regions: Callable[[], Iterable[Place]] = field(default=tuple, compare=False)
    """Finds what is asked for by pointing at a place: only what a button of the same message asks for."""


# Tables, where text would not fit a phone: leaderboards, profiles, crosstables


@dataclass(frozen=True, slots=True)
class Ranking:
    """A leaderboard, or how everybody stands in a tournament."""

    title: str
    rows: tuple[Standing, ...]
    headings: Headings
    """Of a tournament, `rating` is that of the points and `matches` that of the tie-break."""
    alt: str
    """The whole table in words."""


@dataclass(frozen=True, slots=True)
class Careers:
    """How somebody has done in each game."""

    name: str
    rows: tuple[Career, ...]
    headings: Headings
    alt: str
    """The whole table in words."""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Who did how against whom in a tournament."""

    title: str
    rows: tuple[Crossing, ...]
    name: str
    """The heading of the names."""
    points: str
    """That of the points."""
    legend: str
    alt: str
    """The whole table in words."""


Table = Ranking | Careers | Crosstable


@dataclass(frozen=True, slots=True)
class File:
    """Something to keep: an animation, or a text."""

    name: str
    """Says nothing but the code of a match, if it says anything."""
    data: bytes
    media_type: Literal["image/gif", "text/plain", "application/json"]
    alt: str
    """What it is, in words."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What is shown, on whatever platform. Text is plain: adapters escape it."""

    text: str
    title: str = ""
    image: Image | None = None
    """What `picture` or `table` has become."""
    rows: tuple[tuple[Button, ...], ...] = ()
    links: tuple[Link, ...] = ()
    awaits: tuple[Account, ...] = ()
    """Whose turn it is: to be mentioned where a mention is due."""
    pings: bool = False
    """As a new message it notifies those who are awaited, and nobody else; others notify nobody."""
    picture: Picture | None = None
    """What is to be painted; of no concern to adapters."""
    table: Table | None = None
    """Likewise, where there is no `picture`."""
    file: File | None = None
    """In place of an image; only in new messages, for no platform lets every file be replaced."""
    text_only: bool = False
    """It says in words what a picture would show: it must not stand below an older picture."""
    track: Track | None = None
    """Of a replay."""
    menu: PersonMenu | None = None
    turn: Turn = ""
    """Of a board; the text says it as well. Platforms that have a colour for a message show it by that."""
    colour: int | None = None
    """Of a board, as red, green and blue in 24 bits; it says nothing that the text does not."""
    language: str = ""
    """That it speaks; "": as its answer does (`Note.language`)."""
    moments: Moments = ()
    """Of the text: platforms that know better when they are for each reader say so."""
    fine_print: str = ""
    """The end of the text that few will read: platforms that can fold it away do."""
    invites: bool = False
    """Below it the bot can be brought to other places, where the platform has a way to do so."""
    page: WebLink | None = None
    """For its only reader."""
