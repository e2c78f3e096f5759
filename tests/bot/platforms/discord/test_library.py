"""What the bot uses of the library that its documentation does not name, and the release that has it."""

from __future__ import annotations

import discord
import yarl
from discord.app_commands import Choice
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route
from discord.state import AutoShardedConnectionState

from bot.interface import Screen
from bot.platforms.discord.client import Client, GuildState
from bot.platforms.discord.layout import new
from bot.platforms.discord.settings import Shards
from tests.bot.conftest import Scripted


async def nothing(*_: object) -> None:
    pass


async def test_what_is_private_in_the_library_is_still_there() -> None:
    assert discord.__version__.startswith("2.7."), "look at each of these in the new release"
    client = Client(Scripted(), nothing, nothing, Shards((0,), 1))
    assert isinstance(client._connection, GuildState)
    assert "INTERACTION_CREATE" in client._connection.parsers
    overridden = [name for name in vars(GuildState) if name.startswith("parse_")]
    assert overridden
    assert all(hasattr(AutoShardedConnectionState, name) for name in overridden)
    used = (
        "get_global_commands",
        "delete_global_command",
        "bulk_upsert_global_commands",
        "start_thread_with_message",
        "add_user_to_thread",
        "get_from_cdn",
    )
    assert all(hasattr(HTTPClient, name) for name in used)
    assert isinstance(Route.BASE, str)
    assert isinstance(DiscordWebSocket.DEFAULT_GATEWAY, yarl.URL)
    assert discord.backoff.ExponentialBackoff()._max > 5
    assert Choice(name="a", value="a").to_dict() == {"name": "a", "value": "a"}
    assert new(Screen("a"))["view"].to_components()
