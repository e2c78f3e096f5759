"""The matches, loaded from the log and kept while they are played; one lock for each."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.ledger import Ledger
from games.events import Challenged, Event, MatchId, PlayerId
from games.match import Match, Phase, fold
from storage.store import Board, Change, MatchRow, Seen, Store

KEPT = 1000  # newest matches, at a few KB each


class UnknownMatch(Exception):
    """No match has this id."""


class Archive:
    """Matches by id; the newest stay folded."""

    def __init__(self, store: Store) -> None:
        self._store, self._ledger = store, Ledger(store)
        self._kept: dict[MatchId, Match] = {}
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match: MatchId) -> asyncio.Lock:
        """Held by whoever decides about a match, from loading to storing."""
        return self._locks.setdefault(match, asyncio.Lock())

    async def load(self, match: MatchId) -> Match:
        """The match as it stands.

        Raises:
            UnknownMatch: there is none.
        """
        known = self._kept.get(match)
        if known is None:
            events = await self._store.load(match)
            if not events:
                raise UnknownMatch(match)
            known = fold(events)
        return self._keep(known)

    async def version(self, match: MatchId) -> int:
        """The version that a match has reached."""
        return (await self.load(match)).version

    def forget(self) -> None:
        """Read every match afresh: somebody in them may be called by another id."""
        self._kept.clear()

    async def append(
        self,
        match: Match,
        events: tuple[Event, ...],
        *,
        press: str,
        boards: tuple[Board, ...] = (),
        shown: Mapping[str, int],
        seen: Seen | None = None,
    ) -> Match:
        """Store what happened, with the result where that ends the match; then give the match after it.

        Raises:
            PressedBefore, VersionConflict: nothing was stored.
        """
        after = match.after(events)
        change = Change(row_of(after), events, press, boards, shown, seen)
        if after.ending is None:
            return await self._store_change(after, change)
        async with self._ledger.closing(after, events) as (result, ratings):
            return await self._store_change(after, replace(change, result=result, ratings=ratings))

    async def open(
        self,
        opened: Challenged,
        *,
        press: str,
        boards: tuple[Board, ...],
        shown: Mapping[str, int],
        seen: Seen | None = None,
    ) -> Match:
        """Store a new challenge, and give its match.

        Raises:
            PressedBefore, VersionConflict: nothing was stored; the latter when the id is taken.
        """
        match = fold([opened])
        return await self._store_change(match, Change(row_of(match), (opened,), press, boards, shown, seen))

    async def _store_change(self, match: Match, change: Change) -> Match:
        try:
            await self._store.append(change)
        except BaseException:
            # Whether it was stored may be unknown, as after a cancellation: the log knows.
            self._kept.pop(match.opened.match, None)
            raise
        return self._keep(match)

    def _keep(self, match: Match) -> Match:
        key = match.opened.match
        known = self._kept.pop(key, match)
        if known.version > match.version:
            match = known  # Whoever loaded without the lock may come late.
        self._kept[key] = match
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return match


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
    )


def _awaited(match: Match) -> tuple[PlayerId, ...]:
    if match.phase is Phase.CHALLENGE and match.opened.invited:
        return (match.opened.invited,)
    return tuple(match.players[seat] for seat in match.awaited) if match.players else ()
