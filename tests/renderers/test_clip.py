"""Clips: what they show to the pixel, how large they are, and that nothing but views is in them."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import groupby, pairwise
from multiprocessing import get_context
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageSequence

from games import Dice
from games.game import VIEWERS, View, Viewer
from renderers import clip
from renderers.canvas import Box
from renderers.picture import PAINTED, stage
from renderers.sahara.parts import Hollow
from renderers.sato.field import Field
from renderers.sato.scene import framing, scene
from renderers.sato.signs import Cell
from renderers.sato.stamps import Item
from renderers.sato.table import Framing
from renderers.sator.table import box_of, cell_of
from renderers.theme import PLAIN, THEMES
from tests.games.by_hand import dealt, played
from tests.games.walks import Case, random_line
from tests.renderers.looking import seen
from tests.renderers.positions import LONG_NAMES, NAMES
from tests.renderers.sator_positions import STARTED

CASES = {key: Case(key, (("target", "50"),) if key == "sahara" else ()) for key in PAINTED}
PLIES = 60


@cache
def match(key: str, viewer: Viewer = 0) -> tuple[View, ...]:
    """What a viewer saw of one random match."""
    return tuple(state.view(viewer) for state in random_line(CASES[key], 4).states)


def frames(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Each frame as a player of GIFs puts it together, and its milliseconds."""
    animation = Image.open(io.BytesIO(data))
    assert (animation.format, animation.width) == ("GIF", 540)
    for frame in ImageSequence.Iterator(animation):
        yield frame.convert("RGB").tobytes(), animation.info["duration"]


def paces(data: bytes) -> list[int]:
    """How long each position is shown, with what moves towards it."""
    times, moving = [], 0
    for _, time in frames(data):
        moving += time
        if time != clip.STEP:
            times.append(moving)
            moving = 0
    return times


def expected(key: str, views: Sequence[View], theme: str = "light") -> list[bytes]:
    """The painted pictures after the reduction; those in a row that are equal, once."""
    paint = stage(key, THEMES[theme], views).paint
    pictures = (paint(view, NAMES) for view in views)
    small = (clip.reduced(picture, THEMES[theme]).convert("RGB").tobytes() for picture in pictures)
    return [frame for frame, _ in groupby(small)]


@pytest.mark.parametrize(
    ("theme", "plies"),
    [("light", 6), ("contrast", 3), *(pytest.param(theme, 20, marks=pytest.mark.long) for theme in THEMES)],
)
@pytest.mark.parametrize("key", PAINTED)
def test_every_frame_is_the_painted_picture_to_the_pixel(key: str, theme: str, plies: int) -> None:
    views = match(key)[:plies]
    shown = frames(clip.clip(key, views, NAMES, theme=theme).data)
    assert [frame for frame, time in shown if time != clip.STEP] == expected(key, views, theme)


@pytest.mark.parametrize(
    "viewer", [0, *(pytest.param(other, marks=pytest.mark.long) for other in VIEWERS[1:])]
)
@pytest.mark.parametrize(
    "key", ["sato", *(pytest.param(key, marks=pytest.mark.long) for key in PAINTED if key != "sato")]
)
def test_sixty_plies_are_small_enough_for_any_chat(key: str, viewer: Viewer) -> None:
    views = match(key, viewer)[: PLIES + 1]
    made = clip.clip(key, views, LONG_NAMES)
    assert len(made.data) <= 500_000
    assert made.shown == made.positions


@pytest.mark.long
def test_a_long_match_keeps_its_first_and_last_position_and_stays_below_the_cap() -> None:
    views = match("sahara")
    assert len(views) > 2 * PLIES
    data, positions, of = clip.clip("sahara", views, NAMES)
    shown = [frame for frame, _ in frames(data)]
    assert clip.MOST_BYTES * 2 / 3 < len(data) <= clip.MOST_BYTES
    assert [shown[0]] == expected("sahara", views[:1])
    assert [shown[-1]] == expected("sahara", views[-1:])
    assert 2 < len(shown) == positions < of
    assert of == len(views)


@pytest.mark.parametrize("key", ["sahara", "sato", "sator", "stacko"])
def test_what_moves_is_seen_on_its_way_and_takes_no_time_of_its_own(key: str) -> None:
    views = match(key)[:12]
    flights = stage(key, THEMES["light"], views).flights
    moves = [bool(list(flights(before, after))) for before, after in pairwise(views)]
    assert sum(moves) >= 4
    times = [time for _, time in frames(clip.clip(key, views, NAMES).data)]
    assert sum(moves) < times.count(clip.STEP) <= len(clip.STEPS) * sum(moves)
    shown = len(times) - times.count(clip.STEP)
    assert sum(times) == clip.PACE * (shown - 1) + clip.REST
    assert not list(flights(views[-1], views[-1]))


