"""The web chat among strangers: forged presses, malformed frames, foreign pages, and faults of its own."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import uuid
from collections.abc import Callable
from html import escape
from string import Template
from typing import Any

import aiohttp
import pytest

from bot.interface import (
    Answer,
    Delivery,
    Help,
    Incoming,
    InvalidPayload,
    Note,
    OfferChallenge,
    Post,
    RetryLater,
    Screen,
)
from bot.platforms import callback_data
from bot.platforms.web.adapter import FRAME_MAX_BYTES, WebAdapter
from bot.platforms.web.seats import NAME_MAX
from bot.platforms.web.server import BACKLOG_MAX, STATIC, Connection, front_page, page_texts
from bot.texts import Texts, texts_for
from tests.bot.conftest import Scripted, WebChat
from tests.bot.platforms.web.visitor import Visitor, browser, hello, visitors
from tests.bot.platforms.wiretap import (
    ADA,
    BEN,
    BIRD,
    CHANNEL,
    HAND_BUTTON,
    frames,
    heard_all,
    here,
    problems,
    secret_message,
    texts,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")


MOST_KILOBYTES = 60  # of the code of a page, compressed


# What is not believed


async def forged(kind: str, web_chat: WebChat, ada: Visitor, ben: Visitor) -> str:
    """The id of a message that has no buttons for Ada."""
    match kind:
        case "private":
            return await web_chat.adapter.post(
                web_chat.adapter.private_chat(BEN), Screen("Ben's", rows=((HAND_BUTTON,),)), "n1"
            )
        case "note":
            await ben.type("/help")
            return str(ben.notes[-1]["id"])
        case "talk":
            await ben.type("I am Ben")
            return str(ben.messages.popitem()[0])
        case _:
            return kind


@pytest.mark.parametrize("kind", ["private", "note", "talk", "0" * 16, "", "~", f"~{ADA}~", "'; --"])
async def test_a_press_on_what_one_cannot_see_is_not_believed(
    web_chat: WebChat, front: Scripted, kind: str
) -> None:
    front.on(Help, Note(Screen("help", rows=((HAND_BUTTON,),))))
    front.on(InvalidPayload, Note(Screen("I do not know this button.")))
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as (ada, ben):
        await ada.send_press(
            await forged(kind, web_chat, ada, ben), callback_data.encode(HAND_BUTTON.request)
        )
        asked = front.asked[-1]
        assert (asked.account.id, asked.request, asked.message) == (ADA, InvalidPayload(), None)
        assert ada.notes[-1]["text"] == "I do not know this button."
        assert "I do not know" not in await heard_all(ben)


async def test_a_payload_that_no_button_has_is_unreadable(web_chat: WebChat, front: Scripted) -> None:
    payloads = ("", "hand", "hand:AAAAAA:1", "x" * 5000, "c:a:1")
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        posted = await web_chat.adapter.post(CHANNEL, Screen("v1"), "n1")
        for payload in payloads:
            await ada.send_press(posted, payload)
    assert [asked.request for asked in front.asked] == [InvalidPayload()] * len(payloads)


async def test_nobody_writes_or_reads_in_another_persons_chat(web_chat: WebChat, front: Scripted) -> None:
    foreign = f"@{BEN}"
    await web_chat.adapter.post(web_chat.adapter.private_chat(BEN), secret_message(), "n1")
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        await ada.type("/help", chat=foreign)
        await ada.send(type="earlier", chat=foreign, before="0")
        await ada.send(type="complete", chat=foreign, text="/", id="1")
        assert BIRD not in await heard_all(ada)
        assert problems(ada) == ["malformed"] * 3
    assert front.asked == []


MALFORMED = [
    "",
    "hello",
    "[]",
    "17",
    '"press"',
    "{}",
    '{"type": 5}',
    '{"type": []}',
    '{"type": "sing"}',
    '{"type": "press"}',
    '{"type": "press", "message": 1, "payload": "help", "id": "6f8b7a1e-5d5b-4d6a-9d57-3c1f5a0e9b11"}',
    '{"type": "press", "message": "a", "payload": "help", "id": "17"}',
    '{"type": "command", "chat": "channel", "text": null, "id": "6f8b7a1e-5d5b-4d6a-9d57-3c1f5a0e9b11"}',
    '{"type": "command", "chat": "channel", "text": "\\ud800", "id": "6f8b7a1e-5d5b-4d6a-9d57-3c1f5a0e9b11"}',
    '{"type": "upload", "chat": "channel", "data": "no base", "id": "6f8b7a1e-5d5b-4d6a-9d57-3c1f5a0e9b11"}',
    '{"type": "hello", "name": "Ben", "language": "en"}',
    "[" * 50_000,
    '{"type": "complete", "chat": "channel", "text": "/", "id": ' + "9" * 9_000 + "}",
    "\x00",
]


async def test_a_malformed_frame_is_answered_and_the_socket_goes_on(web_chat: WebChat) -> None:
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as (ada, ben):
        for count, text in enumerate(MALFORMED, start=1):
            await ada.socket.send_str(text)
            await heard_all(ada)
            assert problems(ada) == ["malformed"] * count, text[:99]
        assert "Traceback" not in "".join(ada.received)
        await heard_all(ben)
        assert problems(ben) == []


async def test_a_binary_frame_is_malformed(web_chat: WebChat) -> None:
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        await ada.socket.send_bytes(b"\xff\x00")
        await heard_all(ada)
        assert problems(ada) == ["malformed"]


async def test_nothing_is_heard_before_the_hello(web_chat: WebChat, front: Scripted) -> None:
    async with browser(web_chat.adapter.name) as (session, ticket):
        socket = await session.ws_connect("/ws")
        await socket.send_json({"type": "press", "message": "a", "payload": "help", "id": str(uuid.uuid4())})
        assert (await socket.receive_json())["problem"] == "malformed"
        await web_chat.adapter.post(CHANNEL, Screen("for those who are here"), "n1")
        await socket.send_json(hello("Ada", ticket=ticket))
        assert (await socket.receive_json())["type"] == "welcome"
    assert front.asked == []


async def test_a_giant_frame_closes_its_own_socket_politely(web_chat: WebChat) -> None:
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as (ada, ben):
        await ada.socket.send_str("x" * 1_000_000)
        with pytest.raises(AssertionError):
            await ada.until(lambda: False)
        assert ada.socket.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
        await ben.until(lambda: here(ben) == [BEN])
        await ben.type("x" * (FRAME_MAX_BYTES // 2))
        await heard_all(ben)


# Names


async def test_people_are_told_who_is_here(web_chat: WebChat, front: Scripted) -> None:
    async with visitors(web_chat.adapter.name, "Ada", "Ben", "ada") as (ada, ben, _):
        await ada.until(lambda: len(frames(ada, "people")) == 3)
        assert frames(ada, "welcome")[0]["you"] == {"id": ADA, "name": "Ada"}
        assert here(ada) == [ADA, BEN], "by name, and the same person once"
        await ben.close()
        await ada.until(lambda: here(ada) == [ADA])
    assert front.registered == [], "a page that is open stores nobody"


async def test_a_name_that_cannot_be_seen_is_refused_and_another_may_be_given(
    web_chat: WebChat, front: Scripted
) -> None:
    async with browser(web_chat.adapter.name) as (session, ticket):
        socket = await session.ws_connect("/ws")
        for name in (
            "",
            "   ",
            "x" * (NAME_MAX + 1),
            "a\x00b",
            "\u200b",
            "\u3164",
            "\u0301",
            "\u202eadA",
            "Cleo/palyy",
        ):
            await socket.send_json(hello(name, ticket=ticket))
            refused = await socket.receive_json()
            assert refused["problem"] == "bad_name", ascii(name)
            assert refused["detail"].startswith("A name has ")
        await socket.send_json(hello("Ada", ticket=ticket))
        assert (await socket.receive_json())["you"]["name"] == "Ada"
    assert front.registered == []


# The door


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "null", "http://[", "file://"],
)
async def test_a_foreign_page_gets_no_socket(web_chat: WebChat, origin: str) -> None:
    port = web_chat.adapter.address.rstrip("/").rpartition(":")[2]
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{web_chat.adapter.address}ws", origin=origin.format(port=port))
    assert refused.value.status == 403


async def test_the_page_itself_gets_a_socket_under_either_name(web_chat: WebChat) -> None:
    for name in ("127.0.0.1", "localhost"):
        address = web_chat.adapter.name.replace("127.0.0.1", name)
        async with visitors(address, "Ada") as (ada,):
            assert ada.id == ADA


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", "127.0.0.1", "", "a b"]
)
async def test_a_name_that_was_bound_to_this_address_is_turned_away(web_chat: WebChat, host: str) -> None:
    """DNS rebinding: the browser believes that it talks to the other site."""
    port = web_chat.adapter.address.rstrip("/").rpartition(":")[2]
    async with aiohttp.ClientSession() as session:
        for path in ("", "ws", "health", "chat.js"):
            headers = {"Host": host.format(port=port)}
            async with session.get(f"{web_chat.adapter.address}{path}", headers=headers) as response:
                assert response.status in (400, 421)
                assert "Tischrand" not in await response.text()


async def test_the_page_may_load_nothing_from_elsewhere(web_chat: WebChat) -> None:
    async with browser(web_chat.adapter.name) as (session, _):
        async with session.get("/") as response:
            policy, page = response.headers["Content-Security-Policy"], await response.text()
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        for path in ("chat.css", "chat.js", "connection.js", "icon.svg"):
            async with session.get(f"/{path}") as response:
                assert response.status == 200
                page += await response.text()
    assert set(re.findall(r"https?://[\w.]+", page)) <= {"http://www.w3.org"}, "name spaces are never loaded"


@pytest.mark.parametrize("page", ["chat.html", "match.html"])
async def test_the_pages_are_light(page: str, record_property: Callable[[str, object], None]) -> None:
    """Without a framework or a build step; all that a page loads, as it can be compressed."""
    loaded = {page, "icons.html"}
    while further := {name for file in loaded for name in named_in(file)} - loaded:
        loaded |= further
    kilobytes = sum(len(gzip.compress((STATIC / name).read_bytes())) for name in loaded) / 1024
    record_property("kilobytes", kilobytes)
    assert "message.js" in loaded
    assert kilobytes <= MOST_KILOBYTES, f"{kilobytes:.1f} KB"


def named_in(file: str) -> list[str]:
    """Return the files of code that a file of a page loads."""
    return re.findall(
        r"""(?:href=|src=|from |url\()"(?:\./)?([\w.]+\.(?:css|js|svg))""", (STATIC / file).read_text("utf-8")
    )


