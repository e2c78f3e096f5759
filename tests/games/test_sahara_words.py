"""Sahara: what is refused, how moves and house rules are written, and positions as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES, IllegalMove, InvalidNotation, NotYourTurn, Seat
from games.game import SEATS, UnknownHouseRule, other
from games.sahara import Move
from tests.games.positions_as_text import C1, C6, C9, EMPTY, NEARLY_DRAWN, START, played, sahara, show

GAME = GAMES["sahara"]

# Refusals

REFUSALS = (
    ("no_such_hollow", START, Move(0), {"hollow": 0}),
    ("no_such_hollow", START, Move(7), {"hollow": 7}),
    ("no_such_hollow", START, Move(-1, feed=True), {"hollow": -1}),
    ("empty_hollow", C1, Move(4), {"hollow": 4}),
    ("empty_hollow", C1, Move(4, feed=True), {"hollow": 4}),
    ("feed_too_short", START, Move(6, feed=True), {"hollow": 6, "count": 3, "needed": 8}),
    ("feed_too_short", C1, Move(1, feed=True), {"hollow": 1, "count": 3, "needed": 13}),
)


@pytest.mark.parametrize(("reason", "position", "move", "facts"), REFUSALS)
def test_a_refusal_gives_the_reason_and_its_facts(
    reason: str, position: str, move: Move, facts: dict[str, int]
) -> None:
    with pytest.raises(IllegalMove) as refused:
        sahara(position, foreign_store="choice").play(0, move)
    assert (refused.value.reason, refused.value.facts) == (reason, facts)
    assert str(refused.value) == " ".join([reason, *(f"{name}={value}" for name, value in facts.items())])


def test_feed_is_refused_where_it_is_not_agreed_upon() -> None:
    with pytest.raises(IllegalMove) as refused:
        sahara(C6).play(0, Move(6, feed=True))
    assert (refused.value.reason, refused.value.facts) == ("feed_not_agreed", {"hollow": 6})


@pytest.mark.parametrize("turn", SEATS)
def test_the_seat_that_is_not_to_act_is_refused(turn: Seat) -> None:
    with pytest.raises(NotYourTurn) as refused:
        sahara(START, to_move=turn).play(other(turn), Move(4))
    assert refused.value.seat == other(turn)


@pytest.mark.parametrize("seat", SEATS)
def test_nobody_moves_after_the_end(seat: Seat) -> None:
    over = played(sahara(NEARLY_DRAWN), "6")
    assert over.legal_moves(seat) == ()
    with pytest.raises(NotYourTurn):
        over.play(seat, Move(1))


# Notation


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("4", Move(4)),
        (" 4 ", Move(4)),
        ("6 feed", Move(6, feed=True)),
        ("6 FEED", Move(6, feed=True)),
        ("\t6   Feed\n", Move(6, feed=True)),
    ],
)
def test_notation_is_read_in_any_case_and_with_surplus_blanks(text: str, move: Move) -> None:
    assert GAME.parse(text) == move


NONSENSE = ("", " ", "0", "7", "44", "04", "-1", "+4", "4.0", "4 4", "feed", "feed 6", "6feed", "6 feed feed")
NONSENSE_DIGITS = ("４", "٤", "²", "④", "four", "4\0")


@pytest.mark.parametrize("text", [*NONSENSE, *NONSENSE_DIGITS])
def test_nonsense_is_refused_with_the_expected_form(text: str) -> None:
    with pytest.raises(InvalidNotation, match="a hollow from 1 to 6, such as 4, or 6 feed") as refused:
        GAME.parse(text)
    assert refused.value.text == text


def test_long_nonsense_is_repeated_shortened() -> None:
    with pytest.raises(InvalidNotation) as refused:
        GAME.parse("4 feed " * 500)
    assert refused.value.text == "4 feed 4 feed 4 feed 4 feed 4 feed 4 fee…"
    assert len(str(refused.value)) < 120


@given(st.text())
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        move = GAME.parse(text)
    except InvalidNotation:
        return
    assert text.lower().split() == str(move).split()


# House rules


ALLOWED = "allowed: target=none|30|40|50, foreign_store=skip|choice, start=plain|swap, head_start=none|3"


@pytest.mark.parametrize("words", [{"target": "35"}, {"target": ""}, {"foreign_store": "30"}, {"beans": "4"}])
def test_a_house_rule_that_is_not_allowed_is_refused_with_those_that_are(words: dict[str, str]) -> None:
    ((word, value),) = words.items()
    with pytest.raises(UnknownHouseRule) as refused:
        GAME.options(**words)
    assert str(refused.value) == f"{f'{word}={value}'!r} is no house rule; {ALLOWED}"


def test_without_house_rules_it_is_one_game_and_the_foreign_store_is_skipped() -> None:
    options = GAME.options()
    assert (options.target, options.foreign_store) == (None, "skip")


@pytest.mark.parametrize(("word", "target"), [("none", None), ("30", 30), ("40", 40), ("50", 50)])
def test_a_target_makes_it_a_series(word: str, target: int | None) -> None:
    assert GAME.options(target=word).target == target


# Positions as text


@pytest.mark.parametrize("text", [START, C1, C6, C9, EMPTY.format(20, 16)])
def test_a_position_is_shown_as_it_was_written(text: str) -> None:
    assert show(sahara(text)) == text


@pytest.mark.parametrize(
    "text", ["", C1[1:], C1 + " ", C1.replace("1 /", "2 /"), C1.replace("3,3,3,3,3,3", "3,3,3,3,6")]
)
def test_a_position_with_a_slip_in_it_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no position of Sahara|has 37 beans, not 36"):
        sahara(text)
