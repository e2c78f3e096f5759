"""Writes to chats of many, each in the way that is chosen for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import derived_id
from bot.interface import Account, Adapter, Chat, Message, Screen, Threads
from bot.repositories.preferences import PreferencesRepository


class ChatWriter:
    """What is said in them for all who are there."""

    def __init__(
        self,
        adapters: Mapping[str, Adapter],
        screens: MatchScreens,
        preferences: PreferencesRepository,
    ) -> None:
        self._adapters, self._screens, self._preferences = adapters, screens, preferences

    async def say(self, chat: Chat, key: str, name: str) -> None:
        """Say a sentence of the catalogues; otherwise as `show`."""
        texts = (await self._preferences.preferences_of_chat(chat)).texts
        await self.show(chat, Screen(texts(key)), name)

    async def show(self, chat: Chat, shown: Screen, name: str) -> None:
        """Show a screen; under the same name it is shown once.

        Raises:
            Unreachable, InteractionRequired, RetryLater
        """
        message = self._screens.page(shown, await self._preferences.preferences_of_chat(chat))
        await self.post(chat, message, derived_id(name))

    async def post(self, chat: Chat, message: Message, nonce: str) -> str:
        """See `Adapter`."""
        return await self._adapters[chat.platform].post(chat, message, nonce)

    async def open_thread(
        self, chat: Chat, message: str, name: str, people: Sequence[Account]
    ) -> Chat | None:
        """See `Threads`; None also where a platform has none."""
        adapter = self._adapters[chat.platform]
        return (
            await adapter.open_thread(chat, message, name, people) if isinstance(adapter, Threads) else None
        )
