"""The loopback Discord gets along with a true client library."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio

from tests.loopback.discord.bare_bot import Board, picture, running
from tests.loopback.discord.bare_setup import Table, data, seated
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.world import EXTERNAL_APPS


@pytest_asyncio.fixture
async def table() -> AsyncIterator[Table]:
    async with seated() as table:
        yield table


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
    await submitted.response.send_message("played")
    assert (await (await sent).reply()).text == "played"


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
