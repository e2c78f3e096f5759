"""One bot on three platforms: loopback Discord, loopback Telegram, the web chat, somebody on each."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from bot import interface
from bot.delivery.background import Timing
from bot.delivery.heartbeat import LONGEST_WAIT
from bot.handlers.access import Access
from bot.handlers.dispatcher import Dispatcher
from bot.interface import Account, Adapter, Incoming, Note
from bot.interface import Chat as Place
from bot.platforms.discord.adapter import DiscordAdapter
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.platforms.web.adapter import WebAdapter
from bot.runtime.composition import build_bot
from games.events import MatchId
from storage.jobs import NEVER, Claim
from storage.sql.store import Store
from storage.sqlite.chat_log import SqliteChatLog
from tests.bot.memory_platform import UNHURRIED
from tests.bot.platforms.across_people import DiscordGuest, Guest, Seen, TelegramGuest, WebGuest, code_in
from tests.bot.platforms.discord.setup import COMMANDS, library_as_it_was
from tests.bot.platforms.web.visitor import visitors
from tests.games.walks import Case
from tests.loopback.core.clock import Clock
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.world import Channel
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.world import Chat
from tests.storage.sqlite.prepared import opened

ALL = ("discord", "telegram", "web")
MOST_PRESSES = 3000
LONG = 6.0  # seconds


@dataclass
class Across:
    """Ada is on Discord, Ben on Telegram, Cleo in the web chat; the bot is everywhere."""

    folder: Path
    discord: DiscordServer
    telegram: TelegramServer
    channel: Channel
    group: Chat
    guests: dict[str, Guest]
    draw: Callable[[int], bytes]
    port: int = 0
    slept: list[float] = field(default_factory=list)
    asleep: float = 0.0
    adapters: dict[str, Adapter] = field(default_factory=dict)
    away: str = ""
    """The platform that the bot is not connected to at present."""
    dispatcher: Dispatcher = field(init=False)
    store: Store = field(init=False)
    _running: AsyncExitStack = field(default_factory=AsyncExitStack)

    # The bot

    async def open(self, away: str = "") -> None:
        """Start the bot; of the platform that is `away` nothing can be heard yet."""
        self.away = away
        self._running = running = AsyncExitStack()
        self.store = await opened(self.folder / "house.db")
        running.push_async_callback(self.store.close)
        self.adapters = {platform: await self._adapter(platform) for platform in ALL}
        self.dispatcher = build_bot(
            self.store,
            self.adapters,
            clock=self.now,
            draw=self.draw,
            timing=Timing(sleep=self.sleep),
            access=Access(rates=replace(UNHURRIED, clock=self.now)),
        )
        running.push_async_callback(self.dispatcher.services.boards.close)
        running.push_async_callback(self.dispatcher.worker.close)
        self.dispatcher.worker.start()
        for platform in ALL:
            if platform != away:
                await self._connect(platform)
        await self.dispatcher.services.boards.catch_up()

    async def _connect(self, platform: str) -> None:
        adapter = self.adapters[platform]
        assert isinstance(adapter, DiscordAdapter | TelegramAdapter | WebAdapter)
        adapter.connect(self.dispatcher)
        await adapter.start()
        self._running.push_async_callback(adapter.stop)
        if platform == "discord":
            await self.discord.connected(*COMMANDS)
        if platform == "web":
            await self.open_page()

    async def back(self) -> None:
        """The platform that was away can be heard again."""
        away, self.away = self.away, ""
        await self._connect(away)
        await self.dispatcher.services.boards.catch_up(away)
        await self.settled()

    async def close(self) -> None:
        """Stop it."""
        await self._running.aclose()

    async def restart(self, away: str = "") -> None:
        """It ends and comes back; it has forgotten whatever it did not store."""
        await self.close()
        await self.open(away)
        await self.settled()

    async def _adapter(self, platform: str) -> Adapter:
        if platform == "discord":
            return DiscordAdapter(self.discord.token, self.discord.api_url, patience=60.0, sleep=_at_once)
        if platform == "telegram":
            url = self.telegram.url
            clock = self.telegram.clock.now
            return TelegramAdapter(self.telegram.token, url, clock=clock, sleep=self.sleep)
        log = await SqliteChatLog.open(self.folder / "web-chat.db", clock=self.now)
        self._running.push_async_callback(log.close)
        return WebAdapter(log, port=self.port, clock=self.now)

    async def open_page(self) -> None:
        """Cleo opens the web chat."""
        adapter = self.adapters["web"]
        assert isinstance(adapter, WebAdapter)
        self.port = urlsplit(adapter.address).port or 0
        (page,) = await self._running.enter_async_context(visitors(adapter.name, "Cleo"))
        cleo = self.guests.get("Cleo")
        if isinstance(cleo, WebGuest):
            cleo.page = page
        else:
            self.guests["Cleo"] = WebGuest(page)

    def now(self) -> int:
        """The bot's time: what is waited for does not count, so that it does not depend on how often."""
        return int(self.telegram.clock.now() - self.asleep)

    def later(self, seconds: float) -> None:
        """So much time has passed."""
        self.telegram.clock.advance(seconds)

    async def sleep(self, seconds: float) -> None:
        """Time passes at once; but nobody lets a press grow old while they wait for long."""
        self.slept.append(seconds)
        if seconds > LONG:
            presses = self.telegram.service.queries.presses
            await self.telegram.until(lambda: all(press.answers for press in presses.values()))
        self.asleep += seconds
        self.later(seconds)
        await asyncio.sleep(0)

    async def _waited(self) -> bool:
        """So much time has passed that a board is due that was put off for a while; False: none was."""
        due = await self.store.jobs.next_due(Claim("", NEVER, NEVER, served=[*self.adapters]))
        if due is None or not 0 < due - self.now() <= LONGEST_WAIT:
            return False
        self.later(due - self.now())
        self.dispatcher.services.intake.wake()
        return True

    async def settled(self) -> None:
        """Wait until every board shows what has happened, and every page has it; not while one is away."""
        while True:
            if not self.away:
                await self.dispatcher.worker.settled()
                if await self._waited():
                    continue
            discord, confirmed = self.adapters.get("discord"), self.telegram.updates.confirmed
            if isinstance(discord, DiscordAdapter) and discord._busy:
                await asyncio.wait(set(discord._busy))
            elif "telegram" in self.adapters and self.away != "telegram" and not confirmed:
                await self.telegram.dealt_with()
            else:
                break
        cleo = self.guests.get("Cleo")
        if isinstance(cleo, WebGuest):
            await cleo.page.ping()

    # What happens at the table

    def guest(self, name: str) -> Guest:
        return self.guests[name]

    async def type(self, guest: Guest, line: str, *, privately: bool = False) -> None:
        await guest.type(line, privately=privately)
        await self.settled()

    async def press(self, guest: Guest, seen: Seen, label: str) -> None:
        await guest.press(seen, label)
        await self.settled()

    async def begin(self, host: Guest, other: Guest, line: str, *, privately: bool = False) -> str:
        """Each where they are, one challenges and the other joins by its code; gives the code."""
        await self.type(host, f"/play {line}", privately=privately)
        code = code_in((await host.sees("Cancel", private=privately)).text)
        await self.type(other, f"/join {code}", privately=privately)
        return code

    async def press_to_the_end(self, case: Case, *players: Guest, seed: int = 4) -> int:
        """Each presses what they see until nothing is left to choose; gives the number of presses."""
        chance = random.Random(seed)
        for presses in range(MOST_PRESSES):
            asked = [(guest, seen) for guest in players if (seen := guest.asked())]
            if not asked:
                return presses
            await self.choose(case, *chance.choice(asked), chance)
        raise AssertionError("not over")

    async def choose(self, case: Case, guest: Guest, seen: Seen, chance: random.Random) -> None:
        """Press one of the choices."""
        alt = seen.alt
        if case.key == "stacko" and not alt:
            alt = await self._picture_in_words(guest, seen.match)
        await self.press(guest, seen, guest.pick(case, seen, alt, chance))

    async def _picture_in_words(self, guest: Guest, match: str) -> str:
        """What somebody sees in the picture: Telegram has no words for it, so the bot is asked."""
        assert isinstance(guest, TelegramGuest)
        account = Account("telegram", str(guest.person.id), guest.name)
        anywhere = Place("telegram", "-1", private=False)
        answer = await self.dispatcher.handle(
            Incoming(account, anywhere, interface.ShowHand(MatchId(match)), "look")
        )
        assert isinstance(answer, Note)
        assert answer.screen.image
        return answer.screen.image.alt


