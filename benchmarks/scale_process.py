"""One process of `benchmarks.scale`: a whole bot on the memory platform, with people who press.

Each line that it reads is a number of presses; it answers with a line of what they have taken. A press is a
real one: from the request through the dispatcher, the store and a freshly drawn picture to the board.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import secrets
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import asyncpg

from bot.interface import Chat, Incoming
from bot.platforms import callback_data
from storage.postgres import connecting
from storage.postgres.database import open_store
from storage.sql.store import Store
from tests.bot.memory_platform import House, account

AT_ONCE = 16
"""Matches that are played at the same time in each process."""
SQLITE = "sqlite"
"""In place of a URL."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What so many presses took."""

    presses: int
    seconds: float
    cpu: float
    """Seconds of all threads of this process."""
    trips: int
    """Queries sent to the server."""


class Trips:
    """Counts every query of every connection that is opened from now on."""

    def __init__(self) -> None:
        self.count = 0
        self.connections: list[asyncpg.Connection] = []

    def install(self) -> None:
        """Look at what the store of PostgreSQL opens."""
        connecting.connected = self._counted(connecting.connected)

    def _counted(self, connect: Any) -> Any:
        async def connected(url: str, **options: Any) -> asyncpg.Connection:
            connection = await connect(url, **options)
            connection.add_query_logger(self._see)
            self.connections.append(connection)
            return connection

        return connected

    def _see(self, _: object) -> None:
        self.count += 1


class ScaleHouse(House):
    """A bot on the store that is measured, for which time passes as it does for others."""

    def __init__(self, folder: Path, where: str) -> None:
        super().__init__(folder)
        self.where, self.platform.takes_repeats = where, True
        self.presses = itertools.count(secrets.randbits(60))  # those of other processes are others

    async def opened_store(self) -> Store:
        """Of the kind that is measured."""
        return await super().opened_store() if self.where == SQLITE else await open_store(self.where)

    def draw(self, size: int) -> bytes:
        """Other processes draw ids, too."""
        return secrets.token_bytes(size)

    async def sleep(self, seconds: float) -> None:
        """Somebody waits for it."""
        await asyncio.sleep(seconds)


class Pair:
    """Two people in a channel of their own, who play one match after the other."""

    def __init__(self, house: House, name: str, chance: random.Random) -> None:
        self._house, self._chance = house, chance
        self._chat = Chat("fake", f"channel {name}", private=False)
        self._people = account(f"ada {name}"), account(f"ben {name}")
        self._board = ""

    async def start(self) -> None:
        """Begin a long match."""
        first, second = self._people
        await self._house.type(first, "/play sahara target=50", self._chat)
        await self._house.press(second, "Accept", self._house.board(self._chat))
        self._board = self._house.board(self._chat).id

    async def press(self) -> None:
        """Whoever has to act presses something; the answer is shown on the board."""
        shown = self._house.platform.messages[self._board]
        asked = [label for label in House.labels(shown.message) if label.isdigit() or label == "Next game"]
        who = self._chance.choice(shown.message.awaits)
        request = House.button(shown.message, self._chance.choice(asked)).request
        request = callback_data.decode(callback_data.encode(request))
        number = f"{self._chat.id} {next(self._house.presses)}"
        answer = await self._house.handle(Incoming(who, self._chat, request, number, shown.id))
        assert answer.update, answer
        await self._house.deliver(who, answer, self._chat, shown.id)
        if not answer.update.awaits:
            await self.start()


async def press(pairs: list[Pair], presses: int, trips: Trips) -> Taken:
    """So many presses, each pair one after the other."""
    left = iter(range(presses))

    async def go_on(pair: Pair) -> None:
        for _ in left:
            await pair.press()

    before, since, cpu = trips.count, time.perf_counter(), time.process_time()
    await asyncio.gather(*map(go_on, pairs))
    return Taken(presses, time.perf_counter() - since, time.process_time() - cpu, trips.count - before)


async def main(where: str, name: str) -> None:
    """Do what is asked for, line by line."""
    trips, loop = Trips(), asyncio.get_running_loop()
    trips.install()
    with tempfile.TemporaryDirectory() as folder:
        async with ScaleHouse(Path(folder), where) as house:
            pairs = [Pair(house, f"{name}.{n}", random.Random(n)) for n in range(AT_ONCE)]
            for pair in pairs:
                await pair.start()
            while line := await loop.run_in_executor(None, sys.stdin.readline):
                print(json.dumps(asdict(await press(pairs, int(line), trips))), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
