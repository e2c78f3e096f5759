"""Sato's pictures follow a choice word by word, and give nothing away that a view does not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import VIEWERS, other
from games.sato import State, Take, point_name
from renderers import picture
from renderers.canvas import SIZE, Box
from renderers.sato.board import BELOW_MIDDLE
from renderers.sato.signs import Dot, Key, Ring
from renderers.sato.stamps import Item, Patch, hexagon
from renderers.sato.stones import Piece
from renderers.sato.stones import piece as piece_of
from renderers.sato.table import EDGES
from renderers.theme import PLAIN, THEMES, Style
from tests.renderers.looking import assert_side_by_side, assert_small_and_indexed
from tests.renderers.positions import LONG_NAMES, NAMES
from tests.renderers.sato_looking import (
    WHOLE,
    Seen,
    few,
    keys,
    painted,
    placements,
    scene,
    seen,
    states,
    steps,
    supply_box,
    vignettes,
    ways,
)
from tests.renderers.sato_positions import GAME, MIDWAY, OVER, TAKING, TAKING_LOW, dealt, widest


@given(states())
@few
def test_names_of_stones_that_can_be_laid_are_keys(state: State) -> None:
    laying = sorted({stone for stone, _, _ in placements(state)})
    view = state.view(state.turn)
    assert sorted(keys(view, inside=supply_box(view, state.turn))) == laying
    assert keys(view, inside=supply_box(view, other(state.turn))) == []


@given(states().filter(lambda state: state.options.variant == "hidden"))
@few
def test_nobody_else_sees_what_can_be_laid_from_a_hidden_supply(state: State) -> None:
    for viewer in (None, other(state.turn)):
        assert keys(state.view(viewer), inside=supply_box(state.view(viewer), state.turn)) == []


@given(states(), st.integers(0, 50))
@few
def test_the_points_of_a_chosen_stone_are_named(state: State, pick: int) -> None:
    found = list(placements(state))
    if found:
        stone = found[pick % len(found)][0]
        points = {point for name, point, _ in found if name == stone}
        view = state.view(state.turn)
        assert Counter(keys(view, stone)) == Counter(points)
        stamps = [key.stamp for key in seen(view, Key, chosen=(stone,), inside=WHOLE)]
        assert [stamp.text for stamp in stamps if stamp.pressed] == [stone]


def test_cells_can_be_pressed_when_a_cell_is_asked_for_and_only_then() -> None:
    state = dealt(3)
    move = str(state.legal_moves(0)[0]).split()
    view = state.view(0)
    for words, cells in (((), 0), (move[:1], 63), (move[:2], 0)):
        found = [region.words for region in picture.regions("sato", view, chosen=tuple(words))]
        assert len({place for place in found if len(place) == 2 and place[0] == move[0]}) == cells
        assert (move[0],) in found, "another stone can be chosen instead"


@given(states(), st.integers(0, 50))
@few
def test_each_turn_at_a_chosen_point_is_drawn_above_its_word(state: State, pick: int) -> None:
    found = list(placements(state))
    if found:
        stone, point, _ = found[pick % len(found)]
        legal = [way for name, where, way in found if (name, where) == (stone, point)]
        view = state.view(state.turn)
        assert ways(view, stone, point) == legal
        chosen = seen(view, Ring, chosen=(stone, point))
        assert sum(ring.stamp.kind == "chosen" for ring in chosen) == len(legal)
        assert ways(view, stone, point, legal[0]) == legal[:1]


@given(states(), st.integers(0, 50))
@few
def test_where_a_stone_would_lie_is_seen_among_its_neighbours(state: State, pick: int) -> None:
    """The only way to lay it among all stones; a few among those that it would touch, which fill the box."""
    laying = Counter((stone, point) for stone, point, _ in placements(state))
    few_ways = sorted(words for words, count in laying.items() if count <= 4)
    if few_ways and state.layout.stones:
        words = few_ways[pick % len(few_ways)]
        view = state.view(state.turn)
        for patch in vignettes(view, *words):
            pieces = [
                Seen(item.stamp, item.x, item.y) for item in patch.items if isinstance(item.stamp, Piece)
            ]
            (ring,) = (
                Seen(item.stamp, item.x, item.y) for item in patch.items if isinstance(item.stamp, Ring)
            )
            if laying[words] == 1:
                assert len(pieces) == len(state.layout.stones) + 1
            else:
                apart = 3**0.5 * ring.stamp.edge + 2  # middles of stones that share an edge
                pieces = [one for one in pieces if hypot(one.x - ring.x, one.y - ring.y) <= apart]
                assert len(pieces) > 1
                assert ring.stamp.edge == EDGES[0] or _share(pieces, patch.box) >= FILLED
            assert all(piece.lies_in(patch.box) for piece in pieces)


FILLED = 0.75  # of a box, across or down: edges of stones come in steps


def _share(pieces: Sequence[Seen[Piece]], box: Box) -> float:
    """How much of a box some stones fill, across or down."""
    boxes = [Item(*piece).box for piece in pieces]
    across = max(one.right for one in boxes) - min(one.left for one in boxes)
    down = max(one.bottom for one in boxes) - min(one.top for one in boxes)
    return max(across / box.size[0], down / box.size[1])


def test_words_below_a_close_up_are_read_on_a_phone() -> None:
    """A picture is 390 pixels wide there, and its letters twelve."""
    view = MIDWAY.view(MIDWAY.turn)
    below = seen(view, Key, chosen=widest(MIDWAY))
    assert below
    assert all(390 * key.stamp.size / SIZE[0] >= 12 for key in below)


@pytest.mark.parametrize("theme", THEMES)
def test_the_dot_beside_a_turn_is_seen_whole(theme: str) -> None:
    """Also where twelve ways leave little room for each."""
    state = dealt(3)
    style = THEMES[theme].style
    for view, chosen in ((MIDWAY.view(MIDWAY.turn), widest(MIDWAY)), (state.view(0), widest(state))):
        for part in scene(view, NAMES, chosen, style):
            for item in part.items if isinstance(part, Patch) else ():
                if isinstance(item.stamp, Dot):
                    assert Seen(*item).lies_in(part.box)


def test_names_of_places_hide_no_letters_of_the_stones_where_these_are_needed() -> None:
    """Of a stone that can be taken all three are seen, of a sato at least one: they are alike there."""
    style = THEMES["contrast"].style
    view = TAKING.view(TAKING.turn)
    stones = {point_name(laid.point): laid for laid in TAKING.layout.stones}
    for key in seen(view, Key, style=style):
        laid = stones[key.stamp.text]
        (place,) = (
            one for one in seen(view, Piece, style=style) if one.stamp == piece_of(laid, one.stamp.edge)
        )
        outline = hexagon(place.stamp.edge)
        tips = [outline[corner] for corner, colour in enumerate(place.stamp.tips) if colour is not None]
        assert [_is_hidden((place.x, place.y), tip, key) for tip in tips] == [False] * 3
    view = MIDWAY.view(MIDWAY.turn)
    (key,) = seen(view, Key, chosen=widest(MIDWAY)[:1], style=style)
    pieces = seen(view, Piece, style=style)
    edge = pieces[0].stamp.edge
    tip = (key.x, key.y - BELOW_MIDDLE * edge)
    around = [((one.x, one.y), (tip[0] - one.x, tip[1] - one.y)) for one in pieces]
    meeting = [(middle, way) for middle, way in around if abs(hypot(*way) - edge) < 3]
    assert len(meeting) == 3
    assert not all(_is_hidden(middle, way, key) for middle, way in meeting)


def _is_hidden(middle: tuple[int, int], tip: tuple[float, float], key: Seen[Key]) -> bool:
    """Whether a key lies on the letter between the middle of a stone and a tip, seen from there."""
    edge, (right, down) = hypot(*tip), key.stamp.reach
    across, low = (abs(at + 0.53 * way - to) for at, way, to in zip(middle, tip, key[1:], strict=True))
    return across < right + LETTER * edge and low < down + LETTER * edge


LETTER = 0.12  # half of a letter, as far as it must be seen, in parts of an edge


def test_each_offered_turn_looks_different() -> None:
    view, chosen = MIDWAY.view(MIDWAY.turn), widest(MIDWAY)
    patches = vignettes(view, *chosen)
    looks = {tuple((item.stamp, item.x % 8) for item in patch.items) for patch in patches}
    assert len(looks) == len(patches)


def test_a_turn_is_drawn_as_the_move_would_lay_it() -> None:
    """The stone among the stones around it, one level up on a sato."""
    view = MIDWAY.view(MIDWAY.turn)
    stone, point = widest(MIDWAY)
    for way in ways(view, stone, point):
        after = MIDWAY.play(MIDWAY.turn, GAME.parse(f"{stone} {point} {way}"))
        (laid,) = set(after.layout.stones) - set(MIDWAY.layout.stones)
        (ring,) = (
            ring for ring in seen(view, Ring, chosen=(stone, point, way)) if ring.stamp.kind == "chosen"
        )
        here = [
            piece.stamp for piece in seen(view, Piece, chosen=(stone, point, way)) if piece[1:] == ring[1:]
        ]
        assert here[-1] == piece_of(laid, ring.stamp.edge)


@pytest.mark.parametrize("state", [TAKING, TAKING_LOW], ids=["many", "some lie too high"])
def test_the_stones_that_can_be_taken_are_named(state: State) -> None:
    view = state.view(state.turn)
    points = [str(move).split()[1] for move in state.legal_moves(state.turn) if isinstance(move, Take)]
    assert sorted(keys(view, "take")) == sorted(points)
    assert sorted(keys(view)) == sorted(points)
    assert keys(view, "keep") == []
    pressed = [key.stamp.text for key in seen(view, Key, chosen=("take", points[-1])) if key.stamp.pressed]
    assert pressed == [points[-1]]


@pytest.mark.parametrize("chosen", [("keep",), ("nonsense",), ("take", "c3"), ("pass",), ("take", "?", "w1")])
def test_words_that_begin_no_placement_mark_nothing(chosen: tuple[str, ...]) -> None:
    view = MIDWAY.view(MIDWAY.turn)
    assert painted(view, *chosen) == painted(view)


def test_after_the_end_nothing_can_be_chosen() -> None:
    for viewer in VIEWERS:
        assert keys(OVER.view(viewer), inside=WHOLE) == []


# Pictures


@given(steps(), st.sampled_from([PLAIN, THEMES["large"].style]))
@few
def test_parts_lie_in_the_picture_and_never_overlap(
    step: tuple[State, tuple[str, ...]], style: Style
) -> None:
    state, chosen = step
    assert_side_by_side(scene(state.view(state.turn), NAMES, chosen, style))


@given(steps(), st.sampled_from(list(THEMES)))
@few
def test_any_step_of_a_choice_is_a_small_indexed_picture(
    step: tuple[State, tuple[str, ...]], theme: str
) -> None:
    state, chosen = step
    view = state.view(state.turn)
    assert_small_and_indexed(picture.paint("sato", view, LONG_NAMES, theme=theme, chosen=chosen))
