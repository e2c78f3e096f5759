"""What outlives the bot: the platforms with their people and messages, the folder of the store, the time."""

from __future__ import annotations

import logging
import random
import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bot.handlers.dispatcher import Handle
from bot.interface import Answer, Choose, Incoming, Note, Screen, Update
from bot.runtime.app import BotService
from bot.runtime.databases import STORE_FILE
from bot.runtime.settings import Settings
from bot.texts import texts_for
from tests.loopback.core.clock import START, Clock
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.world import SUPPRESS_NOTIFICATIONS
from tests.loopback.telegram import widgets
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.world import Message
from tests.simulation.cluster import Balancer, Lent
from tests.simulation.disk import Disk
from tests.simulation.eye import NOTICED, REFRESHED, STANDS, WIDGET, Eye
from tests.simulation.loop import OWNER, VirtualLoop
from tests.simulation.network import Network
from tests.simulation.process import Process, settings_of

WEB_PORT, PAGES_PORT = 8321, 8322
EVERYWHERE = "everywhere"
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Eve", "Finn")
MOMENT = 5.0  # seconds
CHOICE = re.compile(r"^c:([^:]+):([0-9a-z]+):")
STALE = texts_for("en")("no.stale")
LIST = texts_for("en")("standing.title")
"""What the standing message of a chat begins with."""
NEWEST = "SELECT coalesce(max(version), 0) FROM events WHERE match = ?"


class RunningClock(Clock):
    """The time of the platforms: that of the loop."""

    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def now(self) -> float:
        return START + self._loop.time()

    def advance(self, seconds: float) -> None:
        raise AssertionError("time passes by itself")


@dataclass(slots=True)
class Ask:
    """Something that somebody did, and whether the bot has answered it."""

    who: str
    platform: str
    what: str
    at: float
    answered: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Ping:
    """A message that called somebody to a match."""

    who: str
    platform: str
    at: float
    match: str
    version: int


@dataclass(frozen=True, slots=True)
class Call:
    """A new message that notified somebody, whatever it tells."""

    who: str
    platform: str
    message: str
    at: float
    text: str
    """With what its buttons carry."""


@dataclass(slots=True)
class Story:
    """Everything that was seen from outside."""

    asks: list[Ask] = field(default_factory=list)
    pings: list[Ping] = field(default_factory=list)
    calls: dict[tuple[str, str], Call] = field(default_factory=dict)
    """By person and message."""
    acts: list[tuple[str, float]] = field(default_factory=list)
    """Who did anything, and when; repeating what they did is one, too."""
    repeats: list[float] = field(default_factory=list)
    """When something came once more, as if the network had repeated it."""
    broken: list[str] = field(default_factory=list)
    """Laws that were broken on the way."""
    told: list[str] = field(default_factory=list)
    """What happened, line by line."""
    errors: list[logging.LogRecord] = field(default_factory=list)
    """What the bot wrote to its log as errors."""
    troubles: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    """By platform, or everywhere: from when to when something was wrong."""
    closed: dict[str, float] = field(default_factory=dict)
    """Who takes no private messages, and since when."""
    absences: list[tuple[float, float]] = field(default_factory=list)
    """From when to when there was no process."""
    back: dict[tuple[str, str], tuple[float, str]] = field(default_factory=dict)
    """By platform and message: since when it shows less than it had shown, and what."""
    lists: dict[tuple[str, str], dict[float, str]] = field(default_factory=lambda: defaultdict(dict))
    """By platform and message: what the standing message of a chat came to say, and when."""
    came: dict[int, object] = field(default_factory=dict)
    """By message on Discord: what it showed when it came."""
    newest: dict[tuple[str, str, str], int] = field(default_factory=dict)
    """By platform, message and match: the newest version that it has shown."""


@dataclass(slots=True, eq=False)
class Bot:
    """One of the processes that the host keeps alive."""

    process: Process | None = None
    back_after: float = 5.0
    """Seconds until it is started again when it has ended."""


