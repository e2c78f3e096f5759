"""`python -m tests.mutation --mutants 600`: how many small mistakes the tests notice, and which not."""

from __future__ import annotations

import argparse
import ast
import importlib
import itertools
import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from coverage import CoverageData

from tests import ROOT
from tests.mutation.measure import COVERED, TIMES
from tests.mutation.mutants import ROOMS, Mutant, sample
from tests.mutation.trial import NOTICED, QUIET, Collected, Outcome, imported

TESTS = ("tests/games", "tests/storage", "tests/bot/handlers", "tests/bot/delivery", "tests/bot/domain")
"""What is run at most: the tests of these rooms, and those of what stands on them."""
MORE = (
    *("tests/bot/platforms", "tests/bot/presentation", "tests/bot/repositories"),
    "tests/robots/test_robots.py",
)
MOST = 15.0  # seconds of the processor that the tests of one mutant take at most; the quickest are run first
FIRST = 3  # files of tests that are imported before all others, where a mistake changes what an import does
LOADED = (
    *("aiohttp", "babel", "discord", "hypothesis", "PIL.Image", "playwright.async_api"),
    *("prometheus_client", "pydantic_settings", "pytest_asyncio", "telegram"),
)
"""Libraries that every process of tests needs: loaded once, before those begin."""
Trial = Callable[[Mutant, Sequence[str]], Outcome]


class Reach:
    """Which tests reach which lines."""

    def __init__(self, folder: Path) -> None:
        self._data = CoverageData(str(folder / COVERED))
        self._data.read()
        self.times: Mapping[str, float] = json.loads((folder / TIMES).read_text())
        self._kept: dict[Path, dict[int, list[str]]] = {}

    def is_imported(self, mutant: Mutant) -> bool:
        """Whether its line is carried out when the file is imported, or when tests are collected."""
        return "" in self._at(mutant)

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that reach a line, quickest first; of a constant, those of its file."""
        found = {test for test in self._at(mutant) if test in self.times}
        if not found and self.is_imported(mutant):
            found = self._tests_of(mutant.path) or self._tests_of(*_users(mutant.path))
            found |= self._tests_in(_users(mutant.path, "tests"))  # they may read no more than the constant
        chosen, total = [], 0.0
        for test in sorted(found, key=lambda test: (not self._is_own(test, mutant), self.times[test])):
            if total + self.times[test] <= MOST:
                chosen.append(test)
                total += self.times[test]
        return chosen

    def _at(self, mutant: Mutant) -> list[str]:
        """What reaches a line, or the line of its statement before that is noted."""
        lines = self._lines(mutant.path)
        told = (node for node in ast.walk(ast.parse(mutant.path.read_text())) if isinstance(node, ast.stmt))
        lasting = (node.lineno for node in told if node.lineno <= mutant.line <= (node.end_lineno or 0))
        begun = max(lasting, default=mutant.line)  # a decorator stands before its statement
        return next((lines[line] for line in range(mutant.line, begun - 1, -1) if line in lines), [])

    def _tests_of(self, *paths: Path) -> set[str]:
        """The tests that reach anything in some files."""
        told = (tests for path in paths for tests in self._lines(path).values())
        return {test for tests in told for test in tests if test in self.times}

    def _tests_in(self, paths: Sequence[Path]) -> set[str]:
        """The tests that stand in some files."""
        names = {path.relative_to(ROOT).as_posix() for path in paths}
        return {test for test in self.times if test.partition("::")[0] in names}

    def _lines(self, path: Path) -> dict[int, list[str]]:
        if path not in self._kept:
            self._kept[path] = self._data.contexts_by_lineno(str(path))
        return self._kept[path]

    @staticmethod
    def _is_own(test: str, mutant: Mutant) -> bool:
        """Whether a test is the one of the file by its name: it will notice soonest."""
        return test.partition("::")[0].endswith(f"test_{mutant.path.name}")


def _users(path: Path, *rooms: str) -> list[Path]:
    """The files that import a module: what it holds is a value there."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    files = (user for room in rooms or ROOMS for user in (ROOT / room).rglob("*.py"))
    return [user for user in files if f"from {name} " in user.read_text()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--mutants", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, default=ROOT / "build" / "mutation", help="what is measured")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many are tried at once")
    parser.add_argument("rooms", nargs="*", choices=[*ROOMS, []], help="of the sample, only those in here")
    asked = parser.parse_args(arguments)
    if not (asked.data / TIMES).exists():
        asked.data.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "tests.mutation.measure", asked.data, *TESTS, *MORE]
        subprocess.run(command, check=True, cwd=ROOT)
    for name in LOADED:
        importlib.import_module(name)
    tally = Tally(Reach(asked.data), asked.jobs)
    drawn = itertools.islice(sample(asked.seed), asked.mutants)
    tally.try_all([mutant for mutant in drawn if mutant.room in (asked.rooms or ROOMS)])
    tally.report()
    return 0


