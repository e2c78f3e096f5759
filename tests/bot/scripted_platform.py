"""A foreign platform that comes and goes as the test says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.interface import Chat, Front, RetryLater, Screen


async def until(condition: Callable[[], object]) -> None:
    """Let all others go on until it holds; whoever waits for ever is ended by the limit of all tests."""
    while True:
        if condition():
            return
        await asyncio.sleep(0)


class Foreign:
    """An adapter as `bot.runtime.supervisor` wants one; `told` is what happened to it, in order."""

    def __init__(self, platform: str = "discord", *failures: Exception) -> None:
        self.platform = platform
        self.failures = list(failures)
        """What the first starts come to; the one after them succeeds."""
        self.told: list[str] = []
        self.breaks: Exception | None = None
        """How the connection ends, unless it is with words."""
        self.front: Front | None = None
        self.posted: list[tuple[Chat, Screen]] = []
        self.up = asyncio.Event()
        self.lost = asyncio.Event()
        self.may_start, self.may_leave = asyncio.Event(), asyncio.Event()
        self.may_start.set()
        self.may_leave.set()

    @property
    def name(self) -> str:
        return "Table#0" if self.up.is_set() else ""

    @property
    def connected(self) -> bool:
        return self.up.is_set() and not self.lost.is_set()

    def connect(self, front: Front) -> None:
        self.front = front

    async def start(self) -> None:
        self.told.append("start")
        await self.may_start.wait()
        if self.failures:
            raise self.failures.pop(0)
        self.up.set()

    async def running(self) -> str:
        await self.lost.wait()
        if self.breaks is not None:
            raise self.breaks
        return "somebody closed it"

    async def stop(self) -> None:
        self.told.append("stop")
        try:
            await self.may_leave.wait()
        finally:
            self.up.clear()
            self.told.append("gone" if self.may_leave.is_set() else "cut off")

    def private_chat(self, account_id: str) -> Chat:
        return Chat(self.platform, f"@{account_id}", private=True)

    async def post(self, chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        if not self.connected:
            raise RetryLater
        self.posted.append((chat, message))
        return f"m{len(self.posted)}"

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        raise AssertionError(f"nothing was to be edited: {message_id}")

    async def delete(self, chat: Chat, message_id: str) -> None:
        raise AssertionError(f"nothing was to be deleted: {message_id}")
