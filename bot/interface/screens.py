"""Screens: messages with buttons and pictures for any platform."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

from bot.interface.people import Account, Chat
from bot.interface.pictures import Image, Picture, Table
from bot.interface.registry import Request, match_of
from bot.interface.requests import OVERVIEW, BuildChallenge
from games.events import MatchId
from games.game import Seat

# Buttons and links


@dataclass(frozen=True, slots=True)
class Button:
    """A label and its request."""

    label: str
    request: Request
    style: Literal["plain", "main", "danger"] = "plain"
    disabled: bool = False
    """Keeps its place but cannot be pressed. Where there are no disabled buttons, a dot is shown."""
    only_for: tuple[Account, ...] = ()
    """If any, the only people who may press it in a chat of several; platforms can hide it from others."""
    not_for: tuple[Account, ...] = ()
    """The only people who may not press it, or have no reason to."""


@dataclass(frozen=True, slots=True)
class PersonMenu:
    """A menu to pick a person of the chat, on platforms that have one."""

    label: str
    request: BuildChallenge
    """The request to which `with_person` adds the picked person."""


def with_person(request: BuildChallenge, person: str) -> BuildChallenge:
    """The request of a menu of people when a person is picked: the overview, with them as the opponent."""
    return replace(request, against=person, page=OVERVIEW)


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a message; the adapter writes its URL."""

    label: str
    chat: Chat
    message: str
    match: MatchId = MatchId("")
    """The match shown there; without links to messages, a button can show its board instead."""


@dataclass(frozen=True, slots=True)
class WebLink:
    """A link to a web page."""

    label: str
    url: str
    match: MatchId | None = None
    """The match whose page it is; None for another page."""


@dataclass(frozen=True, slots=True)
class Track:
    """All positions of a replay, for platforms that can show a slider."""

    at: int
    """The index of the position shown."""
    positions: tuple[Request, ...]
    """The request for each position."""


@dataclass(frozen=True, slots=True)
class MoveList:
    """The moves of a match, for platforms that have room for them beside its board."""

    moves: tuple[tuple[int, str, Request], ...]
    """For each of the newest turns the number of its last move, as replays count, a sentence, and the request
    that shows the position after it."""


# Messages

Turn = Literal["", "yours", "waiting", "over"]
"""Whether the reader of a board is to move or, on a shared one, whether the match runs; "" if not a board."""

Moments = tuple[tuple[str, int], ...]
"""Days and times in a text, each with its value in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class File:
    """An attachment: an animation or a text."""

    name: str
    """Reveals at most the code of a match."""
    data: bytes
    media_type: Literal["image/gif", "text/plain", "application/json"]
    alt: str
    """A description of the file."""


@dataclass(frozen=True, slots=True)
class Headline:
    """The result of a match, for platforms that can show it large."""

    text: str
    winner: Seat | None
    """None for a draw, and for who has lost. Platforms may show it as a colour."""


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a form, to type into."""

    name: str
    """The field of the request that it fills."""
    label: str
    most: int
    """Characters."""
    required: bool = False


@dataclass(frozen=True, slots=True)
class InputForm:
    """Fields to type into, and the request that they complete."""

    request: Request
    fields: tuple[Field, ...]


Rows = tuple[tuple[Button, ...], ...]
"""Buttons by rows."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A message for any platform. Text is plain; adapters escape it."""

    text: str
    title: str = ""
    image: Image | None = None
    """The painted `picture` or `table`."""
    rows: Rows = ()

    headline: Headline | None = None
    """Of a board whose match is over; the text says it, too."""
    moments: Moments = ()
    """The times in the text, which platforms can show in each reader's time zone."""
    fine_print: str = ""
    """The end of the text, of interest to few; platforms fold it away if they can."""
    language: str = ""
    """Language of the text; "" for that of the answer (`Note.language`)."""
    subject: str = ""
    """What a message is about.

    In a group chat a kind and a key, of which `Front.shared_view` makes it again; "" for boards, which their
    match tells, and for messages that are in one language. In a private chat it makes an older message with
    the same subject out of date, where that can be deleted.
    """
    theme: str | None = None
    """What its reader has chosen of `THEMES`, "" for nothing; None if it was not asked for."""

    picture: Picture | None = None
    """The picture to paint; adapters ignore it."""
    table: Table | None = None
    """The table to paint if there is no `picture`; adapters ignore it."""
    text_only: bool = False
    """The text describes the picture: it must not stand below an older picture."""
    file: File | None = None
    """Replaces an image; in new messages only, as no platform allows an edit to replace every file."""

    links: tuple[Link, ...] = ()
    menu: PersonMenu | None = None
    track: Track | None = None
    """Set for a replay."""
    moves: MoveList | None = None
    """Of a board with a picture."""
    form: InputForm | None = None
    """Opened in place of the screen, where the platform has forms; else the text says what to type."""
    page: WebLink | None = None
    """A page for the only reader, or the public page of a match."""
    invites: bool = False
    """Whether to add a way to invite the bot elsewhere, if the platform has one."""

    awaits: tuple[Account, ...] = ()
    """The people whose turn it is, mentioned if `pings`."""
    players: tuple[Account, ...] = ()
    """The people who play: in the match of a board, or in a tournament."""
    pings: bool = False
    """Whether a new message notifies the awaited people; otherwise it notifies nobody."""
    turn: Turn = ""
    """Of a board; also in the text. Platforms with coloured messages show it by colour."""
    colour: int | None = None
    """Colour of a board as 24-bit RGB; adds nothing to the text."""
    known: bool = field(default=False, compare=False)
    """Of an edit: the message shows what this process showed there last. What stays can be left out."""

    @property
    def buttons(self) -> Iterator[Button]:
        return chain.from_iterable(self.rows)

    @property
    def match(self) -> MatchId | None:
        """The match of the first button that names one."""
        return next(filter(None, (match_of(button.request) for button in self.buttons)), None)
