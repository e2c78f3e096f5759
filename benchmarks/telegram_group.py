"""What people in one Telegram group wait for: some matches in it, a press three seconds after each turn.

`python -m benchmarks.telegram_group [--games sahara sator] [--matches 3] [--presses 60]` needs the extra
`test`.
The whole bot speaks to the Bot API server on the loopback, with its limits for a group. Time is counted by
the server's clock, which is moved on to whatever is waited for next as soon as nothing else goes on: the
figures are those of Telegram's limits and of the bot's decisions, not of this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import itertools
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from benchmarks.aims import at_most
from bot.interface import Choose
from bot.platforms import callback_data
from bot.texts import texts_for
from tests.bot.platforms.telegram.setup import Table, choices
from tests.loopback.core.clock import Clock
from tests.loopback.telegram.content import Key
from tests.loopback.telegram.limits import Flood
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.showing import Shown

THINKING = 3.0  # seconds from a turn to the press
GLANCE = 0.002  # seconds of this machine between two looks whether everybody waits
STILL = 0.5  # seconds of this machine without a call: whoever works on, waits for somebody who waits
PAUSE = 4.0  # seconds between two things that somebody beside the matches asks for


@dataclass
class VirtualTime:
    """Sleepers wake in order, when nothing else goes on."""

    telegram: TelegramServer
    sleepers: list[tuple[float, int, asyncio.Future[None]]] = field(default_factory=list)
    numbers: itertools.count[int] = field(default_factory=itertools.count)

    asleep: set[asyncio.Task[object] | None] = field(default_factory=set)

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock has moved on so far."""
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        due, task = self.telegram.clock.now() + seconds, asyncio.current_task()
        heapq.heappush(self.sleepers, (due, next(self.numbers), woken))
        self.asleep.add(task)
        try:
            await woken
        finally:
            self.asleep.discard(task)

    async def run(self, there: Table) -> None:
        """Move the clock on whenever nothing else goes on, for ever."""
        calls, still = 0, 0.0
        while True:
            await asyncio.sleep(GLANCE)
            still = still + GLANCE if calls == len(self.telegram.calls) else 0.0
            calls = len(self.telegram.calls)
            if self.sleepers and (still >= STILL or self._all_asleep(there)):
                self._wake_next()
                still = 0.0

    def _all_asleep(self, there: Table) -> bool:
        """Nobody has pressed what the bot has not heard of, and whatever it does waits for the clock."""
        if there.dispatcher.worker.is_claiming:
            return False
        heard = {task for task in asyncio.all_tasks() if task.get_name().startswith("update ")}
        tasks = {*heard, *there.dispatcher.worker.tasks}
        return tasks <= self.asleep and (bool(heard) or self.telegram.updates.confirmed)

    def _wake_next(self) -> None:
        due, _, woken = heapq.heappop(self.sleepers)
        self.telegram.clock.advance(max(0.0, due - self.telegram.clock.now()))
        if not woken.done():
            woken.set_result(None)
        self.telegram.service.world.signal.give()


@dataclass
class VirtualTable(Table):
    """A table at which waiting takes its time, of the clock."""

    time: VirtualTime | None = None
    looks: set[asyncio.Task[None]] = field(default_factory=set)

    async def sleep(self, seconds: float) -> None:
        """Until the clock has moved on so far."""
        assert self.time is not None
        await self.time.sleep(seconds)

    def now(self) -> int:
        """The server's time."""
        return int(self.telegram.clock.now())

    def pass_until(self, due: int) -> None:
        """Look for work that is due then."""

        async def look() -> None:
            await self.sleep(due - self.telegram.clock.now())
            self.dispatcher.worker.look()

        task = asyncio.create_task(look())
        self.looks.add(task)
        task.add_done_callback(self.looks.discard)


@dataclass
class Measured:
    """What everybody waited for, in seconds."""

    answers: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    words: list[float] = field(default_factory=list)
    """Until the next word of a move could be chosen."""
    asked: list[float] = field(default_factory=list)
    """For a challenge that was typed, and for the next page of one that is put together by buttons."""
    told_to_wait: int = 0
    """They were told that it counts and will be shown later."""
    presses: int = 0


