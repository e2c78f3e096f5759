"""Replays of matches: all their positions, from the log or from a record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.refusals import Refused
from bot.interface import Account, Accounts
from bot.repositories.matches import MatchRepository
from games import record
from games.events import MATCH_ID_LENGTH, MatchId, PlayerId
from games.game import Seat, State
from games.match import Match, Phase
from games.record import SEAT_WORDS, Record
from games.replay import Position, of_record, positions
from storage.sql.store import Store


@dataclass(frozen=True, slots=True)
class ReplayedMatch:
    """A match with all its positions, secrets included."""

    key: MatchId
    """The match id, or the id of the record that it was read from."""
    match: Match
    positions: tuple[Position, ...]
    """() if the challenge was not accepted."""
    accounts: Accounts | None = None
    """The players named in its record; None if it was played here."""

    @property
    def imported(self) -> bool:
        return self.accounts is not None

    @property
    def over(self) -> bool:
        return self.match.phase is Phase.OVER

    @property
    def nothing_hidden(self) -> bool:
        return bool(self.positions) and self.positions[0].state.view(None).open_choice

    def seat_of(self, player: PlayerId) -> Seat | None:
        return self.match.seat_of(player)


def is_record(key: MatchId) -> bool:
    """Whether it is the id of an uploaded record, not of a match that is played here."""
    return len(key) > MATCH_ID_LENGTH


async def load_replay(
    store: Store, matches: MatchRepository, key: MatchId, player: PlayerId
) -> ReplayedMatch:
    """A match in its newest state, or a record that this player has uploaded.

    Raises:
        Refused: there is no such match or record.
        UnreadableRecord: the rules of its game have changed since.
    """
    if not is_record(key):
        match, events = await matches.load(key), await store.matches.load(key)
        return ReplayedMatch(key, match, positions(events[: match.version]))
    stored = await store.results.record(key)
    if stored is None or stored.player != player:
        raise Refused("no.unknown_match", match=key)
    return replay_of_record(key, *await asyncio.to_thread(record.read, stored.text))


def replay_of_record(key: MatchId, read: Record, states: Sequence[State]) -> ReplayedMatch:
    """The match in a record, under the id of the record."""
    match, past = of_record(read, states)
    people = zip(SEAT_WORDS, read.names, strict=True)
    accounts = {PlayerId(seat): Account("", seat, name) for seat, name in people if name.strip()}
    return ReplayedMatch(key, match, past, accounts)
