"""Stacko's pictures show towers, hand, talon, discards and the last turn, and nothing of a hidden part."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given

from games.game import VIEWERS, Seat, Viewer, other
from games.stacko import PARTS, PLACES, Hidden, State, View
from renderers.canvas import TALL, assembled
from renderers.marks import BURNT
from renderers.plates import SIDES
from renderers.stacko import bars
from renderers.stacko.parts import Arrow, Discard, Drawn, Hand, Lane, Mark, Place, RoundNumber, Storey, Talon
from renderers.stacko.table import DISCARDS, empty_board
from renderers.theme import THEMES, Theme
from tests.examples import examples
from tests.games.by_hand import dealt, played
from tests.renderers.looking import assert_small_and_indexed, grey, painted, plates, seen, states
from tests.renderers.stacko_positions import BUILT, DREW, EMPTY_TALON, OVER, RESHUFFLED, SECOND_ROUND
from tests.renderers.test_theme import contrast

MARKS: tuple[Mark, ...] = ("", "built", "chosen")

PICTURE = 310  # pixels of its width on a phone of 320

few = examples(4)
EACH_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def towers(view: View) -> list[tuple[int | Hidden, ...]]:
    """The parts from the bottom up, near side first."""
    storeys = seen(view, Storey)
    return [tuple(storey.part for storey in storeys if storey.side == side) for side in SIDES]


def keys(view: View, *chosen: str) -> dict[tuple[int, int], bool]:
    """Side and place of the keys, and whether they are pressed."""
    places = seen(view, Place, chosen=chosen)
    return {(0, place.place): place.pressed for place in places if place.key}


def marks(view: View, *chosen: str) -> dict[tuple[int, int], str]:
    """The marked places by side."""
    storeys = seen(view, Storey, chosen=chosen)
    return {(storey.side, storey.place): storey.mark for storey in storeys if storey.mark}


def runs(view: View) -> list[int]:
    """How long the marked runs are, near side first."""
    return [sum(part.order == "in" for part in seen(view, Storey) if part.side == side) for side in SIDES]


def with_tower(state: State, seat: Seat, tower: tuple[int, ...], *, eyes: tuple[bool, ...]) -> State:
    """The same state with another tower; the views are what is looked at, not the parts left over."""
    towers, seen_by = list(state.round.towers), list(state.round.eyes)
    towers[seat], seen_by[seat] = tower, eyes
    current = replace(state.round, towers=(towers[0], towers[1]), eyes=(seen_by[0], seen_by[1]))
    return replace(state, round=current)


# Towers


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_finished_tower_is_marked_whole_also_where_parts_of_it_are_hidden(viewer: Viewer) -> None:
    """And no other tower, however many of its parts are in order."""
    orders: dict[int, list[str]] = {}
    for storey in seen(OVER.view(viewer), Storey):
        orders.setdefault(storey.side, []).append(storey.order)
    near, far = orders[0], orders[1]
    finished, other_one = (far, near) if viewer == 1 else (near, far)
    assert finished == ["done"] * (PLACES - 1) + ["top"]
    assert not {"done", "top"} & {*other_one}


def test_the_lowest_place_is_at_the_bottom() -> None:
    tops = [storey.box.top for storey in seen(dealt("stacko").view(0), Storey) if storey.side == 0]
    assert tops == sorted(tops, reverse=True)
    assert len(tops) == PLACES


def test_a_wider_part_is_drawn_wider_by_the_same_step() -> None:
    for cut in (bars.NEAR, bars.FAR):
        steps = {cut.size(wider)[0] - cut.size(part)[0] for part, wider in pairwise(PARTS)}
        assert len(steps) == 1
        assert steps.pop() > 0


def test_the_own_tower_takes_45_percent_of_the_width_and_its_rows_are_24_pixels_high_on_a_phone() -> None:
    view = BUILT.view(BUILT.round.turn)
    storeys = [storey for storey in seen(view, Storey) if storey.side == 0]
    boxes = [part.box for part in storeys] + [place.box for place in seen(view, Place)]
    assert max(box.right for box in boxes) - min(box.left for box in boxes) >= 0.45 * TALL[0]
    assert all((box.bottom - box.top) * PICTURE / TALL[0] >= 24 for box in boxes)
    assert len(boxes) == 2 * PLACES


@EACH_THEME
def test_every_part_looks_different_and_so_does_a_hidden_one(theme: Theme) -> None:
    parts = [*PARTS, Hidden.PART]
    for kind in (
        [Storey(0, 1, part, eye=False, order="", mark="") for part in parts],
        [Hand(part, chosen=False) for part in PARTS],
        [Discard(0, part, now=False) for part in PARTS],
    ):
        looks = {grey(assembled(theme, empty_board, [part]), part.box) for part in kind}
        assert len(looks) == len(kind)


def test_a_part_looks_the_same_at_all_places_where_the_bay_does() -> None:
    theme = THEMES["light"]
    places = [Storey(0, place, 20, eye=True, order="out", mark="") for place in range(2, PLACES)]
    assert len({grey(assembled(theme, empty_board, [each]), each.box) for each in places}) == 1


def test_all_hidden_parts_look_alike() -> None:
    looks = {
        grey(assembled(THEMES["light"], empty_board, [storey]), storey.box)
        for storey in seen(dealt("stacko").view(None), Storey)
        if storey.side == 1 and 1 < storey.place < PLACES  # the walls of the bay shade its ends
    }
    assert {storey.part for storey in seen(dealt("stacko").view(None), Storey)} == {Hidden.PART}
    assert len(looks) == 1


@few
@given(states("stacko"))
def test_eyes_tell_owners_which_parts_of_theirs_others_have_seen(state: State) -> None:
    """Of another tower, parts that are shown are those that have been seen."""
    for viewer in VIEWERS:
        storeys = seen(state.view(viewer), Storey)
        near, far = (tuple(s.eye for s in storeys if s.side == side) for side in SIDES)
        assert near == (state.round.eyes[viewer] if viewer is not None else (False,) * PLACES)
        assert not any(far)
        open_parts = [s.part is not Hidden.PART for s in storeys if s.side == 1]
        assert open_parts == list(state.round.eyes[other(viewer or 0)])


# Secrets


def test_hidden_parts_that_change_places_change_their_owners_picture_only() -> None:
    tower = dealt("stacko").round.towers[0]
    twin = with_tower(dealt("stacko"), 0, tower[::-1], eyes=(False,) * PLACES)
    assert painted(twin.view(0)) != painted(dealt("stacko").view(0))
    for viewer in (1, None):
        assert painted(twin.view(viewer)) == painted(dealt("stacko").view(viewer))


def test_after_the_end_hidden_parts_stay_hidden() -> None:
    for viewer in VIEWERS:
        near: Seat = viewer or 0
        for side, seat in zip(SIDES, (near, other(near)), strict=True):
            if seat != viewer:
                hidden = [part is Hidden.PART for part in towers(OVER.view(viewer))[side]]
                assert hidden == [not eye for eye in OVER.round.eyes[seat]]


# The run


def test_the_run_from_the_bottom_is_marked_in_the_own_tower() -> None:
    falling = with_tower(dealt("stacko"), 0, (32, 23, 21, 30, 29, 28, 27, 26, 25, 24), eyes=(False,) * PLACES)
    assert runs(falling.view(0)) == [3, 0]
    assert runs(with_tower(dealt("stacko"), 0, tuple(range(5, 15)), eyes=(False,) * PLACES).view(0)) == [1, 0]


def test_others_see_the_run_up_to_the_first_hidden_part() -> None:
    eyes = (True, True, False, *(True,) * 7)
    falling = with_tower(dealt("stacko"), 0, tuple(range(40, 30, -1)), eyes=eyes)
    for viewer in (1, None):
        near = SIDES[viewer == 1]
        assert runs(falling.view(viewer))[near] == 2


def test_parts_above_the_run_are_dimmed_in_the_own_tower_and_in_nobody_elses() -> None:
    state = with_tower(dealt("stacko"), 0, (32, 23, 33, 30, 31, 28, 27, 26, 25, 24), eyes=(True,) * PLACES)
    orders = [storey.order for storey in seen(state.view(0), Storey) if storey.side == 0]
    assert orders == ["in"] * 2 + ["out"] * 8
    for viewer in (1, None):
        others = [storey.order for storey in seen(state.view(viewer), Storey) if storey.side == (viewer == 1)]
        assert others == ["in"] * 2 + [""] * 8


@EACH_THEME
def test_numbers_are_read_on_dimmed_parts(theme: Theme) -> None:
    for tone in (bars.SEEN, bars.DIM):
        assert (
            contrast(theme.wood.at(BURNT), theme.wood.at(tone)) >= 4
        )  # WCAG 2.2, 1.4.3: 3 for large bold letters


# Hand, talon, discards


def test_the_part_in_hand_is_offered_to_the_seat_to_act() -> None:
    for viewer in VIEWERS:
        view = BUILT.view(viewer)
        (seat,) = view.to_act
        assert [hand.part for hand in seen(view, Hand)] == [view.round.in_hand]
        assert [(arrow.side, arrow.seat) for arrow in seen(view, Arrow)] == [
            (SIDES[seat != (viewer or 0)], seat)
        ]
    assert seen(OVER.view(0), Arrow) == []


@few
@given(states("stacko"))
def test_talon_and_discards_are_those_of_the_view_in_their_order(state: State) -> None:
    view = state.view(None)
    assert [talon.count for talon in seen(view, Talon)] == [view.round.talon]
    assert [(d.order, d.part) for d in seen(view, Discard)] == list(enumerate(view.round.discards))


def test_there_is_room_for_all_discards_that_there_can_be() -> None:
    full = played(EMPTY_TALON, "pass")
    state = replace(full, round=replace(full.round, discards=tuple(range(1, 20))))
    for discard in seen(state.view(None), Discard):
        assert DISCARDS.left <= discard.box.left < discard.box.right <= DISCARDS.right
        assert DISCARDS.top <= discard.box.top < discard.box.bottom <= DISCARDS.bottom


@EACH_THEME
def test_every_number_of_parts_in_the_talon_looks_different(theme: Theme) -> None:
    talons = [
        Talon(count, reshuffled=False, chosen=chosen) for count in range(20) for chosen in (False, True)
    ]
    looks = {grey(assembled(theme, empty_board, [talon]), talon.box) for talon in talons}
    assert len(looks) == len(talons)


# The latest turn


def test_a_build_is_marked_with_the_way_of_what_came_out() -> None:
    assert marks(BUILT.view(0)) == {(1, 4): "built"}
    assert [(lane.side, lane.place) for lane in seen(BUILT.view(0), Lane)] == [(1, 4)]
    assert [(lane.side, lane.place) for lane in seen(BUILT.view(1), Lane)] == [(0, 4)]
    assert seen(BUILT.view(0), Drawn) == []


def test_a_draw_is_marked_with_what_was_refused() -> None:
    view = DREW.view(0)
    assert len(seen(view, Drawn)) == 1
    assert [discard.now for discard in seen(view, Discard)] == [False] * (len(view.round.discards) - 1) + [
        True
    ]
    assert marks(view) == {}
    assert seen(view, Lane) == []


def test_a_drawn_part_that_was_passed_on_came_from_the_talon() -> None:
    assert len(seen(played(DREW, "pass").view(0), Drawn)) == 1


def test_a_reshuffle_is_marked_at_the_talon() -> None:
    assert [talon.reshuffled for talon in seen(RESHUFFLED.view(0), Talon)] == [True]
    assert [talon.reshuffled for talon in seen(EMPTY_TALON.view(0), Talon)] == [False]


@EACH_THEME
def test_every_mark_looks_different_even_without_colours(theme: Theme) -> None:
    storeys = [Storey(0, 3, 20, eye=eye, order="", mark=mark) for eye in (False, True) for mark in MARKS]
    looks = [grey(assembled(theme, empty_board, [storey]), storey.box) for storey in storeys]
    for one, two in combinations(looks, 2):
        assert sum(abs(a - b) > 40 for a, b in zip(one, two, strict=True)) > 60  # pixels


# Keys and choices


def test_places_are_keys_for_the_seat_to_act_in_its_own_view() -> None:
    (seat,) = BUILT.to_act
    assert keys(BUILT.view(seat)) == {(0, place): False for place in range(1, PLACES + 1)}
    assert keys(BUILT.view(other(seat))) == {}
    assert keys(BUILT.view(None)) == {}
    assert keys(OVER.view(seat)) == {}


def test_a_chosen_place_is_framed_and_its_key_is_pressed() -> None:
    view = BUILT.view(BUILT.round.turn)
    assert marks(view, "7")[0, 7] == "chosen"
    assert [place for place, pressed in keys(view, "7").items() if pressed] == [(0, 7)]


def test_drawing_and_passing_frame_talon_and_hand() -> None:
    seat = BUILT.round.turn
    assert [talon.chosen for talon in seen(BUILT.view(seat), Talon, chosen=("draw",))] == [True]
    assert [hand.chosen for hand in seen(DREW.view(seat), Hand, chosen=("pass",))] == [True]


def test_a_choice_is_marked_for_the_seat_that_makes_it_only() -> None:
    for viewer in (None, other(BUILT.round.turn)):
        for word in ("7", "draw", "plain"):
            assert painted(BUILT.view(viewer), chosen=(word,)) == painted(BUILT.view(viewer))


# Rounds and results


def test_the_second_round_shows_the_points_of_the_first_and_no_turn_of_it() -> None:
    view = SECOND_ROUND.view(1)
    points = SECOND_ROUND.ended[0].scores or (0, 0)
    assert plates(view) == [("turn", str(points[1])), ("", str(points[0]))]
    assert seen(view, RoundNumber) == [RoundNumber(2, 2)]
    assert marks(view) == {}
    assert not seen(view, Lane)
    assert not seen(view, Drawn)


def test_the_first_round_has_no_points_yet() -> None:
    assert plates(dealt("stacko").view(None)) == [("turn", ""), ("", "")]
    assert seen(dealt("stacko").view(None), RoundNumber) == [RoundNumber(1, 2)]


def test_the_end_shows_the_points_of_both_rounds_and_the_winner() -> None:
    assert OVER.result
    (first, second), rounds = OVER.points, (OVER.ended[0].scores, OVER.round.scores)
    assert rounds == ((45, 50), (50, 20))
    assert plates(OVER.view(0)) == [("won", f"45 + 50 = {first}"), ("", f"50 + 20 = {second}")]
    assert plates(OVER.view(1)) == plates(OVER.view(0))[::-1]
    assert marks(OVER.view(0)) != {}


# How a picture is put together


def test_the_fullest_picture_is_small() -> None:
    for viewer in VIEWERS:
        assert_small_and_indexed(painted(played(EMPTY_TALON, "pass").view(viewer)))
