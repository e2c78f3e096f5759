"""What holds for the pictures of every game in every theme, and what each theme is there for."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from games.dice import Dice
from games.game import OUTSIDE, SEATS, VIEWERS, Result
from games.sato import Lay, State
from renderers import picture
from renderers.plates import SIDES, Plate
from renderers.sahara.parts import Bend
from renderers.sato.field import Field
from renderers.sato.scene import scene
from renderers.sato.signs import Burnt, Key, Lit, Note
from renderers.sato.stamps import Item, Patch
from renderers.theme import THEMES, Enamels, Theme, is_dark
from tests.examples import examples
from tests.games.walks import Case, random_line
from tests.renderers import sato_positions, sator_positions, stacko_positions
from tests.renderers.looking import (
    assert_imagined_twins_look_alike,
    assert_side_by_side,
    assert_small_and_indexed,
    painted,
    parts,
    plates,
    seen,
    states,
)
from tests.renderers.positions import CAPTURE, LONG_NAMES, NAMES, WON
from tests.renderers.sato_looking import few, steps
from tests.renderers.sato_positions import BARE, MIDWAY, SPLIT, dealt
from tests.renderers.sator_positions import SKIPPED
from tests.renderers.test_theme import contrast

LARGE = THEMES["large"].style
READ_AT_320 = 20
"""Font size from which on a name is read when a picture is shown 320 pixels wide: capitals of five pixels."""

POSITIONS: dict[str, Any] = {
    "sahara": CAPTURE,
    "sato": MIDWAY,
    "sator": sator_positions.CAPTURE,
    "stacko": stacko_positions.BUILT,
}
"""After some moves; a new game is looked at here once it has such a position."""
EACH_GAME = pytest.mark.parametrize("key", POSITIONS)
OVER: dict[str, Any] = {
    "sahara": WON,
    "sato": sato_positions.OVER,
    "sator": sator_positions.ARRIVED,
    "stacko": stacko_positions.OVER,
}


@EACH_GAME
@examples(3, many=100)
@given(data=st.data(), theme=st.sampled_from(list(THEMES)))
def test_equal_views_have_equal_pictures_that_hide_what_is_hidden_and_are_small(
    key: str, theme: str, data: st.DataObject
) -> None:
    state = data.draw(states(key))
    assert_imagined_twins_look_alike(key, state, data.draw(st.integers(0, 99)), theme=theme)
    view = state.view(data.draw(st.sampled_from(VIEWERS)))
    assert_side_by_side(part for part in parts(view, theme=theme) if not isinstance(part, Bend))
    twin: Any = pickle.loads(pickle.dumps(view))  # noqa: S301 (our own)
    image = picture.paint(key, view, LONG_NAMES, theme=theme)
    assert image == picture.paint(key, twin, LONG_NAMES, theme=theme)
    assert_small_and_indexed(image)


@EACH_GAME
def test_the_viewer_sits_on_the_near_side_and_a_spectator_with_seat_0(key: str) -> None:
    for viewer, seats in ((0, [0, 1]), (1, [1, 0]), (None, [0, 1])):
        found = seen(POSITIONS[key].view(viewer), Plate)
        assert [(plate.side, plate.seat) for plate in found] == list(zip(SIDES, seats, strict=True))


@EACH_GAME
def test_names_belong_to_seats_and_the_latest_turn_is_to_be_seen_whoever_looks(key: str) -> None:
    for viewer in VIEWERS:
        view = POSITIONS[key].view(viewer)
        assert painted(view) != painted(view, names=NAMES[::-1])
        assert painted(view) != painted(replace(view, trail=()))


@EACH_GAME
def test_whose_turn_it_is_who_won_and_a_draw_are_marked(key: str) -> None:
    for viewer in VIEWERS:
        view: Any = POSITIONS[key].view(viewer)
        turns = {plate.seat for plate in seen(view, Plate) if plate.standing == "turn"}
        assert turns == set(view.to_act)
        over: Any = OVER[key].view(viewer)
        winners = [plate.seat for plate in seen(over, Plate) if plate.standing == "won"]
        assert winners == [over.result.winner]
        drawn = replace(over, result=replace(over.result, winner=None))
        assert [standing for standing, _ in plates(drawn)] == ["drawn", "drawn"]


@EACH_GAME
def test_a_match_that_does_not_end_by_the_rules_marks_who_has_won_and_no_turn(key: str) -> None:
    """Whenever it ends: before the first move, in the middle, or after a turn that a seat had to skip."""
    rules = GAMES[key]
    dealt = rules.deal(rules.options(), Dice.from_seed(bytes(32)))
    states = [dealt, *random_line(Case(key, ()), 0).states[::5], *([SKIPPED] if key == "sator" else ())]
    for state, viewer, winner in product(states, VIEWERS, VIEWERS):
        view: Any = state.view(viewer)
        if view.result is None:
            closed = replace(view, result=Result(winner, (0, 0), OUTSIDE))
            stands = {plate.seat: plate.standing for plate in seen(closed, Plate)}
            drawn = winner is None
            assert stands == {seat: "drawn" if drawn else "won" if seat == winner else "" for seat in SEATS}
    first: Any = dealt.view(0)
    resigned = replace(first, result=Result(0, (0, 0), OUTSIDE))
    assert_small_and_indexed(picture.paint(key, resigned, NAMES))


# Large


def items(state: State, *chosen: str) -> set[Item]:
    parts = scene(state.view(state.turn), NAMES, chosen, LARGE)
    return {item for part in parts if isinstance(part, Patch | Field) for item in part.items}


def test_on_the_largest_bare_table_the_rim_names_what_has_no_room_for_names() -> None:
    move = next(move for move in BARE.legal_moves(BARE.turn) if isinstance(move, Lay))
    stamps = [item.stamp for item in items(BARE, *str(move).split()[:1])]
    assert {stamp.size for stamp in stamps if isinstance(stamp, Lit)} == {0}
    assert min(stamp.size for stamp in stamps if isinstance(stamp, Burnt)) >= READ_AT_320


@pytest.mark.parametrize("table", ["small", "medium"])
def test_all_other_tables_name_each_cell_that_can_be_chosen(table: str) -> None:
    state = dealt(3, table=table)
    move = next(move for move in state.legal_moves(state.turn) if isinstance(move, Lay))
    cells = [item.stamp for item in items(state, *str(move).split()[:1]) if isinstance(item.stamp, Lit)]
    assert len(cells) > 30
    assert min(cell.size for cell in cells) >= READ_AT_320


@given(steps())
@few
def test_no_key_on_a_stone_lies_on_another(step: tuple[State, tuple[str, ...]]) -> None:
    state, chosen = step
    keys = [item for item in items(state, *chosen) if isinstance(item.stamp, Key)]
    for key in keys:
        assert not [other for other in keys if other != key and other.touches(key.box)]


@pytest.mark.parametrize("state", [dealt(3), SPLIT], ids=["supplies", "split"])
def test_names_of_stones_are_read_on_small_screens(state: State) -> None:
    sizes = [item.stamp.size for item in items(state) if isinstance(item.stamp, Note | Key)]
    assert all(size >= READ_AT_320 for size in sizes)


# Contrast


def test_the_theme_contrast_is_black_on_white() -> None:
    theme = THEMES["contrast"]
    assert contrast(theme.ink, theme.ground.light) == pytest.approx(21)
    assert contrast(theme.wood.at(22), theme.wood.at(204)) >= 15
    assert contrast(theme.chalk, theme.wood.at(150)) >= 7  # WCAG 2.2, success criterion 1.4.6
    assert theme.style.patterns
    assert theme.style.outline


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("colour", Enamels._fields)
def test_letters_on_a_colour_can_be_read(theme: Theme, colour: str) -> None:
    ramp = getattr(theme.enamels, colour)
    assert contrast(theme.ink_on(ramp), ramp.at(127.5)) >= 3  # WCAG 2.2, 1.4.3: large bold text
    assert is_dark(theme.ink_on(ramp)) != is_dark(ramp.at(127.5))
