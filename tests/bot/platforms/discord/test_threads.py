"""Matches in threads of their own, where somebody who manages the server has chosen that."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.handlers.jobs import standing
from bot.interface import Chat
from storage.standing import STANDING_EDITED_AFTER
from tests.bot.platforms.discord.setup import Table, choices, mover, table
from tests.bot.simple_robots import FirstMoves
from tests.loopback.discord.sight import Shown
from tests.loopback.discord.world import CREATE_THREADS, SEND_IN_THREADS, THREAD, Channel

pytestmark = pytest.mark.usefixtures("log")

REFUSED = "I cannot create threads here"


async def wanted(there: Table) -> None:
    """Matches get threads from now on."""
    await there.dispatcher.services.preferences.change_chat(
        "discord",
        str(there.guild.id),
        lambda chosen: type(chosen)(chosen.platform, chosen.place, threads=True),
    )


def threads(there: Table) -> list[Channel]:
    return [channel for channel in there.guild.channels.values() if channel.kind == THREAD]


def in_channel(there: Table) -> list[Shown]:
    return there.discord.messages(there.channel)


async def play_in(there: Table, thread: Channel) -> None:
    """Whoever is asked plays the first thing on offer."""
    board = there.board(thread)
    await there.person(mover(board)).press(board, choices(board)[0])
    await there.answered()


async def test_a_match_gets_a_thread_with_its_players_and_the_message_in_the_channel_leads_there(
    there: Table,
) -> None:
    await wanted(there)
    await there.begin("sahara")
    await there.answered()
    (thread,) = threads(there)
    assert thread.name in ("Ada – Ben · Sahara", "Ben – Ada · Sahara")
    assert {person.name for person in thread.people.values()} == {"Ada", "Ben"}
    (left,) = in_channel(there)
    assert left.text == "This match is played in its thread."
    (board,) = there.discord.messages(thread)
    assert choices(board)
    before = board.text
    await play_in(there, thread)
    await there.restart()
    await play_in(there, thread)
    assert there.board(thread).text != before
    assert [len(in_channel(there)), len(threads(there))] == [1, 1]
    assert (there.own("Ada"), there.own("Ben")) == (None, None)  # they read it in the thread


async def test_a_command_in_the_thread_is_about_its_match(there: Table) -> None:
    await wanted(there)
    await there.begin("sahara")
    await there.begin("sator")
    await there.answered()
    sahara, sator = sorted(threads(there), key=lambda thread: thread.name.endswith("Sator"))
    for thread, game in ((sahara, "Sahara"), (sator, "Sator")):
        asked = there.person("Ada").use("resign", thread)
        await asked
        await there.person("Ada").press(asked.replies[0], "Yes, resign")
        await there.answered()
        assert "Ada resigned" in there.board(thread).text
        assert game in there.board(thread).text


@pytest.mark.parametrize("lacking", [CREATE_THREADS, SEND_IN_THREADS])
async def test_who_may_not_open_threads_plays_in_the_channel_and_says_why_once(
    there: Table, lacking: int
) -> None:
    there.discord.deny(there.guild, lacking)
    await wanted(there)
    for _ in range(2):
        await there.begin("sahara")
        await there.answered()
    told = [shown for shown in in_channel(there) if REFUSED in shown.text]
    boards = [shown for shown in in_channel(there) if choices(shown)]
    assert [len(told), len(boards)] == [1, 2]


async def test_a_match_that_begins_in_a_thread_stays_there(there: Table) -> None:
    await wanted(there)
    thread = there.discord.thread(there.channel, "talk")
    await there.person("Ada").use("play", thread, game="sahara")
    await there.person("Ben").press(there.board(thread), "Accept")
    await there.answered()
    assert choices(there.board(thread))
    assert threads(there) == [thread]
    assert in_channel(there) == []


async def test_a_match_with_the_robot_gets_its_thread_when_its_board_is_posted(tmp_path: Path) -> None:
    async with table(tmp_path, robots=FirstMoves()) as there:
        await wanted(there)
        await there.person("Ada").use("play", there.channel, game="sahara", house_rules="robot")
        await there.answered()
        there.now += 2
        there.dispatcher.worker.look()
        await there.answered()
        (thread,) = threads(there)
        assert {person.name for person in thread.people.values()} == {"Ada"}
        assert choices(there.board(thread))


@pytest.mark.parametrize("what", ["the thread", "its channel"])
async def test_a_thread_that_is_deleted_lets_the_match_go_on_in_private(there: Table, what: str) -> None:
    await wanted(there)
    await there.begin("sahara")
    await there.answered()
    (thread,) = threads(there)
    asked = mover(there.board(thread))
    if what == "the thread":
        there.discord.delete_channel(thread)
    else:  # Discord need not name its threads
        there.discord.gateway.channel_deleted(there.channel)
    await there.person(asked).sees(there.discord.dm(there.person(asked)), lambda shown: bool(choices(shown)))


async def a_minute_later(there: Table) -> Shown:
    """The standing message of the channel, brought up to date."""
    there.now += STANDING_EDITED_AFTER
    there.dispatcher.worker.look()
    await there.answered()
    (shown,) = [one for one in in_channel(there) if "What is going on here" in one.text]
    return shown


async def test_the_standing_message_of_the_channel_lists_matches_in_its_threads_and_leads_there(
    there: Table,
) -> None:
    chat = Chat("discord", f"{there.guild.id}/{there.channel.id}", private=False)
    await standing.stand(there.dispatcher.services, chat, "press")
    await wanted(there)
    await there.begin("sahara")
    await there.answered()
    (thread,) = threads(there)
    board = there.board(thread)
    shown = await a_minute_later(there)
    assert "is to move, since" in shown.text
    assert "This match is played in its thread." in shown.text
    (url,) = [button.url for button in shown.buttons if button.url]
    assert url.endswith(f"/{there.guild.id}/{thread.id}/{board.id}")
    asked = there.person("Ada").use("resign", thread)
    await asked
    await there.person("Ada").press(asked.replies[0], "Yes, resign")
    await there.answered()
    shown = await a_minute_later(there)
    assert "No match is running" in shown.text
