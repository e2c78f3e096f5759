"""A few at a time, urgent ones first."""

from __future__ import annotations

import asyncio

from bot.delivery.slots import Slots


class Visits:
    """Tasks that hold a slot until they are told to leave."""

    def __init__(self, limit: int) -> None:
        self.slots = Slots(limit)
        self.inside: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._leave: dict[str, asyncio.Event] = {}

    async def come(self, *keys: str, urgent: bool = False) -> None:
        for key in keys:
            self._leave[key] = asyncio.Event()
            self.tasks[key] = asyncio.create_task(self._visit(key, urgent))
        await self.calm()

    async def leave(self, key: str) -> None:
        self._leave[key].set()
        await self.calm()

    async def calm(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def _visit(self, key: str, urgent: bool) -> None:
        async with self.slots.hold(key, urgent=urgent):
            self.inside.append(key)
            try:
                await self._leave[key].wait()
            finally:
                self.inside.remove(key)


async def test_no_more_than_the_limit_are_inside_and_the_next_is_who_came_first() -> None:
    visits = Visits(2)
    await visits.come("A", "B", "C", "D")
    assert visits.inside == ["A", "B"]
    await visits.leave("B")
    assert visits.inside == ["A", "C"]


async def test_urgent_ones_do_not_wait_and_others_make_up_for_them() -> None:
    visits = Visits(1)
    await visits.come("A", "B")
    await visits.come("U", urgent=True)
    assert visits.inside == ["A", "U"]
    await visits.leave("A")
    assert visits.inside == ["U"]
    await visits.leave("U")
    assert visits.inside == ["B"]


async def test_who_waits_can_become_urgent() -> None:
    visits = Visits(1)
    await visits.come("A", "B", "C")
    visits.slots.hurry("C")
    visits.slots.hurry("nobody")
    await visits.calm()
    assert visits.inside == ["A", "C"]


async def test_who_is_cancelled_keeps_no_slot() -> None:
    visits = Visits(1)
    await visits.come("A", "B", "C", "D")
    visits.tasks["B"].cancel()
    await visits.calm()
    visits.slots.hurry("C")
    visits.tasks["C"].cancel()  # admitted and cancelled at the same moment
    await visits.calm()
    await visits.leave("A")
    assert visits.inside == ["D"]
