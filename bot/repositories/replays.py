"""Replays of matches: all their positions, from the log or from a record; and reviews of their plies."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.domain.refusals import Refused
from bot.domain.robot_players import review_seed
from bot.interface import Account, Cast, Robots
from bot.presentation import JudgedPly
from bot.repositories.matches import MatchRepository
from games import record
from games.events import MATCH_ID_LENGTH, MatchId, PlayerId
from games.game import Seat, State, View, other
from games.judgement import Judgement
from games.match import Match, Phase
from games.record import SEAT_WORDS, Record
from games.replay import Position, of_record, positions
from storage.sql.results import Results
from storage.sql.store import Store

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReplayedMatch:
    """A match with all its positions, secrets included."""

    key: MatchId
    """The match id, or the id of the record that it was read from."""
    match: Match
    stood: tuple[Position, ...]
    """All positions; () if the challenge was not accepted."""
    cast: Cast | None = None
    """The players named in its record; None if it was played here."""

    @property
    def over(self) -> bool:
        return self.match.phase is Phase.OVER

    @property
    def open(self) -> bool:
        """Whether nothing in it was hidden from anyone."""
        return bool(self.stood) and self.stood[0].state.view(None).open_choice

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
    return brought_along(key, *await asyncio.to_thread(record.read, stored.text))


def brought_along(key: MatchId, read: Record, states: Sequence[State]) -> ReplayedMatch:
    """The match in a record, under the id of the record."""
    match, stood = of_record(read, states)
    people = zip(SEAT_WORDS, read.names, strict=True)
    cast = {PlayerId(seat): Account("", seat, name) for seat, name in people if name.strip()}
    return ReplayedMatch(key, match, stood, cast)


# Reviews: the plies of a seat, judged in the background, once for each match and seat


@dataclass(frozen=True, slots=True)
class Ply:
    """A ply of one seat, with the views of both seats before and after it."""

    number: int
    before: View
    played: str
    after: View
    opposite: tuple[View, View]


@dataclass(slots=True)
class Review:
    """The plies of one seat, and the judgements of the first of them."""

    match: MatchId
    seat: Seat
    player: PlayerId
    plies: Sequence[Ply]
    moves: list[Judgement]
    task: asyncio.Task[None] | None = None
    """Judges the remaining plies."""

    @property
    def judged(self) -> list[JudgedPly]:
        """The plies that are judged, for presentation."""
        return [
            JudgedPly(ply.number, ply.played, move) for ply, move in zip(self.plies, self.moves, strict=False)
        ]

    @property
    def finished(self) -> bool:
        return len(self.moves) == len(self.plies)


class Reviews:
    """Judges plies one after another; an interrupted review continues when it is requested again."""

    def __init__(self, store: Results, robots: Robots) -> None:
        self._store, self._robots = store, robots
        self._under_way: dict[tuple[MatchId, Seat], Review] = {}

    async def begun(self, replayed: ReplayedMatch, seat: Seat, player: PlayerId) -> Review:
        """The review of a seat, resumed if it was interrupted."""
        moves = await self._store.review(replayed.key, seat)
        if review := self._under_way.get((replayed.key, seat)):
            return review
        review = Review(replayed.key, seat, player, _plies_of(replayed, seat), list(moves))
        if not review.finished:
            review.task = asyncio.create_task(self._judge(review))
            self._under_way[review.match, seat] = review
        return review

    async def close(self) -> None:
        """Cancel all running reviews."""
        tasks = [review.task for review in self._under_way.values() if review.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _judge(self, review: Review) -> None:
        try:
            for ply in review.plies[len(review.moves) :]:
                seed = review_seed(review.match, ply.number)
                judged = await self._robots.judge(ply.before, ply.played, ply.after, seed, ply.opposite)
                review.moves.append(judged)
                await self._store.put_review(review.match, review.seat, review.player, review.moves)
        except Exception as error:
            log.error("a review of match %s is broken off (%s)", review.match, type(error).__name__)
        finally:
            del self._under_way[review.match, review.seat]


def _plies_of(replayed: ReplayedMatch, seat: Seat) -> tuple[Ply, ...]:
    """The plies of a seat, with the views that both seats had at the time, not later ones."""
    plies = []
    for number, (past, now) in enumerate(pairwise(replayed.stood), start=1):
        if now.ply is not None and now.seat == seat:
            own, opposite = ([one.state.view(who) for one in (past, now)] for who in (seat, other(seat)))
            plies.append(Ply(number, own[0], now.ply[1], own[1], (opposite[0], opposite[1])))
    return tuple(plies)
