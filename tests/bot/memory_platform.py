"""A platform in memory and a house around it: people press the buttons they see, nothing else."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import pytest

from bot.delivery.background import Timing
from bot.domain import commands
from bot.handlers.access import Access, Pauses, Rate, RateLimits
from bot.handlers.dispatcher import Middleware
from bot.handlers.services import Services
from bot.interface import (
    Account,
    Adapter,
    Answer,
    Button,
    Chat,
    Delivery,
    Incoming,
    InteractionRequired,
    MessageGone,
    MessageKindFixed,
    Note,
    Post,
    Request,
    Robots,
    Screen,
    Unreachable,
    Update,
)
from bot.platforms import callback_data
from bot.runtime.composition import build_bot
from games.events import MatchId
from games.game import View
from games.judgement import Judgement
from storage.sql.store import Store
from tests.storage.facts import notices_due
from tests.storage.sqlite.prepared import lent, opened, prepared

_FREE = Rate(1_000_000, 60)
_AT_ONCE = Pauses(free=1_000_000)
UNHURRIED = RateLimits(
    *(_FREE, _FREE, _FREE),
    forgets=_FREE,
    pages=_FREE,
    pauses=_AT_ONCE,
    starts=_AT_ONCE,
    starts_of_pair=_AT_ONCE,
)
"""Nobody is asked to wait in a house whose clock stands still."""


class NoRobots:
    """Robots that are switched off."""

    games: Collection[str] = ()

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        raise RuntimeError("robots are switched off")

    async def assess(self, view: View, seed: int, *, match: str) -> float:
        raise RuntimeError("robots are switched off")

    async def judge(
        self, before: View, played: str, after: View, seed: int, opposite: tuple[View, View]
    ) -> Judgement:
        raise RuntimeError("robots are switched off")


NO_ROBOTS = NoRobots()

CHANNEL = Chat("fake", "channel", private=False)
MORE = "More"


def account(name: str) -> Account:
    return Account("fake", name.lower(), name)


ADA, BEN, CLEO = account("Ada"), account("Ben"), account("Cleo")


def other(who: Account) -> Account:
    """Of Ada and Ben."""
    return BEN if who == ADA else ADA


def private_chat(who: Account) -> Chat:
    return Chat("fake", f"@{who.id}", private=True)


@dataclass(frozen=True)
class Seen:
    """An answer, by who sees what of it."""

    update: Screen | None = None
    """The pressed message, from now on."""
    post: Screen | None = None
    """A new message, for all."""
    note: Screen | None = None
    """For the person who asked alone."""
    alone: bool = False
    delivery: Delivery | None = None
    succeeded: bool = False
    managers_only: bool = False
    for_all: bool = False
    language: str = ""
    gives_way: bool = False
    """Whether the pressed message is gone instead."""

    @property
    def noted(self) -> Screen:
        """The note that it has to be."""
        assert self.note
        return self.note

    @property
    def updated(self) -> Screen:
        """What the pressed message has to show from now on."""
        assert self.update
        return self.update

    @property
    def posted(self) -> Screen:
        """The new message for all that it has to be."""
        assert self.post
        return self.post


def seen(answer: Answer) -> Seen:
    """What is seen of an answer."""
    match answer:
        case Update(screen, delivery, alone, note, language):
            shown = Seen(screen, None, note, alone, delivery, note is None, language=language)
            return replace(shown, gives_way=answer.gives_way)
        case Post(screen, delivery, pressed, language):
            return Seen(pressed, screen, None, False, delivery, True, language=language)
        case Note(screen, succeeded, for_all, managers_only, delivery, language):
            return Seen(None, None, screen, False, delivery, succeeded, managers_only, for_all, language)
    return Seen()


def shown(answer: Seen) -> Screen:
    """The message that whoever asked sees."""
    message = answer.update or answer.note
    assert message
    return message


def buttons(answer: Seen) -> list[Button]:
    """All that can be pressed on it."""
    return [button for row in shown(answer).rows for button in row]


@dataclass
class Shown:
    """One message as it stands in a chat."""

    id: str
    chat: Chat
    message: Screen
    edits: int = 0

    @property
    def code(self) -> MatchId:
        """Of the match that it shows."""
        return MatchId(self.message.title.split()[-1])


@dataclass
class Platform:
    """Keeps messages as a real platform does: on its own side, whatever happens to the bot."""

    platform: str = "fake"
    messages: dict[str, Shown] = field(default_factory=dict)
    nonces: dict[str, str] = field(default_factory=dict)
    ids: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    faults: list[Exception] = field(default_factory=list)
    """Raised one by one by the next calls."""
    closed: set[str] = field(default_factory=set)
    """Chats where the bot can do nothing."""
    unposted: set[str] = field(default_factory=set)
    """Chats where nothing new can be posted, but what is there can be edited."""
    lasting: set[str] = field(default_factory=set)
    """Chats where nothing can be deleted."""
    by_press: set[str] = field(default_factory=set)
    """Chats where the bot can only answer presses and commands."""
    rigid: bool = False
    """A picture never becomes a text."""
    takes_repeats: bool = False
    """An edit may change nothing."""
    pings: list[tuple[str, str]] = field(default_factory=list)
    """Who was notified where: account and chat."""
    calls: int = 0

    async def post(self, chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        self._fault()
        if chat.id in self.closed | self.unposted | self.by_press:
            raise Unreachable
        return self.put(chat, message, nonce)

    def put(self, chat: Chat, message: Screen, nonce: str) -> str:
        """Show a new message and notify whom it has to notify; the same nonce replaces it."""
        if nonce not in self.nonces:
            if message.pings:
                reader = [chat.id.removeprefix("@")] if chat.private else []  # whomever it mentions
                self.pings += [(who, chat.id) for who in reader or (who.id for who in message.awaits)]
            self.nonces[nonce] = str(next(self.ids))
            self.messages[self.nonces[nonce]] = Shown(self.nonces[nonce], chat, message)
        elif known := self.messages.get(self.nonces[nonce]):
            known.message = message
        return self.nonces[nonce]

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        self._fault()
        if chat.id in self.closed:
            raise Unreachable
        if chat.id in self.by_press:
            raise InteractionRequired
        if message_id not in self.messages:
            raise MessageGone
        shown = self.messages[message_id]
        assert shown.chat == chat
        if self.rigid and shown.message.image and message.text_only:
            raise MessageKindFixed
        assert self.takes_repeats or shown.message != message, "an edit that changes nothing"
        self.messages[message_id] = replace(shown, message=message, edits=shown.edits + 1)

    async def delete(self, chat: Chat, message_id: str) -> None:
        self._fault()
        if chat.id in self.closed | self.lasting:
            raise Unreachable
        if chat.id in self.by_press:
            raise InteractionRequired
        if message_id not in self.messages:
            raise MessageGone
        assert self.messages[message_id].chat == chat
        del self.messages[message_id]

    def private_chat(self, account_id: str) -> Chat:
        return Chat("fake", f"@{account_id}", private=True)

    def in_chat(self, chat: Chat) -> list[Shown]:
        return [shown for shown in self.messages.values() if shown.chat == chat]

    def _fault(self) -> None:
        self.calls += 1
        if self.faults:
            raise self.faults.pop(0)


class House:
    """The bot, its store in a file and a clock that stands still, on a platform that outlives it."""

    odd_sentences = False
    """Whether the host wants to hear which sentences are odd."""

    def __init__(
        self,
        folder: Path,
        platform: Platform | None = None,
        *,
        longest_answer: float = 1_000_000.0,
        rates: RateLimits = UNHURRIED,
        robots: Robots = NO_ROBOTS,
        middleware: Sequence[Middleware] = (),
    ) -> None:
        self.middleware = middleware
        self.longest_answer = longest_answer
        self.rates = rates
        self.robots = robots
        self.managers: set[str] = set()  # the ids of those who manage every chat
        self.all_manage = False  # everybody manages every chat
        self.folder = folder
        self.platform = platform or Platform()
        self.others: dict[str, Adapter] = {}  # further platforms by their names
        self.hearing: Collection[str] | None = None  # the platforms that it hears; None: all
        self.silent: Collection[str] = ()  # and those that it does not
        self.now = 1_000_000
        self.put_on = 0  # seconds by which somebody has put the clock on (or back, if negative)
        self.presses = itertools.count(1)
        self.seeds = itertools.count(1)
        self.notes: dict[str, list[Screen]] = {}
        self.slept: list[float] = []
        self.elapsed: Callable[[], float] = lambda: 0.0
        self.held: Callable[[float], Awaitable[None]] | None = None
        """In place of the passing of time."""

    async def __aenter__(self) -> Self:
        self.store = await self.opened_store()
        self.dispatcher = build_bot(
            self.store,
            {"fake": self.platform, **self.others},
            clock=lambda: self.now,
            draw=self.draw,
            timing=Timing(self.sleep, self.longest_answer, elapsed=lambda: self.elapsed()),
            access=Access(
                heard=lambda: frozenset({"fake", *self.others} if self.hearing is None else self.hearing),
                silent=lambda: frozenset(self.silent),
                rates=replace(self.rates, clock=lambda: self.now - self.put_on),
                robots=self.robots,
                odd_sentences=self.odd_sentences,
            ),
            middleware=self.middleware,
        )
        await self.dispatcher.start()
        await self.services.boards.catch_up()
        await self.dispatcher.worker.settled()
        return self

    @property
    def services(self) -> Services:
        return self.dispatcher.services

    async def __aexit__(self, *_: object) -> None:
        await self.dispatcher.close()
        await self.close_store()

    async def close_store(self) -> None:
        await self.store.close()

    async def opened_store(self) -> Store:
        return await lent(self.folder / "house.db")

    async def by_hand(self) -> sqlite3.Connection:
        """Another connection to the database."""
        ((_, _, file),) = await self.store.database.rows("PRAGMA database_list")
        return sqlite3.connect(str(file), isolation_level=None)

    async def stored(self, *words: str) -> list[str]:
        """All that is stored, as SQL, or the lines in which any of these words stands."""
        with closing(await self.by_hand()) as looked:
            return [line for line in looked.iterdump() if not words or any(word in line for word in words)]

    async def change_by_hand(self, sql: str, *values: object) -> None:
        """Somebody changes what is stored, and the bot, which does not know it, dies and comes again."""
        with closing(await self.by_hand()) as changed:
            changed.execute(sql, values)
        await self.restart()

    def draw(self, size: int) -> bytes:
        """Bytes that are the same in each run, and no id twice."""
        return bytes(self._byte(next(self.seeds), step) for step in range(size))

    def _byte(self, number: int, step: int) -> int:
        return (number * 37 + step * (11 + number // 256 * 29)) % 256

    async def sleep(self, seconds: float) -> None:
        """Time passes at once, and is noted; unless it is held up."""
        self.slept.append(seconds)
        await (self.held(seconds) if self.held else asyncio.sleep(0))

    async def wait(self, seconds: int) -> None:
        """So much time passes, then the bot looks at the clock."""
        self.now += seconds
        self.dispatcher.worker.look()
        await self.settled()

    async def look_away(self) -> None:
        """What was put off so far is as good as told."""
        for one in await notices_due(self.store):
            await self.store.jobs.drop_seen_notice(one.player, one.match, one.due)

    def set_clock(self, by: int) -> None:
        """Somebody puts the clock on, or back; no time passes."""
        self.now += by
        self.put_on += by

    async def meet(self, *people: Account) -> None:
        for person in people:
            await self.dispatcher.register(person)

    async def type(self, who: Account, line: str, chat: Chat = CHANNEL, *, press: str = "") -> Seen:
        return await self.ask(who, commands.read(line), chat, press=press)

    async def press(self, who: Account, label: str, shown: Shown | None = None, **said: str) -> Seen:
        """Press the button with this label on a message (the newest one of the channel by default).

        If a board does not have it, it is behind *More*.
        """
        shown = shown or self.board()
        if label not in (labels := self.labels(shown.message)) and MORE in labels:
            return await self.press_note(who, label, await self.more(who, shown), shown.chat)
        return await self.ask(
            who, self.button(shown.message, label).request, shown.chat, message=shown.id, **said
        )

    async def more(self, who: Account, shown: Shown | None = None) -> Screen:
        """What is behind *More* of a board, the newest one of the channel by default."""
        return (await self.press(who, MORE, shown)).noted

    async def press_note(self, who: Account, label: str, note: Screen, chat: Chat = CHANNEL) -> Seen:
        """Press a button on a note, which is ephemeral in a shared chat."""
        request = callback_data.decode(callback_data.encode(self.button(note, label).request))
        incoming = Incoming(who, chat, request, str(next(self.presses)), "note", ephemeral=not chat.private)
        answer = await self.handle(self._managing(incoming))
        await self.deliver(who, answer, chat, None)
        await self.settled()
        return answer

    async def ask(
        self, who: Account, request: Request, chat: Chat, *, message: str | None = None, press: str = ""
    ) -> Seen:
        request = callback_data.decode(callback_data.encode(request)) if message else request
        number = press or str(next(self.presses))
        answer = await self.handle(self._managing(Incoming(who, chat, request, number, message)))
        await self.deliver(who, answer, chat, message)
        await self.settled()
        return answer

    def _managing(self, incoming: Incoming) -> Incoming:
        manages = self.all_manage or incoming.account.id in self.managers
        return replace(incoming, manages=manages, all_manage=self.all_manage)

    async def handle(self, incoming: Incoming) -> Seen:
        """Hand a request in; nothing of the answer is shown yet."""
        return seen(await self.dispatcher.handle(incoming))

    def hold_boards(self, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
        """Whether a board is about to be stored; it is only once the second event is set."""
        storing, goes_on = asyncio.Event(), asyncio.Event()
        put = self.store.boards.put_boards

        async def put_late(*boards: Any, **others: Any) -> None:
            storing.set()
            await goes_on.wait()
            await put(*boards, **others)

        monkeypatch.setattr(self.store.boards, "put_boards", put_late)
        return storing, goes_on

    async def settled(self) -> None:
        """Wait until all is posted that is due, robots have done what they can and boards are up to date."""
        await self.dispatcher.worker.settled()
        await self.services.background.settled()
        await self.dispatcher.worker.settled()

    async def deliver(self, who: Account, answer: Seen, chat: Chat, message: str | None) -> None:
        """Do what an adapter does with an answer."""
        shown: str | None = None
        if answer.update and message in self.platform.messages:  # it may be deleted by now
            shown = message
            self.platform.messages[message] = replace(self.platform.messages[message], message=answer.update)
        if answer.post:
            nonce = answer.delivery.board if answer.delivery else str(next(self.presses))
            shown = self.platform.put(chat, answer.post, nonce)
        if answer.note:
            self.notes.setdefault(who.id, []).append(answer.note)
            if answer.delivery and not (answer.update or answer.post):
                shown = self.platform.put(chat, answer.note, answer.delivery.board)
        if answer.delivery:
            await self.dispatcher.delivered(answer.delivery, shown)

    def board(self, chat: Chat = CHANNEL) -> Shown:
        """The newest message of a chat."""
        return self.platform.in_chat(chat)[-1]

    def note(self, who: Account) -> str:
        """What this person alone was told last."""
        return self.notes[who.id][-1].text

    @staticmethod
    def button(message: Screen, label: str) -> Button:
        buttons = [button for row in message.rows for button in row if not button.disabled]
        return next(button for button in buttons if button.label == label)

    @staticmethod
    def labels(message: Screen) -> list[str]:
        return [button.label for row in message.rows for button in row if not button.disabled]

    async def restart(self) -> None:
        """The bot dies and comes again; what it knew in memory is gone."""
        await self.__aexit__()
        await self.__aenter__()

    async def handled(self, who: Account, label: str, shown: Shown) -> Seen:
        """A press that is stored, but nothing of its answer is shown."""
        request = callback_data.decode(callback_data.encode(self.button(shown.message, label).request))
        incoming = Incoming(who, shown.chat, request, str(next(self.presses)), shown.id)
        return await self.handle(incoming)

    def live(self, chat: Chat = CHANNEL) -> list[Shown]:
        """The messages of a chat that have buttons."""
        return [shown for shown in self.platform.in_chat(chat) if shown.message.rows]

    async def start(self, line: str = "/play sahara") -> Account:
        """Ada challenges in the channel, Ben accepts; both have seen that it has begun. Gives who moves."""
        await self.meet(ADA, BEN)
        await self.type(ADA, line)
        await self.press(BEN, "Accept")
        await self.look_away()
        return next(iter(self.board().message.awaits), ADA)

    async def start_alone(self, line: str = "/play sahara ben") -> None:
        """Ada challenges Ben, who accepts, each in their private chat."""
        await self.meet(ADA, BEN)
        await self.type(ADA, line, private_chat(ADA))
        await self.press(BEN, "Accept", self.board(private_chat(BEN)))

    async def resign(self, who: Account, match: str = "") -> None:
        """Give up a match, the one of the channel by default, and be sure."""
        await self.type(who, f"/resign {match}".strip())
        await self.press_note(who, "Yes, resign", self.notes[who.id][-1])
        await self.settled()

    async def forget(self, who: Account, chat: Chat = CHANNEL) -> None:
        """Ask to be forgotten, and be sure."""
        await self.type(who, "/forget_me", chat)
        await self.press_note(who, "Yes, forget me", self.notes[who.id][-1])
        await self.settled()

    def to_act(self) -> Account:
        (who,) = self.board().message.awaits
        return who


class HouseWithFile(House):
    """Its store is `house.db` in its folder, which no test had before."""

    async def opened_store(self) -> Store:
        return await opened(prepared(self.folder / "house.db"))

    def bytes(self) -> bytes:
        """All that the files of the store hold."""
        return b"".join(file.read_bytes() for file in self.folder.glob("house.db*"))


def code_of(house: House) -> MatchId:
    """Of the match on the newest board of the channel."""
    return MatchId(house.board().message.title.split()[-1])


__all__ = [
    "ADA",
    "BEN",
    "CHANNEL",
    "CLEO",
    "Delivery",
    "House",
    "Platform",
    "Shown",
    "Unreachable",
    "code_of",
    "other",
]
