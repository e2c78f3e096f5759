"""The loopback Discord: a true client library gets along with it, and it refuses what Discord refuses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import aiohttp
import discord
import pytest
import pytest_asyncio

from tests.platforms.discord_bare import QUIET, Bare, Board, picture, running
from tests.platforms.discord_server import DiscordServer
from tests.platforms.discord_service.faults import When
from tests.platforms.discord_service.people import Person
from tests.platforms.discord_service.world import EXTERNAL_APPS, SEND, SEND_IN_THREADS, VIEW, Channel


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


def data(interaction: discord.Interaction) -> dict[str, Any]:
    """What came with an interaction, as it came."""
    return cast(dict[str, Any], interaction.data)


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


async def test_an_ephemeral_answer_is_its_readers_only_and_edited_by_a_press_on_it(
    table: Table,
) -> None:
    asked = table.ada.use("play", table.channel, game="sato")
    interaction = await table.bot.presses.get()
    await interaction.response.send_message(view=Board("hand"), file=picture(), ephemeral=True)
    hand = await (await asked).reply()
    assert hand.ephemeral
    assert table.ben.messages() == table.server.messages(table.channel) == []
    with pytest.raises(discord.NotFound, match="10008"):
        await table.bot.http.get_message(table.channel.id, hand.id)
    with pytest.raises(discord.NotFound, match="10008"):
        await (
            table.bot.get_partial_messageable(table.channel.id).get_partial_message(hand.id).edit(content="x")
        )
    pressed = table.ada.press(hand, "Go")
    press = await table.bot.presses.get()
    assert press.message
    assert press.message.flags.ephemeral
    await press.response.edit_message(view=Board("new hand"), attachments=[picture(b"new")])
    await pressed
    assert "new hand" in table.ada.now(hand).text
    table.ada.restart()
    assert table.ada.messages() == []


async def test_a_deferred_answer_is_filled_by_its_token_for_fifteen_minutes(table: Table) -> None:
    asked = table.ada.use("play", table.channel, game="sato")
    interaction = await table.bot.presses.get()
    await interaction.response.defer(thinking=True)
    await asked
    assert [shown.thinking for shown in table.ben.messages()] == [True]
    table.server.clock.advance(899)
    await interaction.edit_original_response(view=Board("late board"), attachments=[picture()])
    assert "late board" in (await asked.reply()).text
    await interaction.followup.send("one more", ephemeral=True)
    assert (await table.ada.sees(table.channel, "one more")).ephemeral
    assert len(table.ben.messages()) == 1
    table.server.clock.advance(2)
    with pytest.raises(discord.HTTPException, match=r"401.*50027"):
        await interaction.edit_original_response(content="too late")


async def test_the_first_message_after_a_deferral_takes_its_place(table: Table) -> None:
    asked = table.ada.use("play", table.channel, game="sato")
    interaction = await table.bot.presses.get()
    await interaction.response.defer(thinking=True, ephemeral=True)
    await interaction.followup.send("here", ephemeral=False)
    (shown,) = (await asked).replies
    assert (shown.text, shown.ephemeral, shown.thinking) == ("here", True, False)


async def test_an_answer_comes_once_and_within_three_seconds(table: Table) -> None:
    late = await table.play()
    table.server.clock.advance(3.1)
    with pytest.raises(discord.NotFound, match="10062"):
        await late.response.send_message("too late")
    table.ada.use("play", table.channel, game="sato")
    interaction = await table.bot.presses.get()
    await interaction.response.send_message("once")
    again = discord.webhook.async_.interaction_message_response_params(type=4, content="twice")
    adapter = discord.webhook.async_.async_context.get()
    with pytest.raises(discord.HTTPException, match="40060"):
        await adapter.create_interaction_response(
            interaction.id, interaction.token, session=interaction._session, params=again
        )
    with pytest.raises(discord.NotFound, match="10015"):
        await (await table.play()).followup.send("before any answer")


async def test_a_dm_is_opened_and_may_be_closed(table: Table) -> None:
    user = discord.Object(table.ben.user.id)
    private = await table.bot.create_dm(user)
    await private.send(view=Board("your hand"), file=picture())
    chat = table.server.dm(table.ben)
    board = await table.ben.sees(chat, "your hand")
    assert table.ada.messages() == []
    table.ben.press(board, "Go")
    press = await table.bot.presses.get()
    assert (press.guild_id, press.context.dm_channel) == (None, True)
    table.server.close_dms(table.ben)
    with pytest.raises(discord.Forbidden, match="50007"):
        await private.send("hello?")
    stranger = table.server.person("Cleo")
    with pytest.raises(discord.Forbidden, match="50278"):
        await (await table.bot.create_dm(discord.Object(stranger.user.id))).send("hello?")


async def test_a_completion_knows_what_was_typed(table: Table) -> None:
    asked = await table.ada.complete("play", table.channel, "game", "sat")
    assert asked.choices == [("Sator", "sator"), ("Sato", "sato")]


async def test_a_form_is_opened_filled_in_and_answered(table: Table) -> None:
    asked = table.ada.use("play", table.channel, game="sato")
    form = discord.ui.Modal(title="Your move", custom_id="move")
    words: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(custom_id="words")
    form.add_item(discord.ui.Label(text="Words", component=words))
    await (await table.bot.presses.get()).response.send_modal(form)
    await asked
    sent = table.ada.submit(asked, Words="a3 b4")
    submitted = await table.bot.presses.get()
    assert submitted.type is discord.InteractionType.modal_submit
    assert (words.value, data(submitted)["custom_id"]) == ("a3 b4", "move")
    with pytest.raises(discord.HTTPException, match="50035"):
        await submitted.response.send_modal(form)
    await submitted.response.send_message("played")
    assert (await (await sent).reply()).text == "played"


async def test_a_command_in_the_menu_of_a_person_names_that_person(table: Table) -> None:
    asked = table.ada.menu("Challenge to a game", table.ben, table.channel)
    interaction = await table.bot.presses.get()
    assert data(interaction)["target_id"] == str(table.ben.user.id)
    assert interaction.command
    await interaction.response.send_message("which game?", ephemeral=True)
    assert (await (await asked).reply()).ephemeral


async def test_without_the_bot_in_it_a_place_is_reached_by_tokens_alone(table: Table) -> None:
    cleo = table.server.person("Cleo", apps=True)
    group = table.server.group(cleo, table.ben)
    guild = table.server.guild("Far", cleo, table.ben, installed=False)
    far = table.server.channel(guild, "hall")
    for chat in (group, far):
        with pytest.raises(LookupError):
            table.ben.use("play", chat, game="sato")
        interaction = await table.play(cleo, chat)
        await interaction.response.send_message("board")
        assert (await table.ben.sees(chat, "board")).chat is chat
        assert interaction.is_user_integration()
        assert not interaction.is_guild_integration()
        with pytest.raises(discord.Forbidden, match="50001"):
            await table.bot.get_partial_messageable(chat.id).send("hello")
        for number in range(5):
            await interaction.followup.send(f"word {number}")
        with pytest.raises(discord.HTTPException, match="40094"):
            await interaction.followup.send("one too many")
    guild.people_permissions &= ~EXTERNAL_APPS
    interaction = await table.play(cleo, far)
    await interaction.response.send_message("for me alone")
    assert (await cleo.sees(far, "for me alone")).ephemeral


async def test_a_thread_is_a_place_of_its_own(table: Table) -> None:
    thread = table.server.thread(table.channel, "match")
    interaction = await table.play(chat=thread)
    assert isinstance(interaction.channel, discord.Thread)
    await interaction.channel.send("in the thread")
    await table.ben.sees(thread, "in the thread")
    table.server.deny(thread, SEND_IN_THREADS)
    with pytest.raises(discord.Forbidden, match="50013"):
        await interaction.channel.send("again")


async def test_lost_permissions_and_places_are_refused_and_told(table: Table) -> None:
    place = table.bot.get_partial_messageable(table.channel.id)
    message = await place.send("here")
    table.server.deny(table.channel, SEND)
    with pytest.raises(discord.Forbidden, match="50013"):
        await place.send("more")
    table.server.delete_message(message.id)
    assert await table.bot.gone.get() == message.id
    with pytest.raises(discord.NotFound, match="10008"):
        await message.edit(content="still there?")
    table.server.deny(table.guild, VIEW)
    with pytest.raises(discord.Forbidden, match="50001"):
        await place.send("more")
    table.server.delete_channel(table.channel)
    assert await table.bot.gone.get() == table.channel.id
    with pytest.raises(discord.NotFound, match="10003"):
        await place.send("more")
    table.server.delete_guild(table.guild)
    assert await table.bot.gone.get() == table.guild.id


async def test_a_nonce_makes_sending_twice_harmless(table: Table) -> None:
    place = table.bot.get_partial_messageable(table.channel.id)
    first = await place.send("board", nonce="board-1")
    assert (await place.send("board", nonce="board-1")).id == first.id
    assert len(table.ben.messages()) == 1
    table.server.clock.advance(301)
    assert (await place.send("board", nonce="board-1")).id != first.id


async def test_a_rate_limit_is_told_and_obeyed(table: Table) -> None:
    place = table.bot.get_partial_messageable(table.channel.id)
    route = "/channels/{channel_id}/messages"
    table.server.rates.narrow("POST", route, limit=3, per=0.2)
    table.server.faults.limit("POST", "/messages$", retry_after=0.01)
    await place.send("after a refusal")
    assert [call.status for call in table.server.log.since(0, "POST", route)] == [429, 200]
    table.server.faults.limit("POST", "/messages$", via=False)
    with pytest.raises(discord.HTTPException, match="429"):
        await place.send("refused by Cloudflare")
    mark = table.server.log.mark()
    await asyncio.gather(*(place.send(f"word {number}") for number in range(5)))
    assert {call.status for call in table.server.log.since(mark)} == {200}
    assert len(table.ada.messages()) == 6


async def test_a_limit_that_is_not_obeyed_refuses(table: Table) -> None:
    table.server.rates.narrow("GET", "/users/@me", limit=1, per=60)
    headers = {"Authorization": f"Bot {table.server.token}"}
    async with aiohttp.ClientSession(headers=headers) as raw:
        seen = []
        for _ in range(2):
            async with raw.get(f"{table.server.api_url}/users/@me") as answer:
                left = answer.headers["X-RateLimit-Remaining"]
                seen.append((answer.status, left, answer.headers.get("Via")))
    assert seen == [(200, "0", None), (429, "0", "1.1 google")]


async def test_edits_of_messages_older_than_an_hour_are_limited(table: Table) -> None:
    message = await table.bot.get_partial_messageable(table.channel.id).send("0")
    table.server.clock.advance(3601)
    for number in range(3):
        await message.edit(content=str(number))
    with pytest.raises(discord.HTTPException, match="30046"):
        await message.edit(content="one too many")
    table.server.clock.advance(6)
    await message.edit(content="later")
    assert table.ada.now(message.id).text == "later"


async def test_a_client_resumes_what_it_missed_and_starts_anew_when_it_must(table: Table) -> None:
    table.server.gateway.reconnect()
    await table.server.until(lambda: not table.server.gateway.connected)
    table.ada.use("play", table.channel, game="sato")
    missed = await table.bot.presses.get()
    await missed.response.send_message("not lost")
    assert (table.server.gateway.identified, table.server.gateway.resumed) == (1, 1)
    table.server.gateway.invalidate()
    await table.server.until(lambda: table.server.gateway.identified == 2)
    await (await table.play()).response.send_message("here again")
    await table.ben.sees(table.channel, "here again")


@pytest.mark.parametrize(("when", "arrives"), [("before", 0), ("after", 1)])
async def test_a_connection_can_be_dropped_before_or_after_the_effect(
    table: Table, when: When, arrives: int
) -> None:
    table.server.faults.drop("POST", "/messages$", when=when)
    with pytest.raises(aiohttp.ClientError):
        await table.bot.get_partial_messageable(table.channel.id).send("perhaps")
    assert len(table.ada.messages()) == arrives


async def test_answers_wait_until_the_test_lets_them_go(table: Table) -> None:
    hold = table.server.faults.hold("POST", "/messages$", when="after")
    sending = asyncio.create_task(table.bot.get_partial_messageable(table.channel.id).send("slow"))
    await hold.arrived.wait()
    assert len(table.ada.messages()) == 1
    assert not sending.done()
    hold.release()
    await sending


async def test_an_interaction_may_be_delivered_twice_and_a_press_forged(table: Table) -> None:
    asked = table.ada.use("play", table.channel, game="sato")
    first = await table.bot.presses.get()
    await first.response.send_message(view=Board("board"), file=picture())
    board = await (await asked).reply()
    pressed = table.ben.press(board, custom_id="forged")
    one = await table.bot.presses.get()
    table.ben.press_again(pressed)
    two = await table.bot.presses.get()
    assert (one.id, one.data) == (two.id, two.data)
    assert data(one)["custom_id"] == "forged"


async def test_two_runs_are_recorded_alike_byte_for_byte() -> None:
    records = [await recorded("a hand", b"1"), await recorded("a hand", b"1"), await recorded("a hand", b"2")]
    assert records[0] == records[1]
    assert records[0][1] != records[2][1]
    assert records[0][0] == records[2][0]
    assert b"a hand" not in records[0][0]
    assert b"a hand" in records[0][1]


async def recorded(secret: str, file: bytes) -> tuple[bytes, bytes]:
    """What Ben and what Ada got, when Ada alone was told a secret."""
    async with DiscordServer(recording=True) as server:
        table = Table(server)
        async with running(server) as table.bot:
            asked = table.ada.use("play", table.channel, game="sato")
            interaction = await table.bot.presses.get()
            await interaction.response.send_message("a match")
            await interaction.followup.send(view=Board(secret), file=picture(file), ephemeral=True)
            await asked
        assert b"a match" in server.public_record()
        assert b"hand" not in server.public_record()
        return table.ben.record.text(), table.ada.record.text()


async def test_a_silent_client_is_closed_and_a_wrong_token_turned_away() -> None:
    async with DiscordServer() as server, aiohttp.ClientSession() as raw:
        server.gateway.heartbeat_s = 0.02
        async with raw.ws_connect(server.gateway_url) as socket:
            assert (await socket.receive_json())["op"] == 10
            assert (await socket.receive()).data == 4009
        async with raw.ws_connect(server.gateway_url) as socket:
            await socket.receive_json()
            await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 0, "properties": {}}})
            assert (await socket.receive()).data == 4004
        async with raw.get(f"{server.api_url}/users/@me", headers={"Authorization": "Bot wrong"}) as answer:
            assert (answer.status, await answer.json()) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_guilds_are_shared_out_among_shards() -> None:
    async with DiscordServer(shards=2) as server:
        ada = server.person("Ada")
        guilds = [server.guild(f"Club {number}", ada) for number in range(4)]
        channels = [server.channel(guild, "games") for guild in guilds]
        async with running(server) as bot:
            assert sorted(session.shard for session in server.gateway.connected) == [0, 1]
            for channel in channels:
                ada.use("play", channel, game="sato")
                interaction = await bot.presses.get()
                assert interaction.guild
                await interaction.response.send_message("here")
                assert interaction.guild.shard_id == (interaction.guild.id >> 22) % 2
            assert {guild.shard_id for guild in bot.guilds} == {0, 1}
