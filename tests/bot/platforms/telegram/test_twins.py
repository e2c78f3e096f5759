"""Twins on Telegram: two whole conversations that differ only in a secret show everybody else the same.

What a viewer received in all chats, and what a bystander received, have to be equal: pictures, captions,
buttons, whispers, alerts and notifications included. One world after the other; also where the opponent who
has the secret plays on Discord, where nothing of it may be seen either.
"""

from __future__ import annotations

import json
import logging
import random
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.handlers.dispatcher import Dispatcher
from games.events import MatchId
from games.game import Seat, State
from games.match import Match
from tests.bot.platforms.across_people import DiscordGuest, TelegramGuest
from tests.bot.platforms.across_setup import Across, across
from tests.bot.platforms.telegram.setup import Table, table
from tests.bot.platforms.twins import FEWEST_PLIES, MOST_PLIES, SECRETIVE, ply_that_shows_no_secret, twin_of
from tests.games.walks import Case
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.world import Chat

TWINS = 20  # what comes out of a tower of Stacko soon tells most of them apart
AWAY = 400  # seconds, after which the next turn is announced by a fresh board
ASIDE = (
    "/hand",
    "/move 99",
    "/board",
    "/matches",
    "/verify {code}",
    "/rules {game}",
    "/replay {code}",
    "/matches show",
    "/rules {game} show",
)
"""What the watchers type in the group in between, refusals included."""

Script = list[tuple[Seat, str]]


@dataclass
class World(ABC):
    """A table, and what is hidden on it."""

    case: Case
    code: MatchId = MatchId("")

    @property
    @abstractmethod
    def dispatcher(self) -> Dispatcher:
        """Where everything is asked."""

    @property
    @abstractmethod
    def watching(self) -> tuple[Person, Person]:
        """The viewer and a bystander."""

    @property
    @abstractmethod
    def group(self) -> Chat:
        """The group on Telegram."""

    @abstractmethod
    async def type(self, name: str, line: str, *, privately: bool = False) -> None:
        """Somebody writes a line; wait until all has followed from it."""

    @abstractmethod
    async def settled(self) -> None:
        """Wait until every board shows what has happened."""

    @abstractmethod
    def received(self) -> list[str]:
        """All that the viewer and others got."""

    @property
    def match(self) -> Match:
        return self.dispatcher.services.matches._kept[self.code].match

    @property
    def state(self) -> State:
        assert self.match.state
        return self.match.state

    def exchange(self, state: State) -> None:
        """The match was another one all along."""
        matches = self.dispatcher.services.matches
        match = replace(self.match, state=state)
        matches._kept[self.code] = replace(matches._kept[self.code], match=match)

    async def name_of(self, seat: Seat) -> str:
        """Who sits there."""
        assert self.match.players
        (account,) = await self.dispatcher.services.accounts.accounts(self.match.players[seat])
        return account.name

    async def seat_of(self, name: str) -> Seat:
        return 0 if await self.name_of(0) == name else 1

    async def move(self, seat: Seat, notation: str) -> None:
        """The opponent as far from the others as can be; the viewer where they can be heard."""
        name, viewer = await self.name_of(seat), self.watching[0]
        privately = name != viewer.user.first_name or viewer.private.bot == "member"
        await self.type(name, f"/move {notation} {self.code}", privately=privately)

    async def aside(self, who: Person, step: int) -> None:
        """Something that a watcher does in between."""
        boards = [shown for shown in who.messages(self.group) if "My view" in shown.labels]
        if step % 2 and boards:
            await who.press(boards[-1], "My view")
            await self.settled()
        else:
            line = ASIDE[step % len(ASIDE)].format(code=self.code, game=self.case.key)
            await self.type(who.user.first_name, line)

    @abstractmethod
    def later(self, seconds: float) -> None:
        """So much time has passed."""


