"""Weekends off, as two people agree on it: told, kept through absences of the bot, and in whose zone."""

from __future__ import annotations

import pytest

from bot.domain.terms import DAY, HOUR
from games.events import ChallengeAccepted, ChallengeOffered
from tests.bot.memory_platform import ADA, BEN, House, other
from tests.storage.facts import deadlines_due

pytestmark = pytest.mark.house(later=4 * DAY, meet=(ADA, BEN))  # Friday, 13:46:40 UTC


def text(house: House) -> str:
    return house.board().message.text


async def test_it_is_told_before_somebody_accepts_and_on_the_board(house: House) -> None:
    await house.type(ADA, "/play sahara clock=1d weekends=off")
    assert "no time runs on Saturdays and Sundays, in the time zone of the player to move" in text(house)
    await house.press(BEN, "Accept")
    assert "Weekends are off: " in (await house.more(ADA)).text
    assert f"{house.to_act().name}'s turn. Until Mon 19 Jan, 13:46 UTC." in text(house)


async def test_the_zone_is_that_of_whoever_is_to_move_when_they_agreed(house: House) -> None:
    await house.type(ADA, "/settings zone=Asia/Tokyo")  # where the weekend begins at 15:00 UTC
    await house.type(BEN, "/settings zone=America/New_York")  # and here on Saturday, 5:00 UTC
    await house.type(ADA, "/play sahara clock=1d weekends=off")
    await house.press(BEN, "Accept")
    assert "Until Mon 19 Jan, 13:46 UTC." in text(house)
    event = (
        await house.store.matches.load((await deadlines_due(house.store, house.now + 9 * DAY))[0].match)
    )[1]
    await house.type(BEN, "/settings zone=UTC")
    assert isinstance(event, ChallengeAccepted)
    assert event.zone == "America/New_York"


async def test_in_a_rematch_it_is_that_of_whoever_asks_for_it(house: House) -> None:
    await house.type(ADA, "/settings zone=Asia/Tokyo")
    await house.type(BEN, "/settings zone=America/New_York")
    await house.type(ADA, "/play sahara clock=1d weekends=off")
    await house.press(BEN, "Accept")
    await house.resign(ADA)
    await house.press(BEN, "Rematch")
    (event,) = await house.store.matches.load(house.board().code)
    assert isinstance(event, ChallengeOffered)
    assert (event.challenger, event.zone) == (await house.services.accounts.register(BEN), "America/New_York")


async def test_a_credit_that_ends_on_a_weekend_runs_after_it(house: House) -> None:
    await house.type(ADA, "/play sahara clock=1h weekends=off")
    await house.press(BEN, "Accept")
    house.now += 10 * HOUR
    await house.restart()  # Friday 23:46:40; the hour is credited till Saturday 00:46:40
    await house.wait(HOUR)
    await house.wait(DAY)
    assert "time is up" not in text(house)
    await house.restart()
    await house.wait(DAY - 1)
    assert "time is up" not in text(house)
    await house.wait(1)  # Monday, 00:46:40
    assert "time is up" in text(house)


async def test_nobody_is_warned_that_a_match_is_given_up_while_there_is_time(house: House) -> None:
    """21 days of time are more than four weeks where weekends are off."""
    await house.type(ADA, "/play sahara clock=14d weekends=off")
    await house.press(BEN, "Accept")
    for _ in range(7):
        await house.type(other(house.to_act()), "/more_time")
    assert "Until Mon 16 Feb, 13:46 UTC." in text(house)
    await house.wait(31 * DAY - 1)
    assert "soon" not in text(house)
    await house.wait(1)
    assert "time is up" in text(house)


async def test_without_a_clock_there_is_nothing_to_agree_on(house: House) -> None:
    await house.type(ADA, "/play sahara clock=none weekends=off")
    assert "Weekends" not in text(house)
