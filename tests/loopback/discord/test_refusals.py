"""What Discord refuses, the loopback Discord refuses too: with the same codes, at the same places."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from tests.loopback.discord import spec
from tests.loopback.discord.acts import interaction
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.world import CREATE_THREADS, Channel

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


MESSAGES: dict[str, tuple[Body, Body, str]] = {  # what is just allowed, what is not, where that is told
    "content": ({"content": "x" * 2000}, {"content": "x" * 2001}, "content"),
    "field": ({"content": "x", "tts": False}, {"content": "x", "colour": 1}, "colour"),
    "nonce": ({"content": "x", "nonce": "n" * 25}, {"content": "x", "nonce": "n" * 26}, "nonce"),
    "rows": (
        rows(*(row(button(number)) for number in range(5))),
        rows(*(row(button(number)) for number in range(6))),
        "components",
    ),
    "buttons": (
        rows(row(*map(button, range(5)))),
        rows(row(*map(button, range(6)))),
        "components.0.components",
    ),
    "label": (
        rows(row(button(label="x" * 80))),
        rows(row(button(label="x" * 81))),
        "components.0.components.0.label",
    ),
    "no label": (
        rows(row(button(label=None, emoji={"name": "🎲"}))),
        rows(row(button(label=None))),
        "components.0.components.0",
    ),
    "custom id": (
        rows(row(button(custom_id="x" * 100))),
        rows(row(button(custom_id="x" * 101))),
        "components.0.components.0.custom_id",
    ),
    "empty custom id": (
        rows(row(button(custom_id="x"))),
        rows(row(button(custom_id=""))),
        "components.0.components.0.custom_id",
    ),
    "same custom id": (
        v2(row(button(1)), row(button(2))),
        v2(row(button(1)), row(button(1))),
        "components.1.components.0.custom_id",
    ),
    "link": (
        link("https://e.org/" + "x" * 498),
        link("https://e.org/" + "x" * 499),
        "components.0.components.0.url",
    ),
    "link scheme": (link("discord://x"), link("ftp://x"), "components.0.components.0.url"),
    "components in all": (full(40), full(41), "components"),
    "components side by side": (v2(*[text()] * 40), v2(*[text()] * 41), "components"),
    "no text": (v2(text("x")), v2(text("")), "components.0.content"),
    "text": (v2(text("x" * 4000)), v2(text("x" * 4001)), "components.0.content"),
    "texts in all": (
        v2(text("x" * 2000), text("x" * 2000)),
        v2(text("x" * 2000), text("x" * 2001)),
        "components",
    ),
    "gallery": (v2(gallery(*[item()] * 10)), v2(gallery(*[item()] * 11)), "components.0.items"),
    "empty gallery": (v2(gallery(item())), v2(gallery()), "components.0.items"),
    "alt text": (
        v2(gallery(item(description="x" * 1024))),
        v2(gallery(item(description="x" * 1025))),
        "components.0.items.0.description",
    ),
    "missing file": (
        v2(gallery(item())),
        v2(gallery(item("attachment://board.png"))),
        "components.0.items.0.media.url",
    ),
    "content beside components": (v2(text()), v2(text(), content="x"), "content"),
    "v2 without the flag": (v2(text()), {"components": [text()]}, "components.0.type"),
    "container in a container": (
        v2({"type": 17, "components": [text()]}),
        v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        "components.0.components.0.type",
    ),
    "accent colour": (
        v2({"type": 17, "accent_color": 0xFFFFFF, "components": [text()]}),
        v2({"type": 17, "accent_color": 0x1000000, "components": [text()]}),
        "components.0.accent_color",
    ),
    "ephemeral": ({"content": "x", "flags": 4}, {"content": "x", "flags": 64}, "flags"),
    "mentions": (
        {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"]}},
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
    ),
    "options": (
        rows(row({"type": 3, "custom_id": "s", "options": options})) if (options := [
            {"label": "x", "value": str(number)} for number in range(25)
        ]) else {},
        rows(row({"type": 3, "custom_id": "s", "options": [*options, {"label": "x", "value": "25"}]})),
        "components.0.components.0.options",
    ),
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

    async def send(
        self, body: Body, *files: bytes, path: str | None = None, method: str = "POST"
    ) -> tuple[int, Any]:
        """Send a message, with files as a form."""
        if not files:
            return await self.ask(method, path or self.messages, body)
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body))
        for number, data in enumerate(files):
            form.add_field(f"files[{number}]", data, filename="board.png")
        headers = {"Authorization": f"Bot {self.server.token}"}
        address = self.server.api_url + (path or self.messages)
        async with self._http.request(method, address, data=form, headers=headers) as answer:
            return answer.status, await answer.json()

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


def errors_at(answer: Body, path: str) -> object:
    """The mistakes that a refusal names at this place."""
    place = answer["errors"]
    for step in path.split("."):
        place = place[step]
    return place["_errors"]


@pytest.mark.parametrize("name", MESSAGES)
async def test_a_message_within_a_limit_is_sent_and_one_beyond_it_refused(bench: Bench, name: str) -> None:
    allowed, refused, path = MESSAGES[name]
    bench.server.door.strict = True
    status, sent = await bench.send(allowed)
    assert (status, bench.server.complaints) == (200, []), sent
    bench.server.door.strict = False
    status, answer = await bench.send(refused)
    assert (status, answer["code"]) == (400, FORM)
    assert errors_at(answer, path)
    assert len(bench.ada.messages()) == 1


async def test_an_empty_message_and_a_file_too_large_are_refused(bench: Bench) -> None:
    assert (await bench.send({"content": ""}))[1]["code"] == 50006
    assert (await bench.send(v2()))[1]["code"] == 50006
    status, answer = await bench.send({}, b"x" * (10 * 1024 * 1024 + 1))
    assert (status, answer["code"]) == (413, 40005)
    assert (await bench.send({}, b"x" * (10 * 1024 * 1024)))[0] == 200


async def test_an_edit_keeps_what_it_does_not_name_and_appends_files(bench: Bench) -> None:
    board = v2(gallery(item("attachment://board.png")), attachments=[{"id": 0, "filename": "board.png"}])
    _, message = await bench.send(board, b"one")
    path = f"{bench.messages}/{message['id']}"
    _, message = await bench.send({"components": board["components"]}, b"two", path=path, method="PATCH")
    assert [file["filename"] for file in message["attachments"]] == ["board.png", "board.png"]
    status, refused = await bench.ask("PATCH", path, {"attachments": []})
    assert (status, refused["code"]) == (400, FORM)
    status, refused = await bench.ask("PATCH", path, {"flags": 0})
    assert errors_at(refused, "flags")
    status, refused = await bench.ask("PATCH", path, {"content": "words again"})
    assert errors_at(refused, "content")


async def test_a_plain_message_becomes_one_of_components_only_without_its_content(bench: Bench) -> None:
    _, message = await bench.send({"content": "words"})
    path = f"{bench.messages}/{message['id']}"
    assert errors_at((await bench.ask("PATCH", path, v2(text())))[1], "content")
    status, message = await bench.ask("PATCH", path, v2(text(), content=None))
    assert (status, message["content"], message["flags"]) == (200, "", V2)


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


@pytest.mark.skipif(not spec.PRESENT, reason="no copy of the published description lies beside the project")
@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ({"content": "x", "flags": None}, {"content": "x", "flags": "64"}),
        (v2(gallery(item(spoiler=True))), v2(gallery(item(spoiler="yes")))),
    ],
)
async def test_bodies_are_held_against_the_published_description(bench: Bench, good: Body, bad: Body) -> None:
    bench.server.door.strict = True
    await bench.send(good)
    assert bench.server.complaints == []
    await bench.send(bad)
    assert len(bench.server.complaints) > 0
    bench.server.complaints.clear()


REQUESTS: dict[str, tuple[Callable[[Bench], tuple[str, str, Body | None]], int, int]] = {
    "unknown channel": (lambda b: ("POST", "/channels/1/messages", {"content": "x"}), 404, 10003),
    "unknown message": (lambda b: ("PATCH", f"{b.messages}/1", {"content": "x"}), 404, 10008),
    "unknown interaction": (lambda b: ("POST", "/interactions/1/x/callback", {"type": 5}), 404, 10062),
    "unknown webhook": (lambda b: ("POST", "/webhooks/1/x", {"content": "x"}), 404, 10015),
    "unknown token": (lambda b: ("POST", f"/webhooks/{b.server.world.bot.id}/x", {}), 401, 50027),
    "dm with nobody": (lambda b: ("POST", "/users/@me/channels", {"recipient_id": "1"}), 400, 50033),
    "unknown application": (lambda b: ("PUT", "/applications/1/commands", None), 404, 10002),
}


@pytest.mark.parametrize("name", REQUESTS)
async def test_what_does_not_exist_has_a_code_of_its_own(bench: Bench, name: str) -> None:
    asked, status, code = REQUESTS[name]
    method, path, body = asked(bench)
    got, answer = await bench.ask(method, path, body)
    assert (got, answer["code"]) == (status, code)


async def test_the_bot_deletes_what_it_has_written_itself_and_nothing_else(bench: Bench) -> None:
    _, own = await bench.send({"content": "mine"})
    _, theirs = await bench.send({"content": "as if somebody else had written it"})
    bench.server.world.messages[int(theirs["id"])].author = bench.ada.user
    assert (await bench.ask("DELETE", f"{bench.messages}/{theirs['id']}"))[1]["code"] == 50013
    assert (await bench.ask("DELETE", f"{bench.messages}/{own['id']}"))[0] == 204
    assert (await bench.ask("DELETE", f"{bench.messages}/{own['id']}"))[1]["code"] == 10008


async def test_a_body_that_is_no_json_is_refused_as_such(bench: Bench) -> None:
    address = bench.server.api_url + bench.messages
    headers = {"Authorization": f"Bot {bench.server.token}", "Content-Type": "application/json"}
    async with aiohttp.ClientSession() as http, http.post(address, data="{", headers=headers) as answer:
        assert (await answer.json())["code"] == 50109


async def test_a_thread_begins_with_a_message_once_and_only_where_threads_can_be(bench: Bench) -> None:
    _, message = await bench.send({"content": "a board"})
    path = f"{bench.messages}/{message['id']}/threads"
    for wrong in (
        {},
        {"name": "x" * 101},
        {"name": "x", "auto_archive_duration": 7},
        {"name": "x", "for": 1},
    ):
        status, answer = await bench.ask("POST", path, wrong)
        assert (status, answer["code"]) == (400, FORM), wrong
    status, thread = await bench.ask("POST", path, {"name": "x" * 100, "auto_archive_duration": 10080})
    assert (status, thread["id"]) == (201, message["id"])
    assert (await bench.ask("POST", path, {"name": "again"}))[1]["code"] == 160004
    within = f"/channels/{thread['id']}"
    _, inside = await bench.send({"content": "a move"}, path=f"{within}/messages")
    nested = await bench.ask("POST", f"{within}/messages/{inside['id']}/threads", {"name": "deeper"})
    assert nested[1]["code"] == 50024
    members = f"thread-members/{bench.ada.user.id}"
    assert (await bench.ask("PUT", f"{within}/{members}"))[0] == 204
    assert (await bench.ask("PUT", f"{within}/thread-members/1"))[1]["code"] == 10013
    assert (await bench.ask("PUT", f"/channels/{bench.channel.id}/{members}"))[1]["code"] == 50024
    bench.server.deny(bench.channel, CREATE_THREADS)
    _, message = await bench.send({"content": "another board"})
    refused = await bench.ask("POST", f"{bench.messages}/{message['id']}/threads", {"name": "x"})
    assert refused[1]["code"] == 50013
