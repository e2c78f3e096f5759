"""Several bots on one store: the first has the platforms, and what it hears any of them answers.

A press goes to a process by chance, as behind a balancer; where that one dies amid, another gets it again.
What a process shows goes by way of the first: where that one is gone, no platform can be reached.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from bot.interface import (
    Account,
    Answer,
    Chat,
    Delivery,
    Front,
    Incoming,
    PlatformAdapter,
    RetryLater,
    Screen,
    Threads,
)
from bot.platforms.discord import interactions as discord_ids
from bot.platforms.spec import CannotStart
from bot.platforms.telegram import chat_ids as telegram_ids
from tests.simulation.process import Process

T = TypeVar("T")
PRIVATE: dict[str, Callable[[str], Chat]] = {
    "discord": discord_ids.private_chat,
    "telegram": telegram_ids.private_chat,
    "web": lambda account: Chat("web", f"@{account}", private=True),
}


class Lent:
    """An adapter of the first process, as another one writes by way of it."""

    def __init__(self, platform: str, first: Callable[[], Process | None]) -> None:
        self.platform, self._first = platform, first

    @property
    def _adapter(self) -> PlatformAdapter | None:
        """None while nobody is on the platform."""
        process = self._first()
        if process is None or process.ended or process.owner.stopped or process.service is None:
            return None
        serving = process.service.supervisor.reached
        return next((one for one in serving if one.platform == self.platform), None)

    async def _ask(self, call: Callable[[Any], Coroutine[Any, Any, T]]) -> T:
        process, adapter = self._first(), self._adapter
        if process is None or adapter is None:
            raise RetryLater
        try:
            return await process.run(call(adapter))
        except ConnectionError:
            raise RetryLater from None

    @property
    def name(self) -> str:
        return self._adapter.name if self._adapter else ""

    @property
    def connected(self) -> bool:
        return self._adapter is not None and self._adapter.connected

    def connect(self, front: Front) -> None:
        """What is heard comes by way of the first process."""

    async def start(self) -> None:
        if self._adapter is None:
            raise CannotStart("the first process is not there yet")

    async def running(self) -> str:
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

    async def stop(self) -> None:
        """The first process has the connection."""

    def private_chat(self, account_id: str) -> Chat:
        return PRIVATE[self.platform](account_id)

    async def post(self, chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        return await self._ask(lambda adapter: adapter.post(chat, message, nonce, answer))

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        await self._ask(lambda adapter: adapter.edit(chat, message_id, message))

    async def delete(self, chat: Chat, message_id: str) -> None:
        await self._ask(lambda adapter: adapter.delete(chat, message_id))

    async def open_thread(
        self, chat: Chat, message_id: str, name: str, people: Sequence[Account]
    ) -> Chat | None:
        if not isinstance(self._adapter, Threads):
            return None
        return await self._ask(lambda adapter: adapter.open_thread(chat, message_id, name, people))


class Balancer:
    """Gives what the first process hears to any of them."""

    def __init__(
        self, first: Process, others: Callable[[], Sequence[Process]], chance: random.Random
    ) -> None:
        assert first.service is not None
        dispatcher = first.service.dispatcher
        self._first, self._others, self._chance = first, others, chance
        self._handle, self._delivered = dispatcher.handle, dispatcher.delivered
        self._answered: dict[str, Process] = {}
        dispatcher.handle = self.handle  # type: ignore[method-assign]
        dispatcher.delivered = self.delivered  # type: ignore[method-assign]

    async def handle(self, incoming: Incoming) -> Answer:
        """In place of the dispatcher's own."""
        while True:
            process = self._chance.choice([self._first, *(one for one in self._others() if not one.leaving)])
            if process is self._first:
                return await self._handle(incoming)
            assert process.service is not None
            try:
                response = await process.run(process.service.dispatcher.handle(incoming))
            except ConnectionError:
                continue
            if delivery := response and response.delivery:
                self._answered[delivery.board] = process
            return response

    async def delivered(self, delivery: Delivery, message: str | None, *, tried: bool = True) -> None:
        """Likewise; a process that is gone need not know."""
        process = self._answered.pop(delivery.board, None)
        if process is None:
            await self._delivered(delivery, message, tried=tried)
        elif process.service is not None and not process.ended:
            try:
                await process.run(process.service.dispatcher.delivered(delivery, message, tried=tried))
            except ConnectionError:
                return
