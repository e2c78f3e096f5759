"""Many act at once; whoever has to be alone waits for them, and they for him."""

from __future__ import annotations

import asyncio

from bot.handlers.shared_lock import SharedLock
from tests.bot.scripted_platform import until


async def act(gate: SharedLock, told: list[str], name: str, done: asyncio.Event, *, ephemeral: bool) -> None:
    async with gate.enter(ephemeral=ephemeral):
        told.append(f"{name} in")
        await done.wait()
        told.append(f"{name} out")


async def test_many_are_inside_at_once() -> None:
    gate, told, done = SharedLock(), list[str](), asyncio.Event()
    tasks = [asyncio.create_task(act(gate, told, name, done, ephemeral=False)) for name in "abc"]
    await until(lambda: len(told) == 3)
    done.set()
    await asyncio.gather(*tasks)
    assert told[:3] == ["a in", "b in", "c in"]


async def test_who_is_alone_waits_for_all_and_all_later_ones_wait_for_him() -> None:
    gate, told = SharedLock(), list[str]()
    first, ephemeral, later = asyncio.Event(), asyncio.Event(), asyncio.Event()
    tasks = [asyncio.create_task(act(gate, told, "first", first, ephemeral=False))]
    await until(lambda: told == ["first in"])
    tasks.append(asyncio.create_task(act(gate, told, "alone", ephemeral, ephemeral=True)))
    await asyncio.sleep(0)
    tasks.append(asyncio.create_task(act(gate, told, "later", later, ephemeral=False)))
    await asyncio.sleep(0)
    assert told == ["first in"]
    first.set()
    await until(lambda: told[-1] == "alone in")
    ephemeral.set()
    await until(lambda: told[-1] == "later in")
    later.set()
    await asyncio.gather(*tasks)
    assert told == ["first in", "first out", "alone in", "alone out", "later in", "later out"]


async def test_a_fault_inside_lets_the_next_one_in() -> None:
    gate = SharedLock()
    for ephemeral in (True, False, True):
        try:
            async with gate.enter(ephemeral=ephemeral):
                raise LookupError
        except LookupError:
            continue
    async with gate.enter(ephemeral=True):
        pass


async def test_who_steps_out_is_not_waited_for_and_waits_before_he_comes_back() -> None:
    gate, told = SharedLock(), list[str]()
    work, ephemeral = asyncio.Event(), asyncio.Event()

    async def busy() -> None:
        async with gate.enter(ephemeral=False):
            async with gate.step_out():
                await work.wait()
            told.append("busy back")

    tasks = [
        asyncio.create_task(busy()),
        asyncio.create_task(act(gate, told, "alone", ephemeral, ephemeral=True)),
    ]
    await until(lambda: told == ["alone in"])
    work.set()
    await asyncio.sleep(0)
    ephemeral.set()
    await asyncio.gather(*tasks)
    assert told == ["alone in", "alone out", "busy back"]


async def test_who_is_called_off_outside_is_not_counted_twice() -> None:
    gate = SharedLock()

    async def busy() -> None:
        async with gate.enter(ephemeral=False), gate.step_out():
            await asyncio.Event().wait()

    async with asyncio.timeout(5):
        for waits in (False, True):
            task = asyncio.create_task(busy())
            await asyncio.sleep(0)
            async with gate.enter(ephemeral=waits):
                task.cancel()
                await asyncio.sleep(0)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        async with gate.enter(ephemeral=True):
            pass
