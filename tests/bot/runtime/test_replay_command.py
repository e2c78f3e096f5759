"""`tischrand replay FILE`: a match told from its record, or the line that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main
from games import GAMES
from games.record import write
from tests.games.test_record import EXAMPLE, played


def test_a_match_is_told_ply_by_ply(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.txt"
    file.write_text(EXAMPLE, "utf-8-sig")  # as some editors save it
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Sahara · Ada – Ben · K7QF2M · 2026-11-21"
    assert "1. Ada: 4 · Ada sowed hollow 4, ended in the store" in "\n".join(told)
    assert told[-1] == "Ben resigned: Ada wins."


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", ["first", "second", None])
def test_every_game_can_be_told_for_everybody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, seat: str | None
) -> None:
    file = tmp_path / "match.txt"
    record = played(game, 30, 3)
    file.write_text(write(record))
    assert main(["replay", str(file), *(["--seat", seat] if seat else [])]) == 0
    told = capsys.readouterr().out
    assert all(f"\n{number}. " in told for number in range(1, len(record.plies) + 1))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "2. first 2",
            "2. first 4",
            "Line 17 of this record cannot be read: 4 is not possible: hollow 4 is empty.",
        ),
        ("2. first 2", "2. first x", "“x” is not a move in Sahara. Expected: a hollow from 1 to 6"),
        ("2. first 2", "2. second 2", "it is not Ben's turn."),
        (
            '"sahara 1"]',
            '"sahara 1"]\n[House "target=7"]',
            "“target=7” is not a house rule of this game. Allowed: target=",
        ),
        ('"sahara 1"', '"go 1"', "I do not know the game “go”. I know: sahara"),
    ],
)
def test_a_wrong_record_is_refused_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, why: str
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(EXAMPLE.replace(old, new, 1))
    assert main(["replay", str(file)]) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert told.out == ""


def test_what_is_no_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\x89PNG\xff\xfe")
    assert main(["replay", str(file)]) == 2
    assert "is no text" in capsys.readouterr().err
