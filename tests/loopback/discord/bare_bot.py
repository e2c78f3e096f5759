"""The barest bot on the true client library, and how the library is led to the loopback."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import yarl
from discord import app_commands

from tests.loopback.discord.server import DiscordServer

Interaction = discord.Interaction[discord.AutoShardedClient]
QUIET = discord.AllowedMentions.none()


class Board(discord.ui.LayoutView):
    """A text, a picture and two buttons."""

    def __init__(self, text: str, alt: str = "an empty board") -> None:
        super().__init__(timeout=None)
        container: discord.ui.Container[Board] = discord.ui.Container()
        container.add_item(discord.ui.TextDisplay(text))
        gallery: discord.ui.MediaGallery[Board] = discord.ui.MediaGallery()
        container.add_item(gallery.add_item(media="attachment://board.png", description=alt))
        row: discord.ui.ActionRow[Board] = discord.ui.ActionRow()
        for label in ("Go", "Form"):
            row.add_item(discord.ui.Button(label=label, custom_id=label.lower()))
        container.add_item(row)
        self.add_item(container)


def picture(data: bytes = b"first picture") -> discord.File:
    """A file with the name to which `Board` refers."""
    return discord.File(io.BytesIO(data), "board.png", description="an empty board")


class Bare(discord.AutoShardedClient):
    """Puts every interaction that comes into `presses`; commands are handled by the tree."""

    def __init__(self, intents: discord.Intents) -> None:
        super().__init__(
            intents=intents, guild_ready_timeout=0.05, member_cache_flags=discord.MemberCacheFlags.none()
        )
        self.tree: app_commands.CommandTree[Bare] = app_commands.CommandTree(self)
        self.presses: asyncio.Queue[Interaction] = asyncio.Queue()
        self.gone: asyncio.Queue[Any] = asyncio.Queue()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The library waits five seconds here; the service of the tests lets shards identify at once."""

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: Interaction) -> None:
        if interaction.type is not discord.InteractionType.autocomplete:
            self.presses.put_nowait(interaction)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self.gone.put_nowait(event.message_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.gone.put_nowait(channel.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.gone.put_nowait(guild.id)


def teach(bot: Bare) -> None:
    """Give it commands that answer nothing by themselves: `/play`, and one in the menu of a person."""

    @bot.tree.command()
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def play(interaction: Interaction, game: str, opponent: discord.User | None = None) -> None:
        """Play a game."""

    @play.autocomplete("game")
    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        games = ("sahara", "sator", "stacko", "sato")
        return [
            app_commands.Choice(name=game.title(), value=game) for game in games if game.startswith(typed)
        ]

    @bot.tree.context_menu(name="Challenge to a game")
    async def challenge(interaction: Interaction, user: discord.User) -> None:
        """Challenge somebody."""


@asynccontextmanager
async def redirected(server: DiscordServer) -> AsyncIterator[None]:
    """Leads the library to this server for a while; nothing of it is replaced but addresses."""
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    discord.http.Route.BASE = server.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)
    try:
        yield
    finally:
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = before


@asynccontextmanager
async def running(server: DiscordServer, intents: discord.Intents | None = None) -> AsyncIterator[Bare]:
    """A bare bot that has connected."""
    async with (
        redirected(server),
        Bare(intents or discord.Intents(guilds=True, dm_messages=True, guild_messages=True)) as bot,
    ):
        teach(bot)
        task = asyncio.create_task(bot.start(server.token))
        await server.connected("play")
        try:
            yield bot
        finally:
            await bot.close()
            await task
