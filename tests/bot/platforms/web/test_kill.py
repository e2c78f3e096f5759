"""In the web chat both private boards catch up after kill -9, and a robot that was killed plays on once."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.platforms.web.visitor import Bot, Shown, Visitor, labels, visitors

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]  # a busy machine starts each bot slowly
NAMES = ("Ada", "Ben")
MOVES = set("123456")
KILLS = 6


def stored(data: Path) -> list[str]:
    """The plies in the database, in order; read while nobody writes."""
    with sqlite3.connect(data / "tischrand.db") as connection:
        rows = connection.execute(
            "SELECT version, body FROM events WHERE kind = 'MovePlayed' ORDER BY version"
        )
        return [f"{version} {body}" for version, body in rows]


def to_act(board: Shown, pages: list[Visitor]) -> Visitor:
    (awaited,) = board["awaits"]
    return next(page for page in pages if page.id == awaited["id"])


def moves(board: Shown) -> list[str]:
    return [label for label in labels(board) if label in MOVES]


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot that is gone after the test, whatever happens."""
    bot = Bot(tmp_path)
    yield bot
    await bot.end()
    sys.stdout.write(f"the log of the bot:\n{bot.story}")  # seen where a test fails


async def test_after_kill_9_in_the_middle_of_a_press_both_private_boards_catch_up(
    bot: Bot, tmp_path: Path
) -> None:
    """Nobody presses again: what was stored is shown on both boards, wherever the bot was killed."""
    async with visitors(await bot.start(), *NAMES) as (ada, ben):
        await ada.type("/play sahara ben", f"@{ada.id}")
        await ben.until(lambda: "Accept" in labels(ben.board(f"@{ben.id}")))
        await ben.press(ben.board(f"@{ben.id}"), "Accept")
        await caught_up([ada, ben])
    for attempt in range(KILLS):
        async with visitors(bot.address, *NAMES) as pages:
            mover = to_act(pages[0].own(), pages)
            # At once, after some frame or other, and after the answer: by then it is stored.
            await mover.press(mover.own(), moves(mover.own())[0], wait=attempt % 3 == 2)
            if attempt % 3 == 1:
                await mover.more()
            await bot.kill()
        plies = len(stored(tmp_path))
        async with visitors(await bot.start(), *NAMES) as pages:
            await caught_up(pages)
            assert len(stored(tmp_path)) == plies
    assert plies >= KILLS // 3


async def caught_up(pages: list[Visitor]) -> None:
    """Read frames until both private boards tell of the same turn, and whoever is to move can do so."""
    while not agreeing(pages):
        reading = [asyncio.create_task(page.more()) for page in pages]
        done, waiting = await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not any(task.exception() for task in done), [page.own()["text"] for page in pages]


def agreeing(pages: list[Visitor]) -> bool:
    return len({turn_in(page) for page in pages}) == 1 and any(moves(page.own()) for page in pages)


def turn_in(page: Visitor) -> str:
    """What the private board tells of the last turn: the same to both."""
    return str(page.own()["text"]).partition("It is")[0]


# Robots


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
