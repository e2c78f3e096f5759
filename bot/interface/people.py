"""People and chats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.events import PlayerId


@dataclass(frozen=True, slots=True)
class Account:
    """A person on one platform."""

    platform: str
    """`web`, `discord` or `telegram`."""
    id: str
    """The platform's id of the person."""
    name: str
    """Display name there, not escaped."""
    language: str = "en"
    """As the platform reports it, or empty; texts fall back to English."""
    handle: str = ""
    """Unique user name there, without `@`; empty if they have none."""

    awaited: bool = False
    """Only the handle is known, from a challenge to this person."""


GUEST = "guest"
"""The platform of people without an account: each browser that has taken a seat by a link is one of them."""

NAMELESS = "…"
"""The name of a person without one, such as a deleted Telegram account."""

FIXED = "inline:"
"""Prefix of the ids of chats that are a single message, see `Chat.fixed`."""
AWAY = "~"
"""Prefix of the ids of chats where the bot can only answer, see `Chat.by_press_only`."""


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat on one platform."""

    platform: str
    id: str
    private: bool
    """Between the bot and one person, whose secrets may be shown here."""
    title: str = field(default="", compare=False)
    """The name of a group chat; "" if the platform does not say."""

    @property
    def place(self) -> str:
        """The key of the chat's settings: the part of its id before a `/`, or the whole id."""
        return self.id.partition("/")[0]

    @property
    def fixed(self) -> bool:
        """Whether it is a single message sent via the bot, which can be edited but not followed by others."""
        return self.id.startswith(FIXED)

    @property
    def by_press_only(self) -> bool:
        """Whether the bot can only answer presses and commands there."""
        return self.id.startswith(AWAY)


Accounts = Mapping[PlayerId, Account]
"""The accounts of the people of a match, by player; forgotten people are missing."""
