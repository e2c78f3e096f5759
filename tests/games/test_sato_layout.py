"""Sato: what is true of every layout, checked on the layouts of random matches."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from games.sato import (
    STONES,
    Face,
    Laid,
    Layout,
    Placed,
    State,
    Stone,
    Took,
    corners,
    parse_point,
    stone_name,
)
from games.sato.lattice import cell, table
from games.sato.layout import placements
from games.sato.position import SIZES
from tests.games.sato_by_hand import Piece, Place, Table
from tests.games.sato_tables import TABLES, build, walk

matches = st.builds(
    walk,
    st.sampled_from(("open", "split")),
    st.sampled_from(TABLES),
    st.integers(0, 10**6),
    st.integers(2, 70),
)


def spot(laid: Laid) -> Place:
    """The same point, as the other program writes it."""
    return 2 * laid.point.u + laid.point.v, laid.point.v


def by_hand(state: State) -> Table:
    pieces = (
        Piece(each.level, spot(each), stone_name(each.stone), "wb"[each.face], each.turn)
        for each in state.layout.stones
    )
    return Table(*SIZES[state.options.table], pieces)


@settings(max_examples=10, deadline=None)
@given(matches)
def test_legal_placements_are_those_that_a_scan_of_everything_finds(match: list[State]) -> None:
    state = match[-1]
    supply = [stone for stone in STONES if stone not in {each.stone for each in state.layout.stones}][:4]
    assert {str(move) for move in placements(state.layout, supply)} == by_hand(state).legal(
        map(stone_name, supply)
    )


@settings(max_examples=20, deadline=None)
@given(matches)
def test_stones_of_a_level_meet_in_no_tip_one_or_three_and_three_are_a_sato(match: list[State]) -> None:
    state = match[-1]
    hand = by_hand(state)
    satos = {(sato.level, sato.point) for sato in state.layout.satos}
    for level, point in {
        (each.level, point) for each in state.layout.stones for point in corners(each.point)
    }:
        around = [
            laid for laid in state.layout.stones if laid.level == level and point in corners(laid.point)
        ]
        tips = hand.tips_at(level, (2 * point.u + point.v, point.v))
        if len(around) == 3:
            assert len(tips) in (0, 1, 3)
        assert ((level, point) in satos) == (len(tips) == 3)
        assert len(tips) < 3 or len(set(tips)) == 1


@settings(max_examples=20, deadline=None)
@given(matches)
def test_dots_are_counted_where_nothing_lies_on_them(match: list[State]) -> None:
    state = match[-1]
    hand = by_hand(state)
    assert [state.layout.dots(face) for face in Face] == [hand.dots("w"), hand.dots("b")]


@settings(max_examples=20, deadline=None)
@given(matches, st.integers(0, 2))
def test_takeable_is_what_is_in_no_sato_with_nothing_on_it(match: list[State], level: int) -> None:
    state = match[-1]
    hand = by_hand(state)
    satos = hand.satos()
    free = {
        (piece.level, piece.centre)
        for piece in hand.pieces
        if piece.level <= level
        and not any((piece.level, tip) in satos for tip in piece.tips())
        and not any((piece.level + 1, triangle) in hand.filled for triangle in piece.triangles())
    }
    assert {(laid.level, spot(laid)) for laid in state.layout.takeable(level)} == free


@settings(max_examples=20, deadline=None)
@given(matches)
def test_satos_stay_for_ever_and_never_overlap(match: list[State]) -> None:
    satos = [frozenset(state.layout.satos) for state in match]
    assert all(before <= after for before, after in pairwise(satos))
    spots = {(sato.level, sato.point) for sato in satos[-1]}
    assert not any((level, near) in spots for level, point in spots for near in corners(point))


@settings(max_examples=20, deadline=None)
@given(matches)
def test_each_ply_changes_the_dots_as_its_stone_does(match: list[State]) -> None:
    visible = 0
    for state in match:
        dots = state.layout.dots(Face.WHITE) + state.layout.dots(Face.BLACK)
        latest = [each for each in state.trail if isinstance(each, Placed | Took)][-1:]
        change = 3 if not latest or _on_the_table(latest[0]) else 0  # on a sato, it hides three others
        assert dots - visible in (0, -change if latest and isinstance(latest[0], Took) else change)
        visible = dots


def _on_the_table(happening: Placed | Took) -> bool:
    return happening.laid.level == 0


@settings(max_examples=20, deadline=None)
@given(matches)
def test_a_stone_lies_on_three_stones_of_a_sato_and_a_point_is_open_on_one_level(match: list[State]) -> None:
    layout = match[-1].layout
    for laid in layout.stones:
        assert laid.level == 0 or layout.sato_below(laid) is not None
    open_points = [sato.point for sato in layout.satos if not layout.is_covered(sato)]
    assert len(open_points) == len(set(open_points))
    for point in open_points:
        assert point not in layout.cells or layout.at(0, point) is not None


@settings(max_examples=20, deadline=None)
@given(matches)
def test_a_layout_is_the_same_whatever_way_it_came_about(match: list[State]) -> None:
    layout = match[-1].layout
    again = Layout.empty(layout.cells)
    for laid in layout.stones:
        again = again.lay(laid)
    assert again == layout
    assert hash(again) == hash(layout)
    assert again.satos == layout.satos
    assert sorted(again.openings()) == sorted(layout.openings())
    assert repr(again) == repr(layout)


FLOWER = ("rov f4 b3", "rgy e4 w1", "rog e5 b5", "obg f5 w5", "ogv g5 w3", "ovg g4 b5", "yvb f3 b3")
OVER_IT = ("oyb f4w w4", "ryg g5w w2", "oyg g4w b4")


def test_a_stone_of_level_two_can_lie_over_the_middle_of_a_cell_and_the_name_means_the_highest() -> None:
    layout = build(*FLOWER, *OVER_IT)
    f4 = parse_point("f4")
    below, opening = layout.at(0, f4), layout.opening(f4)
    assert below is not None
    assert layout.top(f4) == below
    assert opening is not None
    assert opening.level == 2
    above = Laid(2, f4, Stone.ROB, Face.WHITE, 4)
    assert layout.lay(above).top(f4) == above
    assert layout.lay(above).opening(f4) is None
    assert layout.lay(above).lift(above) == layout
    assert layout.lay(above).lift(above).opening(f4) == opening


def test_the_table_ends_where_its_cells_end() -> None:
    layout = Layout.empty(table(7, 5))
    assert layout.opening(cell(6, 4)) is not None
    assert layout.opening(cell(7, 4)) is None
    assert layout.opening(cell(6, 5)) is None
