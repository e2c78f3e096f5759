"""The shared/exclusive lock: an exclusive holder waits for shared ones, and holds back new ones."""

from __future__ import annotations

import asyncio

from bot.handlers.shared_lock import SharedLock
from tests.bot.scripted_platform import until


async def act(lock: SharedLock, told: list[str], name: str, done: asyncio.Event, *, exclusive: bool) -> None:
    async with lock.enter(exclusive=exclusive):
        told.append(f"{name} in")
        await done.wait()
        told.append(f"{name} out")


async def test_many_are_inside_at_once() -> None:
    lock, told, done = SharedLock(), list[str](), asyncio.Event()
    tasks = [asyncio.create_task(act(lock, told, name, done, exclusive=False)) for name in "abc"]
    await until(lambda: len(told) == 3)
    done.set()
    await asyncio.gather(*tasks)
    assert told[:3] == ["a in", "b in", "c in"]


async def test_who_is_alone_waits_for_all_and_all_later_ones_wait_for_them() -> None:
    lock, told = SharedLock(), list[str]()
    first, exclusive, later = asyncio.Event(), asyncio.Event(), asyncio.Event()
    tasks = [asyncio.create_task(act(lock, told, "first", first, exclusive=False))]
    await until(lambda: told == ["first in"])
    tasks.append(asyncio.create_task(act(lock, told, "alone", exclusive, exclusive=True)))
    await asyncio.sleep(0)
    tasks.append(asyncio.create_task(act(lock, told, "later", later, exclusive=False)))
    await asyncio.sleep(0)
    assert told == ["first in"]
    first.set()
    await until(lambda: told[-1] == "alone in")
    exclusive.set()
    await until(lambda: told[-1] == "later in")
    later.set()
    await asyncio.gather(*tasks)
    assert told == ["first in", "first out", "alone in", "alone out", "later in", "later out"]


async def test_a_fault_inside_lets_the_next_one_in() -> None:
    lock = SharedLock()
    for exclusive in (True, False, True):
        try:
            async with lock.enter(exclusive=exclusive):
                raise LookupError
        except LookupError:
            continue
    async with lock.enter(exclusive=True):
        pass


async def test_who_steps_out_is_not_waited_for_and_waits_before_they_come_back() -> None:
    lock, told = SharedLock(), list[str]()
    work, exclusive = asyncio.Event(), asyncio.Event()

    async def busy() -> None:
        async with lock.enter(exclusive=False):
            async with lock.step_out():
                await work.wait()
            told.append("busy back")

    tasks = [
        asyncio.create_task(busy()),
        asyncio.create_task(act(lock, told, "alone", exclusive, exclusive=True)),
    ]
    await until(lambda: told == ["alone in"])
    work.set()
    await asyncio.sleep(0)
    exclusive.set()
    await asyncio.gather(*tasks)
    assert told == ["alone in", "alone out", "busy back"]


async def test_who_is_called_off_outside_is_not_counted_twice() -> None:
    lock = SharedLock()

    async def busy() -> None:
        async with lock.enter(exclusive=False), lock.step_out():
            await asyncio.Event().wait()

    async with asyncio.timeout(5):
        for waits in (False, True):
            task = asyncio.create_task(busy())
            await asyncio.sleep(0)
            async with lock.enter(exclusive=waits):
                task.cancel()
                await asyncio.sleep(0)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        async with lock.enter(exclusive=True):
            pass
