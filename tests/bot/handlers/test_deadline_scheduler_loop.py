"""When the worker looks at the clock, what it notes, and what does not stop it."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Collection, Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.delivery.heartbeat import DEAF_WAIT, LONGEST_WAIT
from bot.domain.terms import DAY, HOUR, MINUTE
from bot.repositories.matches import Settled
from games.events import DrawOffered, MatchId, TimeExpired
from games.match import Decision
from storage.changes import Change
from storage.errors import StoreError
from storage.matches import MatchReading
from tests.bot.memory_platform import ADA, House
from tests.bot.platforms.web.running import web_bot
from tests.bot.platforms.web.visitor import visitors


async def work(house: House, looks: int, overslept: Mapping[int, int] | None = None) -> list[float]:
    """Let the worker look so often at a clock that goes on meanwhile; gives the seconds between the looks.

    Behind the looks in `overslept` it goes on by so many seconds more.
    """
    slept, timers, loop = list[float](), list[tuple[float, Callable[[], None]]](), asyncio.get_running_loop()
    worker, call_later = house.dispatcher.worker, loop.call_later

    def set_timer(seconds: float, ring: Callable[..., None], *args: Any) -> asyncio.TimerHandle:
        if getattr(ring, "__self__", None) is worker:
            timers.append((seconds, partial(ring, *args)))
        return call_later(seconds, ring, *args)

    with patch.object(loop, "call_later", set_timer):
        worker.look()
        for look in range(1, looks + 1):
            await house.settled()
            seconds, ring = timers[-1]
            slept.append(seconds)
            house.now += math.ceil(seconds) + (overslept or {}).get(look, 0)
            if look < looks:
                ring()
    return slept


async def test_it_looks_at_least_once_a_minute_and_at_each_deadline(house: House) -> None:
    await house.start("/play sahara clock=5m")
    begun = house.now
    slept = await work(house, looks=8)
    # The reminder is due after 225 seconds, the time is up after 300.
    assert slept == [60, 60, 60, 45, 60, 15, LONGEST_WAIT, LONGEST_WAIT]
    log = await house.store.matches.load(house.board().code)
    assert [event.at for event in log if isinstance(event, TimeExpired)] == [begun + 300]


async def test_a_machine_that_slept_for_two_days_is_credited_as_an_absence(house: House) -> None:
    await house.start("/play sahara clock=5m")
    await work(house, looks=4, overslept={3: 2 * DAY})
    assert "time is up" not in house.board().message.text
    await house.wait(3 * MINUTE)
    assert "time is up" in house.board().message.text


@pytest.mark.parametrize("seconds", [1, 60])
async def test_who_looks_a_round_late_was_not_away(house: House, seconds: int) -> None:
    await house.start("/play sahara clock=5m")
    await work(house, looks=8, overslept={2: seconds})
    assert "time is up" in house.board().message.text


async def test_a_clock_that_is_put_back_goes_on_being_noted(house: House) -> None:
    house.set_clock(-3 * DAY)
    await house.wait(0)
    assert await house.store.jobs.last_beat() == house.now


async def test_while_nothing_is_heard_it_looks_more_often_and_notes_nothing(house: House) -> None:
    before = await house.store.jobs.last_beat()
    house.hearing = ()
    assert await work(house, looks=30) == [DEAF_WAIT] * 30
    assert await house.store.jobs.last_beat() == before


async def test_that_the_bot_is_at_work_is_noted_at_most_once_a_minute(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = list[int]()
    beat = house.store.jobs.beat

    async def counted(at: int, *, heard: Collection[str] = (), **more: Any) -> None:
        assert not heard  # nobody else could hear anything
        noted.append(at)
        await beat(at, **more)

    monkeypatch.setattr(house.store.jobs, "beat", counted)
    await house.type(ADA, "/play sahara")
    begun = house.now
    for _ in range(30):
        await house.wait(10)
    assert noted == [begun + MINUTE * minutes for minutes in range(1, 6)]


async def test_what_is_overdue_is_counted(house: House) -> None:
    await house.start("/play sahara clock=1h")
    house.now += HOUR
    assert await house.services.heartbeat.overdue() == 1  # the reminder; the time is up just now
    house.now += MINUTE
    assert await house.services.heartbeat.overdue() == 2
    await house.wait(0)
    assert await house.services.heartbeat.overdue() == 0


async def test_a_match_that_is_read_while_a_credit_is_given_is_seen_to_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.start("/play sahara clock=1h")
    match_id = house.board().code
    await house.restart()
    read, credited = asyncio.Event(), asyncio.Event()
    reads = house.store.readings.read_match

    async def slow(match: MatchId, version: int = 0) -> MatchReading | None:
        found = await reads(match, version)
        if not read.is_set():
            read.set()
            await credited.wait()
        return found

    monkeypatch.setattr(house.store.readings, "read_match", slow)
    reading = asyncio.create_task(house.services.matches.load(match_id))
    await read.wait()
    house.now += 2 * HOUR
    await house.services.heartbeat.come_back()
    credited.set()
    await reading
    await house.wait(HOUR)
    assert "time is up" in house.board().message.text


async def test_what_was_read_before_a_change_of_which_nobody_heard_is_not_kept(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.start("/play sahara clock=1h")
    match_id = house.board().code
    read, stored = asyncio.Event(), asyncio.Event()
    reads, append = house.store.readings.read_match, house.store.append

    async def slow(match: MatchId, version: int = 0) -> MatchReading | None:
        seen = await reads(match, version)
        if not stored.is_set():
            read.set()
            await stored.wait()
        return seen

    async def silent(change: Change) -> None:
        await append(change)
        raise StoreError("whether it was stored is not known")

    monkeypatch.setattr(house.store, "append", silent)
    matches = house.services.matches
    loaded = await matches.kept(match_id)
    match = loaded.match
    monkeypatch.setattr(house.store.readings, "read_match", slow)
    reading = asyncio.create_task(matches.load(match_id))
    await read.wait()
    event = DrawOffered(at=house.now, seat=0)
    decision = Decision((event,), match.apply(event))
    with pytest.raises(StoreError):
        await matches.append(loaded, decision, press="draw", settled=Settled(()))
    stored.set()
    await reading  # as it was before
    assert (await matches.load(match_id)).version == match.version + 1


async def test_the_bot_credits_an_absence_before_anybody_is_served(tmp_path: Path) -> None:
    """As the app is built: the first thing that a page shows has the credit in it."""
    now = [1_000_000]
    async with AsyncExitStack() as first:
        adapter, _ = await first.enter_async_context(web_bot(tmp_path, clock=lambda: now[0]))
        ada, ben = await first.enter_async_context(visitors(adapter.name, "Ada", "Ben"))
        await ada.type("/play sahara clock=1d")
        await ben.ping()
        await ben.press(ben.board(), "Accept")
        await ben.ping()
        assert "Until Tue 13 Jan, 13:46 UTC." in ben.board()["text"]
    now[0] += 2 * HOUR
    async with (
        web_bot(tmp_path, clock=lambda: now[0]) as (adapter, dispatcher),
        visitors(adapter.name, "Ada") as (ada,),
    ):
        await ada.type(f"/board {ada.board()['title'].split()[-1]}")
        assert "Until Tue 13 Jan, 15:46 UTC." in ada.board()["text"]
        assert await dispatcher.services.heartbeat.overdue() == 0