@dataclass
class InGroup(World):
    """All are on Telegram: two play, Cleo watches."""

    table: Table | None = None
    viewer: str = "Ada"

    @property
    def there(self) -> Table:
        assert self.table
        return self.table

    @property
    def dispatcher(self) -> Dispatcher:
        return self.there.dispatcher

    @property
    def watching(self) -> tuple[Person, Person]:
        return self.there.people[self.viewer], self.there.cleo

    @property
    def group(self) -> Chat:
        return self.there.group

    async def type(self, name: str, line: str, *, privately: bool = False) -> None:
        person = self.there.people[name]
        person.say(person.private if privately else self.group, line)
        await self.there.telegram.until(lambda: not self.there.telegram.updates.waiting)
        await self.settled()

    async def settled(self) -> None:
        await self.there.settled()

    def received(self) -> list[str]:
        return [told(person) for person in self.watching]

    def later(self, seconds: float) -> None:
        self.there.telegram.clock.advance(seconds)


@dataclass
class Mixed(World):
    """Ben, on Telegram, is the viewer; Ada, on Discord, has the secret; Emil and Dora watch."""

    table: Across | None = None

    @property
    def there(self) -> Across:
        assert self.table
        return self.table

    @property
    def dispatcher(self) -> Dispatcher:
        return self.there.dispatcher

    @property
    def watching(self) -> tuple[Person, Person]:
        ben, emil = self.there.guest("Ben"), self.there.guest("Emil")
        assert isinstance(ben, TelegramGuest)
        assert isinstance(emil, TelegramGuest)
        return ben.person, emil.person

    @property
    def group(self) -> Chat:
        return self.there.group

    async def type(self, name: str, line: str, *, privately: bool = False) -> None:
        await self.there.type(self.there.guest(name), line, privately=privately)

    async def settled(self) -> None:
        await self.there.settled()

    def received(self) -> list[str]:
        dora = self.there.guest("Dora")
        assert isinstance(dora, DiscordGuest)
        telegram = [told(person) for person in self.watching]
        discord = [dora.person.record.text(), self.there.discord.public_record()]
        return [*telegram, *(one.decode() for one in discord)]

    def later(self, seconds: float) -> None:
        self.there.later(seconds)


def told(person: Person) -> str:
    """All that somebody received, chat by chat: what comes first in two of them at once is left to chance."""
    chats = dict[str, list[dict[str, object]]]()
    for entry in person.received.entries:
        chats.setdefault(str(entry.get("chat", "answers")), []).append(entry)
    return json.dumps({chat: renumbered(chats[chat]) for chat in sorted(chats)}, indent=1)


def renumbered(entries: list[dict[str, object]]) -> list[dict[str, object]]:
    """The messages of a chat, counted in it alone."""
    numbers = dict[object, int]()
    for entry in entries:
        numbers.setdefault(entry.get("message"), len(numbers))
    return [
        {**entry, "message": numbers[entry.get("message")], "reply_to": numbers.get(entry.get("reply_to"))}
        for entry in entries
    ]


def secret_plies(case: Case, viewer: Seat) -> tuple[Script, Script]:
    """In Sator the secret is what the opponent chooses."""
    hider: Seat = 1 if viewer == 0 else 0
    return ([(hider, "hide a b")], [(hider, "hide c e")]) if case.key == "sator" else ([], [])


def after(state: State, plies: Script) -> State:
    """The state some plies later, by the engine alone."""
    for seat, notation in plies:
        moves = {str(move): move for move in state.legal_moves(seat)}
        state = state.play(seat, moves[notation])
    return state


def common_script(one: State, two: State, viewer: Seat) -> Script:
    """Plies that are legal in both worlds and show the viewer the same in both."""
    rng, script = random.Random(3), Script()
    while len(script) < MOST_PLIES and (ply := ply_that_shows_no_secret(one, two, viewer, rng)):
        one, two = after(one, [ply]), after(two, [ply])
        script.append(ply)
    return script


