"""Level 5: what it supposes of the opponent, and what it races for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice, permutations

import pytest

from games.stacko import Build, Draw, Hidden, State, View
from games.stacko.rounds import is_finished
from robots import choose
from robots.robot import dice
from robots.stacko.belief import others_towers
from robots.stacko.chains import TURNS, Chains, Prospects
from robots.stacko.race import Racing
from robots.stacko.rival import Rivals, a_turn_sooner
from robots.stacko.stakes import LEADERS_WIN, needed
from tests.robots.stacko.test_stacko import MESS, NEARLY, dealt, with_towers

ALIKE = [0.0] + [0.1] * 40
OTHERS = [39, 36, 34, 31, 27, 23, 19, 16, 11, 21]
"""Finished by a part below 11 in place 10."""


def few_hidden() -> View:
    """Of the opponent's tower the two uppermost parts are hidden, and five parts are not seen."""
    state = with_towers(MESS, [40, 36, 35, 34, 32, 31, 30, 29, 12, 9], 20, shown=8)
    shed = tuple(part for part in state.round.talon if part not in (6, 8, 11))
    return replace(state, round=replace(state.round, talon=(6, 8, 11), discards=shed)).view(0)


def in_round_2(state: State, scores: tuple[int, int]) -> State:
    """The same round, after a first one with these scores."""
    return replace(state, ended=(replace(dealt(1).round, scores=scores),))


def test_each_tower_that_the_view_allows_is_as_likely_as_any_other() -> None:
    view = few_hidden()
    shown = tuple(part for part in view.round.towers[1] if not isinstance(part, Hidden))
    allowed = [(*shown, *pair) for pair in permutations(view.round.unseen(), 2)]
    allowed = [tower for tower in allowed if not is_finished(tower)]
    found = Counter(islice(others_towers(view), 200 * len(allowed)))
    assert set(found) == set(allowed)
    assert len(allowed) < 5 * 4
    assert all(120 < count < 280 for count in found.values())


def test_a_draw_leaves_out_the_worlds_that_held_what_was_drawn_and_no_others() -> None:
    state = dealt(3)
    drawn = state.play(0, Draw())
    before = islice(others_towers(state.view(0)), 100)
    kept = [tower for tower in before if drawn.round.in_hand not in tower]
    assert 0 < len(kept) < 100
    assert list(islice(others_towers(drawn.view(0)), len(kept))) == kept


def test_worlds_depend_on_the_view_alone() -> None:
    view = dealt(3).view(0)
    twin = view.imagine(dice(1, "twin"))
    assert twin != dealt(3)
    assert list(islice(others_towers(twin.view(0)), 5)) == list(islice(others_towers(view), 5))


@pytest.mark.parametrize(
    ("lead", "places"), [(-45, 10), (-5, 10), (0, 10), (5, 10), (10, 9), (15, 8), (25, 6), (45, 2)]
)
def test_who_leads_needs_a_run_and_who_does_not_a_tower(lead: int, places: int) -> None:
    assert needed(lead) == places
    assert lead + 5 * places > 50 or places == 10
    assert lead <= 0 or lead + 5 * (places - 1) <= 50


def test_who_won_more_in_round_1_wins_more() -> None:
    assert list(LEADERS_WIN) == sorted(LEADERS_WIN)


def test_a_leader_keeps_the_run_that_wins_the_match() -> None:
    """With 25 points ahead six parts are enough; the offer would fit below two of them."""
    own = [40, 37, 33, 30, 26, 22, 3, 28, 1, 24]
    state = in_round_2(with_towers(own, OTHERS, 38, shown=10), (50, 25))
    for seed in range(5):
        after = state.play(0, choose(state.view(0), 5, seed))
        run = after.round.towers[0][:6]
        assert list(run) == sorted(run, reverse=True)


def test_a_leader_makes_the_run_that_wins_the_match() -> None:
    """Six parts are enough: the seventh from the bottom up would close the whole tower less surely."""
    own = [40, 37, 33, 30, 26, 28, 3, 27, 1, 24]
    state = in_round_2(with_towers(own, OTHERS, 20, shown=10), (50, 25))
    assert {choose(state.view(0), 5, seed) for seed in range(5)} == {Build(6)}
    assert Racing(state.view(0)).scores()[5][1] > 0.97


def test_who_cannot_win_by_finishing_later_is_told_so() -> None:
    leader = [40, 37, 33, 30, 26, 22, 3, 28, 1, 24]
    state = in_round_2(with_towers(MESS, leader, 12, shown=0), (25, 50))
    hopeless = replace(state, round=replace(state.round, eyes=((False,) * 10, (True,) * 10)))
    assert max(score for _, score in Racing(hopeless.view(0)).scores()) < 0.1


def test_the_chance_of_the_rival_falls_with_time_and_with_what_they_are_offered() -> None:
    view = with_towers(MESS, OTHERS, 29, shown=10).view(0)
    rivals = Rivals(view, 10, 3.0)
    useless, finishing = rivals.left(37), rivals.left(10)
    assert list(useless) == sorted(useless, reverse=True)
    assert useless[0] == 1
    assert 0.3 < useless[1] < 1
    assert max(finishing[1:]) == 0


def test_a_turn_that_was_spent_comes_before_the_others() -> None:
    curve = [turn / 40 for turn in TURNS]
    assert a_turn_sooner(0.0, curve) == pytest.approx([(turn - 1) / 40 for turn in TURNS])
    assert a_turn_sooner(1.0, [1.0] * len(TURNS)) == [1.0] * len(TURNS)


def test_the_lower_part_of_a_tower_has_the_better_chance() -> None:
    chances = [Chains(Prospects(ALIKE, 3), NEARLY[:places]).chance for places in range(2, 11)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[-1]
