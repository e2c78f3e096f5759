"""A head start: beans in the store of Sahara's seat 0, or a stone of Sato's Black, before anybody moves."""

from __future__ import annotations

import pytest

from games import GAMES, Dice, Seat
from games.sahara import State
from games.sato import STONES, Face
from games.sato import State as SatoState
from games.sato.lattice import point_name
from tests.games.positions_as_text import played, show

ZERO = Dice.from_seed(bytes(32))


def sahara(**words: str) -> State:
    game = GAMES["sahara"]
    state = game.deal(game.options(**words), ZERO)
    assert isinstance(state, State)
    return state


def sato(**words: str) -> SatoState:
    game = GAMES["sato"]
    state = game.deal(game.options(**words), ZERO)
    assert isinstance(state, SatoState)
    return state


@pytest.mark.parametrize(
    ("beans", "dealt"),
    [
        ("none", "B[3,3,3,3,3,3] 0 / A[3,3,3,3,3,3] 0"),
        ("3", "B[3,3,3,3,3,3] 3 / A[3,2,3,2,3,2] 0"),
    ],
)
def test_the_beans_come_one_each_from_three_hollows_of_the_other_side(beans: str, dealt: str) -> None:
    state = sahara(head_start=beans)
    assert (show(state), state.to_act) == (dealt, (0,))


def test_in_a_series_the_same_seat_has_them_in_every_game_whoever_begins_it() -> None:
    state = sahara(head_start="3", target="50")
    while not state.games:
        seat = state.to_act[0]
        state = state.play(seat, state.legal_moves(seat)[0])
    assert show(state) == show(sahara(head_start="3"))
    assert state.to_act == (1,)


@pytest.mark.parametrize(
    ("plies", "after", "turn"),
    [
        ("6 keep", "B[3,3,3,3,3,0] 4 / A[4,3,3,2,3,2] 0", 1),
        ("6 swap", "B[4,3,3,2,3,2] 3 / A[3,3,3,3,3,0] 1", 0),
    ],
)
def test_they_stay_where_they_are_when_sides_are_swapped(plies: str, after: str, turn: Seat) -> None:
    state = played(sahara(head_start="3", start="swap"), *plies.split())
    assert (show(state), state.to_act) == (after, (turn,))


@pytest.mark.parametrize(
    ("plies", "said"),
    [
        ("6", ["sides_asked", "ahead_would_stay"]),
        ("4", ["sides_asked_again", "ahead_would_stay"]),
        ("6 keep", ["kept"]),
        ("6 swap", ["swapped", "ahead_stays"]),
    ],
)
def test_it_is_said_that_they_stay_where_a_swap_is_chosen(plies: str, said: list[str]) -> None:
    facts = played(sahara(head_start="3", start="swap"), *plies.split()).view(None).tell_turn()
    assert [one.key for one in facts if "sowed" not in one.key][-len(said) - 1 : -1] == said
    values = {one.values for one in facts if one.key.startswith("ahead")}
    assert values <= {(("seat", 0), ("beans", 3))}


def test_nothing_of_it_is_said_where_nobody_is_ahead() -> None:
    for plies in ("6", "6 swap"):
        facts = played(sahara(start="swap"), *plies.split()).view(None).tell_turn()
        assert not [one for one in facts if one.key.startswith("ahead")]


@pytest.mark.parametrize("variant", ["open", "hidden", "split"])
def test_the_first_stone_lies_in_the_middle_black_begins_and_both_have_as_many_in_all(variant: str) -> None:
    words = {"variant": variant, "table": "small"}
    usual, state = sato(**words), sato(**words, head_start="stone")
    (laid,) = state.layout.stones
    assert (laid.stone, point_name(laid.point)) == (ZERO.shuffled(STONES)[0][0], "d3")
    assert state.layout.dots(Face.BLACK) == 3
    assert state.to_act == (0,)
    assert not usual.layout.stones
    if variant == "split":
        assert {*usual.supplies[0]} - {*state.supplies[0]} == {laid.stone}
        assert usual.supplies[1] == state.supplies[1]
    else:
        assert (*state.supplies[1], *state.supplies[0], *state.stack) == usual.stack
        assert usual.supplies[0] == (laid.stone,)
