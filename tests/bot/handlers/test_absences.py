"""`/away`: what is refused, whose time stands still, and who is told; and through absences of the bot."""

from __future__ import annotations

from unittest.mock import AsyncMock

import pytest

from bot.domain.absences import unreported
from bot.domain.terms import DAY, HOUR
from bot.handlers.transactions import MatchTransaction
from games.match import Phase
from tests.bot.memory_platform import ADA, BEN, House, code_of, other, private_chat
from tests.storage.facts import deadlines_of

pytestmark = pytest.mark.house(meet=(ADA, BEN))  # Monday, 12 January 1970, 13:46:40 UTC


def text(house: House) -> str:
    return house.board().message.text


AWAY = "is away from Mon 12 Jan, 13:46 UTC to Sun 18 Jan, 00:00 UTC"


async def test_no_time_runs_for_who_is_away_and_it_is_told(house: House) -> None:
    who = await house.start("/play sahara clock=1d")
    await house.type(who, "/away 1970-01-12 17.1.")
    await house.settled()
    assert f"{who.name} {AWAY}" in (await house.more(who)).text
    assert f"{who.name}'s turn. Until Mon 19 Jan, 00:00 UTC." in text(house)
    house.now += 3 * DAY
    await house.restart()  # the bot was away as well
    await house.wait(6 * DAY)
    await house.wait(DAY)
    assert "time is up" in text(house)


IN_MARCH = 1_774_612_800  # Friday, 27 March 2026, 12:00 UTC


@pytest.mark.house(later=IN_MARCH - 1_000_000, meet=(ADA, BEN))
async def test_it_ends_with_its_last_day_though_that_has_no_24_hours(house: House) -> None:
    who = await house.start("/play sahara clock=1d")
    await house.type(who, "/settings zone=Europe/Berlin", private_chat(who))
    await house.type(who, "/away 28.3. 29.3.")
    await house.settled()
    assert "from Fri 27 Mar, 23:00 UTC to Sun 29 Mar, 22:00 UTC" in (await house.more(other(who))).text


async def test_it_is_told_before_somebody_accepts_and_holds_in_the_match(house: House) -> None:
    await house.type(ADA, "/away 12.1. 17.1.")
    await house.type(ADA, "/play sahara clock=1d")
    assert f"Ada {AWAY}" in text(house)
    await house.press(BEN, "Accept")
    await house.restart()
    assert f"Ada {AWAY}" in (await house.more(BEN)).text
    due = "Mon 19 Jan, 00:00" if house.to_act() == ADA else "Tue 13 Jan, 13:46"
    assert f"Until {due} UTC." in text(house)


async def test_nobody_is_warned_that_a_match_is_given_up_before_who_is_away_has_been_back_for_long(
    house: House,
) -> None:
    await house.start("/play sahara clock=none")
    await house.type(house.to_act(), "/away 12.1. 9.2.")
    await house.settled()
    await house.wait(40 * DAY + 27 * DAY - 1 - house.now)  # after 9 February, day 40 of 1970 begins
    assert "soon" not in text(house)
    await house.wait(1)
    assert "this match will be closed soon" in text(house)


async def test_who_is_back_has_their_time_run_again(house: House) -> None:
    who = await house.start("/play sahara clock=1d")
    await house.type(who, "/away 14.1. 20.1.")
    await house.type(who, "/away 12.1. 12.1.")
    await house.wait(HOUR)
    await house.type(who, "/away off")
    await house.settled()
    assert "is away" not in text(house)
    assert "Until Tue 13 Jan, 14:46 UTC." in text(house)  # the hour is theirs
    assert "You are not away." in house.note(who)
    await house.type(who, "/away")
    assert "You are not away." in house.note(who)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("11.1. 2000-01-01", "too far ahead"),
        ("1970-01-11 1970-01-20", "is over already"),
        ("20.1. 14.1.", "comes before"),
        ("1970-01-20 1970-01-14", "comes before"),
        ("2000 1000", "I need two days"),
        ("31.2. 1.3.", "I need two days"),
        ("soon", "I need two days"),
        ("14.1. 15.1. 16.1.", "I need two days"),
        ("14.1.1970 13.2.1970", "more than 30 days"),
    ],
)
async def test_what_is_refused_says_why(house: House, said: str, why: str) -> None:
    await house.type(ADA, f"/away {said}")
    assert why in house.note(ADA)


