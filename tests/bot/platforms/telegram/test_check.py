"""The doctor's look at the bot on Telegram."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import web

from bot.platforms.telegram import check as door
from bot.platforms.telegram.check import check
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.refusals import Refusal
from tests.loopback.telegram.server import TelegramServer

NO_TOKEN = "900:not-the-token-of-this-bot"  # noqa: S105 - it opens nothing
ELSEWHERE, OURS = "http://127.0.0.1:1/secret-elsewhere", "http://127.0.0.1:1/secret-of-ours"


@pytest_asyncio.fixture
async def telegram() -> AsyncIterator[TelegramServer]:
    async with TelegramServer() as server:
        yield server
        assert server.unknown == []


async def told(telegram: TelegramServer, webhook_url: str | None = None) -> list[tuple[str, str]]:
    host = telegram.person("Host")
    host.private.bot = "member"
    found = await check(telegram.token, telegram.url, webhook_url, host.id)
    return [(finding.kind, finding.text) for finding in found]


@pytest.mark.parametrize(
    ("mode", "value", "advice"),
    [
        ("supports_inline_queries", False, "/setinline"),
        ("supports_guest_queries", False, "Guest mode is off"),
        ("can_read_all_group_messages", True, "/setprivacy"),
        ("can_join_groups", False, "/setjoingroups"),
    ],
)
async def test_of_a_mode_that_is_set_wrong_it_says_how_to_set_it(
    telegram: TelegramServer, monkeypatch: pytest.MonkeyPatch, mode: str, value: bool, advice: str
) -> None:
    me = telegram.service.me()
    monkeypatch.setattr(type(telegram.service), "me", lambda _: me | {mode: value})
    ((kind, text),) = [finding for finding in await told(telegram) if finding[0] != "ok"]
    assert (kind, advice in text) == ("note", True)


async def test_a_bot_that_is_set_up_well_is_named_and_nothing_is_to_do(telegram: TelegramServer) -> None:
    found = await told(telegram)
    assert [kind for kind, _ in found] == ["ok"] * 7
    assert f"@{telegram.bot_name}" in found[0][1]
    assert "long polling" in found[-2][1]
    assert {call.method for call in telegram.calls} == {"getMe", "getWebhookInfo", "getChat"}


async def test_a_refused_token_is_wrong_and_not_repeated(telegram: TelegramServer) -> None:
    (finding,) = await check(NO_TOKEN, telegram.url, None)
    assert finding.kind == "wrong"
    assert "Telegram refuses the token" in finding.text
    assert "@BotFather" in finding.text
    assert NO_TOKEN not in finding.text


async def test_a_chat_for_pictures_that_is_missing_is_noted_and_one_that_is_unknown_is_wrong(
    telegram: TelegramServer,
) -> None:
    missing = (await check(telegram.token, telegram.url, None))[-1]
    unknown = (await check(telegram.token, telegram.url, None, -100))[-1]
    assert [one.kind for one in (missing, unknown)] == ["note", "wrong"]
    assert all("TELEGRAM_PICTURE_CHAT" in one.text for one in (missing, unknown))
    assert all(call.method != "sendPhoto" for call in telegram.calls)


@pytest.mark.parametrize(
    ("there", "wanted", "kind", "words"),
    [
        (ELSEWHERE, None, "note", "the next start removes it"),
        (ELSEWHERE, OURS, "note", "Another webhook is set"),
        ("", OURS, "note", "No webhook is set yet"),
        (OURS, OURS, "ok", "the updates to TELEGRAM_WEBHOOK_URL"),
    ],
)
async def test_where_updates_go_is_told_without_the_address(
    telegram: TelegramServer, there: str, wanted: str | None, kind: str, words: str
) -> None:
    telegram.webhook.set(Call("setWebhook", {"url": there}))
    found = await told(telegram, wanted)
    assert (kind, True) == (found[5][0], words in found[5][1])
    assert "secret" not in str(found)
    assert telegram.webhook.info()["url"] == there  # nothing was changed


async def test_updates_that_could_not_be_brought_are_noted(telegram: TelegramServer) -> None:
    telegram.webhook.set(Call("setWebhook", {"url": OURS}))
    telegram.webhook.failures.append("Connection refused")
    assert "Connection refused" in (await told(telegram, OURS))[-2][1]


async def test_a_telegram_that_is_away_is_wrong() -> None:
    with socket.socket() as nobody:  # bound, and deaf
        nobody.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        (finding,) = await check(NO_TOKEN, url, None)
    assert (finding.kind, "TELEGRAM_API_URL does not answer" in finding.text) == ("wrong", True)
    assert NO_TOKEN not in finding.text


async def test_what_is_not_the_bot_api_is_wrong() -> None:
    async def page(_: web.Request) -> web.Response:
        return web.Response(text="Welcome")

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", page)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        (finding,) = await check(NO_TOKEN, f"http://127.0.0.1:{runner.addresses[0][1]}", None)
    finally:
        await runner.cleanup()
    assert (finding.kind, "is not the Bot API" in finding.text) == ("wrong", True)


async def test_a_telegram_that_is_silent_is_not_waited_for_long(
    telegram: TelegramServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "WITHIN", 0.05)
    gate = telegram.faults.hold("getMe")
    ((kind, text),) = await told(telegram)
    gate.release()
    assert (kind, "TimeoutError" in text) == ("wrong", True)


async def test_an_error_of_telegram_is_wrong_and_told_as_such(telegram: TelegramServer) -> None:
    telegram.faults.refuse("getMe", Refusal(502, "Bad Gateway"))
    ((kind, text),) = await told(telegram)
    assert (kind, "does not answer" in text) == ("wrong", True)
