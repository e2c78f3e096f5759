"""Results and ratings in SQLite: how they are asked for, and as rows."""

from __future__ import annotations

from collections.abc import Sequence

from games.events import MatchId, PlayerId
from storage import merged_players
from storage.results import Abandoned, MatchResult, Place, Rating, Strength, Tally, Weighed
from storage.sql import result_statements
from storage.sql.database import Record, Row
from storage.sql.part import Part


class SqlResults(Part):
    """The `Results` of a database."""

    async def result(self, match: MatchId) -> MatchResult | None:
        """How a match ended."""
        return next(iter(await self._results(result_statements.RESULT, match)), None)

    async def results_of(self, player: PlayerId, *, newest: int) -> tuple[MatchResult, ...]:
        """The last results of a player, the newest first; matches that are `void` have none."""
        theirs = await self._ids_of(player)
        return await self._results(result_statements.NEWEST_RESULTS, theirs, theirs, newest)

    async def has_finished(self, player: PlayerId, game: str) -> bool:
        """Whether a match of this game of theirs has ended."""
        theirs = await self._ids_of(player)
        return await self._one(result_statements.HAS_RESULT, theirs, theirs, game) is not None

    async def rated_results_of(self, *players: PlayerId) -> tuple[MatchResult, ...]:
        """All results that counted for any of these players when they were stored, in that order."""
        theirs = await self._ids_of(*players)
        return await self._results(result_statements.RATED_RESULTS, theirs, theirs)

    async def all_rated_results(self, after: MatchId | None, *, most: int) -> tuple[MatchResult, ...]:
        """The results that counted, in the order in which they were stored, on from one of them."""
        return await self._results(result_statements.ALL_RATED_RESULTS, after, most)

    async def lacks_ratings(self) -> bool:
        """Whether results that counted have to be rated anew."""
        return await self._one(result_statements.RESULT_TO_RATE) is not None

    async def put_rated_anew(self, results: Sequence[MatchResult], ratings: Sequence[Rating]) -> None:
        """Store what known results say, and the ratings after them."""
        await self._group.write(
            {
                result_statements.RATE_RESULT: [(*_from_both(result), result.match) for result in results],
                result_statements.DROP_RATING: [(rating.player, rating.game) for rating in ratings],
                result_statements.PUT_JOINED_RATING: [from_rating(rating) for rating in ratings],
            }
        )

    async def rated_between(self, one: PlayerId, other: PlayerId, game: str, since: int) -> int:
        """How many matches of a game between these two have counted since a time."""
        theirs = await self._ids_ever(one), await self._ids_ever(other)
        return await self._count(result_statements.RATED_BETWEEN, *theirs, *theirs[::-1], game, since)

    async def abandoned_by(self, player: PlayerId, since: int) -> Abandoned:
        """The matches since a time that are `short` and that this player has lost."""
        theirs = await self._ids_ever(player)
        return await self._abandoned(result_statements.ABANDONED_BY, theirs, since, theirs, since)

    async def abandoned_between(self, one: PlayerId, other: PlayerId, since: int) -> Abandoned:
        """All that are `short` between these two."""
        theirs = await self._ids_ever(one), await self._ids_ever(other)
        return await self._abandoned(result_statements.ABANDONED_BETWEEN, *theirs, *theirs[::-1], since)

    async def _abandoned(self, query: str, *parameters: object) -> Abandoned:
        row = await self._one(query, *parameters)
        return Abandoned(row["counted"], row["latest"]) if row else Abandoned(0, 0)

    async def tallies(self, one: PlayerId, other: PlayerId) -> tuple[Tally, ...]:
        """How one player did against another, game by game."""
        rows = await self._database.rows(result_statements.TALLIES, await self._pair(one, other))
        return tuple(Tally(**dict(row)) for row in rows)

    async def ratings_of(self, player: PlayerId) -> tuple[Rating, ...]:
        """The ratings of a player, game by game."""
        return await self._ratings(result_statements.RATINGS_OF_PLAYER, player)

    async def leaders(self, game: str, place: Place | None, *, since: int, most: int) -> tuple[Rating, ...]:
        """The best of a game by `Rating.low`, the best first."""
        if place is None:
            return await self._ratings(result_statements.LEADERS, game, since, most)
        return await self._ratings(result_statements.LEADERS_HERE, *_inside(place), game, since, most)

    async def ahead(self, rating: Rating, place: Place | None, *, since: int, most: int) -> int:
        """How many are better in the same game, counted up to `most`."""
        above = (rating.game, since, rating.low)
        if place is None:
            return await self._count(result_statements.AHEAD, *above, most)
        return await self._count(result_statements.AHEAD_HERE, *_inside(place), *above, most)

    async def _ids_ever(self, player: PlayerId) -> str:
        """The ids of a player, with those from before their accounts were forgotten, as a parameter."""
        return await self._ids_of(player, *await self._ids_before(player))

    async def _pair(self, one: PlayerId, other: PlayerId) -> tuple[str, str, str, str]:
        """The ids of two players, as the parameters of either order of seats."""
        ids, other_ids = await self._ids_of(one), await self._ids_of(other)
        return ids, other_ids, other_ids, ids

    async def _results(self, query: str, *parameters: object) -> tuple[MatchResult, ...]:
        rows, known = await self._database.rows(query, parameters), await self._former_players()
        return tuple(merged_players.result(_to_result(row), known) for row in rows)

    async def _ratings(self, query: str, *parameters: object) -> tuple[Rating, ...]:
        return tuple(map(_to_rating, await self._database.rows(query, parameters)))


def _inside(place: Place) -> tuple[str, ...]:
    return (place.platform, place.chat, place.platform, place.chat, place.chat)


# Rows, as `sql` names their columns, from facts and back


def from_result(result: MatchResult) -> Row:
    """The row of a result."""
    facts = (result.match, result.game, result.house_rules, *result.players, result.winner, result.reason)
    return (*facts, result.plies, result.ended, result.counts, *_from_both(result))


def _from_both(result: MatchResult) -> Row:
    first, second = result.weighed or (None, None)
    return (*_from_weighed(first), *_from_weighed(second))


def _from_weighed(weighed: Weighed | None) -> Row:
    return (*weighed.before, weighed.became, weighed.matches, weighed.weight) if weighed else (None,) * 5


def _to_result(row: Record) -> MatchResult:
    return MatchResult(
        match=row["match"],
        game=row["game"],
        house_rules=row["house_rules"],
        players=(row["first"], row["second"]),
        winner=row["winner"],
        reason=row["reason"],
        plies=row["plies"],
        ended=row["ended"],
        counts=row["counts"],
        weighed=None
        if row["first_value"] is None
        else (_to_weighed(row, "first"), _to_weighed(row, "second")),
    )


def _to_weighed(row: Record, seat: str) -> Weighed:
    before = Strength(row[f"{seat}_value"], row[f"{seat}_deviation"])
    return Weighed(before, row[f"{seat}_became"], row[f"{seat}_matches"], row[f"{seat}_weight"])


def from_rating(rating: Rating) -> Row:
    """The row of a rating."""
    standing = (int(rating.provisional), rating.won, rating.drawn, rating.lost, rating.first, rating.last)
    return (rating.player, rating.game, *rating.strength, rating.volatility, *standing)


def _to_rating(row: Record) -> Rating:
    known = dict(row)
    strength = Strength(known.pop("value"), known.pop("deviation"))
    return Rating(**{**known, "provisional": bool(row["provisional"])}, strength=strength)
