"""Sato: which rule a refusal names, and with which facts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.game import IllegalMove
from games.sato import Lay, Sato, State, Stone, Take, parse_point
from tests.games.by_hand import played
from tests.games.sato_tables import R1, R2, N, P, Q, T, U, X, Y, Z, build, deal, others, state

TEN = (P, Q, U, T, R1, R2)


def refused(position: State, text: str) -> str:
    """Reason and facts with which the move of the seat to act is refused."""
    (seat,) = position.to_act
    with pytest.raises(IllegalMove) as refusal:
        position.play(seat, Sato().parse(text))
    facts = (f"{name}={value}" for name, value in refusal.value.facts.items())
    assert " ".join([refusal.value.reason, *facts]) == str(refusal.value)
    return str(refusal.value)


def with_all(*lays: Lay) -> State:
    """Seat 0 to lay, with every stone that does not lie yet."""
    return state(build(*lays), (others(build(*lays)), []))


def taking() -> State:
    """A red sato is new, and U can be taken."""
    return played(with_all(P, Q, U), T)


def fully_covered() -> State:
    return played(with_all(*TEN, N), X, Y, Z)


REFUSALS: dict[str, tuple[Callable[[], State], str, str]] = {
    "one stone a cell": (lambda: with_all(P), "roy g6 w0", "occupied point=g6"),
    "one stone a sato": (lambda: with_all(P, Q, T, X), "roy g6e w0", "occupied point=g6e"),
    "only satos carry": (lambda: with_all(P, Q), "roy g6e w0", "no_free_sato point=g6e"),
    "the second stone has a neighbour": (
        *(lambda: with_all(P), "roy a1 w0"),
        "too_few_neighbours point=a1 neighbours=0 needed=1",
    ),
    "later stones have two": (
        *(lambda: with_all(P, Q), "rob g5 w4"),
        "too_few_neighbours point=g5 neighbours=1 needed=2",
    ),
    "colours match": (
        *(lambda: with_all(P), "roy g5 w0"),
        "colours_differ point=g5 edge=1 colour=o neighbour=g6 neighbour_colour=b",
    ),
    "also on a sato": (
        *(lambda: with_all(*TEN, X), "oyg f6e b0"),
        "colours_differ point=f6e edge=5 colour=o neighbour=g6e neighbour_colour=g",
    ),
    "only the own supply is laid": (
        lambda: state(build(P), ([Stone.RYG], [Stone.ROY])),
        *("roy g5 w0", "not_in_supply stone=roy"),
    ),
    "a placement is no take": (lambda: with_all(P), "take g6", "not_asked asked=placement"),
    "nor is it kept": (lambda: with_all(P), "keep", "not_asked asked=placement"),
    "nor done": (lambda: with_all(P), "done", "not_asked asked=placement"),
    "a take is no placement": (taking, "roy c3 w2", "not_asked asked=take"),
    "nor passed": (taking, "pass", "not_asked asked=take"),
    "nor is it done": (taking, "done", "not_asked asked=take"),
    "an extra placement is no take": (
        *(lambda: played(with_all(P, Q, T), X), "take g6"),
        "not_asked asked=extra",
    ),
    "nor kept at all": (lambda: played(with_all(P, Q, T), X), "keep", "not_asked asked=extra"),
    "nor passed at all": (lambda: played(with_all(P, Q, T), X), "pass", "not_asked asked=extra"),
    "six stones must be laid": (lambda: with_all(P), "pass", "must_lay supply=39"),
    "A18 also just six": (lambda: state(build(P), (others(build(P))[:6], [])), "pass", "must_lay supply=6"),
    "in split nobody passes": (
        lambda: state(build(P), ([Stone.ROY], [Stone.RYO]), variant="split"),
        *("pass", "no_passing"),
    ),
    "nothing is taken from nowhere": (taking, "take a1", "nothing_there point=a1"),
    "a sato keeps its stones": (taking, "take g6", "in_a_sato point=g6"),
    "a covered stone stays": (fully_covered, "take g6", "covered point=g6"),
    "a higher sato keeps its stones": (fully_covered, "take g6e", "in_a_sato point=g6e"),
    "a higher stone than the new sato stays": (
        lambda: played(with_all(P, Q, T, X, U, N), R1),
        *("take g6e", "higher_level point=g6e level=1 highest=0"),
    ),
}


@pytest.mark.parametrize("rule", REFUSALS)
def test_a_refusal_names_the_rule_and_changes_nothing(rule: str) -> None:
    make, text, refusal = REFUSALS[rule]
    position = make()
    assert refused(position, text) == refusal
    assert position == make()
    assert text not in {str(move) for move in position.legal_moves(position.turn)}


@pytest.mark.parametrize("point", ["n1", "a12", "z99", "a1w", "a1e", "m11e"])
def test_no_stone_juts_out_over_the_edge_of_the_table(point: str) -> None:
    assert refused(with_all(), f"roy {point} w0") == f"off_the_table point={point}"


def test_the_table_is_as_large_as_agreed() -> None:
    dealt = deal("open", "small", 1)
    (stone,) = dealt.supplies[0]
    assert refused(dealt, f"{stone.name} h1 w0") == "off_the_table point=h1"
    assert played(dealt, f"{stone.name} g5 w0").turn == 1


def test_what_is_refused_fits_elsewhere_or_earlier() -> None:
    assert played(with_all(P), "rob g5 w4").turn == 1
    assert Y in with_all(*TEN, X).legal_moves(0)
    assert played(with_all(P, Q, T, X, U, N), R1).legal_moves(0)[0] == Take(N.point)


def test_a_turn_has_six_values() -> None:
    with pytest.raises(IllegalMove, match="no_such_turn"):
        with_all().play(0, Lay(Stone.ROY, parse_point("c3"), P.face, 6))


def test_a_refusal_tells_nothing_of_the_stack() -> None:
    position = state(build(P), ([Stone.RYG], [Stone.ROY]), stack=[Stone.GBV], variant="hidden")
    for text in ("roy g5 w0", "ryg a1 w0", "ryg g6 w0", "keep", "ryg g6e w0"):
        assert "gbv" not in refused(position, text)
