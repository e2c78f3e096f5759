"""What people do that the bot hears of: messages, presses, inline questions, comings and goings."""

from __future__ import annotations

from tests.loopback.telegram.content import Content, Document, Entity, Json, stretch
from tests.loopback.telegram.entities import trimmed, with_found
from tests.loopback.telegram.queries import Guest, Inquiry, Press, Result
from tests.loopback.telegram.service import Service
from tests.loopback.telegram.wire import message_json
from tests.loopback.telegram.world import Chat, Message, Standing, User


def say(
    service: Service,
    user: User,
    chat: Chat,
    text: str,
    reply_to: Message | None,
    thread: int | None,
    document: Document | None = None,
) -> Message:
    """A person writes. The bot hears it if it may; a command that was declared so is ephemeral."""
    world = service.world
    plain, marks = trimmed(text, ())
    content = Content(plain, with_found(plain, marks), document=document)
    message = Message(0, chat, user, world.time(), content, thread, reply_to)
    if chat.is_group and _is_whispered(service, user, chat, content):
        message.receiver, message.ephemeral = user, world.next_ephemeral()
    else:
        message.id = world.next_id(chat)
    world.post(message)
    if _hears(service, message):
        service.updates.add("message", message_json(world, message), str(chat.id))
    return message


def _hears(service: Service, message: Message) -> bool:
    """Privacy mode: of a group the bot hears commands, replies to it, mentions, what was sent through it."""
    bot, chat = service.world.bot, message.chat
    if not chat.is_group:
        return chat.kind == "private" and not chat.blocked
    if chat.bot in ("left", "kicked") or not chat.alive:
        return False
    if chat.bot == "administrator" or message.via_bot:
        return True
    answered = message.reply_to is not None and message.reply_to.sender is bot
    return answered or any(_is_meant(bot, message.content, entity) for entity in message.content.entities)


def _is_meant(bot: User, content: Content, entity: Entity) -> bool:
    named = stretch(content.text, entity.offset, entity.length)
    if entity.type == "bot_command" and not entity.offset:
        _, _, addressee = named.partition("@")
        return addressee.lower() in ("", str(bot.username).lower())
    return entity.type == "mention" and named[1:].lower() == str(bot.username).lower()


def _is_whispered(service: Service, user: User, chat: Chat, content: Content) -> bool:
    name = content.text.split()[0].partition("@")[0] if content.text else ""
    commands = service.profile.shown_commands(user, chat)
    return any(f"/{one['command']}" == name and one.get("is_ephemeral") for one in commands)


def press(service: Service, user: User, message: Message, data: str) -> Press:
    """A person presses a button. The bot always hears of it."""
    made = service.queries.press(user, message, data)
    body: Json = {
        "id": made.id,
        "from": user.to_json(),
        "chat_instance": f"66{abs(message.chat.id)}",
        "data": data,
    }
    if message.inline_id is not None:
        body["inline_message_id"] = message.inline_id
    else:
        body["message"] = message_json(service.world, message)
    service.updates.add("callback_query", body, f"press {user.id}")
    return made


def inquire(service: Service, user: User, query: str, chat: Chat) -> Inquiry:
    """A person types a question to the bot in a chat."""
    made = service.queries.inquire(user, query)
    kind = {"private": "sender", "people": "private"}.get(chat.kind, chat.kind)
    body = {"id": made.id, "from": user.to_json(), "query": query, "offset": "", "chat_type": kind}
    service.updates.add("inline_query", body, f"inline {user.id}")
    return made


def choose(service: Service, inquiry: Inquiry, result: Result, chat: Chat, thread: int | None) -> Message:
    """A person sends one of the results into a chat."""
    message = send_result(service, inquiry.user, result, chat, thread)
    if service.settings.inline_feedback:
        body: Json = {
            "result_id": result.id,
            "from": inquiry.user.to_json(),
            "query": inquiry.query,
        }
        if message.inline_id is not None:
            body["inline_message_id"] = message.inline_id
        service.updates.add("chosen_inline_result", body, f"inline {inquiry.user.id}")
    return message


