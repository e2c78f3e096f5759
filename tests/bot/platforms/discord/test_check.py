"""The doctor's look at the application on Discord."""

from __future__ import annotations

import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from aiohttp import web

from bot.platforms.discord import check as door
from bot.platforms.discord.check import check
from tests.loopback.discord.server import DiscordServer

VIEW, SEND, ATTACH, CREATE_THREADS, SEND_IN_THREADS = 1 << 10, 1 << 11, 1 << 15, 1 << 35, 1 << 38
BOT: dict[str, Any] = {"id": "4711", "username": "Table", "discriminator": "0", "avatar": None}
APPLICATION: dict[str, Any] = {
    "id": "815",
    "name": "Table",
    "description": "",
    "icon": None,
    "owner": BOT,
    "verify_key": "0" * 64,
    "bot_public": True,
    "bot_require_code_grant": False,
    "integration_types_config": {"0": {}, "1": {}},
    "terms_of_service_url": "https://example.org/terms",
    "privacy_policy_url": "https://example.org/privacy",
}


@asynccontextmanager
async def portal(**different: Any) -> AsyncIterator[str]:
    """A Discord that knows every token, and this application; gives its address."""

    def answer(body: object) -> web.Response:  # the library takes no other type for JSON
        return web.Response(body=json.dumps(body).encode(), content_type="application/json")

    async def me(_: web.Request) -> web.Response:
        return answer(BOT)

    async def application(_: web.Request) -> web.Response:
        return answer({**APPLICATION, **different})

    app = web.Application()
    app.router.add_get("/api/v10/users/@me", me)
    app.router.add_get("/api/v10/oauth2/applications/@me", application)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
    finally:
        await runner.cleanup()


async def told(address: str | None = None, **different: Any) -> list[tuple[str, str]]:
    async with portal(**different) as url:
        return [(finding.kind, finding.text) for finding in await check("any-token", url, address)]


async def test_a_good_application_is_named_and_its_link_told() -> None:
    async with DiscordServer() as server:
        found = await check(server.token, server.api_url)
        assert {finding.kind for finding in found} == {"ok"}
        assert server.world.bot.name.lower() in found[0].text
        link = next(word for word in found[-1].text.split() if word.startswith("https"))
        asked = parse_qs(urlsplit(link).query)
        assert asked["client_id"] == [str(server.world.bot.id)]
        assert asked["scope"] == ["bot applications.commands"]
        assert int(asked["permissions"][0]) == VIEW | SEND | ATTACH | CREATE_THREADS | SEND_IN_THREADS
        assert server.complaints == []


async def test_a_refused_token_is_wrong_and_not_repeated() -> None:
    async with DiscordServer() as server:
        (finding,) = await check("not-the-token", server.api_url)
    assert finding.kind == "wrong"
    assert "Discord refuses the token" in finding.text
    assert "not-the-token" not in finding.text


async def test_a_discord_that_is_away_is_wrong() -> None:
    with socket.socket() as nobody:  # bound, and deaf
        nobody.bind(("127.0.0.1", 0))
        (finding,) = await check("any-token", f"http://127.0.0.1:{nobody.getsockname()[1]}/api/v10")
    assert (finding.kind, "does not answer at DISCORD_API_URL" in finding.text) == ("wrong", True)


async def test_what_is_not_discord_is_wrong() -> None:
    async with portal() as url:
        (finding,) = await check("any-token", url.removesuffix("/api/v10"))
    assert (finding.kind, "404" in finding.text) == ("wrong", True)
    async with portal(id="no number") as url:
        (finding,) = await check("any-token", url)
    assert (finding.kind, "is not Discord" in finding.text) == ("wrong", True)


async def test_a_discord_that_is_silent_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "WITHIN", 0.05)
    async with DiscordServer() as server:
        server.faults.hold("GET", "/users/@me")
        (finding,) = await check(server.token, server.api_url)
    assert (finding.kind, "TimeoutError" in finding.text) == ("wrong", True)


@pytest.mark.parametrize(
    ("via", "tells", "said"),
    [(True, False, "try again in 7 s"), (True, True, "try again in 77 s"), (False, False, "with status 429")],
)
async def test_a_discord_that_wants_us_to_wait_is_told_as_that(via: bool, tells: bool, said: str) -> None:
    """Whether it says how long in JSON or in a header alone, or the wall before it answers with a page."""
    async with DiscordServer() as server:
        server.faults.limit("GET", "/users/@me", 77.0 if tells else 7.0, via=via, tells=tells)
        (finding,) = await check(server.token, server.api_url)
    assert (finding.kind, said in finding.text) == ("wrong", True), finding.text


@pytest.mark.parametrize(("kind", "whom"), [("0", "servers"), ("1", "people")])
async def test_who_cannot_install_it_is_noted(kind: str, whom: str) -> None:
    notes = [
        text
        for kind, text in await told(integration_types_config={k: {} for k in "01" if k != kind})
        if kind == "note"
    ]
    assert len(notes) == 1
    assert f"cannot be installed by {whom}" in notes[0]
    assert "/applications/815/installation" in notes[0]


async def test_what_a_bot_of_many_servers_lacks_is_noted() -> None:
    """Discord lets nobody add it to more than a hundred servers before it is verified."""

    async def notes(**different: Any) -> list[str]:
        return [text for kind, text in await told(**different) if kind != "ok"]

    assert await notes() == []
    (bare,) = await notes(privacy_policy_url=None, terms_of_service_url=None)
    assert "can be in 100 servers at most" in bare
    assert "Terms of Service URL and a public Privacy Policy URL" in bare
    assert "/applications/815/information" in bare
    (one,) = await notes(privacy_policy_url="")
    assert "a public Privacy Policy URL:" in one
    assert "Terms" not in one
    assert await notes(approximate_guild_count=74) == []
    (many,) = await notes(approximate_guild_count=75)
    assert "it is in 75 servers" in many
    assert "apply now" in many
    assert await notes(approximate_guild_count=75, bot_public=False) == [
        "only its owner can install it: it is no Public Bot (page Bot)"
    ]


async def test_a_verified_bot_needs_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOT, "public_flags", 1 << 16)
    assert {kind for kind, _ in await told(approximate_guild_count=4000, privacy_policy_url=None)} == {"ok"}


async def test_an_application_that_is_not_public_is_noted() -> None:
    assert [text for kind, text in await told(bot_public=False) if kind == "note"] == [
        "only its owner can install it: it is no Public Bot (page Bot)"
    ]


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"interactions_endpoint_url": "https://example.org/"}, "Interactions Endpoint URL"),
        ({"bot_require_code_grant": True}, "requires a code grant"),
    ],
)
async def test_what_keeps_presses_or_people_away_is_wrong(setting: dict[str, Any], said: str) -> None:
    ((kind, text),) = [finding for finding in await told(**setting) if finding[0] != "ok"]
    assert (kind, said in text) == ("wrong", True)


@pytest.mark.parametrize("known", ["https://example.org/", None])
async def test_an_address_for_interactions_that_is_set_is_right(known: str | None) -> None:
    found = await told("https://example.org/", interactions_endpoint_url=known)
    assert [kind for kind, _ in found if kind != "ok"] == []
    assert any("presses to https://example.org/" in text for _, text in found)
