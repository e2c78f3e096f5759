"""A scene for the tests of the service itself: people, chats, a short history; calls without a library."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
from telegram import Bot, Update

from tests.loopback.telegram import bare_bot
from tests.loopback.telegram.bare_bot import picture
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.world import Chat

Fields = dict[str, Any]


@dataclass
class Scene:
    """Some people and chats with a history, and a way to call methods without any library."""

    server: TelegramServer
    session: aiohttp.ClientSession
    ada: Person
    ben: Person
    cleo: Person
    group: Chat
    forum: Chat
    old: Chat
    text: int = 0
    photo: int = 0
    asked: int = 0
    file: str = ""
    query: str = ""
    inquiry: str = ""

    async def call(self, method: str, **fields: Any) -> tuple[int, Fields]:
        """Status and body; bytes are uploaded as files, other values go as JSON."""
        files = {name: value for name, value in fields.items() if isinstance(value, bytes)}
        form = aiohttp.FormData()
        for name, value in fields.items():
            if isinstance(value, bytes):
                form.add_field(name, value, filename="picture.png")
            elif files:
                form.add_field(name, value if isinstance(value, str) else json.dumps(value))
        body = {"data": form} if files else {"json": fields}
        address = f"{self.server.base_url}{self.server.token}/{method}"
        async with self.session.post(address, **body) as response:
            return response.status, await response.json()

    async def done(self, method: str, **fields: Any) -> Any:
        status, body = await self.call(method, **fields)
        assert status == 200, body
        return body["result"]

    def contents(self) -> list[object]:
        return [(one.id, one.content, one.deleted) for one in self.server.service.world.messages]


@asynccontextmanager
async def furnished() -> AsyncIterator[Scene]:
    """A started server with a scene in it."""
    async with TelegramServer() as server, aiohttp.ClientSession() as session:
        ada, ben, cleo = server.person("Ada"), server.person("Ben"), server.person("Cleo")
        ada.start()
        cleo.start()
        cleo.block()
        group = server.group("Club", ada, ben)
        forum = server.supergroup("Forum", ada, ben, topics=("Games", "Closed"))
        forum.topics[102].closed = True
        old = server.group("Old", ada)
        server.migrate(old, ada)
        made = Scene(server, session, ada, ben, cleo, group, forum, old)
        await _furnish(made)
        yield made


async def _furnish(scene: Scene) -> None:
    keys = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    text = await scene.done("sendMessage", chat_id=scene.group.id, text="plain", reply_markup=keys)
    photo = await scene.done("sendPhoto", chat_id=scene.ada.id, photo=picture("red"), caption="board")
    asked = await scene.done(
        "sendMessage", chat_id=scene.ada.id, text="?", reply_markup={"force_reply": True}
    )
    scene.text, scene.photo, scene.asked = text["message_id"], photo["message_id"], asked["message_id"]
    scene.file = photo["photo"][-1]["file_id"]
    scene.query = scene.ada.tap(scene.ada.latest(scene.group), "Go").id
    scene.inquiry = scene.server.service.queries.inquire(scene.ada.user, "x").id


@asynccontextmanager
async def polling(server: TelegramServer) -> AsyncIterator[bare_bot.Bot]:
    """The barest bot, which fetches its updates."""
    app = bare_bot.build(server.token, server.url)
    async with app:
        await app.start()
        assert app.updater is not None
        await app.updater.start_polling(poll_interval=0)
        yield app
        await app.updater.stop()
        await app.stop()


async def fetch(bot: Bot, **options: Any) -> list[Update]:
    """The waiting updates, confirmed by the next call."""
    updates = list(await bot.get_updates(timeout=0, **options))
    if updates:
        await bot.get_updates(offset=updates[-1].update_id + 1, timeout=0, limit=1)
    return updates


def started(server: TelegramServer, name: str, **options: Any) -> Person:
    """Somebody whose private chat with the bot is open, with nothing in the queue from that."""
    person = server.person(name, **options)
    person.start()
    server.updates.waiting.clear()
    return person
