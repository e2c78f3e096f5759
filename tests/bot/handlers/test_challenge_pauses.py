"""Whoever challenges one person again and again waits, each time longer, and is told how long."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.handlers.access import Pauses
from bot.handlers.pauses import ChallengePauses
from bot.interface import Account
from games.events import PlayerId
from tests.bot.memory_platform import ADA, BEN, CLEO, UNHURRIED, House
from tests.storage.facts import OPENED, M, change

pytestmark = pytest.mark.house(rates=replace(UNHURRIED, pauses=Pauses()), meet=(ADA, BEN, CLEO))


async def challenged(house: House, who: Account = ADA, name: str = "Ben") -> bool:
    """Whether a challenge is made; it is taken back at once."""
    made = (await house.type(who, f"/play sahara {name}")).succeeded
    if made:
        await house.press(who, "Cancel")
    return made


def told(house: House, who: Account = ADA) -> str:
    return house.note(who)


def lately(wait: str) -> str:
    return (
        f"You have challenged Ben several times lately. You can do so again in {wait}."
        " /play without a name challenges anyone."
    )


def test_the_pause_is_twice_as_long_each_time_and_at_most_a_day() -> None:
    pauses = [Pauses().after(count) for count in (0, 1, 2, 3, 4, 5, 30)]
    assert pauses == [0, 0, 30, 60, 120, 240, 86_400]


def test_the_first_challenge_counts_on_a_machine_that_has_just_been_started() -> None:
    pauses = ChallengePauses(Pauses(free=1, first=30), lambda: 5.0)
    pauses.count(change(M, 1, replace(OPENED, invited=PlayerId("bob"))))
    assert pauses.left(OPENED.challenger, ADA, PlayerId("bob")) == 30


async def test_the_wait_is_told_and_who_waits_as_long_gets_through(house: House) -> None:
    for wait, seconds in (("", 0), ("30 seconds", 30), ("1 minute", 60), ("2 minutes", 120)):
        if wait:
            assert not await challenged(house)
            assert told(house) == lately(wait)
            house.now += seconds - 1
            assert not await challenged(house)
            assert told(house) == lately("1 second")
            house.now += 1
        else:
            assert await challenged(house)
        assert await challenged(house)


async def test_others_and_other_challenges_do_not_wait(house: House) -> None:
    while await challenged(house):
        pass
    assert await challenged(house, ADA, "Cleo")
    assert await challenged(house, BEN, "Ada")
    assert (await house.type(ADA, "/play sahara")).succeeded


async def test_a_rematch_that_is_offered_and_taken_back_counts_as_well(house: House) -> None:
    await house.start("/play sahara Ben")
    await house.resign(ADA)
    over = house.board()
    for _ in range(2):
        assert (await house.press(ADA, "Rematch", over)).succeeded
        await house.press(ADA, "Cancel")
    await house.press(ADA, "Rematch", over)
    assert told(house) == lately("30 seconds")


async def test_once_one_is_accepted_nobody_has_to_wait(house: House) -> None:
    await challenged(house)
    assert (await house.type(ADA, "/play sahara Ben")).succeeded
    await house.press(BEN, "Accept")
    assert await challenged(house)
    assert await challenged(house)


async def test_after_a_day_the_count_begins_anew(house: House) -> None:
    while await challenged(house):
        pass
    house.now += 86_401
    for _ in range(2):
        assert await challenged(house)
    assert not await challenged(house)
    assert told(house) == lately("30 seconds")


async def test_a_clock_that_is_put_back_locks_nobody_out(house: House) -> None:
    while await challenged(house):
        pass
    house.set_clock(-3 * 86_400)
    assert not await challenged(house)
    assert told(house) == lately("30 seconds")
    house.now += 30
    assert await challenged(house)