def send_result(service: Service, user: User, result: Result, chat: Chat, thread: int | None) -> Message:
    """A message by way of the bot; it can be edited only if it has buttons."""
    world = service.world
    message = Message(world.next_id(chat), chat, user, world.time(), result.content, thread, via_bot=True)
    message.inline_id = world.next_inline() if result.content.keyboard else None
    world.post(message)
    if _hears(service, message):
        service.updates.add("message", message_json(world, message), str(chat.id))
    return message


def summon(service: Service, user: User, chat: Chat, text: str) -> Guest:
    """A person calls the bot by its name in a chat that it is not in."""
    assert chat.bot in ("left", "kicked"), "the bot is in this chat: it is told so as of any message"
    assert f"@{service.world.bot.username}" in text, "nobody is called"
    message = say(service, user, chat, text, None, None)
    guest = service.queries.call_guest(user, chat)
    body = message_json(service.world, message) | {"guest_query_id": guest.id}
    service.updates.add("guest_message", body, f"guest {user.id}")
    return guest


def set_standing(service: Service, chat: Chat, user: User, standing: Standing) -> None:
    """The bot is added, promoted, removed, blocked or unblocked by somebody."""
    before, chat.bot = chat.bot, standing
    if chat.kind == "private":
        chat.blocked = standing == "kicked"
    body = {
        "chat": chat.to_json(),
        "from": user.to_json(),
        "date": service.world.time(),
        "old_chat_member": _member(service, before),
        "new_chat_member": _member(service, standing),
    }
    service.updates.add("my_chat_member", body, str(chat.id))
    service.world.signal.give()


def _member(service: Service, standing: Standing) -> Json:
    fields: Json = {"status": standing, "user": service.world.bot.to_json()}
    if standing == "kicked":
        fields["until_date"] = 0
    if standing == "administrator":
        rights = (
            *("can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages"),
            *("can_manage_video_chats", "can_restrict_members", "can_promote_members", "can_change_info"),
            *("can_invite_users", "can_post_stories", "can_edit_stories", "can_delete_stories"),
        )
        fields |= dict.fromkeys(rights, False) | {"can_manage_chat": True}
    return fields


def share_user(service: Service, user: User, chat: Chat, wanted: Json, picked: User) -> Message:
    """The service message that somebody picked a person from the list that the bot asked for."""
    person: Json = {"user_id": picked.id}
    if wanted.get("request_name"):
        person |= {"first_name": picked.first_name} | (
            {"last_name": picked.last_name} if picked.last_name else {}
        )
    if wanted.get("request_username") and picked.username:
        person["username"] = picked.username
    return _serve(
        service, chat, user, {"users_shared": {"request_id": wanted["request_id"], "users": [person]}}
    )


def greet(service: Service, chat: Chat, user: User) -> None:
    """The service message that the bot was added."""
    _serve(service, chat, user, {"new_chat_members": [service.world.bot.to_json()]})


def migrate(service: Service, group: Chat, user: User) -> Chat:
    """A group becomes a supergroup: a new chat with a new id; the old messages stay behind."""
    new = service.world.new_chat("supergroup", group.title, group.members)
    new.bot, new.forbids = group.bot, group.forbids
    _serve(service, group, user, {"migrate_to_chat_id": new.id})
    group.migrated_to = new.id
    _serve(service, new, user, {"migrate_from_chat_id": group.id})
    return new


def _serve(service: Service, chat: Chat, user: User, what: Json) -> Message:
    world = service.world
    message = world.post(Message(world.next_id(chat), chat, user, world.time(), Content(""), service=what))
    if chat.bot not in ("left", "kicked"):
        service.updates.add("message", message_json(world, message), str(chat.id))
    return message
