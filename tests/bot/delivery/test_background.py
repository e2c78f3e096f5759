"""What runs in the background: at the end all of it is cancelled, and waited for."""

from __future__ import annotations

import asyncio

from bot.delivery.background import Background


async def test_at_the_end_every_task_is_waited_for_whatever_becomes_of_another() -> None:
    background, over = Background(), list[str]()

    async def slow() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            for _ in range(3):
                await asyncio.sleep(0)
            over.append("slow")

    async def failing() -> None:
        over.append("failing")
        raise OSError("gone")

    for work in (slow(), failing()):
        background.start(work)
    await asyncio.sleep(0)
    await background.close()
    assert over == ["failing", "slow"]
