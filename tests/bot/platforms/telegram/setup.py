"""The whole bot in this process, on the loopback Telegram, with people in a group."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.delivery.background import Timing
from bot.handlers.access import Access, RateLimits
from bot.handlers.dispatcher import Dispatcher
from bot.interface import Chat, Front, RetryLater, Robots, Screen
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.platforms.telegram.updates import Webhook
from bot.runtime.composition import build_bot
from bot.texts import LANGUAGES
from storage.jobs import Job
from storage.sql.store import Store
from tests.bot.memory_platform import NO_ROBOTS, UNHURRIED
from tests.loopback.core.clock import Clock
from tests.loopback.telegram.content import Key
from tests.loopback.telegram.limits import Flood
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.refusals import bad
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.showing import Shown
from tests.loopback.telegram.world import Chat as Place
from tests.storage.sqlite.prepared import opened

PutOff = Callable[..., Awaitable[None]]

LONG = 6.0  # seconds

NAMES = ("Ada", "Ben", "Cleo")


@dataclass
class Table:
    """Ada, Ben and Cleo in a group, and the bot. Time passes when somebody waits."""

    telegram: TelegramServer
    group: Place
    people: dict[str, Person]
    folder: Path
    webhook: Webhook | None = None
    rates: RateLimits = UNHURRIED
    robots: Robots = NO_ROBOTS
    pages: str | None = None
    picture_chat: int | None = None
    slept: list[float] = field(default_factory=list)
    asleep: float = 0.0
    seeds: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    adapter: TelegramAdapter = field(init=False)
    dispatcher: Dispatcher = field(init=False)
    store: Store = field(init=False)

    async def open(self) -> None:
        """Start the bot."""
        self.store = await opened(self.folder / "house.db")
        self.store.jobs.put_off = self.put_off(self.store.jobs.put_off)  # type: ignore[method-assign, assignment]
        self.adapter = TelegramAdapter(
            self.telegram.token,
            self.telegram.url,
            webhook=self.webhook,
            pages=self.pages,
            picture_chat=self.picture_chat,
            clock=self.telegram.clock.now,
            sleep=self.sleep,
        )
        self.dispatcher = build_bot(
            self.store,
            {"telegram": self.adapter},
            clock=self.now,
            draw=self.draw,
            timing=Timing(sleep=self.sleep),
            access=Access(
                rates=replace(self.rates, clock=self.now),
                robots=self.robots,
                in_words=lambda chat: chat.fixed and self.picture_chat is None,
            ),
        )
        self.adapter.connect(self.dispatcher)
        await self.dispatcher.start()
        await self.adapter.start()
        await self.dispatcher.services.boards.catch_up()

    def put_off(self, put_off: PutOff) -> PutOff:
        """Time also passes at once for a board that has to wait for the pace of its chat."""

        async def put_off_and_wait(job: Job, due: int, *, tries: int) -> None:
            await put_off(job, due, tries=tries)
            if job.kind == "board":
                self.pass_until(due)

        return put_off_and_wait

    def pass_until(self, due: int) -> None:
        """Go on to this time of the bot."""
        self.telegram.clock.advance(max(0, due - self.now()))

    async def close(self) -> None:
        """Stop it."""
        await self.adapter.stop()
        await self.dispatcher.close()
        await self.store.close()

    def draw(self, size: int) -> bytes:
        number = next(self.seeds)
        return bytes((number * 37 + step * 11) % 256 for step in range(size))

    async def sleep(self, seconds: float) -> None:
        """Time passes at once; but nobody lets a press grow old while they wait for long."""
        self.slept.append(seconds)
        if seconds > LONG:
            presses = self.telegram.service.queries.presses
            await self.telegram.until(lambda: all(press.answers for press in presses.values()))
        self.asleep += seconds
        self.telegram.clock.advance(seconds)
        await asyncio.sleep(0)

    def now(self) -> int:
        """The bot's time: what is waited for does not count, so that it does not depend on how often."""
        return int(self.telegram.clock.now() - self.asleep)

    @property
    def ada(self) -> Person:
        return self.people["Ada"]

    @property
    def ben(self) -> Person:
        return self.people["Ben"]

    @property
    def cleo(self) -> Person:
        return self.people["Cleo"]

    async def settled(self) -> None:
        """Wait until every board shows what has happened."""
        while True:
            await self.dispatcher.worker.settled()
            await self.dispatcher.services.background.settled()
            await self.dispatcher.worker.settled()
            if self.telegram.updates.confirmed:
                return
            await self.telegram.dealt_with()

    def start_all(self) -> None:
        """Everybody has started the bot at some time."""
        for person in self.people.values():
            person.private.bot = "member"

    async def begin(self, game: str, house_rules: str = "", *, topic: int | None = None) -> Shown:
        """Ada challenges in the group, Ben accepts; gives the board."""
        self.ada.say(self.group, f"/play {game} {house_rules}", topic=topic)
        challenge = await self.ben.sees(lambda one: "Accept" in one.labels, self.group)
        await self.ben.press(challenge, "Accept")
        await self.settled()
        return self.ben.still(challenge)

    async def send_board(self, game: str = "sahara", chat: Place | None = None) -> Shown:
        """Ada sends a challenge into a chat without the bot, and Ben accepts; gives the board."""
        place = chat or self.telegram.between(self.ada, self.ben)
        sent = self.ada.choose(await self.ada.inline(game, place), place)
        await self.accept(place)
        return self.ada.still(sent)

    async def accept(self, chat: Place) -> None:
        """Ben accepts the challenge in this chat."""
        challenge = await self.ben.sees(lambda one: {"Accept", "Cancel"} <= {*one.labels}, chat)
        await self.ben.press(challenge, "Accept")
        await self.settled()

    async def begin_in_private(self, game: str, house_rules: str = "") -> None:
        """Ada shares a challenge by its link, Ben follows it and accepts."""
        self.start_all()
        self.ada.say(self.ada.private, f"/play {game} {house_rules}")
        challenge = await self.ada.sees(lambda one: "Cancel" in one.labels, self.ada.private)
        self.ben.follow(next(url for _, url in [*challenge.links, *found_links(challenge)] if "join_" in url))
        invitation = await self.ben.sees(lambda one: "Accept" in one.labels, self.ben.private)
        await self.ben.press(invitation, "Accept")
        await self.settled()

    def to_press(self, chats: Sequence[Place] = ()) -> list[tuple[Person, Shown]]:
        """Who can choose something, and on which message they see it."""
        found = [(person, self._asks(person)) for person in (self.ada, self.ben)]
        return [(person, shown) for person, shown in found if shown is not None]

    def _asks(self, person: Person) -> Shown | None:
        private = [shown for shown in person.messages(person.private) if choices(shown)]
        if private:
            return private[-1]
        asked = f"It is {person.user.first_name}'s turn."
        asks = [
            shown
            for shown in person.messages(self.group)
            if choices(shown) and (shown.ephemeral or asked in shown.text)
        ]
        return asks[-1] if asks else None


