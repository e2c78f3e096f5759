"""Sato: which rule a refusal names, and with which facts."""

from __future__ import annotations

import pytest

from games.game import IllegalMove
from games.sato import Lay, Sato, State, Stone, Take, parse_point, stone_name
from tests.games.sato_tables import R1, R2, N, P, Q, T, U, X, Y, Z, build, deal, others, play, state

TEN = (P, Q, U, T, R1, R2)


def refused(position: State, text: str) -> tuple[str, dict[str, int | str]]:
    """Reason and facts with which the move of the seat to act is refused."""
    (seat,) = position.to_act
    with pytest.raises(IllegalMove) as refusal:
        position.play(seat, Sato().parse(text))
    return refusal.value.reason, dict(refusal.value.facts)


def with_all(*lays: Lay) -> State:
    """Seat 0 to lay, with every stone that does not lie yet."""
    return state(build(*lays), (others(build(*lays)), []))


@pytest.mark.parametrize("point", ["n1", "a12", "z99", "a1w", "a1e", "m11e"])
def test_no_stone_juts_out_over_the_edge_of_the_table(point: str) -> None:
    assert refused(with_all(), f"roy {point} w0") == ("off_the_table", {"point": point})


def test_the_table_is_as_large_as_agreed() -> None:
    name = stone_name(deal("open", "small", 1).supplies[0][0])
    assert refused(deal("open", "small", 1), f"{name} h1 w0") == ("off_the_table", {"point": "h1"})
    assert play(deal("open", "small", 1), f"{name} g5 w0").turn == 1


def test_a_cell_holds_one_stone() -> None:
    assert refused(with_all(P), "roy g6 w0") == ("occupied", {"point": "g6"})


def test_a_covered_sato_holds_one_stone() -> None:
    assert refused(with_all(P, Q, T, X), "roy g6e w0") == ("occupied", {"point": "g6e"})


def test_between_cells_only_a_sato_carries_a_stone() -> None:
    assert refused(with_all(P, Q), "roy g6e w0") == ("no_free_sato", {"point": "g6e"})


def test_the_second_stone_needs_a_neighbour() -> None:
    facts = {"point": "a1", "neighbours": 0, "needed": 1}
    assert refused(with_all(P), "roy a1 w0") == ("too_few_neighbours", facts)


def test_later_stones_need_two_neighbours() -> None:
    facts = {"point": "g5", "neighbours": 1, "needed": 2}
    assert refused(with_all(P, Q), "rob g5 w4") == ("too_few_neighbours", facts)
    assert play(with_all(P), "rob g5 w4").turn == 1


def test_colours_must_match_along_every_edge() -> None:
    assert refused(with_all(P), "roy g5 w0") == (
        "colours_differ",
        {"point": "g5", "edge": 1, "colour": "o", "neighbour": "g6", "neighbour_colour": "b"},
    )


def test_on_a_sato_the_stones_of_the_same_level_must_match() -> None:
    position = with_all(*TEN, X)
    reason, facts = refused(position, f"{stone_name(Y.stone)} f6e b0")
    assert reason == "colours_differ"
    assert facts["neighbour"] == "g6e"
    assert str(Y) in {str(move) for move in position.legal_moves(0)}


def test_only_stones_of_the_own_supply_are_laid() -> None:
    position = state(build(P), ([Stone.RYG], [Stone.ROY]))
    assert refused(position, "roy g5 w0") == ("not_in_supply", {"stone": "roy"})


def test_a_turn_has_six_values() -> None:
    with pytest.raises(IllegalMove, match="no_such_turn"):
        with_all().play(0, Lay(Stone.ROY, parse_point("c3"), P.face, 6))


@pytest.mark.parametrize("text", ["take g6", "keep", "done"])
def test_a_placement_is_answered_by_laying_or_passing(text: str) -> None:
    assert refused(with_all(P), text) == ("not_asked", {"asked": "placement"})


@pytest.mark.parametrize("text", ["roy c3 w2", "pass", "done"])
def test_a_take_is_answered_by_taking_or_keeping(text: str) -> None:
    assert refused(play(with_all(P, Q, U), T), text) == ("not_asked", {"asked": "take"})


@pytest.mark.parametrize("text", ["take g6", "keep", "pass"])
def test_an_extra_placement_is_answered_by_laying_or_being_done(text: str) -> None:
    assert refused(play(with_all(P, Q, T), X), text) == ("not_asked", {"asked": "extra"})


def test_with_six_stones_one_must_be_laid() -> None:
    assert refused(with_all(P), "pass") == ("must_lay", {"supply": 39})


def test_in_split_nobody_passes() -> None:
    position = state(build(P), ([Stone.ROY], [Stone.RYO]), variant="split")
    assert refused(position, "pass") == ("no_passing", {})


def test_where_nothing_lies_nothing_is_taken() -> None:
    assert refused(play(with_all(P, Q, U), T), "take a1") == ("nothing_there", {"point": "a1"})


def test_a_stone_in_a_free_sato_stays() -> None:
    assert refused(play(with_all(P, Q, U), T), "take g6") == ("in_a_sato", {"point": "g6"})


def test_a_stone_with_something_on_it_stays() -> None:
    position = play(with_all(*TEN, N), X, Y, Z)
    assert refused(position, "take g6") == ("covered", {"point": "g6"})
    assert refused(position, "take g6e") == ("in_a_sato", {"point": "g6e"})


def test_a_stone_that_lies_higher_than_the_new_sato_stays() -> None:
    position = play(with_all(P, Q, T, X, U, N), R1)
    assert position.legal_moves(0)[0] == Take(N.point)
    assert refused(position, "take g6e") == ("higher_level", {"point": "g6e", "level": 1, "highest": 0})


def test_a_refusal_changes_nothing_and_tells_no_position() -> None:
    position = state(build(P), ([Stone.RYG], [Stone.ROY]), stack=[Stone.GBV], variant="hidden")
    before = repr(position)
    for text in ("roy g5 w0", "ryg a1 w0", "ryg g6 w0", "keep", "ryg g6e w0"):
        (seat,) = position.to_act
        with pytest.raises(IllegalMove) as refusal:
            position.play(seat, Sato().parse(text))
        assert "gbv" not in str(refusal.value)
    assert repr(position) == before
