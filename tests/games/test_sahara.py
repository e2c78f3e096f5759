"""Sahara held against its rule sheet: every ruling by example."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest

from games import GAMES, Dice, NotYourTurn, Result, Seat
from games.game import VIEWERS
from games.sahara import Move, State
from tests.games.positions_as_text import (
    C1,
    C6,
    C9,
    EMPTY,
    NEARLY_DRAWN,
    START,
    describe,
    played,
    relaid,
    sahara,
    show,
)

GAME = GAMES["sahara"]

Then = Literal["B again", "A to move", "over"]

C2 = "B[0,4,4,0,4,4] 5 / A[3,3,0,3,3,3] 0"
C3 = "B[0,4,0,1,5,5] 6 / A[3,3,0,3,3,3] 0"


def legal(state: State, seat: Seat = 0) -> list[str]:
    return [str(move) for move in state.legal_moves(seat)]


def standing(state: State) -> Then:
    turns: dict[tuple[Seat, ...], Then] = {(0,): "B again", (1,): "A to move", (): "over"}
    return turns[state.to_act]


@dataclass(frozen=True, slots=True)
class Vector:
    """What one ply of B's must make of a position."""

    proves: str
    before: str
    move: str
    after: str
    then: Then
    told: str
    """What the ply made happen, as the view describes it."""


VECTORS = (
    Vector("C1 last bean in own store: again", START, "4", C1, "B again", "B5 B6 B*, again"),
    Vector("C2 capture: again", C1, "1", C2, "B again", "B2 B3 B4, captures 4, again"),
    Vector("C3 the store again", C2, "3", C3, "B again", "B4 B5 B6 B*, again"),
    Vector(
        "C4 last bean in an own hollow with beans: over",
        C3,
        "4",
        "B[0,4,0,0,6,5] 6 / A[3,3,0,3,3,3] 0",
        "A to move",
        "B5",
    ),
    Vector(
        "C5 last bean on the other side: over",
        C3,
        "6",
        "B[0,4,0,1,5,0] 7 / A[4,4,1,4,3,3] 0",
        "A to move",
        "B* A1 A2 A3 A4",
    ),
    Vector(
        "C6 the foreign store is skipped",
        C6,
        "6",
        "B[0,1,0,0,0,0] 9 / A[2,2,2,2,2,0] 16",
        "B again",
        "B* A1 A2 A3 A4 A5 A6 B1, captures 3, again",
    ),
    Vector(
        "C7 a capture that empties the own side ends the game",
        "B[0,1,0,0,0,0] 9 / A[2,2,2,2,2,0] 16",
        "2",
        EMPTY.format(20, 16),
        "over",
        "B3, captures 3, collects 8, ends",
    ),
    Vector(
        "C8 an empty own side ends the game in spite of the bonus move",
        "B[0,0,0,0,0,1] 10 / A[2,0,3,0,0,1] 19",
        "6",
        EMPTY.format(17, 19),
        "over",
        "B*, collects 6, ends",
    ),
    Vector(
        "C9 a capture that empties the other side does not end the game",
        "B[1,0,0,0,2,0] 12 / A[0,0,0,0,4,0] 17",
        "1",
        C9,
        "B again",
        "B2, captures 5, again",
    ),
    Vector(
        "C10 after a full lap the start hollow counts as empty",
        "B[0,0,13,0,0,0] 3 / A[0,0,0,0,0,1] 19",
        "3",
        "B[1,1,0,1,1,1] 6 / A[1,1,1,0,1,2] 19",
        "B again",
        "B4 B5 B6 B* A1 A2 A3 A4 A5 A6 B1 B2 B3, captures 2, again",
    ),
    Vector(
        "C11 no capture where the facing hollow is empty",
        "B[1,0,3,0,0,0] 8 / A[3,3,3,3,0,3] 9",
        "1",
        "B[0,1,3,0,0,0] 8 / A[3,3,3,3,0,3] 9",
        "A to move",
        "B2",
    ),
    Vector(
        "C12 the own side emptied by a sow onto the other side",
        "B[0,0,0,0,0,3] 14 / A[0,2,1,0,0,0] 16",
        "6",
        EMPTY.format(20, 16),
        "over",
        "B* A1 A2, collects 5, ends",
    ),
)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.proves)
@pytest.mark.parametrize("foreign_store", ["skip", "choice"])
def test_a_ply_does_what_the_rules_say(vector: Vector, foreign_store: Literal["skip", "choice"]) -> None:
    after = played(sahara(vector.before, foreign_store=foreign_store), vector.move)
    assert show(after) == vector.after
    assert standing(after) == vector.then
    assert describe(after.view(None)).endswith(f" | B sowed {vector.move}: {vector.told}")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.proves)
def test_both_seats_play_by_the_same_rules(vector: Vector) -> None:
    after = played(sahara(mirrored(vector.before), to_move=1), vector.move)
    assert show(after) == mirrored(vector.after)
    assert after.to_act == {"B again": (1,), "A to move": (0,), "over": ()}[vector.then]