class _Job:
    """What a copy of the process does: it has got the trial when it began, as no trial can be sent."""

    trial: Trial

    @classmethod
    def begin(cls, trial: Trial) -> None:
        cls.trial = staticmethod(trial)

    @classmethod
    def work(cls, asked: tuple[Mutant, list[str]]) -> tuple[Mutant, int, Outcome]:
        mutant, tests = asked
        return mutant, len(tests), cls.trial(mutant, tests)


class Tally:
    """What becomes of mutants; those that survive are printed as they come."""

    def __init__(self, reach: Reach, jobs: int) -> None:
        self._reach, self._jobs = reach, jobs
        self._counts: Counter[tuple[str, Outcome]] = Counter()
        self._limits: Counter[str] = Counter()
        """Those that survived, and are one more or less in a limit."""
        self._begun = time.monotonic()

    def try_all(self, drawn: Sequence[Mutant]) -> None:
        """Try mutants: what functions do in copies of one process, what is done at import in new ones."""
        reach = self._reach
        first = [mutant for mutant in drawn if reach.is_imported(mutant)]
        self._try(first, lambda one, tests: imported(one.path, one.code, _stages(tests), reach.times))

        def rest(collected: Collected) -> None:
            left = [mutant for mutant in drawn if mutant not in first]
            self._try(left, lambda one, tests: collected.trial(one.path, one.code, tests))

        pytest.main([*QUIET, *TESTS, *MORE], plugins=[Collected(rest, reach.times)])

    def _try(self, drawn: Sequence[Mutant], trial: Trial) -> None:
        """Try mutants in copies of this process, several at a time."""
        asked = [(mutant, self._reach.tests(mutant)) for mutant in drawn]
        with multiprocessing.get_context("fork").Pool(self._jobs, _Job.begin, [trial]) as pool:
            for mutant, tests, outcome in pool.imap_unordered(_Job.work, asked):
                self._note(mutant, tests, outcome)

    def _note(self, mutant: Mutant, tests: int, outcome: Outcome) -> None:
        self._counts[mutant.room, outcome] += 1
        if outcome is Outcome.SURVIVED:
            self._limits[mutant.room] += mutant.is_limit
            print(f"survived {tests} tests: {mutant}{' (a limit)' * mutant.is_limit}", flush=True)
        if (number := self._counts.total()) % 25 == 0:
            print(f"{number} mutants in {time.monotonic() - self._begun:,.0f} s", flush=True)

    def report(self) -> None:
        """Print how many were noticed, by room."""
        for room in (*ROOMS, ""):
            of_room = {
                kind: sum(self._counts[one, kind] for one in ROOMS if room in (one, "")) for kind in Outcome
            }
            noticed = sum(of_room[kind] for kind in NOTICED)
            tried = noticed + of_room[Outcome.SURVIVED]
            limits = self._limits[room] if room else self._limits.total()
            left = f"{tried - noticed} not, {limits} of these in limits"
            print(
                f"{room or 'all':14} {tried:4} tried, {noticed:4} noticed ({_part(noticed, tried)}), {left}"
            )


def _part(some: int, of: int) -> str:
    return f"{some / of:.1%}" if of else "-"


def _stages(tests: Sequence[str]) -> list[list[str]]:
    """Tests of a few files, then all others: importing those takes longer than most mistakes last."""
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    near = [test for test in tests if test.partition("::")[0] in files[:FIRST]]
    far = [test for test in tests if test.partition("::")[0] in files[FIRST:]]
    return [stage for stage in (near, far) if stage]


if __name__ == "__main__":
    sys.exit(main())
