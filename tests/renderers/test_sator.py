"""Sator's pictures show squares, pieces, the dots that the viewer knows, the last turn, and no other dot."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given
from PIL import Image

from games.game import SEATS, VIEWERS, Seat
from games.sator import FILES, Dot, State, View
from games.sator.pieces import hides
from renderers.canvas import Sheet, assembled, empty_picture
from renderers.plates import SIDES
from renderers.sator.parts import File, Mark, Offer, Row, Slain, Square, Way
from renderers.sator.pieces import Man
from renderers.sator.table import BOARD, LINES, SQUARE, box_of, cell_of, empty_board, first_alike
from renderers.theme import THEMES, Theme
from tests.examples import examples
from tests.games.by_hand import dealt, played
from tests.renderers.looking import grey, painted, plates, seen, states
from tests.renderers.sator_positions import ARRIVED, BOTH_OFF, CAPTURE, IVORY_IS_READY, SKIPPED, STARTED

few = examples(4)
EACH_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def men(view: View) -> dict[tuple[int, int], Man]:
    """The pieces on the board by column and line."""
    return {square.cell: square.man for square in seen(view, Square) if square.man}


def marks(view: View) -> dict[tuple[int, int], Mark]:
    return {square.cell: square.mark for square in seen(view, Square) if square.mark is not Mark.NONE}


def offers(view: View, *chosen: str) -> dict[tuple[int, int], Offer]:
    squares = seen(view, Square, chosen=chosen)
    return {square.cell: square.offer for square in squares if square.offer is not Offer.NONE}


def trays(view: View) -> list[tuple[int, int, Dot, bool]]:
    """Side, place, dot, and whether it is public, of every fallen piece."""
    return [(part.side, part.place, part.man.dot, part.man.public) for part in seen(view, Slain)]


def keys(view: View, *chosen: str) -> dict[str, bool]:
    """The files that may be chosen, and whether they are."""
    return {file.letter: file.pressed for file in seen(view, File, chosen=chosen) if file.key}


# Squares and sides


def test_letters_and_digits_stand_at_their_squares_for_either_side() -> None:
    first = [(file.column, file.letter) for file in seen(CAPTURE.view(0), File)]
    second = [(file.column, file.letter) for file in seen(CAPTURE.view(1), File)]
    assert first == list(enumerate("abcde"))
    assert sorted(second) == list(enumerate("edcba"))
    assert sorted((row.line, row.digit) for row in seen(CAPTURE.view(1), Row)) == list(enumerate("54321"))


@few
@given(states("sator"))
def test_the_two_players_see_the_board_turned_by_half(state: State) -> None:
    first, second = (
        {cell: man.seat for cell, man in men(replace(state.view(None), viewer=seat)).items()}
        for seat in SEATS
    )
    last = LINES - 1
    assert second == {(last - column, last - line): seat for (column, line), seat in first.items()}


# Pieces and dots


LOOKS = [None, *(Man(seat, dot, public) for seat in SEATS for dot in Dot for public in (False, True))]


@EACH_THEME
def test_every_piece_looks_different_even_without_colours(theme: Theme) -> None:
    cell = (2, 2)
    looks = []
    for man in LOOKS:
        if man and man.public and man.dot is Dot.UNKNOWN:
            continue  # an unknown dot is shown to nobody
        image = assembled(theme, empty_board, [Square(cell, man, Mark.NONE, Offer.NONE, ())])
        looks.append(grey(image, box_of(cell)))
    for one, two in combinations(looks, 2):
        different = sum(abs(a - b) > 40 for a, b in zip(one, two, strict=True))
        assert different > 60  # pixels: more than a scratch


@EACH_THEME
def test_squares_of_one_wood_look_alike_so_that_what_is_painted_on_one_serves_for_all(theme: Theme) -> None:
    board = empty_picture(theme, empty_board)
    for cell in product(range(LINES), range(LINES)):
        assert board.crop(box_of(cell)) == board.crop(box_of(first_alike(cell)))
    one, other = (Square(cell, LOOKS[1], Mark.NONE, Offer.NONE, ()) for cell in ((0, 0), (3, 1)))
    assert one.tile(theme, board) is other.tile(theme, board)


def test_an_owner_sees_their_own_dots_and_nobody_else_does() -> None:
    own = {cell_of("b1", 0), cell_of("d1", 0)}
    assert {cell for cell, man in men(STARTED.view(0)).items() if man.dot is Dot.RED} == own
    assert {man.dot for man in men(STARTED.view(None)).values()} == {Dot.UNKNOWN}
    for seat in SEATS:
        assert {man.dot for man in men(STARTED.view(seat)).values() if man.seat != seat} == {Dot.UNKNOWN}


@pytest.mark.parametrize("chosen", hides()[1:], ids=str)
def test_a_secret_choice_changes_its_owners_picture_only(chosen: object) -> None:
    first, twin = (played(dealt("sator"), hide, "hide a c") for hide in ("hide a b", str(chosen)))
    assert painted(first.view(0)) != painted(twin.view(0))
    for viewer in (1, None):
        assert painted(first.view(viewer)) == painted(twin.view(viewer))


def test_the_dot_of_a_captor_that_was_taken_along_stays_with_its_owner() -> None:
    twin = played(dealt("sator"), "hide b c", "hide b c", "c1 c2", "c5 c4", "c2 c3", "b5 b4", "c3 b4")
    assert (1, 0, Dot.WHITE, False) in trays(BOTH_OFF.view(0))
    assert (1, 0, Dot.RED, False) in trays(twin.view(0))
    for viewer in (1, None):
        assert (0, Dot.UNKNOWN) in [(part.man.seat, part.man.dot) for part in seen(twin.view(viewer), Slain)]
        assert painted(BOTH_OFF.view(viewer)) == painted(twin.view(viewer))


def test_a_captured_piece_shows_its_dot_to_all() -> None:
    for viewer in VIEWERS:
        assert [(dot, public) for _, _, dot, public in trays(CAPTURE.view(viewer))] == [(Dot.WHITE, True)]


def middle_of(theme: Theme, man: Man, size: int) -> list[tuple[int, int, int]]:
    """The pixels of a row through the middle of a piece, `size` of them."""
    left, top, _, _ = box_of((2, 2))
    image = assembled(theme, empty_board, [Square((2, 2), man, Mark.NONE, Offer.NONE, ())]).convert("RGB")
    x, y = left + (SQUARE - size) // 2, top + SQUARE // 2 - 8  # above the minus
    row = image.crop((x, y, x + size, y + 1)).tobytes()
    return list(zip(row[::3], row[1::3], row[2::3], strict=True))


@EACH_THEME
def test_a_note_to_the_owner_of_a_white_dot_leaves_the_emblem(theme: Theme) -> None:
    unknown, note, public = (
        middle_of(theme, man, 30)
        for man in (Man(0, Dot.UNKNOWN, False), Man(0, Dot.WHITE, False), Man(0, Dot.WHITE, True))
    )
    assert unknown == note != public


@EACH_THEME
@pytest.mark.parametrize("seat", SEATS)
def test_a_red_dot_that_its_owner_knows_is_a_diamond_seen_on_small_screens(seat: Seat, theme: Theme) -> None:
    """Forty pixels wide, a third of that on a phone; eight above its middle it is narrower by sixteen."""
    row = middle_of(theme, Man(seat, Dot.RED, public=False), 46)
    assert sum(red > 2 * max(green, blue) for red, green, blue in row) >= 40 - 16 - 2


def test_board_and_trays_are_one_frame_as_wide_as_the_picture_allows() -> None:
    assert BOARD.size[0] == 880
    for part in seen(ARRIVED.view(0), Slain) + seen(ARRIVED.view(0), Square):
        left, top, right, bottom = part.box
        assert BOARD.left < left < right < BOARD.right
        assert BOARD.top < top < bottom < BOARD.bottom


def test_a_dot_that_arrived_is_shown_to_all() -> None:
    for viewer in VIEWERS:
        near: Seat = viewer or 0
        assert men(SKIPPED.view(viewer))[cell_of("d5", near)] == Man(0, Dot.RED, public=True)
        assert men(SKIPPED.view(viewer))[cell_of("b1", near)] == Man(1, Dot.RED, public=True)


@few
@given(states("sator"))
def test_every_piece_of_the_view_lies_in_the_picture(state: State) -> None:
    for viewer in VIEWERS:
        view = state.view(viewer)
        assert len(men(view)) == len(view.pieces)
        assert len(seen(view, Slain)) == len(view.fallen)
        assert {(part.side, part.man.seat) for part in seen(view, Slain)} <= {
            (SIDES[seat == (viewer or 0)], seat) for seat in SEATS
        }


# The latest turn


def test_a_capture_is_marked_from_its_start_to_its_target() -> None:
    start, target = cell_of("c3", 0), cell_of("b4", 0)
    assert marks(CAPTURE.view(0)) == {start: Mark.START, target: Mark.CAPTURED}
    assert men(CAPTURE.view(0))[target].seat == 0
    ways = {way for square in seen(CAPTURE.view(0), Square) for way in square.ways}
    assert ways == {Way(start, target)}


def test_where_both_went_off_stands_a_cross_and_no_piece() -> None:
    target = cell_of("b4", 1)
    assert marks(BOTH_OFF.view(1))[target] is Mark.BOTH_OFF
    assert target not in men(BOTH_OFF.view(1))


def test_what_fell_in_the_latest_turn_is_marked() -> None:
    assert [part.now for part in seen(CAPTURE.view(0), Slain)] == [True]
    assert [part.now for part in seen(BOTH_OFF.view(0), Slain)] == [True, True]
    later = played(CAPTURE, "a5 a4")
    assert [part.now for part in seen(later.view(0), Slain)] == [False]


def test_a_skipped_seat_is_marked_and_all_steps_of_the_turn_are_drawn() -> None:
    assert plates(SKIPPED.view(0)) == [("skipped", ""), ("turn", "")]
    assert marks(SKIPPED.view(0)) == {
        cell_of("c4", 0): Mark.START,
        cell_of("c3", 0): Mark.START,
        cell_of("c2", 0): Mark.LAST,
    }


@EACH_THEME
def test_every_mark_and_offer_looks_different_even_without_colours(theme: Theme) -> None:
    cell = (1, 2)
    for man in (None, Man(0, Dot.UNKNOWN, public=False), Man(1, Dot.UNKNOWN, public=False)):
        squares = [Square(cell, man, mark, Offer.NONE, ()) for mark in Mark]
        squares += [Square(cell, man, Mark.NONE, offer, ()) for offer in Offer if offer is not Offer.NONE]
        looks = {grey(assembled(theme, empty_board, [square]), square.box) for square in squares}
        assert len(looks) == len(squares)


# The set-up


def test_a_seat_that_has_chosen_is_ticked_the_other_is_to_act() -> None:
    assert plates(dealt("sator").view(None)) == [("turn", ""), ("turn", "")]
    assert plates(IVORY_IS_READY.view(None)) == [("turn", ""), ("ready", "")]
    assert plates(STARTED.view(None)) == [("turn", ""), ("", "")]


def test_files_are_keys_for_a_seat_in_the_set_up_only() -> None:
    assert keys(dealt("sator").view(0)) == dict.fromkeys("abcde", False)
    assert keys(dealt("sator").view(0), "hide") == dict.fromkeys("abcde", False)
    assert keys(dealt("sator").view(1), "hide", "d") == dict.fromkeys("abcde", False) | {"d": True}
    assert keys(dealt("sator").view(None), "hide", "b") == {}
    assert keys(IVORY_IS_READY.view(1)) == {}
    assert keys(STARTED.view(0)) == {}


def test_a_chosen_file_frames_the_own_piece_on_it() -> None:
    assert offers(dealt("sator").view(1), "hide", "b") == {cell_of("b5", 1): Offer.CHOSEN}
    assert offers(dealt("sator").view(None), "hide", "b") == {}


# Choices


def test_the_pieces_that_can_go_are_hinted_to_the_seat_to_act_and_to_the_spectator() -> None:
    own = {cell_of(f"{file}1", 0): Offer.MOVABLE for file in FILES}
    assert offers(STARTED.view(0)) == offers(STARTED.view(None)) == own
    assert offers(STARTED.view(1)) == {}


@EACH_THEME
def test_a_square_to_go_to_bears_a_dark_disc_as_white_dots_are_light(theme: Theme) -> None:
    square = Square((1, 1), None, Mark.NONE, Offer.TARGET, ())
    sheet = Sheet(Image.new("RGB", square.box.size), square.box)
    square.paint(sheet, theme)
    x, y = (length // 2 for length in square.box.size)
    assert sheet.image.getpixel((x, y)) == theme.key.dark


def test_a_chosen_piece_is_framed_and_its_targets_are_marked() -> None:
    view = played(STARTED, "c1 c2", "c5 c4", "c2 c3", "b5 b4").view(0)
    assert offers(view, "c3") == {cell_of("c3", 0): Offer.CHOSEN, cell_of("b4", 0): Offer.TARGET}
    assert offers(view, "c3", "b4") == {cell_of("c3", 0): Offer.CHOSEN, cell_of("b4", 0): Offer.CHOSEN}


@pytest.mark.parametrize("chosen", [("e5",), ("hide",), ("c9", "c1"), ("plain",)])
def test_words_that_begin_no_move_mark_nothing(chosen: tuple[str, ...]) -> None:
    assert offers(STARTED.view(0), *chosen) == {}
    assert offers(ARRIVED.view(0), *chosen) == {}


# Results


def test_the_winner_is_marked_with_the_result() -> None:
    assert plates(ARRIVED.view(0)) == [("won", "1 : 0"), ("", "")]
    assert plates(ARRIVED.view(1)) == [("", ""), ("won", "1 : 0")]


# How a picture is put together