def choices(shown: Shown) -> list[Key]:
    """The buttons that choose something, the way back included."""
    return [key for row in shown.keyboard for key in row if key.value.startswith("c:")]


def found_links(shown: Shown) -> list[tuple[str, str]]:
    """The addresses that stand in a text as they are."""
    return [(url, url) for url in shown.entities("url")]


@asynccontextmanager
async def table(
    folder: Path,
    *,
    flood: Flood | None = None,
    topics: Sequence[str] = (),
    webhook: Webhook | None = None,
    small: bool = False,
    rates: RateLimits = UNHURRIED,
    robots: Robots = NO_ROBOTS,
    pages: str | None = None,
    main_web_app: bool = False,
) -> AsyncIterator[Table]:
    """A group with three people and the running bot; at the end nothing may have gone wrong at Telegram."""
    async with TelegramServer(clock=Clock(), flood=flood) as telegram:
        people = {name: telegram.person(name, username=f"{name.lower()}_t") for name in NAMES}
        if small:
            group = telegram.group("Table", *people.values())
        else:
            group = telegram.supergroup("Table", *people.values(), topics=topics)
        there = Table(telegram, group, people, folder, webhook, rates, robots, pages)
        telegram.service.settings.main_web_app = main_web_app
        await there.open()
        try:
            yield there
        finally:
            await there.close()
        assert telegram.unknown == []


@dataclass
class Stage:
    """Ada and Ben in a group, the adapter, and a front that answers by a script."""

    telegram: TelegramServer
    group: Place
    ada: Person
    ben: Person
    adapter: TelegramAdapter
    slept: list[float]

    @property
    def place(self) -> Chat:
        """The group, as the bot knows it."""
        return Chat("telegram", str(self.group.id), private=False)

    def number(self, shown: Shown) -> str:
        """The id of a message of the group, as the bot knows it."""
        return f"{self.group.id}/{shown.id}"

    async def tire(self) -> None:
        """Write so much in the group that Telegram wants a pause."""
        with suppress(RetryLater):
            while True:
                await self.posted(Screen("talk"))

    async def posted(self, message: Screen, chat: Chat | None = None) -> Shown:
        """A message of the bot in the group, or elsewhere."""
        there = chat or self.place
        await self.adapter.post(there, message, nonce=f"nonce {len(self.telegram.calls)}")
        where = self.group if not there.private else self.telegram.service.world.chats[int(there.id)]
        return next(one for one in (self.ada, self.ben) if one.messages(where)).latest(where)

    async def grow_old(self) -> None:
        """From now on the bot talks to a server that is older than Bot API 10.3."""
        await self.adapter.stop()
        refusal = "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        self.telegram.faults.refuse("editMessageText", bad(refusal))
        await self.adapter.start()

    async def registered(self) -> None:
        """Wait until the bot has told Telegram its commands and descriptions: of these, the last."""
        last = self.telegram.service.profile.said["ShortDescription"]
        await self.telegram.until(lambda: len(last) == len(LANGUAGES))


@asynccontextmanager
async def stage(
    front: Front, *, webhook: Webhook | None = None, topics: Sequence[str] = (), small: bool = False
) -> AsyncIterator[Stage]:
    """The adapter alone."""
    async with TelegramServer(clock=Clock()) as telegram:
        ada, ben = telegram.person("Ada", username="ada_t"), telegram.person("Ben", username="ben_t")
        group = (
            telegram.group("Table", ada, ben)
            if small
            else telegram.supergroup("Table", ada, ben, topics=topics)
        )
        slept: list[float] = []

        async def sleep(seconds: float) -> None:
            slept.append(seconds)
            telegram.clock.advance(seconds)
            await asyncio.sleep(0)

        adapter = TelegramAdapter(
            telegram.token, telegram.url, webhook=webhook, clock=telegram.clock.now, sleep=sleep
        )
        adapter.connect(front)
        await adapter.start()
        try:
            yield Stage(telegram, group, ada, ben, adapter, slept)
        finally:
            await adapter.stop()
        assert telegram.unknown == []
