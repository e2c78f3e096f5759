"""Matches with robots on Discord, pressed to their end by one person who knows what they are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.platforms.discord.setup import table
from tests.bot.platforms.pressing import SATOR
from tests.bot.simple_robots import RealRobots
from tests.games.sampling import cases
from tests.games.walks import Case


def rules(case: Case, level: int) -> str:
    return " ".join([*("=".join(word) for word in case.words), f"level={level}"])


@pytest.mark.parametrize("case", cases((SATOR,), turn=0, of=4))
async def test_a_match_with_a_robot_is_pressed_to_its_end_in_a_channel(case: Case, tmp_path: Path) -> None:
    async with table(tmp_path, robots=RealRobots()) as there:
        ada, us = there.person("Ada"), there.discord.world.bot
        await ada.use("play", there.channel, game=case.key, opponent=us, house_rules=rules(case, 1))
        await there.answered()
        assert await there.press_to_the_end(case) > 2
        assert "Rematch" in there.board().labels
        assert "Robot (level 1)" in there.board().text
        assert len(there.discord.messages(there.channel)) == 1
        for name in ("Ben", "Cleo"):
            assert there.person(name).pinged == []


@pytest.mark.timeout(900)
@pytest.mark.parametrize("case", cases((), turn=1, of=4))
async def test_matches_with_robots_are_pressed_to_their_end_in_private(case: Case, tmp_path: Path) -> None:
    async with table(tmp_path, robots=RealRobots()) as there:
        ada = there.person("Ada")
        chat = there.discord.dm(ada)
        await ada.use("play", chat, game=case.key, house_rules=f"robot {rules(case, 2)}")
        await there.answered()
        assert await there.press_to_the_end(case) > 2
        own = there.own("Ada")
        assert own is not None
        assert "Rematch" in own.labels
        assert not there.discord.messages(there.channel)
