"""Computes the result and the new ratings when a match ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.domain import ratings
from games.events import Event, PlayerId
from games.match import Match
from storage.results import MatchResult, Rating
from storage.sql.store import Store

Entry = tuple[MatchResult, tuple[Rating, ...]]
"""The result and ratings stored with the events that end a match."""


async def result_of(store: Store, match: Match, last: Sequence[Event]) -> Entry:
    """The result and ratings to store with the end of a match, from what is stored now.

    Args:
        store: holds earlier events, results and ratings.
        match: the match after its end.
        last: the events that ended it, not stored yet.

    Raises:
        ValueError: the match is not over.
    """
    if match.players is None or match.ending is None:
        raise ValueError("the match is not over")
    events = (*await store.matches.load(match.opened.match), *last)
    game, plies = match.opened.game, ratings.seats_of_plies(events)
    today = await store.results.rated_between(*match.players, game, ratings.day_of(match.since))
    counts = ratings.counts(match, plies, today)
    result = MatchResult(
        match=match.opened.match,
        game=game,
        house_rules=" ".join(f"{word}={value}" for word, value in match.opened.house_rules.items()),
        players=match.players,
        winner=match.ending.winner,
        reason=match.ending.reason,
        plies=len(plies),
        ended=match.since,
        counts=counts,
    )
    return await _rated(store, result) if counts == "rated" else (result, ())


async def _rated(store: Store, result: MatchResult) -> Entry:
    """The result with its rating changes, and the new ratings of the players."""
    first, second = [await rating_of(store, player, result.game) for player in result.players]
    between = await store.results.rated_between(
        *result.players, result.game, result.ended - ratings.COUNTED_FOR
    )
    weights = ratings.weights((first, second), between, result.ended)
    after = ratings.weighed((first, second), result.winner, result.ended, weights)
    result = replace(result, weighed=ratings.changes((first, second), after, weights))
    there = {person.player for person in await store.people.people(result.players)}
    return result, tuple(rating for rating in after if rating.player in there)  # forgotten players have none


async def rating_of(store: Store, player: PlayerId, game: str) -> Rating:
    """A player's rating in a game; a newcomer's if there is none."""
    known = await store.results.ratings_of(player)
    return next((one for one in known if one.game == game), ratings.newcomer(player, game))
