"""The moves of a match stand beside its board."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.handlers.dispatcher import Dispatcher
from tests.bot.platforms.web.running import web_bot
from tests.bot.platforms.web.visitor import Shown, Visitor, labels, visitors

pytestmark = pytest.mark.asyncio(loop_scope="session")

TURNS = 6


class Playing:
    """Ada and Ben at a board in the channel."""

    def __init__(self, dispatcher: Dispatcher, ada: Visitor, ben: Visitor) -> None:
        self.dispatcher, self.people = dispatcher, (ada, ben)

    @property
    def board(self) -> Shown:
        return self.people[0].board()

    @property
    def told(self) -> list[str]:
        moves: list[str] = self.board["moves"]["moves"]
        return moves

    def mover(self, *, waits: bool = False) -> Visitor:
        asked = {person["id"] for person in self.board["awaits"]}
        return next(page for page in self.people if (page.id in asked) != waits)

    async def press(self, page: Visitor, shown: Shown, label: str) -> None:
        await page.press(shown, label)
        await self.dispatcher.worker.settled()
        for one in self.people:
            await one.ping()

    async def begin(self) -> None:
        ada, ben = self.people
        await ada.type("/play sahara @Ben")
        await ben.ping()
        await self.press(ben, ben.board(), "Accept")

    async def sow(self) -> None:
        move = next(label for label in labels(self.board) if label.isdigit())
        await self.press(self.mover(), self.board, move)


@asynccontextmanager
async def playing(data: Path) -> AsyncIterator[Playing]:
    async with web_bot(data) as (adapter, dispatcher), visitors(adapter.name, "Ada", "Ben") as people:
        yield Playing(dispatcher, *people)


async def test_moves_are_listed_beside_the_board_also_after_a_restart(tmp_path: Path) -> None:
    async with playing(tmp_path) as match:
        await match.begin()
        assert match.board["moves"] is None
        await match.sow()
        assert len(match.told) == 1
        while len(match.told) < TURNS:
            before = match.told
            await match.sow()
            assert match.told[: len(before) - 1] == before[:-1]
        assert all("sowed" in told for told in match.told)
        before = match.told
    async with playing(tmp_path) as match:
        await match.sow()
        assert match.told[: TURNS - 1] == before[:-1]
        assert match.told != before


async def test_each_listed_move_leads_to_the_position_after_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as match:
        await match.begin()
        await match.press(match.mover(), match.board, "4")  # and moves again
        while match.board["moves"] is None or len(match.told) < TURNS:
            await match.sow()
        ada, places = match.people[0], []
        listed = match.board["moves"]
        assert listed["numbers"] != [*range(1, TURNS + 1)], "a turn of several sowings is several moves"
        for told, number, payload in zip(match.told, listed["numbers"], listed["payloads"], strict=True):
            await ada.send_press(match.board["id"], payload)
            note = ada.notes[-1]
            assert note["text"].startswith(f"Move {number} of {listed['numbers'][-1]}."), "both count alike"
            places.append(note["track"]["at"])
            assert "," in told or told in note["text"]  # a turn of several sowings is told in short
        assert places == sorted(set(places))
        assert places[-1] == len(note["track"]["payloads"]) - 1


async def test_a_move_taken_back_is_not_listed_any_more(tmp_path: Path) -> None:
    async with playing(tmp_path) as match:
        await match.begin()
        while match.board["moves"] is None or len(match.told) < TURNS:
            before = match.board["moves"]
            mover = match.mover()
            await match.sow()
        await match.press(mover, match.board, "More")
        await match.press(mover, mover.notes[-1], "Take move back")
        other = next(page for page in match.people if page is not mover)
        await match.press(other, match.board, "Allow take-back")
        assert match.board["moves"] == before
