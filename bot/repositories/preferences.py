"""Preferences of players, blocks, and settings of chats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from cachetools import LRUCache

from bot.domain.refusals import Refused
from bot.domain.time_zones import quiet_until
from bot.interface import THEMES, Chat, DisplayPreferences
from bot.texts import DEFAULT, texts_for
from games.events import PlayerId
from storage.errors import PeopleChanged, retried
from storage.matches import NOBODY, Audience
from storage.people import Block, ChatSettings, Preferences
from storage.sql.settings import Settings

KEPT = 10_000  # places whose language a platform has reported
MOST_BLOCKED = 200  # people that one player can block

V = TypeVar("V")


class PreferencesRepository:
    """Preferences, blocks and chat settings; those in a given audience (`known`) are not read again."""

    def __init__(self, store: Settings, in_words: Callable[[Chat], bool] = lambda _: False) -> None:
        """Read preferences from a store.

        Args:
            store: holds preferences, blocks and settings.
            in_words: whether a group chat cannot show pictures.
        """
        self._store, self._in_words = store, in_words
        # Languages of places as their platforms report them, even where the bot only receives presses.
        self._heard: LRUCache[tuple[str, str], str] = LRUCache(KEPT)

    # Preferences of players

    async def of(self, player: PlayerId, known: Audience = NOBODY) -> Preferences:
        return known.preferences.get(player) or await self._store.preferences(player)

    async def change(self, player: PlayerId, by: Callable[[Preferences], Preferences]) -> Preferences:
        """Change the preferences of a player; retried if another process is faster."""
        return await _changed(lambda: self._store.preferences(player), by, self._store.put_preferences)

    async def display_of(
        self, player: PlayerId, reported: str, known: Audience = NOBODY
    ) -> DisplayPreferences:
        """The display preferences of a player.

        Args:
            player: the reader.
            reported: the language that their platform reports.
            known: people that were read already.
        """
        return display_of(await self.of(player, known), reported)

    async def quiet_until(self, player: PlayerId, now: int) -> int:
        """The end of the current quiet hours of a player, or `now` outside them, in seconds since 1970."""
        return quiet_until(await self.of(player), now)

    # Blocks

    async def blocks(self, player: PlayerId, other: PlayerId) -> bool:
        return await self.blocks_since(player, other) is not None

    async def has_block_between(self, one: PlayerId, other: PlayerId) -> bool:
        """Whether one of two players has blocked the other."""
        return await self.blocks(one, other) or await self.blocks(other, one)

    async def blocks_since(self, player: PlayerId, other: PlayerId) -> int | None:
        """When a player blocked another one, in seconds since 1970; None if they have not."""
        return next(
            (block.since for block in await self._store.blocked_by(player) if block.blocked == other), None
        )

    async def block(self, player: PlayerId, other: PlayerId, at: int) -> None:
        """Block the challenges of another player.

        Raises:
            Refused: the player has blocked `MOST_BLOCKED` people already.
        """
        known = await self._store.blocked_by(player)
        if any(block.blocked == other for block in known):
            return
        if len(known) >= MOST_BLOCKED:
            raise Refused("no.block_full", most=MOST_BLOCKED)
        await self._store.put_block(Block(player, other, at))

    # Chats

    async def of_chat(self, platform: str, place: str, known: Audience = NOBODY) -> ChatSettings:
        """The settings of a place, see `Chat.place`."""
        return known.chats.get((platform, place)) or await self._store.chat_settings(platform, place)

    async def change_chat(
        self, platform: str, place: str, by: Callable[[ChatSettings], ChatSettings]
    ) -> ChatSettings:
        return await _changed(
            lambda: self._store.chat_settings(platform, place), by, self._store.put_chat_settings
        )

    def hear_language(self, platform: str, place: str, language: str) -> None:
        """Note the language of a place, the default for public messages there.

        "" if the platform reports none; an unsupported language counts as none.
        """
        if language and language.split("-")[0].lower() == texts_for(language).language.split("-")[0]:
            self._heard[platform, place] = language
        else:
            self._heard.pop((platform, place), None)

    async def display_of_chat(
        self, chat: Chat, shared: str = DEFAULT, read_in: str = ""
    ) -> DisplayPreferences:
        """The display preferences for public messages in a group chat.

        Args:
            chat: the group chat.
            shared: the language if none is chosen for the chat and the platform reports none.
            read_in: see `language_of`.
        """
        chosen = await self.of_chat(chat.platform, chat.place)
        return self.display_in(chat, chosen, self.language_of(chosen, read_in) or shared)

    def language_of(self, chosen: ChatSettings, read_in: str = "") -> str:
        """The language that is chosen for a place, or else that its platform reports; "" for neither.

        `read_in`: that of the only ones who see the message like this; it counts unless one is chosen.
        """
        return chosen.language or read_in or self._heard.get((chosen.platform, chosen.place), "")

    def display_in(self, chat: Chat, chosen: ChatSettings, language: str) -> DisplayPreferences:
        """The display preferences for public messages in this language."""
        shown = _display(chosen, language)
        return replace(shown, text_only=True) if self._in_words(chat) else shown


def display_of(chosen: Preferences, reported: str) -> DisplayPreferences:
    """The display preferences of a player whose platform reports the language `reported`."""
    return replace(_display(chosen, chosen.language or reported), zone=chosen.zone, touch=chosen.touch)


def _display(chosen: Preferences | ChatSettings, language: str) -> DisplayPreferences:
    text_only, changes = chosen.text != "off", chosen.text == "changes"
    theme = chosen.theme if chosen.theme in THEMES else ""  # one that is unknown does not count
    return DisplayPreferences(texts_for(language), theme, text_only, changes)


async def _changed(
    read: Callable[[], Awaitable[V]], by: Callable[[V], V], put: Callable[[V], Awaitable[None]]
) -> V:
    """Read, change and store a value; retried if another process is faster."""

    async def choose() -> V:
        await put(chosen := by(await read()))
        return chosen

    return await retried(PeopleChanged, choose)
