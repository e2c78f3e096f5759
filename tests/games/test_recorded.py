"""Recorded games, played again and compared line by line: one for every way in which a match can go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Result
from games.game import VIEWERS, State
from games.sahara import Sowing
from games.sahara import State as SaharaState
from games.sato import Asked, Placed
from games.sato import State as SatoState
from games.sator import Advanced, Dot
from games.sator import State as SatorState
from games.stacko import State as StackoState
from tests.games.record import DESCRIBE, FOLDER, Recording, read, recordings, write
from tests.games.walks import KNOWN, KNOWN_CASES, Case, random_line

S = TypeVar("S", bound=State)

every_recording = pytest.mark.parametrize("path", recordings(), ids=lambda path: path.stem)


@every_recording
def test_a_recorded_game_goes_as_it_went(path: Path) -> None:
    recorded = path.read_text()
    assert write(read(recorded)).splitlines() == recorded.splitlines()


@every_recording
def test_a_recorded_game_is_played_to_its_end(path: Path) -> None:
    assert read(path.read_text()).states()[-1].result is not None


def test_every_known_game_is_recorded_and_its_views_can_be_described() -> None:
    assert {read(path.read_text()).case.key for path in recordings()} == {*KNOWN} == DESCRIBE.keys()


@pytest.mark.parametrize("case", KNOWN_CASES, ids=str)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_views_that_differ_are_described_differently(case: Case, seed: int) -> None:
    """So nothing that a view holds is missing from the recordings."""
    for viewer in VIEWERS:
        views: dict[tuple[str, ...], Any] = {}
        for state in random_line(case, seed).states:
            view = state.view(viewer)
            assert views.setdefault(DESCRIBE[case.key](view), view) == view


# That each recording shows what it is there for


def recording(name: str) -> Recording:
    return read((FOLDER / f"{name}.txt").read_text())


def states(kind: type[S], name: str) -> list[S]:
    """The states of a recording; `kind` is the class of its game's states."""
    return [state for state in recording(name).states() if isinstance(state, kind)]


def sowings(name: str) -> list[Sowing]:
    return [state.trail[-1] for state in states(SaharaState, name)[1:]]


def advances(name: str) -> list[Advanced]:
    acts = (state.trail[-1] for state in states(SatorState, name)[1:])
    return [act for act in acts if isinstance(act, Advanced)]


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("sahara-win", lambda result: result.winner is not None and result.reason == "beans"),
        ("sahara-draw", lambda result: result == Result(None, (18, 18), "beans")),
        ("sahara-series", lambda result: result.reason == "target" and max(result.scores) >= 30),
        ("sahara-feed", lambda result: result.reason == "beans"),
        ("sahara-skip", lambda result: result.reason == "beans"),
        ("sahara-swap", lambda result: result.reason == "beans"),
        ("sator-white-dot-arrives", lambda result: result.reason == "arrival"),
        ("sator-most-advanced", lambda result: result.reason == "advance" and result.winner is not None),
        ("sator-draw", lambda result: result == Result(None, (0, 0), "advance")),
        ("stacko-two-rounds", lambda result: result.reason == "points" and min(result.scores) > 50),
        ("sato-open", lambda result: result.reason in {"declined", "stuck"}),
        ("sato-split", lambda result: result.reason == "stuck"),
        ("sato-hidden", lambda result: result.reason == "declined"),
    ],
)
def test_a_recorded_game_ends_as_its_name_says(name: str, ending: Callable[[Result], bool]) -> None:
    result = recording(name).states()[-1].result
    assert result is not None
    assert ending(result)


def test_in_the_recorded_series_the_seats_begin_by_turns() -> None:
    starters: dict[int, int] = {}
    for state in states(SaharaState, "sahara-series")[:-1]:
        starters.setdefault(len(state.games), state.turn)
    assert list(starters.values()) == [0, 1, 0, 1][: len(starters)]
    assert len(starters) > 2


def test_the_recorded_feed_drops_a_bean_into_the_other_store() -> None:
    assert any(sowing.move.feed and (1 - sowing.seat, 7) in sowing.drops for sowing in sowings("sahara-feed"))


def test_the_recorded_skip_shows_a_capture_that_empties_the_other_side_and_a_turn_that_comes_back() -> None:
    played = states(SaharaState, "sahara-skip")
    emptied = [
        state.trail[-1].captured > 0 and not any(state.sides[1 - state.trail[-1].seat])
        for state in played[1:]
        if state.result is None
    ]
    assert any(emptied)
    assert any(sowing.skipped for sowing in sowings("sahara-skip"))


def test_in_the_recorded_swap_the_sides_change_owners_and_their_new_owner_moves_on() -> None:
    _, sowed, swapped, *_ = states(SaharaState, "sahara-swap")
    assert (sowed.asked, sowed.turn, swapped.turn) == (True, 1, 1)
    assert swapped.sides == (sowed.sides[1], sowed.sides[0])
    assert swapped.stores == (0, 1)


def test_in_the_recorded_fall_a_captor_of_each_seat_leaves_the_board_unseen() -> None:
    assert {act.seat for act in advances("sator-captor-falls") if act.both_off} == {0, 1}
    fallen = states(SatorState, "sator-captor-falls")[-1].view(None).fallen
    assert [piece.dot for piece in fallen if piece.captor] == [Dot.UNKNOWN] * 2


def test_in_the_recorded_arrival_red_dots_of_both_seats_stay_and_play_goes_on() -> None:
    arrivals = [act for act in advances("sator-red-dot-arrives") if act.arrived is Dot.RED]
    assert {act.seat for act in arrivals} == {0, 1}


def test_in_the_recorded_standstill_a_seat_was_skipped() -> None:
    assert any(act.skipped for act in advances("sator-most-advanced"))


def test_the_recorded_stacko_finishes_a_tower_in_each_round() -> None:
    over = states(StackoState, "stacko-two-rounds")[-1]
    assert [max(current.scores or ()) for current in (*over.ended, over.round)] == [50, 50]


def test_the_recorded_reshuffle_shows_everybody_the_parts_of_the_talon() -> None:
    reshuffled = [state for state in states(StackoState, "stacko-reshuffle") if state.round.reshuffled]
    assert reshuffled
    assert all(state.view(None).round.talon_parts for state in reshuffled)


@pytest.mark.parametrize("name", ["sato-open", "sato-split", "sato-hidden"])
def test_a_recorded_sato_has_stones_laid_on_satos_taken_kept_and_declined(name: str) -> None:
    placed = [each.trail[-1] for each in states(SatoState, name) if each.asked is not Asked.PLACEMENT]
    assert any(isinstance(latest, Placed) and latest.covered for latest in placed)
    said = {notation.split()[0] for _, notation in recording(name).plies}
    assert said >= {"take", "keep", "done"}
    assert ("pass" in said) == (name != "sato-split")
