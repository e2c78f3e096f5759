"""The time left on boards and in lists: it costs no press a look into the database, and tells nothing."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.terms import DAY, HOUR, MINUTE
from storage.people import Preferences
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, private_chat

# On boards


async def test_the_board_tells_until_when_who_is_to_move_has_time(house: House) -> None:
    who = await house.start("/play sahara clock=1d")
    assert f"{who.name}'s turn. Until Tue 13 Jan, 13:46 UTC." in house.board().message.text
    await house.wait(HOUR)
    await house.press(who, "1")
    assert "Until Tue 13 Jan, 14:46 UTC." in house.board().message.text


async def test_time_that_is_saved_up_is_told_of_both(house: House) -> None:
    mover = await house.start("/play sahara clock=7d+1d")
    assert "Clock: 7 days each, and 1 day more with every move." in (await house.more(mover)).text
    await house.wait(3 * DAY)
    house.now += DAY
    await house.restart()  # credited: nobody could play
    await house.press(mover, "5")
    assert f"{mover.name} has 5 days left." in (await house.more(mover)).text
    told = house.board().message.text
    assert f"{house.to_act().name}'s turn. Until Fri 23 Jan, 13:46 UTC." in told


async def test_without_a_clock_nothing_is_said_of_time(house: House) -> None:
    await house.start("/play sahara clock=none")
    assert "Until" not in house.board().message.text


async def test_when_a_time_is_up_nothing_is_left_of_it(house: House) -> None:
    await house.start("/play sahara clock=1h")
    await house.wait(HOUR)
    assert "Until" not in house.board().message.text


async def test_in_a_set_up_it_tells_until_when_both_have_time(house: House) -> None:
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sator clock=1h")
    await house.press(BEN, "Accept")
    told = house.platform.in_chat(CHANNEL)[0].message.text
    assert told.count("Until Mon 12 Jan, 14:46 UTC.") == 1


async def test_a_private_board_tells_it_in_the_readers_time_zone(house: House) -> None:
    await house.meet(ADA, BEN)
    person = await house.store.people.person("fake", "ben")
    assert person
    await house.store.settings.put_preferences(replace(Preferences(person.player), zone="Asia/Tokyo"))
    await house.start_alone("/play sahara ben clock=1h")
    assert "Until Mon 12 Jan, 14:46 UTC." in house.board(private_chat(ADA)).message.text
    assert "Until Mon 12 Jan, 23:46." in house.board(private_chat(BEN)).message.text


async def test_a_credit_is_told_with_the_next_change(house: House) -> None:
    await house.start("/play sahara clock=1d")
    house.now += 2 * HOUR
    await house.restart()
    await house.press(house.to_act(), "Offer draw")
    assert "Until Tue 13 Jan, 15:46 UTC." in house.board().message.text


# In lists


async def test_the_list_of_matches_tells_how_much_time_is_left(house: House) -> None:
    await house.start("/play sahara clock=1h")
    await house.type(ADA, "/play sator clock=none", private_chat(ADA))
    await house.wait(20 * MINUTE)
    await house.type(ADA, "/matches")
    challenge, running = sorted(house.note(ADA).splitlines()[1:], key=lambda line: "Sahara" in line)
    assert running.endswith(", for 20 minutes · 40 minutes left")
    assert challenge.endswith("· 23 hours, 40 minutes left")
    await house.wait(40 * MINUTE)
    await house.type(ADA, "/matches")
    (running,) = (line for line in house.note(ADA).splitlines() if "Sahara" in line)
    assert "left" not in running


# What it tells
