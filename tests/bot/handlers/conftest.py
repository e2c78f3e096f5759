"""What several tests of handlers are given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.handlers.access import RateLimits
from bot.interface import Account
from tests.bot.memory_platform import NO_ROBOTS, UNHURRIED, House
from tests.bot.simple_robots import FirstMoves


@pytest.fixture
def robots() -> FirstMoves:
    return FirstMoves()


@pytest.fixture
async def house(request: pytest.FixtureRequest, tmp_path: Path, robots: FirstMoves) -> AsyncIterator[House]:
    """A bot on a platform in memory, as the mark `house` of a test, or of its module, describes it."""
    mark = request.node.get_closest_marker("house") or pytest.mark.house().mark
    async with furnished(tmp_path, robots, *mark.args, **mark.kwargs) as house:
        yield house


@asynccontextmanager
async def furnished(
    folder: Path,
    robots: FirstMoves,
    kind: Callable[..., House] = House,
    *,
    plays: bool = False,
    rates: RateLimits = UNHURRIED,
    later: int = 0,
    managers: Collection[Account] = (),
    meet: Collection[Account] = (),
    start: str = "",
) -> AsyncIterator[House]:
    """A house.

    Args:
        folder: for its database.
        robots: they play the first move they may.
        kind: the class of the house.
        plays: whether robots play.
        rates: how often people may ask.
        later: seconds by which its clock is ahead.
        managers: who manages every chat.
        meet: whom it knows.
        start: the command that begins a match, if there is one.
    """
    async with kind(folder, rates=rates, robots=robots if plays else NO_ROBOTS) as house:
        house.now += later
        house.managers = {who.id for who in managers}
        await house.meet(*meet)
        if start:
            await house.start(start)
        yield house
