"""People and chats: accounts, what they have chosen, and how two accounts become one player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from games.events import PlayerId

AWAITED = "@"
"""What the ids of accounts begin with of which nothing is known but the handle, see `awaited_id`."""
AWAITED_KEPT = 600
"""Seconds for which such an account is kept before a challenge names it."""
WRONG_CODES_KEPT = 86_400
"""Seconds for which wrong codes are known; they count for less long."""


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
    """A name of letters, digits and `_` that nobody else has there, in any case; empty for none."""

    @property
    def awaited(self) -> bool:
        """Nothing is known of them but the handle by which somebody has challenged them."""
        return self.account.startswith(AWAITED)


def real_accounts(people: Sequence[Person]) -> tuple[Person, ...]:
    """The accounts of a player without the handle by which they were awaited, where they have come."""
    return tuple(person for person in people if not person.awaited) or tuple(people)


def awaited_id(at: int, drawn: bytes) -> str:
    """The id of an account that is known by its handle alone since a time; by age, and itself no handle."""
    return f"{AWAITED}{at:08x}.{drawn.hex()}"


@dataclass(frozen=True, slots=True)
class LinkCode:
    """A code by which another account can be joined to this one."""

    digest: str
    """The SHA-256 of the code, in hexadecimal."""
    platform: str
    account: str
    """Whose it is: the newest code of an account replaces the one before."""
    expires: int
    """From then on it is no good; in seconds since 1970."""
    used: bool = False
    """It has done its work, or failed to."""


@dataclass(frozen=True, slots=True)
class WrongCodes:
    """How often an account typed a code that is no good."""

    platform: str
    account: str
    count: int
    since: int
    """The first time, in seconds since 1970."""


# What people and chats have chosen

SHARED_KEPT = 3600
"""Seconds for which a value that processes have in common is kept after its last change."""

Challengers = Literal["everyone", "managers", "nobody"]

Reminders = Literal["off", "quarter", "hour", "both"]
"""When somebody is reminded: never, when a quarter of their time is left, in its last hour, at both."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player has chosen for themselves; the defaults are what holds where nothing is chosen."""

    player: PlayerId
    language: str = ""
    """Such as `de`; empty: as their platform tells."""
    theme: str = "light"
    text_only: bool = False
    """Boards in words, without a picture."""
    reminders: Reminders = "quarter"
    quiet: tuple[int, int] | None = None
    """From when to when they want to hear nothing: minutes of their day; the second may be smaller."""
    zone: str = "UTC"
    """Their time zone, by its name in the IANA database."""
    words: bool = True
    """They want to read what their opponents say."""
    away: tuple[tuple[int, int], ...] = ()
    """From when to when they are or were away, in seconds since 1970."""
    revision: int | None = field(default=None, compare=False)
    """How often that has been put, as it still has to be when it is put again; None: in any case."""


@dataclass(frozen=True, slots=True)
class Block:
    """A player wants no challenges from another."""

    player: PlayerId
    blocked: PlayerId
    since: int
    """In seconds since 1970."""


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """What is chosen for a chat, or for several; the defaults are what holds where nothing is chosen."""

    platform: str
    place: str
    """The id of a chat, or what the ids of several begin with before a `/`."""
    language: str = ""
    """Such as `de`; empty: the language that the bot speaks where nobody has chosen one."""
    theme: str = "light"
    text_only: bool = False
    challengers: Challengers = "everyone"
    """Who may challenge there."""
    words: bool = True
    """Players of matches there may say something to each other."""
    seeks: bool = False
    """Those who look for an opponent elsewhere are listed there."""
    results: str = ""
    """The id of the chat of this place in which results of its matches are told; empty: they are not."""
    threads: bool = False
    """A match that begins there gets a thread of its own."""
    revision: int | None = field(default=None, compare=False)
    """How often that has been put, as it still has to be when it is put again; None: in any case."""


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """A place gets a puzzle each day, posted in one of its chats."""

    platform: str
    place: str
    """As in `ChatSettings`."""
    chat: str
    """The id of the chat to post in."""
    zone: str
    """Whose day is meant: a time zone, by its name in the IANA database."""