class World:
    """One life's world. `Process` is the bot in it; the world starts it again when it has died."""

    def __init__(
        self, loop: VirtualLoop, chance: random.Random, folder: Path, platforms: tuple[str, ...], bots: int
    ) -> None:
        self.loop, self.chance, self.folder, self.platforms = loop, chance, folder, platforms
        self.bots = [Bot() for _ in range(bots)]
        self.network, self.disk, self.story, self.eye = Network(loop), Disk(), Story(), Eye()
        self.clock = RunningClock(loop)
        self.discord = DiscordServer(clock=self.clock, strict=False, recording=False)
        self.telegram = TelegramServer(clock=self.clock)
        self.put_on = 0
        """Seconds by which the clock of the bot's machine is wrong."""
        self.put_on_at_most = 0
        """By how many it ever was, either way."""
        self.restarts = True
        self.aim = ""
        self.threads = False
        """Whether matches in a channel on Discord get threads."""
        self.codes: dict[str, str] = {}
        """Codes of challenges that people tell each other, and who did last."""
        self.seats: list[str] = []
        """What opens a seat by a link, as challengers were told."""
        self.links: dict[str, str] = {}
        """Codes that join two accounts, and who was given them."""
        self.people: dict[str, Any] = {}
        self._glancer: sqlite3.Connection | None = None
        self._settings: Settings
        self._stack = AsyncExitStack()

    async def open(self) -> None:
        """Open the platforms; there is no bot yet."""
        options: dict[str, Any] = {"web": "web" in self.platforms}
        if "discord" in self.platforms:
            await self._stack.enter_async_context(self.discord)
            options |= {"DISCORD_TOKEN": self.discord.token, "DISCORD_API_URL": self.discord.api_url}
        if "telegram" in self.platforms:
            await self._stack.enter_async_context(self.telegram)
            options |= {"TELEGRAM_TOKEN": self.telegram.token, "TELEGRAM_API_URL": self.telegram.url}
        if self.aim == "friends":
            options |= {"public_url": "https://play.example/", "table_port": PAGES_PORT}
        self.discord.world.watchers.append(self._discord_changed)
        self.telegram.service.world.witnesses.append(self._telegram_changed)
        self._settings = settings_of(self.folder, WEB_PORT, **options)

    async def close(self) -> None:
        """Close the platforms."""
        if self._glancer is not None:
            self._glancer.close()
        await self._stack.aclose()

    # The bot

    @property
    def process(self) -> Process | None:
        """The one that is on the platforms."""
        return self.bots[0].process

    def start(self, bot: Bot) -> Process:
        """A new process."""
        self.tell(f"the bot starts{self.which(bot)}")
        first = bot is self.bots[0]
        lent = [] if first else [Lent(platform, lambda: self.process) for platform in self.platforms]
        port = self._settings.table_port + self.bots.index(bot)  # each has a server of its own
        settings = self._settings.model_copy(update={"table_port": port})
        process = Process(self.loop, settings, self.now, self.chance.randbytes, lent=lent)
        bot.process = process

        def built(_: BotService) -> None:
            if first and len(self.bots) > 1:
                Balancer(process, self._others, self.loop.chance)

        process.built = built
        return process

    def watching(self, handle: Handle) -> Handle:
        """Around all requests: what the newest version asks for is never refused as out of date."""

        async def watched(incoming: Incoming) -> Answer:
            request = incoming.request
            if not isinstance(request, Choose):
                return await handle(incoming)
            ((before,),) = self.glance(NEWEST, request.match)
            response = await handle(incoming)
            ((after,),) = self.glance(NEWEST, request.match)
            match response:
                case Note(screen) | Update(note=Screen() as screen):
                    refused = screen.text == STALE
                case _:
                    refused = False
            if refused and before == after == request.version:
                self.story.broken.append(
                    f"a press to the newest version {after} of {request.match} was refused"
                )
            return response

        return watched

    def _others(self) -> list[Process]:
        """Whoever can answer what the first process hears."""
        found = [bot.process for bot in self.bots[1:]]
        return [one for one in found if one and one.service and not one.ended and not one.owner.stopped]

    def which(self, bot: Bot) -> str:
        """For the story: its number, where there are several."""
        return f" ({self.bots.index(bot)})" if len(self.bots) > 1 else ""

    def now(self) -> int:
        """By the clock of the bot's machine."""
        return int(self.clock.now()) + self.put_on

    def tell(self, what: str) -> None:
        """For the story."""
        self.story.told.append(f"{self.loop.time() - 1000:9.3f} {what}")

    def trouble(self, where: str, seconds: float, since: float | None = None) -> None:
        """Something is wrong there for so long from now on, and maybe since before."""
        now = self.loop.time()
        self.story.troubles[where].append((now if since is None else since, now + seconds))

    def troubled(self, where: str, since: float, until: float) -> bool:
        """Something was wrong there, or everywhere, in this time."""
        spans = [*self.story.troubles[where], *self.story.troubles[EVERYWHERE]]
        return any(begin <= until and end >= since for begin, end in spans)

    def port(self, platform: str) -> int:
        """Where a platform, or the web chat, listens."""
        if platform == "web":
            return WEB_PORT
        url = self.discord.address if platform == "discord" else self.telegram.url
        return urlsplit(url).port or 0

    # What the store says

    def glance(self, sql: str, *parameters: object) -> list[Any]:
        """What has been committed to the store by now."""
        if self._glancer is None:
            self._glancer = sqlite3.connect(self.folder / STORE_FILE, isolation_level=None)
        return self._glancer.execute(sql, parameters).fetchall()

    # What people are shown

    def saw(self, platform: str, message: str, payloads: list[str]) -> tuple[str, int] | None:
        """A message shows buttons of a match: what is shown is in the log, and no message stays back.

        Answers that were sent at the same time may overtake each other, but for a moment.
        """
        found = next(filter(None, map(CHOICE.match, payloads)), None)
        if found is None:
            self.story.back.pop((platform, message), None)
            return None
        match, version = found[1], int(found[2], 36)
        ((known,),) = self.glance(NEWEST, match)
        if version > known:
            self.story.broken.append(f"{platform} showed version {version} of {match}, {known} is stored")
        key = (platform, message, match)
        if version < self.story.newest.get(key, 0):
            told = f"went back from {self.story.newest[key]} to {version}"
            self.story.back.setdefault((platform, message), (self.loop.time(), told))
        elif late := self.story.back.pop((platform, message), None):
            since, told = late
            if self.loop.time() - since > MOMENT and not self.troubled(platform, since, since):
                self.story.broken.append(f"message {message} on {platform} {told}")
        self.story.newest[key] = max(version, self.story.newest.get(key, 0))
        return match, version

    def listed(self, platform: str, message: str, text: str) -> None:
        """A message may be the standing one of a chat."""
        if LIST not in text:
            return
        said = self.story.lists[platform, message]
        self.eye.tally.happened[STANDS if not said else REFRESHED] += 1
        if text not in list(said.values())[-1:]:
            said[self.loop.time()] = text

    def asked(self, ask: Ask) -> None:
        """Somebody did something: whether they have to wait for the answer will be seen."""
        self.story.asks.append(ask)
        self.eye.tally.asked += 1
        self.loop.call_later(NOTICED, self._look, ask)

    def _look(self, ask: Ask) -> None:
        if not ask.answered() and not self.troubled(ask.platform, ask.at - 1.0, ask.at + NOTICED):
            self.eye.tally.waited += 1

    def pinged(self, who: str, platform: str, shown: tuple[str, int] | None) -> None:
        """Somebody was called by a message, which may show this version of a match."""
        self.eye.tally.pings += 1
        if shown is not None:
            self.story.pings.append(Ping(who, platform, self.loop.time(), *shown))
            self.tell(f"{who} is called to {shown[0]} version {shown[1]}")

    def called(self, who: str, platform: str, message: str, *text: object) -> None:
        """A new message notified somebody; a page that comes back may get it again."""
        call = Call(who, platform, message, self.loop.time(), repr(text))
        self.story.calls.setdefault((who, message), call)

    def _discord_changed(self, change: str, message: Any) -> None:
        if message.reader is not None:
            return
        if change == "delete":
            self.eye.deleted(("discord", message.id))
            return
        if message.author.bot:
            self.eye.posted(("discord", message.id), private=message.channel.guild is None)
        self.listed("discord", f"{message.channel.id}/{message.id}", text_of(message))
        shown = self.saw("discord", str(message.id), _values(message.components, "custom_id"))
        self.tell(f"discord: {change} {message.id} {shown or ''}")
        if change == "create":
            self.story.came[message.id] = content_of(message)
            for number in sorted({*message.pings, *_notified_in_private(message)}):
                name = self.discord.world.users[number].name
                self.called(name, "discord", str(message.id), message.content, message.components)
            for number in sorted(message.pings):
                self.pinged(self.discord.world.users[number].name, "discord", shown)

    @property
    def unchanged(self) -> int:
        """How often Telegram was sent what a message showed already."""
        return sum("message is not modified" in call.description for call in self.telegram.calls.refused())

    def _telegram_changed(self, change: str, message: Any) -> None:
        if message.receiver is not None:
            return
        place = ("telegram", message.chat.id, message.id)
        if change == "deleted":
            self.eye.deleted(place)
            return
        if message.sender is self.telegram.service.world.bot:
            self.eye.posted(place, private=not message.chat.is_group)
        payloads = [key.value for row in message.content.keyboard for key in row]
        self.listed("telegram", f"{message.chat.id}/{message.id}", message.content.text)
        shown = self.saw("telegram", f"{message.chat.id}/{message.id}", payloads)
        self.tell(f"telegram: {change} {message.chat.id}/{message.id} {shown or ''}")
        if message.content.widget is not None:  # which changes before the words and buttons below it
            self.saw("telegram", f"{message.chat.id}/{message.id} to touch", touches_of(message))
            self.eye.tally.happened[WIDGET] += change == "sent"