def test_beans_drop_one_after_another_from_hollow_to_hollow() -> None:
    views = [state.view(0) for state in (dealt("sahara"), played(dealt("sahara"), "2"))]
    start, *underway, end = images("sahara", views)
    sowed = [hollow.box for hollow in seen(views[1], Hollow) if hollow.side == 0][1:5]
    assert len(underway) == 2
    for dropped, frame in enumerate(underway, 1):
        for place, box in enumerate(sowed):
            expected = end if place <= dropped else start
            assert part(frame, box) == part(expected, box) != part(start if place <= dropped else end, box)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_piece_goes_over_the_squares_of_its_way_and_over_no_other(viewer: Viewer) -> None:
    """Nothing is left of it where it was."""
    views = [state.view(viewer) for state in (STARTED, played(STARTED, "c1 c2"))]
    start, *underway, _ = images("sator", views)
    boxes = [box_of(cell_of(square, viewer or 0)) for square in ("c1", "c2")]
    way = Box(boxes[0].left, min(box.top for box in boxes), boxes[0].right, max(box.bottom for box in boxes))
    assert len({frame.tobytes() for frame in underway}) == len(underway) == 2
    for frame in underway:
        changed = ImageChops.difference(start, frame).getbbox()
        assert changed
        scale = clip.UNIT / clip.SMALL_UNIT
        left, top, right, bottom = (edge * scale for edge in changed)
        assert way.left <= left < right <= way.right
        assert way.top <= top < bottom <= way.bottom


def images(key: str, views: Sequence[View]) -> list[Image.Image]:
    animation = Image.open(io.BytesIO(clip.clip(key, views, NAMES).data))
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(animation)]


def part(frame: Image.Image, box: Box) -> bytes:
    """Of a frame, in pixels of the picture."""
    left, top, right, bottom = (edge * clip.SMALL_UNIT // clip.UNIT for edge in box)
    return frame.crop((left + 1, top + 1, right - 1, bottom - 1)).tobytes()


def test_the_last_position_stays_and_the_others_pass_at_one_pace() -> None:
    *times, last = paces(clip.clip("sahara", match("sahara")[:9], NAMES).data)
    assert set(times) == {clip.PACE}
    assert last == clip.REST


def test_the_end_of_a_game_is_shown_longer_before_the_next_deal() -> None:
    views = match("sahara")
    at = next(place for place, view in enumerate(views) if view.before_deal)
    ended = views[at].before_deal
    assert ended
    shown = clip.clip("sahara", [views[at - 1], ended, *views[at : at + 2]], NAMES)
    assert paces(shown.data) == [clip.PACE, clip.PAUSE, clip.PACE, clip.REST]


def test_views_that_look_alike_are_one_frame_so_that_a_hidden_ply_takes_no_time() -> None:
    first, second = match("sator")[2:4]
    plain = clip.clip("sator", [first, second], NAMES)
    assert clip.clip("sator", [first, first, first, second, second], NAMES) == plain


def test_the_table_stays_where_it_is_while_a_clip_of_sato_grows() -> None:
    """Alone, each picture shows as little of it as it needs."""
    views: Any = match("sato")[1:41:8]
    for same, stays in ((None, False), (framing(views), True)):
        cells = [_cells(view, same) for view in views]
        assert all(later <= earlier for earlier, later in pairwise(cells)) is stays


def _cells(view: Any, same: Framing | None) -> set[Item]:
    """The bare cells, at their places."""
    parts = scene(view, NAMES, (), PLAIN, same)
    return {
        item
        for part in parts
        if isinstance(part, Field)
        for item in part.items
        if isinstance(item.stamp, Cell)
    }


def test_a_match_without_plies_is_one_frame() -> None:
    views = match("stacko")[:1]
    assert [frame for frame, _ in frames(clip.clip("stacko", views, NAMES).data)] == expected("stacko", views)


def test_it_is_repeated_for_ever() -> None:
    assert Image.open(io.BytesIO(clip.clip("sator", match("sator")[:3], NAMES).data)).info["loop"] == 0


@pytest.mark.long
def test_views_and_clips_pass_between_processes_unchanged() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as elsewhere:
        for key in PAINTED:
            views = match(key)[:6]
            assert pickle.loads(pickle.dumps(views)) == views  # noqa: S301 (our own)
            there = elsewhere.submit(clip.clip, key, views, NAMES).result()
            assert there == clip.clip(key, views, NAMES), key


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("key", [key for key in PAINTED if key != "sahara"])
def test_what_is_hidden_from_a_viewer_changes_no_byte(key: str, viewer: Viewer) -> None:
    """Whatever they cannot know may be otherwise at every ply: their clip is the same."""
    views = match(key, viewer)[:8]
    twins = [view.imagine(Dice.from_seed(bytes([9] * 32))).view(viewer) for view in views]
    assert clip.clip(key, twins, NAMES) == clip.clip(key, views, NAMES)


def test_frames_are_chosen_evenly_from_the_first_to_the_last() -> None:
    assert clip.evenly(range(11), 3) == [0, 5, 10]
    assert clip.evenly(range(301), 300)[:2] == [0, 1]
    assert clip.evenly(range(7), 7) == list(range(7))
    assert clip.evenly(range(7), 1) == [6]


def test_no_view_no_game_and_no_theme_are_refused_with_what_there_is() -> None:
    with pytest.raises(ValueError, match="at least one view"):
        clip.clip("sahara", [], NAMES)
    with pytest.raises(ValueError, match=f"no painter 'halma'; there are: {', '.join(PAINTED)}"):
        clip.clip("halma", match("sahara")[:1], NAMES)
    with pytest.raises(ValueError, match="no theme 'plaid'; there are: light, dark"):
        clip.clip("sahara", match("sahara")[:1], NAMES, theme="plaid")
