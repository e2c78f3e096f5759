"""How matches ended, and how strong that says people are."""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

from games.events import MatchId, PlayerId
from storage.errors import RatedMeanwhile
from storage.results import Abandoned, MatchResult, Place, Rating, Strength, Tally, Weighed
from storage.sql.database import Record, Row, Statement, listed
from storage.sql.part import Part
from storage.sql.schema import RATINGS, RESULTS

_RESULT = ", ".join(RESULTS.names[1:])
_OF_PLAYER = f"""
    SELECT number, {_RESULT} FROM results WHERE first = ?1
    UNION
    SELECT number, {_RESULT} FROM results WHERE second = ?1
"""
_OF_MATCH = f"SELECT {_RESULT} FROM results WHERE match = ?1"
_NEWEST = f"SELECT * FROM ({_OF_PLAYER}) AS theirs WHERE counts <> 'void' ORDER BY number DESC LIMIT ?2"
_ANY = f"SELECT 1 FROM ({_OF_PLAYER}) AS theirs WHERE game = ?2 LIMIT 1"
_RATED = f"""
    SELECT * FROM (
        SELECT number, {_RESULT} FROM results WHERE first IN (SELECT value FROM json_each(?1))
        UNION
        SELECT number, {_RESULT} FROM results WHERE second IN (SELECT value FROM json_each(?1))
    ) AS theirs WHERE counts = 'rated' ORDER BY number
"""
_BETWEEN = """
    SELECT game, winner AS seat_won, counts, ended FROM results
    WHERE first IN (SELECT value FROM json_each(?1)) AND second IN (SELECT value FROM json_each(?2))
    UNION ALL
    SELECT game, 1 - winner AS seat_won, counts, ended FROM results
    WHERE first IN (SELECT value FROM json_each(?2)) AND second IN (SELECT value FROM json_each(?1))
"""
_RATED_BETWEEN = f"""
    SELECT count(*) FROM ({_BETWEEN}) AS theirs WHERE game = ?3 AND counts = 'rated' AND ended >= ?4
"""
_ABANDONED_BY = """
    SELECT count(*), coalesce(max(ended), 0) FROM (
        SELECT ended FROM results
        WHERE first IN (SELECT value FROM json_each(?1)) AND winner = 1 AND counts = 'short' AND ended >= ?2
        UNION ALL
        SELECT ended FROM results
        WHERE second IN (SELECT value FROM json_each(?1)) AND winner = 0 AND counts = 'short' AND ended >= ?2
    ) AS theirs
"""
_ABANDONED_BETWEEN = f"""
    SELECT count(*), coalesce(max(ended), 0) FROM ({_BETWEEN}) AS theirs
    WHERE counts = 'short' AND ended >= ?3
"""
_TALLIES = f"""
    SELECT game,
        count(CASE WHEN seat_won = 0 THEN 1 END) AS won,
        count(CASE WHEN seat_won IS NULL THEN 1 END) AS drawn,
        count(CASE WHEN seat_won = 1 THEN 1 END) AS lost
    FROM ({_BETWEEN}) AS theirs WHERE counts <> 'void' GROUP BY game ORDER BY game
"""
_RATING = ", ".join(RATINGS.names[:-1])
_RATINGS_OF = f"SELECT {_RATING} FROM ratings WHERE player = ?1 ORDER BY game"
_LISTED = "game = ?1 AND last >= ?2"
_HIGHEST = "ORDER BY low DESC, player DESC"  # as the index has them
_RATINGS_HERE = """
    (
        SELECT player AS who FROM seen WHERE platform = ?3 AND chat = ?4
        UNION
        SELECT player FROM seen WHERE platform = ?3 AND chat >= ?4 || '/' AND chat < ?4 || '0'
    ) AS here
    CROSS JOIN ratings
"""  # CROSS: few have acted in a chat, many have a rating
_LEADERS = f"SELECT {_RATING} FROM ratings WHERE {_LISTED} {_HIGHEST} LIMIT ?3"
_LEADERS_HERE = f"SELECT {_RATING} FROM {_RATINGS_HERE} WHERE player = who AND {_LISTED} {_HIGHEST} LIMIT ?5"
_AHEAD = f"SELECT count(*) FROM (SELECT 1 FROM ratings WHERE {_LISTED} AND low > ?3 LIMIT ?4) AS better"
_AHEAD_HERE = f"""
    SELECT count(*) FROM (
        SELECT 1 FROM {_RATINGS_HERE} WHERE player = who AND {_LISTED} AND low > ?5 LIMIT ?6
    ) AS better
"""

