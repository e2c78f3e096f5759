"""People and chats: accounts, settings, and the codes that link accounts. Times are in seconds since 1970."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import filterfalse
from operator import attrgetter
from typing import Literal

from games.events import PlayerId

NOBODY = PlayerId("")
AWAITED = "@"
"""The prefix of the ids of placeholder accounts, known by their handle only; see `awaited_id`."""
AWAITED_KEPT = 600
"""Seconds for which such an account is kept if no challenge names it."""


@dataclass(frozen=True, slots=True)
class Person:
    """An account as it was last seen."""

    platform: str
    account: str
    """The platform's own id."""
    player: PlayerId
    name: str
    language: str
    handle: str = ""
    """A name of letters, digits and `_`, unique on the platform regardless of case; empty for none."""

    @property
    def awaited(self) -> bool:
        """A placeholder for somebody who was challenged by their handle and has not arrived yet."""
        return self.account.startswith(AWAITED)


def real_accounts(people: Sequence[Person]) -> tuple[Person, ...]:
    """A player's accounts without placeholders, unless they have nothing else."""
    return tuple(filterfalse(attrgetter("awaited"), people)) or tuple(people)


def awaited_id(at: int, drawn: bytes) -> str:
    """The id of a placeholder account made at a time; ids sort by age, and are never valid handles."""
    return f"{AWAITED}{at:08x}.{drawn.hex()}"


@dataclass(frozen=True, slots=True)
class LinkCode:
    """A code by which another account can be linked to this one."""

    digest: str
    """The SHA-256 of the code, in hexadecimal."""
    platform: str
    account: str
    """The account that issued it; a new code of an account replaces the previous one."""
    expires: int
    used: bool = False
    """It was redeemed, successfully or not."""


# Preferences and chat settings

SHARED_KEPT = 3600
"""Seconds for which a value shared by processes is kept after its last change."""

Challengers = Literal["everyone", "managers", "nobody"]

Reminders = Literal["off", "quarter", "hour", "both"]
"""When a player is reminded: never, when a quarter of their time is left, in its last hour, or both."""

InWords = Literal["off", "on", "changes"]
"""Boards with a picture, as text, or as text with the latest turn first and the position on request."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of a player; the defaults apply where nothing is chosen."""

    player: PlayerId
    language: str = ""
    """A code such as `de`; empty for the language that their platform reports."""
    theme: str = ""
    """Of pictures; empty for the one of their page, which only the web chat knows: elsewhere it is light."""
    text: InWords = "off"
    reminders: Reminders = "quarter"
    quiet: tuple[int, int] | None = None
    """Start and end of quiet hours, in minutes of their day; the end may be smaller."""
    zone: str = "UTC"
    """Their time zone, by its name in the IANA database."""
    words: bool = True
    """They read messages of their opponents."""
    away: tuple[tuple[int, int], ...] = ()
    """Start and end of each absence."""
    touch: bool = False
    """Boards that can be touched, on platforms that have them."""
    named: bool = False
    """Chats may name them among those who solved a puzzle of the day."""
    pages: bool = True
    """Their finished matches have a page that everybody can open who knows its address."""
    revision: int | None = field(default=None, compare=False)
    """Guard: the number of times it had been stored when it was read; None for no guard."""


@dataclass(frozen=True, slots=True)
class Block:
    """A player accepts no challenges from another."""

    player: PlayerId
    blocked: PlayerId
    since: int


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """The settings of a chat, or of several; the defaults apply where nothing is chosen."""

    platform: str
    place: str
    """The id of a chat, or the common prefix, before a `/`, of the ids of several."""
    language: str = ""
    """A code such as `de`; empty for the bot's default."""
    theme: str = ""
    """As that of a player."""
    text: InWords = "off"
    challengers: Challengers = "everyone"
    words: bool = True
    """Players of matches there may send each other messages."""
    seeks: bool = False
    """Seeks of players elsewhere are listed there."""
    results: str = ""
    """The id of the chat of this place in which results of its matches are posted; empty for none."""
    puzzles: str = ""
    """The id of the chat of this place in which the daily puzzle is posted; empty for none."""
    zone: str = "UTC"
    """The time zone of the day of that puzzle, by its name in the IANA database."""
    threads: bool = False
    revision: int | None = field(default=None, compare=False)
    """Guard: the number of times it had been stored when it was read; None for no guard."""
