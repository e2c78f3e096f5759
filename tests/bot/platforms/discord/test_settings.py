"""Settings on Discord: whoever may manage the server or the channel chooses for it, and nobody else."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from tests.bot.platforms.discord.play import log
from tests.bot.platforms.discord.setup import table

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
