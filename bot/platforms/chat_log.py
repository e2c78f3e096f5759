"""What the web chat asks of the store of its messages, as Discord's servers keep those of Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol, TypeVar

from bot.interface import RetryLater

T = TypeVar("T")

BOT = ""
"""The author of what the bot says; people have their account id."""


class Entry(Protocol):
    """One message, as it is kept."""

    @property
    def id(self) -> str:
        """Drawn at random: it tells nothing of how much is written elsewhere."""

    @property
    def chat(self) -> str:
        """`channel`, or `@` and the account id of the person whose private chat it is."""

    @property
    def author(self) -> str:
        """An account id, or `BOT`."""

    @property
    def at(self) -> int:
        """When it was written, in seconds since 1970."""

    @property
    def body(self) -> str:
        """What it shows, in JSON (`messages`)."""

    @property
    def image(self) -> bytes | None:
        """The bytes of its picture or file."""


class ChatLog(Protocol):
    """The messages of all chats. What was returned survives a crash; an exception means: not kept."""

    async def add(
        self, chat: str, author: str, body: str, *, image: bytes | None = None, nonce: str
    ) -> tuple[Entry, bool]:
        """Keep a new message.

        Under a nonce that this chat has seen before the old message gets the new contents instead.

        Returns:
            The message, and whether it is new.
        """

    async def replace(self, chat: str, message: str, body: str, *, image: bytes | None) -> Entry | None:
        """Give a message of the bot's new contents; None: it has no such message in this chat."""

    async def remove(self, chat: str, message: str) -> bool:
        """Delete a message of the bot's; False: it has no such message in this chat."""

    async def find(self, message: str) -> Entry | None:
        """A message by its id."""

    async def forget(self, account: str) -> bool:
        """Delete what a person wrote and their private chat; False if files that are read still hold it."""

    async def newest(self, chat: str, *, most: int, before: str | None = None) -> Sequence[Entry]:
        """The newest messages of a chat (older than the message `before`), in the order they were written."""


async def kept(work: Awaitable[T]) -> T:
    """What a log answers; `RetryLater` where it could not keep it."""
    try:
        return await work
    except Exception as fault:
        raise RetryLater from fault
