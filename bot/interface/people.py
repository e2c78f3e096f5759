"""People and places, and how people are shown things."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.texts import Texts
from games.events import PlayerId


@dataclass(frozen=True, slots=True)
class Account:
    """A person on one platform."""

    platform: str
    """`web`, `discord` or `telegram`."""
    id: str
    """The id that the platform gives them."""
    name: str
    """Their display name there, not escaped."""
    language: str = "en"
    """As the platform tells it, empty where it does not; texts fall back to English."""
    handle: str = ""
    """By which people call them there, without `@`, if it is nobody else's; empty if they have none."""

    awaited: bool = False
    """Nothing is known of them but the handle by which somebody has challenged them."""


NAMELESS = "…"
"""The name of a person without one, such as somebody who has left Telegram."""

FIXED = "inline:"
"""What the ids of chats begin with that are one message, see `Chat.fixed`."""


@dataclass(frozen=True, slots=True)
class Chat:
    """Where people talk on one platform."""

    platform: str
    id: str
    private: bool
    """Between the bot and one person: what is secret to others may be shown here."""

    @property
    def place(self) -> str:
        """What the chat shares its settings with: what its id begins with before a `/`, or all of it."""
        return self.id.partition("/")[0]

    @property
    def fixed(self) -> bool:
        """It is one message that somebody sent by way of the bot: it can be changed, nothing can follow."""
        return self.id.startswith(FIXED)


Cast = Mapping[PlayerId, Account]
"""The people of a match, by player; forgotten people are missing."""

THEMES = ("light", "dark", "contrast", "large")
"""The names of the themes in which pictures are painted."""


@dataclass(frozen=True, slots=True)
class DisplayPreferences:
    """A person's, or that of a chat of many."""

    texts: Texts
    theme: str = "light"
    """One of `THEMES`."""
    text_only: bool = False
    """Boards in words, without a picture."""
    zone: str = "UTC"
    """Their time zone, by its name in the IANA database; in a chat of many everybody's."""
