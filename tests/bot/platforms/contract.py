"""Each platform as the contract of adapters sees it: a chat, somebody who presses, and faults to order."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bot.interface import Chat, Front, PlatformAdapter
from bot.platforms.discord.adapter import DiscordAdapter
from storage.sqlite.chat_log import SqliteChatLog
from tests.bot.conftest import WebChat
from tests.bot.platforms.discord.setup import library_as_it_was, presses_done
from tests.bot.platforms.telegram.setup import Stage, stage
from tests.bot.platforms.web.visitor import Visitor, visitors
from tests.bot.platforms.wiretap import ADA, CHANNEL
from tests.loopback.discord.people import Person
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.world import SEND, Channel
from tests.loopback.telegram.refusals import bad, forbidden


class Scene(Protocol):
    """An adapter on its loopback server, Ada, and a chat that others read as well."""

    adapter: PlatformAdapter
    chat: Chat
    press_only: Chat | None
    """A chat where the bot can only answer presses."""

    @property
    def person(self) -> str:
        """Ada's id."""

    async def texts(self) -> list[str]:
        """What everybody can read in the chat, without talk."""

    async def private(self) -> list[str]:
        """What Ada reads in her private chat."""

    async def own(self) -> str:
        """The newest message that Ada sees in the chat, even if she alone does."""

    async def press(self, label: str) -> None:
        """Ada presses a button of the newest message; until she is answered."""

    def close(self) -> Chat:
        """A chat that takes no new message."""

    def interrupt(self) -> None:
        """The next new message in the chat meets a passing fault."""

    def keep(self) -> None:
        """The next deletion meets a passing fault."""

    def refuse_answer(self) -> None:
        """The next answer to a press cannot be shown."""

    def delete(self) -> None:
        """The newest message of the bot is deleted."""


@dataclass
class DiscordScene:
    server: DiscordServer
    adapter: PlatformAdapter
    ada: Person
    channel: Channel
    chat: Chat
    press_only: Chat | None

    @property
    def person(self) -> str:
        return str(self.ada.user.id)

    async def texts(self) -> list[str]:
        return [shown.text for shown in self.server.messages(self.channel)]

    async def private(self) -> list[str]:
        return [shown.text for shown in self.server.messages(self.server.dm(self.ada))]

    async def own(self) -> str:
        return self.ada.messages(self.channel)[-1].text

    async def press(self, label: str) -> None:
        mark = self.server.log.mark()
        self.ada.press(self.server.messages(self.channel)[-1], label)
        await self.server.until(lambda: self.server.log.since(mark, "POST"))
        await presses_done()

    def close(self) -> Chat:
        self.server.deny(self.channel, SEND)
        return self.chat

    def interrupt(self) -> None:
        too_fast = 40003
        self.server.faults.refuse("POST", r"^/channels/\d+/messages$", 400, too_fast, "too fast")

    def keep(self) -> None:
        self.server.faults.drop("DELETE", r"^/channels/\d+/messages/\d+$", times=2)  # the client tries twice

    def refuse_answer(self) -> None:
        unknown_interaction = 10062
        self.server.faults.refuse("POST", r"/callback$", 404, unknown_interaction, "too late")

    def delete(self) -> None:
        self.server.delete_message(self.server.messages(self.channel)[-1])


@asynccontextmanager
async def discord_scene(front: Front, _: Path) -> AsyncIterator[Scene]:
    with library_as_it_was():
        async with DiscordServer() as server:
            ada = server.person("Ada")
            guild = server.guild("Guild", ada)
            channel = server.channel(guild, "general")
            adapter = DiscordAdapter(server.token, server.api_url, patience=60.0)
            adapter.connect(front)
            await adapter.start()
            await server.connected("play")
            chat = Chat("discord", f"{guild.id}/{channel.id}", private=False)
            away = Chat("discord", "~7/8", private=False)
            try:
                yield DiscordScene(server, adapter, ada, channel, chat, away)
            finally:
                await adapter.stop()


@dataclass
class TelegramScene:
    there: Stage
    adapter: PlatformAdapter
    chat: Chat
    press_only: Chat | None = None

    @property
    def person(self) -> str:
        return str(self.there.ada.id)

    async def texts(self) -> list[str]:
        return [shown.text for shown in self.there.ada.messages(self.there.group)]

    async def private(self) -> list[str]:
        return [shown.text for shown in self.there.ada.messages(self.there.ada.private)]

    async def own(self) -> str:
        return self.there.ada.messages(self.there.group)[-1].text

    async def press(self, label: str) -> None:
        await self.there.ada.press(self.there.ada.latest(self.there.group), label)
        await self.there.telegram.dealt_with()

    def close(self) -> Chat:
        self.there.telegram.faults.refuse("sendMessage", forbidden("bot was kicked from the supergroup chat"))
        return self.chat

    def interrupt(self) -> None:
        self.there.telegram.faults.answer("sendMessage", 500)

    def keep(self) -> None:
        self.there.telegram.faults.answer("deleteMessage", 502)

    def refuse_answer(self) -> None:
        self.there.telegram.faults.refuse("editMessageText", bad("message to edit not found"))

    def delete(self) -> None:
        self.there.ada.delete(self.there.ada.latest(self.there.group))


@asynccontextmanager
async def telegram_scene(front: Front, _: Path) -> AsyncIterator[Scene]:
    async with stage(front) as there:
        there.ada.private.bot = "member"
        yield TelegramScene(there, there.adapter, Chat("telegram", str(there.group.id), private=False))


@dataclass
class WebScene:
    log: SqliteChatLog
    adapter: PlatformAdapter
    ada: Visitor
    chat: Chat = CHANNEL
    person: str = ADA
    press_only: Chat | None = None

    async def texts(self) -> list[str]:
        return await self._read(CHANNEL.id)

    async def private(self) -> list[str]:
        return await self._read(f"@{self.ada.id}")

    async def _read(self, chat: str) -> list[str]:
        await self.ada.ping()
        return [str(shown["text"]) for shown in self.ada.messages.values() if shown["chat"] == chat]

    async def own(self) -> str:
        await self.ada.ping()
        return str(self.ada.notes[-1]["text"])

    async def press(self, label: str) -> None:
        await self.ada.ping()
        await self.ada.press(self.ada.board(), label)

    def close(self) -> Chat:
        return Chat("web", "lounge", private=False)

    def interrupt(self) -> None:
        _fail_once(self.log, "add")

    def keep(self) -> None:
        _fail_once(self.log, "remove")

    def refuse_answer(self) -> None:
        _fail_once(self.log, "replace")

    def delete(self) -> None:
        raise NotImplementedError("nobody deletes messages of the web chat")


def _fail_once(log: SqliteChatLog, name: str) -> None:
    async def broken(*_: object, **__: object) -> None:
        delattr(log, name)
        raise OSError("the disk is full")

    setattr(log, name, broken)


@asynccontextmanager
async def web_scene(front: Front, folder: Path) -> AsyncIterator[Scene]:
    chat = WebChat(front, folder)
    await chat.start()
    try:
        async with visitors(chat.adapter.name, "Ada") as (ada,):
            yield WebScene(chat.log, chat.adapter, ada)
    finally:
        await chat.stop()


SCENES: dict[str, Callable[[Front, Path], AbstractAsyncContextManager[Scene]]] = {
    "discord": discord_scene,
    "telegram": telegram_scene,
    "web": web_scene,
}
