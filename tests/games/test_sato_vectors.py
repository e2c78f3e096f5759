"""Sato: positions with known answers, counted by hand and by other programs."""

from __future__ import annotations

import pytest

from games.game import IllegalMove
from games.sato import Asked, Face, Lay, Layout, Placed, Say, Stone, Take, Took, neighbours
from games.sato.lattice import Point
from games.sato.layout import SatoSpot, any_fits, placements
from games.sato.stones import Colour, colours, stone_name
from tests.games.sato_tables import CENTRE, R1, R2, N, P, Q, T, U, X, Y, Z, build, lay, others, play, state

TEN = (P, Q, U, T, R1, R2)


def at(u: int, v: int) -> Point:
    return Point(CENTRE.u + u, CENTRE.v + v)


def all_placements(layout: Layout) -> list[Lay]:
    return list(placements(layout, others(layout)))


def by_point(lays: list[Lay]) -> dict[Point, int]:
    return {point: sum(each.point == point for each in lays) for point in {each.point for each in lays}}


def forms_a_sato(layout: Layout, move: Lay) -> bool:
    return len(play(state(layout, ([move.stone], [])), move).layout.satos) > len(layout.satos)


def dots(layout: Layout) -> tuple[int, int]:
    """White and black."""
    return layout.dots(Face.WHITE), layout.dots(Face.BLACK)


def latest(position_trail: tuple[object, ...]) -> Placed:
    return next(each for each in reversed(position_trail) if isinstance(each, Placed))


@pytest.mark.parametrize("stone", [Stone.ROY, Stone.GVB])
def test_a1_the_first_stone_goes_on_any_cell_any_way(stone: Stone) -> None:
    seven = frozenset((CENTRE, *neighbours(CENTRE)))
    assert len(list(placements(build(cells=seven), [stone]))) == 84


def test_a2_the_second_stone_has_eight_placements_a_common_colour() -> None:
    layout = build(P)
    of_first = set(colours(P.stone, Face.WHITE))
    for stone in others(layout):
        common = len(of_first & set(colours(stone, Face.WHITE)))
        assert len(list(placements(layout, [stone]))) == 8 * common, stone_name(stone)


def test_a3_all_second_placements() -> None:
    assert len(all_placements(build(P))) == 456


def test_a5_the_third_stone_forms_a_sato_on_one_side_only() -> None:
    layout = build(P, Q)
    found = all_placements(layout)
    assert by_point(found) == {at(2, -1): 36, at(-1, 2): 7}
    for move in found:
        after = play(state(layout, ([move.stone], [])), move).layout
        expected = (SatoSpot(0, at(1, 0), Colour.RED),) if move.point == at(2, -1) else ()
        assert after.satos == expected


def test_a6_tips_that_do_not_meet_form_no_sato() -> None:
    layout = build(P, lay("b o[g,r,b] (1,1)"))
    found = all_placements(layout)
    assert by_point(found) == {at(2, -1): 6, at(-1, 2): 7}
    assert not any(forms_a_sato(layout, move) for move in found)


def test_a7_a_sato_of_which_nothing_can_be_taken_ends_the_turn() -> None:
    after = play(state(build(P, Q), ([T.stone, Stone.GBV], [Stone.ROY]), stack=[Stone.RYO]), T)
    placed = latest(after.trail)
    assert placed.completed == after.layout.satos == (SatoSpot(0, at(1, 0), Colour.RED),)
    assert placed.covered is None
    assert after.to_act == (1,)
    assert after.asked is Asked.PLACEMENT


def test_a8_placements_on_a_sato_and_beside_it() -> None:
    found = by_point(all_placements(build(P, Q, T)))
    assert found == {at(1, 0): 444, at(-1, 2): 7, at(1, -2): 8, at(3, 0): 8}
    assert sum(found.values()) == 467


def test_a9_only_the_stone_outside_the_sato_can_be_taken() -> None:
    after = play(state(build(P, Q, U), ([T.stone], [])), T)
    assert after.asked is Asked.TAKE
    assert after.legal_moves(0) == (Take(U.point), Say.KEEP)


def test_a10_three_satos_and_their_dots() -> None:
    layout = build(*TEN)
    assert layout.satos == (
        SatoSpot(0, at(-1, 1), Colour.YELLOW),
        SatoSpot(0, at(0, 2), Colour.BLUE),
        SatoSpot(0, at(1, 0), Colour.RED),
    )
    assert dots(layout) == (9, 9)


