"""Keeps tournaments going: rounds begin, their matches are opened, and the chat is told.

That a tournament has to be looked at is a fact in the store, which the end of each of its matches sets in the
same transaction. Each look makes of what is known what has to be, and nothing twice: a kill in between only
has the next look begin again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import replace

from bot.delivery.background import WokenTask
from bot.delivery.routing import derived_id
from bot.domain import tournaments
from bot.domain.tournament_time import Course, course
from bot.domain.tournaments import OPEN_FOR
from bot.handlers.tournament_matches import TournamentMatches
from bot.handlers.tournament_pages import TournamentPages
from bot.interface import Adapter, Chat, InteractionRequired, RetryLater, Unreachable
from games.events import MatchId
from storage.sql.store import Store
from storage.tournaments import NEVER, NOBODY, UNDER_WAY, Tournament

log = logging.getLogger(__name__)

Courses = Mapping[MatchId, Course]


class TournamentRunner:
    """One task for all tournaments."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        pages: TournamentPages,
        matches: TournamentMatches,
        clock: Callable[[], int],
    ) -> None:
        """Nothing is looked at yet.

        Args:
            store: the tournaments.
            adapters: the platforms by key.
            pages: what chats are told.
            matches: opens matches.
            clock: the time in seconds since 1970.
        """
        self._store, self._adapters, self._pages, self._matches = store, adapters, pages, matches
        self._clock = clock
        self._deciding = asyncio.Lock()
        self.alone: Callable[[str], AbstractAsyncContextManager[None]] = lambda _: nullcontext()
        """Held by one process at a time, where several have the store open."""
        self._work = WokenTask(self._look_at_all)

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Held while something is decided about a tournament, from loading to storing."""
        async with self._deciding, self.alone("tournaments"):
            yield

    def wake(self) -> None:
        """Time has passed, or a match has ended: look at what is due, after what is being looked at."""
        self._work.wake()

    async def settled(self) -> None:
        """Wait until nothing is being looked at."""
        await self._work.settled()

    async def close(self) -> None:
        """Stop; what is due is in the store."""
        await self._work.close()

    async def _look_at_all(self) -> None:
        for key in await self._store.tournaments.tournaments_due(self._clock()):
            try:
                async with self.locked():
                    await self._look(key)
            except Exception:
                log.exception("the tournament %s could not be seen to", key)

    async def _look(self, key: str) -> None:
        tournament, now = await self._store.tournaments.tournament(key), self._clock()
        if tournament is None or tournament.due > now or not self._matches.reaches(tournament.platform):
            return
        courses = await self._courses(tournament, now)
        if tournament.stage == "open" and now >= tournament.made + OPEN_FOR:  # nobody has begun it
            tournament = tournaments.cancelled(tournament)
        elif tournament.stage == "running":
            tournament = await self._went_on(tournament, courses, now)
        if tournament.stage == "cancelled" and not tournament.round:
            await self._store.tournaments.put_tournament(replace(tournament, due=NEVER))
            return
        await self._store.tournaments.put_tournament(
            replace(tournament, due=now)
        )  # until all is opened and told
        told = await self._tell(tournament)
        if tournament.stage == "running":
            await self._matches.open(tournament, now)
        if told:
            due = _due(tournament, courses, now)
            await self._store.tournaments.put_tournament(replace(tournament, due=due, told=tournament.round))

    async def _courses(self, tournament: Tournament, now: int) -> Courses:
        """How the matches of this round and the one before have gone."""
        recent = [one.match for one in tournament.pairings if one.match and one.round >= tournament.round - 1]
        logs = {match: await self._store.matches.load(match) for match in recent}
        return {match: course(log, now) for match, log in logs.items() if log}

    async def _went_on(self, tournament: Tournament, courses: Courses, now: int) -> Tournament:
        open_ones = [one.match for one in tournament.pairings if one.match and one.outcome is None]
        results = {match: await self._store.results.result(match) for match in open_ones}
        known = {match: result for match, result in results.items() if result}
        apart = await self.apart(tournament)
        return tournaments.went_on(tournament, known, courses, now, apart)

    async def apart(self, tournament: Tournament) -> tournaments.Apart:
        """Those who take part, and whom they have blocked."""
        blocks = [
            await self._store.settings.blocked_by(one.player) for one in tournament.entrants if not one.gone
        ]
        return {frozenset((block.player, block.blocked)) for each in blocks for block in each}

    async def _tell(self, tournament: Tournament) -> bool:
        """Tell the chat of a new round, or of the end; False if it has to be tried again."""
        if tournament.stage in UNDER_WAY and tournament.told >= tournament.round:
            return True
        chat = Chat(tournament.platform, tournament.chat, private=False)
        left = " without an organiser" if tournament.organiser == NOBODY else ""
        news = f"{tournament.stage} {tournament.round} of the tournament {tournament.id}{left}"
        try:
            message = await self._pages.for_all(tournament)
            await self._adapters[chat.platform].post(chat, message, derived_id(news))
        except RetryLater:
            return False
        except (InteractionRequired, Unreachable):
            log.info("the chat of a tournament cannot be written to any more")
        return True


def _due(tournament: Tournament, courses: Courses, now: int) -> int:
    """When a tournament has to be looked at again, unless a match ends before."""
    if tournament.stage == "open":
        return tournament.made + OPEN_FOR
    if tournament.stage != "running":
        return NEVER
    if all(one.outcome for one in tournament.pairings):  # nothing is to be waited for
        return now
    return min(tournament.ends, tournaments.dead_at(tournament, courses))
