"""Two people, a channel and a bare bot: what tests of the loopback Discord begin with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import discord

from tests.loopback.discord.bare_bot import Bare, running
from tests.loopback.discord.people import Person
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.world import Channel


class Table:
    """A server with a bot, two people and a channel where they meet."""

    def __init__(self, server: DiscordServer) -> None:
        self.server = server
        self.ada, self.ben = server.person("Ada"), server.person("Ben")
        self.guild = server.guild("Club", self.ada, self.ben)
        self.channel = server.channel(self.guild, "games")
        self.bot: Bare

    async def play(self, who: Person | None = None, chat: Channel | None = None) -> discord.Interaction:
        """`/play`, as the bot gets it."""
        (who or self.ada).use("play", chat or self.channel, game="sahara")
        return await self.bot.presses.get()


def data(interaction: discord.Interaction) -> dict[str, Any]:
    """What came with an interaction, as it came."""
    return cast(dict[str, Any], interaction.data)


@asynccontextmanager
async def seated() -> AsyncIterator[Table]:
    """A table whose bot is there."""
    async with DiscordServer() as server:
        table = Table(server)
        async with running(server) as table.bot:
            yield table
