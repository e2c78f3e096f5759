"""One reminder when a quarter of the time is left: to whom, where, and when not."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.domain.terms import DAY, HOUR, MINUTE
from bot.interface import Account
from storage.people import Preferences
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, private_chat
from tests.storage.facts import deadlines_due, deadlines_of

SIX, EIGHT = 6 * 60, 8 * 60  # minutes of a day


async def choose(house: House, who: Account, **chosen: object) -> None:
    """Somebody has chosen something before the bot came back."""
    person = await house.store.people.person("fake", who.id)
    assert person
    preferences = replace(Preferences(person.player), **chosen)  # type: ignore[arg-type]
    await house.store.settings.put_preferences(preferences)
    await house.restart()


@pytest.mark.parametrize(
    ("clock", "quarter"), [("5m", 75), ("1h", 15 * MINUTE), ("1d", 6 * HOUR), ("3d", 18 * HOUR)]
)
async def test_who_is_to_move_is_reminded_once_when_a_quarter_is_left(
    house: House, clock: str, quarter: int
) -> None:
    who, old = await house.start(f"/play sahara clock={clock}"), house.board()
    await house.wait(3 * quarter - 1)
    assert house.platform.pings == []
    await house.wait(1)
    assert house.platform.pings == [(who.id, CHANNEL.id)]
    assert ". Until" in house.board().message.text
    assert old.id not in house.platform.messages
    await house.wait(quarter - 1)
    await house.restart()
    await house.wait(0)
    assert len(house.platform.pings) == 1


@pytest.mark.parametrize(
    ("chosen", "clock", "left"),
    [
        ("off", "3d", []),
        ("quarter", "3d", ["18 hours"]),
        ("hour", "3d", ["1 hour"]),
        ("both", "3d", ["18 hours", "1 hour"]),
        ("both", "2h+1h", ["1 hour", "30 minutes"]),
        ("both", "4h+1h", ["1 hour"]),
        ("hour", "1h", ["15 minutes"]),  # all of it is the last hour
        ("hour", "7d+1d", ["1 hour"]),
    ],
)
async def test_it_says_that_it_is_a_reminder_and_how_long_is_left(
    house: House, chosen: str, clock: str, left: list[str]
) -> None:
    who, said = await house.start(f"/play sahara clock={clock}"), list[str]()
    await choose(house, who, reminders=chosen)
    due = (await deadlines_due(house.store, house.now + 30 * DAY))[-1].match
    times = {one.due for one in await deadlines_of(house.store, due) if one.kind != "forewarning"}
    for at in sorted(times):
        pinged = len(house.platform.pings)
        await house.wait(at - house.now)
        if len(house.platform.pings) > pinged and at < max(times):
            said += re.findall(rf"^Reminder for {who.name}: (.*) left for", house.board().message.text)
    assert said == left
    await house.press(who, "4")
    assert "Reminder" not in house.board().message.text


async def test_a_reminder_that_comes_late_tells_no_less_than_is_left(house: House) -> None:
    await house.start("/play sahara clock=1h")
    await house.wait(45 * MINUTE + 30)
    assert f"Reminder for {house.to_act().name}: 15 minutes left for" in house.board().message.text


async def test_where_quiet_hours_put_off_both_one_is_enough(house: House) -> None:
    """It is 13:46:40 UTC; nobody wants to hear anything from 11 to 13:30."""
    await house.start("/play sahara clock=1d")
    await choose(house, house.to_act(), reminders="both", quiet=(7 * 60, 13 * 60))
    await house.wait(DAY)
    assert len(house.platform.pings) == 1


async def test_an_offer_brings_no_second_reminder(house: House) -> None:
    who = await house.start("/play sahara clock=1h")
    await house.wait(45 * MINUTE)
    await house.press(who, "Offer draw")
    house.platform.pings.clear()
    await house.wait(14 * MINUTE)
    assert house.platform.pings == []


async def test_who_has_moved_is_not_reminded(house: House) -> None:
    await house.start("/play sahara clock=1h")
    house.now += 44 * MINUTE
    await house.press(house.to_act(), "4")  # and moves again: their time begins anew
    house.platform.pings.clear()
    await house.wait(MINUTE)
    assert house.platform.pings == []


async def test_in_quiet_hours_the_reminder_comes_when_they_end(house: House) -> None:
    """The clock of these tests begins at 13:46:40 UTC."""
    who = await house.start("/play sahara clock=1d")
    await choose(house, who, quiet=(SIX, EIGHT + 60))  # 18 hours later it is 7:46
    await house.wait(18 * HOUR)
    await house.wait(74 * MINUTE - 41)
    assert house.platform.pings == []
    await house.wait(1)
    assert house.platform.pings == [(who.id, CHANNEL.id)]
    await house.wait(HOUR)
    assert len(house.platform.pings) == 1


async def test_quiet_hours_are_those_of_their_time_zone(house: House) -> None:
    who = await house.start("/play sahara clock=1d")
    await choose(house, who, quiet=(SIX, EIGHT), zone="Asia/Tokyo")  # nine hours ahead
    await house.wait(18 * HOUR)
    assert house.platform.pings == [(who.id, CHANNEL.id)]


async def test_the_reminder_is_left_out_when_quiet_hours_last_longer_than_their_time(house: House) -> None:
    who = await house.start("/play sahara clock=1h")
    await choose(house, who, quiet=(13 * 60, 20 * 60))
    await house.wait(45 * MINUTE)
    assert house.platform.pings == []
    kinds = {deadline.kind for deadline in await deadlines_due(house.store, house.now + DAY)}
    assert kinds == {"time"}


@pytest.mark.parametrize(("clock", "reminded"), [("5m", False), ("1h", True)])
async def test_on_a_short_clock_who_is_watching_is_not_reminded(
    house: House, clock: str, reminded: bool
) -> None:
    who = await house.start(f"/play sahara clock={clock}")
    quarter = 75 if clock == "5m" else 15 * MINUTE
    house.now += 3 * quarter - 60
    await house.press(who, "My view")
    await house.wait(60)
    assert house.platform.pings == ([(who.id, CHANNEL.id)] if reminded else [])


async def test_in_a_set_up_each_is_reminded_also_where_both_read_one_board(house: House) -> None:
    await house.meet(ADA, BEN)
    house.platform.closed = {private_chat(ADA).id, private_chat(BEN).id}
    await house.type(ADA, "/play sator clock=1h")
    await house.press(BEN, "Accept")
    house.platform.pings.clear()
    await house.wait(45 * MINUTE)
    assert sorted(house.platform.pings) == [(ADA.id, CHANNEL.id), (BEN.id, CHANNEL.id)]
    assert len(house.live()) == 1


async def test_a_reminder_that_nothing_reaches_is_given_up(house: House) -> None:
    await house.start("/play sahara clock=1h")
    house.platform.closed = {CHANNEL.id, private_chat(ADA).id, private_chat(BEN).id}
    await house.wait(45 * MINUTE)
    assert house.platform.pings == []
    assert await deadlines_due(house.store, house.now) == ()
