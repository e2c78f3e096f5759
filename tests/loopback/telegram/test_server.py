"""The loopback Bot API server under an unmodified library: updates, messages, people, inline mode."""

from __future__ import annotations

import asyncio
import hashlib
import html
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultCachedPhoto,
    InputMediaPhoto,
    InputTextMessageContent,
    Update,
)
from telegram.error import BadRequest, Conflict, Forbidden
from telegram.helpers import create_deep_linked_url

from tests.loopback.core.published import published
from tests.loopback.telegram import bare_bot, description, methods
from tests.loopback.telegram.bare_bot import button, picture
from tests.loopback.telegram.content import stretch, units
from tests.loopback.telegram.entities import parse_html, trimmed
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


# Updates


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


async def test_what_was_not_confirmed_comes_again(server: TelegramServer, bot: Bot) -> None:
    server.person("Ada").start()
    first, again = await bot.get_updates(), await bot.get_updates()
    assert [one.update_id for one in first] == [one.update_id for one in again]
    assert await bot.get_updates(offset=first[-1].update_id + 1) == ()


async def test_the_newer_of_two_pollers_ends_the_older(server: TelegramServer, bot: Bot) -> None:
    async with Bot(server.token, server.base_url) as other:
        older = asyncio.create_task(bot.get_updates(timeout=30))
        await server.until(lambda: server.updates.polls == 1)
        newer = asyncio.create_task(other.get_updates(timeout=30))
        with pytest.raises(Conflict, match="terminated by other getUpdates"):
            await older
        server.person("Ada").start()
        assert len(await newer) == 1


async def test_updates_can_be_held_shuffled_and_repeated(server: TelegramServer, bot: Bot) -> None:
    ada = started(server, "Ada")
    server.updates.hold()
    for text in ("one", "two", "three"):
        ada.say(ada.private, text)
    assert await fetch(bot) == []
    server.updates.release((2, 0, 1))
    updates = await fetch(bot)
    assert [one.message and one.message.text for one in updates] == ["three", "one", "two"]
    server.updates.repeat()
    assert [one.update_id for one in await fetch(bot)] == [updates[-1].update_id]


async def test_only_wanted_kinds_are_sent(server: TelegramServer, bot: Bot) -> None:
    ada = started(server, "Ada")
    await bot.get_updates(allowed_updates=["callback_query"])
    ada.say(ada.private, "unheard")
    assert await bot.get_updates() == ()


# People


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


async def test_comings_and_goings_are_told(server: TelegramServer, bot: Bot) -> None:
    ada = started(server, "Ada")
    group = server.group("Club", ada, bot="left")
    ada.block()
    with pytest.raises(Forbidden, match="blocked by the user"):
        await bot.send_message(ada.id, "x")
    ada.start()
    ada.add_bot(group)
    ada.promote_bot(group)
    ada.remove_bot(group)
    changes = [one.my_chat_member for one in await fetch(bot) if one.my_chat_member]
    assert [(one.chat.id, one.new_chat_member.status) for one in changes] == [
        (ada.id, "kicked"),
        (ada.id, "member"),
        (group.id, "member"),
        (group.id, "administrator"),
        (group.id, "kicked"),
    ]


async def test_a_forced_reply_and_an_edited_message_arrive_in_their_topic(
    server: TelegramServer, bot: Bot
) -> None:
    ada = server.person("Ada", username="ada_l")
    forum = server.supergroup("Forum", ada, topics=("Games",))
    asked = ada.say(forum, "/move", topic=101)
    await bot.send_message(
        forum.id, "Your move, @ada_l?", reply_markup=ForceReply(selective=True), reply_to_message_id=asked.id
    )
    question = await ada.sees(chat=forum)
    assert (question.forces_reply, question.notified, question.thread) == (True, True, 101)
    ada.edit(ada.say(forum, "A3", reply_to=question), "A4")
    *_, said, edited = await fetch(bot)
    assert said.message is not None
    assert (said.message.message_thread_id, said.message.is_topic_message) == (101, True)
    assert edited.edited_message is not None
    assert (edited.edited_message.text, edited.edited_message.edit_date is None) == ("A4", False)


