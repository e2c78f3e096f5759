"""What Telegram refuses and no schema describes, the test server refuses in the same words."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import aiohttp
import pytest_asyncio
from PIL import Image

from tests.loopback.telegram.people import Person
from tests.loopback.telegram.refusals import NOT_MODIFIED, STALE_QUERY
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.world import Chat

Fields = dict[str, Any]


@cache
def picture(colour: str, size: tuple[int, int] = (120, 80)) -> bytes:
    """A PNG of one colour."""
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    return data.getvalue()


@dataclass
class Scene:
    """Some people and chats with a history, and a way to call methods without any library."""

    server: TelegramServer
    session: aiohttp.ClientSession
    ada: Person
    cleo: Person
    group: Chat
    forum: Chat
    text: int = 0
    photo: int = 0
    file: str = ""
    query: str = ""
    inquiry: str = ""

    async def call(self, method: str, **fields: Any) -> tuple[int, Fields]:
        """Status and body; bytes are uploaded as files, other values go as JSON."""
        form = aiohttp.FormData()
        for name, value in fields.items():
            if isinstance(value, bytes):
                form.add_field(name, value, filename="picture.png")
            else:
                form.add_field(name, value if isinstance(value, str) else json.dumps(value))
        files = any(isinstance(value, bytes) for value in fields.values())
        address = f"{self.server.base_url}{self.server.token}/{method}"
        async with self.session.post(address, **({"data": form} if files else {"json": fields})) as response:
            return response.status, await response.json()

    async def done(self, method: str, **fields: Any) -> Any:
        status, body = await self.call(method, **fields)
        assert status == 200, body
        return body["result"]

    def contents(self) -> list[object]:
        return [(one.id, one.content, one.deleted) for one in self.server.service.world.messages]


@pytest_asyncio.fixture
async def scene() -> AsyncIterator[Scene]:
    async with TelegramServer() as server, aiohttp.ClientSession() as session:
        ada, cleo = server.person("Ada"), server.person("Cleo")
        ada.start()
        cleo.start()
        cleo.block()
        group = server.group("Club", ada)
        forum = server.supergroup("Forum", ada, topics=("Games", "Closed"))
        forum.topics[102].closed = True
        scene = Scene(server, session, ada, cleo, group, forum)
        keys = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
        text = await scene.done("sendMessage", chat_id=group.id, text="plain", reply_markup=keys)
        photo = await scene.done("sendPhoto", chat_id=ada.id, photo=picture("red"), caption="board")
        scene.text, scene.photo = text["message_id"], photo["message_id"]
        scene.file = photo["photo"][-1]["file_id"]
        scene.query = ada.tap(ada.latest(group), "Go").id
        scene.inquiry = server.service.queries.inquire(ada.user, "x").id
        yield scene


def to_ada(**fields: Any) -> Callable[[Scene], Fields]:
    return lambda scene: {"chat_id": scene.ada.id, "text": "x"} | fields


def html(text: str) -> Callable[[Scene], Fields]:
    return to_ada(text=text, parse_mode="HTML")


def button(**fields: Any) -> Callable[[Scene], Fields]:
    return to_ada(reply_markup={"inline_keyboard": [[{"text": "Go"} | fields]]})


def buttons(columns: int, rows: int) -> Callable[[Scene], Fields]:
    row = [{"text": "x", "callback_data": "x"}] * columns
    return to_ada(reply_markup={"inline_keyboard": [row] * rows})


def in_forum(topic: int) -> Callable[[Scene], Fields]:
    return lambda scene: {"chat_id": scene.forum.id, "text": "x", "message_thread_id": topic}


def photo(**fields: Any) -> Callable[[Scene], Fields]:
    return lambda scene: {"chat_id": scene.ada.id, "photo": scene.file} | fields


def board(**fields: Any) -> Callable[[Scene], Fields]:
    """An edit of the photo in Ada's private chat."""
    return lambda scene: {"chat_id": scene.ada.id, "message_id": scene.photo} | fields


def article(number: str, **fields: Any) -> Fields:
    content = {"message_text": "x"}
    return {"type": "article", "id": number, "title": "x", "input_message_content": content} | fields


def results(*given: Fields) -> Callable[[Scene], Fields]:
    return lambda scene: {"inline_query_id": scene.inquiry, "results": list(given)}


def whisper(**fields: Any) -> Callable[[Scene], Fields]:
    return lambda scene: {
        "chat_id": scene.group.id,
        "text": "x",
        "ephemeral_message_parameters": {"receiver_user_id": scene.ada.id} | fields,
    }


def reply(**parameters: Any) -> Callable[[Scene], Fields]:
    """An ephemeral message without a chat."""
    return lambda scene: {"text": "x", "ephemeral_message_parameters": parameters}


def to_cleo(scene: Scene) -> Fields:
    return whisper(receiver_user_id=scene.cleo.id, callback_query_id=scene.query)(scene)


def same_text(scene: Scene) -> Fields:
    keys = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    return {"chat_id": scene.group.id, "message_id": scene.text, "text": "plain", "reply_markup": keys}


def commands(name: str, **fields: Any) -> Callable[[Scene], Fields]:
    return lambda scene: {"commands": [{"command": name, "description": "x"}]} | fields


