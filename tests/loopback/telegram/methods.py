"""The methods by name, each with the parameters it knows; how a call is carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.loopback.telegram import answering, editing, looking, sending
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.refusals import Refusal
from tests.loopback.telegram.service import Service

Act = Callable[[Service, Call], Any]

_SEND = (
    "business_connection_id chat_id message_thread_id direct_messages_topic_id disable_notification "
    "protect_content allow_paid_broadcast message_effect_id suggested_post_parameters reply_parameters "
    "reply_markup parse_mode receiver_user_id callback_query_id ephemeral_message_parameters "
)
_EDIT = "business_connection_id chat_id message_id inline_message_id reply_markup "
_EPHEMERAL = "chat_id receiver_user_id ephemeral_message_id reply_markup "
_TEXT = "text parse_mode entities link_preview_options "
_WORDS = "caption parse_mode caption_entities "
_CAPTION = _WORDS + "show_caption_above_media "
_HOOK = "url certificate ip_address max_connections allowed_updates drop_pending_updates secret_token"


@dataclass(frozen=True, slots=True)
class Method:
    """What is done, and the names of the parameters."""

    act: Act
    parameters: frozenset[str]


def _log_out(service: Service, call: Call) -> bool:
    service.logged_out = True
    return True


def _method(act: Act, parameters: str = "") -> Method:
    return Method(act, frozenset(parameters.split()))


def _said(what: str) -> dict[str, Method]:
    name = {"Name": "name", "Description": "description", "ShortDescription": "short_description"}[what]
    return {
        f"setMy{what}": _method(
            lambda service, call: service.profile.say(what, call), f"{name} language_code"
        ),
        f"getMy{what}": _method(lambda service, call: service.profile.tell(what, call), "language_code"),
    }


METHODS: dict[str, Method] = {
    "getMe": _method(lambda service, call: service.me()),
    "logOut": _method(_log_out),
    "close": _method(lambda service, call: True),
    "setWebhook": _method(lambda service, call: service.webhook.set(call), _HOOK),
    "deleteWebhook": _method(lambda service, call: service.webhook.set(call), "drop_pending_updates"),
    "getWebhookInfo": _method(lambda service, call: service.webhook.info()),
    "sendMessage": _method(sending.send_message, _SEND + _TEXT),
    "sendPhoto": _method(sending.send_photo, _SEND + _CAPTION + "photo has_spoiler"),
    "sendDocument": _method(
        sending.send_document, _SEND + _WORDS + "document thumbnail disable_content_type_detection"
    ),
    "sendAnimation": _method(
        sending.send_animation, _SEND + _CAPTION + "animation duration width height thumbnail has_spoiler"
    ),
    "sendChatAction": _method(
        sending.send_chat_action, "business_connection_id chat_id message_thread_id action"
    ),
    "editMessageText": _method(editing.edit_text, _EDIT + _TEXT + "rich_message"),
    "editMessageCaption": _method(editing.edit_caption, _EDIT + _CAPTION),
    "editMessageMedia": _method(editing.edit_media, _EDIT + "media"),
    "editMessageReplyMarkup": _method(editing.edit_markup, _EDIT),
    "deleteMessage": _method(sending.delete_message, "chat_id message_id"),
    "editEphemeralMessageText": _method(editing.edit_ephemeral, _EPHEMERAL + _TEXT),
    "editEphemeralMessageCaption": _method(editing.edit_ephemeral, _EPHEMERAL + _CAPTION),
    "editEphemeralMessageMedia": _method(editing.edit_ephemeral, _EPHEMERAL + "media"),
    "editEphemeralMessageReplyMarkup": _method(editing.edit_ephemeral, _EPHEMERAL),
    "deleteEphemeralMessage": _method(
        editing.delete_ephemeral, "chat_id receiver_user_id ephemeral_message_id"
    ),
    "answerCallbackQuery": _method(
        answering.answer_callback, "callback_query_id text show_alert url cache_time"
    ),
    "answerInlineQuery": _method(
        answering.answer_inline, "inline_query_id results cache_time is_personal next_offset button"
    ),
    "answerGuestQuery": _method(answering.answer_guest, "guest_query_id result"),
    "savePreparedInlineMessage": _method(
        answering.save_prepared,
        "user_id result allow_user_chats allow_bot_chats allow_group_chats allow_channel_chats",
    ),
    "setMyCommands": _method(
        lambda service, call: service.profile.set_commands(call), "commands scope language_code"
    ),
    "deleteMyCommands": _method(
        lambda service, call: service.profile.delete_commands(call), "scope language_code"
    ),
    "getMyCommands": _method(lambda service, call: service.profile.get_commands(call), "scope language_code"),
    **_said("Name"),
    **_said("Description"),
    **_said("ShortDescription"),
    "getChatMenuButton": _method(lambda service, call: service.profile.get_menu(call), "chat_id"),
    "setChatMenuButton": _method(lambda service, call: service.profile.set_menu(call), "chat_id menu_button"),
    "getChat": _method(looking.get_chat, "chat_id"),
    "getChatMember": _method(looking.get_chat_member, "chat_id user_id"),
    "getFile": _method(looking.get_file, "file_id"),
}
POLL = "getUpdates"
POLL_PARAMETERS = frozenset(("offset", "limit", "timeout", "allowed_updates"))
_BY_LOWER = {name.lower(): name for name in (*METHODS, POLL)}


def proper_name(name: str) -> str | None:
    """The method's name as it is written; names are taken in any case. None: there is no such method."""
    return _BY_LOWER.get(name.lower())


def carry_out(service: Service, call: Call) -> Any:
    """The result of a call, which is carried out at once and as a whole, or not at all: `Refusal`."""
    if service.logged_out:
        raise Refusal(400, "Logged out")
    service.limits.note_upload(call)
    return METHODS[call.method].act(service, call)


def strangers(call: Call) -> list[str]:
    """The parameters that the method does not know. Files may have any name that is referred to."""
    known = POLL_PARAMETERS if call.method == POLL else METHODS[call.method].parameters
    return sorted(set(call.fields) - known)
