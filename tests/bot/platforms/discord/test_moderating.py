"""Rights in one channel of a Discord server reach no further than that channel."""

from __future__ import annotations

import discord
import pytest

from games.events import MatchId, MatchStopped
from storage.boards import ChatId
from tests.bot.platforms.discord.setup import Table
from tests.loopback.discord.people import Person
from tests.loopback.discord.sight import Shown
from tests.loopback.discord.world import Channel

pytestmark = pytest.mark.usefixtures("log")

CHANNEL_RIGHTS = discord.Permissions(manage_channels=True, manage_roles=True, manage_messages=True).value
CHAT = "{0.guild.id}/{0.channel.id}"
SERVER_RIGHTS = discord.Permissions(manage_guild=True).value


async def moderated(there: Table, who: Person, channel: Channel, **options: object) -> Shown:
    asked = who.use("moderate", channel, **options)
    await asked
    await there.answered()
    (page,) = asked.replies
    return page


async def reported(there: Table) -> MatchId:
    """The match that Ada and Ben play in the channel, with words of Ben's that Ada has reported."""
    await there.begin("sahara")
    (row,), ada = (
        await there.store.matches.matches_in("discord", ChatId(CHAT.format(there)), ["running"]),
        there.person("Ada"),
    )
    await there.person("Ben").use("say", there.channel, phrase="you cheat")
    await there.answered()
    await there.dispatcher.worker.settled()
    shown = next(one for one in there.discord.messages(there.channel) if "you cheat" in one.text)
    pressed = ada.press(shown, "Report …")
    await pressed
    await ada.press(pressed.replies[0], "Yes, report")
    await there.answered()
    return row.match


async def is_stopped(there: Table, code: MatchId) -> bool:
    return isinstance((await there.store.matches.load(code))[-1], MatchStopped)


async def test_who_manages_another_channel_ends_nothing_hides_nothing_and_sees_no_reports(
    there: Table,
) -> None:
    code = await reported(there)
    cleo, own = there.person("Cleo"), there.discord.channel(there.guild, "own")
    there.discord.allow(own, cleo, CHANNEL_RIGHTS)
    page = await moderated(there, cleo, own)
    assert "0 matches are running here" in page.text
    assert "cheat" not in page.text
    assert page.labels == []
    assert (await moderated(there, cleo, own, match=code)).text == (
        f"No match {code} is running in this chat."
    )
    assert "Only admins of this chat can do that." in (await moderated(there, cleo, there.channel)).text
    assert not await is_stopped(there, code)


async def test_who_manages_the_channel_ends_its_matches_and_hides_nobodys_words_on_the_server(
    there: Table,
) -> None:
    code = await reported(there)
    cleo = there.person("Cleo")
    there.discord.allow(there.channel, cleo, CHANNEL_RIGHTS)
    page = await moderated(there, cleo, there.channel)
    assert "“you cheat” – Ada" in page.text
    assert page.labels == [f"End {code} …"]
    await cleo.press(page, f"End {code} …")
    await there.answered()
    await cleo.press(cleo.now(page), "Yes, end it")
    await there.answered()
    assert await is_stopped(there, code)


async def test_buttons_of_the_server_are_refused_to_who_manages_a_channel_alone(there: Table) -> None:
    code = await reported(there)
    cleo = there.person("Cleo")
    there.discord.allow(there.channel, cleo, CHANNEL_RIGHTS)
    there.guild.people_permissions |= SERVER_RIGHTS
    page = await moderated(there, cleo, there.channel)
    assert page.labels == ["Hide Ben's messages", f"End {code} …"]
    there.guild.people_permissions &= ~SERVER_RIGHTS
    for label in page.labels:
        pressed = cleo.press(page, label)
        await pressed
        await there.answered()
        assert "On Discord this needs the permission “Manage Server”" in pressed.replies[0].text
    assert await there.store.talk.silenced_in("discord", str(there.guild.id)) == ()
    there.guild.people_permissions |= SERVER_RIGHTS
    await cleo.press(page, "Hide Ben's messages")
    await there.answered()
    assert len(await there.store.talk.silenced_in("discord", str(there.guild.id))) == 1
