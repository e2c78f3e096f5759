"""Where the end of a match becomes a result and two ratings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.domain import ratings
from games.events import Event, PlayerId
from games.match import Ending, Match
from storage.results import MatchResult, Rating
from storage.sql.store import Store

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
            events = (*await self._store.matches.load(match.opened.match), *last)
            yield await self._entry(match, match.players, match.ending, events)

    async def _entry(
        self, match: Match, players: tuple[PlayerId, PlayerId], ending: Ending, events: Sequence[Event]
    ) -> Entry:
        game, plies = match.opened.game, ratings.seats_of_plies(events)
        today = await self._store.results.rated_between(*players, game, ratings.day_of(match.since))
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
        between = await self._store.results.rated_between(*result.players, result.game, since)
        rated, after = _with_weights(result, (first, second), between)
        there = {person.player for person in await self._store.people.people(result.players)}
        return rated, tuple(rating for rating in after if rating.player in there)  # nobody else has one


async def rating_of(store: Store, player: PlayerId, game: str) -> Rating:
    """Somebody's rating in a game; a newcomer's where there is none."""
    known = await store.results.ratings_of(player)
    return next((one for one in known if one.game == game), ratings.newcomer(player, game))


def _with_weights(
    result: MatchResult, before: ratings.Pair, between: int
) -> tuple[MatchResult, ratings.Pair]:
    """A result with what it says about two people, and their ratings after it."""
    weights = ratings.weights(before, between, result.ended)
    after = ratings.weighed(before, result.winner, result.ended, weights)
    return replace(result, weighed=ratings.told(before, after, weights)), after