def mirrored(text: str) -> str:
    """The position with the seats exchanged."""
    side_b, side_a = text.split(" / ")
    return f"B{side_a[1:]} / A{side_b[1:]}"


# Rules 1 to 3


def test_a_match_begins_with_three_beans_in_every_hollow_and_seat_0_to_move() -> None:
    assert GAME.deal(GAME.options(), Dice.from_seed(bytes(32))) == sahara(START, to_move=0)


def test_there_is_no_chance_in_the_deal() -> None:
    deals = {GAME.deal(GAME.options(), Dice.from_seed(bytes([seed]) * 32)) for seed in range(9)}
    assert len(deals) == 1


def test_c3_leaves_four_hollows_and_none_of_them_moves_again() -> None:
    state = sahara(C3)
    assert legal(state) == ["2", "4", "5", "6"]
    assert {standing(played(state, move)) for move in legal(state)} == {"A to move"}


def test_the_opening_of_the_rule_sheet_is_one_turn_of_four_plies() -> None:
    state = played(sahara(START), "4", "1", "3")
    assert [str(sowing.move) for sowing in state.trail] == ["4", "1", "3"]
    state = played(state, "6")
    assert [str(sowing.move) for sowing in state.trail] == ["4", "1", "3", "6"]
    assert state.to_act == (1,)


def test_the_trail_of_a_new_turn_begins_afresh() -> None:
    state = played(sahara(START), "4", "6", "1")
    assert [(sowing.seat, str(sowing.move)) for sowing in state.trail] == [(1, "1")]


@pytest.mark.parametrize("hollow", range(2, 7))
def test_a_capture_takes_the_hollow_that_faces(hollow: int) -> None:
    """Hollow i faces 7 - i, which alone holds as many beans as its number."""
    own = ",".join("1" if place == hollow - 1 else "0" for place in range(1, 7))
    state = played(sahara(f"B[{own}] 7 / A[1,2,3,4,5,6] 7"), str(hollow - 1))
    assert state.trail[-1].captured == 1 + (7 - hollow)


# Rule 4: the foreign store


def test_c6_with_feed_ends_in_the_foreign_store_and_the_turn_is_over() -> None:
    state = played(sahara(C6, foreign_store="choice"), "6 feed")
    assert show(state) == "B[0,1,0,0,0,0] 6 / A[2,2,2,2,2,2] 17"
    assert state.to_act == (1,)


LONG_SOW = "B[1,0,0,0,0,22] 3 / A[2,2,2,2,2,0] 0"


def test_feed_drops_a_bean_at_every_passing() -> None:
    state = played(sahara(LONG_SOW, foreign_store="choice"), "6 feed")
    assert show(state) == "B[2,1,1,1,1,1] 5 / A[4,4,4,4,4,2] 2"
    assert state.trail[-1].drops.count((1, 7)) == 2


def test_without_feed_no_passing_drops_a_bean() -> None:
    state = played(sahara(LONG_SOW, foreign_store="choice"), "6")
    assert show(state) == "B[3,2,1,1,1,1] 5 / A[4,4,4,4,4,2] 0"


def test_feed_shifts_a_full_lap_by_one_and_the_start_hollow_captures() -> None:
    state = played(sahara("B[0,0,14,0,0,0] 3 / A[0,0,0,0,0,0] 19", foreign_store="choice"), "3 feed")
    assert show(state) == "B[1,1,0,1,1,1] 6 / A[1,1,1,0,1,1] 20"
    assert state.to_act == (0,)


@pytest.mark.parametrize("hollow", range(1, 7))
def test_feed_is_on_offer_from_the_bean_on_that_comes_to_the_foreign_store(hollow: int) -> None:
    """From hollow 6 eight beans, one more for each hollow farther away."""
    needed = 14 - hollow
    assert legal(_with_beans(hollow, needed - 1)) == [f"{hollow}"]
    assert legal(_with_beans(hollow, needed)) == [f"{hollow}", f"{hollow} feed"]


def _with_beans(hollow: int, beans: int) -> State:
    side = ",".join(str(beans if place == hollow else 0) for place in range(1, 7))
    return sahara(f"B[{side}] {35 - beans} / A[1,0,0,0,0,0] 0", foreign_store="choice")


def test_legal_moves_go_by_hollow_each_without_feed_first() -> None:
    state = sahara("B[1,0,0,0,9,8] 0 / A[3,3,3,3,3,3] 0", foreign_store="choice")
    assert legal(state) == ["1", "5", "5 feed", "6", "6 feed"]


# Rules 5 to 7: the end of a game


def test_c9_goes_on_with_5_and_6_to_19_against_17() -> None:
    state = played(sahara(C9), "5")
    assert standing(state) == "B again"
    assert played(state, "6").result == Result(0, (19, 17), "beans")


