"""From accounts to players and back: who is who, remembered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cachetools import LRUCache

from bot.domain.ratings import replayed
from bot.interface import Account, Cast, Forget
from games.events import PlayerId
from games.match import Phase
from storage.jobs import Job
from storage.matches import MatchRow
from storage.news import EVERYBODY
from storage.people import ANYHOW, Basis, LinkCode, Person, awaited_id
from storage.sql.store import Store

KEPT = 10_000  # people

Key = tuple[str, str]
"""Platform and account."""

MOST_LOOKED_AT, MOST_OPPONENTS = 25, 4  # matches, and people who are offered as opponents

PLAYER_ID_BYTES = 9  # enough that two never meet
AWAITED_BYTES = 5  # beside the time; it has to fit into buttons


class UnknownPerson(Exception):
    """Nobody whom the bot has met is called like that."""


class AccountRepository:
    """The people whom the bot has met, by account and by player."""

    def __init__(self, store: Store, draw: Callable[[int], bytes]) -> None:
        self._store, self._draw = store, draw
        self._meeting = asyncio.Lock()
        self.after_join: list[Callable[[PlayerId, PlayerId], None]] = []
        """Called with the ids that were and are theirs, as soon as two players have become one."""
        self.after_part: list[Callable[[], None]] = []
        """Called as soon as accounts have come apart, or somebody is forgotten."""
        self.after_arrival: list[Callable[[], None]] = []
        """Called as soon as there is a new account, of which others may have decided something before."""
        self.on_forget: list[Forget] = []
        """Called with each account of a player who is forgotten; if one fails, nothing is yet."""
        self._news = 0  # so often there was news
        self._start_afresh()

    def _start_afresh(self) -> None:
        # What is being read just now is kept where nobody looks any more.
        self._met: LRUCache[Key, Person] = LRUCache(KEPT)
        self._owners: LRUCache[tuple[str, str], Person] = LRUCache(KEPT)  # by platform and handle
        self._accounts: LRUCache[PlayerId, tuple[Person, ...]] = LRUCache(KEPT)  # all that a player has

    async def meet(self, account: Account) -> PlayerId:
        """The player behind an account; a new one or a new name is stored."""
        key = (account.platform, account.id)
        known = self._known(key)
        if known and _facts(known) == (account.name, account.language or known.language, account.handle):
            return known.player
        async with self._meeting:  # Two first presses at once must not make two players of one person.
            known = await self._store.people.person(*key)  # where they may have met another process
            awaited = None if known else await self._awaited(account)
            player = known.player if known else awaited or self._new_id()
            language = account.language or (known.language if known else "")
            person = Person(*key, player, account.name, language, account.handle)
            if known is None:
                await self._store.people.add_person(person)
                person = (
                    await self._store.people.person(*key) or person
                )  # another process may have been first
                player = person.player
                for told in self.after_arrival:
                    told()
            elif person != known:
                await self._store.people.put_person(person)
            if person != known:
                self._accounts.pop(player, None)
            self._met[key] = person
            self._note_owner(person)
        return player

    async def invite(self, platform: str, handle: str, at: int) -> PlayerId:
        """A player for whoever comes with this handle, who was never here; kept while a challenge is open."""
        player = self._new_id()
        account = awaited_id(at, self._draw(AWAITED_BYTES))
        await self._store.people.add_person(Person(platform, account, player, f"@{handle}", "", handle))
        return player

    async def meant_by_handle(self, account: Account) -> tuple[PlayerId, PlayerId] | None:
        """Who was invited by the handle of somebody who is here already, and who they are; usually None."""
        known = self._known((account.platform, account.id))
        if known and known.handle == account.handle:
            return None
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
            UnknownPerson: nobody is called like that.
        """
        bare = who.removeprefix("@")
        person = bare and (
            await self._store.people.person(platform, who)
            or await self._store.people.person_with(platform, bare)
            or await self._store.people.person_named(platform, who)
            or await self._store.people.person_named(platform, bare)
        )
        if not person:
            raise UnknownPerson(who)
        return person.player

    async def accounts(self, player: PlayerId) -> tuple[Account, ...]:
        """All accounts of a player, on any platform."""
        return tuple(map(_account, await self._accounts_of(player)))

    async def cast(self, players: Iterable[PlayerId | None], platform: str) -> Cast:
        """The accounts of these players, where possible on this platform."""
        cast: dict[PlayerId, Account] = {}
        for player in players:
            accounts = await self._accounts_of(player) if player is not None else ()
            if accounts:
                here = max(accounts, key=lambda person: person.platform == platform)
                cast[here.player] = _account(here)
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
        """The player behind the platform's id of an account."""
        person = self._met.get((platform, account)) or await self._store.people.person(platform, account)
        return person.player if person else None

    async def join(
        self,
        former: PlayerId,
        player: PlayerId,
        code: LinkCode | None = None,
        *,
        people: int | None = None,
        told: Sequence[Job] = (),
    ) -> None:
        """Make one player of two; nobody may be acting for either.

        Their ratings are what the results of both say when taken for one player's.

        Args:
            former: who is no more.
            player: who they are now.
            code: kept as well, where it is by a code.
            people: the news about people that were known when this was decided; None: in any case.
            told: how they are told of it.

        Raises:
            PeopleChanged: nothing was kept, for another process was quicker.
        """
        async with self._meeting:
            before = [one for who in (former, player) for one in await self._store.results.ratings_of(who)]
            rated = sum(one.won + one.drawn + one.lost for one in before)
            results = await self._store.results.rated_results_of(former, player)
            ratings = replayed(results, player, former)
            basis = Basis(people, rated=rated)
            await self._store.people.join_players(former, player, code, ratings, basis=basis, told=told)
            self._start_afresh()
        for joined in self.after_join:
            joined(former, player)

    async def under_way(self, player: PlayerId) -> tuple[MatchRow, ...]:
        """The challenges of a player, and their matches that go on."""
        return await self._store.matches.matches_of(player, (Phase.CHALLENGE.value, Phase.RUNNING.value))

    async def part(
        self,
        player: PlayerId,
        platform: str,
        at: int,
        *,
        people: int | None = None,
        told: Sequence[Job] = (),
    ) -> PlayerId:
        """Make a new player of somebody's account on a platform; nobody may be acting for them.

        Raises:
            PeopleChanged: nothing was kept, see `join`.
        """
        fresh = self._new_id()
        async with self._meeting:
            theirs = [replace(job, player=fresh) for job in told]
            basis = Basis(people)
            await self._store.people.part_account(player, platform, fresh, at, basis=basis, told=theirs)
            self._start_afresh()
        self._tell_apart()
        return fresh

    async def forget(self, player: PlayerId, at: int, basis: Basis = ANYHOW) -> bool:
        """Delete what is kept about a person; nobody may be acting for them.

        Returns:
            Whether nothing is left in the files either.

        Raises:
            PeopleChanged: nothing was deleted, for what this was decided about has changed.
        """
        accounts = await self.accounts(player)
        gone = [await forget(account) for account in accounts for forget in self.on_forget]
        async with self._meeting:
            gone.append(await self._store.people.forget_player(player, at, basis=basis))
            self._start_afresh()
        self._tell_apart()
        return all(gone)

    def heed(self, subjects: frozenset[str]) -> None:
        """Read those anew of whom there is news, see `storage.news.Look`."""
        self._news += 1
        if EVERYBODY in subjects:
            self._start_afresh()
        for player in map(PlayerId, subjects):
            for person in self._accounts.pop(player, ()):
                self._met.pop((person.platform, person.account), None)

    def _tell_apart(self) -> None:
        for told in self.after_part:
            told()

    def _known(self, key: Key) -> Person | None:
        """An account as it was stored, unless another account may have taken its handle since."""
        known = self._met.get(key)
        if known and known.handle and self._owners.get(_handle(known)) != known:
            return None
        return known

    def _note_owner(self, person: Person) -> None:
        """A handle is one account's: the one that had it before has lost it."""
        if person.handle:
            former = self._owners.get(_handle(person), person)
            self._accounts.pop(former.player, None)
            self._owners[_handle(person)] = person

    async def _accounts_of(self, player: PlayerId) -> tuple[Person, ...]:
        kept, before = self._accounts, self._news
        if player in kept:
            return kept[player]
        people = await self._store.people.people([player])
        found = tuple(one for one in people if not one.awaited) or people
        if before == self._news:  # otherwise it may be older than the news
            kept[player] = found
        return found


def _account(person: Person) -> Account:
    names = (person.name, person.language, person.handle)
    return Account(person.platform, person.account, *names, person.awaited)


def _facts(person: Person) -> tuple[str, str, str]:
    return person.name, person.language, person.handle


def _handle(person: Person) -> tuple[str, str]:
    return person.platform, person.handle.lower()
