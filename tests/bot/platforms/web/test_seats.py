"""Who comes into the web chat, and who sits under which name."""

from __future__ import annotations

import stat
from pathlib import Path

import aiohttp
import pytest

from bot.platforms.errors import CannotStart
from bot.platforms.web.seats import Seats
from bot.platforms.web.visitors import meet
from tests.bot.conftest import Scripted, WebChat
from tests.bot.platforms.web.visitor import BROWSER, browser, jar, visitors
from tests.bot.platforms.wiretap import ADA

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_without_the_token_nobody_comes_in(web_chat: WebChat) -> None:
    async with aiohttp.ClientSession(web_chat.adapter.address, cookie_jar=jar()) as session:
        for path in ("/", "/?name=ada", "/?token=", "/?token=wrong", "/?token=%ff"):
            async with session.get(path) as response:
                assert (response.status, "Set-Cookie" in response.headers) == (403, False)
                assert "printed" in await response.text()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect("/ws")
    assert refused.value.status == 403


async def test_the_token_becomes_a_cookie_that_no_script_and_no_other_site_can_use(web_chat: WebChat) -> None:
    async with aiohttp.ClientSession(cookie_jar=jar()) as session:
        entrance = f"{web_chat.adapter.name}&name=Ada"
        async with session.get(entrance, allow_redirects=False) as response:
            cookie = response.headers["Set-Cookie"]
            assert (response.status, response.headers["Location"]) == (303, "/?name=Ada")
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
        async with session.get(f"{web_chat.adapter.address}?token=of-an-earlier-start") as response:
            assert (response.status, response.url.query_string) == (200, "")


async def test_a_name_alone_makes_nobody_anybody(web_chat: WebChat, front: Scripted) -> None:
    """Also not after a restart, which open pages outlive without the new token."""
    for free in ("Cleo", "Dora"):
        async with visitors(web_chat.adapter.name, "Ada"), browser(web_chat.adapter.name, "") as other:
            socket = await other.ws_connect("/ws")
            await socket.send_json({"type": "hello", "name": " ADA", "language": "en"})
            assert (await socket.receive_json())["problem"] == "bad_name"
            await socket.send_json({"type": "hello", "name": free, "language": "en"})
            assert (await socket.receive_json())["you"]["name"] == free
        await web_chat.stop()
        await web_chat.start()
        async with visitors(web_chat.adapter.address, "Ada") as (ada,):
            assert ada.id == ADA
    assert front.met == []


async def test_who_sits_where_is_kept_as_a_hash_for_the_host_alone(web_chat: WebChat, tmp_path: Path) -> None:
    async with visitors(web_chat.adapter.name, "Ada"):
        file = tmp_path / "web-seats.json"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert BROWSER not in file.read_text()
    file.write_text("[]")
    with pytest.raises(CannotStart, match="broken"):
        Seats(file)


async def test_of_browsers_that_sit_nowhere_the_newest_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.web.seats.KEPT", 2)
    seats = Seats()
    seated = seats.let_in("")
    seats.take(meet("Ada", "en"), seated)
    others = [seats.let_in("") for _ in range(3)]
    assert [seats.knows(one) for one in (seated, *others)] == [True, False, True, True]
