"""The chats in which the host lets the bot play; checked before anything is answered or sent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.interface import (
    AWAY,
    FIXED,
    Account,
    Adapter,
    Chat,
    EditsAlone,
    Pins,
    RetryLater,
    Screen,
    Threads,
    Unreachable,
)


class ChatAccess:
    """The host's lists of chats; an entry is `platform:place`, where the place is or contains chats."""

    def __init__(self, allowed: Sequence[str] = (), blocked: Sequence[str] = ()) -> None:
        # Private chats need no entry in `allowed`, since they contain the boards of matches.
        self._allowed, self._blocked = frozenset(allowed), frozenset(blocked)

    def admits(self, chat: Chat) -> bool:
        """Whether the bot plays here."""
        # Hosts write the ids without the mark.
        parts = chat.id.removeprefix(AWAY).split("/")
        names = {f"{chat.platform}:{'/'.join(parts[: length + 1])}" for length in range(len(parts))}
        if chat.fixed:
            names.add(f"{chat.platform}:{FIXED.rstrip(':')}")
        if names & self._blocked:
            return False
        return chat.private or not self._allowed or bool(names & self._allowed)


EVERYWHERE = ChatAccess()


class GuardedAdapter:
    """An adapter that only writes to chats where the host allows it; others count as unreachable.

    Posts, edits and deletions wait until the platform can be written to.
    """

    def __init__(self, adapter: Adapter, chat_access: ChatAccess = EVERYWHERE) -> None:
        self._adapter, self._chat_access = adapter, chat_access
        self.serves = asyncio.Event()
        """Set when the platform can be written to."""

    @property
    def platform(self) -> str:
        return self._adapter.platform

    async def post(self, chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        await self._until_open(chat)
        return await self._adapter.post(chat, message, nonce, answer)

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        await self._until_open(chat)
        await self._adapter.edit(chat, message_id, message)

    async def edit_alone(self, chat: Chat, message_id: str, reader: str, message: Screen) -> None:
        if isinstance(self._adapter, EditsAlone) and self._chat_access.admits(chat):
            await self._adapter.edit_alone(chat, message_id, reader, message)

    async def delete(self, chat: Chat, message_id: str) -> None:
        await self._until_open(chat)
        await self._adapter.delete(chat, message_id)

    async def open_thread(
        self, chat: Chat, message_id: str, name: str, people: Sequence[Account]
    ) -> Chat | None:
        await self._until_open(chat)
        if not isinstance(self._adapter, Threads):
            return None
        return await self._adapter.open_thread(chat, message_id, name, people)

    async def pin(self, chat: Chat, message_id: str) -> None:
        if isinstance(self._adapter, Pins) and self._chat_access.admits(chat):
            await self._adapter.pin(chat, message_id)

    def private_chat(self, account_id: str) -> Chat:
        return self._adapter.private_chat(account_id)

    async def _until_open(self, chat: Chat) -> None:
        """Wait for the platform; a call that had to wait is retried, with the contents current by then.

        Raises:
            Unreachable, RetryLater
        """
        if not self._chat_access.admits(chat):
            raise Unreachable
        if not self.serves.is_set():
            await self.serves.wait()
            raise RetryLater(0.0, due=True)
