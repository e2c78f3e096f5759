"""The matches, loaded from the log and kept while they are played, with who sees them; a lock each."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.domain import seeks
from bot.domain.deadlines import deadlines_after, opening_deadlines
from bot.domain.refusals import Refused
from bot.domain.terms import terms
from bot.interface import Account
from bot.repositories.results import result_of
from games.events import MatchId, PlayerId
from games.match import Decision, Match, Phase, fold
from storage.boards import Board, BoardId
from storage.changes import Change
from storage.errors import PeopleChanged, RatedMeanwhile, VersionConflict, retried
from storage.jobs import UNCLAIMED, Claim, Deadline, Job, OwedNotice
from storage.matches import NOBODY, Audience, MatchReading, MatchRow, PressReading, Seek, Seen
from storage.sql.store import Store

KEPT = 1000  # newest matches, at a few KB each


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match as it stood when it was read, with what was due in it and who saw it."""

    match: Match
    deadlines: tuple[Deadline, ...]
    changes: int
    """How often it had been changed by then."""
    credited: int | None = None
    """All time that had been credited to deadlines by then; None: that was not read."""
    boards: tuple[Board, ...] = ()
    audience: Audience = NOBODY
    """Who plays it or reads a board of it, as they were when it was read."""


@dataclass(frozen=True, slots=True)
class PressRead:
    """Who presses, and the match that the press names, as of one commit."""

    who: PressReading
    loaded: LoadedMatch | None = None

    @property
    def audience(self) -> Audience:
        """Who presses, with the players and readers of the match."""
        audience = self.loaded.audience if self.loaded else NOBODY
        if self.who.person is None or self.who.preferences is None:
            return audience
        return audience.with_person(self.who.person, self.who.accounts, self.who.preferences)


Stored = tuple[LoadedMatch, Change]
"""A match after a change, and the change as it was stored."""


class MatchRepository:
    """Matches by id; those used last are kept in memory, and a reading adds what is new in them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: LRUCache[MatchId, LoadedMatch] = LRUCache(KEPT)
        self._ending = asyncio.Lock()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match: MatchId) -> asyncio.Lock:
        """Held while something is decided about a match, from reading to storing."""
        return self._locks.setdefault(match, asyncio.Lock())

    def is_newest(self, loaded: LoadedMatch) -> bool:
        """Nothing has been stored about a match here since it was read so."""
        kept = self._kept.get(loaded.match.opened.match)
        return kept is not None and kept.changes == loaded.changes

    async def load(self, match: MatchId, read: PressRead | None = None) -> Match:
        """The match as it stands; not read once more where it was read with the press.

        Raises:
            Refused: there is none.
        """
        was_read = read is not None and read.loaded is not None and read.loaded.match.opened.match == match
        return (await (self.kept(match) if was_read else self.read(match))).match

    async def read(self, match: MatchId) -> LoadedMatch:
        """The match as it stands, with its boards, in one read.

        Raises:
            Refused: there is none.
        """
        kept = self._kept.get(match)
        reading = await self._store.readings.read_match(match, kept.match.version if kept else 0)
        if reading is None:
            raise Refused("no.unknown_match", match=match)
        return await self._loaded(kept, reading)

    async def read_press(self, account: Account, press: str, match: MatchId | None) -> PressRead:
        """Who presses, and the match that the press names, if it does and there is one: in one read."""
        kept = self._kept.get(match) if match else None
        who = await self._store.readings.read_press(
            account.platform,
            account.id,
            account.handle,
            press=press,
            match=match,
            version=kept.match.version if kept else 0,
        )
        return PressRead(who, await self._loaded(kept, who.match) if who.match else None)

    async def kept(self, match: MatchId) -> LoadedMatch:
        """The match as it was read last; read where it has not been.

        Raises:
            Refused: there is none.
        """
        return self._kept.get(match) or await self.read(match)

    def audience(self, match: MatchId) -> Audience:
        """Who plays a match or reads a board of it, as far as it was read."""
        kept = self._kept.get(match)
        return kept.audience if kept else NOBODY

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
        claim: Claim = UNCLAIMED,
    ) -> Stored:
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
            claim: of the boards that are behind after it.

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
            credited=before.credited,
            notices=notices,
            jobs=jobs,
            claim=claim,
            after=before.changes,
        )
        loaded = replace(before, match=after, deadlines=deadlines, changes=before.changes + 1)
        if after.ending is None or before.match.ending is not None:
            return await self._store_change(loaded, change)
        try:
            # Others of the same players may end in other processes.
            return await retried(RatedMeanwhile, lambda: self._store_end(loaded, change))
        except PeopleChanged:  # who has played it is somebody else by now
            raise VersionConflict from None

    async def _store_end(self, loaded: LoadedMatch, change: Change) -> Stored:
        async with self._ending:  # of two at once of one player, one would have to be done anew
            result, ratings = await result_of(self._store, loaded.match, change.events)
            return await self._store_change(loaded, replace(change, result=result, ratings=ratings))

    async def open(
        self,
        begun: Decision,
        *,
        press: str,
        boards: tuple[Board, ...],
        notices: tuple[OwedNotice, ...] = (),
        seen: Seen | None = None,
        met: tuple[Seek, ...] = (),
        claim: Claim = UNCLAIMED,
        audience: Audience = NOBODY,
    ) -> Stored:
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
            claim=claim,
            after=0,
        )
        return await self._store_change(LoadedMatch(match, deadlines, 1, audience=audience), change)

    async def _store_change(self, loaded: LoadedMatch, change: Change) -> Stored:
        try:
            await self._store.append(change)
        except BaseException:
            # Whether it was stored may be unknown, as after a cancellation: the log knows.
            self._kept.pop(change.row.match, None)
            raise
        self._kept[change.row.match] = loaded
        return loaded, change

    async def _loaded(self, kept: LoadedMatch | None, reading: MatchReading) -> LoadedMatch:
        """A match as it was known when it was read, and what is new in it."""
        newest = self._kept.get(reading.match)
        if newest is not kept and newest and newest.changes > reading.changes:
            return await self.read(reading.match)  # it was changed while the answer was on its way
        # Accounts were joined since, or a copy of the database was brought back.
        if kept and (row_of(kept.match).players != reading.players or kept.changes > reading.changes):
            self._kept.pop(reading.match, None)
            return await self.read(reading.match)
        if kept is None:
            match = fold(reading.events)
        else:
            match = kept.match.after(reading.events) if reading.events else kept.match
        loaded = LoadedMatch(
            match, reading.deadlines, reading.changes, reading.credited, reading.boards, reading.audience
        )
        self._kept[reading.match] = loaded
        return loaded


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