@pytest.mark.parametrize(
    ("liked", "language"),
    [("de-AT,de;q=0.9,en;q=0.8", "de"), ("ca", "ca"), ("tlh", "en"), ("", "en"), ("<b>;q=x", "en")],
)
async def test_the_page_is_served_in_the_language_of_the_browser(
    web_chat: WebChat, liked: str, language: str
) -> None:
    async with (
        aiohttp.ClientSession(headers={"Accept-Language": liked}) as session,
        session.get(web_chat.adapter.name) as response,
    ):
        page = await response.text()
    assert f'<html lang="{language}" dir="ltr"' in page
    embedded = re.search(r'<script type="application/json" id="texts">(.*?)</script>', page)
    assert embedded
    assert json.loads(embedded[1]) == page_texts(texts_for(language))
    assert escape(texts_for(language)("web.noscript")) in page


async def test_no_sentence_of_the_page_ends_the_script_that_holds_it() -> None:
    texts = Texts("en", "en_GB")
    vars(texts)["messages"] = {"web.noscript": "<", "web.end": "</script><b>"}
    assert front_page(Template("$texts $noscript"), texts).count("<") == 0


@pytest.mark.parametrize("language", ["ar", "he", "fa"])
async def test_a_page_in_a_language_that_is_read_from_the_right_says_so(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert texts_for("en").messages  # they stand in, as this language has no catalogues yet
    monkeypatch.setattr("bot.texts.read", lambda _: {})
    page = front_page(Template('<html lang="$language" dir="$direction">'), Texts(language, language))
    assert page == f'<html lang="{language}" dir="rtl">'


async def test_nothing_else_is_served(web_chat: WebChat) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("seats.py", "chat.html", "__init__.py", "..%2fweb_adapter.py", "%2e%2e/wire.py", "a/b"):
            async with session.get(f"{web_chat.adapter.address}{path}") as response:
                assert response.status == 404, path


# What goes wrong


class BrokenLog:
    """A disk that is full; reading still works."""

    async def add(self, chat: str, author: str, body: str, *, image: bytes | None = None, nonce: str) -> Any:
        raise OSError("no space left")

    async def replace(self, chat: str, message: str, body: str, *, image: bytes | None) -> Any:
        raise OSError("no space left")

    async def remove(self, chat: str, message: str, author: str = "") -> bool:
        raise OSError("no space left")

    async def forget(self, account: str) -> bool:
        raise OSError("no space left")

    async def find(self, message: str) -> None:
        return None

    async def newest(self, chat: str, *, most: int, before: str | None = None) -> list[Any]:
        return []

    async def running(self, chat: str, *, most: int, before: str) -> list[Any]:
        return []


async def test_what_could_not_be_kept_is_not_shown_and_can_be_tried_again(front: Scripted) -> None:
    delivery = Delivery("b1", 1)
    front.on(OfferChallenge, Post(Screen("Who plays?"), delivery=delivery))
    adapter = WebAdapter(BrokenLog(), port=0)
    adapter.connect(front)
    await adapter.start()
    async with visitors(adapter.name, "Ada") as (ada,):
        await ada.type("/play sahara")
        await heard_all(ada)
        assert problems(ada) == ["broken"]
        assert ada.messages == {}
        assert front.deliveries == [(delivery, None)]
        with pytest.raises(RetryLater):
            await adapter.post(CHANNEL, Screen("again"), "n1")
        with pytest.raises(RetryLater):
            await adapter.edit(CHANNEL, "0" * 16, Screen("again"))
    await adapter.stop()


async def test_stopping_lets_answers_finish_and_says_goodbye(web_chat: WebChat, front: Scripted) -> None:
    asked, answer = asyncio.Event(), asyncio.Event()

    async def slow(_: Incoming) -> Answer:
        asked.set()
        await answer.wait()
        return Post(Screen("at last"))

    front.on(OfferChallenge, slow)
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        await ada.send(type="command", chat="channel", text="/play sahara", id=str(uuid.uuid4()))
        await asked.wait()
        stopping = asyncio.create_task(web_chat.stop())
        with pytest.raises(AssertionError):
            await ada.until(lambda: False)
        assert ada.socket.close_code == aiohttp.WSCloseCode.GOING_AWAY
        answer.set()
        await stopping
    await web_chat.start()
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        assert texts(ada) == ["/play sahara", "at last"]


class SleepingSocket:
    """A page that takes nothing."""

    async def send_str(self, _: str) -> None:
        await asyncio.Event().wait()


async def test_a_page_that_does_not_read_is_cut_off_and_holds_nobody_up() -> None:
    cut: list[bool] = []
    page = Connection(SleepingSocket(), lambda: cut.append(True))  # type: ignore[arg-type]
    await asyncio.sleep(0)
    for _ in range(BACKLOG_MAX):
        page.send("x")
    assert cut == []
    page.send("x")
    page.send("x")
    assert cut
    await page.finish()
