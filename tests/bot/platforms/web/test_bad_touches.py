"""Touches that do not count: forged, outdated, somebody else's, or the same once more."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.handlers.dispatcher import Dispatcher
from tests.bot.platforms.web.running import web_bot
from tests.bot.platforms.web.visitor import Shown, Visitor, visitors

FORGED = "c:AAAAAA:1:9:1:0"


@dataclass
class Table:
    """A match of Stacko: each player has a board of their own."""

    dispatcher: Dispatcher
    mover: Visitor
    rival: Visitor

    async def settled(self) -> None:
        await self.dispatcher.worker.settled()
        for page in (self.mover, self.rival):
            await page.ping()

    def boards(self) -> list[Shown]:
        return [page.own() for page in (self.mover, self.rival)]


@pytest_asyncio.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with (
        web_bot(tmp_path, draw=random.Random(1).randbytes) as (adapter, dispatcher),
        visitors(adapter.name, "Ada", "Ben") as (ada, ben),
    ):
        await ada.type("/play stacko")
        await ben.ping()
        await ben.press(ben.board(), "Accept")
        table = Table(dispatcher, ada, ben)
        await table.settled()
        (awaited,) = ada.own()["awaits"]
        if awaited["id"] == ben.id:
            table.mover, table.rival = ben, ada
        yield table


def payload(board: Shown, label: str = "5") -> str:
    found: str = next(
        button["payload"] for row in board["rows"] for button in row if button["label"] == label
    )
    return found


@pytest.mark.parametrize("kind", ["forged", "on another's board", "for another", "outdated"])
async def test_a_touch_that_does_not_count_is_answered_and_changes_nothing(table: Table, kind: str) -> None:
    mover, rival = table.mover, table.rival
    board, touched = mover.own(), payload(mover.own())
    who, message = mover, board["id"]
    if kind == "forged":
        touched = FORGED
    elif kind == "for another":
        who, message = rival, rival.own()["id"]
    elif kind == "on another's board":
        who = rival
    else:
        await mover.send_press(message, touched)
        await table.settled()
    before, notes = table.boards(), len(who.notes)
    await who.send_press(message, touched)
    await table.settled()
    assert table.boards() == before
    assert len(who.notes) == notes + 1
    assert who.notes[-1]["text"]


async def test_a_touch_counts_once_however_often_it_comes(table: Table) -> None:
    board = table.mover.own()
    press = await table.mover.send_press(board["id"], payload(board))
    await table.settled()
    before = table.boards()
    for _ in range(3):
        await table.mover.send_press(board["id"], payload(board), press_id=press)
    await table.settled()
    assert table.boards() == before
    assert "It is Ben's turn." in before[0]["text"]
