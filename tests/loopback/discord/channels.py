"""Requests with the bot's own token: who am I, commands, channels and their messages."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web

from tests.loopback.discord import payloads
from tests.loopback.discord.command_limits import ENTRY_POINT, check_commands
from tests.loopback.discord.posting import Post
from tests.loopback.discord.refusals import Body, Refusal
from tests.loopback.discord.rest import BASE, NOTE, Door, answer
from tests.loopback.discord.world import PIN, VIEW, Message, World


@dataclass(slots=True)
class Channels:
    """The handlers of these routes."""

    door: Door
    post: Post
    cdn: str = ""
    shards: int = 1

    def routes(self) -> list[web.RouteDef]:
        """For `aiohttp.web`."""
        messages = f"{BASE}/channels/{{channel_id}}/messages"
        commands = f"{BASE}/applications/{{application_id}}"
        return [
            web.get(f"{BASE}/users/@me", self.me),
            web.get(f"{BASE}/gateway", self.gateway),
            web.get(f"{BASE}/gateway/bot", self.gateway),
            web.get(f"{commands}/commands", self.commands),
            web.put(f"{commands}/commands", self.set_commands),
            web.delete(f"{commands}/commands/{{command_id}}", self.delete_command),
            web.post(f"{BASE}/users/@me/channels", self.open_dm),
            web.post(messages, self.create),
            web.patch(messages + "/{message_id}", self.edit),
            web.delete(messages + "/{message_id}", self.delete),
            web.put(messages + "/pins/{message_id}", self.pin),
        ]

    async def me(self, request: web.Request) -> web.Response:
        """The bot's own account, or that of the person whose token is shown."""
        kind, _, token = request.headers["Authorization"].partition(" ")
        if kind == "Bearer":
            person = self.post.world.bearers[token]
            return answer(payloads.user(person) | {"locale": person.locale})
        return answer(payloads.user(self.post.world.bot) | {"verified": True, "mfa_enabled": False})

    async def gateway(self, request: web.Request) -> web.Response:
        """Where the gateway is; for bots also how many shards they shall use."""
        shape: Body = {"url": self.cdn.replace("http", "ws", 1) + "/gateway"}
        if request.path.endswith("/bot"):
            limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 16}
            shape |= {"shards": self.shards, "session_start_limit": limit}
        return answer(shape)

    async def commands(self, request: web.Request) -> web.Response:
        """The commands as they stand."""
        return answer(self.post.world.commands)

    async def set_commands(self, request: web.Request) -> web.Response:
        """Replace all commands; those of the same name keep their ids."""
        world = self.post.world
        wanted, _ = await self.door.read(request)
        check_commands(wanted)
        _check_entry_point(wanted, world)
        known = {(c["type"], c["name"]): c["id"] for c in world.commands}
        world.commands = [self._command(command, known) for command in wanted]
        world.signal.give()
        return answer(world.commands)

    async def delete_command(self, request: web.Request) -> web.Response:
        """Take one command away."""
        world, known = self.post.world, request.match_info["command_id"]
        left = [command for command in world.commands if command["id"] != known]
        if len(left) == len(world.commands):
            raise Refusal(10063)
        world.commands = left
        return web.Response(status=204)

    def _command(self, wanted: Body, known: dict[tuple[int, str], str]) -> Body:
        snowflake = self.post.world.snowflake
        kind = wanted.get("type", 1)
        usual = {
            "description": "",
            "name_localizations": None,
            "description_localizations": None,
            "default_member_permissions": None,
            "dm_permission": True,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
        }
        own = {
            "id": wanted.get("id") or known.get((kind, wanted["name"])) or str(snowflake()),
            "application_id": str(self.post.world.bot.id),
            "version": str(snowflake()),
            "type": kind,
        }
        return usual | wanted | own

    async def open_dm(self, request: web.Request) -> web.Response:
        """The DM with a person, opened if need be."""
        body, _ = await self.door.read(request)
        person = self.post.world.users.get(int(body.get("recipient_id") or 0))
        if person is None or person.bot:
            raise Refusal(50033)
        return answer(payloads.channel(self.post.world.dm(person)))

    def _told(self, request: web.Request, message: Message) -> web.Response:
        request[NOTE].message = message.id
        return answer(payloads.message(message, self.cdn, self.post.world))

    async def create(self, request: web.Request) -> web.Response:
        """A new message."""
        channel = self.post.world.reach(int(request.match_info["channel_id"]))
        body, files = await self.door.read(request)
        return self._told(request, self.post.send(channel, body, files))

    def _message(self, request: web.Request, needed: int = VIEW) -> Message:
        world = self.post.world
        request[NOTE].message = int(request.match_info["message_id"])
        channel = world.reach(int(request.match_info["channel_id"]), needed)
        return world.message_of(channel, int(request.match_info["message_id"]))

    async def edit(self, request: web.Request) -> web.Response:
        """Change an own message."""
        message = self._message(request)
        body, files = await self.door.read(request)
        return self._told(request, self.post.edit(message, body, files))

    async def delete(self, request: web.Request) -> web.Response:
        """Delete an own message; those of others take a permission that the bot does not ask for."""
        message = self._message(request)
        if message.author is not self.post.world.bot:
            raise Refusal(50013)
        self.post.world.remove(message)
        return web.Response(status=204)

    async def pin(self, request: web.Request) -> web.Response:
        """Pin a message, which takes a permission of its own."""
        message = self._message(request)
        self.post.world.reach(message.channel.id, PIN)
        message.pinned = True
        return web.Response(status=204)


def _check_entry_point(wanted: list[Body], world: World) -> None:
    """An entry point cannot be left out, and needs Activities (`Refusal` 50240, 20012).

    What Discord answers to one without Activities its reference does not say.
    """
    ours = [command for command in wanted if command.get("type") == ENTRY_POINT]
    if ours and not world.embedded:
        raise Refusal(20012)
    for entry in world.commands:
        same = [one for one in ours if entry["id"] == one.get("id") or entry["name"] == one["name"]]
        if entry["type"] == ENTRY_POINT and not same:
            raise Refusal(50240)
