"""The loopback Bot API server under an unmodified library: what the tests of the bot rely on."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web
from telegram import Bot, InlineQueryResultArticle, InputMediaPhoto, InputTextMessageContent, Update
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, NetworkError, RetryAfter

from tests.loopback.telegram import bare_bot
from tests.loopback.telegram.bare_bot import button, picture
from tests.loopback.telegram.limits import Flood
from tests.loopback.telegram.refusals import forbidden
from tests.loopback.telegram.scene import fetch, polling, started
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.webhook import SECRET_HEADER

RED, BLUE = picture("red"), picture("blue")


@pytest_asyncio.fixture
async def server() -> AsyncIterator[TelegramServer]:
    async with TelegramServer() as server:
        yield server
        assert server.unknown == []


@pytest_asyncio.fixture
async def bot(server: TelegramServer) -> AsyncIterator[Bot]:
    """The library's client alone; what it fetches is what the test asks for."""
    async with Bot(server.token, server.base_url, server.base_file_url) as bot:
        yield bot


async def test_a_press_redraws_a_picture_by_long_polling(server: TelegramServer) -> None:
    ada = server.person("Ada <3")
    async with polling(server) as app:
        ada.start("code_1")
        board = await ada.sees()
        assert (board.text, board.mentions, board.labels) == ("For Ada <3", (ada.user,), ("Go",))
        assert board.entities("bold") == ("For",)
        assert board.notified
        assert (await ada.press(board, "Go")).text == "pressed go"
        redrawn = await ada.sees(lambda one: one.edited)
        assert (redrawn.id, redrawn.text, redrawn.labels) == (board.id, "redrawn", ())
        assert redrawn.sha256 == hashlib.sha256(picture("teal")).hexdigest() != board.sha256
        file = await app.bot.get_file(server.service.world.messages[-1].content.picture.file_id)  # type: ignore[union-attr]
        assert bytes(await file.download_as_bytearray()) == redrawn.picture
    assert server.calls.count("answerCallbackQuery", "editMessageMedia") == 2
    assert server.calls.refused() == []


async def test_updates_are_posted_to_a_webhook_until_they_are_taken(server: TelegramServer) -> None:
    app, ada, secrets, ids = bare_bot.build(server.token, server.url), server.person("Ada"), [], []

    async def take(request: web.Request) -> web.Response:
        body = await request.json()
        secrets.append(request.headers.get(SECRET_HEADER))
        ids.append(body["update_id"])
        if len(ids) == 1:
            return web.Response(status=500)
        await app.update_queue.put(Update.de_json(body, app.bot))
        return web.Response()

    site = web.Application()
    site.router.add_post("/hook", take)
    runner = web.AppRunner(site)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with app:
        await app.start()
        await app.bot.set_webhook(
            f"http://127.0.0.1:{runner.addresses[0][1]}/hook",
            secret_token="secret-1",  # noqa: S106
        )
        ada.start()
        assert (await ada.sees()).labels == ("Go",)
        await server.until(lambda: not server.updates.waiting)
        assert (ids[0], len(ids), set(secrets)) == (ids[1], 2, {"secret-1"})
        assert (await app.bot.get_webhook_info()).last_error_message
        with pytest.raises(Conflict, match="webhook is active"):
            await app.bot.get_updates()
        await app.bot.delete_webhook()
        await app.stop()
    await runner.cleanup()


async def test_the_newer_of_two_pollers_ends_the_older(server: TelegramServer, bot: Bot) -> None:
    async with Bot(server.token, server.base_url) as other:
        older = asyncio.create_task(bot.get_updates(timeout=30))
        await server.until(lambda: server.updates.polls == 1)
        newer = asyncio.create_task(other.get_updates(timeout=30))
        with pytest.raises(Conflict, match="terminated by other getUpdates"):
            await older
        server.person("Ada").start()
        assert len(await newer) == 1


async def test_privacy_mode_hides_what_is_not_meant_for_the_bot(server: TelegramServer, bot: Bot) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    group, name = server.group("Club", ada, ben), server.bot_name
    told = await bot.send_message(group.id, "board", reply_markup=button())
    board = ada.latest(group)
    for text in ("hello", "/play@other_bot", "me@example.org", "@somebody", "so /play it is"):
        ada.say(group, text)
    ada.say(group, "to ben", reply_to=ben.latest(group))
    heard = ["/play sahara", f"/play@{name} sator", f"ask @{name}"]
    for text in heard:
        ada.say(group, text)
    ben.say(group, "A3", reply_to=board)
    ada.tap(board, "Go")
    updates = await fetch(bot)
    texts = [one.message.text for one in updates if one.message]
    assert texts == [*heard, "A3"]
    reply = next(one.message for one in updates if one.message and one.message.text == "A3")
    assert reply.reply_to_message is not None
    assert reply.reply_to_message.message_id == told.message_id
    assert updates[-1].callback_query is not None


async def test_an_inline_message_takes_pictures_by_file_id_only(server: TelegramServer, bot: Bot) -> None:
    ada, ben = started(server, "Ada"), server.person("Ben")
    asked = asyncio.create_task(ada.inline("sahara", server.between(ada, ben)))
    (update,) = await bot.get_updates(timeout=20)
    assert update.inline_query is not None
    result = InlineQueryResultArticle("1", "x", InputTextMessageContent("x"), reply_markup=button())
    await update.inline_query.answer([result])
    ada.choose(await asked, server.between(ada, ben))
    chosen = (await fetch(bot))[-1].chosen_inline_result
    assert chosen is not None
    where: dict[str, Any] = {"inline_message_id": chosen.inline_message_id}
    with pytest.raises(BadRequest, match="Wrong file identifier"):
        await bot.edit_message_media(InputMediaPhoto(BLUE), **where)
    other = await bot.send_photo(ada.id, BLUE)
    await bot.edit_message_media(InputMediaPhoto(other.photo[-1].file_id), **where)
    assert (await ada.sees(lambda one: one.edited)).picture == BLUE


