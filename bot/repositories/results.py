"""Where the end of a match becomes a result and two ratings."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import NamedTuple
from weakref import WeakValueDictionary

from bot.domain import ratings
from games.events import Event, PlayerId
from games.match import Ending, Match
from storage.results import MatchResult, Rating
from storage.store import Store

log = logging.getLogger(__name__)

AT_ONCE = 1000  # results that are rated anew in one transaction

Entry = tuple[MatchResult, tuple[Rating, ...]]
"""What is stored with the events that end a match."""


class ResultRecorder:
    """Makes the stored result of each match that ends, one after the other for each player."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._locks: WeakValueDictionary[PlayerId, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def closing(self, match: Match, last: Sequence[Event]) -> AsyncIterator[Entry]:
        """What is to be stored with the end of a match, before which no other end changes these ratings.

        Args:
            match: that is over.
            last: the events that ended it, which are not stored yet.

        Raises:
            ValueError: it is not over.
        """
        if match.players is None or match.ending is None:
            raise ValueError("the match is not over")
        async with AsyncExitStack() as held:
            for player in sorted({*match.players}):  # in one order, so that no two wait for each other
                await held.enter_async_context(self._locks.setdefault(player, asyncio.Lock()))
            events = (*await self._store.load(match.opened.match), *last)
            yield await self._entry(match, match.players, match.ending, events)

    async def _entry(
        self, match: Match, players: tuple[PlayerId, PlayerId], ending: Ending, events: Sequence[Event]
    ) -> Entry:
        game, plies = match.opened.game, ratings.seats_of_plies(events)
        today = await self._store.rated_between(*players, game, ratings.day_of(match.since))
        counts = ratings.counts(match, plies, today)
        result = MatchResult(
            match=match.opened.match,
            game=game,
            house_rules=" ".join(f"{word}={value}" for word, value in match.opened.house_rules.items()),
            players=players,
            winner=ending.winner,
            reason=ending.reason,
            plies=len(plies),
            ended=match.since,
            counts=counts,
        )
        return await self._rated(result) if counts == "rated" else (result, ())

    async def _rated(self, result: MatchResult) -> Entry:
        """With what it says about the strength of the two."""
        first, second = [await rating_of(self._store, player, result.game) for player in result.players]
        since = result.ended - ratings.COUNTED_FOR
        between = await self._store.rated_between(*result.players, result.game, since)
        rated, after = _with_weights(result, (first, second), between)
        there = {person.player for person in await self._store.people(result.players)}
        return rated, tuple(rating for rating in after if rating.player in there)  # nobody else has one


async def rating_of(store: Store, player: PlayerId, game: str) -> Rating:
    """Somebody's rating in a game; a newcomer's where there is none."""
    known = await store.ratings_of(player)
    return next((one for one in known if one.game == game), ratings.newcomer(player, game))


def _with_weights(
    result: MatchResult, before: ratings.Pair, between: int
) -> tuple[MatchResult, ratings.Pair]:
    """A result with what it says about two people, and their ratings after it."""
    weights = ratings.weights(before, between, result.ended)
    after = ratings.weighed(before, result.winner, result.ended, weights)
    return replace(result, weighed=ratings.told(before, after, weights)), after


async def rate_anew(store: Store) -> None:
    """Compute all ratings from the results where an upgrade has discarded them.

    Nothing else may use the store yet. What follows is the same however often it is done; after an
    interruption it begins with the first result again, but writes only what is not written yet.
    """
    if not await store.lacks_ratings():
        return
    log.warning("computing all ratings from the results, for they are computed otherwise than before")
    known = _Known({}, {})
    latest, done = None, 0
    while results := await store.all_rated_results(latest, most=AT_ONCE):
        anew = [_rated_anew(result, known) for result in results]
        if any(result.weighed is None for result in results):
            await store.put_rated_anew(anew, await _ratings_to_keep(store, anew, known.ratings))
        latest, done = results[-1].match, done + len(results)
    log.warning("ratings of %d players and games follow from %d results", len(known.ratings), done)


class _Known(NamedTuple):
    """What follows from the results so far."""

    ratings: dict[tuple[PlayerId, str], Rating]
    ended: dict[tuple[frozenset[PlayerId], str], list[int]]
    """When the results of two people that count were stored."""

    def of(self, player: PlayerId, game: str) -> Rating:
        return self.ratings.get((player, game)) or ratings.newcomer(player, game)


def _rated_anew(result: MatchResult, known: _Known) -> MatchResult:
    """A result with what it says, which the known ratings learn.

    A match between two accounts that have been joined since says nothing.
    """
    first, second = (known.of(player, result.game) for player in result.players)
    if first.player == second.player:
        return replace(result, weighed=ratings.told((first, second), (first, second), (0.0, 0.0)))
    ended = known.ended.setdefault((frozenset(result.players), result.game), [])
    between = sum(at >= result.ended - ratings.COUNTED_FOR for at in ended)
    ended.append(result.ended)
    rated, after = _with_weights(result, (first, second), between)
    known.ratings.update({(one.player, one.game): one for one in after})
    return rated


async def _ratings_to_keep(
    store: Store, results: Sequence[MatchResult], known: dict[tuple[PlayerId, str], Rating]
) -> list[Rating]:
    """The ratings of those who played; whoever has been forgotten since keeps none."""
    played = {(player, result.game) for result in results for player in result.players}
    present = {person.player for person in await store.people(sorted({player for player, _ in played}))}
    return [known[key] for key in sorted(played & known.keys()) if key[0] in present]
