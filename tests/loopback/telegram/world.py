"""People, chats, topics and messages, as data; ids come from counters, so that two runs agree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from tests.loopback.core.clock import Clock
from tests.loopback.core.signal import Signal
from tests.loopback.telegram.content import Content, Document, Json, Picture

Kind = Literal["private", "group", "supergroup", "people"]
Standing = Literal["member", "administrator", "left", "kicked"]
Change = Literal["sent", "edited", "deleted"]

FIRST_USER, FIRST_GROUP, FIRST_SUPERGROUP = 1000, -4_000_001, -1_001_000_000_001


@dataclass(eq=False, slots=True)
class User:
    """An account; the bot has one too."""

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language: str | None = "en"
    is_bot: bool = False

    def to_json(self) -> Json:
        fields = {
            "id": self.id,
            "is_bot": self.is_bot,
            "first_name": self.first_name,
            "last_name": self.last_name,
            "username": self.username,
            "language_code": self.language,
        }
        return {name: value for name, value in fields.items() if value is not None}


@dataclass(slots=True)
class Topic:
    """A topic of a forum."""

    id: int
    name: str
    closed: bool = False


@dataclass(eq=False, slots=True)
class Chat:
    """A place for messages. `private` is a person's chat with the bot, `people` one without the bot."""

    id: int
    kind: Kind
    title: str = ""
    members: list[User] = field(default_factory=list)
    creator: int = 0
    topics: dict[int, Topic] = field(default_factory=dict)
    bot: Standing = "left"
    forbids: set[str] = field(default_factory=set)
    """What the bot may not send here: "photos", "text messages"."""
    blocked: bool = False
    deleted: bool = False
    migrated_to: int | None = None

    @property
    def is_group(self) -> bool:
        return self.kind in ("group", "supergroup")

    @property
    def alive(self) -> bool:
        return not self.deleted and self.migrated_to is None

    @property
    def told_id(self) -> int:
        """The id by which the bot is told of it; a chat of two people is that with one of them."""
        return self.members[0].id if self.kind == "people" else self.id

    def to_json(self) -> Json:
        if not self.is_group:
            person = self.members[0]
            named = {
                "first_name": person.first_name,
                "last_name": person.last_name,
                "username": person.username,
            }
            return {"id": self.told_id, "type": "private"} | {k: v for k, v in named.items() if v is not None}
        return {"id": self.id, "type": self.kind, "title": self.title} | (
            {"is_forum": True} if self.topics else {}
        )


@dataclass(eq=False, slots=True)
class Message:
    """A message, or one that only its receiver sees (`ephemeral`), or a service message (`service`)."""

    id: int
    chat: Chat
    sender: User
    date: int
    content: Content
    thread: int | None = None
    reply_to: Message | None = None
    via_bot: bool = False
    inline_id: str | None = None
    receiver: User | None = None
    ephemeral: int | None = None
    replaces: int | None = None
    """The message in whose place an ephemeral one is shown."""
    asks: Json | None = None
    """A reply keyboard or a forced reply; such messages cannot be edited."""
    service: Json | None = None
    silent: bool = False
    pinned: bool = False
    edited: int | None = None
    deleted: bool = False


Witness = Callable[[Change, Message], None]


class World:
    """Everything that exists. Who changes a message tells the witnesses by `show`."""

    def __init__(self, clock: Clock, bot: User) -> None:
        self.clock, self.bot, self.signal = clock, bot, Signal()
        self.users: dict[int, User] = {bot.id: bot}
        self.chats: dict[int, Chat] = {}
        self.pictures: dict[str, Picture] = {}
        self.documents: dict[str, Document] = {}
        self.messages: list[Message] = []
        self.witnesses: list[Witness] = []
        self._groups, self._supergroups, self._people = FIRST_GROUP, FIRST_SUPERGROUP, 0
        self._numbers: dict[int, int] = {}
        self._uploads = self._inline = self._ephemeral = 0

    def new_user(self, name: str, last: str | None, username: str | None, language: str | None) -> User:
        """The newest account, and its chat with the bot, which was not started yet."""
        user = User(FIRST_USER + len(self.users), name, last, username, language)
        self.users[user.id] = user
        self.chats[user.id] = Chat(user.id, "private", members=[user])
        return user

    def new_chat(self, kind: Kind, title: str, members: list[User]) -> Chat:
        if kind == "supergroup":
            number, self._supergroups = self._supergroups, self._supergroups - 1
        elif kind == "group":
            number, self._groups = self._groups, self._groups - 1
        else:
            self._people += 1
            number = 9_000_000_000 + self._people
        chat = self.chats[number] = Chat(number, kind, title, members)
        return chat

    def next_id(self, chat: Chat) -> int:
        """Supergroups count for themselves; private chats and groups share the account's counter."""
        key = chat.id if chat.kind == "supergroup" else 0
        self._numbers[key] = self._numbers.get(key, 0) + 1
        return self._numbers[key]

    def next_inline(self) -> str:
        self._inline += 1
        return f"inline-{self._inline:06}"

    def next_ephemeral(self) -> int:
        self._ephemeral += 1
        return 500_000 + self._ephemeral

    def keep(self, data: bytes, width: int, height: int) -> Picture:
        """Store an upload under ids of its own."""
        self._uploads += 1
        ids = f"AgACAgIAAx-{self._uploads:06}", f"AgACAgIAAx-{self._uploads:06}-s"
        picture = Picture(*ids, self._uploads, data, width, height)
        self.pictures |= dict.fromkeys(ids, picture)
        return picture

    def keep_document(self, name: str, data: bytes, *, animated: bool = False) -> Document:
        """Store a file under an id of its own."""
        self._uploads += 1
        number = f"BQACAgIAAx-{self._uploads:06}"
        self.documents[number] = Document(number, self._uploads, name, data, animated)
        return self.documents[number]

    def find(self, chat: Chat, number: int) -> Message | None:
        """The message that stands in the chat under this number."""
        for message in reversed(self.messages):
            if message.chat is chat and message.id == number != 0:
                return None if message.deleted else message
        return None

    def find_inline(self, inline_id: str) -> Message | None:
        found = (one for one in self.messages if one.inline_id == inline_id and not one.deleted)
        return next(found, None)

    def find_ephemeral(self, chat: int, receiver: int, number: int) -> Message | None:
        for message in self.messages:
            known = message.receiver is not None and message.receiver.id == receiver
            if known and message.ephemeral == number and message.chat.told_id == chat:
                return None if message.deleted else message
        return None

    def post(self, message: Message) -> Message:
        self.messages.append(message)
        self.show("sent", message)
        return message

    def change(self, message: Message, content: Content) -> Message:
        message.content, message.edited = content, self.time()
        self.show("edited", message)
        return message

    def remove(self, message: Message) -> None:
        message.deleted = True
        self.show("deleted", message)

    def show(self, change: Change, message: Message) -> None:
        for witness in self.witnesses:
            witness(change, message)
        self.signal.give()

    def time(self) -> int:
        return int(self.clock.now())
