"""Three matches at once in a Telegram group: nobody is held up. The figures come from a virtual clock."""

from __future__ import annotations

from statistics import median

import pytest

from benchmarks.telegram_group import measure, p95

SATO = "sato variant=open table=small"


@pytest.mark.long
@pytest.mark.parametrize("games", [["sahara"], ["sator", SATO, "stacko"]])
async def test_presses_are_answered_at_once_and_boards_follow_within_twelve_seconds(games: list[str]) -> None:
    found = await measure(games, 3, 24, private=True)
    assert found.told_to_wait < found.presses / 2
    assert median(found.answers) <= 2.0
    assert sorted(found.answers)[-2] <= 4.0
    assert sorted(found.boards)[-2] <= 12.0
    assert all(wait <= 4.0 for wait in found.words)


@pytest.mark.long
async def test_what_is_asked_for_beside_three_matches_is_there_within_two_seconds() -> None:
    found = await measure(["sahara"], 3, 60, private=True, asking=True)
    assert len(found.asked) >= 15
    assert max(found.asked) <= 2.0
    assert p95(found.boards) <= 12.0
    assert 0 < found.told_to_wait < found.presses / 2


@pytest.mark.long
async def test_a_match_alone_is_shown_soon_at_a_press_a_second() -> None:
    found = await measure(["sahara"], 1, 60, private=True, thinking=1.0)
    assert median(found.boards) <= 1.5
    assert p95(found.boards) <= 5.0


async def test_who_has_not_opened_the_private_chat_chooses_in_secret_by_their_view_in_the_group() -> None:
    found = await measure(["sator", "sahara"], 2, 16, private=False)
    assert found.presses >= 16
    assert median(found.answers) <= 2.0
