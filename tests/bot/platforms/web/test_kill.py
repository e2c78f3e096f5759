"""Whole matches over a real WebSocket, with kill -9 at every point: nothing is lost, nothing counts twice."""

from __future__ import annotations

import asyncio
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
MIDDLE = 9  # plies
EVERY = 5  # plies between two kills


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


async def begin(pages: list[Visitor]) -> None:
    ada, ben = pages
    await ada.type("/play sahara")
    await ben.until(lambda: any("Accept" in labels(m) for m in ben.messages.values() if m["kind"] == "bot"))
    await ben.press(ben.board(), "Accept")


async def all_see(pages: list[Visitor], text: str) -> None:
    for page in pages:
        await page.until(lambda page=page: page.board()["text"] == text)


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot that is gone after the test, whatever happens."""
    bot = Bot(tmp_path)
    yield bot
    await bot.end()
    sys.stdout.write(f"the log of the bot:\n{bot.story}")  # seen where a test fails


async def test_a_match_survives_kill_9_between_plies(bot: Bot, tmp_path: Path) -> None:
    plies, over = 0, False
    async with visitors(await bot.start(), *NAMES) as pages:
        await begin(pages)
    while not over:
        await bot.kill()
        assert len(stored(tmp_path)) == plies
        async with visitors(await bot.start(), *NAMES) as pages:
            for _ in range(EVERY):
                mover = to_act(pages[0].board(), pages)
                await mover.press(mover.board(), moves(mover.board())[-1])
                plies += 1
                over = not mover.board()["awaits"]
                await all_see(pages, mover.board()["text"])
                if over:
                    break
    assert "Rematch" in labels(pages[0].board())
    assert len(stored(tmp_path)) == plies == len(set(stored(tmp_path)))
    assert "Traceback" not in await bot.stop()


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


async def test_kill_9_in_the_middle_of_a_press_loses_and_doubles_nothing(bot: Bot, tmp_path: Path) -> None:
    """The press is sent and the bot killed at once; the page sends the same press again, as pages do."""
    plies, over = 0, False
    async with visitors(await bot.start(), *NAMES) as pages:
        await begin(pages)
    while not over and plies < MIDDLE:
        async with visitors(bot.address, *NAMES) as pages:
            mover = to_act(pages[0].board(), pages)
            board, move = mover.board(), moves(mover.board())[0]
            press = await mover.press(board, move, wait=False)
            if plies % 3:
                await mover.more()
            await bot.kill()
        assert len(stored(tmp_path)) in (plies, plies + 1)
        async with visitors(await bot.start(), *NAMES) as pages:
            again = next(page for page in pages if page.name == mover.name)
            await again.press(board, move, press_id=press)
            plies += 1
            assert len(stored(tmp_path)) == plies
            over = not again.board()["awaits"]
            await all_see(pages, again.board()["text"])
    assert "Traceback" not in await bot.stop()
