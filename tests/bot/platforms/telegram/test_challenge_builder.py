"""A bare /play, as the menu sends it, leads to a challenge by buttons, there where it was typed."""

from __future__ import annotations

from pathlib import Path

from tests.bot.platforms.telegram.setup import table


async def test_a_bare_play_in_a_group_leads_to_a_challenge_in_the_group(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        there.ada.say(there.group, "/play")
        asked = await there.ada.sees(lambda one: "Sahara" in one.labels, there.group)
        await there.ada.press(asked, "Sahara")
        asked = await there.ada.sees(lambda one: "Anyone" in one.labels, there.group)
        await there.ada.press(asked, "Anyone")
        challenge = await there.ben.sees(lambda one: "Accept" in one.labels, there.group)
        assert "Ada" in challenge.text
        assert not there.ada.messages(there.ada.private)


async def test_a_bare_play_in_the_private_chat_offers_who_has_played_before(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        there.start_all()
        await there.begin("sator")
        there.ada.say(there.ada.private, "/play")
        asked = await there.ada.sees(lambda one: "Sahara" in one.labels, there.ada.private)
        await there.ada.press(asked, "Sahara")
        asked = await there.ada.sees(lambda one: "Anyone" in one.labels, there.ada.private)
        assert asked.labels == ("Ben", "Anyone", "Play the robot")
        await there.ada.press(asked, "Ben")
        await there.ben.sees(lambda one: "Accept" in one.labels and "Sahara" in one.text, there.ben.private)
