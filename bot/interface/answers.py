"""The answers of the bot to requests."""

from __future__ import annotations

from dataclasses import dataclass

from bot.interface.screens import Screen
from games.events import MatchId


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
    match: MatchId | None = None
    """The match that the request was about."""
    gives_way: bool = False
    """Nobody needs to read the screen: the pressed message is deleted, where the platform can do that."""


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
    match: MatchId | None = None
    """As in `Update`."""


Answer = Update | Post | Note | None
"""The adapter's response to a request; None to show nothing."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion of a command being typed."""

    line: str
    """The whole line, such as `/play sahara`."""
    description: str = ""
    """An explanation; of a match, the game and the opponent."""
