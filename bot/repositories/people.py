"""People: who is who, and what they and their chats have chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from cachetools import LRUCache

from bot.domain.ratings import replayed
from bot.domain.refusals import Refused
from bot.domain.time_zones import quiet_until
from bot.interface import Account, Cast, Chat, Forget
from bot.interface.people import THEMES, DisplayPreferences
from bot.texts import DEFAULT, texts_for
from games.events import PlayerId
from games.match import Phase
from storage.errors import PeopleChanged, retried
from storage.jobs import Job
from storage.matches import NOBODY, Audience, MatchRow
from storage.people import (
    Block,
    ChatSettings,
    LinkCode,
    Person,
    Preferences,
    Reminders,
    awaited_id,
    real_accounts,
)
from storage.sql.people import Settings
from storage.sql.store import Store

MOST_LOOKED_AT, MOST_OPPONENTS = 25, 4  # matches, and people who are offered as opponents

PLAYER_ID_BYTES = 9  # enough that two never meet
AWAITED_BYTES = 5  # beside the time; it has to fit into buttons


class AccountRepository:
    """The people whom the bot has met, by account and by player."""

    def __init__(self, store: Store, draw: Callable[[int], bytes]) -> None:
        self._store, self._draw = store, draw
        self._meeting = asyncio.Lock()
        self.on_forget: list[Forget] = []
        """Called with each account of a player who is forgotten; if one fails, nothing is yet."""

    async def meet(self, account: Account) -> PlayerId:
        """The player behind an account; a new one or a new name is stored."""
        key = (account.platform, account.id)
        async with self._meeting:  # Two first presses at once must not make two players of one person.
            known = await self._store.people.person(*key)
            if known and is_as_stored(account, known):
                return known.player
            awaited = None if known else await self._awaited(account)
            player = known.player if known else awaited or self._new_id()
            language = account.language or (known.language if known else "")
            person = Person(*key, player, account.name, language, account.handle)
            if known:
                await self._store.people.put_person(person)
                return player
            await self._store.people.add_person(person)
            stored = await self._store.people.person(*key)  # another process may have been first
            return stored.player if stored else player

    async def invite(self, platform: str, handle: str, at: int) -> PlayerId:
        """A player for whoever comes with this handle, who was never here; kept while a challenge is open."""
        player = self._new_id()
        account = awaited_id(at, self._draw(AWAITED_BYTES))
        await self._store.people.add_person(Person(platform, account, player, f"@{handle}", "", handle))
        return player

    async def meant_by_handle(self, account: Account) -> tuple[PlayerId, PlayerId] | None:
        """Who was invited by the handle of somebody who is here already, and who they are; usually None."""
        awaited = await self._awaited(account)
        player = awaited and await self.known(account.platform, account.id)
        return (awaited, player) if awaited and player and awaited != player else None

    async def _awaited(self, account: Account) -> PlayerId | None:
        """The player who was invited by the handle of an account."""
        kept = (
            await self._store.people.person_with(account.platform, account.handle) if account.handle else None
        )
        return kept.player if kept and kept.awaited else None

    def _new_id(self) -> PlayerId:
        return PlayerId(self._draw(PLAYER_ID_BYTES).hex())

    async def find(self, platform: str, who: str) -> PlayerId:
        """The player whom somebody means by a platform's id, by a handle or by a name, also after an `@`.

        Raises:
            Refused: nobody is called like that.
        """
        bare = who.removeprefix("@")
        person = bare and (
            await self._store.people.person(platform, who)
            or await self._store.people.person_with(platform, bare)
            or await self._store.people.person_named(platform, who)
            or await self._store.people.person_named(platform, bare)
        )
        if not person:
            raise Refused("no.unknown_person", name=who)
        return person.player

    async def accounts(self, player: PlayerId) -> tuple[Account, ...]:
        return tuple(map(account_of, real_accounts(await self._store.people.people([player]))))

    async def cast(self, players: Iterable[PlayerId | None], platform: str, known: Audience = NOBODY) -> Cast:
        """The accounts of these players, where possible on this platform; only those not known are read."""
        wanted = [player for player in players if player is not None]
        lacking = [player for player in wanted if player not in known.people]
        read = await self._store.people.people(lacking) if lacking else ()
        cast: dict[PlayerId, Account] = {}
        for player in wanted:
            theirs = [person for person in read if person.player == player]
            if people := known.people.get(player) or real_accounts(theirs):
                cast[player] = account_of(max(people, key=lambda person: person.platform == platform))
        return cast

    async def recent_opponents(self, player: PlayerId, platform: str) -> Cast:
        """With whom somebody has played last and who has an account on this platform, the latest first."""
        phases = (Phase.RUNNING.value, Phase.OVER.value)
        rows = await self._store.matches.matches_of(player, phases, newest=MOST_LOOKED_AT)
        others = dict.fromkeys(other for row in rows for other in row.players if other != player)
        cast = await self.cast(others, platform)
        here = [(other, account) for other, account in cast.items() if account.platform == platform]
        return dict(here[:MOST_OPPONENTS])

    async def known(self, platform: str, account: str) -> PlayerId | None:
        person = await self._store.people.person(platform, account)
        return person.player if person else None

    async def people(self, *players: PlayerId) -> tuple[Person, ...]:
        """All accounts of these players, to be handed in where who is who is changed by what they tell."""
        return await self._store.people.people(players)

    async def join(
        self,
        former: PlayerId,
        player: PlayerId,
        known: Sequence[Person],
        code: LinkCode | None = None,
        told: Sequence[Job] = (),
    ) -> None:
        """Make one player of two.

        Their ratings are what the results of both say when taken for one player's.

        Args:
            former: who is no more.
            player: who they are now.
            known: the accounts of both, about which this was decided.
            code: by which they are joined, if it is by one.
            told: how they are told of it.

        Raises:
            PeopleChanged: nothing was kept, for what this was decided about has changed.
        """
        before = [one for who in (former, player) for one in await self._store.results.ratings_of(who)]
        rated = sum(one.won + one.drawn + one.lost for one in before)
        results = await self._store.results.rated_results_of(former, player)
        ratings = replayed(results, player, former)
        await self._store.people.join_players(
            former, player, ratings, code=code, known=known, rated=rated, told=told
        )

    async def under_way(self, player: PlayerId) -> tuple[MatchRow, ...]:
        """The challenges of a player, and their matches that go on."""
        return await self._store.matches.matches_of(player, (Phase.CHALLENGE.value, Phase.RUNNING.value))

    async def part(
        self, player: PlayerId, platform: str, at: int, known: Sequence[Person], told: Sequence[Job] = ()
    ) -> PlayerId:
        """Make a new player of somebody's account on a platform.

        Raises:
            PeopleChanged: nothing was kept, see `join`.
        """
        fresh = self._new_id()
        theirs = [replace(job, player=fresh) for job in told]
        await self._store.people.part_account(player, platform, fresh, at, known=known, told=theirs)
        return fresh

    async def forget(self, player: PlayerId, at: int, known: Sequence[Person], under_way: int) -> bool:
        """Delete what is kept about a person who has so many matches under way.

        Returns:
            Whether nothing is left in the files either.

        Raises:
            PeopleChanged: nothing was deleted, for what this was decided about has changed.
        """
        accounts = map(account_of, real_accounts(known))
        gone = [await forget(account) for account in accounts for forget in self.on_forget]
        gone.append(await self._store.people.forget_player(player, at, known=known, under_way=under_way))
        return all(gone)


def account_of(person: Person) -> Account:
    """An account as platforms and presentation know it."""
    names = (person.name, person.language, person.handle)
    return Account(person.platform, person.account, *names, person.awaited)


def is_as_stored(account: Account, person: Person) -> bool:
    """Nothing has become known about an account since it was stored."""
    language = account.language or person.language
    return (account.name, language, account.handle) == (person.name, person.language, person.handle)


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
        """What all can see there is in this language if none is chosen.

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
    """How a player is shown what they are shown, where their platform tells this language."""
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
    """A theme that is there no more is as good as none."""
    theme = chosen.theme if chosen.theme in THEMES else Preferences(PlayerId("")).theme
    return DisplayPreferences(texts_for(language), theme, chosen.text_only)
