"""Matches to go through again: their positions, folded from the log and kept for the next press."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cachetools import LRUCache

from bot.interface import Account, Cast
from bot.repositories.matches import MatchRepository, UnknownMatch
from games import record
from games.events import MATCH_ID_LENGTH, Event, MatchId, PlayerId
from games.game import Seat, State
from games.match import Match, Phase
from games.record import SEAT_WORDS, Record
from games.replay import Position, of_record, positions
from storage.sql.store import Store

MOST_AT_ONCE = 200  # events that are folded on the event loop; more take a thread
KEPT = 8  # newest replayed matches, of some hundred positions each


@dataclass(frozen=True, slots=True)
class ReplayedMatch:
    """A match with all its positions, secrets included."""

    key: MatchId
    """Its code, or the id of the record that it was read from."""
    match: Match
    stood: tuple[Position, ...]
    """() where nobody has accepted the challenge."""
    cast: Cast | None = None
    """Who played it, as its record says; None where it was played here."""

    @property
    def over(self) -> bool:
        """Nothing more happens in it."""
        return self.match.phase is Phase.OVER

    @property
    def open(self) -> bool:
        """All of it lay before all eyes."""
        return bool(self.stood) and self.stood[0].state.view(None).open_choice

    def seat_of(self, player: PlayerId) -> Seat | None:
        """The seat of a player, or None for everybody else."""
        return self.match.seat_of(player)


class ReplayCache:
    """Replayed matches by key; the newest are kept."""

    def __init__(self, store: Store, matches: MatchRepository) -> None:
        self._store, self._matches = store, matches
        self._kept: LRUCache[MatchId, ReplayedMatch] = LRUCache(KEPT)

    async def load(self, key: MatchId, player: PlayerId) -> ReplayedMatch:
        """The match as it stands, or a record that this player has brought along.

        Raises:
            UnknownMatch: there is none.
        """
        return await (self._of_record(key, player) if len(key) > MATCH_ID_LENGTH else self._of_match(key))

    def put(self, key: MatchId, read: Record, states: Sequence[State]) -> ReplayedMatch:
        """The match that a record tells, under the id of the record."""
        match, stood = of_record(read, states)
        people = zip(SEAT_WORDS, read.names, strict=True)
        cast = {PlayerId(seat): Account("", seat, name) for seat, name in people if name.strip()}
        return self._keep(ReplayedMatch(key, match, stood, cast))

    async def _of_record(self, key: MatchId, player: PlayerId) -> ReplayedMatch:
        stored = await self._store.reviews.record(key)
        if stored is None or stored.player != player:
            raise UnknownMatch(key)
        replayed = self._kept.get(key)
        return replayed or self.put(key, *await asyncio.to_thread(record.read, stored.text))

    async def _of_match(self, key: MatchId) -> ReplayedMatch:
        match = await self._matches.load(key)
        replayed = self._kept.get(key)
        if replayed is None or replayed.match.version != match.version:
            events = (await self._store.matches.load(key))[: match.version]
            replayed = ReplayedMatch(key, match, await self._folded(events))
        replayed = replace(replayed, match=match)  # its players may have other ids
        return self._keep(replayed)

    @staticmethod
    async def _folded(events: Sequence[Event]) -> tuple[Position, ...]:
        if len(events) <= MOST_AT_ONCE:
            return positions(events)
        return await asyncio.to_thread(positions, events)

    def _keep(self, replayed: ReplayedMatch) -> ReplayedMatch:
        self._kept[replayed.key] = replayed
        return replayed
