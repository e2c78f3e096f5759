"""The loopback Discord: a true client library gets along with it, and it refuses what Discord refuses."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord
import pytest_asyncio

from tests.platforms.discord_bare import QUIET, Bare, Board, picture, running
from tests.platforms.discord_server import DiscordServer
from tests.platforms.discord_service.people import Person
from tests.platforms.discord_service.world import Channel


class Table:
    """A server with a bot, two people and a channel where they meet."""

    def __init__(self, server: DiscordServer) -> None:
        self.server = server
        self.ada, self.ben = server.person("Ada"), server.person("Ben")
        self.guild = server.guild("Club", self.ada, self.ben)
        self.channel = server.channel(self.guild, "games")
        self.bot: Bare

    async def play(self, who: Person | None = None, chat: Channel | None = None) -> discord.Interaction:
        """`/play`, as the bot gets it."""
        (who or self.ada).use("play", chat or self.channel, game="sahara")
        return await self.bot.presses.get()


@pytest_asyncio.fixture
async def table() -> AsyncIterator[Table]:
    async with DiscordServer() as server:
        table = Table(server)
        async with running(server) as table.bot:
            yield table
        assert server.complaints == []


async def test_a_board_is_posted_pressed_and_edited_in_one_request(table: Table) -> None:
    asked = table.ada.use("play", table.channel, game="sahara", opponent=table.ben)
    first = await table.bot.presses.get()
    assert first.namespace.opponent.id == table.ben.user.id
    text = f"{table.ada.mention} against {table.ben.mention}"
    only_ben = discord.AllowedMentions(users=[discord.Object(table.ben.user.id)])
    await first.response.send_message(view=Board(text), file=picture(), allowed_mentions=only_ben)
    board = await (await asked).reply()
    assert board == table.ben.messages(table.channel)[-1]
    assert (board.labels, board.pictures[0].data) == (["Go", "Form"], b"first picture")
    assert (table.ada.pinged, table.ben.pinged) == ([], [board])
    mark = table.server.log.mark()
    pressed = table.ben.press(board, "Go")
    press = await table.bot.presses.get()
    assert press.message
    assert press.message.id == board.id
    await press.response.edit_message(
        view=Board(text, "moved"), attachments=[picture(b"second")], allowed_mentions=QUIET
    )
    await pressed
    after = await table.ada.changes(board)
    assert [(p.data, p.alt) for p in after.pictures] == [(b"second", "moved")]
    assert [(c.method, c.status, c.message) for c in table.server.log.since(mark)] == [
        ("POST", 200, board.id)
    ]
    assert table.ben.pinged == [board]
