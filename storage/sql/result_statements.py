"""Queries and statements about results and ratings, by name."""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

from storage.errors import RatedMeanwhile
from storage.sql.statement import Statement

_RESULT = """
    match, game, house_rules, first, second, winner, reason, plies, ended, counts,
    first_value, first_deviation, first_became, first_matches, first_weight,
    second_value, second_deviation, second_became, second_matches, second_weight
"""
_RATING = "player, game, value, deviation, volatility, provisional, won, drawn, lost, first, last"

# Asked

RESULT = f"SELECT {_RESULT} FROM results WHERE match = ?"
_RESULTS_OF_PLAYER = f"""
    SELECT number, {_RESULT} FROM results WHERE first IN (SELECT value FROM json_each(?))
    UNION
    SELECT number, {_RESULT} FROM results WHERE second IN (SELECT value FROM json_each(?))
"""
NEWEST_RESULTS = f"""
    SELECT {_RESULT} FROM ({_RESULTS_OF_PLAYER}) AS theirs WHERE counts <> 'void' ORDER BY number DESC LIMIT ?
"""
HAS_RESULT = f"SELECT 1 FROM ({_RESULTS_OF_PLAYER}) AS theirs WHERE game = ? LIMIT 1"
RATED_RESULTS = (
    f"SELECT {_RESULT} FROM ({_RESULTS_OF_PLAYER}) AS theirs WHERE counts = 'rated' ORDER BY number"
)
ALL_RATED_RESULTS = f"""
    SELECT {_RESULT} FROM results
    WHERE counts = 'rated' AND number > coalesce((SELECT number FROM results WHERE match = ?), 0)
    ORDER BY number LIMIT ?
"""
RESULT_TO_RATE = """
    SELECT match FROM results INDEXED BY results_to_rate
    WHERE counts = 'rated' AND first_value IS NULL AND number > 0 LIMIT 1
"""
_BETWEEN = """
    SELECT game, winner AS seat_won, counts, ended FROM results
    WHERE first IN (SELECT value FROM json_each(?)) AND second IN (SELECT value FROM json_each(?))
    UNION ALL
    SELECT game, 1 - winner AS seat_won, counts, ended FROM results
    WHERE first IN (SELECT value FROM json_each(?)) AND second IN (SELECT value FROM json_each(?))
"""
RATED_BETWEEN = f"""
    SELECT count(*) AS counted FROM ({_BETWEEN}) AS theirs WHERE game = ? AND counts = 'rated' AND ended >= ?
"""
ABANDONED_BY = """
    SELECT count(*) AS counted, coalesce(max(ended), 0) AS latest FROM (
        SELECT ended FROM results
        WHERE first IN (SELECT value FROM json_each(?)) AND winner = 1 AND counts = 'short' AND ended >= ?
        UNION ALL
        SELECT ended FROM results
        WHERE second IN (SELECT value FROM json_each(?)) AND winner = 0 AND counts = 'short' AND ended >= ?
    ) AS theirs
"""
ABANDONED_BETWEEN = f"""
    SELECT count(*) AS counted, coalesce(max(ended), 0) AS latest FROM ({_BETWEEN}) AS theirs
    WHERE counts = 'short' AND ended >= ?
"""
DIGEST_KEY = "SELECT key FROM digest_key WHERE id = 1"
FORGOTTEN_PLAYERS = """
    SELECT DISTINCT player FROM forgotten_accounts WHERE digest IN (SELECT value FROM json_each(?))
"""
TALLIES = f"""
    SELECT game,
        count(CASE WHEN seat_won = 0 THEN 1 END) AS won,
        count(CASE WHEN seat_won IS NULL THEN 1 END) AS drawn,
        count(CASE WHEN seat_won = 1 THEN 1 END) AS lost
    FROM ({_BETWEEN}) AS theirs WHERE counts <> 'void' GROUP BY game ORDER BY game
"""
RATINGS_OF_PLAYER = f"SELECT {_RATING} FROM ratings WHERE player = ? ORDER BY game"
_LISTED = "game = ? AND last >= ?"
_ACTED = """
    SELECT coalesce(present.player, seen.player) AS present_player
    FROM seen LEFT JOIN former_players AS present ON present.former = seen.player
"""
_RATINGS_HERE = f"""
    (
        {_ACTED} WHERE platform = ? AND chat = ?
        UNION
        {_ACTED} WHERE platform = ? AND chat >= ? || '/' AND chat < ? || '0'
    ) AS here
    CROSS JOIN ratings ON player = present_player
"""  # CROSS: few have acted in a chat, many have a rating
_HIGHEST = "ORDER BY low DESC, player DESC LIMIT ?"  # as the index has them
LEADERS = f"SELECT {_RATING} FROM ratings WHERE {_LISTED} {_HIGHEST}"
LEADERS_HERE = f"SELECT {_RATING} FROM {_RATINGS_HERE} WHERE {_LISTED} {_HIGHEST}"
AHEAD = (
    f"SELECT count(*) AS counted FROM (SELECT 1 FROM ratings WHERE {_LISTED} AND low > ? LIMIT ?) AS better"
)
AHEAD_HERE = f"""
    SELECT count(*) AS counted
    FROM (SELECT 1 FROM {_RATINGS_HERE} WHERE {_LISTED} AND low > ? LIMIT ?) AS better
"""

# Written

ADD_RESULT = Statement(f"INSERT INTO results ({_RESULT}) VALUES ({', '.join('?' * 20)})")
_PUT_RATING = f"""
    INSERT INTO ratings ({_RATING}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (player, game) DO UPDATE SET
        value = excluded.value,
        deviation = excluded.deviation,
        volatility = excluded.volatility,
        provisional = excluded.provisional,
        won = excluded.won,
        drawn = excluded.drawn,
        lost = excluded.lost,
        first = excluded.first,
        last = excluded.last
"""
PUT_RATING = Statement(_PUT_RATING, RatedMeanwhile)
RATE_RESULT = Statement(
    """
    UPDATE results SET
        first_value = ?, first_deviation = ?, first_became = ?, first_matches = ?, first_weight = ?,
        second_value = ?, second_deviation = ?, second_became = ?, second_matches = ?, second_weight = ?
    WHERE match = ?
    """
)
CLEAR_RATINGS = Statement("DELETE FROM ratings WHERE player = ?")
DROP_RATING = Statement("DELETE FROM ratings WHERE player = ? AND game = ?")
PUT_JOINED_RATING = Statement(_PUT_RATING)
