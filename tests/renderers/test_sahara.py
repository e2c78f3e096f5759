"""Sahara's pictures show what the players need: beans, numbers, sides, keys, the last sowing, the result."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from games.game import SEATS, VIEWERS, Result, Seat
from games.sahara import BEANS, HOLLOWS, View
from renderers.canvas import Box, assembled
from renderers.plates import SIDES
from renderers.sahara.parts import Bend, Hollow, Key, Mark, Passing, Step, Store, Total
from renderers.sahara.table import BOARD, COUNT_Y, THICKNESS, empty_board, strip
from renderers.theme import THEMES, Theme
from tests.examples import examples
from tests.games.by_hand import dealt, played
from tests.games.positions_as_text import sahara
from tests.renderers.looking import opened, painted, plates, seen
from tests.renderers.positions import BY_THE_STORE, CAPTURE, DRAWN, LAP, SECOND_GAME, WON, beans, views


def pixels(view: View, box: Box, *, chosen: tuple[str, ...] = ()) -> bytes:
    """What stands in a place of the picture of a view."""
    return opened(painted(view, chosen=chosen)).crop(box).tobytes()


def marks(view: View, *, chosen: tuple[str, ...] = ()) -> dict[tuple[int, int], Mark]:
    """The marked hollows by side and column."""
    hollows = seen(view, Hollow, chosen=chosen)
    return {(part.side, part.column): part.mark for part in hollows if part.mark is not Mark.NONE}


# Beans and numbers


def test_every_number_of_beans_in_a_hollow_and_in_a_store_looks_different() -> None:
    hollow, its_number = strip(0, 330, 446), strip(0, COUNT_Y[0] - 18, COUNT_Y[0] + 18)
    store, total = (seen(beans(1), kind)[1].box for kind in (Store, Total))
    images = [opened(painted(beans(count))) for count in range(BEANS + 1)]
    for place in (hollow, its_number, store, total):
        assert len({image.crop(place).tobytes() for image in images}) == len(images)


@examples(6)
@given(views())
def test_every_bean_of_the_view_lies_in_the_picture(view: View) -> None:
    hollows, stores = seen(view, Hollow), seen(view, Store)
    assert sum(part.count for part in hollows) + sum(part.count for part in stores) == BEANS
    assert {part.seat: part.count for part in stores} == dict(enumerate(view.stores))


# Sides


def test_a_hollow_faces_its_opposite_and_the_owner_counts_from_their_left() -> None:
    state = sahara("B[5,0,0,0,0,0] 1 / A[4,0,0,0,0,0] 26")
    assert [key.box.left for key in seen(state.view(0), Key)] == [strip(0, 0, 0).left]
    assert [key.box.left for key in seen(state.view(1), Key)] == [strip(HOLLOWS - 1, 0, 0).left]
    own, facing = (hollow for hollow in seen(state.view(0), Hollow) if hollow.count)
    assert (own.column, own.count) == (0, 5)
    assert (facing.column, facing.count) == (HOLLOWS - 1, 4)


@examples(6)
@given(views())
def test_the_two_players_see_the_board_turned_by_half(view: View) -> None:
    first, second = (seen(replace(view, viewer=viewer), Hollow) for viewer in SEATS)
    turned = [replace(part, side=SIDES[1 - part.side], column=HOLLOWS - 1 - part.column) for part in first]
    assert sorted(second, key=repr) == sorted(turned, key=repr)


def test_the_numbers_of_both_stores_have_one_height() -> None:
    near, far = (total.box for total in seen(WON.view(0), Total))
    assert (near.top, near.bottom) == (far.top, far.bottom)


# Keys and choices


@examples(6)
@given(views())
def test_keys_stand_at_the_playable_hollows_of_the_seat_to_act_only(view: View) -> None:
    near = view.viewer or 0
    playable = {
        (0 if seat == near else 1, hollow)
        for seat in view.to_act
        for hollow in range(1, HOLLOWS + 1)
        if view.sides[seat][hollow - 1] and not view.asked
    }
    assert {(key.side, key.hollow) for key in seen(view, Key)} == playable


def test_a_chosen_hollow_is_framed_and_its_key_is_pressed() -> None:
    view = BY_THE_STORE.view(0)
    assert marks(view, chosen=("6",)) == {(0, 5): Mark.CHOSEN}
    assert [key.hollow for key in seen(view, Key, chosen=("6",)) if key.pressed] == [6]
    assert pixels(view, strip(5, 330, 446)) != pixels(view, strip(5, 330, 446), chosen=("6",))


def test_feeding_frames_the_foreign_store_as_well() -> None:
    stores = seen(BY_THE_STORE.view(0), Store, chosen=("6", "feed"))
    assert [store.chosen for store in stores] == [False, True]


def test_words_that_name_no_hollow_mark_nothing() -> None:
    assert marks(dealt("sahara").view(0), chosen=("plain",)) == {}
    assert marks(WON.view(0), chosen=("3",)) == marks(WON.view(0))


@pytest.mark.parametrize("viewer", SEATS)
def test_a_key_is_a_tab_on_the_rim_and_no_denominator_of_the_number_beside_it(viewer: Seat) -> None:
    for key in seen(dealt("sahara").view(viewer), Key):
        rim = BOARD.top if key.side else BOARD.bottom + THICKNESS // 2
        assert key.box.top < rim < key.box.bottom
        assert abs(COUNT_Y[key.side] - (key.box.top + key.box.bottom) / 2) > 44


# The last sowing


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_what_was_dropped_before_the_last_bean_is_fainter(theme: Theme) -> None:
    def strongest(passing: Passing) -> int:
        step = Step(0, 0, passing)
        grey = assembled(theme, empty_board, [step]).crop(step.box).convert("RGB").convert("L")
        wood = grey.histogram().index(max(grey.histogram()))
        return max(abs(tone - wood) for tone, count in enumerate(grey.histogram()) if count > 20)

    assert strongest(Passing(dropped=1)) < 0.8 * strongest(Passing(dropped=1, last=True))


@examples(6)
@given(views())
def test_the_way_tells_every_bean_that_was_dropped(view: View) -> None:
    passings = [part.passing for part in seen(view, Step)] + [part.passing for part in seen(view, Bend)]
    shown = view.trail and (view.result or not view.trail[-1].ended)
    dropped = len(view.trail[-1].drops) if shown else 0
    assert sum(passing.dropped for passing in passings) == dropped
    assert sum(passing.last for passing in passings) == (1 if shown else 0)
    assert sum(passing.goes for passing in passings) == sum(passing.comes for passing in passings)


def test_a_sowing_past_a_store_that_is_skipped_goes_through_it_and_leaves_nothing() -> None:
    near, far = seen(played(LAP, "3").view(0), Bend)
    assert near.passing == Passing(comes=True, goes=True, dropped=1)
    assert far.passing == Passing(comes=True, goes=True)


def test_a_sowing_that_feeds_the_foreign_store_ends_there() -> None:
    near, far = seen(played(BY_THE_STORE, "6 feed").view(0), Bend)
    assert near.passing == Passing(comes=True, goes=True, dropped=1)
    assert far.passing == Passing(comes=True, dropped=1, last=True)


def test_start_end_and_the_earlier_starts_of_the_turn_are_marked() -> None:
    view = played(CAPTURE, "3", "6").view(0)
    assert marks(view) == {
        (0, 3): Mark.EARLIER,
        (0, 0): Mark.EARLIER,
        (0, 2): Mark.EARLIER,
        (0, 5): Mark.START,
        (1, 2): Mark.LAST,
    }


def test_a_capture_marks_both_hollows_and_counts_beside_the_store() -> None:
    assert marks(CAPTURE.view(0)) == {(0, 3): Mark.CAPTURED, (1, 3): Mark.CAPTURED, (0, 0): Mark.START}
    assert [(total.captured, total.collected) for total in seen(CAPTURE.view(0), Total)] == [(4, 0), (0, 0)]


def test_what_is_collected_at_the_end_counts_beside_the_store() -> None:
    assert [(total.captured, total.collected) for total in seen(WON.view(1), Total)] == [(0, 0), (3, 8)]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_mark_looks_different(theme: Theme) -> None:
    hollows = [Hollow(0, 0, 0, mark) for mark in Mark]
    looks = {assembled(theme, empty_board, [hollow]).crop(hollow.box).tobytes() for hollow in hollows}
    assert len(looks) == len(Mark)


# Results and series


def test_the_winner_is_marked_with_the_result_from_their_side() -> None:
    assert plates(WON.view(0)) == [("won", "20 : 16"), ("", "")]
    assert plates(WON.view(1)) == [("", ""), ("won", "20 : 16")]
    lost = Result(1, (16, 20), "beans")
    for viewer in VIEWERS:
        view = replace(WON.view(viewer), result=lost)
        assert sorted(plates(view)) == [("", ""), ("won", "20 : 16")]


def test_a_draw_is_marked_on_both_sides() -> None:
    assert plates(DRAWN.view(None)) == [("drawn", "18 : 18")] * 2


def test_a_series_shows_its_totals_and_no_sowing_of_the_game_before() -> None:
    view = SECOND_GAME.view(0)
    assert plates(view) == [("", "4 / 30"), ("turn", "0 / 30")]
    assert plates(SECOND_GAME.view(1)) == plates(view)[::-1]
    assert seen(view, Step) == []
    assert marks(view) == {}


# How a picture is put together


@examples(6)
@given(views())
def test_a_bend_lies_in_its_store(view: View) -> None:
    for bend in seen(view, Bend):
        left, top, right, bottom = bend.store.box
        assert left <= bend.box.left < bend.box.right <= right
        assert top <= bend.box.top < bend.box.bottom <= bottom
