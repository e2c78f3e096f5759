"""The gateway: sessions of shards that can be resumed, heartbeats, events by intents, compression."""

from __future__ import annotations

import asyncio
import json
import struct
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.loopback.discord import payloads
from tests.loopback.discord.refusals import Body
from tests.loopback.discord.world import DM, Channel, Guild, Message, World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 0, 1, 2, 3, 6, 7
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
NOT_AUTHENTICATED, BAD_TOKEN, BAD_MESSAGE, TWICE = 4003, 4004, 4002, 4005
SESSION_TIMED_OUT, BAD_SHARD, BAD_INTENTS = 4009, 4010, 4014
REMEMBERED = 1000
"""Events a session keeps for a client that comes back."""


class Link:
    """One open socket; what is sent goes out in order, compressed if the client asked for it."""

    def __init__(self, socket: web.WebSocketResponse, compressed: bool) -> None:
        self._socket = socket
        self._deflate = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[Body | int] = asyncio.Queue()
        self.session: Session | None = None
        self.watch: asyncio.TimerHandle | None = None

    def send(self, payload: Body) -> None:
        """Put a message on its way."""
        self._queue.put_nowait(payload)

    def close(self, code: int) -> None:
        """End the connection after what was sent before."""
        self._queue.put_nowait(code)

    async def write(self) -> None:
        """Send what was put on its way, until the end."""
        while not isinstance(payload := await self._queue.get(), int):
            text = json.dumps(payload, separators=(",", ":"))  # half characters, too
            if self._deflate is None:
                await self._socket.send_str(text)
            else:
                data = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self._socket.send_bytes(data)
        # Not `close`: it ends the connection at once, and the client may never read the code.
        await self._socket.send_frame(struct.pack("!H", payload), WSMsgType.CLOSE)


