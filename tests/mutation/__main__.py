"""`python -m tests.mutation --mutants 600`: how many small mistakes the tests notice, and which not."""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from coverage import CoverageData

from tests import ROOT
from tests.mutation.measure import COVERED, TIMES
from tests.mutation.mutants import ROOMS, Mutant, sample
from tests.mutation.trial import NOTICED, Outcome, run

TESTS = ("tests/games", "tests/storage", "tests/bot/handlers", "tests/bot/delivery", "tests/bot/domain")
"""What is run at most: the tests of these rooms, and those of what stands on them."""
MORE = ("tests/bot/repositories", "tests/bot/presentation", "tests/robots/test_robots.py")
MOST = 40.0  # seconds of the processor that the tests of one mutant take at most; the quickest are run first
LOADED = (
    *("aiohttp", "aiosqlite", "babel", "discord", "hypothesis", "PIL.Image", "playwright.async_api"),
    *("prometheus_client", "pydantic_settings", "pytest_asyncio", "telegram"),
)
"""Libraries that every process of tests needs: loaded once, before those begin."""


class Reach:
    """Which tests reach which lines."""

    def __init__(self, folder: Path) -> None:
        self._data = CoverageData(str(folder / COVERED))
        self._data.read()
        self._times: Mapping[str, float] = json.loads((folder / TIMES).read_text())
        self._kept: dict[Path, dict[int, list[str]]] = {}

    def tests(self, mutant: Mutant) -> tuple[list[str], float]:
        """The tests that reach a line, quickest first, and the time they take; of a constant, of its file."""
        found = {test for test in self._lines(mutant.path).get(mutant.line, ()) if test in self._times}
        if not found and "" in self._lines(mutant.path).get(mutant.line, ()):
            found = self._tests_of(mutant.path) or self._tests_of(*_users(mutant.path))
        chosen, total = [], 0.0
        for test in sorted(found, key=lambda test: (not self._is_own(test, mutant), self._times[test])):
            if total + self._times[test] <= MOST:
                chosen.append(test)
                total += self._times[test]
        return chosen, total

    def _tests_of(self, *paths: Path) -> set[str]:
        """The tests that reach anything in some files."""
        told = (tests for path in paths for tests in self._lines(path).values())
        return {test for tests in told for test in tests if test in self._times}

    def _lines(self, path: Path) -> dict[int, list[str]]:
        if path not in self._kept:
            self._kept[path] = self._data.contexts_by_lineno(str(path))
        return self._kept[path]

    @staticmethod
    def _is_own(test: str, mutant: Mutant) -> bool:
        """Whether a test is the one of the file by its name: it will notice soonest."""
        return test.partition("::")[0].endswith(f"test_{mutant.path.name}")


def _users(path: Path) -> list[Path]:
    """The files that import a module: what it holds is a value there."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return [
        user for room in ROOMS for user in (ROOT / room).rglob("*.py") if f"from {name} " in user.read_text()
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--mutants", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, default=ROOT / "build" / "mutation", help="what is measured")
    parser.add_argument("rooms", nargs="*", choices=[*ROOMS, []], help="of the sample, only those in here")
    asked = parser.parse_args(arguments)
    if not (asked.data / TIMES).exists():
        asked.data.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "tests.mutation.measure", asked.data, *TESTS, *MORE]
        subprocess.run(command, check=True, cwd=ROOT)
    for name in LOADED:
        importlib.import_module(name)
    counts = _tried(Reach(asked.data), asked.mutants, asked.seed, asked.rooms or ROOMS)
    _report(counts)
    return 0


def _tried(reach: Reach, most: int, seed: int, rooms: Sequence[str]) -> Counter[tuple[str, Outcome]]:
    """Try so many mutants, room by room; those that survive are printed as they come."""
    counts: Counter[tuple[str, Outcome]] = Counter()
    begun = time.monotonic()
    drawn = [mutant for mutant in itertools.islice(sample(seed), most) if mutant.room in rooms]
    for number, mutant in enumerate(sorted(drawn, key=lambda one: ROOMS.index(one.room)), 1):
        tests, seconds = reach.tests(mutant)
        outcome = run(mutant.path, mutant.code, tests, seconds) if tests else Outcome.SURVIVED
        counts[mutant.room, outcome] += 1
        if outcome is Outcome.SURVIVED:
            print(f"survived {len(tests)} tests: {mutant}", flush=True)
        if number % 25 == 0:
            print(f"{number} mutants in {time.monotonic() - begun:,.0f} s", flush=True)
    return counts


def _report(counts: Counter[tuple[str, Outcome]]) -> None:
    for room in (*ROOMS, ""):
        of_room = {kind: sum(counts[one, kind] for one in ROOMS if room in (one, "")) for kind in Outcome}
        noticed = sum(of_room[kind] for kind in NOTICED)
        tried = noticed + of_room[Outcome.SURVIVED]
        rate = f"{noticed / tried:.1%}" if tried else "-"
        print(
            f"{room or 'all':14} {tried:4} tried, {noticed:4} noticed ({rate}), {of_room[Outcome.HUNG]} hung"
        )


if __name__ == "__main__":
    sys.exit(main())
