"""Ratings: which results count, and what they say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain import ratings
from bot.domain.glicko2 import START
from bot.domain.ratings import (
    MOST_A_DAY,
    MOST_VOLATILITY,
    NEW_FOR,
    NEWCOMERS_WEIGHT,
    PROVISIONAL_UNTIL,
    Pair,
    Weights,
    changes,
    newcomer,
    replayed,
    weights,
)
from bot.domain.terms import DAY
from games.events import MatchId, MovePlayed, PlayerId, TakebackAccepted
from games.game import Result, Seat
from games.match import Ending, Match, Phase
from storage.results import Counts, MatchResult, Rating, Strength
from tests.storage.facts import ADA, BOB, CLEO, OPENED


def over(
    reason: str, *, rated: bool = True, clock: int = DAY, players: tuple[PlayerId, PlayerId] = (ADA, BOB)
) -> Match:
    """A match that seat 0 won, but for draws."""
    result = Result(0, (5, 3), "side_empty") if reason == "rules" else None
    winner: Seat | None = None if reason in ("agreed", "time_drawn", "abandoned", "stopped") else 0
    opened = replace(OPENED, rated=rated, clock=clock)
    return Match(opened=opened, phase=Phase.OVER, players=players, ending=Ending(winner, reason, result))


# What counts

ENOUGH: list[Seat] = [0, 1, 0, 1]
UNDECIDED = ("resigned", "agreed", "time", "time_drawn")
"""Endings that the rules do not decide: they count not before both have played twice."""


@pytest.mark.parametrize(
    ("match", "plies", "expected"),
    [
        *((over(reason), ENOUGH, "rated") for reason in ("rules", *UNDECIDED)),
        *((over(reason), ENOUGH, "void") for reason in ("abandoned", "stopped")),
        (over("rules", rated=False), ENOUGH, "casual"),
        (over("rules", clock=0), ENOUGH, "casual"),
        (over("rules", players=(ADA, ADA)), ENOUGH, "alone"),
        (over("rules"), [0], "rated"),
        *(
            (over(reason), plies, "short")
            for reason in UNDECIDED
            for plies in ([], [0, 1], [0, 1, 0], [0, 0], [1, 1, 1, 0])
        ),
        *((over(reason), [0, 0, 1, 1], "rated") for reason in UNDECIDED),
    ],
)
def test_a_result_counts_or_it_is_said_why_not(match: Match, plies: list[Seat], expected: Counts) -> None:
    assert ratings.counts(match, plies, 0) == expected


def test_a_pair_has_three_rated_matches_of_a_game_a_day() -> None:
    counted = [ratings.counts(over("rules"), ENOUGH, today) for today in range(MOST_A_DAY + 2)]
    assert counted == ["rated"] * 3 + ["often"] * 2


def test_a_day_begins_at_midnight_utc() -> None:
    midnight = 1_795_132_800  # 2026-11-20
    assert ratings.day_of(midnight - 1) == midnight - 86_400
    assert ratings.day_of(midnight) == ratings.day_of(midnight + 86_399) == midnight


def test_plies_that_were_taken_back_are_none() -> None:
    log = [MovePlayed(at=1, seat=seat, notation="4") for seat in (0, 1, 0, 0, 1)]
    assert ratings.seats_of_plies([*log, TakebackAccepted(at=2, seat=0)]) == [0, 1, 0]
    assert ratings.seats_of_plies([*log, TakebackAccepted(at=2, seat=1), log[1]]) == [0, 1, 0, 0, 1]


# What they say

NEWCOMERS = (newcomer(ADA, "sahara"), newcomer(BOB, "sahara"))
WHOLE = (1.0, 1.0)


def weighed(pair: Pair, winner: Seat | None, ended: int, taken_for: Weights = WHOLE) -> Pair:
    """Their ratings after a match that is taken for all of a result."""
    return ratings.weighed(pair, winner, ended, taken_for)


def test_the_winner_gains_what_the_loser_loses_where_both_are_equally_unknown() -> None:
    ada, bob = weighed(NEWCOMERS, 0, 500)
    assert ada.strength.value > 1500 > bob.strength.value
    assert ada.strength.value - 1500 == pytest.approx(1500 - bob.strength.value)
    assert (ada.won, ada.drawn, ada.lost, ada.last) == (1, 0, 0, 500)
    assert (bob.won, bob.drawn, bob.lost, bob.last) == (0, 0, 1, 500)


def test_seats_make_no_difference() -> None:
    ada, bob = NEWCOMERS
    forth, back = weighed((ada, bob), 0, 500), weighed((bob, ada), 1, 500)
    assert forth == back[::-1]


def test_a_draw_of_equals_moves_nobody_and_makes_both_surer() -> None:
    for after in weighed(NEWCOMERS, None, 500):
        assert after.strength.value == pytest.approx(1500)
        assert after.strength.deviation < START.deviation
        assert after.drawn == 1


def test_a_win_against_a_stronger_one_gains_more() -> None:
    ada, bob = NEWCOMERS
    strong = replace(bob, strength=bob.strength._replace(value=1900.0))
    weak = replace(bob, strength=bob.strength._replace(value=1100.0))
    gains = [weighed((ada, each), 0, 1)[0].strength.value for each in (weak, bob, strong)]
    assert gains == sorted(gains)
    assert gains[0] > 1500


def test_who_is_well_known_moves_less() -> None:
    ada, bob = NEWCOMERS
    settled = replace(ada, strength=ada.strength._replace(deviation=60.0))
    known, unknown = weighed((settled, bob), 1, 1)
    assert 0 < 1500 - known.strength.value < 15
    assert unknown.strength.value - 1500 > 100


def with_matches(rating: Rating, value: float, deviation: float, matches: int = 30) -> Rating:
    """A rating that all these matches have led to."""
    strength = Strength(value, deviation)
    return replace(rating, strength=strength, won=matches, provisional=matches < PROVISIONAL_UNTIL)


def test_a_result_against_somebody_new_counts_for_the_newcomer_alone() -> None:
    ada, bob = NEWCOMERS
    settled, known = with_matches(ada, 1500, 60), with_matches(bob, 1500, 60)
    few, lately = with_matches(bob, 1500, 60, matches=9), replace(known, first=9 * DAY + 1)
    at = 9 * DAY + NEW_FOR
    assert weights((settled, known), 0, at) == (1, 1)
    assert weights((settled, few), 0, at) == weights((settled, lately), 0, at) == (0, 1)
    assert weights((few, settled), 0, at) == (1, 0)


def test_a_result_between_two_with_few_matches_counts_a_tenth() -> None:
    ada, bob = NEWCOMERS
    assert weights((ada, bob), 0, 500) == (NEWCOMERS_WEIGHT, NEWCOMERS_WEIGHT)
    lately = with_matches(bob, 1500, 60)
    assert weights((ada, lately), 0, 500) == (NEWCOMERS_WEIGHT, 0)


def test_the_more_results_of_a_pair_there_are_the_less_they_weigh() -> None:
    both = with_matches(NEWCOMERS[0], 1500, 60), with_matches(NEWCOMERS[1], 1500, 60)
    found = [weights(both, between, NEW_FOR)[0] for between in range(4)]
    assert found == [1, 1 / 2, 1 / 3, 1 / 4]


def test_where_it_does_not_count_for_somebody_the_match_is_only_counted() -> None:
    ada, bob = NEWCOMERS
    settled, after = with_matches(ada, 1500, 60), 90 * DAY
    same, _ = weighed((settled, bob), 0, after, (0.0, 1.0))
    aged, _ = weighed((settled, with_matches(bob, 1500, 60)), None, after, (1e-12, 1.0))
    assert (same.won, same.matches, same.last) == (31, 31, after)
    assert same.strength == pytest.approx(aged.strength)
    assert same.strength.deviation > 60


def test_a_year_without_a_match_makes_a_settled_rating_less_sure() -> None:
    ada, bob = (with_matches(one, 1500, 60) for one in NEWCOMERS)
    then, now = changes((ada, bob), weighed((ada, bob), None, 365 * DAY), WHOLE)
    assert then.before == now.before
    assert then.before.value == 1500
    assert then.before.deviation == pytest.approx(110)


def test_a_single_miracle_does_not_make_somebody_unpredictable() -> None:
    ada, bob = NEWCOMERS
    weak, strong = with_matches(ada, 800, 40), with_matches(bob, 3000, 40)
    for after in weighed((weak, strong), 0, 500):
        assert after.volatility <= MOST_VOLATILITY
        assert after.strength.deviation < 60


def test_matches_of_one_day_make_nobody_less_sure() -> None:
    pair = weighed(NEWCOMERS, 0, 500)
    again = weighed(pair, 0, 500)
    assert changes(pair, again, WHOLE)[0].before == pair[0].strength


def test_a_rating_is_provisional_until_ten_matches() -> None:
    pair = NEWCOMERS
    for number in range(1, PROVISIONAL_UNTIL + 1):
        pair = weighed(pair, 0, number)
        assert [one.provisional for one in pair] == [number < 10] * 2
        assert [one.matches for one in pair] == [number] * 2


# All of them over again

MATCHES = st.lists(
    st.tuples(
        st.sampled_from([(ADA, BOB), (BOB, ADA), (ADA, CLEO), (CLEO, BOB)]),
        st.sampled_from(["sahara", "sator"]),
        st.sampled_from([0, 1, None]),
    ),
    max_size=30,
)
Plan = list[tuple[tuple[PlayerId, PlayerId], str, Seat | None]]


def played(plan: Plan) -> tuple[list[MatchResult], dict[tuple[PlayerId, str], Rating]]:
    """The results of many matches, and the ratings after them."""
    known: dict[tuple[PlayerId, str], Rating] = {}
    results = []
    for number, (players, game, winner) in enumerate(plan):
        ended = number * 9 * DAY
        first, second = (known.get((who, game)) or newcomer(who, game) for who in players)
        taken_for = weights((first, second), between=number % 3, ended=ended)
        after = weighed((first, second), winner, ended, taken_for)
        known |= {(one.player, game): one for one in after}
        weight = changes((first, second), after, taken_for)
        results.append(
            MatchResult(MatchId(str(number)), game, "", players, winner, "rules", 9, ended, "rated", weight)
        )
    return results, known


@given(MATCHES)
def test_every_rating_follows_from_the_results_in_their_order(plan: Plan) -> None:
    results, known = played(plan)
    for player in (ADA, BOB, CLEO):
        theirs = [result for result in results if player in result.players]
        assert set(replayed(theirs, player)) == {one for key, one in known.items() if key[0] == player}


@given(MATCHES)
def test_the_ratings_of_two_joined_players_are_those_of_one_who_played_all_of_it(plan: Plan) -> None:
    results, _ = played(plan)
    joined = {one.game: one for one in replayed(results, ADA, BOB)}
    foreign = [result for result in results if {*result.players} != {ADA, BOB}]
    for game in ("sahara", "sator"):
        count = sum(result.game == game for result in foreign)
        assert (joined[game].matches if game in joined else 0) == count
    names = {BOB: ADA}
    renamed = [
        replace(one, players=(names.get(first, first), names.get(second, second)))
        for one in results
        for first, second in [one.players]
    ]
    assert replayed(renamed, ADA) == replayed(results, ADA, BOB)


def test_what_is_kept_with_a_result_tells_how_much_it_weighed() -> None:
    (result, *_), known = played([((ADA, BOB), "sahara", 0)])
    assert result.weighed
    ada, bob = result.weighed
    assert (ada.before, ada.became, ada.matches) == (START, known[ADA, "sahara"].strength.value, 1)
    assert bob.became == known[BOB, "sahara"].strength.value
    assert (ada.weight, bob.weight) == (NEWCOMERS_WEIGHT, NEWCOMERS_WEIGHT)