async def test_thirty_days_of_a_year_and_no_more(house: House) -> None:
    for said in ("14.1.1970 2.2.1970", "1.3.1970 10.3.1970"):
        await house.type(ADA, f"/away {said}")
        assert "You are away:" in house.note(ADA)
    await house.type(ADA, "/away 1.4.1970 1.4.1970")
    assert "more than 30 days" in house.note(ADA)
    await house.type(ADA, "/away 2.2.1970 2.2.1970")  # counts already
    assert "You are away:" in house.note(ADA)
    await house.type(ADA, "/away 1.1.1971 5.1.1971")  # another year
    assert "You are away:" in house.note(ADA)


async def test_what_a_kill_has_kept_from_a_match_is_told_when_it_is_said_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = await house.start("/play sahara clock=1d")
    with monkeypatch.context() as patched:
        patched.setattr(MatchTransaction, "commit", None)  # kept with what they have chosen, and no further
        await house.type(who, "/away 13.1. 17.1.")
    assert "is away" not in (await house.more(who)).text
    for _ in range(2):
        await house.type(who, "/away 13.1. 17.1.")
        await house.settled()
        assert f"{who.name} is away from Tue 13 Jan, 00:00 UTC to Sun 18 Jan" in (await house.more(who)).text
    assert len(await house.store.matches.load(code_of(house))) == 3  # offered, accepted, told once


async def test_a_match_that_ends_meanwhile_keeps_no_absence_from_being_noted(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = await house.start("/play sahara clock=1d")
    player = await house.services.accounts.register(who)
    running = await house.store.matches.matches_of(player, (Phase.RUNNING,))
    await house.resign(who)
    over = await house.store.matches.load(code_of(house))
    monkeypatch.setattr(house.store.matches, "matches_of", AsyncMock(return_value=running))
    await house.type(who, "/away 13.1. 17.1.")
    assert house.note(who).startswith("You are away:")
    assert await house.store.matches.load(code_of(house)) == over


async def test_what_is_part_of_an_absence_is_no_other_one(house: House) -> None:
    await house.type(ADA, "/away 12.1. 17.1.")
    for _ in range(3):
        house.now += 1
        await house.type(ADA, "/away 12.1. 13.1.")
    assert house.note(ADA).count("· from ") == 1


async def test_what_is_over_stays_told(house: House) -> None:
    who = await house.start("/play sahara clock=1d")
    await house.type(who, "/away 12.1. 13.1.")
    await house.wait(2 * DAY)
    known = await house.services.matches.load(code_of(house))
    kept = known.away[known.awaited[0]]
    assert unreported(kept, (), house.now) == ()  # as where the store has forgotten it
    assert unreported(kept, (), kept[0][0] + 1) == ((kept[0][0], kept[0][0] + 1),)


@pytest.mark.parametrize("clock", ["5m", "12h", "12h+1h"])
async def test_a_clock_of_less_than_a_day_does_not_stop(house: House, clock: str) -> None:
    who = await house.start(f"/play sahara clock={clock}")
    due = await deadlines_of(house.store, code_of(house))
    house.now += 290  # of five minutes ten seconds are left
    await house.type(who, "/away 12.1. 9.2.")
    assert "Clocks of less than a day do not stop." in house.note(who)
    await house.settled()
    assert "is away" not in text(house)
    assert await deadlines_of(house.store, code_of(house)) == due
    assert len(await house.store.matches.load(code_of(house))) == 2
    await house.wait(12 * HOUR)
    assert "time is up" in text(house)


async def test_nobody_is_said_to_be_away_where_the_clock_does_not_stop(house: House) -> None:
    await house.type(ADA, "/away 12.1. 17.1.")
    await house.type(ADA, "/play sahara clock=5m")
    assert "is away" not in text(house)
    await house.press(BEN, "Accept")
    assert "is away" not in text(house)
    await house.type(ADA, "/play sahara clock=none")
    assert "Ada is away" in text(house)