async def test_an_ephemeral_board_is_seen_by_one_person_only(server: TelegramServer, bot: Bot) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    group = server.group("Club", ada, ben)
    await bot.send_photo(group.id, RED, reply_markup=button("My view"))
    press = ada.tap(await ada.sees(), "My view")
    whisper = {"receiver_user_id": ada.id, "callback_query_id": press.id}
    whisper |= {"replace_callback_query_message": True}
    sent = await bot.send_photo(
        group.id, BLUE, reply_markup=button(), api_kwargs={"ephemeral_message_parameters": whisper}
    )
    assert sent.message_id == 0
    hand = await ada.sees(lambda one: one.ephemeral)
    assert (hand.picture, ada.messages(group), len(ben.messages(group))) == (BLUE, [hand], 1)
    ada.tap(hand, "Go")
    query = (await fetch(bot))[-1].callback_query
    assert query is not None
    assert query.message is not None
    where = {
        "chat_id": group.id,
        "receiver_user_id": ada.id,
        "ephemeral_message_id": query.message.api_kwargs["ephemeral_message_id"],
    }
    edit = {"media": InputMediaPhoto(RED, caption="moved")}
    await bot.do_api_request("editEphemeralMessageMedia", api_kwargs=where | edit)
    assert (await ada.sees(lambda one: one.ephemeral and one.edited)).text == "moved"
    ada.restart()
    assert [one.ephemeral for one in ada.messages(group)] == [False]
    await bot.do_api_request("deleteEphemeralMessage", api_kwargs=where)
    with pytest.raises(BadRequest, match="Message_id_invalid"):
        await bot.do_api_request("deleteEphemeralMessage", api_kwargs=where)


async def test_a_busy_group_is_slowed_down_and_private_chats_go_on() -> None:
    async with TelegramServer(flood=Flood()) as server, Bot(server.token, server.base_url) as bot:
        ada = started(server, "Ada")
        group = server.group("Club", ada)
        message = await bot.send_message(group.id, "0")
        for number in range(1, 20):
            await bot.edit_message_text(str(number), group.id, message.message_id)
            server.clock.advance(1)
        with pytest.raises(RetryAfter) as refused:
            await bot.send_message(group.id, "one too many")
        assert refused.value.retry_after == 41
        await bot.send_message(ada.id, "undisturbed")
        server.clock.advance(41)
        await bot.send_message(group.id, "again")
        assert server.calls.count("sendMessage", chat=group.id, status=429) == 1


async def test_ordered_faults_meet_the_next_calls(server: TelegramServer, bot: Bot) -> None:
    ada = started(server, "Ada")
    server.faults.answer("sendMessage", 502)
    server.faults.answer("sendMessage", 429, retry_after=7)
    server.faults.refuse("sendMessage", forbidden("bot was blocked by the user"))
    server.faults.cut("sendMessage")
    server.faults.cut("sendMessage", after_effect=True)
    server.faults.break_upload("sendPhoto")
    with pytest.raises(NetworkError, match="Bad Gateway"):
        await bot.send_message(ada.id, "1")
    with pytest.raises(RetryAfter):
        await bot.send_message(ada.id, "2")
    with pytest.raises(Forbidden):
        await bot.send_message(ada.id, "blocked")
    for text in ("3", "4"):
        with pytest.raises(NetworkError):
            await bot.send_message(ada.id, text)
    with pytest.raises(NetworkError):
        await bot.send_photo(ada.id, RED)
    assert [one.text for one in ada.messages()] == ["/start", "4"]
    gate = server.faults.hold("sendMessage")
    held = asyncio.create_task(bot.send_message(ada.id, "5"))
    await gate.arrival()
    assert ada.latest().text == "4"
    gate.release()
    await held
    assert (ada.latest().text, server.faults.pending) == ("5", 0)


async def test_a_group_moves_and_its_messages_stay_behind(server: TelegramServer, bot: Bot) -> None:
    ada = server.person("Ada")
    group = server.group("Club", ada)
    board = await bot.send_photo(group.id, RED)
    moved = server.migrate(group, ada)
    with pytest.raises(ChatMigrated) as refused:
        await bot.send_message(group.id, "x")
    assert refused.value.new_chat_id == moved.id
    with pytest.raises(BadRequest, match="can't be edited"):
        await bot.edit_message_caption(group.id, board.message_id, caption="x")
    await bot.send_message(moved.id, "here")
    old, new = (one.message for one in await fetch(bot))
    assert old is not None
    assert new is not None
    assert (old.migrate_to_chat_id, new.migrate_from_chat_id) == (moved.id, group.id)


async def test_two_runs_leave_the_same_record() -> None:
    async def run() -> list[dict[str, Any]]:
        async with TelegramServer() as server:
            ada, ben = server.person("Ada"), server.person("Ben")
            group = server.group("Club", ada, ben)
            async with polling(server):
                ada.say(group, "/start")
                await ben.press(await ben.sees(chat=group), "Go")
                await ada.sees(lambda one: one.edited)
            return ada.received.entries

    first = await run()
    assert [one["what"] for one in first] == ["sent", "sent", "edited"]
    assert first == await run()
