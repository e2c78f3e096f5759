"""Recorded games, played again and compared line by line: one for every way in which a match can go."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.record import FOLDER, read, recordings, write
from tests.games.walks import KNOWN

SATO_TURNS = ("covered point=", "took seat=", "kept seat=", ": done")

SHOWN = {
    "sahara-win": ("over: seat",),
    "sahara-draw": ("over: draw, 18:18, beans",),
    "sahara-series": ("totals target=30", "game_ended number=2", "target"),
    "sahara-feed": (" feed", "fed seat="),
    "sahara-skip": ("captured seat=", "skipped seat=", "hollows='0, 0, 0, 0, 0, 0'"),
    "sahara-swap": ("sides_asked", "swapped seat=1"),
    "sator-white-dot-arrives": ("arrived_white", ", arrival"),
    "sator-captor-falls": ("captured_red seat=0", "captured_red seat=1", "spectator: fallen seat=0 dots='u"),
    "sator-red-dot-arrives": ("arrived_red seat=0", "arrived_red seat=1"),
    "sator-most-advanced": ("skipped seat=", " wins", ", advance"),
    "sator-draw": ("over: draw, 0:0, advance",),
    "stacko-two-rounds": ("round_finished", "over: ", ", points"),
    "stacko-reshuffle": ("reshuffled",),
    "sato-open": (*SATO_TURNS, ": pass", "over: "),
    "sato-split": (*SATO_TURNS, ", stuck"),
    "sato-hidden": (*SATO_TURNS, ": pass", ", declined"),
}
"""What each recording is there for."""


@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.stem)
def test_a_recorded_game_goes_as_it_went_to_its_end(path: Path) -> None:
    recorded = path.read_text()
    recording = read(recorded)
    assert write(recording).splitlines() == recorded.splitlines()
    assert recording.states()[-1].result is not None


@pytest.mark.parametrize("name", SHOWN)
def test_a_recorded_game_shows_what_it_is_there_for(name: str) -> None:
    recorded = (FOLDER / f"{name}.txt").read_text()
    assert not [words for words in SHOWN[name] if words not in recorded]


def test_every_known_game_is_recorded_and_every_recording_has_its_purpose() -> None:
    assert {path.stem for path in recordings()} == SHOWN.keys()
    assert {read(path.read_text()).case.key for path in recordings()} == {*KNOWN}
