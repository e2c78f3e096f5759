"""Sato: the forty stones, the lattice, and what is true of every layout of random matches."""

from __future__ import annotations

from itertools import combinations, pairwise
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import InvalidNotation
from games.sato import (
    STONES,
    Colour,
    Face,
    Laid,
    Lay,
    Layout,
    Placed,
    Point,
    Sato,
    Say,
    State,
    Stone,
    Take,
    Took,
    colours,
    corners,
    neighbours,
    parse_point,
    point_name,
    stone_name,
)
from games.sato.lattice import cell, point_class, reading_order, table
from games.sato.layout import placements
from games.sato.position import SIZES
from games.sato.stones import colour_letter, edge_colours
from games.sato.telling import SIDES
from tests.examples import examples
from tests.games.sato_by_hand import Piece, Place, Table, named_points
from tests.games.sato_tables import TABLES, build, others, walk

matches = st.builds(
    walk,
    st.sampled_from(("open", "split")),
    st.sampled_from(TABLES),
    st.integers(0, 10**6),
    st.integers(2, 70),
)


# Stones and points


def test_there_is_a_stone_for_each_three_colours_in_each_direction() -> None:
    expected = [a + x for a, b, c in combinations("roygbv", 3) for x in (b + c, c + b)]
    assert [stone_name(stone) for stone in STONES] == expected
    assert len(STONES) == 40
    assert Stone.UNKNOWN not in STONES
    assert colours(Stone.ROY, Face.WHITE) == (Colour.RED, Colour.ORANGE, Colour.YELLOW)
    assert colours(Stone.ROY, Face.BLACK) == (Colour.RED, Colour.YELLOW, Colour.ORANGE)


@pytest.mark.parametrize("face", list(Face))
@pytest.mark.parametrize("turn", range(6))
def test_each_rhombus_owns_the_two_edges_at_its_tip(face: Face, turn: int) -> None:
    for stone in STONES:
        piece = Piece(0, (0, 0), stone_name(stone), "wb"[face], turn)
        painted = [piece.painted()[edge] for edge in piece.edges()]
        assert [colour_letter(colour) for colour in edge_colours(stone, face, turn)] == painted


@given(st.builds(Point, st.integers(-30, 30), st.integers(-30, 30)))
def test_stones_across_an_edge_share_both_of_its_corners(point: Point) -> None:
    for edge, neighbour in enumerate(neighbours(point)):
        mine, theirs = corners(point), corners(neighbour)
        assert (mine[edge], mine[(edge + 1) % 6]) == (theirs[(edge + 4) % 6], theirs[(edge + 3) % 6])
        assert point_class(neighbour) == point_class(point)
        assert neighbours(neighbour)[(edge + 3) % 6] == point


@pytest.mark.parametrize(("columns", "rows"), SIZES.values())
def test_every_point_of_a_table_has_a_name_of_its_own(columns: int, rows: int) -> None:
    cells = table(columns, rows)
    assert len(cells) == columns * rows
    # At some points of the border no stone can ever lie: these need no name.
    meeting = {
        point
        for point in cells.union(*map(corners, cells))
        if point in cells or {corner for corner in corners(point) if point_class(corner) == 0} <= cells
    }
    names = {point_name(point) for point in meeting}
    assert len(names) == len(meeting)
    assert names <= {name for name, _ in named_points(columns, rows)}
    assert all(parse_point(point_name(point)) == point for point in meeting)


def test_points_are_called_by_column_and_row() -> None:
    assert (parse_point("a1"), parse_point("c3")) == (Point(0, 0), Point(1, 4))
    assert parse_point("c3e") == corners(parse_point("c3"))[0]
    assert parse_point("c3w") == corners(parse_point("c3"))[3]
    assert reading_order(parse_point("d2w")) == (3, 1, 2)
    assert point_name(Point(-3, 1)) == "-3,1"
    assert point_name(cell(25, 98)) == "z99"
    assert point_name(cell(26, 0)) == "{0.u},{0.v}".format(cell(26, 0))
    assert point_name(cell(0, 99)) == "{0.u},{0.v}".format(cell(0, 99))


