"""What Discord refuses and no schema describes, the loopback Discord refuses too, with the same codes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest_asyncio

from tests.loopback.discord.refusals import Body
from tests.loopback.discord.server import DiscordServer

V2 = 1 << 15
FORM = 50035


def button(number: int = 0, **more: object) -> Body:
    return {"type": 2, "style": 2, "label": "Go", "custom_id": f"go {number}"} | more


def row(*parts: Body) -> Body:
    return {"type": 1, "components": list(parts)}


def text(content: str = "a text") -> Body:
    return {"type": 10, "content": content}


def gallery(url: str, **more: object) -> Body:
    return {"type": 12, "items": [{"media": {"url": url}} | more]}


def v2(*parts: Body, **more: object) -> Body:
    return {"flags": V2, "components": list(parts)} | more


def link(url: str) -> Body:
    return v2(row({"type": 2, "style": 5, "label": "Go", "url": url}))


MESSAGES: dict[str, tuple[Body, Body]] = {  # what is just allowed, what is not
    "content": ({"content": "x" * 2000}, {"content": "x" * 2001}),
    "unknown field": ({"content": "x", "tts": False}, {"content": "x", "colour": 1}),
    "schema of a component": (v2(row(button(label="x" * 80))), v2(row(button(label="x" * 81)))),
    "nonce": ({"content": "x", "nonce": "n" * 25}, {"content": "x", "nonce": "n" * 26}),
    "no label": (v2(row(button(label=None, emoji={"name": "🎲"}))), v2(row(button(label=None)))),
    "same custom id": (v2(row(button(1)), row(button(2))), v2(row(button(1)), row(button(1)))),
    "link scheme": (link("discord://x"), link("ftp://x")),
    "components in all": (
        v2({"type": 17, "components": [text()] * 39}),
        v2({"type": 17, "components": [text()] * 40}),
    ),
    "texts in all": (v2(text("x" * 2000), text("x" * 2000)), v2(text("x" * 2000), text("x" * 2001))),
    "missing file": (v2(gallery("https://example.org/a.png")), v2(gallery("attachment://board.png"))),
    "content beside components": (v2(text()), v2(text(), content="x")),
    "components without the flag": (v2(text()), {"components": [text()]}),
    "ephemeral": ({"content": "x", "flags": 4}, {"content": "x", "flags": 64}),
    "mentions": (
        {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"]}},
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
    ),
}


class Bench:
    """The service, and a plain way to ask it."""

    def __init__(self, server: DiscordServer, http: aiohttp.ClientSession) -> None:
        self.server, self._http = server, http

    async def ask(self, method: str, path: str, body: object) -> tuple[int, Any]:
        """Status and answer of a request."""
        headers = {"Authorization": f"Bot {self.server.token}"}
        address = self.server.api_url + path
        async with self._http.request(method, address, json=body, headers=headers) as answer:
            return answer.status, await answer.json() if answer.status != 204 else None


@pytest_asyncio.fixture
async def bench() -> AsyncIterator[Bench]:
    async with DiscordServer(strict=False) as server, aiohttp.ClientSession() as http:
        yield Bench(server, http)


async def test_a_message_within_a_limit_is_sent_and_one_beyond_it_refused(bench: Bench) -> None:
    ada = bench.server.person("Ada")
    channel = bench.server.channel(bench.server.guild("Club", ada), "games")
    for sent, (name, (allowed, refused)) in enumerate(MESSAGES.items(), start=1):
        status, answer = await bench.ask("POST", f"/channels/{channel.id}/messages", allowed)
        assert status == 200, (name, answer)
        status, answer = await bench.ask("POST", f"/channels/{channel.id}/messages", refused)
        assert (status, answer["code"]) == (400, FORM), name
        assert len(ada.messages()) == sent
