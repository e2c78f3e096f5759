"""People, chats, and requests as adapters receive them from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bot.interface.registry import MatchRequest, Request
from games.events import MatchId, PlayerId


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


@dataclass(frozen=True, slots=True)
class Incoming:
    """A request as an adapter receives it."""

    account: Account
    chat: Chat
    request: Request
    press: str
    """The platform's id of this press or command, which counts once even if delivered several times."""
    message: str | None = None
    """The platform's id of the message whose button was pressed."""
    ephemeral: bool = False
    """Whether only this person sees the pressed message (a note). False is the safe value."""
    manages: bool = False
    """Whether the person is an admin of the `place` that the request names, else of the request's chat.

    Needed for `ForManagers`; if the lookup is expensive, for a challenge only after a note with
    `managers_only`. False is the safe value. An admin of one of several chats that share a place, such as
    a channel of a server, is not an admin of the place: see `manages_chat`.
    """
    all_manage: bool = False
    """Whether everybody `manages` the chat. Then nobody manages what somebody else has opened."""
    present: tuple[Account, ...] = ()
    """The other people in the chat now, if the platform knows; for a `BuilderRequest`."""
    apart: Literal["", "here", "beside"] = ""
    """The private place for choices on a shared board: the pressed message, a note beside it, or none."""
    earlier: bool = False
    """Whether the request is delivered late, so that the person may be gone."""
    manages_chat: bool = False
    """Whether the person is an admin of the request's chat, even if not of its place; as `manages`."""
    front: MatchId | None = None
    """The match before the eyes of who types, on a page with several: it is meant if no other is named."""
    on_page: bool = False
    """Whether it was pressed on the page of a match, which shows more than a message of the chat can."""
    dark: bool = False
    """Whether the page that shows the answer is dark: what cannot be painted for both is painted for it."""
    answer: str | None = field(default=None, repr=False)
    """A secret by which `Adapter.post` finds an answer already sent, on platforms where a nonce cannot."""

    @property
    def match(self) -> MatchId | None:
        """The match that the request names."""
        return self.request.match if isinstance(self.request, MatchRequest) else None
