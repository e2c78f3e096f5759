"""Accounts, and the players that they belong to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from bot.domain import teams
from bot.domain.players import is_team
from bot.domain.ratings import replayed
from bot.domain.refusals import UNKNOWN_PERSON, Refused
from bot.interface import Account, Accounts, Chat, Forget
from games.events import PlayerId
from games.match import UNDER_WAY, Phase
from storage.jobs import Job
from storage.matches import NOBODY, Audience, MatchRow
from storage.people import LinkCode, Person, awaited_id, real_accounts
from storage.sql.store import Store

MOST_LOOKED_AT, MOST_OPPONENTS = 25, 4  # matches read, and opponents offered

PLAYER_ID_BYTES = 9  # enough to avoid collisions
AWAITED_BYTES = 5  # besides the time; the id has to fit into buttons


class AccountRepository:
    """Accounts and players that the bot knows."""

    def __init__(self, store: Store, draw: Callable[[int], bytes]) -> None:
        self._store, self._draw = store, draw
        self._registering = asyncio.Lock()
        self.on_forget: list[Forget] = []
        """Called with each account of a player before their data is deleted; an error prevents that."""

    async def register(self, account: Account) -> PlayerId:
        """The player of an account; new accounts and changed names are stored."""
        key = (account.platform, account.id)
        async with self._registering:  # Two simultaneous first presses must not make two players.
            known = await self._store.people.person(*key)
            if known and is_as_stored(account, known):
                return known.player
            if known:
                language = account.language or known.language
                person = Person(*key, known.player, account.name, language, account.handle)
                await self._store.people.put_person(person)
                return known.player
            player = await self._awaited(account) or self._new_id(account.id)
            person = Person(*key, player, account.name, account.language, account.handle)
            await self._store.people.add_person(person)
            stored = await self._store.people.person(*key)  # another process may have been faster
            return stored.player if stored else player

    async def team_of(self, chat: Chat) -> PlayerId | None:
        """A channel as a player; None if it has never been one."""
        return await self.player_of(chat.platform, teams.account_id(chat.id))

    async def register_team(self, chat: Chat) -> PlayerId:
        """A channel as a player, under its present title."""
        return await self.register(teams.account_of(chat))

    async def invite(self, platform: str, handle: str, at: int) -> PlayerId:
        """Create a player for an unknown person with this handle; kept while a challenge is open."""
        player = self._new_id()
        account = awaited_id(at, self._draw(AWAITED_BYTES))
        await self._store.people.add_person(Person(platform, account, player, f"@{handle}", "", handle))
        return player

    async def meant_by_handle(self, account: Account) -> tuple[PlayerId, PlayerId] | None:
        """The player invited by the handle of a known account, and its own player; usually None."""
        awaited = await self._awaited(account)
        player = awaited and await self.player_of(account.platform, account.id)
        return (awaited, player) if awaited and player and awaited != player else None

    async def _awaited(self, account: Account) -> PlayerId | None:
        """The player invited by the handle of an account."""
        kept = (
            await self._store.people.person_with(account.platform, account.handle) if account.handle else None
        )
        return kept.player if kept and kept.awaited else None

    def _new_id(self, account: str = "") -> PlayerId:
        drawn = self._draw(PLAYER_ID_BYTES)
        return teams.team_id(drawn) if teams.is_account_of_team(account) else PlayerId(drawn.hex())

    async def find(self, platform: str, who: str) -> PlayerId:
        """Find a player by account id, handle or name, with or without a leading `@`.

        Raises:
            Refused: there is no such person.
        """
        bare = who.removeprefix("@")
        person = bare and (
            await self._store.people.person(platform, who)
            or await self._store.people.person_with(platform, bare)
            or await self._store.people.person_named(platform, who)
            or await self._store.people.person_named(platform, bare)
        )
        if not person or is_team(person.player):
            raise Refused(UNKNOWN_PERSON, name=who)
        return person.player

    async def accounts(self, player: PlayerId) -> tuple[Account, ...]:
        return tuple(map(account_of, real_accounts(await self._store.people.people([player]))))

    async def of(
        self, players: Iterable[PlayerId | None], platform: str, known: Audience = NOBODY
    ) -> Accounts:
        """An account of each player, on this platform if possible; people in `known` are not read again."""
        wanted = dict.fromkeys(filter(None, players))
        lacking = wanted.keys() - known.people.keys()
        read = await self._store.people.people(lacking) if lacking else ()
        found: dict[PlayerId, Account] = {}
        for player in wanted:
            people = known.people.get(player, ())
            if player in lacking:
                people = real_accounts([person for person in read if person.player == player])
            if people:
                here = [person for person in people if person.platform == platform]
                found[player] = account_of((here or people)[0])
        return found

    async def recent_opponents(self, player: PlayerId, platform: str) -> Accounts:
        """The latest opponents of a player with an account on this platform, newest first."""
        phases = (Phase.RUNNING, Phase.OVER)
        rows = await self._store.matches.matches_of(player, phases, newest=MOST_LOOKED_AT)
        others = dict.fromkeys(other for row in rows for other in row.players if other != player)
        known = await self.of(others, platform)
        here = [(other, account) for other, account in known.items() if account.platform == platform]
        return dict(here[:MOST_OPPONENTS])

    async def player_of(self, platform: str, account: str) -> PlayerId | None:
        person = await self._store.people.person(platform, account)
        return person.player if person else None

    async def join(
        self,
        former: PlayerId,
        player: PlayerId,
        known: Sequence[Person],
        code: LinkCode | None = None,
        jobs: Sequence[Job] = (),
    ) -> None:
        """Merge two players into one; ratings are replayed from the results of both.

        Args:
            former: the player that is merged and ceases to exist.
            player: the player that remains.

        Raises:
            PeopleChanged: the accounts or results have changed; nothing was stored.
        """
        before = [one for who in (former, player) for one in await self._store.results.ratings_of(who)]
        results = await self._store.results.rated_results_of(former, player)
        after = replayed(results, player, former)
        await self._store.people.join_players(former, player, known, before, after, code=code, jobs=jobs)

    async def under_way(self, player: PlayerId) -> tuple[MatchRow, ...]:
        """The open challenges and running matches of a player."""
        return await self._store.matches.matches_of(player, UNDER_WAY)

    async def unlink(
        self, player: PlayerId, platform: str, at: int, known: Sequence[Person], jobs: Sequence[Job] = ()
    ) -> PlayerId:
        """Split a player's account on a platform off as a new player, and return that.

        Raises:
            PeopleChanged: nothing was stored, see `join`.
        """
        fresh = self._new_id()
        theirs = [replace(job, player=fresh) for job in jobs]
        await self._store.people.unlink_account(player, platform, fresh, at, known, theirs)
        return fresh

    async def forget(
        self, player: PlayerId, at: int, known: Sequence[Person], under_way: int, jobs: Sequence[Job] = ()
    ) -> bool:
        """Delete the data of a player who has `under_way` open challenges and running matches.

        Returns:
            Whether the data is gone from files too.

        Raises:
            PeopleChanged: the accounts or matches have changed; nothing was deleted.
        """
        accounts = map(account_of, real_accounts(known))
        gone = [await forget(account) for account in accounts for forget in self.on_forget]
        gone.append(await self._store.people.forget_player(player, at, known, under_way, jobs))
        return all(gone)


def account_of(person: Person) -> Account:
    """A stored person as an account for platforms and presentation."""
    names = (person.name, person.language, person.handle)
    return Account(person.platform, person.account, *names, person.awaited)


def is_as_stored(account: Account, person: Person) -> bool:
    """Whether the name, language and handle of an account are stored already."""
    language = account.language or person.language
    return (account.name, language, account.handle) == (person.name, person.language, person.handle)
