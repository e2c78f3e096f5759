"""People on three platforms who do the same things: type, press, read. Each knows only what they received."""

from __future__ import annotations

import base64
import json
import random
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from tests.bot.platforms.pressing import sensible
from tests.bot.platforms.web import visitor
from tests.bot.platforms.web.visitor import Visitor
from tests.games.walks import Case
from tests.loopback.discord import people as discord_people
from tests.loopback.discord import sight
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.world import Channel
from tests.loopback.telegram import people as telegram_people
from tests.loopback.telegram import showing
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.world import Chat

BACK = 0.05  # how often a presser changes their mind


@dataclass(frozen=True, slots=True)
class File:
    """A clip or a record that hangs on a message."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Seen:
    """A message on any platform, as its reader sees it."""

    id: str
    text: str
    """Title included."""
    labels: tuple[str, ...]
    payloads: tuple[str, ...]
    """What the buttons carry, in the order of the labels."""
    alt: str
    """The picture in words, where the platform has words for it."""
    private: bool
    file: File | None
    raw: object
    """As the platform's own tools call it."""

    @property
    def chooses(self) -> tuple[str, ...]:
        """The labels of the buttons that choose something, the way back included."""
        pairs = zip(self.labels, self.payloads, strict=True)
        return tuple(label for label, payload in pairs if payload.startswith("c:"))

    @property
    def match(self) -> str:
        """The code of the match that its buttons are about."""
        return next(payload.split(":")[1] for payload in self.payloads if payload.startswith("c:"))


class Guest(ABC):
    """Somebody with one account."""

    platform: str
    name: str

    @abstractmethod
    async def type(self, line: str, *, privately: bool = False) -> None:
        """Write a command, and wait until the bot has heard it."""

    @abstractmethod
    async def press(self, seen: Seen, label: str) -> None:
        """Press a button, and wait until it is answered."""

    @abstractmethod
    async def upload(self, data: bytes) -> None:
        """Hand in a file with `/import`, and wait until the bot has heard of it."""

    @abstractmethod
    def received(self) -> str:
        """All that ever reached them, in a form that two runs share."""

    @abstractmethod
    def messages(self, *, private: bool) -> list[Seen]:
        """What they see of the bot in their private chat, or in the public one."""

    @abstractmethod
    def whispers(self) -> list[Seen]:
        """What only they see, in a chat of many."""

    def notes(self) -> list[str]:
        """The texts of what they alone were told in a chat of many, the oldest first."""
        return [seen.text for seen in self.whispers()]

    def board(self) -> Seen:
        """The newest message with buttons that all can see."""
        return [seen for seen in self.messages(private=False) if seen.labels][-1]

    def everything(self) -> str:
        """All that they see at present."""
        shown = [*self.messages(private=False), *self.messages(private=True)]
        return "\n".join([one.text for one in shown] + self.notes())

    def asked(self) -> Seen | None:
        """The message on which they can choose something, if they can."""
        own = [seen for seen in self.messages(private=True) if seen.chooses]
        begun = [seen for seen in self.whispers() if seen.chooses]
        if own or begun:
            return (own or begun)[-1]
        turn = f"It is {self.name}'s turn."
        public = [seen for seen in self.messages(private=False) if seen.chooses and turn in seen.text]
        return public[-1] if public else None

    async def sees(self, label: str, *, private: bool = False) -> Seen:
        """The newest message with a button of this label."""
        found = [seen for seen in self.messages(private=private) if label in seen.labels]
        assert found, self.everything()
        return found[-1]

    async def more(self, label: str) -> Seen:
        """Press *More* on the newest board for all, and give what it shows with a button of this label."""
        await self.press(await self.sees("More"), "More")
        return await self.ephemeral(label)

    async def ephemeral(self, label: str) -> Seen:
        """The newest message for them alone, wherever it stands, with a button of this label."""
        found = [seen for seen in (*self.messages(private=True), *self.whispers()) if label in seen.labels]
        assert found, self.everything()
        return found[-1]

    def pick(self, case: Case, seen: Seen, alt: str, chance: random.Random) -> str:
        """A choice, as somebody makes it who wants the match to end some day."""
        if case.key == "stacko":
            return sensible(alt, self.name, seen.chooses)
        onward = [label for label in seen.chooses if label != "Back"]
        return chance.choice(seen.chooses if chance.random() < BACK else onward)