class Pair:
    """Two people who play match after match in the group."""

    def __init__(self, there: VirtualTable, people: tuple[Person, Person], game: str, seed: int) -> None:
        self.there, self.people, self.game = there, people, game
        self.chance = random.Random(seed)
        self.match = ""

    async def begin(self) -> None:
        """One challenges, the other accepts."""
        ada, ben = self.people
        known = {one.id for one in ben.messages(self.there.group)}
        ada.say(self.there.group, f"/play {self.game}")
        challenge = await ben.sees(lambda one: one.id not in known and "Accept" in one.labels)
        self.match = challenge.key("Accept").value.split(":")[1]
        await ben.press(challenge, "Accept")
        await ben.until(lambda: self.asked() or self._viewed())
        await self.look()

    async def look(self) -> None:
        """Who chooses in secret, and cannot be written to in private, asks in the group for their view."""
        while not self.asked() and (board := self._viewed()):
            for person in self.people:
                await person.press(board, "My view")
                if self.asked():
                    return
            await self.there.sleep(THINKING)

    def _viewed(self) -> Shown | None:
        """The board of the running match."""
        board = self.board()
        return board if board is not None and "My view" in board.labels and not self.over() else None

    def asked(self) -> tuple[Person, Shown, Key] | None:
        """Who can choose what, on which message."""
        for person in self.people:
            for shown in reversed(person.messages()):
                mine = shown.ephemeral or shown.chat is person.private or self._named(person, shown)
                keys = [key for key in choices(shown) if self.match in key.value and key.label != "Back"]
                if keys and mine:
                    return person, shown, self.chance.choice(keys)
        return None

    def _named(self, person: Person, shown: Shown) -> bool:
        return f"It is {person.user.first_name}'s turn." in shown.text

    def board(self) -> Shown | None:
        """The match as the group sees it."""
        shown = [one for one in self.people[0].messages(self.there.group) if not one.ephemeral]
        return next((one for one in reversed(shown) if self._shows_match(one)), None)

    def _shows_match(self, shown: Shown) -> bool:
        return any(self.match in key.value for row in shown.keyboard for key in row)

    def over(self) -> bool:
        """The group sees that it has ended."""
        board = self.board()
        return board is not None and "Rematch" in board.labels

    async def press(self, found: Measured, thinking: float = THINKING) -> None:
        """Think, press, and wait until the group sees what became of it."""
        await self.look()
        if self.asked() is None:
            await self.begin()
        await self.there.sleep(thinking)
        asked = self.asked()
        if asked is None:
            return
        person, shown, key = asked
        at, clock = self.there.telegram.clock.now(), self.there.telegram.clock
        request, before = callback_data.decode(key.value), self.board()
        press = person.tap(shown, key.label)
        await person.until(lambda: press.answer)
        found.presses += 1
        found.answers.append(clock.now() - at)
        found.told_to_wait += press.answers[0].text == texts_for("")("note.counts")
        if isinstance(request, Choose) and request.final:
            await person.until(lambda: self.board() is not before)
            found.boards.append(clock.now() - at)
        else:
            await person.until(lambda: self._changed(asked))
            found.words.append(clock.now() - at)

    def _changed(self, before: tuple[Person, Shown, Key]) -> bool:
        """Something else can be chosen than before."""
        person, shown, _ = before
        now = person.now(shown)
        return now is not shown or person.messages()[-1].id != shown.id


async def ask(there: VirtualTable, person: Person, found: Measured) -> None:
    """Somebody beside the matches challenges everybody and puts a challenge together, again and again."""
    clock, group = there.telegram.clock, there.group

    async def typed(line: str, label: str) -> Shown:
        at, known = clock.now(), {one.id for one in person.messages(group)}
        person.say(group, line)
        shown = await person.sees(lambda one: one.id not in known and label in one.labels, group)
        found.asked.append(clock.now() - at)
        await there.sleep(PAUSE)
        return shown

    async def pressed(shown: Shown, label: str) -> Shown:
        at = clock.now()
        person.tap(shown, next(one for one in shown.labels if label in one))
        await person.until(lambda: person.now(shown) is not shown)
        found.asked.append(clock.now() - at)
        await there.sleep(PAUSE)
        now = person.now(shown)
        assert now is not None
        return now

    while True:
        challenge = await typed("/play stacko", "Cancel")
        person.tap(challenge, "Cancel")
        page = await typed("/play", "Stacko")
        for label in ("Stacko", "game", "Stacko"):
            page = await pressed(page, label)
        await there.sleep(60.0)


