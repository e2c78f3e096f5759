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
from storage.store import Store

Entry = tuple[MatchResult, tuple[Rating, ...]]
"""What is stored with the events that end a match."""


class ResultRecorder:
    """Writes ends of matches down, for each player one after the other."""

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
            log = (*await self._store.load(match.opened.match), *last)
            yield await self._entry(match, match.players, match.ending, log)

    async def _entry(
        self, match: Match, players: tuple[PlayerId, PlayerId], ending: Ending, log: Sequence[Event]
    ) -> Entry:
        game, plies = match.opened.game, ratings.seats_of_plies(log)
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
        first, second = [await self._rating(player, result.game) for player in result.players]
        after = ratings.weighed((first, second), result.winner, result.ended)
        return replace(result, weighed=ratings.told((first, second), after)), after

    async def _rating(self, player: PlayerId, game: str) -> Rating:
        known = await self._store.ratings_of(player)
        return next((one for one in known if one.game == game), ratings.newcomer(player, game))
