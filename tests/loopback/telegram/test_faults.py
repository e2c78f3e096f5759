"""The loopback Bot API server slows down, breaks and outlives the bot as a test orders it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from telegram import Bot
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, NetworkError, RetryAfter

from tests import ROOT
from tests.loopback.telegram import bare_bot
from tests.loopback.telegram.bare_bot import picture
from tests.loopback.telegram.limits import Flood
from tests.loopback.telegram.refusals import forbidden
from tests.loopback.telegram.scene import fetch, started
from tests.loopback.telegram.server import TelegramServer

RED = picture("red")


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


async def test_large_uploads_of_one_size_are_counted(server: TelegramServer, bot: Bot) -> None:
    ada = started(server, "Ada")
    large = RED + bytes(100_001 - len(RED))  # a picture with a tail, which nobody minds
    for data in (RED, large, large):
        await bot.send_photo(ada.id, data)
    assert server.limits.large_uploads == {100_001: 2}


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


async def test_messages_outlive_a_killed_bot_and_its_last_press_comes_again(server: TelegramServer) -> None:
    async def run() -> asyncio.subprocess.Process:
        command = sys.executable, "-m", bare_bot.__name__, server.token, server.url
        return await asyncio.create_subprocess_exec(*command, cwd=ROOT)

    ada = server.person("Ada")
    first = await run()
    ada.start()
    board = await ada.sees()
    await server.until(lambda: server.updates.polls == 1 and not server.updates.waiting)
    unconfirmed = server.faults.hold("getUpdates")
    press = ada.tap(board, "Go")
    await unconfirmed.arrival()
    await ada.sees(lambda one: one.edited)
    first.kill()
    await first.wait()
    assert ada.latest().text == "redrawn"
    second = await run()
    await server.until(lambda: server.calls.count("editMessageMedia") == 2)
    second.kill()
    await second.wait()
    assert [one.text for one in press.answers] == ["pressed go"] * 2
    assert [one.text for one in ada.alerts] == ["pressed go"]


async def test_an_upload_that_breaks_off_has_no_effect(server: TelegramServer, bot: Bot) -> None:
    ada = started(server, "Ada")
    address = urlsplit(server.url)
    _, writer = await asyncio.open_connection(address.hostname, address.port)
    head = (
        f"POST /bot{server.token}/sendPhoto?chat_id={ada.id} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n"
        '--x\r\nContent-Disposition: form-data; name="photo"; filename="p.png"\r\n\r\n'
    )
    writer.write(head.encode() + RED)
    await writer.drain()
    writer.close()
    await server.until(lambda: server.calls.count("sendPhoto", status=0) == 1)
    await bot.send_message(ada.id, "still here")
    assert [one.text for one in ada.messages()] == ["/start", "still here"]


async def test_a_poll_ends_when_a_webhook_is_set(server: TelegramServer, bot: Bot) -> None:
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await server.until(lambda: server.updates.polls == 1)
    await bot.set_webhook("http://127.0.0.1:1/hook")
    with pytest.raises(Conflict, match="terminated by setWebhook"):
        await poll
