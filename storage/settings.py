"""What people and chats have chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from games.events import PlayerId

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
