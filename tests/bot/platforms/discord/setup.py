"""The whole bot in this process, on the loopback Discord, with people in a channel."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.delivery.background import Timing
from bot.handlers.access import Access
from bot.handlers.dispatcher import Dispatcher
from bot.interface import Robots
from bot.platforms.discord.adapter import EVERYTHING, DiscordAdapter
from bot.platforms.discord.settings import Hearing
from bot.runtime.composition import build_bot
from storage.sql.store import Store
from tests.bot.memory_platform import NO_ROBOTS, UNHURRIED
from tests.loopback.discord.people import Person
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.sight import Button, Shown
from tests.loopback.discord.world import Channel, Guild
from tests.storage.facts import jobs_of
from tests.storage.sqlite.prepared import opened

MOST_TRIES = 12  # of boards that Discord does not take
COMMANDS = ("play", "help", "Challenge to a game")


async def _no_pause(_: float) -> None:
    await asyncio.sleep(0)


@dataclass
class Table:
    """Ada, Ben and Cleo in the channel of a guild, and the bot."""

    discord: DiscordServer
    guild: Guild
    channel: Channel
    people: dict[str, Person]
    folder: Path
    """Where the bot stores."""
    draw: Callable[[int], bytes]
    patience: float
    robots: Robots
    hearing: Hearing = EVERYTHING
    launches: bool = False
    now: int = 1_000_000
    store: Store = field(init=False)
    adapter: DiscordAdapter = field(init=False)
    dispatcher: Dispatcher = field(init=False)

    async def come(self) -> None:
        """The bot begins, and knows what is stored."""
        self.store = await opened(self.folder / "table.db")
        self.adapter = DiscordAdapter(
            self.discord.token,
            self.discord.api_url,
            hearing=self.hearing,
            launches=self.launches,
            patience=self.patience,
            sleep=_no_pause,
        )
        self.dispatcher = build_bot(
            self.store,
            {"discord": self.adapter},
            clock=lambda: self.now,
            draw=self.draw,
            timing=Timing(sleep=_no_pause),
            access=Access(
                rates=replace(UNHURRIED, clock=lambda: self.now), robots=self.robots, odd_sentences=True
            ),
        )
        self.adapter.connect(self.dispatcher)
        await self.dispatcher.start()
        await self.adapter.start()
        await self.discord.connected(*COMMANDS)
        await self.dispatcher.services.boards.catch_up()

    async def go(self) -> None:
        """The bot ends."""
        await self.adapter.stop()
        await self.dispatcher.close()
        await self.store.close()

    async def restart(self) -> None:
        """The bot ends and comes back; it has forgotten whatever it did not store."""
        await self.go()
        await self.come()

    def person(self, name: str) -> Person:
        return self.people[name]

    def board(self, chat: Channel | None = None) -> Shown:
        """The newest message that everybody in the chat can see."""
        return self.discord.messages(chat or self.channel)[-1]

    def own(self, name: str) -> Shown | None:
        """The newest message in somebody's private chat."""
        found = self.people[name].messages(self.discord.dm(self.people[name]))
        return found[-1] if found else None

    async def settled(self) -> None:
        """Wait until every board shows what has happened; time passes where Discord makes the bot wait."""
        await self._idle()
        for _ in range(MOST_TRIES):
            boards = [job for job in await jobs_of(self.store) if job.kind == "board"]
            put_off = [job.due for job in boards if job.tries or job.due > self.now]
            if not put_off:
                return
            self.now = max(self.now, min(put_off))
            self.dispatcher.worker.look()
            await self._idle()

    async def _idle(self) -> None:
        await self.dispatcher.worker.settled()
        await self.dispatcher.services.background.settled()
        await self.dispatcher.worker.settled()

    async def answered(self) -> None:
        """Wait until the bot is done with every press that it heard, and with all that follows."""
        await presses_done()
        await self.settled()

    async def begin(self, game: str, house_rules: str = "", *, private: bool = False) -> None:
        """Ada challenges in the channel, or Ben from her private chat; Ben accepts."""
        ada, ben = self.people["Ada"], self.people["Ben"]
        options: dict[str, object] = {"game": game, **({"house_rules": house_rules} if house_rules else {})}
        if private:
            await ada.use("play", self.discord.dm(ada), opponent=ben, **options)
            await self.settled()
            challenge = await ben.sees(self.discord.dm(ben), lambda shown: "Accept" in shown.labels)
        else:
            await ada.use("play", self.channel, **options)
            challenge = await ben.sees(self.channel, lambda shown: "Accept" in shown.labels)
        await ben.press(challenge, "Accept")
        await self.settled()

    def to_press(self) -> list[tuple[Person, Shown]]:
        """Who can choose something, and on which message they see it."""
        return [
            (person, shown)
            for person in (self.people["Ada"], self.people["Ben"])
            if (shown := self._asks(person)) is not None
        ]

    def _asks(self, person: Person) -> Shown | None:
        private = self.own(person.user.name)
        if private is not None and choices(private):
            return private
        for shown in reversed(person.messages(self.channel)):
            if shown.ephemeral and choices(shown):
                return shown  # what they have chosen so far
        public = self.discord.messages(self.channel)
        asked = f"It is {person.user.name}'s turn."
        return next((shown for shown in public if choices(shown) and asked in shown.text), None)


def choices(shown: Shown) -> list[Button]:
    """The buttons that choose something, the way back included."""
    pressable = (button for button in shown.buttons if not button.disabled)
    return [button for button in pressable if (button.custom_id or "").startswith("c:")]


def mover(shown: Shown) -> str:
    """Whose turn it is, by what the board says."""
    found = re.search(r"It is (\w+)'s turn\.", shown.text)
    assert found, shown.text
    return found[1]


async def presses_done() -> bool:
    """Wait until the bot is done with every press that it heard; False: it was done already."""
    heard = False
    while busy := [task for task in asyncio.all_tasks() if task.get_name() == "discord.py: on_interaction"]:
        heard = True
        await asyncio.wait(busy)
    return heard


@contextmanager
def library_as_it_was() -> Iterator[None]:
    """The library is led to the loopback by its own constants: they come back."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before


@asynccontextmanager
async def table(
    folder: Path,
    *,
    draw: Callable[[int], bytes] | None = None,
    patience: float = 60.0,
    discord: DiscordServer | None = None,
    robots: Robots = NO_ROBOTS,
    hearing: Hearing = EVERYTHING,
    launches: bool = False,
) -> AsyncIterator[Table]:
    """Set the table; with a `discord` that is running already, the people are there too."""
    drawn = itertools.count(1)

    def lots(size: int) -> bytes:
        return bytes((next(drawn) * 37 + step * 11) % 256 for step in range(size))

    with library_as_it_was():
        async with DiscordServer() as server:
            there = discord or server
            people = {name: there.person(name) for name in ("Ada", "Ben", "Cleo")}
            guild = there.guild("Guild", *people.values())
            channel = there.channel(guild, "general")
            dealt = draw or lots
            set_up = Table(there, guild, channel, people, folder, dealt, patience, robots, hearing, launches)
            await set_up.come()
            try:
                yield set_up
            finally:
                await set_up.go()
            assert there.complaints == []
