"""Three matches at once in a Telegram group: nobody is held up. The figures come from a virtual clock."""

from __future__ import annotations

from statistics import median

import pytest

from benchmarks.telegram_group import measure

SATO = "sato variant=open table=small"


@pytest.mark.long
@pytest.mark.parametrize("games", [["sahara"], ["sator", SATO, "stacko"]])
async def test_presses_are_answered_at_once_and_boards_follow_within_twelve_seconds(games: list[str]) -> None:
    found = await measure(games, 3, 24, private=True)
    assert found.told_to_wait == 0
    assert median(found.answers) <= 2.0
    assert sorted(found.answers)[-2] <= 4.0
    assert sorted(found.boards)[-2] <= 12.0
    assert all(wait <= 4.0 for wait in found.words)
