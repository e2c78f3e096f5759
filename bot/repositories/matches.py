"""Loads matches from the log, caches them with their audience, and stores changes; one lock a match."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.domain.deadlines import deadlines_after, opening_deadlines
from bot.domain.plans import left_of
from bot.domain.refusals import Refused
from bot.domain.seeks import lasts
from bot.domain.terms_parser import terms
from bot.interface import Account
from bot.repositories.results import result_of
from games.events import MatchId, PlayerId
from games.game import Seat
from games.match import Decision, Match, Phase, fold
from storage.boards import Board
from storage.changes import Change
from storage.errors import PeopleChanged, RatedMeanwhile, VersionConflict, retried
from storage.jobs import UNCLAIMED, Claim, Job
from storage.matches import NOBODY, Audience, MatchReading, MatchRow, Plan, PressReading, Seen
from storage.seeks import Seek
from storage.sql.store import Store
from storage.votes import Vote

KEPT = 1000  # most recently used matches, a few KB each


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match when it was read, with its deadlines, boards and audience."""

    match: Match
    deadlines: tuple[Job, ...]
    changes: int
    """The number of its changes by then."""
    credited: int | None = None
    """The total time credited to deadlines by then; None: not read."""
    boards: tuple[Board, ...] = ()
    plan: Plan | None = None
    """What one of the players has planned; for this player alone."""
    audience: Audience = NOBODY
    """Its players and the readers of its boards, when it was read."""


@dataclass(frozen=True, slots=True)
class PressRead:
    """The account that presses, and the match that the press names, from one snapshot."""

    who: PressReading
    loaded: LoadedMatch | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """What a change settles of what was due in a match."""

    left: tuple[Job, ...]
    """The deadlines that remain."""
    vote: Seat | None = None
    """The team whose vote for a move this closes."""


Stored = tuple[LoadedMatch, Change]
"""A match after a change, and the change as it was stored."""


