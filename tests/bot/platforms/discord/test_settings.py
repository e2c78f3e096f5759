"""Settings on Discord: whoever may manage the server or the channel chooses for it, and nobody else."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from tests.bot.platforms.discord.play import log
from tests.bot.platforms.discord.setup import table
from tests.loopback.discord.world import SEND

__all__ = ["log"]  # a fixture of all tests here

MANAGING = ("manage_guild", "manage_channels")


@pytest.mark.parametrize("right", MANAGING)
async def test_whoever_manages_the_server_or_the_channel_chooses_for_it(tmp_path: Path, right: str) -> None:
    async with table(tmp_path) as there:
        assert there.channel.guild
        there.channel.guild.people_permissions |= discord.Permissions(**{right: True}).value
        ada = there.person("Ada")
        asked = ada.use("settings", there.channel)
        await asked
        (page,) = asked.replies
        assert page.ephemeral
        await ada.press(page, "This chat")
        await there.answered()
        assert "Who may challenge here" in ada.now(page).text


async def test_others_see_their_own_settings_alone(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        asked = there.person("Ada").use("settings", there.channel)
        await asked
        (page,) = asked.replies
        assert page.ephemeral
        assert "This chat" not in str(page)


async def test_results_go_to_the_channel_where_they_are_asked_for_if_the_bot_may_write_there(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as there:
        there.guild.people_permissions |= discord.Permissions(manage_guild=True).value
        results, closed = (there.discord.channel(there.guild, name) for name in ("results", "closed"))
        there.discord.deny(closed, SEND)
        ada = there.person("Ada")
        for channel, told in (
            (closed, "I may not write in this channel."),
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
        assert "From now on I tell here" in begun.text
        assert "Ada resigned: Ben wins." in result.text
        assert "Replay" in result.labels
        assert there.discord.messages(closed) == []