async def _at_once(seconds: float) -> None:
    await asyncio.sleep(0)


def lots() -> Callable[[int], bytes]:
    """Chance that is the same in every run."""
    drawn = itertools.count(1)
    return lambda size: bytes((next(drawn) * 37 + step * 11) % 256 for step in range(size))


@asynccontextmanager
async def across(folder: Path, *, draw: Callable[[int], bytes] | None = None) -> AsyncIterator[Across]:
    """Set the table; at the end no platform may have had to complain."""
    with library_as_it_was():
        async with DiscordServer() as discord, TelegramServer(clock=Clock()) as telegram:
            ada, ben = discord.person("Ada"), telegram.person("Ben", username="ben_t")
            watcher, other = discord.person("Dora"), telegram.person("Emil", username="emil_t")
            channel = discord.channel(discord.guild("Guild", ada, watcher), "general")
            group = telegram.supergroup("Table", ben, other)
            guests: dict[str, Guest] = {
                "Ada": DiscordGuest(discord, ada, channel),
                "Dora": DiscordGuest(discord, watcher, channel),
                "Ben": TelegramGuest(telegram, ben, group),
                "Emil": TelegramGuest(telegram, other, group),
            }
            for person in (ben, other):
                person.private.bot = "member"
            there = Across(folder, discord, telegram, channel, group, guests, draw or lots())
            await there.open()
            try:
                yield there
            finally:
                await there.close()
            assert (discord.complaints, telegram.unknown) == ([], [])
