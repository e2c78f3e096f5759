"""The matches, loaded from the log and kept while they are played, with what is due in them; a lock each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.domain.deadlines import deadlines_after
from bot.repositories.results import ResultRecorder
from games.events import MatchId, PlayerId
from games.match import Decision, Match, Phase, fold
from storage.boards import Board, BoardId
from storage.deadlines import Deadline
from storage.matches import MatchRow, Seen
from storage.seeks import Seek
from storage.store import Change, Store

KEPT = 1000  # newest matches, at a few KB each


class UnknownMatch(Exception):
    """No match has this id."""


class MatchRepository:
    """Matches by id; those used last are kept in memory."""

    def __init__(self, store: Store) -> None:
        self._store, self._results = store, ResultRecorder(store)
        self.after_commit: list[Callable[[Change], None]] = []
        """Called with every change of a match as soon as it is stored."""
        self._kept: LRUCache[MatchId, Match] = LRUCache(KEPT)
        self._due: LRUCache[MatchId, tuple[Deadline, ...]] = LRUCache(KEPT)  # of those that are kept
        self._forgotten = 0  # so often: what was being read meanwhile may be older than the log
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match: MatchId) -> asyncio.Lock:
        """Held while something is decided about a match, from loading to storing."""
        return self._locks.setdefault(match, asyncio.Lock())

    async def load(self, match: MatchId) -> Match:
        """The match as it stands.

        Raises:
            UnknownMatch: there is none.
        """
        return (await self.load_with_deadlines(match))[0]

    async def deadlines(self, match: MatchId) -> tuple[Deadline, ...]:
        """What is due in a match, and when: the store's rows, with whatever was credited.

        Raises:
            UnknownMatch: there is none.
        """
        return (await self.load_with_deadlines(match))[1]

    async def version(self, match: MatchId) -> int:
        """The version that a match has reached."""
        return (await self.load(match)).version

    def forget(self) -> None:
        """Read every match afresh: somebody in them may be called by another id, or credited time."""
        self._kept.clear()
        self._due.clear()
        self._forgotten += 1

    async def append(
        self,
        match: Match,
        decision: Decision,
        *,
        press: str,
        boards: tuple[Board, ...] = (),
        shown: Mapping[BoardId, int],
        seen: Seen | None = None,
        left: tuple[Deadline, ...] | None = None,
    ) -> None:
        """Store what happened, with the result where that ends the match.

        Args:
            match: before it.
            decision: what happened, and the match after it.
            press: what it is known by, so that it counts once.
            boards: new ones, or new facts about known ones.
            shown: what boards have been seen to show.
            seen: who made it happen, and where.
            left: the deadlines that were not settled; None: none was.

        Raises:
            PressedBefore, VersionConflict: nothing was stored.
        """
        events, after = decision
        known = await self.deadlines(match.opened.match) if left is None else left
        deadlines = deadlines_after(match, after, known)
        change = Change(row_of(after), events, press, boards, shown, seen, deadlines)
        if after.ending is None:
            await self._store_change(after, deadlines, change)
            return
        async with self._results.closing(after, events) as (result, ratings):
            change = replace(change, result=result, ratings=ratings)
            await self._store_change(after, deadlines, change)

    async def open(
        self,
        begun: Decision,
        *,
        press: str,
        boards: tuple[Board, ...],
        shown: Mapping[BoardId, int],
        seen: Seen | None = None,
        met: tuple[Seek, ...] = (),
    ) -> None:
        """Store a new challenge, with whatever follows from it at once; `met` looked for it.

        Raises:
            PressedBefore, VersionConflict: nothing was stored; the latter when the id is taken.
        """
        events, match = begun
        deadlines = deadlines_after(None, match, ())
        change = Change(row_of(match), events, press, boards, shown, seen, deadlines, met=met)
        await self._store_change(match, deadlines, change)

    async def _store_change(self, after: Match, deadlines: tuple[Deadline, ...], change: Change) -> None:
        try:
            await self._store.append(change)
        except BaseException:
            # Whether it was stored may be unknown, as after a cancellation: the log knows.
            self._kept.pop(change.row.match, None)
            self._due.pop(change.row.match, None)
            self._forgotten += 1
            raise
        self._keep(after, deadlines)
        for committed in self.after_commit:
            committed(change)

    async def load_with_deadlines(self, match: MatchId) -> tuple[Match, tuple[Deadline, ...]]:
        """The match as it stands, and what is due in it.

        Raises:
            UnknownMatch: there is none.
        """
        while match not in self._kept:
            before = self._forgotten
            events, deadlines = await self._store.load(match), await self._store.deadlines_of([match])
            if not events:
                raise UnknownMatch(match)
            # A load without the lock may come late; and what was to be forgotten is read once more.
            if before == self._forgotten and match not in self._kept:
                return self._keep(fold(events), deadlines)
        return self._kept[match], self._due[match]

    def _keep(self, match: Match, deadlines: tuple[Deadline, ...]) -> tuple[Match, tuple[Deadline, ...]]:
        key = match.opened.match
        self._kept[key], self._due[key] = match, deadlines
        return match, deadlines


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
