"""Who comes into the web chat, and who sits under which name."""

from __future__ import annotations

import stat
from pathlib import Path

import aiohttp
import pytest

from bot.platforms.spec import CannotStart
from bot.platforms.web import seats, server
from bot.platforms.web.frames import Hello, NotLetIn
from bot.platforms.web.seats import Seats, account_named
from tests.bot.conftest import Scripted, WebChat
from tests.bot.platforms.web.visitor import BROWSER, browser, hello, visitors
from tests.bot.platforms.wiretap import ADA

pytestmark = pytest.mark.asyncio(loop_scope="session")

OTHER_BROWSER = "C" * 43


async def answer(session: aiohttp.ClientSession, address: str, said: dict[str, str]) -> dict[str, object]:
    """What a page hears first that begins like this."""
    async with session.ws_connect(f"{address}ws") as socket:
        await socket.send_json(said)
        heard: dict[str, object] = await socket.receive_json()
        return heard


async def ticket_for(web_chat: WebChat) -> str:
    async with (
        aiohttp.ClientSession() as session,
        session.get(web_chat.adapter.name, allow_redirects=False) as response,
    ):
        return response.headers["Location"].partition("#ticket=")[2]


async def test_without_the_token_nobody_comes_in(web_chat: WebChat) -> None:
    async with aiohttp.ClientSession(web_chat.adapter.address) as session:
        for path in ("/", "/?name=ada", "/?token=", "/?token=wrong", "/?token=%ff"):
            async with session.get(path) as response:
                assert (response.status, response.real_url.fragment) == (200, "")
                assert "Set-Cookie" not in response.headers
        for ticket in ("", "wrong", web_chat.adapter.name.partition("token=")[2]):
            heard = await answer(session, "/", hello("Ada", ticket=ticket))
            assert heard["problem"] == "not_let_in"
            assert "printed" in str(heard["detail"])


async def test_the_token_becomes_a_ticket_that_is_good_once(web_chat: WebChat) -> None:
    async with aiohttp.ClientSession() as session:
        entrance = f"{web_chat.adapter.name}&name=Ada"
        async with session.get(entrance, allow_redirects=False) as response:
            there, ticket = response.headers["Location"].split("#ticket=")
            assert (response.status, there, "Set-Cookie" in response.headers) == (303, "/?name=Ada", False)
        address = web_chat.adapter.address
        assert (await answer(session, address, hello("Ada", ticket=ticket)))["type"] == "welcome"
        again = await answer(session, address, hello("Ben", ticket=ticket, secret=OTHER_BROWSER))
        assert again["problem"] == "not_let_in"


async def test_a_ticket_is_good_for_a_short_time(web_chat: WebChat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "TICKET_LIVES", 0)
    late = Seats()
    with pytest.raises(NotLetIn):
        late.admit(Hello("Ada", "en", BROWSER, late.ticket()))


@pytest.mark.parametrize("secret", ["", "short", "B" * 44, "\u00e9" * 43])
async def test_a_secret_that_could_be_guessed_is_none(web_chat: WebChat, secret: str) -> None:
    async with aiohttp.ClientSession() as session:
        said = hello("Ada", ticket=await ticket_for(web_chat), secret=secret)
        assert (await answer(session, web_chat.adapter.address, said))["problem"] == "not_let_in"


async def test_a_cookie_opens_nothing(web_chat: WebChat) -> None:
    """Browsers send it to every port of 127.0.0.1: whoever serves a page there has it."""
    async with (
        visitors(web_chat.adapter.name, "Ada"),
        aiohttp.ClientSession(headers={"Cookie": f"tischrand={BROWSER}"}) as other,
    ):
        for said in (hello("Ada", secret=OTHER_BROWSER), hello("Ada", secret="")):
            heard = await answer(other, web_chat.adapter.address, said)
            assert heard["problem"] == "not_let_in"


