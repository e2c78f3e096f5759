"""Sato: positions with known answers, counted by hand and by other programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from games.sato import Asked, Face, Lay, Layout, Placed, Say, State, Stone, Take, Took, neighbours
from games.sato.lattice import Point
from games.sato.layout import SatoSpot, any_fits, placements
from games.sato.stones import Colour, colours, stone_name
from tests.games.by_hand import played
from tests.games.sato_tables import CENTRE, R1, R2, N, P, Q, T, U, X, Y, Z, build, lay, others, state

TEN = (P, Q, U, T, R1, R2)


def at(u: int, v: int) -> Point:
    return Point(CENTRE.u + u, CENTRE.v + v)


RED = SatoSpot(0, at(1, 0), Colour.RED)
YELLOW = SatoSpot(0, at(-1, 1), Colour.YELLOW)
BLUE = SatoSpot(0, at(0, 2), Colour.BLUE)


def all_placements(layout: Layout) -> tuple[Lay, ...]:
    return placements(layout, others(layout))


def by_point(lays: Iterable[Lay]) -> dict[Point, int]:
    return Counter(lay.point for lay in lays)


def laid(layout: Layout, move: Lay) -> Layout:
    return played(state(layout, ([move.stone], [])), move).layout


def dots(position: State) -> tuple[int, int]:
    """White and black."""
    return position.layout.dots(Face.WHITE), position.layout.dots(Face.BLACK)


def latest(position: State) -> Placed:
    return next(each for each in reversed(position.trail) if isinstance(each, Placed))


@pytest.mark.parametrize("stone", [Stone.ROY, Stone.GVB])
def test_a1_the_first_stone_goes_on_any_cell_any_way(stone: Stone) -> None:
    seven = frozenset((CENTRE, *neighbours(CENTRE)))
    assert len(placements(build(cells=seven), [stone])) == 84


def test_a2_and_a3_the_second_stone_has_eight_placements_a_common_colour() -> None:
    layout = build(P)
    of_first = set(colours(P.stone, Face.WHITE))
    for stone in others(layout):
        common = len(of_first & set(colours(stone, Face.WHITE)))
        assert len(placements(layout, [stone])) == 8 * common, stone_name(stone)
    assert len(all_placements(layout)) == 456


def test_a5_the_third_stone_forms_a_sato_on_one_side_only() -> None:
    layout = build(P, Q)
    found = all_placements(layout)
    assert by_point(found) == {at(2, -1): 36, at(-1, 2): 7}
    for move in found:
        assert laid(layout, move).satos == ((RED,) if move.point == at(2, -1) else ())


def test_a6_tips_that_do_not_meet_form_no_sato() -> None:
    layout = build(P, lay("b o[g,r,b] (1,1)"))
    found = all_placements(layout)
    assert by_point(found) == {at(2, -1): 6, at(-1, 2): 7}
    assert not any(laid(layout, move).satos for move in found)


def test_a7_a_sato_of_which_nothing_can_be_taken_ends_the_turn() -> None:
    after = played(state(build(P, Q), ([T.stone, Stone.GBV], [Stone.ROY]), stack=[Stone.RYO]), T)
    assert latest(after).completed == after.layout.satos == (RED,)
    assert latest(after).covered is None
    assert (after.to_act, after.asked) == ((1,), Asked.PLACEMENT)


def test_a8_placements_on_a_sato_and_beside_it() -> None:
    found = by_point(all_placements(build(P, Q, T)))
    assert found == {at(1, 0): 444, at(-1, 2): 7, at(1, -2): 8, at(3, 0): 8}


def test_a9_only_the_stone_outside_the_sato_can_be_taken() -> None:
    after = played(state(build(P, Q, U), ([T.stone], [])), T)
    assert (after.asked, after.legal_moves(0)) == (Asked.TAKE, (Take(U.point), Say.KEEP))


def test_a10_three_satos_and_their_dots() -> None:
    position = state(build(*TEN), ([], []))
    assert position.layout.satos == (YELLOW, BLUE, RED)
    assert dots(position) == (9, 9)


def test_a11_a_stone_that_lies_higher_than_the_new_sato_cannot_be_taken() -> None:
    layout = build(P, Q, T, X, U)
    assert layout.at(1, X.point) is not None
    after = played(state(layout, ([R1.stone, Stone.GBV], others(layout)[:4])), R1)
    assert latest(after).completed == (YELLOW,)
    assert after.to_act == (1,)


def covering_three(*theirs: Stone) -> State:
    mine = X.stone, Y.stone, Z.stone, Stone.RYG, Stone.OGY, Stone.OBG
    return state(build(*TEN, N), (mine, theirs))


def test_a12_one_turn_covers_three_satos_and_forms_a_fourth_above() -> None:
    position = covering_three(Stone.ROY, Stone.RYO)
    for move, covered in ((X, RED), (Y, YELLOW)):
        position = played(position, move)
        assert (latest(position).covered, latest(position).completed) == (covered, ())
        assert position.asked is Asked.EXTRA
    position = played(position, Z)
    assert latest(position).covered == BLUE
    assert latest(position).completed == (SatoSpot(1, at(0, 1), Colour.GREEN),)
    assert (position.asked, position.legal_moves(0)) == (Asked.TAKE, (Take(N.point), Say.KEEP))
    assert dots(position) == (10, 11)
    assert played(position, Say.KEEP).asked is Asked.EXTRA


@pytest.mark.parametrize("turn", range(6))
def test_a13_and_a14_the_stone_just_taken_covers_the_sato_just_formed(turn: int) -> None:
    """A stone taken takes its dots along."""
    position = played(covering_three(), X, Y, Z, Take(N.point))
    assert isinstance(position.trail[-1], Took)
    assert (position.asked, dots(position)) == (Asked.EXTRA, (7, 11))
    assert N.stone in position.supplies[0]
    position = played(position, Lay(N.stone, at(0, 1), Face.WHITE, turn))
    assert position.layout.at(2, at(0, 1)) is not None
    assert (position.asked, dots(position)) == (Asked.EXTRA, (9, 9))


def test_a15_stones_left_count_three_for_the_opponent() -> None:
    position = played(covering_three(Stone.ROG, Stone.RGO), X, Y, Z, Take(N.point))
    position = played(position, Lay(N.stone, at(0, 1), Face.WHITE, 0), Say.DONE)
    assert [len(supply) for supply in position.supplies] == [3, 2]
    if position.result is None:
        position = played(position, Say.PASS)
    assert position.result
    assert position.result.scores == position.scores == (15, 18)
    assert position.result.winner == 1


def test_a19_six_stones_that_do_not_fit_let_the_turn_pass() -> None:
    layout = build(P, Q)
    *five, sixth = [stone for stone in others(layout) if not any_fits(layout, [stone])][:6]
    fitting = next(stone for stone in others(layout) if any_fits(layout, [stone]))
    after = played(state(layout, ([fitting], five), stack=[sixth, Stone.GVB]), Say.PASS)
    assert len(after.supplies[1]) == 6
    assert (after.to_act, after.asked) == ((0,), Asked.PLACEMENT)
