"""In which chats the host lets the bot play: looked at before anything is answered or sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.interface import FIXED, Account, Adapter, Chat, EditsAlone, Message, Threads, Unreachable

PRESS_ONLY = "~"  # before the id of a chat where the bot can only answer; for the host it is the same chat


class ChatAccess:
    """The host's lists; an entry is `platform:place`, where the place is a chat or has chats in it."""

    def __init__(self, allowed: Sequence[str] = (), blocked: Sequence[str] = ()) -> None:
        """Lists of chats.

        Args:
            allowed: the only chats with several people in which the bot plays; () means all of them. Private
                chats are open to everybody in any case: the boards of matches are there.
            blocked: chats, also private ones, in which it does not play.
        """
        self._allowed, self._blocked = frozenset(allowed), frozenset(blocked)

    def admits(self, chat: Chat) -> bool:
        """Whether the bot plays here."""
        place = chat.id.removeprefix(PRESS_ONLY)
        names = {f"{chat.platform}:{name}" for name in (place, place.partition("/")[0])}
        if chat.fixed:
            names.add(f"{chat.platform}:{FIXED.rstrip(':')}")
        if names & self._blocked:
            return False
        return chat.private or not self._allowed or bool(names & self._allowed)


class GuardedAdapter:
    """An `Adapter` that writes to chats where the bot plays; others count as unreachable."""

    def __init__(self, adapter: Adapter, chat_access: ChatAccess) -> None:
        self._adapter, self._chat_access = adapter, chat_access

    @property
    def platform(self) -> str:
        """Its key."""
        return self._adapter.platform

    async def post(self, chat: Chat, message: Message, nonce: str, answer: str | None = None) -> str:
        """See `Adapter`."""
        self._check(chat)
        return await self._adapter.post(chat, message, nonce, answer)

    async def edit(self, chat: Chat, message_id: str, message: Message) -> None:
        """See `Adapter`."""
        self._check(chat)
        await self._adapter.edit(chat, message_id, message)

    async def edit_alone(self, chat: Chat, message_id: str, reader: str, message: Message) -> None:
        """See `EditsAlone`."""
        if isinstance(self._adapter, EditsAlone) and self._chat_access.admits(chat):
            await self._adapter.edit_alone(chat, message_id, reader, message)

    async def delete(self, chat: Chat, message_id: str) -> None:
        """See `Adapter`."""
        self._check(chat)
        await self._adapter.delete(chat, message_id)

    async def open_thread(
        self, chat: Chat, message_id: str, name: str, people: Sequence[Account]
    ) -> Chat | None:
        """See `Threads`."""
        self._check(chat)
        adapter = self._adapter
        if not isinstance(adapter, Threads):
            return None
        return await adapter.open_thread(chat, message_id, name, people)

    def private_chat(self, account_id: str) -> Chat:
        """See `Adapter`."""
        return self._adapter.private_chat(account_id)

    def _check(self, chat: Chat) -> None:
        if not self._chat_access.admits(chat):
            raise Unreachable


def guarded(adapters: Mapping[str, Adapter], chat_access: ChatAccess) -> dict[str, Adapter]:
    """The platforms by key, as far as the host lets the bot write there."""
    return {key: GuardedAdapter(adapter, chat_access) for key, adapter in adapters.items()}
