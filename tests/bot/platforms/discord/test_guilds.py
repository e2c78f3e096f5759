"""Guilds that the bot comes to or is in: the greeting, and the language of what all can see."""

from __future__ import annotations

import gc
import logging

import discord
import pytest

from bot.handlers.access import Access
from bot.interface import Chat
from bot.runtime.composition import build_bot
from tests.bot.memory_platform import NO_ROBOTS
from tests.bot.platforms.discord.setup import Table
from tests.loopback.discord.world import ATTACH, CREATE_THREADS, SEND, Channel, Guild

pytestmark = pytest.mark.usefixtures("log")


def new_guild(there: Table, *, locale: str = "en-US") -> tuple[Guild, Channel, Channel]:
    """A guild without the bot; its first channel, and that of its system messages."""
    guild = there.discord.guild("New", *there.people.values(), installed=False)
    guild.locale = locale
    first, system = there.discord.channel(guild, "first"), there.discord.channel(guild, "system")
    guild.system = system.id
    return guild, first, system


async def test_a_guild_is_greeted_once_in_its_language_and_told_what_the_bot_may_not_do(there: Table) -> None:
    ada = there.person("Ada")
    guild, first, system = new_guild(there, locale="de")
    there.discord.deny(guild, ATTACH)
    there.discord.invite(guild)
    greeting = await ada.sees(system, "Hallo zusammen!")
    assert "„Dateien anhängen“" in greeting.text
    assert "„Nachrichten senden“" not in greeting.text
    asked = ada.press(greeting, "Neue Partie")
    await asked
    (page,) = asked.replies
    assert page.ephemeral  # everybody can press it, each for themselves
    assert there.discord.messages(system) == [greeting]
    there.discord.gateway.guild_deleted(guild, unavailable=True)
    there.discord.gateway.guild_created(guild)
    await there.restart()
    await ada.use("help", system)
    assert there.discord.messages(system) == [greeting]
    assert there.discord.messages(first) == []


async def test_where_system_messages_are_not_for_the_bot_the_first_open_channel_has_the_greeting(
    there: Table,
) -> None:
    guild, first, system = new_guild(there)
    there.discord.deny(system, SEND)
    there.discord.invite(guild)
    greeting = await there.person("Ada").sees(first, "Hello, everybody!")
    assert "permissions" not in greeting.text


async def test_who_may_write_nowhere_greets_nobody(there: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    guild, first, system = new_guild(there)
    there.discord.deny(guild, SEND)
    there.discord.invite(guild)
    await there.person("Ada").use("help", first)  # heard later
    assert "may write nowhere" in caplog.text
    assert there.discord.messages(first) == there.discord.messages(system) == []


async def test_nobody_is_greeted_where_the_host_does_not_let_the_bot_play(there: Table) -> None:
    only_there = Access(NO_ROBOTS, admits=lambda chat: chat.id == "1/2")
    guarded = build_bot(there.store, {}, clock=lambda: 0, access=only_there)
    assert await guarded.greeting(Chat("discord", "1/2", private=False))
    assert await guarded.greeting(Chat("discord", "1/3", private=False)) is None


async def test_what_all_can_see_is_in_the_language_of_the_guild_unless_the_chat_has_chosen_one(
    there: Table,
) -> None:
    guild, first, _ = new_guild(there, locale="de")
    there.discord.invite(guild)
    await there.person("Ada").sees(None, "Hallo zusammen!")
    await there.person("Ada").use("play", first, game="sahara")
    assert "Annehmen" in there.board(first).labels
    await there.restart()  # it is told anew
    await there.person("Ada").use("play", first, game="sahara")
    assert "Annehmen" in there.board(first).labels
    await there.dispatcher.services.preferences.change_chat(
        "discord", str(guild.id), lambda chosen: type(chosen)(chosen.platform, chosen.place, "ca")
    )
    await there.person("Ada").use("play", first, game="sahara")
    assert "Accepta" in there.board(first).labels


async def test_the_language_of_the_players_holds_where_that_of_the_guild_is_none_of_ours(
    there: Table,
) -> None:
    _, first, _ = guild = new_guild(there, locale="sv-SE")
    there.discord.invite(guild[0])
    there.person("Ada").user.locale = "de"
    await there.person("Ada").use("play", first, game="sahara")
    assert "Annehmen" in there.board(first).labels


async def test_a_guild_without_the_bot_tells_its_language_with_each_press(there: Table) -> None:
    there.person("Ada").user.apps = True
    _, first, _ = new_guild(there, locale="de")
    await there.person("Ada").use("play", first, game="sahara")
    assert "Annehmen" in there.board(first).labels


async def test_what_is_in_the_guilds_is_kept_in_memory_neither_after_a_start_nor_after_changes(
    there: Table,
) -> None:
    there.discord.channel(there.guild, "newer")
    there.discord.gateway.guild_deleted(there.guild, unavailable=True)
    there.discord.gateway.guild_created(there.guild)
    await there.person("Ada").use("help", there.channel)  # heard later
    gc.collect()
    (guild,) = [one for one in gc.get_objects() if type(one) is discord.Guild and one.id == there.guild.id]
    assert not guild.channels
    assert not guild.roles


async def test_threads_are_offered_where_the_bot_may_open_them_to_those_who_manage_the_server(
    there: Table,
) -> None:
    guild, _, system = new_guild(there)
    there.discord.invite(guild)
    greeting = await there.person("Ada").sees(system, "Hello, everybody!")
    assert "“Matches in threads”" in greeting.text
    refused = await there.person("Ben").press(greeting, "Matches in threads")
    assert "Only admins" in (await refused.reply()).text
    chosen = await there.dispatcher.services.preferences.of_chat("discord", str(guild.id))
    assert not chosen.threads
    guild.people_permissions |= discord.Permissions(manage_guild=True).value
    await there.person("Ada").press(greeting, "Matches in threads")
    await there.answered()
    assert (await there.dispatcher.services.preferences.of_chat("discord", str(guild.id))).threads
    assert there.discord.messages(system) == [greeting]


async def test_threads_are_not_offered_where_the_bot_may_not_open_them(there: Table) -> None:
    guild, _, system = new_guild(there)
    there.discord.deny(guild, CREATE_THREADS)
    there.discord.invite(guild)
    greeting = await there.person("Ada").sees(system, "Hello, everybody!")
    assert "Matches in threads" not in greeting.labels
