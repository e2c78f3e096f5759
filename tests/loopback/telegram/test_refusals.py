"""What Telegram refuses and no schema describes, the test server refuses in the same words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio

from tests.loopback.telegram.bare_bot import picture
from tests.loopback.telegram.refusals import NOT_MODIFIED, STALE_QUERY
from tests.loopback.telegram.scene import Fields, Scene, furnished


@pytest_asyncio.fixture
async def scene() -> AsyncIterator[Scene]:
    async with furnished() as made:
        yield made


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
NO_CHAT = "can't parse inline keyboard button: At least one chat type must be allowed"
CASES = [
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
    ("editEphemeralMessageText", lambda s: WHISPERED | {"chat_id": s.group.id}, "MESSAGE_ID_INVALID"),
    ("setMyCommands", commands("Play"), "BOT_COMMAND_INVALID"),
    ("setMyCommands", commands("x" * 33), "command length must not exceed 32"),
    ("setMyCommands", commands("play", language_code="english"), "invalid language code specified"),
    ("setWebhook", lambda s: WEBHOOK, "secret token contains unallowed characters"),
]


@pytest.mark.parametrize(("method", "fields", "description"), CASES, ids=[case[2][:40] for case in CASES])
async def test_what_telegram_refuses_is_refused_and_changes_nothing(
    scene: Scene, method: str, fields: Callable[[Scene], Fields], description: str
) -> None:
    before = scene.contents()
    status, body = await scene.call(method, **fields(scene))
    assert body == {"ok": False, "error_code": 400, "description": f"Bad Request: {description}"}
    assert status == 400
    assert scene.contents() == before


async def test_limits_are_reached_exactly(scene: Scene) -> None:
    await scene.done("sendMessage", **button(callback_data="ä" * 32)(scene))
    await scene.done("sendMessage", **buttons(8, 12)(scene))
    await scene.done("sendMessage", **html(f"<b>{'x' * 4096}</b>")(scene))
    await scene.done("sendPhoto", **photo(caption="🂡" * 512)(scene))
    await scene.done("answerCallbackQuery", callback_query_id=scene.query, text="x" * 200)


async def test_closed_doors_are_named_as_telegram_names_them(scene: Scene) -> None:
    async def refusal(chat: int, method: str = "sendMessage", **fields: Any) -> tuple[int, str]:
        status, body = await scene.call(method, chat_id=chat, **(fields or {"text": "x"}))
        return status, body["description"]

    kicked, gone, still = (scene.server.group(name) for name in ("Kicked", "Gone", "Still"))
    kicked.bot = "kicked"
    scene.server.delete_chat(gone)
    still.forbids.add("photos")
    assert await refusal(scene.ben.id) == (403, "Forbidden: bot can't initiate conversation with a user")
    assert await refusal(scene.cleo.id) == (403, "Forbidden: bot was blocked by the user")
    assert await refusal(kicked.id) == (403, "Forbidden: bot was kicked from the group chat")
    assert await refusal(gone.id) == (403, "Forbidden: the group chat was deleted")
    no_photos = await refusal(still.id, "sendPhoto", photo=scene.file)
    assert no_photos == (400, "Bad Request: not enough rights to send photos to the chat")


async def test_what_is_old_cannot_be_deleted_answered_or_followed_by_a_whisper(scene: Scene) -> None:
    scene.server.clock.advance(48 * 3600 + 1)
    late = f"Bad Request: {STALE_QUERY}"
    for method, fields, described in (
        ("answerCallbackQuery", {"callback_query_id": scene.query}, late),
        ("answerInlineQuery", {"inline_query_id": scene.inquiry, "results": []}, late),
        ("sendMessage", whisper(callback_query_id=scene.query)(scene), late),
        (
            "deleteMessage",
            {"chat_id": scene.group.id, "message_id": scene.text},
            "Bad Request: message can't be deleted for everyone",
        ),
    ):
        assert (await scene.call(method, **fields))[1]["description"] == described


async def test_bodies_are_held_against_the_published_description(scene: Scene) -> None:
    await scene.done("sendMessage", **to_ada(colour="red")(scene))
    await scene.done("sendMessage", **button(callback_data="x", colour="red")(scene))
    await scene.done("sendMessage", **to_ada(link_preview_options={"is_disabled": "yes"})(scene))
    assert len(scene.server.unknown) == 3
    assert all(problem.startswith("sendMessage: ") for problem in scene.server.unknown)


async def test_strangers_are_turned_away(scene: Scene) -> None:
    for path, status in (("bot1:x/getMe", 401), (f"bot{scene.server.token}/getTea", 404)):
        async with scene.session.get(f"{scene.server.url}/{path}") as response:
            assert (response.status, (await response.json())["error_code"]) == (status, status)
