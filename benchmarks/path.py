"""How far one act goes through the code: files entered, functions called, steps from one file to another.

`python -m benchmarks.path`: a press that plays a move of Sahara in a Discord channel, a `/play`, and a
deadline that falls due, each on the loopback Discord: the first time, and again when caches are filled.

A step is a call or a return between two project files, with or without a library's frames in between; a
coroutine that is resumed is not called again. The tests' own code is not counted, nor what it calls to wait
until the bot is at rest. `python -m benchmarks.path ACT` prints what an act passes instead, file by file.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from benchmarks.aims import at_most
from bot.domain.terms import HOUR
from tests import ROOT
from tests.bot.platforms.discord.setup import Table, choices, mover, table

COUNTED = tuple(f"{ROOT / folder}/" for folder in ("bot", "games", "renderers", "robots", "storage"))


TESTS = f"{ROOT / 'tests'}/"
MOST_FILES, MOST_FUNCTIONS = at_most(50), at_most(400)


class Way:
    """What a profile function sees while it is `on`, in all threads started after `install`."""

    def __init__(self) -> None:
        self.on = False
        self.functions: Counter[CodeType] = Counter()
        self.steps = 0
        self._entered: dict[int, FrameType] = {}  # kept, so that no other frame gets the same id
        self._of_tests = set[int]()  # of these

    def install(self) -> None:
        """Look at this thread and at all that are started from now on."""
        sys.setprofile(self._see)
        threading.setprofile(self._see)

    def start(self) -> None:
        """Count from zero."""
        self.functions.clear()
        self.steps, self.on = 0, True

    def stop(self) -> tuple[int, int, int, int]:
        """Files entered, different functions, calls and steps since `start`."""
        self.on = False
        self._entered.clear()
        self._of_tests.clear()
        return (
            len({code.co_filename for code in self.functions}),
            len(self.functions),
            self.functions.total(),
            self.steps,
        )

    def _see(self, frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if not self.on or event != "call" or not code.co_filename.startswith(COUNTED):
            return
        if id(frame) in self._entered:
            return
        self._entered[id(frame)] = frame
        caller = frame.f_back
        while caller and not caller.f_code.co_filename.startswith((*COUNTED, TESTS)):
            caller = caller.f_back
        if caller and (caller.f_code.co_filename.startswith(TESTS) or id(caller) in self._of_tests):
            self._of_tests.add(id(frame))
            return
        self.functions[code] += 1
        if caller and caller.f_code.co_filename != code.co_filename:
            self.steps += 2


async def press(there: Table) -> None:
    """Whoever is asked plays the first move on offer."""
    board = there.board()
    await there.person(mover(board)).press(board, choices(board)[0])
    await there.answered()


async def play(there: Table) -> None:
    """Ada challenges everybody in the channel."""
    await there.people["Ada"].use("play", there.channel, game="sahara", house_rules="clock=1h")
    await there.answered()


async def accept(there: Table) -> None:
    """Ben takes up the newest challenge."""
    await there.people["Ben"].press(there.board(), "Accept")
    await there.answered()


async def fall_due(there: Table) -> None:
    """An hour passes without a move."""
    there.now += HOUR
    there.dispatcher.worker.look()
    await there.settled()


ACTS = [("a /play", play), ("an accepted challenge", accept), *[("a press", press)] * 2]
ACTS += [("a deadline falls due", fall_due)]


async def measure(folder: Path, told: str = "") -> dict[str, tuple[int, int, int, int]]:
    """The figures of each act, the first time and the last time that it is done; one of them is told."""
    way, found = Way(), {}
    way.install()
    async with table(folder) as there:
        for _ in range(2):
            for title, act in ACTS:
                way.start()
                await act(there)
                name = f"{title}, again" if title in found else title
                found[name] = way.stop()
                if name == told:
                    passed = Counter(way.functions)
    if told:
        print("\n".join(by_file(passed)))
    return found


def by_file(passed: Counter[CodeType]) -> Iterator[str]:
    """A line for each file, and below it one for each function, in the order of the file."""
    for name, codes in groupby(sorted(passed, key=place_of), lambda code: code.co_filename):
        yield str(Path(name).relative_to(ROOT))
        yield from (f"  {passed[code]:>4} {code.co_qualname}" for code in codes)


def place_of(code: CodeType) -> tuple[str, int]:
    return code.co_filename, code.co_firstlineno


def main() -> None:
    """Print the table, or one way file by file."""
    titles = {title for title, _ in ACTS}
    parser = argparse.ArgumentParser(prog="python -m benchmarks.path", description=__doc__)
    parser.add_argument("act", nargs="*", help="what is told file by file, such as: a press, again")
    told = " ".join(parser.parse_args().act)
    if told and told.removesuffix(", again") not in titles:
        parser.error(f"no such act; there are: {'; '.join(sorted(titles))}; each also with “, again”")
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measure(Path(folder), told))
    if told:
        return
    print(f"{'':30}{'files':>7}{'functions':>11}{'calls':>7}{'steps':>7}")
    for title in sorted(found):
        print("{:30}{:>7}{:>11}{:>7}{:>7}".format(title, *found[title]))
    files, functions, *_ = found["a press, again"]
    print(MOST_FILES.row("a press on Discord, again: files it passes", files))
    print(MOST_FUNCTIONS.row("a press on Discord, again: functions it passes", functions))


if __name__ == "__main__":
    main()
