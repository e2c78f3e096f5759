"""Matches of every game under all house rules, pressed to their end by people who only know their boards."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.bot.memory_platform import House
from tests.bot.platforms.pressing import FIRST
from tests.bot.pressing_players import play_to_the_end
from tests.games.sampling import cases
from tests.games.walks import CASES, Case


def line_of(case: Case) -> str:
    return " ".join(["/play", case.key, *("=".join(word) for word in case.words)])


async def play(folder: Path, case: Case, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    async with House(folder) as house:
        assert await play_to_the_end(house, line_of(case), seed) > 10
        assert house.notes == {}, "somebody was refused something that was on offer"
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("case", cases(FIRST))
async def test_a_match_is_pressed_to_its_end(
    case: Case, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await play(tmp_path, case, 1, caplog)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [2])
@pytest.mark.parametrize("case", CASES, ids=str)
async def test_many_matches_are_pressed_to_their_end(
    case: Case, seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await play(tmp_path, case, seed, caplog)
