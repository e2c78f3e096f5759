"""Matches with real robots over a real WebSocket, in which the bot is killed at every point."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.platforms.web.test_kill import KILLS, moves, stored
from tests.bot.platforms.web.visitor import Bot, Shown, labels, visitors


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot that is gone after the test, whatever happens."""
    bot = Bot(tmp_path)
    yield bot
    await bot.end()


LEFT_ALONE = re.compile(
    r'Traceback \(most recent call last\):\n  File "<string>", line 1, in <module>\n(?:  .*\n)*.*\n?'
)


async def last_words(bot: Bot) -> str:
    """Its errors; both its outputs end as soon as nothing that it started is left.

    Without what a process says that the bot was starting for its robots when it was killed.
    """
    assert bot.process.stdout
    await bot.process.stdout.read()
    return LEFT_ALONE.sub("", await bot.errors())


def asked_or_over(board: Shown) -> bool:
    return bool(board["awaits"]) or "Rematch" in labels(board)


@pytest.mark.long
async def test_a_robot_that_is_killed_while_it_thinks_plays_on_once(bot: Bot, tmp_path: Path) -> None:
    """After the press that asks it, between the plies of its turn, and while the person thinks."""
    async with visitors(await bot.start(), "Ada") as (ada,):
        await ada.type("/play sahara robot level=1")
        await ada.until(lambda: asked_or_over(ada.board()))
    for kill in range(KILLS):
        async with visitors(bot.address, "Ada") as (ada,):
            while ada.board()["awaits"]:
                await ada.press(ada.board(), moves(ada.board())[-1])
            if "Rematch" in labels(ada.board()):
                break
            plies = len(stored(tmp_path))
            if kill % 3 == 1:
                await ada.until(lambda plies=plies: len(stored(tmp_path)) > plies)
            if kill % 3 == 2:
                await ada.until(lambda: asked_or_over(ada.board()))
            await bot.kill()
            assert "Traceback" not in await last_words(bot)
        plies = len(stored(tmp_path))
        async with visitors(await bot.start(), "Ada") as (ada,):
            await ada.until(lambda: asked_or_over(ada.board()))
            assert len(stored(tmp_path)) > plies or kill % 3
    assert len(stored(tmp_path)) == len(set(stored(tmp_path)))
    assert "Traceback" not in await bot.stop()
    await last_words(bot)
