"""What people have chosen for themselves and for their chats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from typing import TypeVar

from cachetools import LRUCache

from bot.domain.refusals import Refused
from bot.domain.time_zones import quiet_until
from bot.interface import Chat
from bot.interface.people import THEMES, DisplayPreferences
from bot.texts import DEFAULT, texts_for
from games.events import PlayerId
from storage.errors import PeopleChanged, retried
from storage.matches import NOBODY, Audience
from storage.people import Block, ChatSettings, Preferences, Reminders
from storage.sql.people import Settings

KEPT = 10_000  # places of which a platform tells the language
MOST_BLOCKED = 200  # people whom somebody can block

V = TypeVar("V")


class PreferencesRepository:
    """Preferences, blocks, and the settings of chats: looked up where they are not known from one reading."""

    def __init__(self, store: Settings, in_words: Callable[[Chat], bool] = lambda _: False) -> None:
        """Preferences as they are stored.

        Args:
            store: what is chosen.
            in_words: whether a chat of many can be shown no pictures.
        """
        self._store, self._in_words = store, in_words
        # The languages of places, as their platforms tell them: also of places where the bot is only pressed.
        self._heard: LRUCache[tuple[str, str], str] = LRUCache(KEPT)

    # A player's own

    async def of(self, player: PlayerId, known: Audience = NOBODY) -> Preferences:
        return known.preferences.get(player) or await self._store.preferences(player)

    async def change(self, player: PlayerId, by: Callable[[Preferences], Preferences]) -> Preferences:
        """Let a player choose; two changes at once are made one after the other."""
        return await _changed(lambda: self._store.preferences(player), by, self._store.put_preferences)

    async def display_of(self, player: PlayerId, told: str, known: Audience = NOBODY) -> DisplayPreferences:
        """How a player is shown what they are shown.

        Args:
            player: who reads.
            told: the language that their platform tells.
            known: who was read already.
        """
        return display_of(await self.of(player, known), told)

    async def reminding(self, player: PlayerId, at: int, wanted: Collection[Reminders]) -> int | None:
        """When a reminder that is due `at` may be sent, in seconds since 1970; None: never.

        Only players who have chosen one of `wanted` are reminded. In quiet hours it waits until they end.
        """
        chosen = await self.of(player)
        return quiet_until(chosen, at) if chosen.reminders in wanted else None

    async def quiet_until(self, player: PlayerId, now: int) -> int:
        """When the quiet hours of a player end, if they are now; else `now` itself. In seconds since 1970."""
        return quiet_until(await self.of(player), now)

    # Blocks

    async def blocked_by(self, player: PlayerId) -> tuple[Block, ...]:
        """The people whose challenges a player does not want, the longest blocked first."""
        return await self._store.blocked_by(player)

    async def blocks(self, player: PlayerId, other: PlayerId) -> bool:
        return await self.blocks_since(player, other) is not None

    async def blocks_since(self, player: PlayerId, other: PlayerId) -> int | None:
        """Since when, in seconds since 1970; None where they do not."""
        return next((block.since for block in await self.blocked_by(player) if block.blocked == other), None)

    async def block(self, player: PlayerId, other: PlayerId, at: int) -> None:
        """Keep the other's challenges away from a player.

        Raises:
            Refused: nothing has changed.
        """
        known = await self._store.blocked_by(player)
        if any(block.blocked == other for block in known):
            return
        if len(known) >= MOST_BLOCKED:
            raise Refused("no.block_full", most=MOST_BLOCKED)
        await self._store.put_block(Block(player, other, at))

    async def unblock(self, player: PlayerId, other: PlayerId) -> None:
        await self._store.drop_block(player, other)

    # Chats

    async def of_chat(self, platform: str, place: str, known: Audience = NOBODY) -> ChatSettings:
        """What is chosen for a place, see `Chat.place`."""
        return known.chats.get((platform, place)) or await self._store.chat_settings(platform, place)

    async def change_chat(
        self, platform: str, place: str, by: Callable[[ChatSettings], ChatSettings]
    ) -> ChatSettings:
        return await _changed(
            lambda: self._store.chat_settings(platform, place), by, self._store.put_chat_settings
        )

    def hear_language(self, platform: str, place: str, language: str) -> None:
        """Remember the language of a place, for what all can see there if none is chosen.

        "" where the platform tells none; one that we do not speak is as good as none.
        """
        if language and language.split("-")[0].lower() == texts_for(language).language.split("-")[0]:
            self._heard[platform, place] = language
        else:
            self._heard.pop((platform, place), None)

    async def preferences_of_chat(
        self, chat: Chat, shared: str = DEFAULT, known: Audience = NOBODY
    ) -> DisplayPreferences:
        """How a chat of many is shown what all can see.

        Args:
            chat: which.
            shared: the language where none is chosen for the chat, and the platform tells none.
            known: which was read already.
        """
        chosen = await self.of_chat(chat.platform, chat.place, known)
        told = self._heard.get((chat.platform, chat.place))
        look = _look(chosen.language or told or shared, chosen)
        return replace(look, text_only=look.text_only or self._in_words(chat))


def display_of(chosen: Preferences, told: str) -> DisplayPreferences:
    """How to show things to a player whose platform tells this language."""
    return replace(_look(chosen.language or told, chosen), zone=chosen.zone)


async def _changed(
    read: Callable[[], Awaitable[V]], by: Callable[[V], V], put: Callable[[V], Awaitable[None]]
) -> V:
    """What was stored, chosen anew as long as another process is quicker."""

    async def choose() -> V:
        await put(chosen := by(await read()))
        return chosen

    return await retried(PeopleChanged, choose)


def _look(language: str, chosen: Preferences | ChatSettings) -> DisplayPreferences:
    """An unknown theme counts as none."""
    theme = chosen.theme if chosen.theme in THEMES else Preferences(PlayerId("")).theme
    return DisplayPreferences(texts_for(language), theme, chosen.text_only)