def test_sides_are_told_by_what_lies_there() -> None:
    """Column d lies half a row higher than c."""
    around = neighbours(parse_point("c3"))
    lying = {"n": "c4", "ne": "d3", "se": "d2", "s": "c2", "sw": "b2", "nw": "b3"}
    assert {side: point_name(around[edge]) for side, edge in SIDES.items()} == lying


named = st.builds(
    "{}{}{}".format,
    st.sampled_from(ascii_lowercase),
    st.integers(1, 99),
    st.sampled_from(("", "e", "w")),
).map(parse_point)
lays = st.builds(Lay, st.sampled_from(STONES), named, st.sampled_from(Face), st.integers(0, 5))


@given(st.one_of(lays, st.builds(Take, named), st.sampled_from(Say)))
def test_moves_are_read_as_they_are_written(move: Lay | Take | Say) -> None:
    assert Sato().parse(str(move)) == move
    assert Sato().parse("roy c3w b5") == Lay(Stone.ROY, parse_point("c3w"), Face.BLACK, 5)


WRONG = ["", "roy", "roy c3", "roy c3 w6", "roy c3 w", "roy c3 x1", "roy c3 w22", "oyr c3 w2", "rrr c3 w2"]
WRONG += ["roy c3 w2 w2", "unknown c3 w2", "take", "take roy c3", "stop", "roy c3 w٢", "roy 3c w2"]
NO_POINTS = ["c", "3", "c0", "c03", "c100", "c3n", "cc3", "c٣", "é3"]


