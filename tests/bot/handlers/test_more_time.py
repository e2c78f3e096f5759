"""Time that somebody gives their opponent: by a button and a command, kept with what was credited."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.domain.terms import HOUR, MINUTE
from bot.interface import Account, GiveTime, Incoming
from storage.jobs import Job
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, code_of

pytestmark = pytest.mark.house(start="/play sahara clock=1h")


def waiting(house: House) -> Account:
    return BEN if house.to_act() == ADA else ADA


def text(house: House) -> str:
    return house.board().message.text


async def test_it_is_added_to_what_was_credited_and_the_reminder_comes_again(house: House) -> None:
    mover, giver = house.to_act(), waiting(house)
    house.now += 2 * HOUR
    await house.restart()  # credited, and told on the boards
    await house.wait(45 * MINUTE - 1)
    assert "Reminder" not in text(house)
    await house.wait(1)
    assert f"Reminder for {mover.name}" in text(house)
    await house.press(giver, "Give more time")
    assert f"{giver.name} has given {mover.name} 1 hour more." in text(house)
    house.platform.pings.clear()
    await house.wait(45 * MINUTE - 1)
    assert house.platform.pings == []
    await house.wait(1)  # a quarter of two hours is left
    assert house.platform.pings == [(mover.id, "channel")]
    await house.wait(30 * MINUTE - 1)
    assert "time is up" not in text(house)
    await house.wait(1)
    assert f"{mover.name}'s time is up" in text(house)


async def test_who_is_late_gets_it_from_now_on(house: House) -> None:
    giver = waiting(house)
    await house.wait(3 * HOUR)
    await house.type(giver, "/more_time")
    assert "time is up" not in text(house)
    await house.restart()
    await house.wait(HOUR - 1)
    assert "time is up" not in text(house)
    await house.wait(1)
    assert "time is up" in text(house)


async def test_it_counts_also_if_it_is_given_while_the_end_of_the_time_is_being_settled(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    giver, claim = waiting(house), house.store.jobs.claim

    async def slow(*claimed: Any, **more: Any) -> tuple[Job, ...]:
        jobs = await claim(*claimed, **more)
        if any(job.kind == "time" for job in jobs):
            await house.handle(Incoming(giver, CHANNEL, GiveTime(code_of(house)), "in time"))
        return jobs

    monkeypatch.setattr(house.store.jobs, "claim", slow)
    await house.wait(HOUR)
    await house.wait(HOUR - 1)
    assert "time is up" not in text(house)
    await house.wait(1)
    assert "time is up" in text(house)


async def test_each_gives_it_ten_times_in_a_match_and_is_told_how_often_it_is_left(house: House) -> None:
    mover, giver = house.to_act(), waiting(house)
    for left in (9, 8, 7, 6, 5, 4, 3, 2, 1, 0):
        assert "Give more time" in house.labels(await house.more(giver))
        await house.type(giver, "/more_time")
        times = f"{left} more time{'' if left == 1 else 's'}"
        assert house.note(giver) == f"{mover.name} has more time now. You can give it {times} in this match."
    assert "Give more time" not in house.labels(await house.more(giver))
    await house.restart()
    log = await house.store.matches.load(code_of(house))
    await house.type(giver, "/more_time")
    assert house.note(giver) == (
        f"You have given {mover.name} more time 10 times in this match. That is the limit."
    )
    assert await house.store.matches.load(code_of(house)) == log
    await house.press(mover, "5")
    assert "Give more time" in house.labels(await house.more(mover))  # the other one has not


async def test_of_gifts_that_come_at_once_each_counts(house: House) -> None:
    """As of all that somebody presses in a match at once: one after the other, none is lost."""
    giver = waiting(house)
    await asyncio.gather(*(house.type(giver, "/more_time") for _ in range(10)))
    told = [int(note.text.split("give it ")[1].split()[0]) for note in house.notes[giver.id]]
    assert sorted(told) == list(range(10))


async def test_nobody_gives_it_to_themselves(house: House) -> None:
    mover, giver = house.to_act(), waiting(house)
    await house.type(mover, "/more_time")
    assert house.note(mover) == f"{giver.name}'s clock is not running, so there is nothing to add to."
