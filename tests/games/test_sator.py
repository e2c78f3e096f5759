"""Sator: each rule by its test vector, the set-up, refusals, and who knows which dots."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import settings

from games import GAMES, Dice, IllegalMove, InvalidNotation, NotYourTurn, Result, Seat
from games.game import SEATS, VIEWERS, UnknownHouseRule, fact, other
from games.sator import Advance, Advanced, Dot, Fallen, Hide, Piece, Ready, Sator, State, View
from games.sator.pieces import hides
from tests.games.sampling import line_of, seeds
from tests.games.walks import Case, chance

GAME = Sator()
DICE = Dice.from_seed(bytes(32))
SIGNS = {"+": Dot.WHITE, "-": Dot.RED}
DOTS = list(Dot)
few = settings(max_examples=25, deadline=None)


def table(black: str, ivory: str, turn: Seat = 0) -> State:
    """A position from its pieces, such as `a4+ b2-`."""
    pieces = [
        Piece(seat, word[:2], SIGNS[word[2]])
        for seat, words in zip(SEATS, (black, ivory), strict=True)
        for word in words.split()
    ]
    return State(tuple(sorted(pieces, key=lambda piece: piece.square)), (), (True, True), turn, (), None)


def show(position: State | View, seat: Seat) -> str:
    """The pieces of a seat in the form that `table` reads; ? for an unknown dot."""
    signs = {dot: sign for sign, dot in SIGNS.items()} | {Dot.UNKNOWN: "?"}
    return " ".join(piece.square + signs[piece.dot] for piece in position.pieces if piece.seat == seat)


def dots(position: State | View, seat: Seat) -> list[Dot]:
    """The dots of a seat, on the board and off it."""
    standing = [piece.dot for piece in position.pieces if piece.seat == seat]
    return standing + [piece.dot for piece in position.fallen if piece.seat == seat]


def played(state: State, *plies: str) -> State:
    """The state after the plies, each made by the seat whose turn it is."""
    for ply in plies:
        state = state.play(state.to_act[0], GAME.parse(ply))
    return state


def legal(state: State) -> list[str]:
    """The notations of the seat whose turn it is."""
    return [str(move) for move in state.legal_moves(state.turn)]


def started(black: str = "hide d e", ivory: str = "hide d e") -> State:
    return played(GAME.deal(GAME.options(), DICE), black, ivory)


def ending(state: State) -> tuple[Seat | None, str]:
    """Who won, and how."""
    assert state.result is not None
    return state.result.winner, state.result.reason


def refusal(state: State, seat: Seat, notation: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        state.play(seat, GAME.parse(notation))
    return str(refused.value)


# The test vectors.


def test_b1_black_starts_with_five_steps_and_no_capture() -> None:
    assert legal(started()) == ["a1 a2", "b1 b2", "c1 c2", "d1 d2", "e1 e2"]


def test_b2_a_blocked_piece_has_no_step() -> None:
    state = played(started(), "c1 c2", "c5 c4", "c2 c3")
    assert legal(state) == ["a5 a4", "b5 b4", "d5 d4", "e5 e4"]


def test_b3_a_piece_captures_diagonally_ahead() -> None:
    state = played(started(), "c1 c2", "c5 c4", "c2 c3", "b5 b4")
    assert legal(state) == ["a1 a2", "b1 b2", "c3 b4", "d1 d2", "e1 e2"]


def test_b4_a_captured_white_dot_is_shown_and_the_captor_takes_its_place() -> None:
    state = played(started(ivory="hide d e"), "c1 c2", "c5 c4", "c2 c3", "b5 b4", "c3 b4")
    assert show(state, 1) == "a5+ c4+ d5- e5-"
    assert show(state.view(None), 0) == "a1? b1? b4? d1? e1?"
    assert state.view(None).fallen == (Fallen(1, Dot.WHITE, captor=False),)
    assert state.trail == (Advanced(0, Advance("c3", "b4"), Dot.WHITE, arrived=None, skipped=False),)


@pytest.mark.parametrize("black", ["hide c d", "hide d e"])
def test_b5_a_captured_red_dot_takes_the_captor_along_whose_dot_is_never_shown(black: str) -> None:
    state = played(started(black, ivory="hide b e"), "c1 c2", "c5 c4", "c2 c3", "b5 b4", "c3 b4")
    assert [piece.square for piece in state.pieces] == ["a1", "a5", "b1", "c4", "d1", "d5", "e1", "e5"]
    own = Dot.RED if black == "hide c d" else Dot.WHITE
    for viewer, dot in zip(VIEWERS, (own, Dot.UNKNOWN, Dot.UNKNOWN), strict=True):
        assert state.view(viewer).fallen == (Fallen(1, Dot.RED, captor=False), Fallen(0, dot, captor=True))
    (act,) = state.trail
    assert isinstance(act, Advanced)
    assert act.both_off


def test_b6_a_white_dot_wins_on_the_far_row() -> None:
    state = played(table("a4+ b1-", "e5+"), "a4 a5")
    assert (state.to_act, state.turn) == ((), 0)
    assert state.result == Result(0, (1, 0), "arrival")
    assert show(state.view(None), 0) == "a5+ b1?"


def test_b7_a_red_dot_arrives_publicly_and_play_goes_on() -> None:
    state = played(table("a4- b1+", "e5+"), "a4 a5")
    assert state.result is None
    assert state.to_act == (1,)
    assert show(state.view(1), 0) == show(state.view(None), 0) == "a5- b1?"


def test_b8_a_white_dot_wins_by_a_capture_on_the_far_row() -> None:
    state = played(table("a4+", "a5+ b5+"), "a4 b5")
    assert ending(state) == (0, "arrival")


def test_b9_capturing_a_red_dot_on_the_far_row_is_no_arrival() -> None:
    state = played(table("a4+ c1+", "a5+ b5-"), "a4 b5")
    assert state.result is None
    assert (show(state, 0), show(state, 1)) == ("c1+", "a5+")
    assert state.view(1).fallen[-1].dot is Dot.UNKNOWN


def test_b10_a_piece_behind_an_arrived_one_has_no_action() -> None:
    state = table("a5- a4+ c1+", "e5+")
    assert legal(state) == ["c1 c2"]
    assert refusal(state, 0, "a4 a5") == "blocked square=a5"
    assert refusal(state, 0, "a5 a4") == "piece_has_arrived square=a5"


def test_b11_a_capture_is_compulsory_when_it_is_the_only_action() -> None:
    assert legal(table("a2+", "a3+ b3+")) == ["a2 b3"]


def test_b12_the_more_advanced_seat_wins_when_nobody_can_act() -> None:
    state = played(table("a3+ b2+ c1-", "a4+ b3- c3+", turn=1), "c3 c2")
    assert state.result == Result(1, (0, 1), "advance")


def test_b13_the_furthest_pieces_are_compared_first() -> None:
    state = played(table("a2+ b3- c2+ e2-", "a3+ b5- c3+ e3-"), "b3 b4")
    assert ending(state) == (0, "advance")


def test_b14_a_seat_without_an_action_is_skipped_until_nobody_can_act() -> None:
    state = table("a3+", "a4+ e5-", turn=1)
    for ply in ("e5 e4", "e4 e3", "e3 e2"):
        state = played(state, ply)
        assert state.to_act == (1,)
    state = played(state, "e2 e1")
    assert [event.skipped for event in state.trail if isinstance(event, Advanced)] == [True] * 3 + [False]
    assert ending(state) == (1, "advance")


def test_b15_the_seat_that_goes_on_alone_can_win_by_arrival() -> None:
    state = played(table("a3+", "a4+ e5+", turn=1), "e5 e4", "e4 e3", "e3 e2", "e2 e1")
    assert ending(state) == (1, "arrival")


def test_b16_a_board_without_pieces_is_a_draw() -> None:
    state = played(table("a2+", "b3-"), "a2 b3")
    assert state.pieces == ()
    assert state.result == Result(None, (0, 0), "advance")


def test_b17_a_lone_red_dot_goes_on_to_the_far_row_and_wins_as_the_most_advanced() -> None:
    state = played(table("b2- a2-", "c3-"), "b2 c3")
    assert (show(state, 0), show(state, 1)) == ("a2-", "")
    for ply in ("a2 a3", "a3 a4", "a4 a5"):
        assert state.to_act == (0,)
        state = played(state, ply)
    assert ending(state) == (0, "advance")


def test_the_longer_list_wins_where_the_other_is_its_beginning() -> None:
    state = played(table("b2+ d2-", "b3+ d4- d5+"), "d2 d3")
    steps = [sorted(piece.steps for piece in state.pieces if piece.seat == seat) for seat in SEATS]
    assert steps == [[1, 2], [0, 1, 2]]
    assert ending(state) == (1, "advance")


def test_equally_advanced_pieces_make_a_draw() -> None:
    state = played(table("a2+ b2-", "a4+ b3-"), "a2 a3")
    assert state.result == Result(None, (0, 0), "advance")


# The set-up.


def test_both_seats_set_up_at_once_in_any_order() -> None:
    fresh = GAME.deal(GAME.options(), DICE)
    assert fresh.to_act == (0, 1)
    one = fresh.play(1, Hide(("b", "d")))
    assert (one.to_act, one.legal_moves(1), len(one.legal_moves(0))) == ((0,), (), 10)
    both = one.play(0, Hide(("a", "e")))
    assert show(both, 0) == "a1- b1+ c1+ d1+ e1-"
    assert show(both, 1) == "a5+ b5- c5+ d5- e5+"
    assert both.trail == (Ready(1), Ready(0))


def test_a_single_ply_is_told_in_short_as_it_is_told() -> None:
    seen = played(started(), "c1 c2").view(None)
    assert seen.tell_in_short() == seen.tell_turn()
    assert [fact.key for fact in seen.tell_turn()] == ["stepped"]


def test_whoever_hides_their_dots_is_not_asked_where_they_go() -> None:
    view = played(GAME.deal(GAME.options(), DICE), "hide d e").view(1)
    assert (view.tell_task(("hide",)), view.tell_task(())) == ((), (fact("task_piece"),))


def test_a_hundred_set_ups_lead_to_a_hundred_positions() -> None:
    fresh = GAME.deal(GAME.options(), DICE)
    assert len({fresh.play(0, black).play(1, ivory) for black, ivory in product(hides(), hides())}) == 100


def test_of_a_set_up_the_others_see_only_that_it_was_made() -> None:
    fresh = GAME.deal(GAME.options(), DICE)
    for viewer in (0, None):
        assert len({fresh.play(1, hide).view(viewer) for hide in hides()}) == 1
        assert len({fresh.play(1, hide).play(0, hides()[0]).view(viewer) for hide in hides()}) == 1
    assert fresh.play(1, hides()[0]).view(0).ready == (False, True)
    assert show(fresh.play(1, Hide(("b", "d"))).view(1), 1) == "a5+ b5- c5+ d5- e5+"


def test_the_set_up_is_not_chosen_before_spectators_and_all_else_is() -> None:
    fresh = GAME.deal(GAME.options(), DICE)
    assert [fresh.view(viewer).open_choice for viewer in VIEWERS] == [True, True, False]
    assert not fresh.play(1, hides()[0]).view(None).open_choice
    assert all(started().view(viewer).open_choice for viewer in VIEWERS)


def test_imagining_reaches_every_set_up_of_the_other_seat() -> None:
    view = started().view(0)
    found = {show(view.imagine(Dice.from_seed(bytes([n]) * 32)), 1) for n in range(200)}
    assert len(found) == 10


def test_set_up_and_play_do_not_mix() -> None:
    fresh = GAME.deal(GAME.options(), DICE)
    assert refusal(fresh, 0, "a1 a2") == "set_up_first"
    assert refusal(started(), 0, "hide a b") == "set_up_is_over"
    with pytest.raises(NotYourTurn):
        fresh.play(0, hides()[3]).play(0, hides()[4])
    with pytest.raises(IllegalMove):
        fresh.play(0, Hide(("d", "b")))


# Moves and refusals.


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("a2 a3", "no_piece square=a2"),
        ("a5 a4", "not_your_piece square=a5"),
        ("a1 a3", "not_ahead start=a1 target=a3"),
        ("b2 b1", "not_ahead start=b2 target=b1"),
        ("a1 b2", "own_piece square=b2"),
        ("d1 c2", "nothing_to_capture square=c2"),
    ],
)
def test_a_refusal_says_why(notation: str, expected: str) -> None:
    state = played(started(), "b1 b2", "e5 e4")
    assert refusal(state, 0, notation) == expected


def test_notation_takes_any_case_blanks_and_order_of_files() -> None:
    assert GAME.parse("  HIDE d  B ") == Hide(("b", "d"))
    assert GAME.parse("B1  c2") == Advance("b1", "c2")


@pytest.mark.parametrize(
    "text", ["", "hide", "hide b", "hide b b", "hide b f", "hide a b c", "a1", "a1 f1", "a0 a1"]
)
def test_what_is_no_notation_is_refused_with_the_expected_form(text: str) -> None:
    with pytest.raises(InvalidNotation, match="such as hide b d"):
        GAME.parse(text)


def test_sator_stands_in_the_catalogue_without_house_rules() -> None:
    assert GAMES["sator"] == GAME
    with pytest.raises(UnknownHouseRule):
        GAME.options(target="30")


# Along random lines of play, beside the laws of all games.

SATOR = Case("sator", ())


@few
@seeds
def test_legal_moves_come_by_square_and_then_by_target(seed: int) -> None:
    for state in line_of(State, SATOR, seed):
        for seat in state.to_act:
            notations = [str(move) for move in state.legal_moves(seat)]
            assert notations == sorted(set(notations))


@few
@seeds
def test_dots_that_a_viewer_was_not_shown_change_nothing_in_their_view(seed: int) -> None:
    rng = chance(seed)
    for state in line_of(State, SATOR, seed):
        for viewer in VIEWERS:
            pieces = tuple(
                piece if piece.seat == viewer or piece.arrived else replace(piece, dot=rng.choice(DOTS))
                for piece in state.pieces
            )
            fallen = tuple(
                piece if piece.seat == viewer or not piece.captor else replace(piece, dot=rng.choice(DOTS))
                for piece in state.fallen
            )
            turned = replace(state, pieces=pieces, fallen=fallen)
            assert turned.view(viewer) == state.view(viewer)


@few
@seeds
def test_two_set_ups_look_alike_until_a_dot_is_shown(seed: int) -> None:
    """The same plies after another set-up of one seat: views differ only from a public event on."""
    rng = chance(seed)
    secret = rng.choice(SEATS)
    one, another = GAME.deal(GAME.options(), DICE), GAME.deal(GAME.options(), DICE)
    for seat in SEATS:
        hide, instead = rng.sample(hides(), 2)
        one, another = one.play(seat, hide), another.play(seat, instead if seat == secret else hide)
    while one.trail == another.trail and one.result == another.result:
        for viewer in (other(secret), None):
            assert one.view(viewer) == another.view(viewer)
        assert one.legal_moves(one.turn) == another.legal_moves(one.turn)
        if not one.to_act:
            break
        move = rng.choice(one.legal_moves(one.turn))
        one, another = one.play(one.turn, move), another.play(one.turn, move)


@few
@seeds
def test_an_owner_always_knows_their_own_dots(seed: int) -> None:
    for state in line_of(State, SATOR, seed):
        for seat in SEATS:
            assert dots(state.view(seat), seat) == dots(state, seat)
