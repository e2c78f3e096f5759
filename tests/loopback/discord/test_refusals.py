"""What Discord refuses, the loopback Discord refuses too: with the same codes, at the same places."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from tests.loopback.discord.acts import interaction
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.world import Channel

Body = dict[str, Any]
V2 = 1 << 15
FORM = 50035


def button(number: int = 0, **more: object) -> Body:
    return {"type": 2, "style": 2, "label": "Go", "custom_id": f"go {number}"} | more


def row(*parts: Body) -> Body:
    return {"type": 1, "components": list(parts)}


def text(content: str = "a text") -> Body:
    return {"type": 10, "content": content}


def gallery(*items: Body) -> Body:
    return {"type": 12, "items": list(items)}


def item(url: str = "https://example.org/board.png", **more: object) -> Body:
    return {"media": {"url": url}} | more


def rows(*parts: Body) -> Body:
    return {"content": "a board", "components": list(parts)}


def v2(*parts: Body, **more: object) -> Body:
    return {"flags": V2, "components": list(parts)} | more


def link(url: str) -> Body:
    return rows(row({"type": 2, "style": 5, "label": "Go", "url": url}))


def full(count: int) -> Body:
    """So many components, the container counted."""
    return v2({"type": 17, "components": [text()] * (count - 1)})


MESSAGES: dict[str, tuple[Body, Body]] = {  # what is just allowed, what is not
    "content": ({"content": "x" * 2000}, {"content": "x" * 2001}),
    "field": ({"content": "x", "tts": False}, {"content": "x", "colour": 1}),
    "nonce": ({"content": "x", "nonce": "n" * 25}, {"content": "x", "nonce": "n" * 26}),
    "rows": (
        rows(*(row(button(number)) for number in range(5))),
        rows(*(row(button(number)) for number in range(6)))),
    "buttons": (
        rows(row(*map(button, range(5)))),
        rows(row(*map(button, range(6))))),
    "label": (
        rows(row(button(label="x" * 80))),
        rows(row(button(label="x" * 81)))),
    "no label": (
        rows(row(button(label=None, emoji={"name": "🎲"}))),
        rows(row(button(label=None)))),
    "custom id": (
        rows(row(button(custom_id="x" * 100))),
        rows(row(button(custom_id="x" * 101)))),
    "empty custom id": (
        rows(row(button(custom_id="x"))),
        rows(row(button(custom_id="")))),
    "same custom id": (
        v2(row(button(1)), row(button(2))),
        v2(row(button(1)), row(button(1)))),
    "link": (
        link("https://e.org/" + "x" * 498),
        link("https://e.org/" + "x" * 499)),
    "link scheme": (link("discord://x"), link("ftp://x")),
    "components in all": (full(40), full(41)),
    "components side by side": (v2(*[text()] * 40), v2(*[text()] * 41)),
    "no text": (v2(text("x")), v2(text(""))),
    "text": (v2(text("x" * 4000)), v2(text("x" * 4001))),
    "texts in all": (
        v2(text("x" * 2000), text("x" * 2000)),
        v2(text("x" * 2000), text("x" * 2001))),
    "gallery": (v2(gallery(*[item()] * 10)), v2(gallery(*[item()] * 11))),
    "empty gallery": (v2(gallery(item())), v2(gallery())),
    "alt text": (
        v2(gallery(item(description="x" * 1024))),
        v2(gallery(item(description="x" * 1025)))),
    "missing file": (
        v2(gallery(item())),
        v2(gallery(item("attachment://board.png")))),
    "content beside components": (v2(text()), v2(text(), content="x")),
    "v2 without the flag": (v2(text()), {"components": [text()]}),
    "container in a container": (
        v2({"type": 17, "components": [text()]}),
        v2({"type": 17, "components": [{"type": 17, "components": [text()]}]})),
    "accent colour": (
        v2({"type": 17, "accent_color": 0xFFFFFF, "components": [text()]}),
        v2({"type": 17, "accent_color": 0x1000000, "components": [text()]})),
    "ephemeral": ({"content": "x", "flags": 4}, {"content": "x", "flags": 64}),
    "mentions": (
        {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"]}},
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
    "options": (
        rows(row({"type": 3, "custom_id": "s", "options": options})) if (options := [
            {"label": "x", "value": str(number)} for number in range(25)
        ]) else {},
        rows(row({"type": 3, "custom_id": "s", "options": [*options, {"label": "x", "value": "25"}]}))),
}  # fmt: skip


class Bench:
    """The service with one channel, and a plain way to ask it."""

    def __init__(self, server: DiscordServer, http: aiohttp.ClientSession) -> None:
        self.server, self._http = server, http
        self.ada = server.person("Ada")
        self.channel: Channel = server.channel(server.guild("Club", self.ada), "games")
        self.messages = f"/channels/{self.channel.id}/messages"

    async def ask(self, method: str, path: str, body: object = None, **more: Any) -> tuple[int, Any]:
        """Status and answer of a request."""
        headers = {"Authorization": f"Bot {self.server.token}"}
        address = self.server.api_url + path
        async with self._http.request(method, address, json=body, headers=headers, **more) as answer:
            return answer.status, await answer.json() if answer.status != 204 else None

    def callback(self, kind: int = 2) -> str:
        """Where to answer a new interaction of this kind."""
        made = interaction(
            self.server.world, self.ada.user, self.channel, kind, {}, {"0": str(self.channel.id)}
        )
        return f"/interactions/{made.id}/{made.token}/callback"


@pytest_asyncio.fixture
async def bench() -> AsyncIterator[Bench]:
    async with DiscordServer(strict=False) as server, aiohttp.ClientSession() as http:
        yield Bench(server, http)


@pytest.mark.parametrize("name", MESSAGES)
async def test_a_message_within_a_limit_is_sent_and_one_beyond_it_refused(bench: Bench, name: str) -> None:
    allowed, refused = MESSAGES[name]
    status, sent = await bench.ask("POST", bench.messages, allowed)
    assert status == 200, sent
    status, answer = await bench.ask("POST", bench.messages, refused)
    assert (status, answer["code"]) == (400, FORM)
    assert len(bench.ada.messages()) == 1


MODAL = {"custom_id": "move", "title": "Move"}
INPUT = {"type": 4, "custom_id": "words", "style": 1}
LABEL = {"type": 18, "label": "Words", "component": INPUT}
ANSWERS: dict[str, tuple[int, Body]] = {  # kind of interaction, answer
    "modal title": (2, {"type": 9, "data": MODAL | {"title": "x" * 46, "components": [LABEL]}}),
    "modal without fields": (2, {"type": 9, "data": MODAL | {"components": []}}),
    "modal with six": (2, {"type": 9, "data": MODAL | {"components": [LABEL] * 6}}),
    "modal label": (2, {"type": 9, "data": MODAL | {"components": [LABEL | {"label": "x" * 46}]}}),
    "modal on a modal": (5, {"type": 9, "data": MODAL | {"components": [LABEL]}}),
    "update without a message": (2, {"type": 7, "data": {"content": "x"}}),
    "choices for a press": (3, {"type": 8, "data": {"choices": []}}),
    "words for a completion": (4, {"type": 4, "data": {"content": "x"}}),
    "26 choices": (4, {"type": 8, "data": {"choices": [{"name": "x", "value": "x"}] * 26}}),
    "empty choice": (4, {"type": 8, "data": {"choices": [{"name": "", "value": "x"}]}}),
    "long choice": (4, {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": "x"}]}}),
    "long value": (4, {"type": 8, "data": {"choices": [{"name": "x", "value": "x" * 101}]}}),
    "deferral with flags": (2, {"type": 5, "data": {"flags": V2}}),
    "unknown field": (2, {"type": 4, "data": {"content": "x", "colour": 1}}),
}


@pytest.mark.parametrize("name", ANSWERS)
async def test_an_answer_beyond_a_limit_is_refused_and_leaves_the_interaction_open(
    bench: Bench, name: str
) -> None:
    kind, body = ANSWERS[name]
    path = bench.callback(kind)
    status, answer = await bench.ask("POST", path, body)
    assert (status, answer["code"]) == (400, FORM)
    good: Body = {"type": 8, "data": {"choices": []}} if kind == 4 else {"type": 4, "data": {"content": "x"}}
    assert (await bench.ask("POST", path, good))[0] == 204


def command(**more: object) -> Body:
    return {"name": "play", "description": "Play", "type": 1} | more


def option(**more: object) -> Body:
    return {"type": 3, "name": "game", "description": "Which game"} | more


CHOICE = {"name": "x", "value": "x"}
LONG_CHOICE = {"name": "x" * 90, "value": "y" * 90}
COMMANDS: dict[str, list[Body]] = {
    "capital": [command(name="Play")],
    "space": [command(name="play it")],
    "long name": [command(name="x" * 33)],
    "no description": [command(description="")],
    "long description": [command(description="x" * 101)],
    "locale": [command(name_localizations={"de-DE": "spiel"})],
    "localized name": [command(name_localizations={"de": "Spiel"})],
    "localized description": [command(description_localizations={"de": "x" * 101})],
    "26 options": [command(options=[option(name=f"o{number}") for number in range(26)])],
    "same option": [command(options=[option(), option()])],
    "same localized option": [
        command(options=[option(name=one, name_localizations={"de": "wer"}) for one in ("a", "b")])
    ],
    "localized option": [command(options=[option(name_localizations={"de": "wie viel"})])],
    "localized choice": [command(options=[option(choices=[CHOICE | {"name_localizations": {"ca": "tot"}}])])],
    "required after optional": [command(options=[option(), option(name="b", required=True)])],
    "26 choices": [command(options=[option(choices=[CHOICE] * 26)])],
    "choices and completion": [command(options=[option(choices=[CHOICE], autocomplete=True)])],
    "context": [command(contexts=[3])],
    "groups without users": [command(contexts=[2], integration_types=[0])],
    "install": [command(integration_types=[2])],
    "same name": [command(), command()],
    "described menu": [{"name": "Challenge", "type": 2, "description": "x"}],
    "field": [command(colour=1)],
    "8000 characters": [
        command(options=[option(name=f"o{number}", choices=[LONG_CHOICE] * 25) for number in range(2)])
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
async def test_a_command_beyond_a_limit_is_refused(bench: Bench, name: str) -> None:
    path = f"/applications/{bench.server.world.bot.id}/commands"
    assert (await bench.ask("PUT", path, [command(options=[option(choices=[CHOICE])])]))[0] == 200
    status, answer = await bench.ask("PUT", path, COMMANDS[name])
    assert (status, answer["code"]) == (400, FORM)
    assert len(bench.server.world.commands[None]) == 1