@pytest.mark.parametrize("text", [*WRONG, *(f"take {point}" for point in NO_POINTS)])
def test_what_is_no_move_is_answered_with_the_expected_form(text: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        Sato().parse(text)
    for form in ("roy c3 w2", "take c3", "keep", "pass", "done"):
        assert form in refusal.value.expected


# Layouts


def spot(laid: Laid) -> Place:
    """The same point, as the other program writes it."""
    return 2 * laid.point.u + laid.point.v, laid.point.v


def by_hand(state: State) -> Table:
    pieces = (
        Piece(each.level, spot(each), stone_name(each.stone), "wb"[each.face], each.turn)
        for each in state.layout.stones
    )
    return Table(*SIZES[state.options.table], pieces)


@examples(3)
@given(matches)
def test_legal_placements_are_those_that_a_scan_of_everything_finds(match: list[State]) -> None:
    supply = others(match[-1].layout)[:4]
    found = {str(move) for move in placements(match[-1].layout, supply)}
    assert found == by_hand(match[-1]).legal(map(stone_name, supply))


@examples(5)
@given(matches)
def test_whether_a_stone_may_make_or_cover_a_sato_is_what_laying_it_everywhere_finds(
    match: list[State],
) -> None:
    for layout in {state.layout for state in match[3:]}:
        for stone in others(layout):
            lays = [laid for move in placements(layout, [stone]) if (laid := layout.placed(move))]
            found = any(laid.level or layout.lay(laid).satos_of(laid) for laid in lays)
            assert layout.may_make_or_cover([stone]) == found


@examples(5)
@given(matches)
def test_dots_satos_and_what_can_be_taken_are_those_that_a_scan_of_everything_finds(
    match: list[State],
) -> None:
    layout, hand = match[-1].layout, by_hand(match[-1])
    assert [layout.dots(face) for face in Face] == [hand.dots("w"), hand.dots("b")]
    satos = hand.satos()
    assert {(sato.level, (2 * sato.point.u + sato.point.v, sato.point.v)) for sato in layout.satos} == satos
    assert all(len(set(hand.tips_at(*sato))) == 1 for sato in satos)
    for level in range(3):
        free = {
            (piece.level, piece.centre)
            for piece in hand.pieces
            if piece.level <= level
            and not any((piece.level, tip) in satos for tip in piece.tips())
            and not any((piece.level + 1, triangle) in hand.filled for triangle in piece.triangles())
        }
        assert {(laid.level, spot(laid)) for laid in layout.takeable(level)} == free


@examples(5)
@given(matches)
def test_satos_stay_for_ever_never_overlap_and_open_one_level_of_a_point(match: list[State]) -> None:
    satos = [frozenset(state.layout.satos) for state in match]
    assert all(before <= after for before, after in pairwise(satos))
    spots, layout = {(sato.level, sato.point) for sato in satos[-1]}, match[-1].layout
    assert not any((level, near) in spots for level, point in spots for near in corners(point))
    assert all(laid.level == 0 or layout.sato_below(laid) for laid in layout.stones)
    open_points = [sato.point for sato in layout.satos if not layout.is_covered(sato)]
    assert len(open_points) == len(set(open_points))
    board = layout.board
    free = {
        opening: board.free(board.grid.spot(opening.level, opening.point)) for opening in layout.openings()
    }
    assert all(is_free == bool(opening.level) for opening, is_free in free.items())
    assert all(layout.at(0, point) for point in open_points if point in layout.cells)


@examples(5)
@given(matches)
def test_each_ply_changes_the_dots_as_its_stone_does(match: list[State]) -> None:
    visible = 0
    for state in match:
        dots = state.layout.dots(Face.WHITE) + state.layout.dots(Face.BLACK)
        latest = [each for each in state.trail if isinstance(each, Placed | Took)][-1:]
        change = 3 if not latest or latest[0].laid.level == 0 else 0  # on a sato, it hides three others
        assert dots - visible in (0, -change if latest and isinstance(latest[0], Took) else change)
        visible = dots


@examples(5)
@given(matches)
def test_a_layout_is_the_same_whatever_way_it_came_about(match: list[State]) -> None:
    layout = match[-1].layout
    again = Layout.empty(layout.cells)
    for laid in layout.stones:
        again = again.lay(laid)
    assert (again, hash(again), repr(again)) == (layout, hash(layout), repr(layout))
    assert again.satos == layout.satos
    assert [*map(again.dots, Face)] == [*map(layout.dots, Face)]
    assert sorted(again.openings()) == sorted(layout.openings())


@examples(15)
@given(matches)
def test_an_open_spot_knows_at_how_many_corners_two_tips_wait_for_a_third(match: list[State]) -> None:
    known = [(state.layout.board, *each) for state in match for each in state.layout.board.openings.items()]
    for board, spot, opening in known:
        around = [board.stones.get(beside) for beside in board.grid.around[spot]]
        waiting = [0, 0]
        for corner in range(6):
            beside = around[corner - 1], around[corner]
            waiting[corner % 2] += all(way is not None and way % 2 == corner % 2 for way in beside)
        assert (opening.even, opening.odd) == tuple(waiting)
        assert board.opening(spot) == opening


FLOWER = ("rov f4 b3", "rgy e4 w1", "rog e5 b5", "obg f5 w5", "ogv g5 w3", "ovg g4 b5", "yvb f3 b3")
OVER_IT = ("oyb f4w w4", "ryg g5w w2", "oyg g4w b4")


def test_a_stone_of_level_two_can_lie_over_the_middle_of_a_cell_and_the_name_means_the_highest() -> None:
    layout = build(*FLOWER, *OVER_IT)
    f4 = parse_point("f4")
    below, opening = layout.at(0, f4), layout.opening(f4)
    assert below
    assert opening
    assert (layout.top(f4), opening.level) == (below, 2)
    above = Laid(2, f4, Stone.ROB, Face.WHITE, 4)
    assert layout.lay(above).top(f4) == above
    assert layout.lay(above).opening(f4) is None
    assert layout.lay(above).lift(above) == layout
    assert layout.lay(above).lift(above).opening(f4) == opening


def test_the_table_ends_where_its_cells_end() -> None:
    layout = Layout.empty(table(7, 5))
    assert layout.opening(cell(6, 4)) is not None
    assert layout.opening(cell(7, 4)) is layout.opening(cell(6, 5)) is None
