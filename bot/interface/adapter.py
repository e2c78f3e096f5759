"""What the bot calls on adapters, and the errors that these raise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from bot.interface.front import Front
from bot.interface.people import Account, Chat
from bot.interface.screens import Screen


class Unreachable(Exception):
    """The chat cannot be written to: closed, blocked, deleted or no permission. A retry is useless.

    A post may be refused although an edit is allowed: then the old board of a match is kept, and the player
    is notified in a private chat.
    """


class MessageGone(Exception):
    """The message no longer exists."""


class InteractionRequired(Exception):
    """The message can be changed only in response to a press on it; until then it stays as it is.

    The edit is tried again at the next change of the match.
    """


class MessageKindFixed(Exception):
    """The message cannot be edited into this screen; a new message is needed.

    Either it has a picture and the screen is `text_only`, or it is too old.
    """


class RetryLater(Exception):
    """A temporary error: a retry may succeed.

    Attributes:
        after: least seconds to wait.
        due: the platform has promised to accept the call then, so that no longer wait is needed.
    """

    def __init__(self, after: float = 1.0, *, due: bool = False) -> None:
        self.after, self.due = after, due
        super().__init__(f"again after {after} s")


class Adapter(Protocol):
    """The calls that the bot makes to a platform."""

    @property
    def platform(self) -> str: ...

    async def post(self, chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        """Send a message and return its id.

        Args:
            chat: the destination.
            message: the content.
            nonce: an idempotency key: a second call sends no second message, but replaces the first one, if
                the platform supports this.
            answer: `Incoming.answer` of a press that this message may already have answered; it is replaced.

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
            MessageGone: it does not exist.
            Unreachable: it cannot be deleted (any more) and stays; it may still be editable.
            InteractionRequired, RetryLater
        """

    def private_chat(self, account_id: str) -> Chat: ...


@runtime_checkable
class Threads(Protocol):
    """An adapter for a platform with threads."""

    async def open_thread(
        self, chat: Chat, message_id: str, name: str, people: Sequence[Account]
    ) -> Chat | None:
        """Open a thread on a message for some people, or find the existing one.

        Returns:
            The thread, whose id begins with the chat's and a `/`; None where threads are not possible.

        Raises:
            MessageGone, Unreachable, RetryLater
        """


@runtime_checkable
class Pins(Protocol):
    """An adapter for a platform where messages can be pinned."""

    async def pin(self, chat: Chat, message_id: str) -> None:
        """Pin a message of the bot, without notifying anybody where that is possible.

        Raises:
            MessageGone, Unreachable, RetryLater
        """


@runtime_checkable
class EditsAlone(Protocol):
    """An adapter for a platform where one person can see a shared message differently."""

    async def edit_alone(self, chat: Chat, message_id: str, reader: str, message: Screen) -> None:
        """Replace a message for one reader (an account id) until it is edited for all.

        Raises:
            RetryLater
        """


class PlatformAdapter(Adapter, Protocol):
    """An adapter with the life cycle of its connection."""

    @property
    def name(self) -> str:
        """The name of the bot's account; "" before login."""

    @property
    def connected(self) -> bool: ...

    def connect(self, front: Front) -> None: ...

    async def start(self) -> None:
        """Log in and wait until presses are received; may be called again after a failure.

        Raises:
            CannotStart
        """

    async def running(self) -> str:
        """Wait until the connection ends for good, and return the reason, without tokens.

        Raises:
            Exception: an unexpected error.
        """

    async def stop(self) -> None:
        """Finish pending answers, then disconnect."""
