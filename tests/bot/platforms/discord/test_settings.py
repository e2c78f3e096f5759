"""Settings on Discord: whoever may manage the server chooses for it, and nobody else."""

from __future__ import annotations

import discord
import pytest

from bot.interface import ChangeChat
from bot.platforms import callback_data
from storage.people import ChatSettings
from tests.bot.platforms.discord.setup import Table
from tests.loopback.discord.world import SEND

pytestmark = pytest.mark.usefixtures("log")

SERVER = ("manage_guild", "administrator")


@pytest.mark.parametrize("right", SERVER)
async def test_whoever_manages_the_server_chooses_for_it(there: Table, right: str) -> None:
    assert there.channel.guild
    there.channel.guild.people_permissions |= discord.Permissions(**{right: True}).value
    ada = there.person("Ada")
    asked = ada.use("settings", there.channel)
    await asked
    (page,) = asked.replies
    assert page.ephemeral
    for label in ("This chat", "Other people"):
        await ada.press(ada.now(page), label)
        await there.answered()
    assert "Who may challenge here" in ada.now(page).text


async def test_others_see_their_own_settings_alone(there: Table) -> None:
    asked = there.person("Ada").use("settings", there.channel)
    await asked
    (page,) = asked.replies
    assert page.ephemeral
    assert "This chat" not in str(page)


async def test_results_go_to_the_channel_where_they_are_asked_for_if_the_bot_may_write_there(
    there: Table,
) -> None:
    there.guild.people_permissions |= discord.Permissions(manage_guild=True).value
    results, closed = (there.discord.channel(there.guild, name) for name in ("results", "closed"))
    there.discord.deny(closed, SEND)
    ada = there.person("Ada")
    for channel, told in (
        (closed, "I cannot write in this channel."),
        (results, "also in this channel"),
    ):
        asked = ada.use("settings", channel)
        await asked
        (page,) = asked.replies
        await ada.press(page, "This chat")
        await there.answered()
        pressed = ada.press(ada.now(page), "Results in this channel")
        await pressed
        await there.answered()
        assert told in (pressed.replies[0] if pressed.replies else ada.now(page)).text
    await there.begin("sahara")
    asked = ada.use("resign", there.channel)
    await asked
    await ada.press(asked.replies[0], "Yes, resign")
    await there.answered()
    begun, result = there.discord.messages(results)
    assert "From now on I post match results here" in begun.text
    assert "Ada resigned: Ben wins." in result.text
    assert "Replay" in result.labels
    assert there.discord.messages(closed) == []


async def test_who_manages_a_channel_of_the_server_does_not_choose_for_the_server(there: Table) -> None:
    own, ada = there.discord.channel(there.guild, "own"), there.person("Ada")
    there.discord.allow(own, ada, discord.Permissions(manage_channels=True, manage_roles=True).value)
    asked = ada.use("settings", own)
    await asked
    (page,) = asked.replies
    assert "This chat" not in str(page)
    there.guild.people_permissions |= discord.Permissions(manage_guild=True).value
    asked = ada.use("settings", own)
    await asked
    (page,) = asked.replies
    for label in ("This chat", "Other people"):
        await ada.press(ada.now(page), label)
        await there.answered()
    there.guild.people_permissions &= ~discord.Permissions(manage_guild=True).value
    pressed = ada.press(ada.now(page), "nobody")
    await pressed
    await there.answered()
    told = (pressed.replies[0] if pressed.replies else ada.now(page)).text
    assert told == (
        "Only admins of this chat can choose its settings."
        " On Discord this needs the permission “Manage Server”."
    )
    assert (
        await there.store.settings.chat_settings("discord", str(there.guild.id))
    ).challengers == "everyone"


async def test_a_button_that_is_pressed_on_one_server_chooses_nothing_for_another(there: Table) -> None:
    """Discord tells what somebody may do where they press, and nothing about anywhere else."""
    ada = there.person("Ada")
    own = there.discord.channel(there.discord.guild("Ada's", ada), "own")
    assert own.guild
    own.guild.people_permissions |= discord.Permissions(manage_guild=True).value
    asked = ada.use("settings", own)
    await asked
    forged = callback_data.encode(ChangeChat(str(there.guild.id), ("challengers=nobody",)))
    pressed = ada.press(asked.replies[0], custom_id=forged)
    await pressed
    await there.answered()
    chosen = await there.store.settings.chat_settings("discord", str(there.guild.id))
    assert chosen.challengers == "everyone"


async def test_who_manages_a_channel_may_challenge_there_where_managers_alone_may(there: Table) -> None:
    await there.store.settings.put_chat_settings(
        ChatSettings("discord", str(there.guild.id), challengers="managers")
    )
    own, ada = there.discord.channel(there.guild, "own"), there.person("Ada")
    there.discord.allow(own, ada, discord.Permissions(manage_channels=True).value)
    for channel, count in ((there.channel, 0), (own, 1)):
        await ada.use("play", channel, game="sahara")
        await there.answered()
        assert len(there.discord.messages(channel)) == count
