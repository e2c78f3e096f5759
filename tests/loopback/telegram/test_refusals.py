"""What Telegram refuses, the test server refuses, with the same words, and without any effect."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio

from tests.loopback.core.published import published
from tests.loopback.telegram import happenings
from tests.loopback.telegram.bare_bot import picture
from tests.loopback.telegram.refusals import NOT_MODIFIED, STALE_QUERY
from tests.loopback.telegram.scene import Fields, Scene, furnished


@pytest_asyncio.fixture
async def scene() -> AsyncIterator[Scene]:
    async with furnished() as made:
        yield made


def keyboard(**button: Any) -> Fields:
    return {"inline_keyboard": [[{"text": "Go"} | button]]}


def wide(columns: int, rows: int = 1) -> Fields:
    return {"inline_keyboard": [[{"text": "x", "callback_data": "x"}] * columns] * rows}


def article(number: str, **fields: Any) -> Fields:
    content = {"message_text": "x"}
    return {"type": "article", "id": number, "title": "x", "input_message_content": content} | fields


def to_ada(**fields: Any) -> Callable[[Scene], Fields]:
    return lambda scene: {"chat_id": scene.ada.id, "text": "x"} | fields


def photo_to_ada(**fields: Any) -> Callable[[Scene], Fields]:
    return lambda scene: {"chat_id": scene.ada.id, "photo": scene.file} | fields


def markup(value: Any) -> Callable[[Scene], Fields]:
    return to_ada(reply_markup=value)


def media(**fields: Any) -> Callable[[Scene], Fields]:
    """An edit of the photo in Ada's private chat."""
    return lambda scene: {
        "chat_id": scene.ada.id,
        "message_id": scene.photo,
        "media": {"type": "photo", "media": scene.file} | fields,
    }


def results(*given: Fields) -> Callable[[Scene], Fields]:
    return lambda scene: {"inline_query_id": scene.inquiry, "results": list(given)}


def whisper(**fields: Any) -> Callable[[Scene], Fields]:
    return lambda scene: {
        "chat_id": scene.group.id,
        "text": "x",
        "ephemeral_message_parameters": {"receiver_user_id": scene.ada.id} | fields,
    }


def commands(*names: str, text: str = "x", **fields: Any) -> Callable[[Scene], Fields]:
    return lambda scene: {"commands": [{"command": name, "description": text} for name in names]} | fields


