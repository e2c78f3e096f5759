"""What adapters call on the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

from bot.interface.answers import Answer, Completion, Delivery
from bot.interface.people import Account, Chat, Incoming
from bot.interface.screens import Screen
from games.events import MatchId

Forget = Callable[[Account], Awaitable[bool]]
"""Deletes the data of an account; False if files that another program reads still contain it."""
Share = Callable[[str, Callable[[str], str]], Awaitable[None]]
"""`Front.change_shared`."""


class Alone(Protocol):
    """A claim held by one process of the bot, see `Front.alone`."""

    @property
    def known(self) -> bool:
        """Whether this process held the claim at the last check."""

    async def is_mine(self) -> bool:
        """Check whether this process still holds the claim; another takes it over after a long suspension."""


@dataclass(frozen=True, slots=True)
class SharedMessage:
    """A message of the bot in a group chat."""

    chat: Chat
    subject: str
    """`Screen.subject`, or `match` and the code of the match of a board."""
    message: str
    """Its id, or the nonce of its post."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How a person is answered."""

    language: str
    theme: str | None
    """"" if they have chosen none; None if that is not known now."""


class Front(Protocol):
    """The methods of the bot for adapters."""

    async def handle(self, incoming: Incoming) -> Answer:
        """Handle a request; errors become answers and are never raised."""

    async def own_view(
        self, chat: Chat, account: str, match: MatchId, note: str, *, more: bool = False
    ) -> Screen | None:
        """What a note of this id shows now: a match as a player sees it, or what is behind its *More*.

        None if the player is unknown.
        """

    async def shared_view(self, seen: SharedMessage, language: str) -> Screen | None:
        """What a message in a group chat says now, in a language of some who read it there.

        None if there is nothing like it any more, or another language was chosen for all in the chat.
        """

    async def register(self, account: Account) -> None:
        """Record that a person is present or has a new name, so that others can name them."""

    async def looks(self, account: Account) -> Looks:
        """How a person is answered: as they have chosen, else in the language that their platform reports."""

    @property
    def robot_games(self) -> Collection[str]:
        """The keys of the games that robots play; empty if the host has switched robots off."""

    def speaks(self, platform: str, place: str, language: str) -> None:
        """Set the default language of public messages in a place: as the platform reports it, or ""."""

    async def greeting(
        self, chat: Chat, lacking: Collection[str] = (), *, language: str = "", threads: bool = False
    ) -> Screen | None:
        """The greeting of a group chat that the bot has joined; None if the bot does not play there.

        Args:
            chat: the group chat.
            lacking: the bot's missing permissions there; each is the end of a text key with `lacking.`.
            language: of the person who added the bot, for chats of unknown language.
            threads: whether the bot may open threads there.
        """

    def when_forgotten(self, forget: Forget) -> None:
        """Register a function to call for each account of a person to be forgotten, before the answer."""

    async def once(self, name: str, do: Callable[[], Awaitable[None]]) -> bool:
        """Do what several processes may be asked to do; False if another is at it, or has died meanwhile."""

    async def shared_value(self, name: str) -> str:
        """A short text that all processes share; "" if there is none."""

    async def change_shared(self, name: str, change: Callable[[str], str]) -> None:
        """Change a short text that all processes share, at first ""; `change` may be called several times."""

    async def launched(self, account: Account, instance: str, match: MatchId) -> None:
        """Report that a person has opened a match in the platform's own frame, see `PageServer.launched`."""

    def alone(self, name: str, among: str = "") -> AbstractAsyncContextManager[Alone]:
        """Claim a name once no other process of the bot holds it, except those with the same `among`."""

    async def delivered(self, delivery: Delivery, message: str | None, *, tried: bool = True) -> None:
        """Report the id of the message that shows the board of an answer; None if sending it failed.

        Must always be called (see `delivered` below): until then the board is locked. An answer not reported
        within two minutes counts as failed. If nothing was `tried`, the bot shows the board when it can.
        """

    async def complete(
        self, account: Account, chat: Chat, typed: str, match: MatchId | None = None
    ) -> tuple[Completion, ...]:
        """Complete a partly typed command such as `/play sah`; at most 25 completions.

        On platforms with separate fields, `match` is that of the command's match field.
        """

    async def lost(self, platform: str, place: str) -> None:
        """Report that the bot cannot write there any more: matches move to private chats or are forgotten.

        `place` is the id of a chat, or the part before a `/` that the ids of several chats share.
        """

    def opened(self, platform: str, place: str) -> None:
        """Report that the bot can write again in a lost chat."""

    async def moved(self, platform: str, old: str, new: str) -> None:
        """Report that a chat has a new id, and that its old messages cannot be edited any more."""


@dataclass(slots=True)
class Shown:
    """The message that shows an answer, once it is delivered."""

    message: str | None = None
    left: bool = False
    """Nothing was tried, as when the chat accepts nothing at present."""


@asynccontextmanager
async def delivered(front: Front, answer: Answer) -> AsyncIterator[Shown]:
    """Report the delivery of an answer to the front, even if it fails; if the answer asks for that.

    The body sets `Shown.message`. If the body raises, the answer counts as not delivered.
    """
    shown = Shown()
    try:
        yield shown
    except BaseException:
        shown.message = None
        raise
    finally:
        if answer and answer.delivery:
            message = None if shown.left else shown.message
            await front.delivered(answer.delivery, message, tried=not shown.left)
