"""Results of finished matches, ratings, reviews and imported records."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple

from games.events import MatchId, PlayerId
from games.game import Seat
from games.judgement import Judgement
from storage.errors import RatedMeanwhile
from storage.results import Abandoned, MatchResult, Place, Rating, StoredRecord, Strength, Tally, Weighed
from storage.sql.database import Line, Part, Record, Statement, listed, reader
from storage.sql.table import NOT_GONE, Table, inside, present

# `number`: the order in which ratings are computed from results.
RESULTS = Table(
    "results",
    """
        number number, match text REFERENCES matches, game text, house_rules text, first text,
        second text, winner integer?, reason text, plies integer, ended integer, counts text,
        first_value real?, first_deviation real?, first_became real?, first_matches integer?,
        first_weight real?, second_value real?, second_deviation real?, second_became real?,
        second_matches integer?, second_weight real?
    """,
    constraints="UNIQUE (match); CHECK ((counts = 'rated') = (second_matches IS NOT NULL))",
    indexes="(first, second, game); (second)",
)
# `low`: the lower end of the rating, see `storage.results.Rating.low`.
RATINGS = Table(
    "ratings",
    """
        *player text, *game text, value real, deviation real, volatility real, provisional integer,
        won integer, drawn integer, lost integer, first integer, last integer, low real
    """,
    indexes="(game, low, player, last)",
)
REVIEWS = Table(
    "reviews",
    "*match text REFERENCES matches, *seat integer, player text, moves text",
    indexes="(player)",
)
RECORDS = Table(
    "records",
    "number number, id text, player text, at integer, text text",
    constraints="UNIQUE (id)",
    indexes="(player, number)",
)
TABLES = (RESULTS, RATINGS, REVIEWS, RECORDS)

KEPT = 20  # records per player, the newest

_OF_MATCH = f"{RESULTS.select} WHERE match = ?1"
_OF_PLAYER = f"""
    {RESULTS.select} WHERE first = ?1
    UNION
    {RESULTS.select} WHERE second = ?1
"""
_TELLING = "counts NOT IN ('void', 'continued')"
"""Of results that say something about the players."""
_NEWEST = f"SELECT * FROM ({_OF_PLAYER}) AS theirs WHERE {_TELLING} ORDER BY number DESC LIMIT ?2"
_ANY = f"SELECT 1 FROM ({_OF_PLAYER}) AS theirs WHERE game = ?2 LIMIT 1"
_WINS_OVER_ROBOTS = f"""
    SELECT
        (SELECT count(*) FROM results
            WHERE first = ?1 AND winner = 0 AND game = ?2 AND second LIKE 'robot:%' AND {_TELLING})
        +
        (SELECT count(*) FROM results
            WHERE second = ?1 AND winner = 1 AND game = ?2 AND first LIKE 'robot:%' AND {_TELLING})
"""
_LAST_AGAINST = f"""
    SELECT * FROM ({_OF_PLAYER}) AS theirs
    WHERE game = ?2 AND {_TELLING} AND (substr(first, 1, ?4) = ?3 OR substr(second, 1, ?4) = ?3)
    ORDER BY number DESC LIMIT 1
"""
_RATED = f"""
    SELECT * FROM (
        {RESULTS.select} WHERE first IN (SELECT value FROM json_each(?1))
        UNION
        {RESULTS.select} WHERE second IN (SELECT value FROM json_each(?1))
    ) AS theirs WHERE counts = 'rated' ORDER BY number
"""
_BETWEEN = """
    SELECT match, game, winner AS seat_won, counts, ended FROM results
    WHERE first IN (SELECT value FROM json_each(?1)) AND second IN (SELECT value FROM json_each(?2))
    UNION ALL
    SELECT match, game, 1 - winner AS seat_won, counts, ended FROM results
    WHERE first IN (SELECT value FROM json_each(?2)) AND second IN (SELECT value FROM json_each(?1))
"""
_RATED_BETWEEN = f"""
    SELECT count(*) FROM ({_BETWEEN}) AS theirs WHERE game = ?3 AND counts = 'rated' AND ended >= ?4
"""
_ABANDONED = """
    counts = 'short' AND NOT EXISTS (SELECT 1 FROM tournament_pairings WHERE match = theirs.match)
"""
"""Nobody begins the matches of a tournament themselves, and giving one up costs a point there."""
_ABANDONED_BY = f"""
    SELECT count(*), coalesce(max(ended), 0) FROM (
        SELECT match, counts, ended FROM results
        WHERE first IN (SELECT value FROM json_each(?1)) AND winner = 1 AND ended >= ?2
        UNION ALL
        SELECT match, counts, ended FROM results
        WHERE second IN (SELECT value FROM json_each(?1)) AND winner = 0 AND ended >= ?2
    ) AS theirs WHERE {_ABANDONED}
