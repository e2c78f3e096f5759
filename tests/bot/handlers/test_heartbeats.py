"""Two bots on one store: no time runs for people whose platform nobody hears, else it runs."""

from __future__ import annotations

import pytest

from bot.delivery.heartbeat import NOT_HEARD
from tests.bot.memory_platform import House
from tests.bot.two_processes import Two
from tests.storage.facts import deadlines_of

MINUTES = 30


@pytest.fixture
async def hearing(two: Two) -> Two:
    """Both hear the platform on which a match is played."""
    await two[0].start()
    for house in two:
        hears(house, "fake")
        await house.wait(0)
    return two


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


async def test_of_two_processes_one_that_hears_nothing_of_a_platform_credits_nobody(hearing: Two) -> None:
    hears(hearing[0], "another")
    assert await credited(*hearing) == 0


async def test_of_two_processes_one_that_dies_leaves_time_as_it_is(hearing: Two) -> None:
    assert await credited(*hearing) == 0
    assert await credited(hearing[1]) == 0


async def test_where_the_one_died_that_heard_a_platform_the_other_credits_those_who_are_reached_there(
    hearing: Two,
) -> None:
    hears(hearing[1], "another")
    assert await credited(*hearing) == 0
    assert 60 * MINUTES - NOT_HEARD - 60 <= await credited(hearing[1]) < 60 * MINUTES


async def test_when_both_were_away_all_are_credited_once(hearing: Two) -> None:
    before = await due(hearing[0])
    for house in hearing:
        house.now += 3600
    for house in hearing:
        await house.services.heartbeat.come_back()
    assert await due(hearing[0]) - before == 3600


async def test_what_another_process_hears_counts_as_heard_until_that_one_has_been_gone_for_a_while(
    hearing: Two,
) -> None:
    """People are notified there meanwhile, as where one process hears all."""
    hears(hearing[0], "another")
    is_heard = hearing[0].dispatcher.services.heartbeat.hears
    await credited(*hearing)
    assert is_heard("fake")
    await credited(hearing[0])
    assert not is_heard("fake")


async def test_a_process_beside_others_looks_more_often_as_they_may_leave_jobs_behind(hearing: Two) -> None:
    heartbeat = hearing[0].dispatcher.services.heartbeat
    beside = heartbeat.wait
    hearing[0].store.shared = False
    assert beside < heartbeat.wait
