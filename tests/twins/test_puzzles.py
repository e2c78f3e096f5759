"""Who has solved the puzzle of the day, and how, changes nothing for anybody else but the number of solvers.

That is the only secret of a puzzle. What its position hides is nobody's: it comes from a match of robots, is
the same for everybody, and its answers hold for whatever is hidden (`tests/robots/test_puzzles.py`).
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

from bot.interface import Account
from tests.bot.handlers.test_daily_puzzles import DAY, NINE, ON, answered, at, switched
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, account
from tests.bot.simple_robots import FirstMoves
from tests.twins.world import Recorder

DORA = account("Dora")
ASKED = ("/puzzle", "/profile Ben", "/profile Cleo", "/leaderboard", "/help", "/settings", "/standing")


async def looked(house: House) -> list[object]:
    """What Dora is answered, and what all read in the chat."""
    return [
        *[(await house.type(DORA, line)).noted for line in ASKED],
        *[shown.message for shown in house.platform.in_chat(CHANNEL)],
    ]


async def day(house: House, solver: Account, other: Account) -> list[object]:
    """One of two solves the puzzle, the other tries it; what everybody else sees until it is over."""
    await house.meet(ADA, BEN, CLEO, DORA)
    await switched(house, ON)
    (board,) = await at(house, NINE)
    seen = await looked(house)
    for who, right in sorted(((solver, True), (other, False)), key=lambda one: one[0].id):
        await answered(house, who, board, right=right)
    await at(house, NINE + 60)
    seen += await looked(house)
    await house.restart()
    await at(house, NINE + DAY)
    return seen + await looked(house)


async def test_nobody_else_sees_who_solved_it(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        seen, made = [], []
        for number, (solver, other) in enumerate(((BEN, CLEO), (CLEO, BEN))):
            recorder = Recorder()
            house = House(tmp_path / f"{number}", recorder, robots=FirstMoves())
            house.managers = {ADA.id}
            await stack.enter_async_context(house)
            seen.append(await day(house, solver, other))
            made.append([call for call in recorder.made if call[1] == CHANNEL.id])
        assert "1 person solved the last puzzle." in str(seen[0])
        assert seen[0] == seen[1]
        assert made[0] == made[1]
