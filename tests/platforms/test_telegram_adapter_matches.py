"""Matches of every game under all house rules, pressed to their end on Telegram: in groups and private chats."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.walks import CASES, Case
from tests.platforms.telegram_service.limits import Flood
from tests.platforms.telegram_table import table


def words(case: Case) -> str:
    return " ".join("=".join(word) for word in case.words)


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_a_match_is_pressed_to_its_end_in_a_group(case: Case, tmp_path: Path) -> None:
    async with table(tmp_path, flood=Flood()) as there:
        there.start_all()
        board = await there.begin(case.key, words(case))
        assert await there.press_to_the_end(case) > 10
        last = there.cleo.now(board)
        assert last is not None
        assert "Rematch" in last.labels
        assert [call.description for call in there.telegram.calls.refused()] == []
