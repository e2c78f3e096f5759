"""People who press on Telegram: pairs with a group of their own."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from statistics import mean

from benchmarks.bots import Sample
from tests.bot.platforms.telegram.setup import choices
from tests.loopback.telegram.content import Key
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.showing import Shown

PLAY = "/play sahara target=50"  # a long match


class Pair:
    """Two people who play match after match, pressing at random what they may choose."""

    def __init__(self, telegram: TelegramServer, seed: int) -> None:
        self._telegram, self._chance = telegram, random.Random(seed)
        self._people = (telegram.person("Ada"), telegram.person("Ben"))
        self._group = telegram.supergroup(f"Group {seed}", *self._people)

    async def begin(self) -> None:
        """Ada challenges everybody, and Ben accepts where the bot wants that."""
        self._people[0].say(self._group, PLAY)
        board = await self._people[1].sees(chat=self._group)
        if "Accept" in board.labels:
            await self.press()

    @property
    def board(self) -> Shown:
        """The newest message of the bot, as Ada sees it."""
        return self._seen_by(self._people[0])

    def _seen_by(self, person: Person) -> Shown:
        """The newest message of the bot there: for all, or a note of their own in place of the board."""
        shown = person.messages(self._group)
        return next(one for one in reversed(shown) if one.message.sender.is_bot)

    async def press(self) -> float:
        """Whoever may press does; the seconds until the press was answered and the board has changed."""
        person, shown, key = await self._telegram.service.world.signal.until(self._next, "nothing to press")
        began = time.perf_counter()
        press = person.tap(shown, key.label)
        await self._telegram.until(
            lambda: press.answer and self._seen_by(person) is not shown, f"{key.label!r} changed nothing"
        )
        return time.perf_counter() - began

    def _next(self) -> tuple[Person, Shown, Key] | None:
        ada, ben = self._people
        board = self.board
        if "Accept" in board.labels:
            return ben, self._seen_by(ben), board.key("Accept")
        if "Rematch" in board.labels:
            return ada, board, board.key("Rematch")
        for person in self._people:
            shown = self._seen_by(person)
            options = [key for key in choices(shown) if key.label != "Back"]
            if options and (shown.ephemeral or f"It is {person.user.first_name}'s turn." in shown.text):
                return person, shown, self._chance.choice(options)
        return None


async def seated(telegram: TelegramServer, count: int) -> list[Pair]:
    """So many pairs, each in a match."""
    pairs = [Pair(telegram, seed) for seed in range(count)]
    for pair in pairs:
        await pair.begin()
    return pairs


def average(pairs: Sequence[Pair]) -> Sample:
    """The board that is nearest to the average in the size of its picture."""
    boards = [(board, board.picture) for pair in pairs if choices(board := pair.board)]
    pictured = [(board, picture) for board, picture in boards if picture is not None]
    size = mean(len(picture) for _, picture in pictured)
    board, picture = min(pictured, key=lambda one: abs(len(one[1]) - size))
    rows = [[(key.label, key.value) for key in row if key.kind == "callback_data"] for row in board.keyboard]
    return Sample(board.text, "", [row for row in rows if row], picture)


async def at_once(telegram: TelegramServer, pairs: Sequence[Pair], latency: float) -> list[float]:
    """All press at the same moment, while every call takes so many seconds; how long each waited."""
    telegram.settings.latency = latency
    try:
        return list(await asyncio.gather(*(pair.press() for pair in pairs)))
    finally:
        telegram.settings.latency = 0.0