def planned(case: Case, dealt: State, viewer: Seat) -> tuple[State, Script]:
    """The twin of a deal, and how both can be played on for long."""
    secrets = secret_plies(case, viewer)
    if secrets[0]:
        return dealt, common_script(after(dealt, secrets[0]), after(dealt, secrets[1]), viewer)
    twins = [twin_of(dealt, viewer, chance=chance) for chance in range(TWINS)]
    found = [(twin, common_script(dealt, twin, viewer)) for twin in twins if twin != dealt]
    return max(found, key=lambda pair: len(pair[1]))


async def converse(each: World, secret: Script, script: Script) -> list[str]:
    """Play the secret, then the script, with people asking in between and pausing now and then."""
    for ply in secret:
        await each.move(*ply)
    for number, ply in enumerate(script, start=1):
        each.later(AWAY * (number % 3 == 0))
        await each.move(*ply)
        await each.aside(each.watching[number % 2], number)
        await each.aside(each.watching[(number + 1) % 2], number + 1)
    return each.received()


def words(case: Case) -> str:
    return " ".join([case.key, *("=".join(word) for word in case.words)])


async def begin(each: World, host: str, other: str, named: str = "") -> None:
    """Each where they are, one challenges, by a name or anybody, and the other joins by the code."""
    await each.type(host, f"/play {words(each.case)} {named}".rstrip())
    ((each.code, _),) = each.dispatcher.services.matches._kept.items()
    await each.type(other, f"/join {each.code}")


def assert_twins(case: Case, heard: list[list[str]], states: tuple[State, State], script: Script) -> None:
    first, second = heard
    assert states[0] != states[1] or case.key == "sator"
    assert len(script) >= FEWEST_PLIES[case.key]
    for mine, theirs in zip(first, second, strict=True):
        assert len(mine) > 1000
        assert mine == theirs


FIRST = [next(case for case in SECRETIVE if case.key == key) for key in ("sator", "stacko", "sato")]


QUICK = ("sator Ada started", "sato variant=hidden table=small Ben whispered to")
GROUPS = [
    pytest.param(case, viewer, started, id=name, marks=() if name in QUICK else (pytest.mark.long,))
    for case in SECRETIVE
    for viewer in ("Ada", "Ben")
    for started in (True, False)
    for name in [f"{case} {viewer} {'started' if started else 'whispered to'}"]
]
ACROSS = [
    pytest.param(case, id=str(case), marks=() if case.key == "sator" else (pytest.mark.long,))
    for case in FIRST
]


@pytest.mark.parametrize(("case", "viewer", "started"), GROUPS)
async def test_what_a_viewer_may_not_know_changes_nothing_that_they_get(
    case: Case, viewer: str, *, started: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    heard, states, script = list[list[str]](), list[State](), Script()
    for number in (0, 1):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with table(folder) as there:
            each = InGroup(case, table=there, viewer=viewer)
            opponent = "Ben" if viewer == "Ada" else "Ada"
            for name in (viewer, opponent) if started else (opponent,):
                there.people[name].private.bot = "member"
            await begin(each, "Ada", "Ben", "" if started else "@ben_t")  # who was never here
            seat = await each.seat_of(viewer)
            if not number:
                twin, script = planned(case, each.state, seat)
            else:
                assert each.state == states[0]
                each.exchange(twin)
            states.append(each.state)
            heard.append(await converse(each, secret_plies(case, seat)[number], script))
    assert_twins(case, heard, (states[0], states[1]), script)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.long
@pytest.mark.parametrize("case", ACROSS)
async def test_a_secret_on_discord_changes_nothing_on_telegram(
    case: Case, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    heard, states, script = list[list[str]](), list[State](), Script()
    for number in (0, 1):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with across(folder) as there:
            each = Mixed(case, table=there)
            await begin(each, "Ada", "Ben")
            seat = await each.seat_of("Ben")
            if not number:
                twin, script = planned(case, each.state, seat)
            else:
                assert each.state == states[0]
                each.exchange(twin)
            states.append(each.state)
            heard.append(await converse(each, secret_plies(case, seat)[number], script))
    assert_twins(case, heard, (states[0], states[1]), script)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
