"""Recorded games, played again and compared line by line: one for every way in which a match can go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, Result
from games.game import VIEWERS
from games.sahara import Sowing, State
from tests.games.record import DESCRIBE, FOLDER, Recording, read, recordings, write
from tests.games.walks import CASES, Case, random_line

every_recording = pytest.mark.parametrize("path", recordings(), ids=lambda path: path.stem)


@every_recording
def test_a_recorded_game_goes_as_it_went(path: Path) -> None:
    recorded = path.read_text()
    assert write(read(recorded)).splitlines() == recorded.splitlines()


@every_recording
def test_a_recorded_game_is_played_to_its_end(path: Path) -> None:
    assert read(path.read_text()).states()[-1].result is not None


def test_every_game_is_recorded_and_its_views_can_be_described() -> None:
    assert {read(path.read_text()).case.key for path in recordings()} == GAMES.keys() == DESCRIBE.keys()


@pytest.mark.parametrize("case", CASES, ids=str)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_views_that_differ_are_described_differently(case: Case, seed: int) -> None:
    """So nothing that a view holds is missing from the recordings."""
    for viewer in VIEWERS:
        views: dict[str, Any] = {}
        for state in random_line(case, seed).states:
            view = state.view(viewer)
            assert views.setdefault(DESCRIBE[case.key](view), view) == view


# That each recording shows what it is there for


def recording(name: str) -> Recording:
    return read((FOLDER / f"{name}.txt").read_text())


def sahara_states(name: str) -> list[State]:
    return [state for state in recording(name).states() if isinstance(state, State)]


def sowings(name: str) -> list[Sowing]:
    return [state.trail[-1] for state in sahara_states(name)[1:]]


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("sahara-win", lambda result: result.winner is not None and result.reason == "beans"),
        ("sahara-draw", lambda result: result == Result(None, (18, 18), "beans")),
        ("sahara-series", lambda result: result.reason == "target" and max(result.scores) >= 30),
        ("sahara-feed", lambda result: result.reason == "beans"),
        ("sahara-skip", lambda result: result.reason == "beans"),
    ],
)
def test_a_recorded_game_ends_as_its_name_says(name: str, ending: Callable[[Result], bool]) -> None:
    result = recording(name).states()[-1].result
    assert result is not None
    assert ending(result)


def test_in_the_recorded_series_the_seats_begin_by_turns() -> None:
    starters: dict[int, int] = {}
    for state in sahara_states("sahara-series")[:-1]:
        starters.setdefault(len(state.games), state.turn)
    assert list(starters.values()) == [0, 1, 0, 1][: len(starters)]
    assert len(starters) > 2


def test_the_recorded_feed_drops_a_bean_into_the_other_store() -> None:
    assert any(sowing.move.feed and (1 - sowing.seat, 7) in sowing.drops for sowing in sowings("sahara-feed"))


def test_the_recorded_skip_shows_a_capture_that_empties_the_other_side_and_a_turn_that_comes_back() -> None:
    states = sahara_states("sahara-skip")
    emptied = [
        state.trail[-1].captured > 0 and not any(state.sides[1 - state.trail[-1].seat])
        for state in states[1:]
        if state.result is None
    ]
    assert any(emptied)
    assert any(sowing.skipped for sowing in sowings("sahara-skip"))
