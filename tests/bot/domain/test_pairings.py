"""Pairs of a round: whatever the results are, nobody meets anybody twice, and nobody is favoured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.pairings import MOST, Pair, SwissPlayer, most_rounds, round_robin, swiss
from games.events import PlayerId

PLAYERS = [PlayerId(f"player {number:02}") for number in range(MOST)]


def after(players: Sequence[SwissPlayer], pairs: Sequence[Pair], scores: Sequence[int]) -> list[SwissPlayer]:
    """Who stands how after a round; each score is that of who began, in halves."""
    known = {one.player: one for one in players}
    told: list[SwissPlayer] = []
    for (first, second), score in zip(pairs, scores, strict=False):
        one = known[first]
        if second is None:
            told.append(replace(one, points=one.points + 2, had_bye=True))
            continue
        other = known[second]
        began = replace(one, surplus=one.surplus + 1, began_last=True, opponents=one.opponents | {second})
        waited = replace(
            other, surplus=other.surplus - 1, began_last=False, opponents=other.opponents | {first}
        )
        told.append(replace(began, points=one.points + score))
        told.append(replace(waited, points=other.points + 2 - score))
    return sorted(told, key=lambda one: -one.points)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 12), st.data())
def test_in_swiss_nobody_meets_twice_has_two_byes_or_begins_too_often(size: int, data: st.DataObject) -> None:
    players = [SwissPlayer(player) for player in PLAYERS[:size]]
    for _ in range(most_rounds(size)):
        pairs = swiss(players)
        assert pairs is not None
        assert sorted(who for pair in pairs for who in pair if who) == PLAYERS[:size]
        met = {one.player: one for one in players}
        for first, second in pairs:
            assert second not in met[first].opponents
            assert second is not None or not met[first].had_bye
        scores = data.draw(st.lists(st.integers(0, 2), min_size=len(pairs), max_size=len(pairs)))
        players = after(players, pairs, scores)
        assert max(abs(one.surplus) for one in players) <= 2


def test_the_largest_tournament_is_paired_as_well() -> None:
    players = [SwissPlayer(player) for player in PLAYERS]
    for _ in range(2):
        pairs = swiss(players)
        assert pairs is not None
        players = after(players, pairs, [2] * len(pairs))
    assert Counter(one.points for one in players) == {0: 4, 2: 8, 4: 4}


def test_the_first_round_pairs_the_upper_half_with_the_lower_one() -> None:
    pairs = swiss([SwissPlayer(player) for player in PLAYERS[:8]])
    assert pairs is not None
    assert [frozenset(pair) for pair in pairs] == [frozenset((PLAYERS[n], PLAYERS[n + 4])) for n in range(4)]


def test_who_cannot_be_met_at_half_the_seats_is_not_replaced_by_somebody_far_away() -> None:
    """Three have met each other: each meets the one who is nearest to that distance."""
    met = [{1, 3}, {0, 3}, set[int](), {0, 1}, set[int](), set[int]()]
    seats = zip(PLAYERS, met, strict=False)
    pairs = swiss(
        [SwissPlayer(one, opponents=frozenset(PLAYERS[number] for number in them)) for one, them in seats]
    )
    expected = [{PLAYERS[0], PLAYERS[2]}, {PLAYERS[1], PLAYERS[4]}, {PLAYERS[3], PLAYERS[5]}]
    assert [set(pair) for pair in pairs or ()] == expected


def test_points_are_near_in_all_pairs_rather_than_alike_in_one_and_far_apart_in_another() -> None:
    """Whatever that costs in colours; the second and the third have met nobody yet."""
    points, surpluses = (2, 1, 1, 0), (1, 1, -1, -1)
    seats = zip(PLAYERS, points, surpluses, strict=False)
    first, second, third, last = (SwissPlayer(one, points=won, surplus=begun) for one, won, begun in seats)
    first = replace(first, opponents=frozenset({third.player}))
    pairs = swiss([first, second, third, last])
    assert [{*pair} for pair in pairs or ()] == [
        {first.player, second.player},
        {third.player, last.player},
    ]


def test_a_bye_is_for_the_weakest_who_had_none() -> None:
    a, b, c = (SwissPlayer(player, points) for player, points in zip(PLAYERS, (4, 2, 0), strict=False))
    assert (PLAYERS[2], None) in (swiss([a, b, c]) or [])
    assert (PLAYERS[1], None) in (swiss([a, b, replace(c, had_bye=True)]) or [])


def paired(*surpluses: int) -> list[set[int]]:
    """Who meets whom among four with these surpluses and as many points, by their numbers."""
    players = [SwissPlayer(player, 2, surplus) for player, surplus in zip(PLAYERS, surpluses, strict=False)]
    return [{PLAYERS.index(who) for who in pair if who} for pair in swiss(players) or []]


def test_two_who_have_both_begun_more_often_meet_only_where_nobody_else_is_left() -> None:
    assert paired(0, 0, 0, 0) == [{0, 2}, {1, 3}]
    assert paired(1, 0, 1, 0) == [{0, 1}, {2, 3}]
    assert paired(-1, 0, -1, 0) == [{0, 1}, {2, 3}]
    assert paired(1, 0, -1, 0) == [{0, 2}, {1, 3}]


def test_where_all_have_met_there_are_no_pairs() -> None:
    one = SwissPlayer(PLAYERS[0], opponents=frozenset(PLAYERS[1:2]))
    assert swiss([one, SwissPlayer(PLAYERS[1], opponents=frozenset(PLAYERS[:1]))]) is None


@pytest.mark.parametrize("size", range(2, MOST + 1))
def test_everybody_meets_everybody_once_and_begins_as_often_as_not(size: int) -> None:
    rounds = [round_robin(PLAYERS[:size], number) for number in range(1, size + size % 2)]
    pairs = [pair for pairs in rounds for pair in pairs if pair[1]]
    assert Counter(map(frozenset, pairs)) == Counter(map(frozenset, combinations(PLAYERS[:size], 2)))
    assert all(sorted(who for pair in one for who in pair if who) == PLAYERS[:size] for one in rounds)
    begun = Counter(first for first, _ in pairs)
    assert set(begun.values()) <= {(size - 1) // 2, size // 2}
    byes = Counter(first for one in rounds for first, second in one if second is None)
    assert byes == (Counter(PLAYERS[:size]) if size % 2 else Counter())
