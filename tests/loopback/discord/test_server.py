"""The loopback Discord gets along with a true client library."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio

from tests.loopback.discord.bare_bot import QUIET, Board, picture, running
from tests.loopback.discord.bare_setup import Table, data, seated
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.world import EXTERNAL_APPS, SEND_IN_THREADS


@pytest_asyncio.fixture
async def table() -> AsyncIterator[Table]:
    async with seated() as table:
        yield table


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


async def test_a_nonce_makes_sending_twice_harmless(table: Table) -> None:
    place = table.bot.get_partial_messageable(table.channel.id)
    first = await place.send("board", nonce="board-1")
    assert (await place.send("board", nonce="board-1")).id == first.id
    assert len(table.ben.messages()) == 1
    table.server.clock.advance(301)
    assert (await place.send("board", nonce="board-1")).id != first.id


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


async def test_places_and_people_come_later(table: Table) -> None:
    interaction = await table.play()
    await interaction.response.send_message("an open challenge")
    await interaction.followup.send("a secret", ephemeral=True)
    cleo = table.server.person("Cleo", locale="de")
    table.server.join(table.guild, cleo)
    assert [shown.text for shown in cleo.messages()] == ["an open challenge"]
    new = table.server.channel(table.guild, "more games")
    assert cleo.offered(new) == {"play": "play", "Challenge to a game": "Challenge to a game"}
    there = await table.play(cleo, new)
    assert (there.locale, there.channel) == (discord.Locale.german, table.bot.get_channel(new.id))
    table.server.delete_channel(new)
    with pytest.raises(discord.NotFound, match="10003"):
        await there.response.send_message("too late")
