"""Two bots on one store: no time runs for people whose platform nobody hears, else it runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.delivery.heartbeat import NOT_HEARD
from tests.bot.memory_platform import House
from tests.bot.two_processes import two_processes
from tests.storage.facts import deadlines_of

Two = tuple[House, House]
MINUTES = 30


@pytest.fixture
async def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Two]:
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: b"")
    async with two_processes(tmp_path) as houses:
        await houses[0].start()
        for house in houses:
            hears(house, "fake")
            await house.wait(0)
        yield houses


def hears(house: House, *platforms: str) -> None:
    house.hearing, house.silent = platforms, {"fake"} - {*platforms}


async def due(house: House) -> int:
    """When the time of who is to move is up."""
    match = house.board().code
    return next(one.due for one in await deadlines_of(house.store, match) if one.kind == "time")


async def credited(*alive: House) -> int:
    """By how many seconds that is later half an hour later, with these at work."""
    before = await due(alive[0])
    for _ in range(MINUTES):
        for house in alive:
            await house.wait(60)
    return await due(alive[0]) - before


async def test_of_two_processes_one_that_hears_nothing_of_a_platform_credits_nobody(two: Two) -> None:
    hears(two[0], "another")
    assert await credited(*two) == 0


async def test_of_two_processes_one_that_dies_leaves_time_as_it_is(two: Two) -> None:
    assert await credited(*two) == 0
    assert await credited(two[1]) == 0


async def test_where_the_one_died_that_heard_a_platform_the_other_credits_those_who_are_reached_there(
    two: Two,
) -> None:
    hears(two[1], "another")
    assert await credited(*two) == 0
    assert 60 * MINUTES - NOT_HEARD - 60 <= await credited(two[1]) < 60 * MINUTES


async def test_when_both_were_away_all_are_credited_once(two: Two) -> None:
    before = await due(two[0])
    for house in two:
        house.now += 3600
    for house in two:
        await house.services.heartbeat.come_back()
    assert await due(two[0]) - before == 3600


async def test_what_another_process_hears_counts_as_heard_until_that_one_has_been_gone_for_a_while(
    two: Two,
) -> None:
    """People are notified there meanwhile, as where one process hears all."""
    hears(two[0], "another")
    is_heard = two[0].dispatcher.services.heartbeat.hears
    await credited(*two)
    assert is_heard("fake")
    await credited(two[0])
    assert not is_heard("fake")