"""
_ABANDONED_BETWEEN = f"""
    SELECT count(*), coalesce(max(ended), 0) FROM ({_BETWEEN}) AS theirs
    WHERE {_ABANDONED} AND ended >= ?3
"""
_TALLIES = f"""
    SELECT game,
        count(CASE WHEN seat_won = 0 THEN 1 END) AS won,
        count(CASE WHEN seat_won IS NULL THEN 1 END) AS drawn,
        count(CASE WHEN seat_won = 1 THEN 1 END) AS lost
    FROM ({_BETWEEN}) AS theirs WHERE {_TELLING} GROUP BY game ORDER BY game
"""
_RATINGS_OF = f"{RATINGS.select} WHERE player = ?1 ORDER BY game"
_LISTED = "game = ?1 AND last >= ?2"
_HIGHEST = "ORDER BY low DESC, player DESC"  # as the index has them
_RATINGS_HERE = f"""
    (SELECT DISTINCT player AS who FROM seen WHERE platform = ?3 AND {inside("?4")}) AS here
    CROSS JOIN ratings
"""  # CROSS fixes the join order: few players have acted in a chat, many have a rating
_LEADERS = f"{RATINGS.select} WHERE {_LISTED} {_HIGHEST} LIMIT ?3"
_LEADERS_HERE = f"""
    SELECT {RATINGS.all} FROM {_RATINGS_HERE} WHERE player = who AND {_LISTED} {_HIGHEST} LIMIT ?5
"""
_AHEAD = f"SELECT count(*) FROM (SELECT 1 FROM ratings WHERE {_LISTED} AND low > ?3 LIMIT ?4) AS better"
_AHEAD_HERE = f"""
    SELECT count(*) FROM (
        SELECT 1 FROM {_RATINGS_HERE} WHERE player = who AND {_LISTED} AND low > ?5 LIMIT ?6
    ) AS better
