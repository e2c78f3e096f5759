"""Requests as adapters receive them, and the answers of the bot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from bot.interface.people import Account, Chat
from bot.interface.registry import MatchRequest, Request
from bot.interface.screens import Screen
from games.events import MatchId


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
    present: tuple[Account, ...] = ()
    """The other people in the chat now, if the platform knows; for a `BuilderRequest`."""
    apart: Literal["", "here", "beside"] = ""
    """The private place for choices on a shared board: the pressed message, a note beside it, or none."""
    earlier: bool = False
    """Whether the request is delivered late, so that the person may be gone."""
    manages_chat: bool = False
    """Whether the person is an admin of the request's chat, even if not of its place; as `manages`."""
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


@dataclass(frozen=True, slots=True)
class Delivery:
    """A board being delivered."""

    board: str
    """The id of the board, also the nonce of `Adapter.post`; or what identifies an unfinished review."""
    version: int = 0
    """Version of the match that the board will show."""
    unchanged: bool = False
    """Whether the pressed message shows the update already, so that it need not be sent."""


@dataclass(frozen=True, slots=True)
class Update:
    """Edit the pressed message."""

    screen: Screen
    delivery: Delivery | None = None
    """Set if the message shows a board; to be passed to `delivered`."""
    alone: bool = False
    """Only this person sees it until the message is edited for all (in answer to `apart="here"`)."""
    note: Screen | None = None
    """Also shown to this person alone; mostly a refusal because the message was out of date."""
    language: str = ""
    """The person's chosen language, else the one that the platform reports."""


@dataclass(frozen=True, slots=True)
class Post:
    """Post a new message to the chat."""

    screen: Screen
    delivery: Delivery | None = None
    """As in `Update`."""
    pressed: Screen | None = None
    """The new content of the pressed message, if it changes, too."""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Reply to this person alone (an ephemeral reply; in a private chat, an ordinary message)."""

    screen: Screen
    succeeded: bool = True
    """Whether the request was carried out. A refusal or a question is no success and must be read."""
    for_all: bool = False
    """Whether it only repeats what was typed, so that the whole chat may read it."""
    managers_only: bool = False
    """Whether the request was refused because `Incoming.manages` is False."""
    delivery: Delivery | None = None
    """As in `Update`; set if the bot will change the message later, without a press on it."""
    language: str = ""


Answer = Update | Post | Note | None
"""The adapter's response to a request; None to show nothing."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion of a command being typed."""

    line: str
    """The whole line, such as `/play sahara`."""
    description: str = ""
    """An explanation; of a match, the game and the opponent."""
