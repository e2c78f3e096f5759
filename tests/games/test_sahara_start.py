"""Sahara under `start=swap`: one sows the first move of a game, the other keeps the sides or swaps them."""

from __future__ import annotations

import pytest

from games import GAMES, Dice, IllegalMove, NotYourTurn, Seat
from games.game import VIEWERS
from games.sahara import Choice, Move, State
from tests.games.positions_as_text import played, relaid, show

GAME = GAMES["sahara"]


def begun(**words: str) -> State:
    state = GAME.deal(GAME.options(**{"start": "swap", **words}), Dice.from_seed(bytes(32)))
    assert isinstance(state, State)
    return state


def told(state: State) -> list[str]:
    return [fact.key for fact in state.view(None).tell_turn()]


@pytest.mark.parametrize(("first", "ended"), [("4", "stored"), ("6", "ended_other")])
def test_after_the_first_sow_the_other_seat_keeps_or_swaps(first: str, ended: str) -> None:
    state = played(begun(), first)
    assert state.to_act == (1,)
    assert state.legal_moves(1) == (Choice.KEEP, Choice.SWAP)
    assert state.legal_moves(0) == ()
    asked = "sides_asked_again" if ended == "stored" else "sides_asked"
    assert told(state) == [ended, asked, "score"]


@pytest.mark.parametrize(
    ("plies", "after", "turn"),
    [
        ("6 keep", "B[3,3,3,3,3,0] 1 / A[4,4,3,3,3,3] 0", 1),
        ("6 swap", "B[4,4,3,3,3,3] 0 / A[3,3,3,3,3,0] 1", 0),
        ("4 keep", "B[3,3,3,0,4,4] 1 / A[3,3,3,3,3,3] 0", 0),
        ("4 swap", "B[3,3,3,3,3,3] 0 / A[3,3,3,0,4,4] 1", 1),
    ],
)
def test_sides_and_stores_change_owners_and_who_has_the_side_to_move_moves_on(
    plies: str, after: str, turn: Seat
) -> None:
    state = played(begun(), *plies.split())
    assert (show(state), state.to_act) == (after, (turn,))
    assert told(state)[-2] == ("kept" if plies.endswith("keep") else "swapped")
    assert all(isinstance(move, Move) for move in state.legal_moves(turn))


def test_the_bonus_moves_of_a_kept_side_belong_to_one_turn_and_a_swapped_side_begins_another() -> None:
    assert [str(sowing.move) for sowing in played(begun(), "4", "keep", "1").trail] == ["4", "1"]
    assert [str(sowing.move) for sowing in played(begun(), "4", "swap", "1").trail] == ["1"]
    assert "swapped" not in told(played(begun(), "4", "swap", "1"))


def test_nobody_chooses_twice_in_a_game() -> None:
    state = played(begun(), "6", "swap", "1")
    assert state.to_act == (1,)
    assert not any(isinstance(move, Choice) for move in state.legal_moves(1))


@pytest.mark.parametrize("said", ["keep", "swap"])
def test_each_game_of_a_series_has_its_choice_by_the_seat_that_does_not_begin_it(said: str) -> None:
    state = played(begun(target="30"), "6", said)
    state = played(relaid(state, "B[0,0,0,0,0,1] 14 / A[1,0,2,0,0,0] 18", to_move=0), "6")
    assert (state.to_act, state.said) == ((1,), None)
    state = played(state, "6")
    assert state.to_act == (0,)
    state = played(state, "swap")
    assert (show(state), state.to_act) == ("B[3,3,3,3,3,0] 1 / A[4,4,3,3,3,3] 0", (1,))


def test_a_plain_start_knows_no_choice() -> None:
    state = played(begun(start="plain"), "6")
    assert state.to_act == (1,)
    with pytest.raises(IllegalMove) as refused:
        state.play(1, Choice.SWAP)
    assert refused.value.reason == "no_choice_of_sides"


def test_who_is_asked_for_the_sides_may_not_sow_and_nobody_else_may_choose() -> None:
    state = played(begun(), "6")
    with pytest.raises(IllegalMove) as refused:
        state.play(1, Move(1))
    assert refused.value.reason == "keep_or_swap"
    with pytest.raises(NotYourTurn):
        state.play(0, Choice.KEEP)


@pytest.mark.parametrize("said", Choice)
def test_the_words_are_notation(said: Choice) -> None:
    assert GAME.parse(str(said).upper()) is said


@pytest.mark.parametrize("plies", ["6", "4", "6 swap", "4 keep"])
def test_what_a_view_imagines_goes_on_in_the_same_way(plies: str) -> None:
    state = played(begun(), *plies.split())
    for viewer in VIEWERS:
        assert state.view(viewer).imagine(Dice.from_seed(bytes(32))) == state


def test_a_first_move_that_ends_in_the_store_is_no_promise_of_another() -> None:
    assert begun().view(0).tell_purpose(Move(4)) == ()
    assert [fact.key for fact in begun(start="plain").view(0).tell_purpose(Move(4))] == ["hint_go_on"]
    assert played(begun(), "4").view(1).tell_purpose(Choice.SWAP) == ()
