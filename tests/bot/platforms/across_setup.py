"""One bot on loopback Discord, loopback Telegram and in the web chat, or on one of them; people on each."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from bot import interface
from bot.delivery.background import Timing
from bot.delivery.heartbeat import LONGEST_WAIT
from bot.handlers.access import Access
from bot.handlers.dispatcher import Dispatcher
from bot.interface import Account, Adapter, Answer, Incoming, Note, Robots
from bot.interface import Chat as Place
from bot.platforms.discord.adapter import DiscordAdapter
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.platforms.web.adapter import WebAdapter
from bot.runtime.composition import build_bot
from games.events import MatchId
from storage.jobs import NEVER, Claim
from storage.sql.store import Store
from storage.sqlite.chat_log import SqliteChatLog
from tests.bot.memory_platform import NO_ROBOTS, UNHURRIED
from tests.bot.platforms.across_people import DiscordGuest, Guest, Seen, TelegramGuest, WebGuest, code_in
from tests.bot.platforms.discord.setup import COMMANDS, library_as_it_was, presses_done
from tests.bot.platforms.web.visitor import visitors
from tests.games.walks import Case
from tests.loopback.core.clock import Clock
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.world import Channel
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.service import BOT_ID
from tests.loopback.telegram.world import Chat
from tests.storage.sqlite.prepared import opened

PLATFORMS = ("discord", "telegram", "web")
Cast = Mapping[str, str]
"""Who is on which platform."""
EVERYWHERE: Cast = {
    "Ada": "discord",
    "Ben": "telegram",
    "Cleo": "web",
    "Dora": "discord",
    "Emil": "telegram",
}
MOST_PRESSES = 3000
LONG = 6.0  # seconds


def all_on(platform: str) -> Cast:
    """Ada, Ben and Cleo on one platform."""
    return dict.fromkeys(("Ada", "Ben", "Cleo"), platform)


@dataclass
class Across:
    """People on some platforms; the bot is wherever they are."""

    folder: Path
    cast: Cast
    discord: DiscordServer
    telegram: TelegramServer
    channel: Channel
    group: Chat
    guests: dict[str, Guest]
    draw: Callable[[int], bytes]
    ids: Callable[[int], bytes]
    """Those of the messages of the web chat."""
    robots: Robots = NO_ROBOTS
    picture_chat: int | None = None
    """Where Telegram takes the pictures of boards that stand in chats without the bot."""
    port: int = 0
    slept: list[float] = field(default_factory=list)
    asleep: float = 0.0
    adapters: dict[str, Adapter] = field(default_factory=dict)
    more_adapters: Mapping[str, Adapter] = field(default_factory=dict)
    """Those of platforms that need no connection."""
    away: str = ""
    """The platform that the bot is not connected to at present."""
    dispatcher: Dispatcher = field(init=False)
    store: Store = field(init=False)
    _running: AsyncExitStack = field(default_factory=AsyncExitStack)
    _requests: int = 0

    # The bot

    async def open(self, away: str = "") -> None:
        """Start the bot; of the platform that is `away` nothing can be heard yet."""
        self.away = away
        self._running = running = AsyncExitStack()
        self.store = await opened(self.folder / "house.db")
        running.push_async_callback(self.store.close)
        self.adapters = {platform: await self._adapter(platform) for platform in self.platforms}
        self.adapters.update(self.more_adapters)
        self.dispatcher = build_bot(
            self.store,
            self.adapters,
            clock=self.now,
            draw=self.draw,
            timing=Timing(sleep=self.sleep),
            access=Access(
                rates=replace(UNHURRIED, clock=self.now),
                robots=self.robots,
                in_words=lambda chat: chat.fixed and self.picture_chat is None,
                odd_sentences=True,
            ),
        )
        running.push_async_callback(self.dispatcher.close)
        await self.dispatcher.start()
        for platform in self.platforms:
            if platform != away:
                await self._connect(platform)
        await self.dispatcher.services.boards.catch_up()
        self.dispatcher.worker.look()  # the first look was before anybody could be heard

    @property
    def platforms(self) -> list[str]:
        """Where somebody is."""
        return sorted(set(self.cast.values()))

    async def _connect(self, platform: str) -> None:
        adapter = self.adapters[platform]
        assert isinstance(adapter, DiscordAdapter | TelegramAdapter | WebAdapter)
        adapter.connect(self.dispatcher)
        await adapter.start()
        self._running.push_async_callback(adapter.stop)
        if platform == "discord":
            await self.discord.connected(*COMMANDS)
        if platform == "web":
            await self.open_pages()

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
            return TelegramAdapter(
                self.telegram.token, url, picture_chat=self.picture_chat, clock=clock, sleep=self.sleep
            )
        log = await SqliteChatLog.open(self.folder / "web-chat.db", clock=self.now, draw=self.ids)
        self._running.push_async_callback(log.close)
        return WebAdapter(log, port=self.port, clock=self.now)

    @property
    def web(self) -> WebAdapter:
        adapter = self.adapters["web"]
        assert isinstance(adapter, WebAdapter)
        return adapter

    async def open_pages(self) -> None:
        """Whoever is in the web chat opens it."""
        self.port = urlsplit(self.web.address).port or 0
        names = [name for name, platform in self.cast.items() if platform == "web"]
        for page in await self._running.enter_async_context(visitors(self.web.name, *names)):
            guest = self.guests.setdefault(page.name, WebGuest(page))
            assert isinstance(guest, WebGuest)
            guest.page = page

    def now(self) -> int:
        """The bot's time: what is waited for does not count, so that it does not depend on how often."""
        return int(self.telegram.clock.now() - self.asleep)

    def later(self, seconds: float) -> None:
        """So much time has passed."""
        self.telegram.clock.advance(seconds)

    async def pass_time(self, seconds: float, *, waiting: bool = True) -> None:
        """So much time has passed, and what is due by then is done; `waiting`: see `settled`."""
        self.later(seconds)
        self.dispatcher.worker.look()
        await self.settled(waiting=waiting)

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
        await self.store.try_writing()  # together with what waits for the next write
        due = await self.store.jobs.next_due(Claim("", NEVER, NEVER, served=[*self.adapters]))
        if due is None or not 0 < due - self.now() <= LONGEST_WAIT:
            return False
        self.later(due - self.now())
        self.dispatcher.services.intake.wake()
        return True

    async def settled(self, *, waiting: bool = True) -> None:
        """Until every board shows what has happened, and every page has it; not while a platform is away.

        Boards that were put off for a moment are waited for, unless the clock is to stand still.
        """
        while True:
            confirmed = self.telegram.updates.confirmed  # before the rest: what is dealt with may leave work
            if not self.away:
                await self.dispatcher.worker.settled()
                await self.dispatcher.services.background.settled()
                await self.dispatcher.worker.settled()
                if waiting and await self._waited():
                    continue
            if await presses_done():
                continue
            if "telegram" in self.adapters and self.away != "telegram" and not confirmed:
                await self.telegram.dealt_with()
            else:
                break
        for guest in self.guests.values():
            if isinstance(guest, WebGuest):
                await guest.page.ping()

    def place(self, platform: str) -> str:
        """The id of the public chat, as the bot knows it."""
        if platform == "discord":
            assert self.channel.guild
            return f"{self.channel.guild.id}/{self.channel.id}"
        return str(self.group.id) if platform == "telegram" else "channel"

    def refused(self) -> list[str]:
        """What Telegram did not take, its pace aside; an adapter that starts asks for what is not there."""
        calls = [one for one in self.telegram.calls.refused() if one.chat != BOT_ID]
        return [one.description for one in calls if one.status != 429]

    # What happens at the table

    def guest(self, name: str) -> Guest:
        return self.guests[name]

    async def type(self, guest: Guest, line: str, *, privately: bool = False) -> None:
        await guest.type(line, privately=privately)
        await self.settled()

    async def press(self, guest: Guest, seen: Seen, label: str) -> None:
        await guest.press(seen, label)
        await self.settled()

    async def accepted(self, host: Guest, other: Guest, line: str) -> None:
        """One challenges in public, and the other accepts."""
        await self.type(host, f"/play {line}")
        await self.press(other, await other.sees("Accept"), "Accept")

    async def begin(self, host: Guest, other: Guest, line: str, *, privately: bool = False) -> str:
        """Each where they are, one challenges and the other joins by its code; gives the code."""
        await self.type(host, f"/play {line}", privately=privately)
        code = code_in((await host.sees("Cancel", private=privately)).text)
        await self.type(other, f"/join {code}", privately=privately)
        return code

    async def send_board(self, ada: Guest, ben: Guest, line: str, *, called: bool = False) -> Chat:
        """By way of the bot, one sends a challenge into a chat without it, and the other accepts there.

        With `called`, the bot is called there by its name instead, and comes as a guest. Gives the chat,
        where all guests on Telegram are from then on.
        """
        guests = [guest for guest in self.guests.values() if isinstance(guest, TelegramGuest)]
        chat = self.telegram.service.world.new_chat("people", "", [guest.person.user for guest in guests])
        for guest in guests:
            guest.group = chat
        assert isinstance(ada, TelegramGuest)
        if called:
            await ada.person.summon(chat, f"@{self.telegram.bot_name} {line}")
        else:
            ada.person.choose(await ada.person.inline(line, chat), chat)
        await self.settled()
        await self.press(ben, ben.board(), "Accept")
        return chat

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

    async def request(self, guest: Guest, request: interface.Request) -> Answer:
        """Hand in a request of somebody on Telegram, without any message."""
        assert isinstance(guest, TelegramGuest)
        account = Account("telegram", str(guest.person.id), guest.name)
        anywhere = Place("telegram", "-1", private=False)
        self._requests += 1
        return await self.dispatcher.handle(Incoming(account, anywhere, request, f"r{self._requests}"))

    async def _picture_in_words(self, guest: Guest, match: str) -> str:
        """What somebody sees in the picture: Telegram has no words for it, so the bot is asked."""
        answer = await self.request(guest, interface.ShowHand(MatchId(match)))
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
async def across(
    folder: Path,
    cast: Cast = EVERYWHERE,
    *,
    draw: Callable[[int], bytes] | None = None,
    robots: Robots = NO_ROBOTS,
    started: bool = True,
    more_adapters: Mapping[str, Adapter] | None = None,
) -> AsyncIterator[Across]:
    """Set the table; at the end no platform may have had to complain.

    Args:
        folder: where the bot stores.
        cast: who is where.
        draw: chance; unless it is given, the same in every run.
        robots: against whom one can play.
        started: everybody on Telegram has started the bot.
        more_adapters: of platforms that need no connection, by platform.
    """
    with library_as_it_was():
        async with DiscordServer() as discord, TelegramServer(clock=Clock()) as telegram:
            on_discord = {name: discord.person(name) for name in cast if cast[name] == "discord"}
            on_telegram = {
                name: telegram.person(name, username=f"{name.lower()}_t")
                for name in cast
                if cast[name] == "telegram"
            }
            channel = discord.channel(discord.guild("Guild", *on_discord.values()), "general")
            group = telegram.supergroup("Table", *on_telegram.values())
            guests: dict[str, Guest] = {
                **{name: DiscordGuest(discord, person, channel) for name, person in on_discord.items()},
                **{name: TelegramGuest(telegram, person, group) for name, person in on_telegram.items()},
            }
            for person in on_telegram.values():
                person.private.bot = "member" if started else "left"
            draws = draw or lots(), random.Random(8).randbytes
            there = Across(folder, cast, discord, telegram, channel, group, guests, *draws, robots)
            there.more_adapters = more_adapters or {}
            await there.open()
            try:
                yield there
            finally:
                await there.close()
            assert (discord.complaints, telegram.unknown) == ([], [])