def test_a11_a_stone_that_lies_higher_than_the_new_sato_cannot_be_taken() -> None:
    layout = build(P, Q, T, X, U)
    assert layout.at(1, X.point) is not None
    after = play(state(layout, ([R1.stone, Stone.GBV], others(layout)[:4])), R1)
    assert latest(after.trail).completed == (SatoSpot(0, at(-1, 1), Colour.YELLOW),)
    assert after.to_act == (1,)


def covered_three() -> tuple[Stone, ...]:
    return X.stone, Y.stone, Z.stone, Stone.RYG, Stone.OGY, Stone.OBG


def test_a12_one_turn_covers_three_satos_and_forms_a_fourth_above() -> None:
    position = state(build(*TEN, N), (covered_three(), [Stone.ROY, Stone.RYO]))
    for move, covered in ((X, Colour.RED), (Y, Colour.YELLOW)):
        position = play(position, move)
        assert latest(position.trail).covered == SatoSpot(0, move.point, covered)
        assert latest(position.trail).completed == ()
        assert position.asked is Asked.EXTRA
    position = play(position, Z)
    assert latest(position.trail).covered == SatoSpot(0, Z.point, Colour.BLUE)
    assert latest(position.trail).completed == (SatoSpot(1, at(0, 1), Colour.GREEN),)
    assert position.asked is Asked.TAKE
    assert position.legal_moves(0) == (Take(N.point), Say.KEEP)
    assert dots(position.layout) == (10, 11)
    assert play(position, Say.KEEP).asked is Asked.EXTRA


def test_a13_a_stone_taken_takes_its_dots_along() -> None:
    position = play(state(build(*TEN, N), (covered_three(), [])), X, Y, Z, Take(N.point))
    assert isinstance(position.trail[-1], Took)
    assert position.asked is Asked.EXTRA
    assert dots(position.layout) == (7, 11)
    assert N.stone in position.supplies[0]


@pytest.mark.parametrize("turn", range(6))
def test_a14_the_stone_just_taken_covers_the_sato_just_formed(turn: int) -> None:
    position = play(state(build(*TEN, N), (covered_three(), [])), X, Y, Z, Take(N.point))
    position = play(position, Lay(N.stone, at(0, 1), Face.WHITE, turn))
    assert position.layout.at(2, at(0, 1)) is not None
    assert dots(position.layout) == (9, 9)
    assert position.asked is Asked.EXTRA


def test_a15_stones_left_count_three_for_the_opponent() -> None:
    position = state(build(*TEN, N), (covered_three(), [Stone.ROG, Stone.RGO]))
    position = play(position, X, Y, Z, Take(N.point), Lay(N.stone, at(0, 1), Face.WHITE, 0), Say.DONE)
    assert [len(supply) for supply in position.supplies] == [3, 2]
    if position.result is None:
        position = play(position, Say.PASS)
    assert position.result is not None
    assert position.result.scores == position.scores == (15, 18)
    assert position.result.winner == 1


def test_a17_declining_without_a_stack_ends_the_match_at_once() -> None:
    five = others(build(P))[:5]
    after = play(state(build(P), (five, [])), Say.PASS)
    assert after.result is not None
    assert after.result.reason == "declined"
    assert after.to_act == ()
    assert after.result.scores == (0, 3 + 15)


def test_a18_with_six_stones_and_something_legal_declining_is_refused() -> None:
    six = others(build(P))[:6]
    position = state(build(P), (six, []))
    assert Say.PASS not in position.legal_moves(0)
    with pytest.raises(IllegalMove) as refusal:
        position.play(0, Say.PASS)
    assert refusal.value.reason == "must_lay"
    assert refusal.value.facts == {"supply": 6}


def misfits(layout: Layout) -> tuple[Stone, ...]:
    """Stones that do not fit anywhere."""
    return tuple(stone for stone in others(layout) if not any_fits(layout, [stone]))


def test_a19_six_stones_that_do_not_fit_let_the_turn_pass() -> None:
    layout = build(P, Q)
    *five, sixth = misfits(layout)[:6]
    fitting = next(stone for stone in others(layout) if any_fits(layout, [stone]))
    before = state(layout, ([fitting], five), stack=[sixth, Stone.GVB])
    after = play(before, Say.PASS)
    assert len(after.supplies[1]) == 6
    assert after.to_act == (0,)
    assert after.asked is Asked.PLACEMENT


def test_a19_without_a_stack_six_stones_that_do_not_fit_end_the_match() -> None:
    layout = build(P, Q)
    six = misfits(build(P, Q, U))[:6]
    after = play(state(layout, ([U.stone], six)), U)
    assert after.result is not None
    assert after.result.reason == "stuck"
    assert after.to_act == ()
