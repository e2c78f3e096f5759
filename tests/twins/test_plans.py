"""What somebody has planned changes nothing for anybody else, until a plan comes true."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from bot.interface import Account
from tests.bot.memory_platform import BEN, CHANNEL, CLEO, House, code_of, other, private_chat
from tests.twins.steps import ASKS
from tests.twins.world import Recorder

FACTS = (
    "SELECT match, version, awaited, since, late FROM matches",
    "SELECT key, kind, due, since FROM jobs ORDER BY key, kind",
    "SELECT id, platform, chat FROM boards ORDER BY id",
    "SELECT match, version, kind, body FROM events ORDER BY version",
)


class Worlds:
    """Three worlds that differ in what one player has planned: two plans, and none."""

    def __init__(self, houses: list[House], mover: Account) -> None:
        self.houses, self.mover, self.owner = houses, mover, other(mover)

    async def both(self, who: Account, line: str, **chat: Any) -> None:
        """The same in each, with the same answer to all but the owner of the plan."""
        answers = [await house.type(who, line.format(code=code_of(house)), **chat) for house in self.houses]
        if who != self.owner:
            assert answers[1:] == answers[:-1], line

    async def same(self) -> None:
        """What was shown to others, and what is stored but for the plan, is the same in each."""
        own = private_chat(self.owner).id
        made = [[call for call in recorder(house).made if call[1] != own] for house in self.houses]
        assert made[1:] == made[:-1]
        facts = [await stored(house) for house in self.houses]
        assert facts[1:] == facts[:-1]


async def stored(house: House) -> list[list[tuple[Any, ...]]]:
    with closing(await house.by_hand()) as looked:
        return [looked.execute(sql).fetchall() for sql in FACTS]


def recorder(house: House) -> Recorder:
    assert isinstance(house.platform, Recorder)
    return house.platform


@asynccontextmanager
async def worlds(folder: Path, line: str) -> AsyncIterator[Worlds]:
    async with AsyncExitStack() as stack:
        houses, mover = [], BEN
        for number in range(3):
            house = House(folder / f"world {number}", Recorder())
            houses.append(await stack.enter_async_context(house))
            mover = await house.start(line)
        yield Worlds(houses, mover)


async def some_moves(house: House) -> list[str]:
    """Three different moves of who is to move."""
    match = await house.services.matches.load(code_of(house))
    assert match.state
    return [str(move) for move in match.state.legal_moves(match.awaited[0])[:3]]


PLANS = (
    ("/play sahara", ("5, 2, 1, 1", "1, 2"), "6"),
    ("/play sahara target=30 foreign_store=choice start=swap", ("5, keep", "1, swap"), "6"),
    ("/play sato table=small variant=split", ("", ""), ""),
)


@pytest.mark.parametrize(("line", "plans", "played"), PLANS)
async def test_nobody_else_sees_what_is_planned(
    tmp_path: Path, line: str, plans: tuple[str, str], played: str
) -> None:
    async with worlds(tmp_path, line) as three:
        if not played:
            first, second, played = await some_moves(three.houses[0])
            plans = first, second
        for house, plan in zip(three.houses, (*plans, ""), strict=True):
            assert (await house.type(three.owner, f"/if {plan}".strip())).succeeded
        for asked in ASKS:
            if "{game}" not in asked:
                for who in (three.mover, CLEO):
                    await three.both(who, asked)
        await three.both(three.owner, "/board {code}")
        await three.same()
        for house in three.houses:
            await house.restart()
            await house.wait(3 * 3600)
        await three.same()
        await three.both(three.mover, f"/move {played} {{code}}")
        await three.both(three.owner, "/board {code}")
        await three.same()
        for house in three.houses:
            await house.resign(three.owner, code_of(house))
        for asked in ("/replay {code}", "/export {code}", "/verify {code}", "/review {code}"):
            for who in (three.mover, CLEO):
                await three.both(who, asked, chat=CHANNEL)
        await three.same()
