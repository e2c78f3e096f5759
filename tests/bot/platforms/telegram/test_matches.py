"""Matches of every game, pressed to their end on Telegram: in groups, in topics, in private chats."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.platforms.pressing import SATOR, STACKO
from tests.bot.platforms.telegram.setup import Table, table
from tests.games.sampling import cases
from tests.games.walks import CASES, Case
from tests.loopback.telegram.limits import Flood


def words(case: Case) -> str:
    return " ".join("=".join(word) for word in case.words)


def refused(there: Table) -> list[str]:
    """What Telegram did not take; the adapter's look for what an older server does not know aside."""
    calls = [call for call in there.telegram.calls.refused() if call.method != "deleteEphemeralMessage"]
    # Time stands still here, and jumps: a call that it overtakes on its way comes too early for Telegram.
    return [call.description for call in calls if call.status != 429]


@pytest.mark.parametrize("case", cases((SATOR,), turn=2, of=4))
async def test_a_match_is_pressed_to_its_end_in_a_group(case: Case, tmp_path: Path) -> None:
    async with table(tmp_path, flood=Flood()) as there:
        there.start_all()
        board = await there.begin(case.key, words(case))
        assert await there.press_to_the_end(case) > 10
        assert "Rematch" in there.cleo.still(board).labels
        assert refused(there) == []


@pytest.mark.long
@pytest.mark.parametrize("case", cases((STACKO,), turn=3, of=4))
async def test_a_match_is_pressed_to_its_end_in_private_chats(there: Table, case: Case) -> None:
    await there.begin_in_private(case.key, words(case))
    assert await there.press_to_the_end(case) > 10
    for person in (there.ada, there.ben):
        own = [shown for shown in person.messages(person.private) if "Rematch" in shown.labels]
        assert len(own) == 1
    assert not there.cleo.messages()
    assert refused(there) == []


@pytest.mark.parametrize("game", ["sahara", pytest.param("sator", marks=pytest.mark.long)])
async def test_a_match_is_pressed_to_its_end_in_a_topic(game: str, tmp_path: Path) -> None:
    (case,) = [case for case in CASES if case.key == game][:1]
    async with table(tmp_path, topics=("Games", "Talk")) as there:
        there.start_all()
        board = await there.begin(game, words(case), topic=101)
        assert await there.press_to_the_end(case) > 10
        assert {shown.thread for shown in there.cleo.messages(there.group)} == {101}
        assert "Rematch" in there.cleo.still(board).labels
        assert refused(there) == []
