"""Widgets: documents that draw a state inside a message and send touches (Bot API 10.4, 9 November 2026).

Published: the limits of HTML, data and answers, and that widgets are sent to private chats only, protected
(core.telegram.org/bots/api#sendwidget, #editmessagewidgetdata, #answerwidgetquery); five queries of a person
in five seconds (#widgetquery). Not published: the wordings but for the two `INPUT_MEDIA_WIDGET_…`, what an
unchanged state is answered, and whether a change of data counts as an edit; here it does not.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.loopback.telegram.access import open_chat, replied_to, thread_of
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.content import Json, Widget
from tests.loopback.telegram.queries import Touch
from tests.loopback.telegram.reading import markup_of, read_photo
from tests.loopback.telegram.refusals import NOT_MODIFIED, bad, flooded
from tests.loopback.telegram.service import Service
from tests.loopback.telegram.wire import message_json
from tests.loopback.telegram.world import Message, User

METHODS = ("sendWidget", "editMessageWidgetData", "answerWidgetQuery")
HTML, PACKED, DATA, QUERY = 32_768, 4096, 1024, 64
"""Bytes: of the HTML, of the HTML as zlib packs it best, of a state or an answer, of a query."""
QUERIES, SECONDS = 5, 5.0
"""How many queries a person can send in so many seconds, from all widgets."""


def send_widget(service: Service, call: Call) -> Json:
    chat, world = open_chat(service.world, call), service.world
    if chat.kind != "private":
        raise bad("INPUT_MEDIA_WIDGET_NOT_ALLOWED")
    html = call.text("html").encode()
    if not html:
        raise bad("there is no widget in the request")
    if len(html) > HTML or len(zlib.compress(html, zlib.Z_BEST_COMPRESSION)) > PACKED:
        raise bad("INPUT_MEDIA_WIDGET_TOO_LARGE")
    widget = Widget(html.decode(), _data(call, "chat_data"), queries=call.flag("allow_queries"))
    keyboard, asks = markup_of(world, call)
    content = replace(read_photo(world, call.fields, None), widget=widget, keyboard=keyboard)
    reply_to = replied_to(world, chat, call.value("reply_parameters", "reply parameters"))
    thread = thread_of(chat, call, reply_to)
    message = Message(0, chat, world.bot, world.time(), content, thread, reply_to, asks=asks)
    message.silent = call.flag("disable_notification")
    service.limits.count(chat)
    message.id = world.next_id(chat)
    world.post(message)
    return message_json(world, message)


def edit_data(service: Service, call: Call) -> bool:
    chat = open_chat(service.world, call, write=False)
    message = service.world.find(chat, call.integer("message_id"))
    if message is None:
        raise bad("message to edit not found")
    widget = message.content.widget
    if widget is None:
        raise bad("there is no widget in the message to edit")
    data = _data(call, "chat_data")
    if data == widget.data:
        raise bad(NOT_MODIFIED)
    service.world.change(message, replace(message.content, widget=replace(widget, data=data)))
    return True


def answer_query(service: Service, call: Call) -> bool:
    touch = service.queries.live_touch(call.text("widget_query_id"))
    touch.answer = _data(call, "data")
    service.touch_answered(touch)
    return True


def send_query(service: Service, user: User, message: Message, data: str) -> Touch:
    """A widget sends a query for a person who touches it; `Refusal` where its app would not send it."""
    widget = message.content.widget
    if widget is None or not widget.queries or not 1 <= len(data.encode()) <= QUERY:
        raise bad("DATA_INVALID")
    now = service.clock.now()
    recent = [
        one.at for one in service.queries.touches.values() if one.user is user and one.at > now - SECONDS
    ]
    if len(recent) >= QUERIES:
        raise flooded(recent[-QUERIES] + SECONDS - now)
    made = service.queries.touch(user, message, data)
    body: Json = {
        "id": made.id,
        "from": user.to_json(),
        "chat_instance": f"66{abs(message.chat.id)}",
        "type": {"type": "data"},
        "data": data,
        "chat": message.chat.to_json(),
        "message_id": message.id,
    }
    service.updates.add("widget_query", body, f"press {user.id}")
    return made


def touchable(state: Mapping[str, Any]) -> dict[str, str]:
    """By word what a touch there sends, as `renderers/widget.html` puts it together."""
    return {
        word: f"{state['p']}{before}{word}{after}"
        for before, after, words in state.get("t", ())
        for word in words.split(" ")
    }


def state_of(message: Message) -> Json:
    """What the widget of a message draws."""
    assert message.content.widget is not None, "this message has no widget"
    state: Json = json.loads(message.content.widget.data)
    return state


def _data(call: Call, name: str) -> str:
    data = call.text(name)
    if len(data.encode()) > DATA:
        raise bad("WIDGET_DATA_TOO_LONG")
    return data
