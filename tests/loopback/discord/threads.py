"""Threads that a bot starts from messages, and whom it takes in."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web

from tests.loopback.discord import payloads
from tests.loopback.discord.gateway import Gateway
from tests.loopback.discord.posting import Post
from tests.loopback.discord.refusals import Refusal
from tests.loopback.discord.rest import BASE, Door, answer
from tests.loopback.discord.world import CREATE_THREADS, SEND_IN_THREADS, TEXT, THREAD, Channel


@dataclass(slots=True)
class Threads:
    """The handlers of these routes."""

    door: Door
    post: Post
    gateway: Gateway

    def routes(self) -> list[web.RouteDef]:
        """For `aiohttp.web`."""
        start = f"{BASE}/channels/{{channel_id}}/messages/{{message_id}}/threads"
        members = f"{BASE}/channels/{{channel_id}}/thread-members/{{user_id}}"
        return [web.post(start, self.start), web.put(members, self.add)]

    async def start(self, request: web.Request) -> web.Response:
        """A public thread, which has the id of its message."""
        world = self.post.world
        channel = world.reach(int(request.match_info["channel_id"]))
        body, _ = await self.door.read(request)
        if channel.kind != TEXT:
            raise Refusal(50024)
        world.reach(channel.id, CREATE_THREADS)
        message = world.message_of(channel, int(request.match_info["message_id"]))
        if message.id in world.channels:
            raise Refusal(160004)
        thread = Channel(message.id, THREAD, body["name"], channel.guild, channel)
        world.channels[thread.id] = thread
        if channel.guild:
            channel.guild.channels[thread.id] = thread
        self.gateway.channel_created(thread)
        return answer(payloads.channel(thread), 201)

    async def add(self, request: web.Request) -> web.Response:
        """Somebody is in the thread from now on."""
        thread = self.post.world.reach(int(request.match_info["channel_id"]), SEND_IN_THREADS)
        if thread.kind != THREAD:
            raise Refusal(50024)
        person = self.post.world.users.get(int(request.match_info["user_id"]))
        if person is None or thread.guild is None or person.id not in thread.guild.members:
            raise Refusal(10013)
        thread.people[person.id] = person
        return web.Response(status=204)