Case = tuple[str, Callable[[Scene], Fields], str]
PARSE = "can't parse entities: "
CASES: dict[str, Case] = {
    # Where
    "no chat": ("sendMessage", lambda s: {"text": "x"}, "chat_id is empty"),
    "unknown chat": ("sendMessage", lambda s: {"chat_id": 5, "text": "x"}, "chat not found"),
    "unknown topic": (
        "sendMessage",
        lambda s: {"chat_id": s.forum.id, "text": "x", "message_thread_id": 7},
        "message thread not found",
    ),
    "the general topic by number": (
        "sendMessage",
        lambda s: {"chat_id": s.forum.id, "text": "x", "message_thread_id": 1},
        "message thread not found",
    ),
    "closed topic": (
        "sendMessage",
        lambda s: {"chat_id": s.forum.id, "text": "x", "message_thread_id": 102},
        "TOPIC_CLOSED",
    ),
    "reply to nothing": (
        "sendMessage",
        to_ada(reply_parameters={"message_id": 999}),
        "message to be replied not found",
    ),
    # Texts
    "empty text": ("sendMessage", to_ada(text=" \n "), "message text is empty"),
    "long text": ("sendMessage", to_ada(text="x" * 4097), "message is too long"),
    "long caption": ("sendPhoto", photo_to_ada(caption="x" * 1025), "message caption is too long"),
    "long caption in UTF-16": ("sendPhoto", photo_to_ada(caption="🂡" * 513), "message caption is too long"),
    "long caption of an edit": ("editMessageMedia", media(caption="x" * 1025), "message caption is too long"),
    "unclosed tag": (
        "sendMessage",
        to_ada(text="a <b>x", parse_mode="HTML"),
        PARSE + 'Can\'t find end tag corresponding to start tag "b"',
    ),
    "unknown tag": (
        "sendMessage",
        to_ada(text="é<h1>x</h1>", parse_mode="HTML"),
        PARSE + 'Unsupported start tag "h1" at byte offset 2',
    ),
    "crossed tags": (
        "sendMessage",
        to_ada(text="<b><i>x</b></i>", parse_mode="HTML"),
        PARSE + 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"',
    ),
    "unescaped name": (
        "sendMessage",
        to_ada(text="<Ada> moved", parse_mode="HTML"),
        PARSE + 'Unsupported start tag "ada" at byte offset 0',
    ),
    "end without start": (
        "sendMessage",
        to_ada(text="x</b>", parse_mode="HTML"),
        PARSE + "Unexpected end tag at byte offset 1",
    ),
    "lonely bracket": (
        "sendMessage",
        to_ada(text="1 < 2", parse_mode="HTML"),
        PARSE + 'Unsupported start tag "" at byte offset 2',
    ),
    # Keyboards
    "65 bytes": ("sendMessage", markup(keyboard(callback_data="ä" * 32 + "x")), "BUTTON_DATA_INVALID"),
    "nine in a row": ("sendMessage", markup(wide(9)), "reply markup is too long"),
    "101 buttons": ("sendMessage", markup(wide(1, 101)), "reply markup is too long"),
    "no action": (
        "sendMessage",
        markup(keyboard()),
        "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ),
    "no label": (
        "sendMessage",
        markup(keyboard(text="", callback_data="x")),
        "inline keyboard button text must be non-empty",
    ),
    "bad link": (
        "sendMessage",
        markup(keyboard(url="go")),
        "inline keyboard button URL 'go' is invalid: Wrong HTTP URL",
    ),
    "page without a lock": (
        "sendMessage",
        markup(keyboard(web_app={"url": "http://a.example/"})),
        "inline keyboard button Web App URL 'http://a.example/' is invalid: Only HTTPS links are allowed",
    ),
    "page in a group": (
        "sendMessage",
        lambda s: {
            **markup(keyboard(web_app={"url": "https://a.example/"}))(s),
            "chat_id": s.group.id,
        },
        "BUTTON_TYPE_INVALID",
    ),
    "menu without a label": (
        "setChatMenuButton",
        lambda s: {"menu_button": {"type": "web_app", "web_app": {"url": "https://table.example.org/"}}},
        "menu button text must be non-empty",
    ),
    "link to nobody": ("sendMessage", markup(keyboard(url="tg://user?id=5")), "BUTTON_USER_INVALID"),
    # Photos
    "no photo": ("sendPhoto", lambda s: {"chat_id": s.ada.id}, "there is no photo in the request"),
    "no picture": ("sendPhoto", photo_to_ada(photo=b"no picture"), "IMAGE_PROCESS_FAILED"),
    "half a picture": ("sendPhoto", photo_to_ada(photo=picture("red")[:-40]), "IMAGE_PROCESS_FAILED"),
    "too narrow": ("sendPhoto", photo_to_ada(photo=picture("red", (10, 201))), "PHOTO_INVALID_DIMENSIONS"),
    "too large": ("sendPhoto", photo_to_ada(photo=picture("red", (9000, 1001))), "PHOTO_INVALID_DIMENSIONS"),
    "too heavy": (
        "sendPhoto",
        photo_to_ada(photo=b"x" * 10485761),
        "file of size 10485761 bytes is too big for a photo; the maximum size is 10485760 bytes",
    ),
    "unknown file": ("sendPhoto", photo_to_ada(photo="x"), "wrong file identifier/HTTP URL specified"),
    "missing attachment": (
        "editMessageMedia",
        media(media="attach://lost"),
        "there is no photo in the request",
    ),
    "no photo's media": (
        "editMessageMedia",
        media(type="poem"),
        "can't parse InputMedia: invalid type specified",
    ),
    # Edits
    "edit of nothing": (
        "editMessageText",
        to_ada(message_id=999),
        "message to edit not found",
    ),
    "edit of another's message": ("editMessageText", to_ada(message_id=1), "message can't be edited"),
    "edit of a forced reply": (
        "editMessageText",
        lambda s: {"chat_id": s.ada.id, "message_id": s.asked, "text": "x"},
        "message can't be edited",
    ),
    "edit in the old group": (
        "editMessageText",
        lambda s: {"chat_id": s.old.id, "message_id": 999, "text": "x"},
        "message to edit not found",
    ),
    "photo to text": (
        "editMessageText",
        lambda s: {"chat_id": s.ada.id, "message_id": s.photo, "text": "x"},
        "there is no text in the message to edit",
    ),
    "caption of a text": (
        "editMessageCaption",
        lambda s: {"chat_id": s.group.id, "message_id": s.text, "caption": "x"},
        "there is no caption in the message to edit",
    ),
    "same text": (
        "editMessageText",
        lambda s: {
            "chat_id": s.group.id,
            "message_id": s.text,
            "text": "plain",
            "reply_markup": keyboard(callback_data="go"),
        },
        NOT_MODIFIED,
    ),
    "same photo": ("editMessageMedia", media(caption="board"), NOT_MODIFIED),
    "unknown inline message": (
        "editMessageText",
        lambda s: {"inline_message_id": "x", "text": "x"},
        "MESSAGE_ID_INVALID",
    ),
    "deletion of nothing": ("deleteMessage", to_ada(message_id=999), "message to delete not found"),
    # Answers
    "long answer": (
        "answerCallbackQuery",
        lambda s: {"callback_query_id": s.query, "text": "x" * 201},
        "MESSAGE_TOO_LONG",
    ),
    "unknown press": ("answerCallbackQuery", lambda s: {"callback_query_id": "1"}, STALE_QUERY),
    "51 results": (
        "answerInlineQuery",
        results(*(article(str(n)) for n in range(51))),
        "too many inline query results specified",
    ),
    "results alike": ("answerInlineQuery", results(article("1"), article("1")), "RESULT_ID_DUPLICATE"),
    "result with a long id": ("answerInlineQuery", results(article("x" * 65)), "RESULT_ID_INVALID"),
    "result with too long data": (
        "answerInlineQuery",
        results(article("1", reply_markup=keyboard(callback_data="x" * 65))),
        "BUTTON_DATA_INVALID",
    ),
    "photo result by address": (
        "answerInlineQuery",
        results({"type": "photo", "id": "1", "photo_url": "https://example.org/x.jpg"}),
        "WEBDOCUMENT_URL_INVALID",
    ),
    "thumbnail that is no address": (
        "answerInlineQuery",
        results(article("1", thumbnail_url="sahara.png")),
        "WEBDOCUMENT_URL_INVALID",
    ),
    "sharing with nobody": (
        "sendMessage",
        markup(keyboard(switch_inline_query_chosen_chat={"query": "sahara"})),
        "can't parse inline keyboard button: At least one chat type must be allowed",
    ),
    "sharing of no object": (
        "sendMessage",
        markup(keyboard(switch_inline_query_chosen_chat="sahara")),
        "can't parse inline keyboard button: SwitchInlineQueryChosenChat must be an Object",
    ),
    "guest without a call": ("answerGuestQuery", lambda s: {"result": article("1")}, STALE_QUERY),
    "start parameter": (
        "answerInlineQuery",
        lambda s: {"inline_query_id": s.inquiry, "button": {"text": "x", "start_parameter": "a b"}},
        "START_PARAM_INVALID",
    ),
    # Ephemeral messages
    "whisper without a press": ("sendMessage", whisper(), "BOT_NOT_ADMIN"),
    "whisper to a stranger": (
        "sendMessage",
        lambda s: whisper(receiver_user_id=s.cleo.id, callback_query_id=s.query)(s),
        "USER_NOT_PARTICIPANT",
    ),
    "whisper to somebody else": (
        "sendMessage",
        lambda s: whisper(receiver_user_id=s.ben.id, callback_query_id=s.query)(s),
        STALE_QUERY,
    ),
    "whisper in private": (
        "sendMessage",
        lambda s: {**whisper(callback_query_id=s.query)(s), "chat_id": s.ada.id},
        "BOT_NOT_ADMIN",
    ),
    "edit of an unknown whisper": (
        "editEphemeralMessageText",
        lambda s: {
            "chat_id": s.group.id,
            "receiver_user_id": s.ada.id,
            "ephemeral_message_id": 5,
            "text": "x",
        },
        "MESSAGE_ID_INVALID",
    ),
    # Settings
    "capital command": ("setMyCommands", commands("Play"), "BOT_COMMAND_INVALID"),
    "long command": ("setMyCommands", commands("x" * 33), "command length must not exceed 32"),
    "command without words": (
        "setMyCommands",
        commands("play", text=" "),
        "command description must be non-empty",
    ),
    "101 commands": ("setMyCommands", commands(*["play"] * 101), "BOT_COMMANDS_TOO_MUCH"),
    "unknown language": (
        "setMyCommands",
        commands("play", language_code="english"),
        "invalid language code specified",
    ),
    "unknown scope": (
        "setMyCommands",
        commands("play", scope={"type": "moon"}),
        "can't parse BotCommandScope: Unsupported type specified",
    ),
    "secret with a blank": (
        "setWebhook",
        lambda s: {"url": "http://127.0.0.1:1", "secret_token": "a b"},
        "secret token contains unallowed characters",
    ),
    "long secret": (
        "setWebhook",
        lambda s: {"url": "http://127.0.0.1:1", "secret_token": "x" * 257},
        "secret token is too long",
    ),
    "unknown action": (
        "sendChatAction",
        to_ada(action="dance"),
        "wrong parameter action in request",
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
async def test_what_telegram_refuses_is_refused_and_changes_nothing(scene: Scene, case: Case) -> None:
    method, fields, description = case
    before = scene.contents()
    status, body = await scene.call(method, **fields(scene))
    assert body == {"ok": False, "error_code": 400, "description": f"Bad Request: {description}"}
    assert status == 400
    assert scene.contents() == before
    assert scene.server.calls.refused()[-1].description == body["description"]


async def test_closed_doors_are_named_as_telegram_names_them(scene: Scene) -> None:
    async def refusal(chat: int, method: str = "sendMessage", **fields: Any) -> tuple[int, str]:
        status, body = await scene.call(method, chat_id=chat, **({"text": "x"} | fields))
        assert not body["ok"]
        return status, body["description"]

    kicked, left = scene.server.group("Kicked", bot="kicked"), scene.server.supergroup("Left", bot="left")
    gone, still = scene.server.group("Gone"), scene.server.group("Still")
    scene.server.delete_chat(gone)
    still.forbids.add("photos")
    assert await refusal(scene.ben.id) == (403, "Forbidden: bot can't initiate conversation with a user")
    assert await refusal(scene.cleo.id) == (403, "Forbidden: bot was blocked by the user")
    assert await refusal(kicked.id) == (403, "Forbidden: bot was kicked from the group chat")
    assert await refusal(left.id) == (403, "Forbidden: bot is not a member of the supergroup chat")
    assert await refusal(gone.id) == (403, "Forbidden: the group chat was deleted")
    no_photos = await refusal(still.id, "sendPhoto", photo=scene.file)
    assert no_photos == (400, "Bad Request: not enough rights to send photos to the chat")


async def test_an_upgraded_group_names_its_new_id(scene: Scene) -> None:
    _, body = await scene.call("sendMessage", chat_id=scene.old.id, text="x")
    assert body["description"] == "Bad Request: group chat was upgraded to a supergroup chat"
    assert body["parameters"] == {"migrate_to_chat_id": scene.old.migrated_to}


async def test_a_message_can_be_deleted_for_two_days(scene: Scene) -> None:
    scene.server.clock.advance(48 * 3600 + 1)
    _, body = await scene.call("deleteMessage", chat_id=scene.group.id, message_id=scene.text)
    assert body["description"] == "Bad Request: message can't be deleted for everyone"
    fresh = await scene.done("sendMessage", chat_id=scene.group.id, text="fresh")
    assert await scene.done("deleteMessage", chat_id=scene.group.id, message_id=fresh["message_id"])


async def test_presses_and_inline_questions_expire(scene: Scene) -> None:
    scene.server.clock.advance(16)
    for call in (
        scene.call("answerCallbackQuery", callback_query_id=scene.query),
        scene.call("answerInlineQuery", inline_query_id=scene.inquiry, results=[]),
        scene.call("sendMessage", **whisper(callback_query_id=scene.query)(scene)),
    ):
        assert (await call)[1]["description"] == f"Bad Request: {STALE_QUERY}"


async def test_a_whisper_takes_the_place_of_a_message_for_all_only(scene: Scene) -> None:
    async def whispered(query: str) -> tuple[int, Fields]:
        instead = {"callback_query_id": query, "replace_callback_query_message": True}
        parameters = {"receiver_user_id": scene.ada.id, **instead}
        more: Fields = {"text": "x", "reply_markup": keyboard(callback_data="x")}
        return await scene.call(
            "sendMessage", chat_id=scene.group.id, ephemeral_message_parameters=parameters, **more
        )

    assert (await whispered(scene.query))[0] == 200
    (note,) = (one for one in scene.ada.messages(scene.group) if one.ephemeral)
    assert (await whispered(scene.ada.tap(note, "Go").id))[0] == 400


async def test_a_guest_says_one_message_and_edits_it_without_an_upload(scene: Scene) -> None:
    chat = scene.server.between(scene.ada, scene.ben)
    call = happenings.summon(scene.server.service, scene.ada.user, chat, f"@{scene.server.bot_name} sahara")
    bad = await scene.call("answerGuestQuery", guest_query_id=call.id, result={"type": "article", "id": "1"})
    assert bad[0] == 400
    said = await scene.done("answerGuestQuery", guest_query_id=call.id, result=article("1"))
    again = await scene.call("answerGuestQuery", guest_query_id=call.id, result=article("1"))
    assert again[1]["description"] == f"Bad Request: {STALE_QUERY}"
    shown = {"type": "photo", "media": scene.file}
    assert await scene.done("editMessageMedia", **said, media=shown) is True
    upload = {"media": json.dumps(shown | {"media": "attach://file"}), "file": picture("red")}
    refused = await scene.call("editMessageMedia", **said, **upload)
    assert refused[1]["description"] == "Bad Request: wrong file identifier/HTTP URL specified"
    assert scene.ben.latest(chat).sha256


async def test_limits_are_reached_exactly(scene: Scene) -> None:
    await scene.done("sendMessage", **markup(keyboard(callback_data="ä" * 32))(scene))
    await scene.done("sendMessage", **markup(wide(8, 12))(scene))
    await scene.done("sendMessage", **to_ada(text=f"<b>{'x' * 4096}</b>", parse_mode="HTML")(scene))
    await scene.done("sendPhoto", **photo_to_ada(caption="🂡" * 512)(scene))
    await scene.done("sendPhoto", **photo_to_ada(photo=picture("red", (10, 200)))(scene))
    await scene.done("answerCallbackQuery", callback_query_id=scene.query, text="x" * 200)


async def test_strangers_are_turned_away(scene: Scene) -> None:
    for path, status in (("bot1:x/getMe", 401), (f"bot{scene.server.token}/getTea", 404)):
        async with scene.session.get(f"{scene.server.url}/{path}") as response:
            assert (response.status, (await response.json())["error_code"]) == (status, status)


async def test_parameters_that_do_not_exist_are_ignored_and_told(scene: Scene) -> None:
    await scene.done("sendMessage", chat_id=scene.ada.id, text="x", colour="red")
    assert "sendMessage: colour is unknown" in scene.server.unknown


@pytest.mark.skipif(
    published("telegram-bot-api.json") is None, reason="no copy of the Bot API's description is here"
)
async def test_bodies_are_held_against_the_published_description(scene: Scene) -> None:
    button = {"text": "x", "callback_data": "x", "colour": "red"}
    await scene.done("sendMessage", **markup({"inline_keyboard": [[button]]})(scene))
    await scene.done("sendMessage", **to_ada(link_preview_options={"is_disabled": "yes"})(scene))
    assert scene.server.unknown == [
        "sendMessage: reply_markup.inline_keyboard[0][0].colour is unknown",
        "sendMessage: link_preview_options.is_disabled is no Boolean",
    ]
