"""What people and chats have chosen, remembered: asking costs the database nothing but the first time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from typing import TypeVar

from cachetools import LRUCache

from bot.domain.time_zones import quiet_until
from bot.interface import Chat
from bot.interface.people import THEMES, DisplayPreferences
from bot.texts import DEFAULT, texts_for
from games.events import PlayerId
from storage.errors import PeopleChanged, retried
from storage.news import EVERYBODY
from storage.settings import Block, ChatSettings, Preferences, Reminders
from storage.sql.settings import Settings

KEPT = 10_000  # people, and chats
MOST_BLOCKED = 200  # people whom somebody can block


K = TypeVar("K")
V = TypeVar("V")


class TooManyBlocked(Exception):
    """Somebody has blocked as many as they can."""


class PreferencesRepository:
    """Preferences, blocks, and the settings of chats."""

    def __init__(self, store: Settings, in_words: Callable[[Chat], bool] = lambda _: False) -> None:
        """Nothing is remembered yet.

        Args:
            store: what is chosen.
            in_words: whether a chat of many can be shown no pictures.
        """
        self._store, self._in_words = store, in_words
        self._changing = asyncio.Lock()
        self._news = 0  # so often there was news
        # The languages of places, as their platforms tell them: also of places where the bot is only pressed.
        self._heard: LRUCache[tuple[str, str], str] = LRUCache(KEPT)
        self.forget()

    def forget(self) -> None:
        """Read everything anew: players have become others, or chats are called otherwise."""
        self._chosen: LRUCache[PlayerId, Preferences] = LRUCache(KEPT)
        self._blocked: LRUCache[PlayerId, tuple[Block, ...]] = LRUCache(KEPT)
        self._chats: LRUCache[tuple[str, str], ChatSettings] = LRUCache(KEPT)

    def heed(self, subjects: frozenset[str]) -> None:
        """Read anew what those have chosen of whom there is news, see `storage.news.Look`."""
        self._news += 1
        if EVERYBODY in subjects:
            self.forget()
        for subject in subjects:
            self._chosen.pop(PlayerId(subject), None)
            self._blocked.pop(PlayerId(subject), None)
            platform, _, place = subject.partition(" ")
            self._chats.pop((platform, place), None)

    def forget_blocks(self) -> None:
        """Read anew who is blocked: somebody may be there again."""
        self._news += 1
        self._blocked.clear()

    # A player's own

    async def of(self, player: PlayerId) -> Preferences:
        """What a player has chosen for themselves."""
        return await self._recall(self._chosen, player, self._store.preferences)

    async def change(self, player: PlayerId, by: Callable[[Preferences], Preferences]) -> Preferences:
        """Let a player choose; two changes at once are made one after the other."""
        async with self._changing:
            chosen = await _changed(lambda: self._store.preferences(player), by, self._store.put_preferences)
            self._chosen.pop(player, None)
        return chosen

    async def display_of(self, player: PlayerId, told: str) -> DisplayPreferences:
        """How a player is shown what they are shown.

        Args:
            player: who reads.
            told: the language that their platform tells.
        """
        chosen = await self.of(player)
        return replace(_look(chosen.language or told, chosen), zone=chosen.zone)

    async def reminding(self, player: PlayerId, at: int, wanted: Collection[Reminders]) -> int | None:
        """When somebody may be reminded who would be at this time, in seconds since 1970; None: never.

        Only who has chosen one of `wanted` is.

        In their quiet hours that is when they end.
        """
        chosen = await self.of(player)
        return quiet_until(chosen, at) if chosen.reminders in wanted else None

    async def quiet_until(self, player: PlayerId, now: int) -> int:
        """When the quiet hours of a player end, if they are now; else `now` itself. In seconds since 1970."""
        return quiet_until(await self.of(player), now)

    # Blocks

    async def blocked_by(self, player: PlayerId) -> tuple[Block, ...]:
        """From whom a player wants no challenges, the longest blocked first."""
        return await self._recall(self._blocked, player, self._store.blocked_by)

    async def blocks(self, player: PlayerId, other: PlayerId) -> bool:
        """Whether a player wants no challenges from the other."""
        return await self.blocks_since(player, other) is not None

    async def blocks_since(self, player: PlayerId, other: PlayerId) -> int | None:
        """Since when, in seconds since 1970; None where they do not."""
        return next((block.since for block in await self.blocked_by(player) if block.blocked == other), None)

    async def block(self, player: PlayerId, other: PlayerId, at: int) -> None:
        """Keep the other's challenges away from a player.

        Raises:
            TooManyBlocked: nothing has changed.
        """
        async with self._changing:
            known = await self._store.blocked_by(player)
            if any(block.blocked == other for block in known):
                return
            if len(known) >= MOST_BLOCKED:
                raise TooManyBlocked
            fresh = Block(player, other, at)
            await self._store.put_block(fresh)
            self._blocked.pop(player, None)

    async def unblock(self, player: PlayerId, other: PlayerId) -> None:
        """Let the other's challenges through again."""
        async with self._changing:
            await self._store.drop_block(player, other)
            self._blocked.pop(player, None)

    # Chats

    async def of_chat(self, platform: str, place: str) -> ChatSettings:
        """What is chosen for a place, see `Chat.place`."""
        return await self._recall(self._chats, (platform, place), lambda key: self._store.chat_settings(*key))

    async def change_chat(
        self, platform: str, place: str, by: Callable[[ChatSettings], ChatSettings]
    ) -> ChatSettings:
        """Choose for a place."""
        async with self._changing:
            chosen = await _changed(
                lambda: self._store.chat_settings(platform, place),
                by,
                self._store.put_chat_settings,
            )
            self._chats.pop((platform, place), None)
        return chosen

    def hear_language(self, platform: str, place: str, language: str) -> None:
        """What all can see there is in this language if none is chosen.

        "" where the platform tells none; one that we do not speak is as good as none.
        """
        if language and language.split("-")[0].lower() == texts_for(language).language.split("-")[0]:
            self._heard[platform, place] = language
        else:
            self._heard.pop((platform, place), None)

    async def preferences_of_chat(self, chat: Chat, shared: str = DEFAULT) -> DisplayPreferences:
        """How a chat of many is shown what all can see.

        Args:
            chat: which.
            shared: the language where none is chosen for the chat, and the platform tells none.
        """
        chosen = await self.of_chat(chat.platform, chat.place)
        told = self._heard.get((chat.platform, chat.place))
        look = _look(chosen.language or told or shared, chosen)
        return replace(look, text_only=look.text_only or self._in_words(chat))

    async def _recall(self, kept: LRUCache[K, V], key: K, read: Callable[[K], Awaitable[V]]) -> V:
        """What is kept under a key, read where nothing is kept yet."""
        if key in kept:
            return kept[key]
        before = self._news
        found = await read(key)
        if before != self._news:  # it may be older than the news
            return found
        return kept.setdefault(key, found)  # what was changed meanwhile is newer


async def _changed(
    read: Callable[[], Awaitable[V]], by: Callable[[V], V], put: Callable[[V], Awaitable[None]]
) -> V:
    """What was stored, chosen anew as long as another process is quicker."""

    async def choose() -> V:
        await put(chosen := by(await read()))
        return chosen

    return await retried(PeopleChanged, choose)


def _look(language: str, chosen: Preferences | ChatSettings) -> DisplayPreferences:
    """A theme that is there no more is as good as none."""
    theme = chosen.theme if chosen.theme in THEMES else Preferences(PlayerId("")).theme
    return DisplayPreferences(texts_for(language), theme, chosen.text_only)