class DiscordGuest(Guest):
    """With a Discord account, in a channel of a guild."""

    platform = "discord"

    def __init__(self, discord: DiscordServer, person: discord_people.Person, channel: Channel) -> None:
        self._discord, self.person, self.channel = discord, person, channel
        self.name = person.user.name
        self._notes: list[discord_people.Asked] = []

    async def type(self, line: str, *, privately: bool = False) -> None:
        chat = self._discord.dm(self.person) if privately else self.channel
        name, *words = line.removeprefix("/").split()
        asked = self.person.use(name, chat, **options_of(name, words))
        self._notes.append(asked)
        await asked.reply()

    async def upload(self, data: bytes) -> None:
        file = self._discord.world.upload("match.txt", data)
        self._notes.append(self.person.use("import", self.channel, record=file))
        await self._notes[-1].reply()

    def received(self) -> str:
        return self.person.record.text().decode()

    async def press(self, seen: Seen, label: str) -> None:
        assert isinstance(seen.raw, sight.Shown)
        asked = self.person.press(seen.raw, label)
        self._notes.append(asked)
        await asked

    def messages(self, *, private: bool) -> list[Seen]:
        chat = self._discord.dm(self.person) if private else self.channel
        return [
            seen_on_discord(shown, private) for shown in self.person.messages(chat) if not shown.ephemeral
        ]

    def whispers(self) -> list[Seen]:
        shown = [shown for asked in self._notes for shown in asked.replies if shown.ephemeral]
        return [seen_on_discord(one, private=True) for one in shown]


class TelegramGuest(Guest):
    """With a Telegram account, in a group."""

    platform = "telegram"

    def __init__(self, telegram: TelegramServer, person: telegram_people.Person, group: Chat) -> None:
        self._telegram, self.person, self.group = telegram, person, group
        self.name = person.user.first_name

    async def type(self, line: str, *, privately: bool = False) -> None:
        self.person.say(self.person.private if privately else self.group, line)
        await self._telegram.until(lambda: not self._telegram.updates.waiting)

    async def upload(self, data: bytes) -> None:
        self.person.send_file(self.person.private, "match.txt", data, "/import")
        await self._telegram.until(lambda: not self._telegram.updates.waiting)

    def received(self) -> str:
        """By chat and kind: whether an answer or what follows from it comes first is left to chance."""
        chats = dict[str, list[dict[str, object]]]()
        for entry in self.person.received.entries:
            chats.setdefault(str(entry.get("chat", "answers")), []).append(entry)
        by_kind = {
            chat: sorted(_renumbered(chats[chat]), key=lambda entry: str(entry.get("what")))
            for chat in sorted(chats)
        }
        return json.dumps(by_kind, indent=1)

    async def press(self, seen: Seen, label: str) -> None:
        assert isinstance(seen.raw, showing.Shown)
        await self.person.press(seen.raw, label)

    def messages(self, *, private: bool) -> list[Seen]:
        chat = self.person.private if private else self.group
        shown = self.person.messages(chat)
        return [_of_telegram(one, private) for one in shown if not one.ephemeral]

    def whispers(self) -> list[Seen]:
        return [_of_telegram(one, private=True) for one in self.person.messages() if one.ephemeral]

    def notes(self) -> list[str]:
        return [answer.text or "" for answer in self.person.alerts] + super().notes()


