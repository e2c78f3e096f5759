"""Every rule of the clock on each platform, with a clock that stands still."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.domain.terms import DAY, HOUR, MINUTE
from storage.jobs import Deadline, Kind
from storage.people import Preferences
from tests.bot.platforms.across_people import Guest, Seen
from tests.bot.platforms.across_setup import PLATFORMS, Across, across, all_on
from tests.storage.facts import deadlines_due, notices_due


@pytest.fixture(params=PLATFORMS)
async def there(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Across]:
    async with across(tmp_path, all_on(request.param)) as there:
        yield there


async def begin(there: Across, words: str) -> None:
    """Ada challenges, Ben accepts; both have seen that it has begun."""
    await there.accepted(there.guest("Ada"), there.guest("Ben"), f"sahara {words}")
    for one in await notices_due(there.store):
        await there.store.jobs.drop_seen_notice(one.notice.player, one.match, one.due)


def board(there: Across) -> Seen:
    return there.guest("Cleo").board()


def mover(there: Across) -> Guest:
    found = re.search(r"It is (\w+)'s turn\.", board(there).text)
    assert found, board(there).text
    return there.guest(found[1])


def other(there: Across, guest: Guest) -> Guest:
    return there.guest("Ben" if guest.name == "Ada" else "Ada")


async def press(there: Across, guest: Guest, label: str) -> None:
    await there.press(guest, guest.board(), label)


async def deadlines(there: Across) -> tuple[Deadline, ...]:
    """All that will become due."""
    return await deadlines_due(there.store, 2**40)


async def due(there: Across, kind: Kind) -> int:
    """When this becomes due in the only match."""
    return next(deadline.due for deadline in await deadlines(there) if deadline.kind == kind)


async def until(there: Across, at: int) -> None:
    """It is so late now, and the bot looks at the clock."""
    there.later(at - there.now())
    there.dispatcher.worker.look()
    await there.settled(waiting=False)


async def choose(there: Across, guest: Guest, **chosen: object) -> None:
    """Somebody has chosen something before the bot came back."""
    person = await there.store.people.person_named(guest.platform, guest.name)
    assert person
    await there.store.settings.put_preferences(replace(Preferences(person.player), **chosen))  # type: ignore[arg-type]
    await there.restart()


async def late(there: Across) -> Guest:
    """A match in which the time of this person is up."""
    await begin(there, "clock=1h")
    who = mover(there)
    await until(there, await due(there, "time"))
    return who


async def test_when_a_time_is_up_the_opponent_claims_the_win(there: Across) -> None:
    await begin(there, "clock=1h")
    who, end = mover(there), await due(there, "time")
    assert end - there.now() <= HOUR
    assert f"{who.name} has until" in board(there).text
    await until(there, end - 1)
    assert "time is up" not in board(there).text
    await until(there, end)
    told = f"{who.name}'s time is up: {other(there, who).name} may claim the win, call it a draw, or wait."
    assert told in board(there).text
    await press(there, other(there, who), "Claim the win")
    assert f"{who.name} ran out of time: {other(there, who).name} wins." in board(there).text
    assert await deadlines(there) == ()


async def test_or_calls_it_a_draw(there: Across) -> None:
    await press(there, other(there, await late(there)), "Call it a draw")
    assert "Time ran out, and the match was called a draw." in board(there).text


async def test_or_waits_until_the_late_one_moves(there: Across) -> None:
    who = await late(there)
    await press(there, other(there, who), "Wait")
    await until(there, there.now() + DAY)
    await press(there, who, "1")
    assert "time is up" not in board(there).text
    assert f"{other(there, who).name} has until" in board(there).text


async def test_an_absence_of_two_hours_is_credited(there: Across) -> None:
    await begin(there, "clock=1h")
    end = await due(there, "time")
    await until(there, there.now())
    there.later(2 * HOUR)
    await there.restart()
    moved = await due(there, "time")
    assert 2 * HOUR <= moved - end <= 2 * HOUR + MINUTE
    await until(there, moved - 1)
    assert "time is up" not in board(there).text
    await until(there, moved)
    assert "time is up" in board(there).text


async def test_who_is_to_move_is_reminded_once_by_a_fresh_board(there: Across) -> None:
    await begin(there, "clock=1h")
    soon, before = await due(there, "reminder"), board(there).id
    assert await due(there, "time") - soon == 15 * MINUTE
    await until(there, soon - 1)
    assert board(there).id == before
    await until(there, soon)
    reminder = board(there).id
    assert reminder != before
    assert f"{mover(there).name} has until" in board(there).text
    await until(there, there.now())
    assert board(there).id == reminder


async def test_who_wants_no_reminder_gets_none(there: Across) -> None:
    await begin(there, "clock=1h")
    await choose(there, mover(there), reminders="off")
    before = board(there).id
    await until(there, await due(there, "reminder"))
    assert board(there).id == before


async def test_in_quiet_hours_the_reminder_waits_for_their_end(there: Across) -> None:
    await begin(there, "clock=1d")
    minute = await due(there, "reminder") % DAY // MINUTE
    await choose(there, mover(there), quiet=(minute, (minute + 60) % (24 * 60)))
    before, soon = board(there).id, await due(there, "reminder")
    await until(there, soon)
    assert board(there).id == before
    await until(there, (await notices_due(there.store))[0].due)
    assert board(there).id != before
    assert there.now() - soon <= HOUR


async def test_a_match_that_nobody_touches_is_warned_and_given_up(there: Across) -> None:
    await begin(there, "clock=none")
    warned = await due(there, "forewarning")
    await until(there, warned)
    assert "this match will be closed soon" in board(there).text
    gone = await due(there, "abandonment")
    assert gone - warned >= 3 * DAY
    await until(there, gone - 1)
    assert "Closed because nobody moved" not in board(there).text
    await until(there, gone)
    assert "Closed because nobody moved. No winner" in board(there).text


async def test_a_challenge_expires_and_is_made_again(there: Across) -> None:
    ada, ben = there.guest("Ada"), there.guest("Ben")
    await there.type(ada, "/play sahara clock=1h")
    end = await due(there, "expiry")
    await until(there, end - 1)
    assert "Accept" in board(there).labels
    await until(there, end)
    assert "it has expired" in board(there).text
    assert board(there).labels == ("Challenge again",)
    await press(there, ada, "Challenge again")
    await press(there, ben, "Accept")
    assert f"{mover(there).name} has until" in board(there).text
