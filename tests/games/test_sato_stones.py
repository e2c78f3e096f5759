"""Sato: the forty stones and the lattice that they lie on."""

from __future__ import annotations

from itertools import combinations
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import InvalidNotation
from games.sato import (
    STONES,
    Colour,
    Face,
    Lay,
    Point,
    Sato,
    Say,
    Stone,
    Take,
    colours,
    corners,
    neighbours,
    parse_point,
    parse_stone,
    point_name,
    stone_name,
)
from games.sato.lattice import point_class, reading_order, table
from games.sato.position import SIZES
from games.sato.stones import colour_letter, edge_colours, tip_corners
from games.sato.telling import SIDES
from tests.games.sato_by_hand import Piece, named_points

points = st.builds(Point, st.integers(-30, 30), st.integers(-30, 30))


def test_there_is_a_stone_for_each_three_colours_in_each_direction() -> None:
    expected = [a + x for a, b, c in combinations("roygbv", 3) for x in (b + c, c + b)]
    assert [stone_name(stone) for stone in STONES] == expected
    assert len(STONES) == 40
    assert Stone.UNKNOWN not in STONES


def test_the_black_face_is_the_mirror_image_of_the_white_one() -> None:
    assert colours(Stone.ROY, Face.WHITE) == (Colour.RED, Colour.ORANGE, Colour.YELLOW)
    assert colours(Stone.ROY, Face.BLACK) == (Colour.RED, Colour.YELLOW, Colour.ORANGE)
    assert colours(Stone.RYO, Face.WHITE) == colours(Stone.ROY, Face.BLACK)


def test_the_first_tip_is_at_the_corner_that_the_turn_says() -> None:
    assert tip_corners(1) == (1, 3, 5)
    assert tip_corners(4) == (4, 0, 2)


@pytest.mark.parametrize("face", list(Face))
@pytest.mark.parametrize("turn", range(6))
def test_each_rhombus_owns_the_two_edges_at_its_tip(face: Face, turn: int) -> None:
    for stone in STONES:
        piece = Piece(0, (0, 0), stone_name(stone), "wb"[face], turn)
        painted = [piece.painted()[edge] for edge in piece.edges()]
        assert [colour_letter(colour) for colour in edge_colours(stone, face, turn)] == painted


@given(points)
def test_stones_across_an_edge_share_both_of_its_corners(point: Point) -> None:
    for edge, neighbour in enumerate(neighbours(point)):
        mine, theirs = corners(point), corners(neighbour)
        assert mine[edge] == theirs[(edge + 4) % 6]
        assert mine[(edge + 1) % 6] == theirs[(edge + 3) % 6]
        assert point_class(neighbour) == point_class(point)
        assert neighbours(neighbour)[(edge + 3) % 6] == point


@pytest.mark.parametrize(("columns", "rows"), SIZES.values())
def test_every_point_of_a_table_has_a_name_of_its_own(columns: int, rows: int) -> None:
    cells = table(columns, rows)
    assert len(cells) == columns * rows
    everywhere = cells.union(*(corners(cell) for cell in cells))
    # At some points of the border no stone can ever lie: these need no name.
    meeting = {point for point in everywhere if point in cells or _cells_around(point) <= cells}
    names = {point_name(point) for point in meeting}
    assert len(names) == len(meeting)
    assert names <= {name for name, _ in named_points(columns, rows)}
    assert all(parse_point(point_name(point)) == point for point in meeting)


def _cells_around(point: Point) -> set[Point]:
    return {corner for corner in corners(point) if point_class(corner) == 0}


def test_points_are_called_by_column_and_row() -> None:
    assert parse_point("a1") == Point(0, 0)
    assert parse_point("c3") == Point(1, 4)
    assert parse_point("c3e") == corners(parse_point("c3"))[0]
    assert parse_point("c3w") == corners(parse_point("c3"))[3]
    assert reading_order(parse_point("d2w")) == (3, 1, 2)


@pytest.mark.parametrize("text", ["", "c", "3", "c0", "c03", "c100", "c3n", "cc3", "C3", "c3 ", "c٣", "é3"])
def test_other_texts_are_no_points(text: str) -> None:
    with pytest.raises(ValueError, match="^" + text):
        parse_point(text)


def test_points_too_far_away_for_a_name_are_told_by_their_coordinates() -> None:
    assert point_name(Point(-3, 1)) == "-3,1"


@given(st.sampled_from(STONES))
def test_stones_are_read_by_name(stone: Stone) -> None:
    assert parse_stone(stone_name(stone)) is stone


places = st.tuples(st.sampled_from(ascii_lowercase), st.integers(1, 99), st.sampled_from(("", "e", "w")))
named = places.map(lambda place: parse_point("{}{}{}".format(*place)))
lays = st.builds(Lay, st.sampled_from(STONES), named, st.sampled_from(Face), st.integers(0, 5))
takes = st.builds(Take, named)


@given(st.one_of(lays, takes, st.sampled_from(Say)))
def test_moves_are_read_as_they_are_written_in_any_case_and_with_surplus_blanks(
    move: Lay | Take | Say,
) -> None:
    game = Sato()
    assert game.parse(str(move)) == move
    assert game.parse("  " + str(move).upper().replace(" ", " \t ") + "\n") == move


def test_the_notation_of_a_placement() -> None:
    assert Sato().parse("roy c3w b5") == Lay(Stone.ROY, parse_point("c3w"), Face.BLACK, 5)


WRONG = ["", "roy", "roy c3", "roy c3 w6", "roy c3 w", "roy c3 x1", "roy c3 w22", "oyr c3 w2", "rrr c3 w2"]
WRONG += ["roy c3 w2 w2", "unknown c3 w2", "take", "take roy c3", "stop", "roy c3 w٢", "roy 3c w2"]


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_move_is_answered_with_the_expected_form(text: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        Sato().parse(text)
    for form in ("roy c3 w2", "take c3", "keep", "pass", "done"):
        assert form in refusal.value.expected


def test_sides_are_told_by_what_lies_there() -> None:
    """Column d lies half a row higher than c."""
    around = neighbours(parse_point("c3"))
    lying = {"n": "c4", "ne": "d3", "se": "d2", "s": "c2", "sw": "b2", "nw": "b3"}
    assert {side: point_name(around[edge]) for side, edge in SIDES.items()} == lying