class WebGuest(Guest):
    """With a page of the web chat open."""

    platform = "web"

    def __init__(self, page: Visitor) -> None:
        self.page = page
        self.name = page.name

    async def type(self, line: str, *, privately: bool = False) -> None:
        await self.page.type(line, f"@{self.page.id}" if privately else "channel")

    async def upload(self, data: bytes) -> None:
        await self.page.upload(data)

    def received(self) -> str:
        """Kind by kind: whether an answer or what follows from it comes first is left to chance."""
        return "\n".join(sorted(self.page.received, key=lambda frame: str(json.loads(frame)["type"])))

    async def press(self, seen: Seen, label: str) -> None:
        assert isinstance(seen.raw, dict)
        await self.page.press(seen.raw, label)

    def messages(self, *, private: bool) -> list[Seen]:
        chat = f"@{self.page.id}" if private else "channel"
        shown = [one for one in self.page.messages.values() if one["chat"] == chat and one["kind"] == "bot"]
        return [_of_web(one, private) for one in shown]

    def whispers(self) -> list[Seen]:
        return [_of_web(note, private=True) for note in self.page.notes]


def options_of(name: str, words: list[str]) -> dict[str, str]:
    """The words of a command in the fields of Discord's."""
    match name, words:
        case "play", [game, *rules]:
            return {"game": game, **({"house_rules": " ".join(rules)} if rules else {})}
        case "tournament", [game, *mode]:
            return {"game": game, **({"mode": " ".join(mode)} if mode else {})}
        case (("join" | "link"), [code]):
            return {"code": code}
        case "rules", [game]:
            return {"game": game}
        case "say", _:
            return {"phrase": " ".join(words)}
        case "move", _:
            return {"words": " ".join(words)}
        case "settings", _:
            return {"changes": " ".join(words)} if words else {}
        case "where", _:
            return {"question": " ".join(words)} if words else {}
        case "if", [_, *_]:
            return {"line": " ".join(words)}
        case _, [code]:
            return {"match": code}
    return {}


def _renumbered(entries: list[dict[str, object]]) -> list[dict[str, object]]:
    """The messages of a chat, counted in it alone."""
    numbers = dict[object, int]()
    for entry in entries:
        numbers.setdefault(entry.get("message"), len(numbers))
    return [
        {**entry, "message": numbers[entry.get("message")], "reply_to": numbers.get(entry.get("reply_to"))}
        for entry in entries
    ]


def seen_on_discord(shown: sight.Shown, private: bool = False) -> Seen:
    """A message on Discord."""
    buttons = [button for button in shown.buttons if button.custom_id and not button.disabled]
    labels, payloads = tuple(one.label for one in buttons), tuple(one.custom_id or "" for one in buttons)
    alt = shown.pictures[0].alt if shown.pictures else ""
    file = next((File(one.name, one.data) for one in shown.pictures if not one.name.endswith(".png")), None)
    return Seen(str(shown.id), shown.text, labels, payloads, alt, private, file, shown)


def seen_on_page(shown: dict[str, Any]) -> Seen:
    """What the page of a match shows to a guest: the board, or what they are told."""
    buttons = [button for row in shown["rows"] for button in row]
    labels = tuple(button["label"] for button in buttons)
    payloads = tuple(button["payload"] for button in buttons)
    alt = (shown.get("image") or {}).get("alt", "")
    return Seen(shown["id"], shown["text"], labels, payloads, alt, True, None, shown)


def _of_telegram(shown: showing.Shown, private: bool) -> Seen:
    keys = [key for row in shown.keyboard for key in row if key.kind == "callback_data" and key.label != "·"]
    labels, payloads = tuple(key.label for key in keys), tuple(key.value for key in keys)
    file = File(shown.file.name, shown.file.data) if shown.file else None
    return Seen(str(shown.id), shown.text, labels, payloads, "", private, file, shown)


def _of_web(shown: visitor.Shown, private: bool) -> Seen:
    buttons = visitor.buttons(shown)
    labels, payloads = tuple(one["label"] for one in buttons), tuple(one["payload"] for one in buttons)
    alt = (shown.get("image") or {}).get("alt", "")
    file = shown.get("file") and File(shown["file"]["name"], base64.b64decode(shown["file"]["data"]))
    text = f"{shown['title']}\n{shown['text']}"
    return Seen(shown["id"], text, labels, payloads, alt, private, file or None, shown)


def code_in(text: str) -> str:
    """The code by which a challenge is joined, as its text says it."""
    found = re.search(r"/join ([0-9A-Z]{6})\b", text)
    assert found, text
    return found[1]
