"""Matches of every game under all house rules, pressed to their end on Discord: in a channel, and in DMs."""

from __future__ import annotations

import pytest

from tests.bot.platforms.discord.setup import Table
from tests.bot.platforms.pressing import SAHARA
from tests.games.sampling import cases
from tests.games.walks import Case


def words(case: Case) -> str:
    return " ".join("=".join(word) for word in case.words)


@pytest.mark.parametrize("case", cases((), turn=0, of=4))
async def test_a_match_is_pressed_to_its_end_in_a_channel(there: Table, case: Case) -> None:
    await there.begin(case.key, words(case))
    assert await there.press_to_the_end(case) > 10
    assert "Rematch" in there.board().labels
    assert len(there.discord.messages(there.channel)) == 1


@pytest.mark.parametrize("case", cases((SAHARA,), turn=1, of=4))
async def test_a_match_is_pressed_to_its_end_in_private_chats(there: Table, case: Case) -> None:
    await there.begin(case.key, words(case), private=True)
    assert await there.press_to_the_end(case) > 10
    for name in ("Ada", "Ben"):
        own = there.own(name)
        assert own is not None
        assert "Rematch" in own.labels
    assert not there.discord.messages(there.channel)
