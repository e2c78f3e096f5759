"""The worker: what is due is done by one process, each chat at its own pace, and nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.delivery.claims import CLAIMED_FOR, JobIntake
from bot.delivery.heartbeat import LONGEST_BESIDE_OTHERS, Heartbeat
from bot.delivery.worker import LANES, LEFT_FOR, JobFunction, NotHere, Worker
from bot.interface import RetryLater
from storage.errors import StoreUnavailable
from storage.jobs import Claim, Job, JobKind
from storage.sql.store import Store
from tests.bot.scripted_platform import until
from tests.storage.facts import jobs_of
from tests.storage.sqlite.prepared import opened


@dataclass
class Life:
    """A worker whose jobs do what a test says, and a clock that stands still."""

    store: Store
    now: int = 1000
    served: set[str] = field(default_factory=set)
    done: list[str] = field(default_factory=list)
    """The keys of what was sent."""
    trouble: dict[str, list[Exception]] = field(default_factory=dict)
    """Raised one by one, by key."""
    slow: dict[str, asyncio.Event] = field(default_factory=dict)
    """What has to happen before a job is done, by key."""
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    """One of them has begun."""
    following: int | None = None

    def __post_init__(self) -> None:
        self.worker = self.process()

    def process(self, do: JobFunction | None = None) -> Worker:
        heartbeat = Heartbeat(
            self.store,
            lambda: self.now,
            heard=lambda: frozenset({"web"}),
            silent=frozenset,
        )
        functions: dict[JobKind, JobFunction] = {"lost": do or self.do}
        self.intake = JobIntake(self.store, lambda: self.served, lambda: self.now)
        worker = Worker(self.intake, functions, heartbeat)
        worker.start()
        return worker

    async def do(self, job: Job) -> int | None:
        if event := self.slow.get(job.key):
            self.begun.set()
            await event.wait()
        if trouble := self.trouble.get(job.key):
            raise trouble.pop(0)
        self.done.append(job.key)
        return self.following

    async def put(self, *keys: str, platform: str = "") -> None:
        await self.store.jobs.put(*(Job("lost", key, self.now, platform) for key in keys))

    async def look(self, *, after: int = 0) -> list[str]:
        """What has been done when the worker has nothing to do any more."""
        self.now += after
        self.worker.look()
        await self.worker.settled()
        return self.done

    async def look_past(self) -> None:
        """Until one job hangs."""
        self.worker.look()
        await self.begun.wait()


@pytest.fixture
async def life(tmp_path: Path) -> AsyncIterator[Life]:
    store = await opened(tmp_path / "house.db")
    life = Life(store)
    yield life
    await life.worker.close()
    await store.close()


async def test_what_is_due_is_done_in_its_order_and_no_more(life: Life) -> None:
    await life.put("2 chat")
    life.now -= 1
    await life.put("1 chat")
    life.now += 2
    await life.put("3 chat")
    life.now -= 1
    assert await life.look() == ["1 chat", "2 chat"]
    assert await life.look(after=1) == ["1 chat", "2 chat", "3 chat"]
    assert await jobs_of(life.store) == ()


async def test_a_chat_that_takes_long_holds_up_no_other(life: Life) -> None:
    """With one task for all, as there was one before, nothing would be done."""
    life.slow["1 slow"] = asyncio.Event()
    await life.put("1 slow", *(f"{number} chat{number}" for number in range(2, 9)))
    await life.look_past()
    await until(lambda: len(life.done) == 7)
    life.slow["1 slow"].set()
    assert len(await life.look()) == 8


async def test_in_one_chat_the_same_holds_up_what_comes_after_it(life: Life) -> None:
    life.slow["1 slow"] = asyncio.Event()
    await life.put("1 slow", *(f"{number} slow" for number in range(2, 9)))
    await life.look_past()
    assert life.done == []
    life.slow["1 slow"].set()
    assert await life.look() == [f"{number} slow" for number in range(1, 9)]


async def test_a_chat_that_asks_to_wait_is_left_alone_so_long_and_others_are_served(life: Life) -> None:
    life.trouble["1 slow"] = [RetryLater(10.0, due=True)]
    await life.put("1 slow", "2 slow", "3 other")
    assert await life.look() == ["3 other"]
    assert [(job.due, job.tries) for job in await jobs_of(life.store)] == [(1010, 0), (1010, 0)]
    assert await life.look(after=9) == ["3 other"]
    assert await life.look(after=1) == ["3 other", "1 slow", "2 slow"]


async def test_what_fails_again_and_again_waits_longer_each_time_and_is_logged_once(
    life: Life, caplog: pytest.LogCaptureFixture
) -> None:
    life.trouble["1 chat"] = [ZeroDivisionError() for _ in range(9)]
    await life.put("1 chat", "2 chat")
    waits = []
    for _ in range(9):
        assert await life.look() == ["2 chat"]
        (job,) = await jobs_of(life.store)
        waits.append(job.due - life.now)
        life.now = job.due
    assert waits == [2, 4, 8, 16, 32, 60, 60, 60, 60]
    assert caplog.text.count("lost of 1 could not be done") == 1
    assert await life.look() == ["2 chat", "1 chat"]


async def test_what_comes_back_is_due_again_then(life: Life) -> None:
    await life.put("puzzle")
    life.following = 5000
    await life.look()
    assert await jobs_of(life.store) == (Job("lost", "puzzle", 5000),)


async def test_what_is_put_anew_while_it_is_done_is_done_once_more(life: Life) -> None:
    life.slow["a"] = asyncio.Event()
    await life.put("a")
    life.worker.look()
    await life.begun.wait()
    await life.put("a")
    life.slow["a"].set()
    assert await life.look() == ["a", "a"]
    assert await jobs_of(life.store) == ()


async def test_a_platform_that_is_not_served_keeps_what_is_due_there(life: Life) -> None:
    await life.put("a", platform="web")
    assert await life.look() == []
    assert [job.tries for job in await jobs_of(life.store)] == [0]
    life.served.add("web")
    assert await life.look() == ["a"]


async def test_more_than_can_be_done_at_once_is_done_nevertheless(life: Life) -> None:
    keys = [f"{number} chat{number}" for number in range(5 * LANES + 1)]
    await life.put(*keys)
    assert sorted(await life.look()) == sorted(keys)


# Kills, and other processes


async def test_who_is_killed_between_sending_and_noting_it_sends_once_more(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    await life.put("a")
    with monkeypatch.context() as kill:
        kill.setattr(life.store.jobs, "done", AsyncMock(side_effect=StoreUnavailable))
        assert await life.look() == ["a"]
    life.worker = life.process()
    assert await life.look() == ["a", "a"], "at once: nobody else has the store open"
    assert await jobs_of(life.store) == ()


async def test_where_there_are_others_they_do_it_when_the_claim_of_the_dead_one_has_run_out(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    life.store.shared = True
    await life.put("a")
    with monkeypatch.context() as kill:
        kill.setattr(life.store.jobs, "done", AsyncMock(side_effect=StoreUnavailable))
        assert await life.look() == ["a"]
    life.worker = life.process()
    assert await life.look(after=CLAIMED_FOR - 1) == ["a"]
    assert await life.look(after=1) == ["a", "a"]


async def test_what_takes_longer_than_a_claim_stays_claimed_while_its_process_looks_at_the_time(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    life.store.shared = True
    life.slow["a"] = asyncio.Event()
    await life.put("a")
    await life.look_past()
    elsewhere = list[str]()

    async def noting(job: Job) -> None:
        elsewhere.append(job.key)

    other, looks = life.process(noting), list[int]()
    next_due = life.store.jobs.next_due

    async def looked(claim: Claim, **more: Any) -> int | None:
        looks.append(claim.now)
        return await next_due(claim, **more)

    for _ in range(4):
        life.now += int(LONGEST_BESIDE_OTHERS)
        with monkeypatch.context() as seen:
            seen.setattr(life.store.jobs, "next_due", looked)
            life.worker.look()
            await until(lambda: life.now in looks)
        other.look()
        await other.settled()
    life.slow["a"].set()
    assert (await life.look(), elsewhere) == (["a"], [])
    await other.close()


async def test_what_is_claimed_twice_before_it_is_begun_is_done_under_the_newer_claim(life: Life) -> None:
    """A job is done for the claim that holds it: under the older one it would be left as it is."""
    done = list[tuple[str, str]]()

    async def note(job: Job) -> None:
        done.append((job.key, job.claim))

    worker = life.process(note)
    for claim, keys in (("older", ["1 chat"]), ("newer", ["2 chat", "1 chat"])):
        life.intake.begin([Job("lost", key, life.now, claim=claim) for key in keys])
    await worker.settled()
    await worker.close()
    assert done == [("2 chat", "newer"), ("1 chat", "newer")]


async def test_two_processes_do_each_thing_once(life: Life) -> None:
    life.store.shared = True
    other = life.process()
    keys = [f"{number} chat{number}" for number in range(40)]
    await life.put(*keys)
    for worker in (life.worker, other):
        worker.look()
    for worker in (life.worker, other):
        await worker.settled()
    assert sorted(life.done) == sorted(keys)


async def test_what_one_process_cannot_do_another_one_does_at_its_next_look(life: Life) -> None:
    life.store.shared = True

    async def cannot(_: Job) -> None:
        raise NotHere

    here = life.process(cannot)
    await life.put("a")
    here.look()
    await here.settled()
    assert await life.look() == ["a"]
    await here.close()


async def test_what_nobody_can_do_is_tried_again_and_again(life: Life) -> None:
    life.trouble["a"] = [NotHere(), NotHere()]
    await life.put("a")
    for wait, done in ((0, []), (LEFT_FOR - 1, []), (1, []), (LEFT_FOR, ["a"])):
        assert await life.look(after=wait) == done


async def test_while_the_store_is_away_nothing_is_lost(
    life: Life, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await life.put("a")
    with monkeypatch.context() as away:
        away.setattr(life.store.jobs, "next_due", AsyncMock(side_effect=StoreUnavailable))
        assert await life.look() == []
    assert "what is due cannot be read" in caplog.text
    assert await life.look() == ["a"]
    assert replace(Job("lost", "a", 1000), tries=1) not in await jobs_of(life.store)