async def measure(
    games: Sequence[str],
    matches: int,
    presses: int,
    *,
    private: bool,
    thinking: float = THINKING,
    asking: bool = False,
) -> Measured:
    """So many presses in so many matches; `asking`: somebody else wants something of the bot meanwhile."""
    found, beside = Measured(), None
    with tempfile.TemporaryDirectory() as folder:
        async with TelegramServer(clock=Clock(), flood=Flood()) as telegram:
            names = [f"{side}{number}" for number in range(matches) for side in ("Ada", "Ben")]
            people = {name: telegram.person(name, username=f"{name.lower()}_t") for name in (*names, "Cleo")}
            group = telegram.supergroup("Table", *people.values())
            there = VirtualTable(telegram, group, people, Path(folder))
            there.time = VirtualTime(telegram)
            if private:
                there.start_all()
            await there.open()
            running = asyncio.create_task(there.time.run(there))
            pairs = [
                Pair(there, (people[f"Ada{n}"], people[f"Ben{n}"]), games[n % len(games)], n)
                for n in range(matches)
            ]
            try:
                for pair in pairs:
                    await pair.begin()
                await there.time.sleep(60.0)  # what was written to begin is forgotten

                async def play(pair: Pair) -> None:
                    while found.presses < presses:
                        await pair.press(found, thinking)

                if asking:
                    beside = asyncio.create_task(ask(there, people["Cleo"], found))
                await asyncio.gather(*map(play, pairs))
                if beside is not None and beside.done():
                    beside.result()
                assert not [call for call in telegram.calls if call.status == 429]
            finally:
                running.cancel()
                if beside is not None:
                    beside.cancel()
                for _, _, woken in there.time.sleepers:
                    woken.cancel()
                await there.close()
    return found


def p95(found: Sequence[float]) -> float:
    """What one of twenty exceeds."""
    return quantiles(found, n=20)[-1] if len(found) > 1 else found[0]


def line(what: str, found: Sequence[float]) -> str:
    """Median and p95."""
    if not found:
        return f"{what}: never"
    return f"{what}: median {median(found):.1f} s, p95 {p95(found):.1f} s, most {max(found):.1f} s"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=["sahara"])
    parser.add_argument("--matches", type=int, default=3)
    parser.add_argument("--presses", type=int, default=60)
    parser.add_argument("--thinking", type=float, default=THINKING, help="seconds before each press")
    parser.add_argument("--closed", action="store_true", help="nobody has opened the private chat")
    asked = parser.parse_args()
    found = asyncio.run(
        measure(
            asked.games,
            asked.matches,
            asked.presses,
            private=not asked.closed,
            thinking=asked.thinking,
            asking=True,
        )
    )
    told = f"{found.presses} presses, {found.told_to_wait} told to wait"
    print(f"{asked.matches} x {' '.join(asked.games)}: {told}")
    print(line("the presser is answered", found.answers))
    print(line("the next word can be chosen", found.words))
    print(line("the group sees the newest position", found.boards))
    print(line("beside them what is asked for is there", found.asked))
    of = f"{asked.matches} matches in a Telegram group, seconds until"
    print(at_most(2).row(f"{of} the presser is answered", median(found.answers)))
    if found.asked:
        print(at_most(2).row(f"{of} what is asked for beside them is there (p95)", p95(found.asked)))
    print(at_most(50).row(f"{of} told so, percent of the presses", 100 * found.told_to_wait / found.presses))
    print(at_most(12 if asked.matches > 1 else 4).row(f"{of} all see it (p95)", p95(found.boards)))


if __name__ == "__main__":
    main()
