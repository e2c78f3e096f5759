"""A Discord on the loopback that a true client cannot tell from the real one, as far as this bot goes."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

from aiohttp import web

from tests.loopback.core.clock import Clock
from tests.loopback.core.signal import PATIENCE
from tests.loopback.discord.activities import Activities
from tests.loopback.discord.answers import Answers
from tests.loopback.discord.application import Application
from tests.loopback.discord.channels import Channels
from tests.loopback.discord.faults import Faults
from tests.loopback.discord.gateway import Gateway
from tests.loopback.discord.people import Hall, Person
from tests.loopback.discord.posting import Post
from tests.loopback.discord.rest import BASE, Door, Log
from tests.loopback.discord.sight import Shown, look
from tests.loopback.discord.threads import Threads
from tests.loopback.discord.world import DM, GROUP, TEXT, THREAD, Channel, Guild, Message, World

T = TypeVar("T")
TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw.tests.of-the-table"  # noqa: S105 - it opens nothing but this server
REQUEST_LIMIT = 64 * 1024 * 1024


class DiscordServer:
    """The service as a context: `async with DiscordServer() as discord`.

    It goes on living while bots come and go. The clock stands still unless a test moves it. People wait at
    most `guard_s` seconds for anything. A `strict` server fails at its end if there were `complaints`.
    For benchmarks: neither `strict` nor `recording`.
    """

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        shards: int = 1,
        guard_s: float = PATIENCE,
        recording: bool = True,
        strict: bool = True,
    ) -> None:
        self.clock = clock or Clock()
        self.token = TOKEN
        self.world = World(self.clock)
        self.door = Door(self.world, self.token, strict=strict)
        self.post = Post(self.world)
        self.gateway = Gateway(self.world, self.token)
        self.application = Application(self.door, self.world)
        self.activities = Activities(self.door, self.world)
        self.hall = Hall(self.world, self.gateway, self.application, self.door.log, guard_s, recording)
        self.world.watchers.append(self.hall.changed)
        self._channels = Channels(self.door, self.post, shards=shards)
        self._answers = Answers(self.door, self.post)
        self._runner: web.AppRunner
        self.address = ""
        """As in `http://127.0.0.1:PORT`."""

    async def __aenter__(self) -> DiscordServer:
        app = web.Application(middlewares=[self.door.middleware()], client_max_size=REQUEST_LIMIT)
        app.add_routes([*self.application.routes(), *self._channels.routes(), *self._answers.routes()])
        app.add_routes(self.activities.routes())
        app.add_routes(Threads(self.door, self.post, self.gateway).routes())
        app.add_routes([web.get("/gateway", self.gateway.handle), web.get("/gateway/", self.gateway.handle)])
        app.router.add_get("/attachments/{channel}/{file}/{name}", self._file)
        self._runner = web.AppRunner(app, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.address = f"http://127.0.0.1:{port}"
        self._channels.cdn = self._answers.cdn = self.gateway.cdn = self.address
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.faults.clear()
        await self.application.stop()
        await self.gateway.stop()
        await self._runner.cleanup()
        if self.door.strict and error is None:
            assert self.complaints == []

    @property
    def api_url(self) -> str:
        """What clients take for the address of the API."""
        return self.address + BASE

    @property
    def environment(self) -> dict[str, str]:
        """For a bot in a process of its own."""
        return {"DISCORD_TOKEN": self.token, "DISCORD_API_URL": self.api_url}

    @property
    def faults(self) -> Faults:
        """What shall go wrong."""
        return self.door.faults

    @property
    def log(self) -> Log:
        """What was requested."""
        return self.door.log

    @property
    def complaints(self) -> list[str]:
        """Bodies that were refused, which no true client sends, and failures of this server."""
        return self.door.complaints

    # Who and what there is

    def person(self, name: str, *, apps: bool = False, locale: str = "en-US") -> Person:
        """Somebody new; with `apps` the bot is installed to the account."""
        return Person(self.hall, self.world.user(name, apps=apps, locale=locale))

    def guild(self, name: str, *members: Person, installed: bool = True) -> Guild:
        """A server with these members, and the bot if it is `installed`."""
        guild = self.world.guild(name, *(person.user for person in members), installed=installed)
        self.gateway.guild_created(guild)
        return guild

    def channel(self, guild: Guild, name: str) -> Channel:
        """A text channel."""
        return self._place(TEXT, name, guild)

    def thread(self, channel: Channel, name: str) -> Channel:
        """A public thread."""
        assert channel.guild
        return self._place(THREAD, name, channel.guild, channel)

    def _place(self, kind: int, name: str, guild: Guild, parent: Channel | None = None) -> Channel:
        place = self.world.channel(kind, name, guild, parent)
        self.gateway.channel_created(place)
        return place

    def dm(self, person: Person) -> Channel:
        """The DM of the bot with this person."""
        return self.world.dm(person.user)

    def group(self, *people: Person) -> Channel:
        """A group DM, in which the bot is never a member."""
        return self.world.private(GROUP, *(person.user for person in people))

    def close_dms(self, person: Person, closed: bool = True) -> None:
        """Refuse DMs from the bot from now on, or allow them again."""
        person.user.dms_closed = closed

    def delete_message(self, message: Shown | int) -> None:
        """Somebody deletes a message."""
        number = message if isinstance(message, int) else message.id
        self.world.remove(self.world.messages[number])

    def delete_channel(self, channel: Channel) -> None:
        """Somebody deletes a channel with its threads, or a thread."""
        for other in [one for one in self.world.channels.values() if one.parent is channel]:
            self.delete_channel(other)
        self._forget(channel)
        self.gateway.channel_deleted(channel)

    def _forget(self, channel: Channel) -> None:
        del self.world.channels[channel.id]
        if channel.guild:
            channel.guild.channels.pop(channel.id, None)
        for message in self._messages(channel):
            del self.world.messages[message.id]
        self.hall.forget(channel)

    def delete_guild(self, guild: Guild) -> None:
        """The guild is no more."""
        for channel in list(guild.channels.values()):
            self._forget(channel)
        guild.installed = False
        del self.world.guilds[guild.id]
        self.gateway.guild_deleted(guild, unavailable=False)

    def invite(self, guild: Guild) -> None:
        """The bot comes to a guild."""
        guild.installed = True
        self.gateway.guild_created(guild, joined=True)

    def expel(self, guild: Guild) -> None:
        """The bot is thrown out of a guild, which lives on."""
        guild.installed = False
        self.gateway.guild_deleted(guild, unavailable=False)

    def deny(self, place: Channel | Guild, permissions: int) -> None:
        """Take these permissions away from the bot (constants of `world`)."""
        if isinstance(place, Guild):
            place.bot_permissions &= ~permissions
        else:
            place.denied |= permissions

    def allow(self, place: Channel, person: Person, permissions: int) -> None:
        """Give these permissions to somebody in one channel, by an overwrite."""
        place.allowed[person.user.id] = place.allowed.get(person.user.id, 0) | permissions

    # What there is to know

    def messages(self, chat: Channel) -> list[Shown]:
        """The public messages of a chat."""
        return [look(one) for one in self._messages(chat) if one.reader is None]

    def _messages(self, chat: Channel) -> list[Message]:
        return [one for one in self.world.messages.values() if one.channel is chat]

    def public_record(self) -> bytes:
        """All that was ever public anywhere but in DMs, comparable byte for byte."""
        return self.hall.public.text(but=DM)

    async def until(self, look_for: Callable[[], T | None], what: str = "it did not happen") -> T:
        """Wait until something is true of the service."""
        return await self.world.signal.until(look_for, lambda: self.hall.missed(what), self.hall.guard_s)

    async def connected(self, *commands: str) -> None:
        """Wait until a bot hears, over all shards if at all over the gateway, and has these commands."""
        await self.until(lambda: self._is_connected(set(commands)), "the bot did not connect")

    def _is_connected(self, commands: set[str]) -> bool:
        known = {command["name"] for command in self.world.commands}
        sessions = self.gateway.connected
        heard = bool(sessions) and len(sessions) >= sessions[0].shards
        return (heard or self.application.url is not None) and commands <= known

    async def _file(self, request: web.Request) -> web.Response:
        """A file of a message, as the content network hands it out."""
        of_messages = [file for message in self.world.messages.values() for file in message.attachments]
        for file in (*of_messages, *self.world.uploads):
            if str(file.id) == request.match_info["file"]:
                return web.Response(body=file.data, content_type="application/octet-stream")
        raise web.HTTPNotFound
