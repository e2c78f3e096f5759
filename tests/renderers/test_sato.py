"""Sato's pictures show stones, levels, satos, supplies, the latest turn and the points."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest
from hypothesis import assume, given

from games.game import SEATS, VIEWERS, Seat, other
from games.sato import (
    STONES,
    Colour,
    Face,
    Placed,
    Point,
    State,
    Stone,
    Took,
    View,
    colours,
    neighbours,
    stone_name,
)
from games.sato.lattice import facing
from games.sato.position import SIZES, STONE_POINTS
from renderers.canvas import SIZE, Box, assembled
from renderers.plates import Plate, seated
from renderers.sato.field import Field
from renderers.sato.signs import Burnt, Cell, Count, Fresh, Glow, Key, Kind, Label, Lit, Note, Ring
from renderers.sato.stamps import Item, Patch, hexagon
from renderers.sato.stones import Back, Badge, Piece, Shadow
from renderers.sato.table import EDGES, FLOOR, PLAN, empty_tray, half_height, lens_for, span
from renderers.theme import THEMES, Theme
from tests.renderers.looking import assert_side_by_side, grey, opened, parts, plates
from tests.renderers.positions import NAMES
from tests.renderers.sato_looking import (
    WHOLE,
    Seen,
    few,
    field,
    names_in_supply,
    painted,
    placements,
    plan,
    rings,
    scene,
    seen,
    states,
    stones_in_supply,
    supply_box,
)
from tests.renderers.sato_positions import HIDDEN, MIDWAY, SPLIT, TAKING, TOOK, begun, dealt, led, stones
from tests.renderers.test_theme import contrast

# Stones


def nearest(pixel: tuple[int, ...], theme: Theme) -> Colour:
    return min(Colour, key=lambda colour: math.dist(theme.enamels[colour].at(127.5), pixel))


@pytest.mark.parametrize(
    ("theme", "turn"), [*(("light", turn) for turn in range(6)), *((theme, 1) for theme in THEMES)]
)
@pytest.mark.parametrize("face", Face)
def test_a_stone_lies_as_the_rules_say(theme: str, face: Face, turn: int) -> None:
    """Sato, placement: read anticlockwise, the tips are at corner `turn`, `turn` + 2, `turn` + 4."""
    state = begun(f"{'wb'[face]}{turn}")
    view = replace(state.view(0), trail=())
    (stone,) = seen(view, Piece, style=THEMES[theme].style)
    image = opened(painted(view, theme=theme)).convert("RGB")
    for place, colour in enumerate(colours(state.layout.stones[0].stone, face)):
        pixels = (image.getpixel(point) for point in around_dot(stone, turn + 2 * place))
        found = Counter(nearest(pixel, THEMES[theme]) for pixel in pixels if isinstance(pixel, tuple))
        assert found.most_common(1)[0][0] is colour, "though there may be a hatching as well"


def around_dot(stone: Seen[Piece], corner: int) -> Iterator[tuple[int, int]]:
    """Points of the rhombus whose tip is at a corner, but for its dot and its edges."""
    outline = hexagon(stone.stamp.edge)
    tip, sides = outline[corner % 6], (outline[(corner + 5) % 6], outline[(corner + 1) % 6])
    for one, two in product(range(8, 95, 3), repeat=2):
        x, y = (side * one / 100 + other_side * two / 100 for side, other_side in zip(*sides, strict=True))
        if math.dist((x, y), (0.53 * tip[0], 0.53 * tip[1])) > 0.36 * stone.stamp.edge:
            yield round(stone.x + x), round(stone.y + y)


@given(states())
@few
def test_every_stone_and_mark_of_the_layout_is_seen_whole_and_stones_on_their_shadows(state: State) -> None:
    view = state.view(0)
    pieces, shadows = seen(view, Piece), seen(view, Shadow)
    assert len(pieces) == len(shadows) == len(view.layout.stones)
    marks = [Seen(Cell(ring.stamp.edge), ring.x, ring.y) for ring in seen(view, Ring)]
    assert all(piece.lies_in(field(view)) for piece in pieces)
    assert all(mark.lies_in(field(view)) for mark in marks)
    assert {(piece.x, piece.y) for piece in pieces} == {(shadow.x, shadow.y) for shadow in shadows}


@given(states())
@few
def test_what_lies_higher_is_painted_later(state: State) -> None:
    for part in scene(state.view(0), NAMES, ()):
        things = [item.stamp for item in part.items] if isinstance(part, Patch | Field) else []
        levels = [thing.level for thing in things if isinstance(thing, Piece | Shadow)]
        assert levels == sorted(levels)


@given(states())
@few
def test_neighbours_lie_edge_to_edge(state: State) -> None:
    """Whole pixels: a column further, and half a row up or down."""
    pieces = [piece for piece in seen(state.view(0), Piece) if piece.stamp.level == 0]
    for piece in pieces:
        edge = piece.stamp.edge
        right, up = (piece.x - pieces[0].x) / (1.5 * edge), (pieces[0].y - piece.y) / half_height(edge)
        assert right.is_integer()
        assert up.is_integer()
        assert (right + up) % 2 == 0


@given(states())
@few
def test_stones_that_touch_in_the_picture_show_the_same_colour_there(state: State) -> None:
    """Sato, rule 2: all edges that touch stones of the same level match; so the picture is not mirrored."""
    pieces = {(piece.stamp.level, piece.x, piece.y): piece.stamp for piece in seen(state.view(0), Piece)}
    for (level, x, y), piece in pieces.items():
        for edge, centre in enumerate(neighbours(Point(0, 0))):
            right, up = span(centre, piece.edge)
            beside = pieces.get((level, x + right, y - up))
            if beside:
                assert along(piece, edge) is along(beside, facing(edge))


def along(piece: Piece, edge: int) -> Colour | None:
    """The colour of an edge: it begins or ends at a tip."""
    return piece.tips[edge] if piece.tips[edge] is not None else piece.tips[(edge + 1) % 6]


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_black_dots_are_dark_and_white_ones_light_even_in_grey(theme: Theme, edge: int) -> None:
    for colour in Colour:
        dark, light = (tones_of_dot(theme, edge, colour, face) for face in (Face.BLACK, Face.WHITE))
        assert sum(dark) / len(dark) < 120
        assert sum(light) / len(light) > 140


@pytest.mark.parametrize("edge", EDGES)
def test_with_patterns_each_colour_has_a_letter_that_is_seen_without_colour(edge: int) -> None:
    for face in Face:
        letters = {
            name: len({tones_of_dot(theme, edge, colour, face) for colour in Colour})
            for name, theme in THEMES.items()
        }
        assert letters == {name: len(Colour) if theme.style.patterns else 1 for name, theme in THEMES.items()}


def tones_of_dot(theme: Theme, edge: int, colour: Colour, face: Face) -> bytes:
    """What is seen of a dot, at the east corner of a stone, without colours."""
    x, y, half = 300, 280, round(edge * (0.2 if theme.style.patterns else 0.14))
    tips = (colour, None, colour, None, colour, None)
    alone = Patch(PLAN.field, (Item(Piece(edge, tips, face, 0), x, y),))
    middle = x + round(edge * 0.53)
    return grey(
        assembled(theme, empty_tray(PLAN), [alone]), Box(middle - half, y - half, middle + half, y + half)
    )


def test_the_number_of_the_level_stands_on_stones_that_nothing_lies_on() -> None:
    view = MIDWAY.view(0)
    bare = [
        laid
        for laid in view.layout.stones
        if not any(map(view.layout.is_covered, view.layout.satos_of(laid)))
    ]
    levels = sorted(laid.level for laid in bare if laid.level)
    assert max(levels) > 1
    assert sorted(badge.stamp.level for badge in seen(view, Badge)) == levels


@given(states())
@few
def test_free_satos_glow_and_no_others(state: State) -> None:
    layout = state.layout
    new = {sato for told in state.trail if isinstance(told, Placed) for sato in told.completed}
    free = {sato for sato in layout.satos if not layout.is_covered(sato)}
    glows = Counter(glow.stamp.new for glow in seen(state.view(0), Glow))
    assert (glows[False], glows[True]) == (len(free - new), len(new))


# The table


@given(states())
@few
def test_every_place_where_the_next_stone_may_lie_is_seen_whole(state: State) -> None:
    assume(state.result is None)  # after the end nothing is laid, and the picture shows what lies
    view = state.view(state.turn)
    for stone in {words[0] for words in placements(state)}:
        for lit in seen(view, Lit, chosen=(stone,)):
            assert lit.lies_in(field(view))


def test_a_bare_table_is_seen_whole_and_the_first_stone_from_near() -> None:
    for size, (columns, rows) in SIZES.items():
        view = dealt(3, table=size).view(0)
        assert len([cell for cell in seen(view, Cell) if cell.lies_in(field(view))]) == columns * rows
    (piece,) = seen(begun().view(0), Piece)
    assert piece.stamp.edge == max(EDGES)


@given(states())
@few
def test_letters_stand_below_their_columns_and_numbers_beside_their_rows(state: State) -> None:
    """While a cell of the bare table is asked for; else there are no rims, and the table is larger."""
    laying = [words for words, *_ in placements(state)]
    assume(laying)
    view, stone = state.view(state.turn), (laying[0],)
    assert not seen(view, Burnt, inside=WHOLE)
    if state.layout.stones:
        assert not seen(view, Burnt, chosen=stone, inside=WHOLE)
        return
    letters = {
        letter.stamp.text: letter.x for letter in seen(view, Burnt, chosen=stone, inside=plan(view).letters)
    }
    numbers = {
        number.stamp.text: number.y for number in seen(view, Burnt, chosen=stone, inside=plan(view).numbers)
    }
    assert letters
    assert numbers
    for cell in seen(view, Lit, chosen=stone):
        column, row = cell.stamp.name[0], cell.stamp.name[1:]
        assert letters.get(column, cell.x) == cell.x
        assert abs(numbers.get(row, cell.y) - cell.y) <= half_height(cell.stamp.edge) // 2 + 1


PHONE = 320  # pixels of the width of a phone


@given(states())
@few
def test_stones_are_28_pixels_across_on_a_phone(state: State) -> None:
    """Large tables are seen smaller."""
    for piece in seen(state.view(0), Piece):
        if state.options.table != "large" and piece.lies_in(field(state.view(0))):
            assert 2 * piece.stamp.edge * PHONE / SIZE[0] >= 28


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_marks_are_seen_on_the_floor(theme: Theme) -> None:
    """WCAG 2.1, success criterion 1.4.11: a contrast of 3 to 1."""
    assert contrast(theme.chalk, theme.felt.at(FLOOR)) >= 3


@pytest.mark.parametrize("count", range(1, 7))
def test_stones_beside_the_table_are_large_and_their_names_are_read_on_a_phone(count: int) -> None:
    view = replace(dealt(3).view(0), supplies=(STONES[:count], STONES[-count:]))
    for seat in SEATS:
        assert all(2 * piece.stamp.edge >= 64 for piece in seen(view, Piece, inside=supply_box(view, seat)))
    assert_names_are_read_on_a_phone(view)


def test_names_are_read_on_a_phone_when_all_stones_are_dealt() -> None:
    for viewer in SEATS:
        assert_names_are_read_on_a_phone(dealt(5, variant="split").view(viewer))


@pytest.mark.parametrize("plies", range(8))
def test_all_stones_that_were_dealt_are_24_pixels_across_on_a_phone(plies: int) -> None:
    for viewer in SEATS:
        view = led(dealt(5, variant="split"), stones(plies)).view(viewer)
        for seat in SEATS:
            for piece in seen(view, Piece, inside=supply_box(view, seat)):
                assert 2 * piece.stamp.edge * PHONE / SIZE[0] >= 24


@pytest.mark.parametrize("plies", range(1, 20))
def test_own_stones_that_were_dealt_are_40_pixels_across_in_a_picture_of_300(plies: int) -> None:
    """As soon as no cell of the bare table is asked for."""
    state = led(dealt(5, variant="split"), stones(plies))
    view = state.view(state.turn)
    own = seen(view, Piece, inside=supply_box(view, state.turn))
    assert own
    assert all(2 * piece.stamp.edge * 300 / SIZE[0] >= 40 for piece in own)


def assert_names_are_read_on_a_phone(view: View) -> None:
    near = supply_box(view, view.viewer or 0)
    sizes = [key.stamp.size for key in seen(view, Key, inside=near)]
    sizes += [label.stamp.size for label in seen(view, Label, inside=near)]
    assert len(sizes) == len(view.supplies[view.viewer or 0])
    assert min(sizes) * PHONE / SIZE[0] >= 9


def test_each_level_is_seen_higher_on_a_longer_shadow() -> None:
    view = MIDWAY.view(0)
    lens = lens_for([view.layout], set(), field(view))
    ups = [lens.at(Point(0, 0), level)[1] for level in range(4)]
    assert ups == sorted(set(ups), reverse=True)
    reaches = [Shadow(38, level).reach for level in range(4)]
    assert reaches == sorted(set(reaches))


# Supplies and the stack


@given(states())
@few
def test_supplies_show_what_is_known_by_name_and_the_rest_as_a_number(state: State) -> None:
    for viewer in VIEWERS:
        view = state.view(viewer)
        for seat in SEATS:
            known = sorted(stone_name(stone) for stone in view.supplies[seat] if stone is not Stone.UNKNOWN)
            hidden = len(view.supplies[seat]) - len(known)
            names = names_in_supply(view, seat)
            assert names == known or (not any(names) and seat != (viewer or 0)), "far ones may have none"
            assert stones_in_supply(view, seat) == len(known)
            backs = [back.stamp.text for back in seen(view, Back, inside=supply_box(view, seat))]
            assert backs == ([str(hidden)] if hidden else [])


@pytest.mark.parametrize("count", range(41))
def test_any_supply_finds_room(count: int) -> None:
    view = replace(dealt(3, variant="split").view(0), supplies=(tuple(STONES[:count]), ()))
    assert len(names_in_supply(view, 0)) == count
    assert_side_by_side(scene(view, NAMES, ()))


def test_the_next_stone_is_named_unless_it_is_hidden_and_all_are_counted() -> None:
    for state in (MIDWAY, HIDDEN):
        top, count = state.view(0).stack[0], str(len(state.stack))
        names = [label.stamp.text for label in seen(state.view(0), Label, inside=PLAN.pile)]
        assert names == ([] if top is Stone.UNKNOWN else [stone_name(top)])
        labels = [label.stamp.text for label in seen(state.view(0), Count, inside=PLAN.pile)]
        labels += [back.stamp.text for back in seen(state.view(0), Back, inside=PLAN.pile)]
        assert list(filter(None, labels)) == [count]
        assert len(seen(state.view(0), Piece, inside=PLAN.pile)) == (0 if top is Stone.UNKNOWN else 1)


def test_an_empty_stack_leaves_its_place_and_the_variant_split_has_none() -> None:
    view = replace(MIDWAY.view(0), stack=())
    assert [note.stamp.text for note in seen(view, Note, inside=PLAN.pile)] == ["0"]
    assert [ring.stamp.kind for ring in seen(view, Ring, inside=PLAN.pile)] == ["gone"]
    assert not [part for part in scene(SPLIT.view(0), NAMES, ()) if part.box == PLAN.pile]


def test_a_stone_that_was_drawn_or_taken_is_marked_if_the_viewer_knows_it() -> None:
    assert len(seen(dealt(3).view(0), Fresh, inside=supply_box(dealt(3).view(0), 0))) == 1
    took = TOOK.view(0)
    assert len(seen(took, Fresh, inside=supply_box(took, other(TOOK.turn)))) >= 1
    hidden = dealt(3, variant="hidden")
    assert [len(seen(hidden.view(viewer), Fresh, inside=WHOLE)) for viewer in VIEWERS] == [1, 0, 0]


# The latest turn


def test_the_stone_that_was_laid_last_is_ringed() -> None:
    view = begun().view(1)
    (ring,) = seen(view, Ring)
    (piece,) = seen(view, Piece)
    assert (ring.stamp.kind, ring.x, ring.y) == ("last", piece.x, piece.y)
    assert painted(view) != painted(replace(view, trail=()))


def test_several_stones_of_a_turn_are_told_apart() -> None:
    again = led(dealt(3), lambda state: sum(isinstance(told, Placed) for told in state.trail) > 1)
    placed = sum(isinstance(told, Placed) for told in again.trail)
    found = rings(again.view(0))
    assert (found["last"], found["earlier"]) == (1, placed - 1)


def test_a_new_sato_and_the_place_of_a_stone_that_was_taken_are_marked() -> None:
    assert any(glow.stamp.new for glow in seen(TAKING.view(0), Glow))
    (took,) = (told for told in TOOK.trail if isinstance(told, Took))
    assert TOOK.layout.at(*took.laid.spot) is None
    assert rings(TOOK.view(0))["taken"] == 1


def test_a_stone_of_the_highest_level_that_was_taken_is_marked_there() -> None:
    (took,) = (told for told in TOOK.trail if isinstance(told, Took))
    higher = replace(took, laid=replace(took.laid, level=7))
    assert rings(replace(TOOK.view(0), trail=(higher,)))["taken"] == 1


def test_every_mark_looks_different() -> None:
    kinds: tuple[Kind, ...] = get_args(Kind)
    patches = [Patch(PLAN.field, (Item(Ring(36, kind), 300, 280),)) for kind in kinds]
    for theme in THEMES.values():
        assert len(
            {grey(assembled(theme, empty_tray(PLAN), [patch]), PLAN.field) for patch in patches}
        ) == len(kinds)


# Plates


@given(states())
@few
def test_points_stand_on_the_plates_and_the_dots_that_count_beside_them(state: State) -> None:
    for viewer in VIEWERS:
        view = state.view(viewer)
        near: Seat = viewer or 0
        assert [score for _, score in plates(view)] == [
            str(state.scores[near]),
            str(state.scores[other(near)]),
        ]
        counted = [part.counts for part in parts(view) if isinstance(part, Plate)]
        assert counted == (["white", "black"] if near else ["black", "white"])


@given(states())
@few
def test_each_supply_says_what_it_is_worth_to_the_other_seat(state: State) -> None:
    view = state.view(None)
    for side, seat in seated(view):
        notes = seen(view, Note, inside=plan(view).head(side))
        worth = [item.stamp.text for item in notes if item.stamp.text.startswith("+")]
        count = len(state.supplies[seat])
        assert worth == ([f"+{STONE_POINTS * count}"] if count else [])