ADD_RESULT = Statement(RESULTS.add)
PUT_RATING = Statement(
    f"{RATINGS.put} WHERE excluded.won + excluded.drawn + excluded.lost"
    " = ratings.won + ratings.drawn + ratings.lost + 1 RETURNING 1",
    RatedMeanwhile,
)
"""The rating of a player who has ended one match since the one that is there."""
PUT_RATING_ANYHOW = Statement(RATINGS.put)


class Results(Part):
    """The part of the store that tells of results; they are written with the end of the match."""

    async def result(self, match: MatchId) -> MatchResult | None:
        """How a match ended; None for one that has not, or ended before results were kept."""
        return next(iter(await self._results(_OF_MATCH, match)), None)

    async def results_of(self, player: PlayerId, *, newest: int) -> tuple[MatchResult, ...]:
        """The last results of a player, the newest first; matches that are `void` have none."""
        return await self._results(_NEWEST, player, newest)

    async def has_finished(self, player: PlayerId, game: str) -> bool:
        """Whether a match of this game of theirs has ended."""
        return await self._one(_ANY, player, game) is not None

    async def rated_results_of(self, *players: PlayerId) -> tuple[MatchResult, ...]:
        """All results that counted for any of these players when they were stored, in that order."""
        return await self._results(_RATED, listed(players))

    async def rated_between(self, one: PlayerId, other: PlayerId, game: str, since: int) -> int:
        """How many matches of a game between these two have counted since a time, in seconds since 1970.

        What somebody has played before their account was forgotten counts, too, if that is kept still.
        """
        ever = self._identities.ever
        return await self._number(_RATED_BETWEEN, await ever(one), await ever(other), game, since)

    async def abandoned_by(self, player: PlayerId, since: int) -> Abandoned:
        """The matches since a time that are `short` and that this player has lost.

        Also those from before their account was forgotten, if that is kept still.
        """
        row = await self._one(_ABANDONED_BY, await self._identities.ever(player), since)
        return Abandoned(*row) if row else Abandoned(0, 0)

    async def abandoned_between(self, one: PlayerId, other: PlayerId, since: int) -> Abandoned:
        """All that are `short` between these two; likewise."""
        ever = self._identities.ever
        row = await self._one(_ABANDONED_BETWEEN, await ever(one), await ever(other), since)
        return Abandoned(*row) if row else Abandoned(0, 0)

    async def tallies(self, one: PlayerId, other: PlayerId) -> tuple[Tally, ...]:
        """How one player did against another, game by game; matches that are `void` are none."""
        return tuple(Tally(*row) for row in await self._rows(_TALLIES, listed([one]), listed([other])))

    async def ratings_of(self, player: PlayerId) -> tuple[Rating, ...]:
        """The ratings of a player, game by game."""
        return await self._ratings(_RATINGS_OF, player)

    async def leaders(self, game: str, place: Place | None, *, since: int, most: int) -> tuple[Rating, ...]:
        """The best of a game by `Rating.low`, the best first.

        Args:
            game: its key.
            place: only of those who acted in a match there; None: of all.
            since: only of those who have ended a rated match since then, in seconds since 1970.
            most: so many at most.
        """
        if place is None:
            return await self._ratings(_LEADERS, game, since, most)
        return await self._ratings(_LEADERS_HERE, game, since, *place, most)

    async def ahead(self, rating: Rating, place: Place | None, *, since: int, most: int) -> int:
        """How many are better in the same game, counted up to `most`; otherwise as `leaders`."""
        if place is None:
            return await self._number(_AHEAD, rating.game, since, rating.low, most)
        return await self._number(_AHEAD_HERE, rating.game, since, *place, rating.low, most)

    async def _results(self, query: str, *parameters: object) -> tuple[MatchResult, ...]:
        return tuple(map(_to_result, await self._rows(query, *parameters)))

    async def _ratings(self, query: str, *parameters: object) -> tuple[Rating, ...]:
        return tuple(map(_to_rating, await self._rows(query, *parameters)))


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
    unrated = row["first_value"] is None
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
        weighed=None if unrated else (_to_weighed(row, "first"), _to_weighed(row, "second")),
    )


def _to_weighed(row: Record, seat: str) -> Weighed:
    before = Strength(row[f"{seat}_value"], row[f"{seat}_deviation"])
    return Weighed(before, row[f"{seat}_became"], row[f"{seat}_matches"], row[f"{seat}_weight"])


def from_rating(rating: Rating) -> Row:
    """The row of a rating."""
    standing = (rating.provisional, rating.won, rating.drawn, rating.lost, rating.first, rating.last)
    return (rating.player, rating.game, *rating.strength, rating.volatility, *standing, rating.low)


def _to_rating(row: Record) -> Rating:
    known = dict(row)
    strength = Strength(known.pop("value"), known.pop("deviation"))
    return Rating(**{**known, "provisional": bool(row["provisional"])}, strength=strength)