"""
_RECORDS_OF = f"{RECORDS.select} WHERE player = ?1 ORDER BY at, id"
_RECORD = f"{RECORDS.select} WHERE id = ?1"

_WEIGHED = ("value", "deviation", "became", "matches", "weight")
_TO_RESULT, _TO_RATING = reader(MatchResult, "players", "weighed"), reader(Rating, "strength")
_TO_RECORD = reader(StoredRecord)

_FOLLOW_UP = Statement(
    f"{RATINGS.insert()} {RATINGS.replace()} WHERE excluded.won + excluded.drawn + excluded.lost"
    " = ratings.won + ratings.drawn + ratings.lost + 1 RETURNING 1",
    RatedMeanwhile,
)

# Store nothing for a player who was forgotten while the review was made.
_PUT_REVIEW = Statement(
    f"""
    INSERT INTO reviews ({REVIEWS.all}) SELECT ?1, ?2, who, ?4 FROM (SELECT {present("?3")} AS who) AS whose
    WHERE NOT EXISTS (SELECT 1 FROM gone_players WHERE gone_players.player = who)
    ON CONFLICT (match, seat) DO UPDATE SET player = excluded.player, moves = excluded.moves
    """
)
_DROP_RECORD = Statement("DELETE FROM records WHERE id = ?1")  # put again, it is the newest
_MAKE_ROOM = Statement(
    f"""
    DELETE FROM records WHERE player = ?1 AND number NOT IN (
        SELECT number FROM records WHERE player = ?1 ORDER BY number DESC LIMIT {KEPT}
    )
    """
)


class Results(Part):
    """Results, which `Store.append` writes at the end of a match, with ratings, reviews and records."""

    async def result(self, match: MatchId) -> MatchResult | None:
        """The result of a match; None if it is not over, or ended before results were kept."""
        return await self._first(_to_result, _OF_MATCH, match)

    async def results_of(self, player: PlayerId, *, newest: int) -> tuple[MatchResult, ...]:
        """The latest results of a player, the newest first, without `void` ones."""
        return await self._all(_to_result, _NEWEST, player, newest)

    async def has_finished(self, player: PlayerId, game: str) -> bool:
        return await self._number(_ANY, player, game) > 0

    async def wins_over_robots(self, player: PlayerId, game: str) -> int:
        return await self._number(_WINS_OVER_ROBOTS, player, game)

    async def last_against(self, player: PlayerId, game: str, opponents: str) -> MatchResult | None:
        """The latest result against one of those whose ids begin with `opponents`, `void` ones aside."""
        return await self._first(_to_result, _LAST_AGAINST, player, game, opponents, len(opponents))

    async def rated_results_of(self, *players: PlayerId) -> tuple[MatchResult, ...]:
        return await self._all(_to_result, _RATED, listed(players))

    async def rated_between(self, one: PlayerId, other: PlayerId, game: str, since: int) -> int:
        """The number of rated matches of a game between two players since a time, in seconds since 1970.

        Matches played before an account was forgotten are included as long as its keyed hash is kept.
        """
        ever = self._identities.ever
        return await self._number(_RATED_BETWEEN, await ever(one), await ever(other), game, since)

    async def abandoned_by(self, player: PlayerId, since: int) -> Abandoned:
        """The `short` matches that a player has lost since a time, without those of tournaments.

        Forgotten ids as in `rated_between`.
        """
        (row,) = await self._rows(_ABANDONED_BY, await self._identities.ever(player), since)
        return Abandoned(*row)

    async def abandoned_between(self, one: PlayerId, other: PlayerId, since: int) -> Abandoned:
        """The `short` matches between two players since a time, as `abandoned_by` counts them."""
        ever = self._identities.ever
        (row,) = await self._rows(_ABANDONED_BETWEEN, await ever(one), await ever(other), since)
        return Abandoned(*row)

    async def tallies(self, one: PlayerId, other: PlayerId) -> tuple[Tally, ...]:
        """The score of one player against another, by game, without `void` matches."""
        return await self._all(lambda row: Tally(*row), _TALLIES, listed([one]), listed([other]))

    async def ratings_of(self, player: PlayerId) -> tuple[Rating, ...]:
        return await self._all(_to_rating, _RATINGS_OF, player)

    async def leaders(self, game: str, place: Place | None, *, since: int, most: int) -> tuple[Rating, ...]:
        """The highest ratings of a game, ordered by `Rating.low`, the best first.

        Args:
            place: only players who have acted in a match there; None for all.
            since: only players who have finished a rated match since then, in seconds since 1970.
        """
        if place is None:
            return await self._all(_to_rating, _LEADERS, game, since, most)
        return await self._all(_to_rating, _LEADERS_HERE, game, since, *place, most)

    async def ahead(self, rating: Rating, place: Place | None, *, since: int, most: int) -> int:
        """The number of higher ratings in the same game, counted up to `most`; selected as in `leaders`."""
        if place is None:
            return await self._number(_AHEAD, rating.game, since, rating.low, most)
        return await self._number(_AHEAD_HERE, rating.game, since, *place, rating.low, most)

    # Reviews grow move by move until they are finished.

    async def put_review(
        self, match: MatchId, seat: Seat, player: PlayerId, moves: Sequence[Judgement]
    ) -> None:
        """Store a review, replacing what was stored of it.

        Args:
            player: the player in the seat; nothing is stored for a forgotten one.
            moves: judgements of the seat's moves in order, from the first; perhaps not yet of all.
        """
        judged = json.dumps([astuple(move) for move in moves])
        await self._write((_PUT_REVIEW, (match, seat, player, judged)))

    async def review(self, match: MatchId, seat: Seat) -> tuple[Judgement, ...]:
        """The judgements of a seat's moves so far; () if there is no review."""
        row = await self._one(REVIEWS.by_key, match, seat)
        return tuple(Judgement(*move) for move in json.loads(row["moves"])) if row else ()

    # Records

    async def put_record(self, record: StoredRecord) -> None:
        """Add a record; the newest 20 of each player are kept."""
        await self._write(
            (NOT_GONE, (record.player,)),
            (_DROP_RECORD, (record.id,)),
            RECORDS.add(record),
            (_MAKE_ROOM, (record.player,)),
        )

    async def records_of(self, player: PlayerId) -> tuple[StoredRecord, ...]:
        return await self._all(_TO_RECORD, _RECORDS_OF, player)

    async def record(self, number: str) -> StoredRecord | None:
        return await self._first(_TO_RECORD, _RECORD, number)


def add(result: MatchResult) -> Line:
    first, second = result.players
    weighed = result.weighed or (None, None)
    seats = {**_from_weighed("first", weighed[0]), **_from_weighed("second", weighed[1])}
    return RESULTS.add(result, first=first, second=second, **seats)


def _from_weighed(seat: str, weighed: Weighed | None) -> dict[str, object]:
    facts = (*weighed.before, weighed.became, weighed.matches, weighed.weight) if weighed else (None,) * 5
    return {f"{seat}_{name}": fact for name, fact in zip(_WEIGHED, facts, strict=True)}


def _to_result(row: Record) -> MatchResult:
    weighed = None if row["first_value"] is None else (_to_weighed(row, "first"), _to_weighed(row, "second"))
    return _TO_RESULT(row, players=(row["first"], row["second"]), weighed=weighed)


def _to_weighed(row: Record, seat: str) -> Weighed:
    value, deviation, *rest = (row[f"{seat}_{name}"] for name in _WEIGHED)
    return Weighed(Strength(value, deviation), *rest)


def put_rating(rating: Rating) -> Line:
    """Put a rating whatever is stored."""
    return RATINGS.put(rating, **rating.strength._asdict())


def follow_up(rating: Rating) -> Line:
    """Put a rating that counts one match more than the stored one."""
    return _FOLLOW_UP, put_rating(rating)[1]


def _to_rating(row: Record) -> Rating:
    return _TO_RATING(row, strength=Strength(row["value"], row["deviation"]))