async def test_whoever_does_not_come_in_keeps_no_line_open(
    web_chat: WebChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0)
    async with browser(web_chat.adapter.name) as (session, _):
        socket = await session.ws_connect("/ws")
        assert (await socket.receive()).type in (aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR)


async def test_a_name_alone_makes_nobody_anybody(web_chat: WebChat, front: Scripted) -> None:
    """Also not after a restart, which open pages outlive without the new token."""
    for free in ("Cleo", "Dora"):
        other = free[0] * 43
        async with (
            visitors(web_chat.adapter.name, "Ada"),
            browser(web_chat.adapter.name) as (session, ticket),
        ):
            socket = await session.ws_connect("/ws")
            await socket.send_json(hello(" ADA", ticket=ticket, secret=other))
            assert (await socket.receive_json())["problem"] == "bad_name"
            await socket.send_json(hello(free, secret=other))
            assert (await socket.receive_json())["you"]["name"] == free
        await web_chat.stop()
        await web_chat.start()
        async with visitors(web_chat.adapter.address, "Ada") as (ada,):
            assert ada.id == ADA
    assert front.registered == []


@pytest.fixture
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "AWAY_FOR", 0)


async def came_by(web_chat: WebChat, entrance: str, name: str = "Ada") -> dict[str, object]:
    """What a new browser hears that opens this address and says this name."""
    async with aiohttp.ClientSession() as session:
        async with session.get(entrance, allow_redirects=False) as response:
            _, _, ticket = response.headers["Location"].partition("#ticket=")
        said = hello(name, ticket=ticket, secret=OTHER_BROWSER)
        return await answer(session, web_chat.adapter.address, said)


@pytest.mark.usefixtures("nobody_waits")
async def test_whoever_lost_the_storage_takes_the_name_again_by_the_printed_address(
    web_chat: WebChat,
) -> None:
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        there = ada.id
        named = f"{web_chat.adapter.name}&name=%20ADA"
        refused = await came_by(web_chat, named)
        assert refused["problem"] == "bad_name", "Ada is there"
        assert "with &name=Ada at its end" in str(refused["detail"])
    assert (await came_by(web_chat, web_chat.adapter.name))["problem"] == "bad_name", "not asked for"
    assert (await came_by(web_chat, f"{web_chat.adapter.name}&name=Ben"))["problem"] == "bad_name"
    bare = f"{web_chat.adapter.address}?token=wrong&name=Ada"
    assert (await came_by(web_chat, bare))["problem"] == "bad_name"
    welcome = await came_by(web_chat, named)
    assert welcome["you"] == {"id": there, "name": "Ada"}
    async with aiohttp.ClientSession() as session:
        old = await answer(session, web_chat.adapter.address, hello("Ada"))
        assert old["problem"] == "bad_name", "the old browser has it no more"


async def test_a_name_cannot_be_taken_over_for_a_while(web_chat: WebChat) -> None:
    async with visitors(web_chat.adapter.name, "Ada"):
        pass
    assert (await came_by(web_chat, f"{web_chat.adapter.name}&name=Ada"))["problem"] == "bad_name"


async def test_who_sits_where_is_kept_as_a_hash_for_the_host_alone(web_chat: WebChat, tmp_path: Path) -> None:
    async with visitors(web_chat.adapter.name, "Ada"):
        file = tmp_path / "web-seats.json"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert BROWSER not in file.read_text()
    file.write_text("[]")
    with pytest.raises(CannotStart, match="broken"):
        Seats(file)


async def test_of_browsers_that_sit_nowhere_the_newest_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "KEPT", 2)
    kept = Seats()
    browsers = [letter * 43 for letter in "ABCD"]
    for number, secret in enumerate(browsers):
        kept.admit(Hello("", "en", secret, kept.ticket()))
        if number == 0:
            kept.take(account_named("Ada", "en"), secret)
    assert [kept.knows(one) for one in browsers] == [True, False, True, True]


async def test_neither_secret_nor_ticket_is_shown_in_a_traceback() -> None:
    assert BROWSER not in repr(Hello("Ada", "en", BROWSER, BROWSER))
