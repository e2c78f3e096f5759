"""People who press: pairs with a channel of their own, one after another or at fixed times."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterable, Sequence
from statistics import mean

from benchmarks.bots import Sample
from tests.bot.platforms.discord.setup import choices
from tests.loopback.discord.people import Person
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.sight import Button, Shown

HOUSE_RULES = {"sahara": "target=50"}
"""Longer matches where a short one would soon be over."""


class Pair:
    """Two people who play match after match, pressing at random what they may choose."""

    def __init__(self, discord: DiscordServer, game: str, seed: int) -> None:
        self._discord, self._game, self._chance = discord, game, random.Random(seed)
        self._people = (discord.person("Ada"), discord.person("Ben"))
        self._channel = discord.channel(discord.guild(f"Guild {seed}", *self._people), "general")

    async def begin(self) -> None:
        """Ada challenges everybody, and Ben accepts where the bot wants that."""
        rules = {"house_rules": HOUSE_RULES[self._game]} if self._game in HOUSE_RULES else {}
        await self._people[0].use("play", self._channel, game=self._game, **rules)
        if "Accept" in self.board.labels:
            await self.press()

    @property
    def board(self) -> Shown:
        """The newest message that both can see."""
        return [shown for shown in self._people[0].messages(self._channel) if not shown.ephemeral][-1]

    async def press(self) -> float:
        """Whoever may press does; see `Press`."""
        person, shown, button = await self._discord.until(self._next, "nothing can be pressed")
        began = time.perf_counter()
        await person.press(shown, button)
        return time.perf_counter() - began

    def _next(self) -> tuple[Person, Shown, Button] | None:
        ada, ben = self._people
        for person in self._people:
            if found := self._asked(person):
                shown, options = found
                return person, shown, self._chance.choice(options)
        if "Accept" in self.board.labels:
            return ben, self.board, self.board.button("Accept")
        if "Rematch" in self.board.labels:
            return ada, self.board, self.board.button("Rematch")
        return None

    def _asked(self, person: Person) -> tuple[Shown, Sequence[Button]] | None:
        """What they can choose on their own board or, where they have none, on the one in the channel."""
        seen = person.messages()
        own = [shown for shown in seen if shown.chat.guild is None]
        own = own or [shown for shown in seen if shown.ephemeral and choices(shown)]
        shown = own[-1] if own else self.board
        if not own and f"It is {person.user.name}'s turn." not in shown.text:
            return None
        options = [button for button in choices(shown) if button.label != "Back"]
        return (shown, options) if options else None


async def seated(discord: DiscordServer, games: Iterable[str], count: int) -> list[Pair]:
    """So many pairs, each in a match of one of the games, in turn."""
    pairs = [
        Pair(discord, game, seed) for seed, game in zip(range(count), itertools.cycle(games), strict=False)
    ]
    for pair in pairs:
        await pair.begin()
    return pairs


def average(pairs: Sequence[Pair]) -> Sample:
    """The board that is nearest to the average in the size of its picture and the number of its buttons."""
    boards = [board for pair in pairs if (board := pair.board).pictures and choices(board)]
    size = mean(len(board.pictures[0].data) for board in boards)
    buttons = mean(len(board.buttons) for board in boards)

    def distance(board: Shown) -> float:
        return abs(len(board.pictures[0].data) / size - 1) + abs(len(board.buttons) / buttons - 1)

    board = min(boards, key=distance)
    rows = [[(button.label, button.custom_id or "") for button in row] for row in board.rows]
    return Sample(board.text, board.pictures[0].alt, rows, board.pictures[0].data)