async def test_commands_are_offered_by_scope_and_language(server: TelegramServer, bot: Bot) -> None:
    ada, ben = started(server, "Ada", language="en"), started(server, "Ben", language="de")
    group = server.group("Club", ada, ben)
    hand = BotCommand("hand", "your hand", api_kwargs={"is_ephemeral": True})
    await bot.set_my_commands([BotCommand("play", "play")])
    await bot.set_my_commands([BotCommand("spiel", "spielen")], language_code="de")
    await bot.set_my_commands([hand], scope=BotCommandScopeAllGroupChats())
    assert (ada.commands(ada.private), ben.commands(ben.private)) == (["play"], ["spiel"])
    assert ada.commands(group) == ben.commands(group) == ["hand"]
    ada.say(group, "/hand")
    assert (len(ada.messages(group)), len(ben.messages(group))) == (1, 0)
    (update,) = await fetch(bot)
    assert update.message is not None
    assert update.message.message_id == 0
    reply = {"ephemeral_message_id": update.message.api_kwargs["ephemeral_message_id"]}
    await bot.send_message(
        group.id,
        "three stones",
        api_kwargs={
            "ephemeral_message_parameters": {"receiver_user_id": ada.id},
            "reply_parameters": reply,
        },
    )
    assert (ada.latest(group).text, ben.messages(group)) == ("three stones", [])


async def test_a_link_opens_the_private_chat_with_its_payload(server: TelegramServer, bot: Bot) -> None:
    ada = server.person("Ada")
    group = server.group("Club", ada)
    link = create_deep_linked_url(server.bot_name, "view_K7QF")
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("My view", url=link)]])
    await bot.send_message(group.id, "board", reply_markup=keys)
    ada.follow(ada.latest(group).key("My view").value)
    (update,) = await fetch(bot)
    assert update.message is not None
    assert update.message.text == "/start view_K7QF"
    for wrong in ("https://example.org/?start=x", f"https://t.me/{server.bot_name}?start={'x' * 65}"):
        with pytest.raises(ValueError, match=r"opens|lead"):
            ada.follow(wrong)


# Inline and ephemeral messages


async def test_a_prepared_message_is_sent_by_its_person(server: TelegramServer, bot: Bot) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    content = InputTextMessageContent("Who plays?")
    result = InlineQueryResultArticle("1", "Sahara", content, reply_markup=button("Accept"))
    prepared = await bot.save_prepared_inline_message(ada.id, result, allow_user_chats=True)
    chat = server.between(ada, ben)
    ada.share_prepared(prepared.id, chat)
    assert (ben.latest(chat).text, ben.latest(chat).labels) == ("Who plays?", ("Accept",))


async def test_an_inline_challenge_is_accepted_by_a_press(server: TelegramServer) -> None:
    ada, ben = started(server, "Ada"), server.person("Ben")
    chat = server.between(ada, ben)
    async with polling(server) as app:
        keys = InlineKeyboardMarkup([[InlineKeyboardButton("Share", switch_inline_query="sahara")]])
        await app.bot.send_message(ada.id, "Whom?", reply_markup=keys)
        challenge = await ada.share(await ada.sees(), "Share", chat)
        assert (challenge.text, ben.latest(chat).labels) == ("Who plays sahara?", ("Accept",))
        await ben.press(ben.latest(chat), "Accept")
        assert (await ada.sees(lambda one: one.edited, chat)).text == "taken"
    assert server.calls.refused() == []


async def test_an_inline_message_takes_pictures_by_file_id_only(server: TelegramServer, bot: Bot) -> None:
    ada, ben = started(server, "Ada"), server.person("Ben")
    sent = await bot.send_photo(ada.id, RED)
    asked = asyncio.create_task(ada.inline("sahara", server.between(ada, ben)))
    (update,) = await bot.get_updates(timeout=20)
    assert update.inline_query is not None
    result = InlineQueryResultCachedPhoto("1", sent.photo[-1].file_id, reply_markup=button())
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


# The server's own promises


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


@given(st.text(max_size=30))
def test_escaped_text_stays_as_it_is_within_its_tags(text: str) -> None:
    plain, entities = parse_html(f"é <b>{html.escape(text)}</b> <a href='tg://user?id=7'>🂡</a>")
    assert plain == f"é {text} 🂡"
    marked = {one.type: stretch(plain, one.offset, one.length) for one in entities}
    assert marked == ({"bold": text} if text else {}) | {"text_mention": "🂡"}
    stripped, kept = trimmed(f"  {plain}\n", entities)
    assert stripped == plain
    assert all(one.offset + one.length <= units(stripped) for one in kept)


@pytest.mark.skipif(
    published(description.NAME) is None, reason="no copy of the Bot API's description is here"
)
def test_every_parameter_is_one_of_the_bot_api() -> None:
    described: Any = published(description.NAME)
    for name, method in methods.METHODS.items():
        if name in described["methods"]:
            fields = {field["name"] for field in described["methods"][name].get("fields", ())}
            assert method.parameters <= fields | description.NEWER, name
