"""Methods that only look: chats, members, files."""

from __future__ import annotations

from tests.loopback.telegram.access import named_chat, open_chat
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.content import Json
from tests.loopback.telegram.refusals import bad
from tests.loopback.telegram.service import Service
from tests.loopback.telegram.world import Chat

MOST_TO_DOWNLOAD = 20 * 1024 * 1024


def get_chat(service: Service, call: Call) -> Json:
    chat = named_chat(service.world, call)
    if chat.is_group:
        chat = open_chat(service.world, call)
    elif chat.bot == "left":
        raise bad("chat not found")
    return chat.to_json() | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(
            (
                *("unlimited_gifts", "limited_gifts", "unique_gifts"),
                *("premium_subscription", "gifts_from_channels"),
            ),
            False,
        ),
    }


def get_chat_member(service: Service, call: Call) -> Json:
    chat, number = open_chat(service.world, call), call.integer("user_id")
    user = service.world.users.get(number)
    if user is None:
        raise bad("invalid user_id specified")
    status = standing(service, chat, number)
    more = {"is_anonymous": False} if status == "creator" else {}
    return {"status": status, "user": user.to_json(), **more}


def standing(service: Service, chat: Chat, number: int) -> str:
    if number == service.world.bot.id:
        return chat.bot
    if chat.is_group and number == chat.creator:
        return "creator"
    return "member" if any(member.id == number for member in chat.members) else "left"


def get_file(service: Service, call: Call) -> Json:
    if not call.has("file_id"):
        raise bad("file_id not specified")
    number, world = call.text("file_id"), service.world
    file = world.pictures.get(number) or world.documents.get(number)
    if file is None:
        raise bad("invalid file_id")
    if len(file.data) > MOST_TO_DOWNLOAD:
        raise bad("file is too big")
    return {
        "file_id": number,
        "file_unique_id": f"unique-{file.number:06}-x",
        "file_size": len(file.data),
        "file_path": file.path,
    }
