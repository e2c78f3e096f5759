"""Sator: each rule by its test vector, the set-up, refusals, and who knows which dots."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from games import Dice, IllegalMove, InvalidNotation, NotYourTurn, Result, Seat, Viewer
from games.game import SEATS, VIEWERS, fact, other
from games.sator import Advance, Advanced, Dot, Fallen, Hide, Piece, Ready, Sator, State, View
from games.sator.pieces import hides
from tests.examples import examples
from tests.games.by_hand import dealt, played
from tests.games.sampling import line_of, seeds
from tests.games.walks import Case, chance

GAME = Sator()
SATOR = Case("sator", ())
SIGNS = {"+": Dot.WHITE, "-": Dot.RED}


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


def pieces_of(position: State | View, viewer: Viewer) -> list[Piece | Fallen]:
    """Those of a seat, on the board and off it."""
    everywhere: list[Piece | Fallen] = [*position.pieces, *position.fallen]
    return [piece for piece in everywhere if piece.seat == viewer]


def legal(state: State) -> list[str]:
    """The notations of the seat whose turn it is."""
    return [str(move) for move in state.legal_moves(state.turn)]


def started(black: str = "hide d e", ivory: str = "hide d e") -> State:
    begun: State = dealt("sator")
    return played(begun, black, ivory)


def refusal(state: State, seat: Seat, notation: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        state.play(seat, GAME.parse(notation))
    return str(refused.value)


TO_CAPTURE = ("c1 c2", "c5 c4", "c2 c3", "b5 b4", "c3 b4")


# What may be done


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        pytest.param(started(), "a1 a2, b1 b2, c1 c2, d1 d2, e1 e2", id="B1 no capture at the start"),
        pytest.param(
            played(started(), *TO_CAPTURE[:3]), "a5 a4, b5 b4, d5 d4, e5 e4", id="B2 a blocked piece"
        ),
        pytest.param(
            played(started(), *TO_CAPTURE[:4]), "a1 a2, b1 b2, c3 b4, d1 d2, e1 e2", id="B3 a capture"
        ),
        pytest.param(table("a5- a4+ c1+", "e5+"), "c1 c2", id="B10 behind an arrived piece"),
        pytest.param(table("a2+", "a3+ b3+"), "a2 b3", id="B11 a compulsory capture"),
    ],
)
def test_a_seat_steps_straight_and_captures_diagonally_ahead(state: State, moves: str) -> None:
    assert legal(state) == moves.split(", ")


# Captures and arrivals


def test_b4_a_captured_white_dot_is_shown_and_the_captor_takes_its_place() -> None:
    state = played(started(), *TO_CAPTURE)
    assert show(state, 1) == "a5+ c4+ d5- e5-"
    assert show(state.view(None), 0) == "a1? b1? b4? d1? e1?"
    assert state.view(None).fallen == (Fallen(1, Dot.WHITE, captor=False),)
    assert state.trail == (Advanced(0, Advance("c3", "b4"), Dot.WHITE, arrived=None, skipped=False),)


@pytest.mark.parametrize("black", ["hide c d", "hide d e"])
def test_b5_a_captured_red_dot_takes_the_captor_along_whose_dot_is_never_shown(black: str) -> None:
    state = played(started(black, ivory="hide b e"), *TO_CAPTURE)
    assert [piece.square for piece in state.pieces] == ["a1", "a5", "b1", "c4", "d1", "d5", "e1", "e5"]
    own = Dot.RED if black == "hide c d" else Dot.WHITE
    for viewer, dot in zip(VIEWERS, (own, Dot.UNKNOWN, Dot.UNKNOWN), strict=True):
        assert state.view(viewer).fallen == (Fallen(1, Dot.RED, captor=False), Fallen(0, dot, captor=True))
    (act,) = state.trail
    assert isinstance(act, Advanced)
    assert act.both_off


def test_b7_a_red_dot_arrives_publicly_and_play_goes_on() -> None:
    state = played(table("a4- b1+", "e5+"), "a4 a5")
    assert (state.result, state.to_act) == (None, (1,))
    assert show(state.view(1), 0) == show(state.view(None), 0) == "a5- b1?"


def test_b9_capturing_a_red_dot_on_the_far_row_is_no_arrival() -> None:
    state = played(table("a4+ c1+", "a5+ b5-"), "a4 b5")
    assert state.result is None
    assert (show(state, 0), show(state, 1)) == ("c1+", "a5+")
    assert state.view(1).fallen[-1].dot is Dot.UNKNOWN


# The end


@pytest.mark.parametrize(
    ("state", "plies", "winner", "reason"),
    [
        pytest.param(table("a4+ b1-", "e5+"), "a4 a5", 0, "arrival", id="B6 a white dot arrives"),
        pytest.param(table("a4+", "a5+ b5+"), "a4 b5", 0, "arrival", id="B8 by a capture"),
        pytest.param(
            *(table("a3+ b2+ c1-", "a4+ b3- c3+", turn=1), "c3 c2", 1, "advance"), id="B12 more advanced"
        ),
        pytest.param(
            *(table("a2+ b3- c2+ e2-", "a3+ b5- c3+ e3-"), "b3 b4", 0, "advance"), id="B13 furthest first"
        ),
        pytest.param(
            *(table("a3+", "a4+ e5-", turn=1), "e5 e4, e4 e3, e3 e2, e2 e1", 1, "advance"),
            id="B14 skipped until nobody can act",
        ),
        pytest.param(
            *(table("a3+", "a4+ e5+", turn=1), "e5 e4, e4 e3, e3 e2, e2 e1", 1, "arrival"),
            id="B15 alone to an arrival",
        ),
        pytest.param(table("a2+", "b3-"), "a2 b3", None, "advance", id="B16 an empty board is a draw"),
        pytest.param(
            *(table("b2- a2-", "c3-"), "b2 c3, a2 a3, a3 a4, a4 a5", 0, "advance"), id="B17 a lone red dot"
        ),
        pytest.param(
            *(table("b2+ d2-", "b3+ d4- d5+"), "d2 d3", 1, "advance"), id="the longer of equal beginnings"
        ),
        pytest.param(table("a2+ b2-", "a4+ b3-"), "a2 a3", None, "advance", id="equally advanced"),
    ],
)
def test_a_match_ends_by_arrival_or_when_nobody_can_act(
    state: State, plies: str, winner: Seat | None, reason: str
) -> None:
    *earlier, last = plies.split(", ")
    for ply in earlier:
        turn, state = state.turn, played(state, ply)
        assert (state.result, state.to_act) == (None, (turn,))  # the other seat has no action
    state = played(state, last)
    acts = [act for act in state.trail if isinstance(act, Advanced)]
    assert [act.skipped for act in acts[-len(earlier) - 1 :]][-1] is False
    assert all(act.skipped for act in acts[:-1])
    assert state.result == Result(winner, (int(winner == 0), int(winner == 1)), reason)
    assert state.to_act == ()


# The set-up


def test_both_seats_set_up_at_once_in_any_order() -> None:
    assert dealt("sator").to_act == (0, 1)
    one = dealt("sator").play(1, Hide(("b", "d")))
    assert (one.to_act, one.legal_moves(1), len(one.legal_moves(0))) == ((0,), (), 10)
    both = one.play(0, Hide(("a", "e")))
    assert (show(both, 0), show(both, 1)) == ("a1- b1+ c1+ d1+ e1-", "a5+ b5- c5+ d5- e5+")
    assert both.trail == (Ready(1), Ready(0))
    pairs = product(hides(), hides())
    assert len({dealt("sator").play(0, black).play(1, ivory) for black, ivory in pairs}) == 100


def test_of_a_set_up_the_others_see_only_that_it_was_made() -> None:
    for viewer in (0, None):
        assert len({dealt("sator").play(1, hide).view(viewer) for hide in hides()}) == 1
        assert len({dealt("sator").play(1, hide).play(0, hides()[0]).view(viewer) for hide in hides()}) == 1
    one = dealt("sator").play(1, Hide(("b", "d")))
    assert one.view(0).ready == (False, True)
    assert show(one.view(1), 1) == "a5+ b5- c5+ d5- e5+"
    view = started().view(0)
    found = {show(view.imagine(Dice.from_seed(bytes([n]) * 32)), 1) for n in range(200)}
    assert len(found) == 10


def test_the_set_up_is_not_chosen_before_spectators_and_all_else_is() -> None:
    assert [dealt("sator").view(viewer).open_choice for viewer in VIEWERS] == [True, True, False]
    assert not dealt("sator").play(1, hides()[0]).view(None).open_choice
    assert all(started().view(viewer).open_choice for viewer in VIEWERS)
    view = played(dealt("sator"), "hide d e").view(1)
    assert (view.tell_task(("hide",)), view.tell_task(())) == ((), (fact("task_piece"),))


# Moves and refusals


@pytest.mark.parametrize(
    ("state", "notation", "expected"),
    [
        *(
            (played(started(), "b1 b2", "e5 e4"), notation, expected)
            for notation, expected in (
                ("a2 a3", "no_piece square=a2"),
                ("a5 a4", "not_your_piece square=a5"),
                ("a1 a3", "not_ahead start=a1 target=a3"),
                ("b2 b1", "not_ahead start=b2 target=b1"),
                ("a1 b2", "own_piece square=b2"),
                ("d1 c2", "nothing_to_capture square=c2"),
                ("hide a b", "set_up_is_over"),
            )
        ),
        (table("a5- a4+ c1+", "e5+"), "a4 a5", "blocked square=a5"),
        (table("a5- a4+ c1+", "e5+"), "a5 a4", "piece_has_arrived square=a5"),
        (dealt("sator"), "a1 a2", "set_up_first"),
    ],
)
def test_a_refusal_says_why(state: State, notation: str, expected: str) -> None:
    assert refusal(state, 0, notation) == expected


def test_a_set_up_is_made_once_with_the_files_in_order() -> None:
    with pytest.raises(NotYourTurn):
        dealt("sator").play(0, hides()[3]).play(0, hides()[4])
    with pytest.raises(IllegalMove, match="two_files_in_order"):
        dealt("sator").play(0, Hide(("d", "b")))
    assert GAME.parse("  HIDE d  B ") == Hide(("b", "d"))


@pytest.mark.parametrize(
    "text", ["", "hide", "hide b", "hide b b", "hide b f", "hide a b c", "a1", "a1 f1", "a0 a1"]
)
def test_what_is_no_notation_is_refused_with_the_expected_form(text: str) -> None:
    with pytest.raises(InvalidNotation, match="such as hide b d"):
        GAME.parse(text)


def test_a_single_ply_is_told_in_short_as_it_is_told() -> None:
    seen = played(started(), "c1 c2").view(None)
    assert seen.tell_in_short() == seen.tell_turn()
    assert [told.key for told in seen.tell_turn()] == ["stepped"]


# Along random lines of play, beside the laws of all games


@examples(3)
@seeds
def test_what_is_told_alone_is_what_happened_last(seed: int) -> None:
    views = [state.view(None) for state in line_of(State, SATOR, seed)]
    assert any(len(view.trail) > 1 for view in views)
    assert [view.tell_last() for view in views] == [view.tell_turn()[-1:] for view in views]


@examples(6)
@seeds
def test_a_view_knows_its_own_dots_and_no_other_that_was_not_shown(seed: int) -> None:
    """And legal moves come by square and then by target."""
    rng = chance(seed)
    for state in line_of(State, SATOR, seed):
        for seat in state.to_act:
            notations = [str(move) for move in state.legal_moves(seat)]
            assert notations == sorted(set(notations))
        for viewer in VIEWERS:
            pieces = tuple(
                piece if piece.seat == viewer or piece.arrived else replace(piece, dot=rng.choice([*Dot]))
                for piece in state.pieces
            )
            fallen = tuple(
                piece if piece.seat == viewer or not piece.captor else replace(piece, dot=rng.choice([*Dot]))
                for piece in state.fallen
            )
            view = state.view(viewer)
            assert replace(state, pieces=pieces, fallen=fallen).view(viewer) == view
            assert pieces_of(view, viewer) == pieces_of(state, viewer)


@examples(6)
@seeds
def test_two_set_ups_look_alike_until_a_dot_is_shown(seed: int) -> None:
    """The same plies after another set-up of one seat: views differ only from a public event on."""
    rng = chance(seed)
    secret = rng.choice(SEATS)
    one, another = dealt("sator"), dealt("sator")
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


def test_a_side_without_pieces_is_told_as_empty() -> None:
    assert fact("side_empty", seat=1) in table("c3-", "").view(None).tell_table()


@pytest.mark.parametrize(
    ("black", "told"),
    [("c4+ a1+", [fact("hint_arrive", target="c5")]), ("c4- a1+", [fact("hint_be_safe", target="c5")])],
    ids=["white", "red"],
)
def test_what_speaks_for_reaching_the_far_row_is_the_white_dot(black: str, told: list[object]) -> None:
    assert list(table(black, "e5+").view(0).tell_purpose(Advance("c4", "c5"))) == told
