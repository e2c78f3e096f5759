"""A bot in memory with matches that go on: Ada and Ben play, Cleo is a stranger."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.interface import Account, Adapter
from games.events import MatchId
from tests.bot.conftest import board_image
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, HouseWithFile
from tests.fuzzing.laws import Ledger, Watch, watched
from tests.fuzzing.target import Take

PEOPLE: tuple[Account, ...] = (CLEO, CLEO, ADA, BEN)
STRANGER = "cleo"
OTHERS = ("fake/ada", "fake/ben", "'ada'", "'ben'")
GAMES = ("sahara", "sato")
"""One where all lies open, and one with secrets."""


@contextmanager
def unpainted() -> Iterator[None]:
    """The same picture everywhere: painting would take most of the time."""
    grey = board_image("grey", "").data
    with patch("bot.delivery.image_cache.picture.paint", lambda *_, **__: grey):
        yield


@dataclass
class Ground:
    """The bot, and what watches over it."""

    house: House
    watch: Watch
    ledger: Ledger
    codes: tuple[MatchId, ...]
    """Of the matches that Ada and Ben play."""

    @property
    def code(self) -> MatchId:
        return self.codes[0]

    def check(self, who: Account | None) -> None:
        """The laws hold after this person has done something; None: somebody whom nobody knows.

        Raises:
            Broken
        """
        self.watch.check()
        if who in (ADA, BEN):
            self.ledger.look()
            return
        self.ledger.check(STRANGER, [*(code.lower() for code in self.codes), *OTHERS])


@asynccontextmanager
async def ground(folder: Path, **others: Adapter) -> AsyncIterator[Ground]:
    """Set it up, with further platforms; the matches have the same codes each time."""
    with unpainted(), watched() as watch:
        house = HouseWithFile(folder)
        house.others = others
        async with house:
            codes = []
            for game in GAMES:
                await house.start(f"/play {game}")
                codes.append(house.board(CHANNEL).code)
            await house.meet(CLEO)
            ledger = Ledger(folder / "house.db")
            try:
                yield Ground(house, watch, ledger, tuple(codes))
            finally:
                ledger.close()


def on_ground(
    take: Callable[[Ground, bytes], Coroutine[Any, Any, None]],
) -> Callable[[Path], AbstractAsyncContextManager[Take]]:
    """How a way in is opened that needs nothing but the bot."""

    @asynccontextmanager
    async def opened(folder: Path) -> AsyncIterator[Take]:
        async with ground(folder) as there:
            yield lambda data: take(there, data)

    return opened