class MatchRepository:
    """Matches by id, with a cache; a read fetches only newer events."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: LRUCache[MatchId, LoadedMatch] = LRUCache(KEPT)
        self._ending = asyncio.Lock()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match: MatchId) -> asyncio.Lock:
        """The lock to hold from reading a match to storing a change."""
        return self._locks.setdefault(match, asyncio.Lock())

    def is_newest(self, loaded: LoadedMatch) -> bool:
        """Whether the cache holds this state of the match."""
        kept = self._kept.get(loaded.match.opened.match)
        return kept is not None and kept.changes == loaded.changes

    async def load(self, match: MatchId, read: PressRead | None = None) -> Match:
        """The newest state of a match; not read again if it was read with the press.

        Raises:
            Refused: there is no such match.
        """
        was_read = read is not None and read.loaded is not None and read.loaded.match.opened.match == match
        return (await (self.kept(match) if was_read else self.read(match))).match

    async def read(self, match: MatchId) -> LoadedMatch:
        """The newest state of a match and its boards, in one read.

        Raises:
            Refused: there is no such match.
        """
        kept = self._kept.get(match)
        reading = await self._store.readings.read_match(match, kept.match.version if kept else 0)
        if reading is None:
            raise Refused("no.unknown_match", match=match)
        return await self._loaded(kept, reading)

    async def read_press(self, account: Account, press: str, match: MatchId | None) -> PressRead:
        """The account that presses, and the match that the press names, if it exists; in one read."""
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
        """The match from the cache, or else from the store.

        Raises:
            Refused: there is no such match.
        """
        return self._kept.get(match) or await self.read(match)

    def audience(self, match: MatchId) -> Audience:
        """The players of a match and the readers of its boards, if the match is cached."""
        kept = self._kept.get(match)
        return kept.audience if kept else NOBODY

    async def append(
        self,
        before: LoadedMatch | None,
        decision: Decision,
        *,
        press: str,
        boards: tuple[Board, ...] = (),
        jobs: tuple[Job, ...] = (),
        seen: Seen | None = None,
        seeks: tuple[Seek, ...] = (),
        settled: Settled | None = None,
        votes: tuple[Vote, ...] = (),
        claim: Claim = UNCLAIMED,
        audience: Audience = NOBODY,
    ) -> Stored:
        """Store a decision, with the result if it ends the match.

        Args:
            before: the match that it is about; None: it opens a new one.
            press: the id of the press, which counts once.
            seen: the player who acted, and where.
            seeks: what a new match fulfils.
            settled: the deadline that this settles.
            votes: new ones of people of a team.
            claim: the claim on the boards that the change outdates.
            audience: of a new match.

        Raises:
            PressedBefore, VersionConflict: nothing was stored; the latter if the id of a new match is taken.
        """
        events, after = decision
        if before is None:
            loaded = _opened(after, seeks, audience)
        else:
            loaded = _changed(before, decision, settled.left if settled else before.deadlines)
        change = Change(
            row_of(after),
            events,
            press,
            boards,
            seen,
            loaded.deadlines,
            credited=loaded.credited,
            seeks=seeks,
            jobs=jobs,
            votes=votes,
            decided=settled.vote if settled else None,
            plan=loaded.plan if before and before.plan != loaded.plan else None,
            claim=claim,
            after=loaded.changes - 1,
        )
        if after.ending is None or before is None or before.match.ending is not None:
            return await self._store_change(loaded, change)
        try:
            # Other matches of the same players may end in other processes.
            return await retried(RatedMeanwhile, lambda: self._store_end(loaded, change))
        except PeopleChanged:  # its players were merged or split
            raise VersionConflict from None

    async def put_plan(self, loaded: LoadedMatch, plan: Plan, player: PlayerId, *, press: str) -> None:
        """Store the plan of a player, which no board shows.

        Raises:
            PressedBefore, VersionConflict, PeopleChanged: nothing was stored.
        """
        match, changes = loaded.match.opened.match, loaded.changes
        self._kept.pop(match, None)  # read anew if this fails
        await self._store.matches.put_plan(match, plan, player, changes=changes, press=press)
        self._kept[match] = replace(loaded, plan=plan, changes=changes + 1)

    async def _store_end(self, loaded: LoadedMatch, change: Change) -> Stored:
        async with self._ending:  # of two ends at once for one player, one would have to be retried
            result, ratings = await result_of(self._store, loaded.match, change.events)
            return await self._store_change(loaded, replace(change, result=result, ratings=ratings))

    async def _store_change(self, loaded: LoadedMatch, change: Change) -> Stored:
        try:
            await self._store.append(change)
        except BaseException:
            # After a cancellation it is unknown whether the change was stored: read the log next time.
            self._kept.pop(change.row.match, None)
            raise
        self._kept[change.row.match] = loaded
        return loaded, change

    async def _loaded(self, kept: LoadedMatch | None, reading: MatchReading) -> LoadedMatch:
        """The cached match with the newer events of a reading; caches the result."""
        newest = self._kept.get(reading.match)
        if newest is not kept and newest and newest.changes > reading.changes:
            return await self.read(reading.match)  # it was changed during the read
        # Accounts were merged, or a backup of the database was restored.
        if kept and (players_of(kept.match) != reading.players or kept.changes > reading.changes):
            self._kept.pop(reading.match, None)
            return await self.read(reading.match)
        if kept is None:
            match = fold(reading.events)
        else:
            match = kept.match.after(reading.events) if reading.events else kept.match
        loaded = LoadedMatch(
            match,
            reading.deadlines,
            reading.changes,
            reading.credited,
            reading.boards,
            reading.plan,
            reading.audience,
        )
        self._kept[reading.match] = loaded
        return loaded


def _opened(match: Match, seeks: tuple[Seek, ...], audience: Audience) -> LoadedMatch:
    """A new match, which fulfils seeks."""
    deadlines = opening_deadlines(match, *(lasts(terms(seek.game, seek.terms)) for seek in seeks))
    return LoadedMatch(match, deadlines, 1, audience=audience)


def _changed(before: LoadedMatch, decision: Decision, left: tuple[Job, ...]) -> LoadedMatch:
    """A match after a decision; `left` are the deadlines that were not settled."""
    return replace(
        before,
        match=decision.after,
        deadlines=deadlines_after(before.match, decision.after, left),
        changes=before.changes + 1,
        plan=left_of(before.plan, decision) if before.plan else None,
    )


def row_of(match: Match) -> MatchRow:
    """The row of a match, as lists show it."""
    opened = match.opened
    return MatchRow(
        match=opened.match,
        version=match.version,
        game=opened.game,
        phase=match.phase.value,
        players=players_of(match),
        awaited=_awaited(match),
        since=match.turn_since if match.phase is Phase.RUNNING else match.since,
        offer=match.offer,
        take_back=match.take_back,
        late=match.late,
    )


def players_of(match: Match) -> tuple[PlayerId, ...]:
    """Seat 0 and seat 1; before the acceptance, the challenger and the invited player."""
    opened = match.opened
    return match.players or tuple(filter(None, (opened.challenger, opened.invited)))


def _awaited(match: Match) -> tuple[PlayerId, ...]:
    if match.phase is Phase.CHALLENGE and match.opened.invited:
        return (match.opened.invited,)
    return tuple(match.players[seat] for seat in match.awaited) if match.players else ()
