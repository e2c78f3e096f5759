"""The bot's own small web servers among clients that mean no good, or are no browsers at all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import web

from bot.platforms import listening
from bot.platforms.listening import listen, only_for
from bot.platforms.spec import HOST

END_WITHIN = 20.0  # seconds; a guard against hanging, never waited for


async def _greet(_: web.Request) -> web.Response:
    return web.Response(text="hello")


async def _break(_: web.Request) -> web.Response:
    raise RuntimeError("a mistake of the bot")


@pytest_asyncio.fixture
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    monkeypatch.setattr(listening, "PATIENCE", 0.05)
    application = web.Application(middlewares=[only_for((HOST, "localhost"))])
    application.router.add_get("/", _greet)
    application.router.add_get("/broken", _break)
    runner = await listen(application, HOST, 0, farewell=0.1)
    yield runner.addresses[0][1]
    await runner.cleanup()


async def said_to(port: int, data: bytes) -> str:
    """Whatever is answered until the server ends the connection."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(data)
    async with asyncio.timeout(END_WITHIN):
        answer = await reader.read()
    writer.close()
    return answer.decode()


async def asked(port: int, host: str, path: str = "/") -> str:
    return await said_to(port, f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
async def test_who_does_not_finish_the_head_of_a_request_is_cut_off(port: int, begun: bytes) -> None:
    assert await said_to(port, begun) == ""


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n",
        b"GET / HTTP/9.9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\nGET\x00",
    ],
    ids=["tls", "version", "header", "length", "giant", "second"],
)
async def test_what_is_no_http_is_answered_and_writes_no_traceback(
    port: int, data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        answer = await said_to(port, data)
    assert answer.startswith("HTTP/1.")
    assert "Traceback" not in answer
    assert caplog.records == []


async def test_a_mistake_of_the_bot_is_still_logged(port: int, caplog: pytest.LogCaptureFixture) -> None:
    assert "500" in await asked(port, f"{HOST}:{port}", "/broken")
    assert "a mistake of the bot" in caplog.text


async def test_a_server_answers_to_its_own_name_only(port: int) -> None:
    for name in (HOST, "localhost"):
        assert "hello" in await asked(port, f"{name}:{port}")
    for name in ("evil.example", f"evil.example:{port}", f"{HOST}:1", HOST):
        assert "421" in await asked(port, name)


async def test_a_taken_port_is_told_in_words(port: int) -> None:
    with pytest.raises(OSError, match=rf"^port {port} of 127\.0\.0\.1 is taken .* choose another$"):
        await listen(web.Application(), HOST, port, farewell=0.1)
