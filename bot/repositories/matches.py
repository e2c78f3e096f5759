"""The matches, loaded from the log and kept while they are played, with what is due in them; a lock each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.domain import seeks
from bot.domain.deadlines import deadlines_after, opening_deadlines
from bot.domain.terms import terms
from bot.repositories.freshness import Freshness
from bot.repositories.results import result_of
from games.events import MatchId, PlayerId
from games.match import Decision, Match, Phase, fold
from storage.boards import Board, BoardId, Lease
from storage.changes import Change
from storage.errors import PeopleChanged, RatedMeanwhile, VersionConflict, retried
from storage.jobs import Deadline, Job, OwedNotice
from storage.matches import MatchRow, Seen
from storage.news import EVERYBODY, Known, Look
from storage.seeks import Seek
from storage.sql.store import Store

KEPT = 1000  # newest matches, at a few KB each


class UnknownMatch(Exception):
    """No match has this id."""


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match as it stood when it was read, and what was due in it."""

    match: Match
    deadlines: tuple[Deadline, ...]
    changes: int
    """How often it had been changed by then, at least."""


class MatchRepository:
    """Matches by id; those used last are kept in memory, and the store is asked what is new in them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.freshness = Freshness(store.matches)
        self.freshness.on_news.append(lambda subjects: self.forget() if EVERYBODY in subjects else None)
        self.after_commit: list[Callable[[Change], None]] = []
        """Called with every change of a match as soon as it is stored."""
        self._kept: LRUCache[MatchId, LoadedMatch] = LRUCache(KEPT)
        self._forgotten = 0  # so often: what was being read meanwhile may be older than the log
        self._ending = asyncio.Lock()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match: MatchId) -> asyncio.Lock:
        """Held while something is decided about a match, from loading to storing."""
        return self._locks.setdefault(match, asyncio.Lock())

    async def load(self, match: MatchId) -> Match:
        """The match as it stands.

        Raises:
            UnknownMatch: there is none.
        """
        return (await self._look(match))[0].match

    async def load_with_boards(self, match: MatchId) -> tuple[LoadedMatch, tuple[Board, ...]]:
        """The match as it stands, and its boards: one read where nothing is new.

        Raises:
            UnknownMatch: there is none.
        """
        return await self._look(match, boards=True)

    async def kept(self, match: MatchId) -> LoadedMatch:
        """The match as it was loaded last; loaded where it has not been.

        Raises:
            UnknownMatch: there is none.
        """
        return self._kept.get(match) or (await self._look(match))[0]

    def forget(self) -> None:
        """Read every match afresh: somebody in them may be called by another id, or credited time."""
        self._kept.clear()
        self._forgotten += 1

    async def append(
        self,
        before: LoadedMatch,
        decision: Decision,
        *,
        press: str,
        boards: tuple[Board, ...] = (),
        notices: tuple[OwedNotice, ...] = (),
        jobs: tuple[Job, ...] = (),
        shown: Mapping[BoardId, int],
        seen: Seen | None = None,
        left: tuple[Deadline, ...] | None = None,
        lease: Lease | None = None,
    ) -> LoadedMatch:
        """Store what happened, with the result where that ends the match.

        Args:
            before: the match before it.
            decision: what happened, and the match after it.
            press: what it is known by, so that it counts once.
            boards: new ones, or new facts about known ones.
            notices: who is told of it, or was.
            jobs: what is to be done then.
            shown: what boards have been seen to show.
            seen: who made it happen, and where.
            left: the deadlines that were not settled; None: none was.
            lease: takes the boards of the match for what follows.

        Returns:
            The match after it.

        Raises:
            PressedBefore, VersionConflict: nothing was stored.
        """
        events, after = decision
        deadlines = deadlines_after(before.match, after, before.deadlines if left is None else left)
        row = row_of(after)
        change = Change(
            row,
            events,
            press,
            boards,
            shown,
            seen,
            deadlines,
            notices=notices,
            jobs=jobs,
            lease=lease,
            after=before.changes,
        )
        if after.ending is None or before.match.ending is not None:
            return await self._store_change(after, change)
        try:
            # Others of the same players may end in other processes.
            return await retried(RatedMeanwhile, lambda: self._store_end(after, change))
        except PeopleChanged:  # who has played it is somebody else by now
            raise VersionConflict from None

    async def _store_end(self, after: Match, change: Change) -> LoadedMatch:
        async with self._ending:  # of two at once of one player, one would have to be done anew
            result, ratings = await result_of(self._store, after, change.events)
            return await self._store_change(after, replace(change, result=result, ratings=ratings))

    async def open(
        self,
        begun: Decision,
        *,
        press: str,
        boards: tuple[Board, ...],
        notices: tuple[OwedNotice, ...] = (),
        seen: Seen | None = None,
        met: tuple[Seek, ...] = (),
        lease: Lease | None = None,
    ) -> LoadedMatch:
        """Store a new challenge, with whatever follows from it at once; `met` looked for it.

        Raises:
            PressedBefore, VersionConflict: nothing was stored; the latter when the id is taken.
        """
        events, match = begun
        deadlines = opening_deadlines(match, *(seeks.lasts(terms(one.game, one.terms)) for one in met))
        row = row_of(match)
        change = Change(
            row,
            events,
            press,
            boards,
            {},
            seen,
            deadlines,
            met=met,
            notices=notices,
            lease=lease,
            after=0,
        )
        return await self._store_change(match, change)

    async def _store_change(self, after: Match, change: Change) -> LoadedMatch:
        try:
            await self._store.append(change)
        except BaseException:
            # Whether it was stored may be unknown, as after a cancellation: the log knows.
            self._kept.pop(change.row.match, None)
            self._forgotten += 1
            raise
        loaded = LoadedMatch(after, change.deadlines or (), (change.after or 0) + 1)
        self._kept[change.row.match] = loaded
        for committed in self.after_commit:
            committed(change)
        return loaded

    async def _look(self, match: MatchId, *, boards: bool = False) -> tuple[LoadedMatch, tuple[Board, ...]]:
        """What is kept, with what is new."""
        while True:
            kept, before = self._kept.get(match), self._forgotten
            known = Known(self.freshness.people, match)
            if kept:
                known = replace(known, changes=kept.changes, version=kept.match.version)
            look = await self.freshness.look(known, boards=boards)
            if look.changes is None:
                raise UnknownMatch(match)
            # What was to be forgotten meanwhile, as by the very news, is read once more.
            if before == self._forgotten:
                return self._keep(match, _after(kept, look.changes, look)), look.boards

    def _keep(self, match: MatchId, loaded: LoadedMatch) -> LoadedMatch:
        newest = self._kept.get(match)
        if newest is None or newest.changes < loaded.changes:  # a load without the lock may come late
            self._kept[match] = newest = loaded
        return newest


def _after(kept: LoadedMatch | None, changes: int, look: Look) -> LoadedMatch:
    """A match, where it is known, and what is new in it."""
    if kept is None:
        return LoadedMatch(fold(look.events), look.deadlines, changes)
    return (
        kept
        if changes == kept.changes
        else LoadedMatch(kept.match.after(look.events), look.deadlines, changes)
    )


def row_of(match: Match) -> MatchRow:
    """The match as lists show it."""
    opened = match.opened
    players = match.players or tuple(filter(None, (opened.challenger, opened.invited)))
    return MatchRow(
        match=opened.match,
        version=match.version,
        game=opened.game,
        phase=match.phase.value,
        players=players,
        awaited=_awaited(match),
        since=match.turn_since if match.phase is Phase.RUNNING else match.since,
        offer=match.offer,
        take_back=match.take_back,
        late=match.late,
    )


def _awaited(match: Match) -> tuple[PlayerId, ...]:
    if match.phase is Phase.CHALLENGE and match.opened.invited:
        return (match.opened.invited,)
    return tuple(match.players[seat] for seat in match.awaited) if match.players else ()