def _notified_in_private(message: Any) -> set[int]:
    """Whom Discord notifies of a new message in their private chat, whether it mentions them or not."""
    silent = message.flags & SUPPRESS_NOTIFICATIONS
    if message.channel.guild is not None or silent or message.interaction is not None:
        return set()
    return {number for number, user in message.channel.readers.items() if not user.bot}


def questions(payloads: Iterable[str]) -> set[tuple[str, str]]:
    """Match and version of what some payloads choose."""
    return {(found[1], found[2]) for found in map(CHOICE.match, payloads) if found}


def touches_of(message: Message) -> list[str]:
    """What can be touched on a board on Telegram; nothing on a picture."""
    return list(widgets.touchable(widgets.state_of(message)).values()) if message.content.widget else []


def text_of(message: Any) -> str:
    """What a message on Discord says."""
    return "\n".join(_values(message.components, "content"))


def content_of(message: Any) -> tuple[str, Any]:
    """What a message on Discord shows, but for what is new each time that it is sent."""
    return message.content, _without_files(message.components)


def _without_files(shape: Any) -> Any:
    """Files have new ids each time they are sent."""
    if isinstance(shape, dict):
        left_out = ("id", "url", "proxy_url", "attachment_id", "media", "custom_id_seed")
        return {key: _without_files(value) for key, value in shape.items() if key not in left_out}
    return [_without_files(one) for one in shape] if isinstance(shape, list) else shape


def _values(shape: Any, name: str) -> list[str]:
    """The texts of this name in the components of a message, in their order."""
    if isinstance(shape, dict):
        own = [shape[name]] if isinstance(shape.get(name), str) else []
        return own + [found for value in shape.values() for found in _values(value, name)]
    return [found for one in shape for found in _values(one, name)] if isinstance(shape, list) else []


class Listening(logging.Handler):
    """Keeps what the bot writes as errors."""

    def __init__(self, story: Story) -> None:
        super().__init__(logging.ERROR)
        self._story = story

    def emit(self, record: logging.LogRecord) -> None:
        if OWNER.get() is not None:
            self._story.errors.append(record)
