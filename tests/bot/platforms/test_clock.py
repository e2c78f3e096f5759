"""A time that is up and a reminder on each platform, with a clock that stands still."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.domain.terms import HOUR, MINUTE
from storage.jobs import Job, Kind
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
        await there.store.jobs.drop_seen_notice(one.player, one.match, one.due)


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


async def deadlines(there: Across) -> tuple[Job, ...]:
    """All that will become due."""
    return await deadlines_due(there.store, 2**40)


async def due(there: Across, kind: Kind) -> int:
    """When this becomes due in the only match."""
    return next(deadline.due for deadline in await deadlines(there) if deadline.kind == kind)


async def until(there: Across, at: int) -> None:
    """It is so late now, and the bot looks at the clock."""
    await there.pass_time(at - there.now(), waiting=False)


async def test_when_a_time_is_up_the_opponent_claims_the_win(there: Across) -> None:
    await begin(there, "clock=1h")
    who, end = mover(there), await due(there, "time")
    assert end - there.now() <= HOUR
    assert f"{who.name}'s turn. Until" in board(there).text
    await until(there, end - 1)
    assert "time is up" not in board(there).text
    await until(there, end)
    told = f"{who.name}'s time is up: {other(there, who).name} may claim the win, call it a draw, or wait."
    assert told in board(there).text
    await press(there, other(there, who), "Claim the win")
    assert f"{who.name} ran out of time: {other(there, who).name} wins." in board(there).text
    assert await deadlines(there) == ()


async def test_who_is_to_move_is_reminded_once_by_a_fresh_board(there: Across) -> None:
    await begin(there, "clock=1h")
    soon, before = await due(there, "reminder"), board(there).id
    assert await due(there, "time") - soon == 15 * MINUTE
    await until(there, soon - 1)
    assert board(there).id == before
    await until(there, soon)
    reminder = board(there).id
    assert reminder != before
    assert "left for this move. Until" in board(there).text
    await until(there, there.now())
    assert board(there).id == reminder
