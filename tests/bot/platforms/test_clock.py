"""Every rule of the clock on each platform's loopback server, with a clock that stands still."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.domain.terms import DAY, HOUR, MINUTE
from tests.bot.platforms.clock_setups import PLATFORMS, ClockTable, clock_table


@pytest.fixture(params=PLATFORMS)
async def there(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ClockTable]:
    async with clock_table(request.param, tmp_path) as table:
        yield table


def other(name: str) -> str:
    return "Ben" if name == "Ada" else "Ada"


async def late(there: ClockTable) -> str:
    """A match in which the time of this person is up."""
    await there.begin("clock=1h")
    who = there.mover()
    await there.until(await there.due("time"))
    return who


async def test_when_a_time_is_up_the_opponent_claims_the_win(there: ClockTable) -> None:
    await there.begin("clock=1h")
    who, due = there.mover(), await there.due("time")
    assert due - there.now() <= HOUR
    assert f"{who} has until" in there.text()
    await there.until(due - 1)
    assert "time is up" not in there.text()
    await there.until(due)
    assert f"{who}'s time is up: {other(who)} may claim the win, call it a draw, or wait." in there.text()
    await there.press(other(who), "Claim the win")
    assert f"{who} ran out of time: {other(who)} wins." in there.text()
    assert await there.deadlines() == ()


async def test_or_calls_it_a_draw(there: ClockTable) -> None:
    who = await late(there)
    await there.press(other(who), "Call it a draw")
    assert "Time ran out, and the match was called a draw." in there.text()


async def test_or_waits_until_the_late_one_moves(there: ClockTable) -> None:
    who = await late(there)
    await there.press(other(who), "Wait")
    await there.until(there.now() + DAY)
    await there.press(who, "1")
    assert "time is up" not in there.text()
    assert f"{other(who)} has until" in there.text()


async def test_an_absence_of_two_hours_is_credited(there: ClockTable) -> None:
    await there.begin("clock=1h")
    due = await there.due("time")
    await there.look()
    before = there.now()
    await there.set_clock(before + 2 * HOUR)
    await there.restart()
    moved = await there.due("time")
    assert 2 * HOUR <= moved - due <= 2 * HOUR + MINUTE
    await there.until(moved - 1)
    assert "time is up" not in there.text()
    await there.until(moved)
    assert "time is up" in there.text()


async def test_who_is_to_move_is_reminded_once_by_a_fresh_board(there: ClockTable) -> None:
    await there.begin("clock=1h")
    due, newest = await there.due("reminder"), there.newest()
    assert await there.due("time") - due == 15 * MINUTE
    await there.until(due - 1)
    assert there.newest() == newest
    await there.until(due)
    reminder = there.newest()
    assert reminder != newest
    assert f"{there.mover()} has until" in there.text()
    await there.look()
    assert there.newest() == reminder


async def test_who_wants_no_reminder_gets_none(there: ClockTable) -> None:
    await there.begin("clock=1h")
    await there.choose(there.mover(), reminders="off")
    newest = there.newest()
    await there.until(await there.due("reminder"))
    assert there.newest() == newest


async def test_in_quiet_hours_the_reminder_waits_for_their_end(there: ClockTable) -> None:
    await there.begin("clock=1d")
    who, due = there.mover(), await there.due("reminder")
    minute = due % DAY // MINUTE
    await there.choose(who, quiet=(minute, (minute + 60) % (24 * 60)))
    newest, due = there.newest(), await there.due("reminder")
    await there.until(due)
    assert there.newest() == newest
    await there.until(await there.next_notice())
    assert there.newest() != newest
    assert there.now() - due <= HOUR


async def test_a_match_that_nobody_touches_is_warned_and_given_up(there: ClockTable) -> None:
    await there.begin("clock=none")
    warned = await there.due("forewarning")
    await there.until(warned)
    assert "this match will be closed soon" in there.text()
    gone = await there.due("abandonment")
    assert gone - warned >= 3 * DAY
    await there.until(gone - 1)
    assert "Closed because nobody moved" not in there.text()
    await there.until(gone)
    assert "Closed because nobody moved. No winner" in there.text()


async def test_a_challenge_expires_and_is_made_again(there: ClockTable) -> None:
    await there.play("clock=1h")
    due = await there.due("expiry")
    await there.until(due - 1)
    assert "Accept" in there.labels()
    await there.until(due)
    assert "it has expired" in there.text()
    assert there.labels() == ["Challenge again"]
    await there.press("Ada", "Challenge again")
    await there.press("Ben", "Accept")
    assert f"{there.mover()} has until" in there.text()
