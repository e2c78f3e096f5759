"""Accounts: who is who."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from bot.domain.ratings import replayed
from bot.domain.refusals import Refused
from bot.interface import Account, Cast, Forget
from games.events import PlayerId
from games.match import Phase
from storage.jobs import Job
from storage.matches import NOBODY, Audience, MatchRow
from storage.people import LinkCode, Person, awaited_id, real_accounts
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
            if known:
                language = account.language or known.language
                person = Person(*key, known.player, account.name, language, account.handle)
                await self._store.people.put_person(person)
                return known.player
            player = await self._awaited(account) or self._new_id()
            person = Person(*key, player, account.name, account.language, account.handle)
            await self._store.people.add_person(person)
            stored = await self._store.people.person(*key)  # another process may have been first
            return stored.player if stored else player

    async def invite(self, platform: str, handle: str, at: int) -> PlayerId:
        """Make a player for the person who will come with this handle; kept while a challenge is open."""
        player = self._new_id()
        account = awaited_id(at, self._draw(AWAITED_BYTES))
        await self._store.people.add_person(Person(platform, account, player, f"@{handle}", "", handle))
        return player

    async def meant_by_handle(self, account: Account) -> tuple[PlayerId, PlayerId] | None:
        """Who was invited by the handle of somebody who is here already, and who they are; usually None."""
        awaited = await self._awaited(account)
        player = awaited and await self.player_of(account.platform, account.id)
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
        """The people somebody played last who have an account on this platform, the latest first."""
        phases = (Phase.RUNNING.value, Phase.OVER.value)
        rows = await self._store.matches.matches_of(player, phases, newest=MOST_LOOKED_AT)
        others = dict.fromkeys(other for row in rows for other in row.players if other != player)
        cast = await self.cast(others, platform)
        here = [(other, account) for other, account in cast.items() if account.platform == platform]
        return dict(here[:MOST_OPPONENTS])

    async def player_of(self, platform: str, account: str) -> PlayerId | None:
        person = await self._store.people.person(platform, account)
        return person.player if person else None

    async def people(self, *players: PlayerId) -> tuple[Person, ...]:
        """All accounts of these players, as `join`, `part` and `forget` want them."""
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
