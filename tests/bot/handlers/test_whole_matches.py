"""Matches of every game, pressed to their end by people who only know their boards."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.bot.memory_platform import House
from tests.bot.platforms.pressing import FIRST
from tests.bot.pressing_players import play_to_the_end
from tests.games.walks import CASES, Case


def line_of(case: Case) -> str:
    return " ".join(["/play", case.key, *("=".join(word) for word in case.words)])


@pytest.mark.parametrize("case", [case for case in CASES if str(case) in FIRST], ids=str)
async def test_a_match_is_pressed_to_its_end(
    case: Case, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with House(tmp_path) as house:
        assert await play_to_the_end(house, line_of(case), 1) > 10
        assert house.notes == {}, "somebody was refused something that was on offer"
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