TAG = "can't parse entities: "
CROSSED = TAG + 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'
LOST = {"type": "photo", "media": "attach://lost"}
WEBHOOK = {"url": "http://127.0.0.1:1", "secret_token": "a b"}
PAGE = {"url": "https://a.example/"}
WHISPERED = {"receiver_user_id": 1, "ephemeral_message_id": 5, "text": "x"}
NO_KIND = "Text buttons are unallowed in the inline keyboard"
NO_CHAT = "can't parse inline keyboard button: At least one chat type must be allowed"
CASES: list[tuple[str, Callable[[Scene], Fields], str]] = [
    ("sendMessage", lambda s: {"chat_id": 5, "text": "x"}, "chat not found"),
    ("sendMessage", in_forum(7), "message thread not found"),
    ("sendMessage", in_forum(102), "TOPIC_CLOSED"),
    ("sendMessage", to_ada(text=" \n "), "message text is empty"),
    ("sendMessage", to_ada(text="x" * 4097), "message is too long"),
    ("sendPhoto", photo(caption="🂡" * 513), "message caption is too long"),
    ("sendMessage", html("a <b>x"), TAG + 'Can\'t find end tag corresponding to start tag "b"'),
    ("sendMessage", html("é<h1>x</h1>"), TAG + 'Unsupported start tag "h1" at byte offset 2'),
    ("sendMessage", html("<b><i>x</b></i>"), CROSSED),
    ("sendMessage", html("1 < 2"), TAG + 'Unsupported start tag "" at byte offset 2'),
    ("sendMessage", button(callback_data="ä" * 32 + "x"), "BUTTON_DATA_INVALID"),
    ("sendMessage", buttons(9, 1), "reply markup is too long"),
    ("sendMessage", buttons(1, 101), "reply markup is too long"),
    ("sendMessage", button(text="", callback_data="x"), "inline keyboard button text must be non-empty"),
    ("sendMessage", button(), f"can't parse inline keyboard button: {NO_KIND}"),
    ("sendMessage", button(url="go"), "inline keyboard button URL 'go' is invalid: Wrong HTTP URL"),
    ("sendMessage", button(url="tg://user?id=5"), "BUTTON_USER_INVALID"),
    ("sendMessage", button(switch_inline_query_chosen_chat={"query": "sahara"}), NO_CHAT),
    ("sendMessage", lambda s: button(web_app=PAGE)(s) | {"chat_id": s.group.id}, "BUTTON_TYPE_INVALID"),
    ("sendPhoto", photo(photo=b"no picture"), "IMAGE_PROCESS_FAILED"),
    ("sendPhoto", photo(photo=picture("red", (10, 201))), "PHOTO_INVALID_DIMENSIONS"),
    ("sendPhoto", photo(photo="x"), "wrong file identifier/HTTP URL specified"),
    ("editMessageMedia", board(media=LOST), "there is no photo in the request"),
    ("editMessageText", to_ada(message_id=999), "message to edit not found"),
    ("editMessageText", to_ada(message_id=1), "message can't be edited"),
    ("editMessageText", board(text="x"), "there is no text in the message to edit"),
    ("editMessageText", same_text, NOT_MODIFIED),
    ("editMessageText", lambda s: {"inline_message_id": "x", "text": "x"}, "MESSAGE_ID_INVALID"),
    ("deleteMessage", lambda s: {"chat_id": s.ada.id, "message_id": 999}, "message to delete not found"),
    ("answerCallbackQuery", lambda s: {"callback_query_id": s.query, "text": "x" * 201}, "MESSAGE_TOO_LONG"),
    ("answerCallbackQuery", lambda s: {"callback_query_id": "1"}, STALE_QUERY),
    ("answerInlineQuery", results(article("1"), article("1")), "RESULT_ID_DUPLICATE"),
    ("answerInlineQuery", results(article("x" * 65)), "RESULT_ID_INVALID"),
    ("answerInlineQuery", results(article("1", thumbnail_url="sahara.png")), "WEBDOCUMENT_URL_INVALID"),
    ("answerGuestQuery", lambda s: {"guest_query_id": "1", "result": article("1")}, STALE_QUERY),
    ("sendMessage", whisper(), "BOT_NOT_ADMIN"),
    ("sendMessage", to_cleo, "USER_NOT_PARTICIPANT"),
    ("sendMessage", reply(receiver_user_id=1001), "chat_id is empty"),
    ("sendMessage", reply(callback_query_id="1"), STALE_QUERY),
    ("editEphemeralMessageText", lambda s: WHISPERED | {"chat_id": s.group.id}, "MESSAGE_ID_INVALID"),
    ("setMyCommands", commands("Play"), "BOT_COMMAND_INVALID"),
    ("setMyCommands", commands("x" * 33), "command length must not exceed 32"),
    ("setMyCommands", commands("play", language_code="english"), "invalid language code specified"),
    ("setWebhook", lambda s: WEBHOOK, "secret token contains unallowed characters"),
]


async def test_what_telegram_refuses_is_refused_and_changes_nothing(scene: Scene) -> None:
    before = scene.contents()
    for method, fields, description in CASES:
        status, body = await scene.call(method, **fields(scene))
        assert body == {"ok": False, "error_code": 400, "description": f"Bad Request: {description}"}
        assert status == 400
        assert scene.contents() == before


async def test_bodies_are_held_against_the_published_description(scene: Scene) -> None:
    await scene.done("sendMessage", **to_ada(colour="red")(scene))
    await scene.done("sendMessage", **button(callback_data="x", colour="red")(scene))
    await scene.done("sendMessage", **button(disabled={"reason": "x"})(scene))
    await scene.done("sendMessage", **to_ada(link_preview_options={"is_disabled": "yes"})(scene))
    assert len(scene.server.unknown) == 4
    assert all(problem.startswith("sendMessage: ") for problem in scene.server.unknown)
