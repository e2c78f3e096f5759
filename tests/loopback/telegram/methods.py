"""The methods by name, and how a call is carried out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.loopback.telegram import answering, editing, looking, sending, widgets
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.service import Service

Act = Callable[[Service, Call], Any]


def _say(what: str, service: Service, call: Call) -> bool:
    return service.profile.say(what, call)


def _tell(what: str, service: Service, call: Call) -> Any:
    return service.profile.tell(what, call)


METHODS: dict[str, Act] = {
    "getMe": lambda service, call: service.me(),
    "setWebhook": lambda service, call: service.webhook.set(call),
    "deleteWebhook": lambda service, call: service.webhook.set(call),
    "getWebhookInfo": lambda service, call: service.webhook.info(),
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "sendAnimation": sending.send_animation,
    "editMessageText": editing.edit_text,
    "editMessageCaption": editing.edit_caption,
    "editMessageMedia": editing.edit_media,
    "sendWidget": widgets.send_widget,
    "editMessageWidgetData": widgets.edit_data,
    "answerWidgetQuery": widgets.answer_query,
    "deleteMessage": sending.delete_message,
    "pinChatMessage": sending.pin_message,
    "editEphemeralMessageText": editing.edit_ephemeral,
    "editEphemeralMessageCaption": editing.edit_ephemeral,
    "editEphemeralMessageMedia": editing.edit_ephemeral,
    "deleteEphemeralMessage": editing.delete_ephemeral,
    "answerCallbackQuery": answering.answer_callback,
    "answerInlineQuery": answering.answer_inline,
    "answerGuestQuery": answering.answer_guest,
    "setMyCommands": lambda service, call: service.profile.set_commands(call),
    **{f"setMy{what}": partial(_say, what) for what in ("Description", "ShortDescription")},
    **{f"getMy{what}": partial(_tell, what) for what in ("Description", "ShortDescription")},
    "getChatMenuButton": lambda service, call: service.profile.get_menu(call),
    "setChatMenuButton": lambda service, call: service.profile.set_menu(call),
    "getChat": looking.get_chat,
    "getChatMember": looking.get_chat_member,
    "getFile": looking.get_file,
}
POLL = "getUpdates"
_BY_LOWER = {name.lower(): name for name in (*METHODS, POLL)}


def proper_name(name: str) -> str | None:
    """The method's name as it is written; names are taken in any case. None: there is no such method."""
    return _BY_LOWER.get(name.lower())


def carry_out(service: Service, call: Call) -> Any:
    """The result of a call, which is carried out at once and as a whole, or not at all: `Refusal`."""
    return METHODS[call.method](service, call)
