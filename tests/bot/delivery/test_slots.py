"""A few at a time, urgent ones first."""

from __future__ import annotations

import asyncio

from bot.delivery.slots import Slots


class Holders:
    """Tasks that hold a slot until they are told to leave."""

    def __init__(self, limit: int) -> None:
        self.slots = Slots(limit)
        self.inside: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._leave: dict[str, asyncio.Event] = {}

    async def come(self, *keys: str, urgent: bool = False) -> None:
        for key in keys:
            self._leave[key] = asyncio.Event()
            self.tasks[key] = asyncio.create_task(self._hold(key, urgent))
        await self.calm()

    async def leave(self, key: str) -> None:
        self._leave[key].set()
        await self.calm()

    async def calm(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def _hold(self, key: str, urgent: bool) -> None:
        async with self.slots.hold(key, urgent=urgent):
            self.inside.append(key)
            try:
                await self._leave[key].wait()
            finally:
                self.inside.remove(key)


async def test_no_more_than_the_limit_are_inside_and_the_next_is_who_came_first() -> None:
    holders = Holders(2)
    await holders.come("A", "B", "C", "D")
    assert holders.inside == ["A", "B"]
    await holders.leave("B")
    assert holders.inside == ["A", "C"]


async def test_urgent_ones_do_not_wait_and_others_make_up_for_them() -> None:
    holders = Holders(1)
    await holders.come("A", "B")
    await holders.come("U", urgent=True)
    assert holders.inside == ["A", "U"]
    await holders.leave("A")
    assert holders.inside == ["U"]
    await holders.leave("U")
    assert holders.inside == ["B"]


async def test_who_waits_can_become_urgent() -> None:
    holders = Holders(1)
    await holders.come("A", "B", "C")
    holders.slots.hurry("C")
    holders.slots.hurry("nobody")
    await holders.calm()
    assert holders.inside == ["A", "C"]


async def test_who_is_cancelled_keeps_no_slot() -> None:
    holders = Holders(1)
    await holders.come("A", "B", "C", "D")
    holders.tasks["B"].cancel()
    await holders.calm()
    holders.slots.hurry("C")
    holders.tasks["C"].cancel()  # admitted and cancelled at the same moment
    await holders.calm()
    await holders.leave("A")
    assert holders.inside == ["D"]
