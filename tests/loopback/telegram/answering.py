"""Methods that answer presses, inline questions and guest messages."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.content import Json, Keyboard, units
from tests.loopback.telegram.keyboards import read_markup
from tests.loopback.telegram.queries import Answer, Result
from tests.loopback.telegram.reading import read_text
from tests.loopback.telegram.refusals import bad
from tests.loopback.telegram.service import Service
from tests.loopback.telegram.world import Message

MOST_RESULTS = 50
START = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What a deep link may carry."""
ANSWER = 200


def answer_callback(service: Service, call: Call) -> bool:
    press = service.queries.live_press(call.text("callback_query_id"))
    text, url = call.text("text"), call.text("url")
    if units(text) > ANSWER:
        raise bad("MESSAGE_TOO_LONG")
    if url and not url.startswith(f"https://t.me/{service.world.bot.username}?start="):
        raise bad("URL_INVALID")
    press.answers.append(Answer(text, call.flag("show_alert"), url))
    service.answered(press)
    return True


def answer_inline(service: Service, call: Call) -> bool:
    inquiry = service.queries.live_inquiry(call.text("inline_query_id"))
    given = call.value("results", "inline query results") or []
    if len(given) > MOST_RESULTS:
        raise bad("too many inline query results specified")
    results = tuple(_result(service, one) for one in given)
    if len({one.id for one in results}) < len(results):
        raise bad("RESULT_ID_DUPLICATE")
    button = call.value("button", "inline query results button")
    if button is not None:
        _check_button(button)
    inquiry.results, inquiry.button, inquiry.answered = results, button, True
    service.inquiry_answered(inquiry)
    return True


def answer_guest(service: Service, call: Call) -> Json:
    """One message of the bot in the chat where it was called, which is known by its inline id alone."""
    guest = service.queries.live_guest(call.text("guest_query_id"))
    world, result = service.world, _result(service, call.value("result", "inline query result"))
    message = Message(world.next_id(guest.chat), guest.chat, world.bot, world.time(), result.content)
    message.inline_id, guest.answer = world.next_inline(), message
    world.post(message)
    return {"inline_message_id": message.inline_id}


def _check_button(button: Any) -> None:
    if "start_parameter" in button and not START.fullmatch(str(button["start_parameter"])):
        raise bad("START_PARAM_INVALID")
    if "start_parameter" not in button and "web_app" not in button:
        raise bad(
            "can't parse inline query results button: "
            "InlineQueryResultsButton must have exactly one optional field"
        )


def _result(service: Service, given: Any) -> Result:
    """An article: the bot sends nothing else."""
    number = str(given.get("id", ""))
    if not 1 <= len(number.encode()) <= 64:
        raise bad("RESULT_ID_INVALID")
    text = read_text(service.world, given["input_message_content"], "message_text")
    content = replace(text, keyboard=_keyboard(service, given))
    thumbnail = str(given.get("thumbnail_url", ""))
    if thumbnail and not thumbnail.startswith(("https://", "http://")):
        raise bad("WEBDOCUMENT_URL_INVALID")
    return Result(number, str(given.get("title", "")), str(given.get("description", "")), content, thumbnail)


def _keyboard(service: Service, given: Json) -> Keyboard:
    markup = given.get("reply_markup")
    if markup is None:
        return ()
    keyboard, other = read_markup(service.world, json.loads(markup) if isinstance(markup, str) else markup)
    if other is not None:
        raise bad("inline keyboard expected")
    return keyboard
