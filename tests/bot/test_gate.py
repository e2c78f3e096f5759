"""Many act at once; whoever has to be alone waits for them, and they for him."""

from __future__ import annotations

import asyncio

from bot.gate import Gate
from tests.bot.foreign import until


async def act(gate: Gate, told: list[str], name: str, done: asyncio.Event, *, alone: bool) -> None:
    async with gate.enter(alone=alone):
        told.append(f"{name} in")
        await done.wait()
        told.append(f"{name} out")


async def test_many_are_inside_at_once() -> None:
    gate, told, done = Gate(), list[str](), asyncio.Event()
    tasks = [asyncio.create_task(act(gate, told, name, done, alone=False)) for name in "abc"]
    await until(lambda: len(told) == 3)
    done.set()
    await asyncio.gather(*tasks)
    assert told[:3] == ["a in", "b in", "c in"]


async def test_who_is_alone_waits_for_all_and_all_later_ones_wait_for_him() -> None:
    gate, told = Gate(), list[str]()
    first, alone, later = asyncio.Event(), asyncio.Event(), asyncio.Event()
    tasks = [asyncio.create_task(act(gate, told, "first", first, alone=False))]
    await until(lambda: told == ["first in"])
    tasks.append(asyncio.create_task(act(gate, told, "alone", alone, alone=True)))
    await asyncio.sleep(0)
    tasks.append(asyncio.create_task(act(gate, told, "later", later, alone=False)))
    await asyncio.sleep(0)
    assert told == ["first in"]
    first.set()
    await until(lambda: told[-1] == "alone in")
    alone.set()
    await until(lambda: told[-1] == "later in")
    later.set()
    await asyncio.gather(*tasks)
    assert told == ["first in", "first out", "alone in", "alone out", "later in", "later out"]


async def test_a_fault_inside_lets_the_next_one_in() -> None:
    gate = Gate()
    for alone in (True, False, True):
        try:
            async with gate.enter(alone=alone):
                raise LookupError
        except LookupError:
            continue
    async with gate.enter(alone=True):
        pass
