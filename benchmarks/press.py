"""What one press costs: the whole dispatcher without a network, beside its parts, in one run.

`python -m benchmarks.press`: rules, transaction, freshly drawn picture and screen of a press that plays a
ply; and, measured by turns with it, the same picture alone and the same transaction alone.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median

from bot.interface import Screen
from bot.repositories.matches import row_of
from games.events import MatchId, MovePlayed
from games.match import fold
from renderers import picture
from storage.changes import Change
from storage.sqlite.database import open_store
from tests.bot.memory_platform import House

PLIES = 150
NAMES = ("Ada", "Ben")


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds of CPU of this process, threads included."""
    start = time.process_time()
    await work()
    return (time.process_time() - start) * 1000


async def press(house: House, chance: random.Random) -> None:
    """Press a button that plays a ply; a finished match is followed by another one."""
    board = house.board()
    digits = [label for label in house.labels(board.message) if label.isdigit()]
    await house.press(house.to_act(), chance.choice(digits), board)


async def measure(folder: Path) -> dict[str, list[float]]:
    """CPU ms of each ply, and of its parts."""
    chance = random.Random(1)
    found: dict[str, list[float]] = {"press": [], "picture": [], "transaction": []}
    bare = await open_store(folder / "bare.db")
    async with House(folder) as house:
        await house.start()
        while len(found["press"]) < PLIES:
            found["press"].append(await timed(partial(press, house, chance)))
            match = MatchId(house.board().message.title.split()[-1])
            log = await house.store.matches.load(match)
            view = fold(log).seen_by(None).view
            assert view is not None
            found["picture"].append(await timed(partial(paint, view)))
            change = Change(row_of(fold(log)), log[-1:], press=f"bare:{match}:{len(log)}")
            if isinstance(log[-1], MovePlayed):
                if len(log) == 3:
                    await bare.append(replace(change, row=row_of(fold(log[:2])), events=log[:2], press=None))
                found["transaction"].append(await timed(partial(bare.append, change)))
            if not house.board().message.awaits:
                await house.start()
    await bare.close()
    return found


async def paint(view: object) -> Screen:
    """The picture alone, drawn afresh."""
    picture.paint("sahara", view, NAMES)  # type: ignore[arg-type]
    return Screen("")


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measure(Path(folder)))
    whole = median(found["press"])
    print(f"{'what':<40}{'CPU ms':>8}{'of a press':>12}")
    for key, label in (
        ("press", "one press through the whole dispatcher"),
        ("picture", "  its picture, drawn afresh"),
        ("transaction", "  its transaction (events, row, press id)"),
    ):
        print(f"{label:<40}{median(found[key]):>8.2f}{median(found[key]) / whole:>12.2f}")
    print(f"{PLIES} plies, medians; one process, threads included")


if __name__ == "__main__":
    main()
