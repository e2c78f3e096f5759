"""A message as one person sees it, and the record of all they received, in a form that two runs share."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from tests.loopback.telegram.content import Content, Document, Entity, Json, Key, Keyboard, stretch
from tests.loopback.telegram.world import Chat, Message, User, World


@dataclass(frozen=True, slots=True)
class Shown:
    """A message on somebody's screen, as it was when it was looked at."""

    message: Message = field(repr=False)
    """The handle by which buttons are pressed and answers refer; not for reading."""
    chat: Chat = field(repr=False)
    id: int
    sender: str
    text: str
    keyboard: Keyboard = ()
    links: tuple[tuple[str, str], ...] = ()
    """Words and where they lead."""
    mentions: tuple[User, ...] = ()
    picture: bytes | None = field(default=None, repr=False)
    sha256: str | None = None
    file: Document | None = field(default=None, repr=False)
    thread: int | None = None
    reply_to: int | None = None
    ephemeral: bool = False
    edited: bool = False
    notified: bool = False
    """It made itself heard: private, a mention, or a reply to what the person wrote."""
    forces_reply: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all buttons, row by row."""
        return tuple(key.label for row in self.keyboard for key in row)

    def key(self, label: str) -> Key:
        """The button with this label."""
        for row in self.keyboard:
            for key in row:
                if key.label == label:
                    return key
        raise AssertionError(f"no button {label!r} among {self.labels}")

    def entities(self, kind: str) -> tuple[str, ...]:
        """The stretches of the text that are marked so, such as "bold"."""
        marks = self.message.content.entities
        return tuple(stretch(self.text, one.offset, one.length) for one in marks if one.type == kind)


def shown(world: World, message: Message, viewer: User, *, notified: bool = False) -> Shown:
    """What this person sees of a message now."""
    content = message.content
    return Shown(
        message=message,
        chat=message.chat,
        id=message.ephemeral or message.id,
        sender=message.sender.first_name,
        text=content.text,
        keyboard=content.keyboard,
        links=tuple(
            (stretch(content.text, one.offset, one.length), one.url) for one in content.entities if one.url
        ),
        mentions=tuple(user for one in content.entities if (user := mentioned(world, content, one))),
        picture=content.picture.data if content.picture else None,
        sha256=content.picture.sha256 if content.picture else None,
        file=content.document,
        thread=message.thread,
        reply_to=message.reply_to.id if message.reply_to else None,
        ephemeral=message.ephemeral is not None,
        edited=message.edited is not None,
        notified=notified,
        forces_reply=bool(message.asks and message.asks.get("force_reply")),
    )


def mentioned(world: World, content: Content, entity: Entity) -> User | None:
    """Whom an entity mentions, by id or by @name."""
    if entity.type == "text_mention" and entity.user_id is not None:
        return world.users[entity.user_id]
    if entity.type != "mention":
        return None
    name = stretch(content.text, entity.offset, entity.length)[1:].lower()
    return next((one for one in world.users.values() if (one.username or "").lower() == name), None)


def notifies(world: World, message: Message, viewer: User) -> bool:
    """Whether a new message makes itself heard with this person."""
    if message.silent or message.sender is viewer or message.service is not None:
        return False
    if not message.chat.is_group or message.receiver is viewer:
        return True
    answered = message.reply_to is not None and message.reply_to.sender is viewer
    marks = message.content.entities
    return answered or any(mentioned(world, message.content, one) is viewer for one in marks)


class Record:
    """Everything a person received, in order; chats and messages are numbered as they met them."""

    def __init__(self) -> None:
        self.entries: list[Json] = []
        self._chats: dict[Chat, str] = {}
        self._messages: dict[Message, int] = {}

    def note(self, what: str, **fields: object) -> None:
        self.entries.append({"what": what, **fields})

    def message(self, change: str, seen: Shown) -> None:
        content = seen.message.content
        self.note(
            change,
            chat=self.chat_name(seen.chat),
            message=self._messages.setdefault(seen.message, len(self._messages) + 1),
            sender=seen.sender,
            text=seen.text,
            entities=[
                [one.type, one.offset, one.length, one.url, one.user_id, one.unix_time]
                for one in content.entities
            ],
            keyboard=[[key.to_json() for key in row] for row in seen.keyboard],
            picture=seen.sha256,
            widget=[hashlib.sha256(content.widget.html.encode()).hexdigest(), content.widget.data]
            if content.widget
            else None,
            file=[seen.file.name, hashlib.sha256(seen.file.data).hexdigest()] if seen.file else None,
            ephemeral=seen.ephemeral,
            notified=seen.notified,
            reply_to=self._messages.get(seen.message.reply_to) if seen.message.reply_to else None,
            asks=seen.message.asks,
        )

    def gone(self, message: Message) -> None:
        self.note("deleted", chat=self.chat_name(message.chat), message=self._messages.get(message))

    def chat_name(self, chat: Chat) -> str:
        if chat.kind == "private":
            return "private"
        return self._chats.setdefault(chat, f"{chat.kind} {len(self._chats) + 1}")