@dataclass(eq=False, slots=True)
class Session:
    """A shard of the bot, connected or soon to be resumed."""

    id: str
    shard: int
    shards: int
    intents: int
    link: Link | None
    sequence: int = 0
    sent: deque[Body] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    def dispatch(self, event: str, data: Body) -> None:
        """Send an event, or keep it until the client is back."""
        self.sequence += 1
        payload = {"op": DISPATCH, "t": event, "s": self.sequence, "d": data}
        self.sent.append(payload)
        if self.link:
            self.link.send(payload)


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self._links: set[Link] = set()
        self._made = 0
        self.sessions: dict[str, Session] = {}
        self.cdn = ""
        self.heartbeat_s = 41.25
        """The interval that clients are told; after one and a half of it without a beat they are closed."""
        self.identified = 0
        """How often a client has identified itself."""
        self.resumed = 0
        self.closed = False
        """Nobody is let in."""
        world.watchers.append(self._message_changed)

    @property
    def connected(self) -> list[Session]:
        """Sessions with an open socket."""
        return [session for session in self.sessions.values() if session.link]

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """One socket from HELLO to its end."""
        if self.closed:
            self._world.signal.give()
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=4096 * 4, compress=False)
        await socket.prepare(request)
        link = Link(socket, request.query.get("compress") == "zlib-stream")
        self._links.add(link)
        writer = asyncio.create_task(link.write())
        writer.add_done_callback(lambda _: self._leave(link))
        link.send({"op": HELLO, "d": {"heartbeat_interval": round(self.heartbeat_s * 1000)}})
        self._beat(link)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT and link in self._links:
                    self._receive(link, message.data)
        finally:
            self._leave(link)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
        return socket

    def _leave(self, link: Link) -> None:
        self._links.discard(link)
        if link.watch:
            link.watch.cancel()
        if link.session and link.session.link is link:
            link.session.link = None
        self._world.signal.give()

    def _beat(self, link: Link) -> None:
        if link.watch:
            link.watch.cancel()
        loop = asyncio.get_running_loop()
        link.watch = loop.call_later(self.heartbeat_s * 1.5, link.close, SESSION_TIMED_OUT)

    def _receive(self, link: Link, text: str) -> None:
        try:
            payload = json.loads(text)
            op, data = payload["op"], payload.get("d")
        except (ValueError, KeyError, TypeError):
            link.close(BAD_MESSAGE)
            return
        if op == HEARTBEAT:
            self._beat(link)
            link.send({"op": HEARTBEAT_ACK})
        elif op == IDENTIFY:
            self._identify(link, data)
        elif op == RESUME:
            self._resume(link, data)
        elif op != PRESENCE or link.session is None:
            link.close(NOT_AUTHENTICATED)

    def _identify(self, link: Link, data: Any) -> None:
        shard, shards = data.get("shard", (0, 1))
        if data.get("token") != self._token:
            link.close(BAD_TOKEN)
        elif link.session:
            link.close(TWICE)
        elif not 0 <= shard < shards:
            link.close(BAD_SHARD)
        elif data.get("intents", 0) & PRIVILEGED:
            link.close(BAD_INTENTS)
        else:
            self._welcome(link, shard, shards, data.get("intents", 0))

    def _welcome(self, link: Link, shard: int, shards: int, intents: int) -> None:
        for old in [one for one in self.sessions.values() if one.shard == shard and not one.link]:
            del self.sessions[old.id]
        self._made += 1
        session = Session(f"session{self._made:04}", shard, shards, intents, link)
        self.sessions[session.id] = session
        link.session = session
        bot = self._world.bot
        guilds = [one for one in self._world.guilds.values() if one.installed and self._on(session, one)]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": payloads.user(bot) | {"verified": True, "mfa_enabled": False},
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.cdn.replace("http", "ws", 1) + "/gateway",
                "shard": [shard, shards],
                "application": {"id": str(bot.id), "flags": 0},
                "private_channels": [],
            },
        )
        if intents & GUILDS:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", payloads.guild(guild, bot))
        self.identified += 1
        self._world.signal.give()

    def _resume(self, link: Link, data: Any) -> None:
        session = self.sessions.get(data.get("session_id"))
        if data.get("token") != self._token:
            link.close(BAD_TOKEN)
            return
        missed = [one for one in session.sent if one["s"] > data["seq"]] if session else []
        if session is None or session.sequence - data["seq"] != len(missed):
            link.send({"op": INVALID_SESSION, "d": False})
            return
        if session.link:
            session.link.close(SESSION_TIMED_OUT)
        session.link, link.session = link, session
        for payload in missed:
            link.send(payload)
        session.dispatch("RESUMED", {})
        self.resumed += 1
        self._world.signal.give()

    def _on(self, session: Session, guild: Guild | None) -> bool:
        return session.shard == ((guild.id >> 22) % session.shards if guild else 0)

    def dispatch(self, event: str, data: Body, guild: Guild | None, needed: int = 0) -> None:
        """An event for the shard of this guild, or for shard 0; only where an intent wants it."""
        for session in self.sessions.values():
            if self._on(session, guild) and (not needed or session.intents & needed):
                session.dispatch(event, data)

    def _message_changed(self, change: str, message: Message) -> None:
        if message.reader or not message.channel.bot_in:
            return
        guild = message.channel.guild
        data: Body = {"id": str(message.id), "channel_id": str(message.channel.id)}
        intent = DIRECT_MESSAGES if message.channel.kind == DM else GUILD_MESSAGES
        if not any(session.intents & intent for session in self.sessions.values()):
            return
        if change != "delete":
            data = payloads.message(message, self.cdn, self._world)
        self.dispatch(f"MESSAGE_{change.upper()}", data | _guild_id(guild), guild, intent)

    def channel_deleted(self, channel: Channel) -> None:
        """Tell that a channel or thread is gone."""
        if channel.guild and channel.guild.installed:
            event = "THREAD_DELETE" if channel.parent else "CHANNEL_DELETE"
            self.dispatch(event, payloads.channel(channel), channel.guild, GUILDS)

    def guild_deleted(self, guild: Guild, unavailable: bool) -> None:
        """Tell that the bot is out of a guild, or that the guild has an outage."""
        data: Body = {"id": str(guild.id)} | ({"unavailable": True} if unavailable else {})
        self.dispatch("GUILD_DELETE", data, guild, GUILDS)

    def channel_created(self, channel: Channel) -> None:
        """Tell that there is a new channel or thread."""
        if channel.guild and channel.guild.installed:
            event = "THREAD_CREATE" if channel.parent else "CHANNEL_CREATE"
            self.dispatch(event, payloads.channel(channel), channel.guild, GUILDS)

    def guild_created(self, guild: Guild, *, joined: bool = False) -> None:
        """Tell that the bot is in a guild, or that the outage is over."""
        if guild.installed:
            shape = payloads.guild(guild, self._world.bot, joined=joined)
            self.dispatch("GUILD_CREATE", shape, guild, GUILDS)

    def reconnect(self) -> None:
        """Ask every client to come back, which it will with RESUME."""
        for session in self.connected:
            if session.link:
                session.link.send({"op": RECONNECT, "d": None})

    def invalidate(self, resumable: bool = False) -> None:
        """End every session; its events are lost unless it is resumable."""
        for session in self.connected:
            if session.link:
                session.link.send({"op": INVALID_SESSION, "d": resumable})
            if not resumable:
                del self.sessions[session.id]

    def cut(self) -> None:
        """Break every connection."""
        for link in list(self._links):
            link.close(4000)

    async def stop(self) -> None:
        """Close every connection."""
        for link in list(self._links):
            link.close(1001)


def _guild_id(guild: Guild | None) -> Body:
    return {"guild_id": str(guild.id)} if guild else {}
