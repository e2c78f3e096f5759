"""Stacko: each rule by its test vector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games import GAMES, IllegalMove, InvalidNotation, Result
from games.game import UnknownHouseRule
from games.stacko import (
    MOST_TURNS,
    PARTS,
    PLACES,
    Build,
    Built,
    Draw,
    Drew,
    Hidden,
    Pass,
    Passed,
    RoundEnded,
    falling_run,
)
from tests.games.stacko_rounds import (
    DICE,
    GAME,
    NEARLY_DONE,
    UNSEEN,
    Rigged,
    dealt,
    free,
    laid,
    on_table,
    played,
    scored,
)

X = Hidden.PART


# The test vectors.


def test_d1_the_deal_makes_two_towers_of_ten_an_offer_and_a_talon_of_nineteen() -> None:
    current = dealt().round
    assert [len(tower) for tower in current.towers] == [10, 10]
    assert (len(current.talon), current.discards, current.drawn) == (19, (), False)
    assert dealt().to_act == (0,)


def test_d1_the_parts_are_dealt_in_the_order_of_the_shuffle() -> None:
    order, after = DICE.shuffled(PARTS)
    current = dealt().round
    assert (*current.towers[0], *current.towers[1], current.in_hand, *current.talon) == order
    assert dealt().dice == after


@pytest.mark.parametrize(
    ("tower", "run"),
    [
        pytest.param(range(40, 30, -1), 10, id="D2"),
        pytest.param(range(10, 0, -1), 10, id="D3"),
        pytest.param([32, 23, 21, 30, 9, 8, 7, 6, 5, 4], 3, id="D4"),
        pytest.param([5, 9, 8, 7, 6, 4, 3, 2, 1, 40], 1, id="D5"),
        pytest.param([40, 35, 30, 25, 20, 15, 10, 8, 5, 6], 9, id="D6"),
    ],
)
def test_d2_to_d6_a_tower_counts_from_the_bottom_until_it_stops_falling(
    tower: Sequence[int], run: int
) -> None:
    assert falling_run(tower) == run
    current = laid(tower, offer=free(*tower)[0])
    assert current.worth() == (50 if run == PLACES else 5 * run, 5)


def test_d7_a_finished_tower_ends_the_round_at_once() -> None:
    state = played(on_table(laid(NEARLY_DONE, [40, 22, 31], offer=35)), "1")
    (past,) = state.ended
    assert past.scores == state.points == (50, 10)
    assert past.towers[0][0] == 35
    assert state.trail == (Built(0, 1, part=35, out=12, was_open=False), RoundEnded(0, (50, 10)))
    assert (state.round.turn, state.round.turns, state.round.scores) == (1, 0, None)


def test_d8_a_passed_part_is_the_next_offer_and_the_refused_one_is_discarded() -> None:
    state = played(on_table(laid(offer=17, draws=[33])), "draw", "pass")
    assert (state.to_act, state.round.in_hand, state.round.drawn) == ((1,), 33, False)
    assert state.round.discards == (17,)
    assert state.trail == (Drew(0, refused=17, part=33, reshuffled=False), Passed(0, 33))


def test_d9_a_part_taken_out_is_the_next_offer_and_the_built_one_is_seen_by_all() -> None:
    state = played(on_table(laid(second=[40, 8], offer=17, draws=[33])), "draw", "pass", "2")
    assert (state.to_act, state.round.in_hand, state.round.discards) == ((0,), 8, (17,))
    for viewer in (0, None):
        assert state.view(viewer).round.towers[1] == (X, 33, *[X] * 8)
    assert state.view(0).round.eyes == state.view(1).round.eyes == (UNSEEN, (False, True, *[False] * 8))


def test_d10_a_drawn_part_can_be_built_in() -> None:
    state = played(on_table(laid(second=[4, 39], offer=17, draws=[33, 5])), "draw", "pass", "draw", "2")
    assert (state.to_act, state.round.in_hand, state.round.discards) == ((0,), 39, (17, 33))
    assert state.view(0).round.towers[1][1] == 5
    assert state.trail == (Drew(1, 33, 5, reshuffled=False), Built(1, 2, part=5, out=39, was_open=False))


def test_d11_a_refused_offer_cannot_be_had_any_more() -> None:
    state = played(on_table(laid(offer=17, draws=[33])), "draw")
    assert (state.to_act, state.round.in_hand) == ((0,), 33)
    assert [str(move) for move in state.legal_moves(0)] == [*map(str, range(1, 11)), "pass"]
    assert 17 not in played(state, "4").round.towers[0]


def test_d12_an_empty_talon_is_made_of_the_discards_without_the_offer_just_refused() -> None:
    start = laid(offer=17)
    empty = on_table(replace(start, talon=(), discards=start.talon))
    state = played(empty, "draw")
    order, dice = DICE.shuffled(start.talon)
    assert (state.round.in_hand, *state.round.talon) == order
    assert (len(state.round.talon), state.round.discards, state.dice) == (18, (17,), dice)
    assert state.trail == (Drew(0, 17, order[0], reshuffled=True),)


def test_d13_the_points_of_both_rounds_are_added() -> None:
    current = laid(NEARLY_DONE, [33, 24, 22, 31], offer=35)
    state = played(on_table(current, scored((10, 50))), "1")
    assert state.to_act == ()
    assert state.result == Result(1, (60, 65), "points")
    assert state.trail[-1] == RoundEnded(0, (50, 15))


def test_d14_equal_sums_are_a_draw() -> None:
    current = laid([40, 38, 37, 36, 33, 39], NEARLY_DONE, offer=35, turn=1)
    state = played(on_table(current, scored((50, 25))), "1")
    assert state.result == Result(None, (75, 75), "points")


# Rounds.


def test_seat_one_starts_the_second_round_with_a_fresh_deal() -> None:
    state = played(on_table(laid(NEARLY_DONE, offer=35)), "1")
    order, dice = DICE.shuffled(PARTS)
    assert (*state.round.towers[0], *state.round.towers[1], state.round.in_hand, *state.round.talon) == order
    assert (state.to_act, state.dice, state.round.discards) == ((1,), dice, ())
    assert state.round.eyes == (UNSEEN, UNSEEN)


def test_a_tower_can_be_finished_with_a_drawn_part() -> None:
    state = played(on_table(laid(NEARLY_DONE, offer=8, draws=[35])), "draw", "1")
    assert state.ended[0].scores == (50, 5)
    assert state.trail == (
        Drew(0, 8, 35, reshuffled=False),
        Built(0, 1, 35, 12, was_open=False),
        RoundEnded(0, (50, 5)),
    )


def test_an_exchange_of_no_use_is_legal_and_moves_no_other_part() -> None:
    start = on_table(laid([40, 38, 20], offer=21))
    state = played(start, "3")
    assert state.round.in_hand == 20
    assert state.round.towers == ((40, 38, 21, *start.round.towers[0][3:]), start.round.towers[1])
    assert falling_run(state.round.towers[0]) == falling_run(start.round.towers[0])


def test_a_finished_deal_is_shuffled_and_dealt_again() -> None:
    done = (*range(11, 21), *range(10, 0, -1), *range(21, 41))
    good = (*range(1, 41),)
    for finished in (done, (*done[10:20], *done[:10], *done[20:])):
        state = GAME.deal(GAME.options(), Rigged(bytes(32), 0, (finished, finished, good)))
        assert state.round.towers == (good[:10], good[10:20])


def test_after_four_hundred_turns_both_score_their_runs() -> None:
    late = replace(laid([40, 22, 31], [30, 20, 10, 32], offer=35, draws=[39], turn=1), turns=MOST_TURNS - 1)
    state = played(on_table(late, scored((50, 5))), "draw")
    assert state.result is None, "a draw is half a turn"
    state = played(state, "pass")
    assert state.trail[-1] == RoundEnded(None, (10, 15))
    assert state.result == Result(0, (60, 20), "points")


def test_a_tower_finished_in_the_last_turn_is_worth_fifty() -> None:
    late = replace(laid(NEARLY_DONE, offer=35), turns=MOST_TURNS - 1)
    assert played(on_table(late), "1").ended[0].scores == (50, 5)


def test_the_cap_ends_a_match_of_nothing_but_passes() -> None:
    state = dealt()
    runs = [5 * falling_run(tower) for tower in state.round.towers]
    for _ in range(MOST_TURNS):
        assert not state.ended
        if not state.round.talon:
            assert len(state.round.discards) == 19
        state = played(state, "draw", "pass")
    assert state.ended[0].turns == MOST_TURNS == 400
    assert state.ended[0].scores == tuple(runs)


def test_that_nothing_closes_a_gap_is_said_only_if_no_place_does() -> None:
    last = (20, 19, 18, 17, 16, 15, 14, 13, 12, 40)
    closing, fitting_nowhere = (on_table(laid(last, offer=part)).view(0) for part in (5, 39))
    assert closing.tell_purpose(Draw()) == ()
    assert [fact.key for fact in closing.tell_purpose(Build(PLACES))] == ["hint_finish"]
    assert [fact.key for fact in fitting_nowhere.tell_purpose(Draw())] == ["hint_close_none"]


# Refusals.


def test_a_refusal_says_why() -> None:
    start = on_table(laid(offer=17, draws=[33]))
    for state, move, expected in (
        (start, Pass(), "draw_first offer=17"),
        (played(start, "draw"), Draw(), "already_drawn part=33"),
        (start, Build(11), "no_such_place place=11"),
        (start, Build(0), "no_such_place place=0"),
    ):
        with pytest.raises(IllegalMove) as refused:
            state.play(0, move)
        assert str(refused.value) == expected


@pytest.mark.parametrize("text", ["", "0", "11", "07", "build", "draw 7", "7 7", "-1", "٣"])
def test_what_is_no_notation_is_refused_with_the_expected_form(text: str) -> None:
    with pytest.raises(InvalidNotation, match="a place from 1 to 10"):
        GAME.parse(text)


def test_notation_takes_any_case_and_blanks() -> None:
    assert [GAME.parse(text) for text in (" 10 ", "DRAW", "Pass")] == [Build(10), Draw(), Pass()]


def test_stacko_stands_in_the_catalogue_without_house_rules() -> None:
    assert GAMES["stacko"] == GAME
    with pytest.raises(UnknownHouseRule):
        GAME.options(target="30")