def test_a_seat_whose_side_is_empty_is_skipped() -> None:
    state = played(sahara("B[1,0,0,0,2,0] 16 / A[0,0,0,0,0,0] 17"), "1")
    assert standing(state) == "B again"
    assert legal(state, 1) == []
    assert describe(state.view(None)).endswith("B sowed 1: B2, skips")
    with pytest.raises(NotYourTurn):
        state.play(1, Move(1))


def test_a_seat_that_is_skipped_moves_as_soon_as_it_has_beans_again() -> None:
    state = played(sahara("B[1,0,0,0,0,2] 16 / A[0,0,0,0,0,0] 17"), "1", "6")
    assert show(state) == "B[0,1,0,0,0,0] 17 / A[1,0,0,0,0,0] 17"
    assert state.to_act == (1,)
    assert [sowing.skipped for sowing in state.trail] == [True, False]


def test_more_beans_win() -> None:
    assert played(sahara("B[0,0,0,0,0,1] 10 / A[2,0,3,0,0,1] 19"), "6").result == Result(1, (17, 19), "beans")
    assert played(sahara("B[0,0,0,0,0,3] 14 / A[0,2,1,0,0,0] 16"), "6").result == Result(0, (20, 16), "beans")


def test_18_to_18_is_a_draw() -> None:
    assert played(sahara(NEARLY_DRAWN), "6").result == Result(None, (18, 18), "beans")


# Rule 7: a series


def test_c13_differences_add_up_until_the_target_is_reached_and_the_starter_alternates() -> None:
    state = played(sahara("B[0,1,0,0,0,0] 9 / A[2,2,2,2,2,0] 16", target=30), "2")
    assert (state.games, state.totals) == (((20, 16),), (4, 0))
    assert (show(state), state.to_act) == (START, (1,))

    state = played(relaid(state, "B[1,1,1,1,1,0] 10 / A[0,0,0,0,0,1] 20", to_move=1), "6")
    assert (state.games[1:], state.totals) == (((10, 26),), (4, 16))
    assert (show(state), state.to_act) == (START, (0,))

    state = played(relaid(state, "B[2,0,2,0,0,0] 11 / A[0,0,0,0,0,1] 20", to_move=1), "6")
    assert state.games == ((20, 16), (10, 26), (11, 25))
    assert (state.totals, state.to_act) == ((4, 30), ())
    assert state.result == Result(1, (4, 30), "target")


def test_a_game_of_a_series_stays_in_sight_until_the_first_sow_of_the_next_one() -> None:
    state = played(sahara("B[0,1,0,0,0,0] 9 / A[2,2,2,2,2,0] 16", target=30), "2")
    last = state.view(None).before_deal
    assert last
    assert (show(last), last.to_act, last.before_deal) == (EMPTY.format(20, 16), (), None)
    assert (last.trail, last.totals) == (state.trail, (4, 0))
    assert played(state, "1").view(None).before_deal is None
    single = played(sahara("B[0,1,0,0,0,0] 9 / A[2,2,2,2,2,0] 16"), "2")
    assert single.view(None).before_deal is None


@pytest.mark.parametrize("target", [30, 40, 50])
def test_a_series_goes_on_below_its_target_and_ends_on_it(target: int) -> None:
    ten_ahead = "B[0,0,0,0,0,1] 21 / A[1,0,0,0,0,0] 13"
    state = sahara(ten_ahead, target=target)
    for lead in range(10, target, 10):
        state = relaid(played(state, "6"), ten_ahead, to_move=0)
        assert (state.totals, state.result) == ((lead, 0), None)
    assert played(state, "6").result == Result(0, (target, 0), "target")


def test_a_drawn_game_of_a_series_adds_nothing_and_the_starter_alternates_all_the_same() -> None:
    state = played(sahara(NEARLY_DRAWN, target=30), "6")
    assert (state.games, state.totals, state.result) == (((18, 18),), (0, 0), None)
    assert (show(state), state.to_act) == (START, (1,))


def test_the_trail_still_tells_how_the_game_before_ended() -> None:
    state = played(sahara(NEARLY_DRAWN, target=30), "6")
    assert describe(state.view(0)).endswith("B sowed 6: B*, collects 3, ends")
    assert [sowing.seat for sowing in played(state, "1").trail] == [1]


# Views


def test_everything_lies_open_to_everybody() -> None:
    state = played(sahara(START, target=30), "4", "1")
    assert len({describe(state.view(viewer)) for viewer in VIEWERS}) == 1
    assert {state.view(viewer).imagine(Dice.from_seed(bytes(32))) for viewer in VIEWERS} == {state}


@pytest.mark.parametrize(("beans", "round_"), [(12, False), (13, True), (14, True)])
def test_a_sowing_that_comes_back_to_its_hollow_is_said_to(beans: int, round_: bool) -> None:
    sown = sahara(f"B[{beans},0,0,0,0,1] {29 - beans} / A[1,1,1,1,1,1] 0").play(0, Move(1))
    assert ("came_round" in [fact.key for fact in sown.view(None).tell_turn()]) == round_
