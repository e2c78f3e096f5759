"""The port for storing the messages of the web chat, which has no server of its own as Discord has."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol, TypeVar

from bot.interface import RetryLater

T = TypeVar("T")

BOT = ""
"""The author of the bot's messages; the author of others is an account id."""


class Entry(Protocol):
    """One stored message."""

    @property
    def id(self) -> str:
        """Random, so that it does not reveal how many messages other chats have."""

    @property
    def chat(self) -> str:
        """`channel`, or `@` and the account id of a person for their private chat."""

    @property
    def author(self) -> str:
        """An account id, or `BOT`."""

    @property
    def at(self) -> int:
        """Unix time in seconds."""

    @property
    def body(self) -> str:
        """The content as JSON (`messages`)."""

    @property
    def image(self) -> bytes | None:
        """The bytes of its picture or file."""


class ChatLog(Protocol):
    """The messages of all chats. Returned changes survive a crash; after an error, nothing is stored."""

    async def add(
        self, chat: str, author: str, body: str, *, image: bytes | None = None, nonce: str
    ) -> tuple[Entry, bool]:
        """Store a new message; a nonce used before in this chat replaces the content of its message.

        Returns:
            The message, and whether it is new.
        """

    async def replace(self, chat: str, message: str, body: str, *, image: bytes | None) -> Entry | None:
        """Replace the content of a message of the bot; None if it has no such message in this chat."""

    async def remove(self, chat: str, message: str, author: str = BOT) -> bool:
        """Delete a message of its author; False if they have no such message in this chat."""

    async def find(self, message: str) -> Entry | None:
        """The message with this id; None if there is none."""

    async def forget(self, account: str) -> bool:
        """Delete a person's messages and private chat; False if files that are being read still hold them."""

    async def newest(self, chat: str, *, most: int, before: str | None = None) -> Sequence[Entry]:
        """The newest messages of a chat, oldest first; with `before`, only messages older than that one."""

    async def running(self, chat: str, *, most: int, before: str) -> Sequence[Entry]:
        """The newest boards of running matches that are older than a message, oldest first."""


async def kept(work: Awaitable[T]) -> T:
    """Await a call of a log, turning its errors into `RetryLater`."""
    try:
        return await work
    except Exception as fault:
        raise RetryLater from fault
