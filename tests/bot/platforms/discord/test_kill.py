"""Messages of which only Discord knows when the bot is killed are found again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.platforms.discord.setup import choices
from tests.bot.platforms.test_kill import GUARD, OnDiscord
from tests.loopback.discord.server import DiscordServer

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]  # a busy machine starts each bot slowly


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[OnDiscord]:
    async with DiscordServer(guard_s=GUARD) as discord:
        club = OnDiscord(discord, tmp_path)
        yield club
        await club.bot.end()


async def test_a_challenge_that_is_shown_when_the_bot_is_killed_is_found_again(
    club: OnDiscord,
) -> None:
    ada, ben = club.people
    ada.user.apps = ben.user.apps = True
    chat = club.discord.group(ada, ben)  # where nothing but its answer can be changed
    await club.start()
    held = club.discord.faults.hold("POST", r"/interactions/", when="after")
    ada.use("play", chat, game="sahara")
    await held.arrived.wait()
    if club.discord.messages(chat)[0].thinking:  # on a busy machine, the challenge is shown later
        held.release()
        held = club.discord.faults.hold("PATCH", r"/webhooks/", when="after")
        await held.arrived.wait()
    await club.bot.kill()
    held.release()
    (orphan,) = club.discord.messages(chat)
    mark = club.discord.log.mark()
    await club.start()
    await club.discord.until(lambda: club.discord.log.since(mark, "PATCH"), "nobody cares for the challenge")
    await ben.press(club.discord.messages(chat)[-1], "Accept")
    await ben.sees(chat, lambda shown: bool(choices(shown)))
    assert [shown.id for shown in club.discord.messages(chat)] == [orphan.id]
    assert all(not one.messages(club.discord.dm(one)) for one in (ada, ben))
    assert "Traceback" not in await club.bot.stop()


async def test_a_board_that_a_press_has_posted_when_the_bot_is_killed_is_found_again(club: OnDiscord) -> None:
    ada, ben = club.people
    await club.start()
    await club.begin()
    more = await (await ada.press(club.discord.messages(club.channel)[-1], "More")).reply()
    await ada.press(more, "Resign")
    await ada.press(ada.now(more), "Yes, resign")
    await ada.sees(club.channel, lambda shown: "Rematch" in shown.labels)
    ended = club.discord.messages(club.channel)[-1]
    held = club.discord.faults.hold("POST", r"/interactions/", when="after")
    ada.press(ended, "Rematch")
    await held.arrived.wait()
    await club.bot.kill()
    held.release()
    over, orphan = club.discord.messages(club.channel)
    mark = club.discord.log.mark()
    await club.start()
    await club.discord.until(lambda: club.discord.log.since(mark, "PATCH"), "nobody cares for the rematch")
    await ben.press(club.discord.messages(club.channel)[-1], "Accept")
    await ben.sees(club.channel, lambda shown: bool(choices(shown)))
    assert [shown.id for shown in club.discord.messages(club.channel)] == [over.id, orphan.id]
    assert club.discord.messages(club.channel)[0].text == over.text
    assert "Traceback" not in await club.bot.stop()
