"""One platform as the bot sees it: what it can do, and what can go wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from bot.interface.people import Account, Chat
from bot.interface.responses import Front
from bot.interface.screens import Screen


class Unreachable(Exception):
    """The chat cannot be written to: closed, blocked, deleted, or no permission. Trying again is useless.

    A post may be refused where an edit is not: the old board of a match lives on then, and whoever is to be
    notified is told in their private chat.
    """


class MessageGone(Exception):
    """The message to be edited is no longer there."""


class InteractionRequired(Exception):
    """The message can be changed only in the response to a press on it; it stays as it is until then.

    It is tried again when something more happens in the match.
    """


class MessageKindFixed(Exception):
    """The message cannot become this: a new one has to.

    It has a picture and is to be a text (`Screen.text_only`), or it is too old.
    """


class RetryLater(Exception):
    """A passing fault: the same may go through later.

    Attributes:
        after: seconds to wait at least.
        due: it is taken then, as far as the platform has said: a returning bot does not wait longer.
    """

    def __init__(self, after: float = 1.0, *, due: bool = False) -> None:
        self.after, self.due = after, due
        super().__init__(f"again after {after} s")


class Backoff:
    """How long to wait before the next try: waits that double with each failure in a row, up to a limit."""

    __slots__ = ("_first", "_last", "_longest")

    def __init__(self, first: float, longest: float) -> None:
        """Begin with no failure.

        Args:
            first: seconds to wait after the first failure.
            longest: seconds that no wait exceeds, unless more is asked for.
        """
        self._first, self._longest = first, longest
        self._last = 0.0

    @property
    def failed(self) -> bool:
        """Something has failed since the last reset."""
        return self._last > 0

    def next_wait(self, at_least: float = 0.0) -> float:
        """Count a failure.

        Args:
            at_least: seconds that the other side asks for.

        Returns:
            The seconds to wait before the next try.
        """
        self._last = max(at_least, min(2 * self._last or self._first, self._longest))
        return self._last

    def reset(self) -> None:
        """It has succeeded: the next failure is a first one again."""
        self._last = 0.0


class Adapter(Protocol):
    """One platform, as the bot sees it."""

    @property
    def platform(self) -> str:
        """Its key, as in `Account.platform`."""

    async def post(self, chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        """Send a new message and give its id; the same nonce makes no second one, as far as the platform can.

        Args:
            chat: where.
            message: what it shows.
            nonce: names it.
            answer: of the press that it may have answered already: then that answer is replaced.

        Raises:
            Unreachable, RetryLater
        """

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        """Replace a message.

        Raises:
            MessageGone, MessageKindFixed, Unreachable, InteractionRequired, RetryLater
        """

    async def delete(self, chat: Chat, message_id: str) -> None:
        """Delete a message of the bot.

        Raises:
            MessageGone: it is not there.
            Unreachable: it cannot be deleted (any more), and stays; it may still be edited.
            InteractionRequired, RetryLater
        """

    def private_chat(self, account_id: str) -> Chat:
        """Where the bot can talk to one person alone."""


@runtime_checkable
class Threads(Protocol):
    """An adapter for a platform with threads."""

    async def open_thread(
        self, chat: Chat, message_id: str, name: str, people: Sequence[Account]
    ) -> Chat | None:
        """A thread that begins with a message, for some people; the one that does already, if there is one.

        None in places without threads.

        Raises:
            MessageGone, Unreachable, RetryLater
        """


@runtime_checkable
class EditsAlone(Protocol):
    """An adapter for a platform where a message of many can look different to one of them."""

    async def edit_alone(self, chat: Chat, message_id: str, reader: str, message: Screen) -> None:
        """Replace a message before the eyes of one person (an account id), until it is edited for all.

        Raises:
            RetryLater
        """


class PlatformAdapter(Adapter, Protocol):
    """An adapter with its connection: started, watched and stopped."""

    @property
    def name(self) -> str:
        """The name under which the bot is logged in; "" before it is."""

    @property
    def connected(self) -> bool:
        """Whether the platform can be heard at present."""

    def connect(self, front: Front) -> None:
        """Hand requests to this front from now on; called before `start`."""

    async def start(self) -> None:
        """Log in and wait until presses can be heard; after a failure it may be called again.

        Raises:
            CannotStart
        """

    async def running(self) -> str:
        """Why the connection has ended for good, as soon as it has; in words without tokens.

        Raises:
            Exception: it broke down for a reason that nobody foresaw.
        """

    async def stop(self) -> None:
        """Finish what is being answered, then leave."""
