"""One mutant against the tests that reach its line, in a process that ends with it."""

from __future__ import annotations

import gc
import importlib.machinery
import math
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import partial
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType

import pytest

from tests.mutation import caches

IMPORTED = 30  # seconds of the processor until the first test begins
STARTED = 3  # seconds more than `SLOWER` times as long as without a mistake until a test counts as hanging
SLOWER = 5
IDLE = 20.0  # seconds in which it waits for nothing that comes until it counts as hanging, too
MEMORY = 6 << 30  # bytes
QUIET = ("-n0", "-q", "-x", "-s", "--no-header", "--tb=no", "-p", "no:cacheprovider", "--timeout=0")


class Outcome(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    HUNG = "hung"
    """Which is noticed, too."""
    SURVIVED = "survived"
    INVALID = "invalid"
    """It cannot even be imported: no mistake that anybody would make."""


NOTICED = (Outcome.KILLED, Outcome.HUNG)
_ENDS = {0: Outcome.SURVIVED, 1: Outcome.KILLED}


class Patience:
    """A plugin of pytest: a test that takes far longer than without a mistake ends the process.

    Args:
        times: seconds of the processor that each test takes usually.
    """

    def __init__(self, times: Mapping[str, float]) -> None:
        self._times = times

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        _hurry(time.process_time() + STARTED + SLOWER * self._times.get(item.nodeid, 0))


def imported(path: Path, code: str, stages: Sequence[Sequence[str]], times: Mapping[str, float]) -> Outcome:
    """Run tests in a process that imports a file as if something else stood in it.

    Args:
        path: the file.
        code: what it contains instead.
        stages: what to run, until one test fails; what a stage names is imported when it begins.
        times: seconds of the processor that each test takes usually.
    """

    def work() -> int:
        _replace(path, code)
        for tests in stages:
            _hurry(time.process_time() + IMPORTED)
            if status := int(pytest.main([*QUIET, "-m", "", *tests], plugins=[Patience(times)])):
                return status
        return 0

    return _forked(work)[0]


class Collected(Patience):
    """All tests, imported and collected once: a mutant of what functions do is tried in a copy of this.

    A plugin of pytest: where tests would be run, it gives itself to whoever has mutants.
    """

    def __init__(self, use: Callable[[Collected], None], times: Mapping[str, float]) -> None:
        super().__init__(times)
        self._use = use
        self._items: dict[str, pytest.Item] = {}
        self._functions: dict[CodeType, list[FunctionType]] = {}
        self._caches: caches.Caches = ()
        self._sound: set[str] = set()
        """Tests that are known to pass without a mistake."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._items = {item.nodeid: item for item in session.items}
        gc.unfreeze()  # what is frozen is not found
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self._functions.setdefault(each.__code__, []).append(each)
        self._caches = caches.known()
        gc.freeze()
        self._use(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(1, f"\n{report.nodeid}".encode())
            os._exit(1)

    def trial(self, path: Path, code: str, tests: Sequence[str]) -> Outcome:
        """Run tests with the functions of a file as they would be if something else stood in it.

        Args:
            path: the file.
            code: what it contains instead.
            tests: what to run, until one fails that would pass without the mistake.
        """
        changed = list(self._changed(path, code))
        left = [test for test in tests if test in self._items]
        while True:
            outcome, told = _forked(partial(self._run, changed, left))
            failed = told.rpartition("\n")[2]
            if outcome is not Outcome.KILLED or failed in self._sound:
                return outcome
            if _forked(partial(self._run, (), [failed]))[0] is Outcome.SURVIVED:
                self._sound.add(failed)
                return outcome
            left.remove(failed)

    def _changed(self, path: Path, code: str) -> Iterator[tuple[FunctionType, CodeType]]:
        """The functions that a mistake changes, and what they do with it."""
        for old, new in zip_longest(_codes(path, path.read_text()), _codes(path, code)):
            if old != new:
                yield from ((function, new) for function in self._functions.get(old, ()))

    def _run(self, changed: Sequence[tuple[FunctionType, CodeType]], tests: Sequence[str]) -> int:
        for function, code in changed:
            function.__code__ = code
        caches.clear(self._caches)
        items = [self._items[test] for test in tests]
        for item, following in zip_longest(items, items[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return 0


def _codes(path: Path, text: str) -> Iterator[CodeType]:
    """What is carried out in a file: of the file itself, and of each function in it."""
    left = [compile(text, str(path), "exec", dont_inherit=True)]
    for code in left:
        yield code
        left.extend(part for part in code.co_consts if isinstance(part, CodeType))


def _hurry(most: float) -> None:
    """End this process when it has had so many seconds of the processor."""
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(most), resource.RLIM_INFINITY))


def _forked(work: Callable[[], int]) -> tuple[Outcome, str]:
    """Do something in a process of its own: what became of it, and what it told."""
    with TemporaryDirectory(prefix="mutant-") as folder:
        told = Path(folder, "told")
        child = os.fork()
        if not child:
            _alone(work, told)
        status = _awaited(child)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what it has started
        words = told.read_text(errors="replace") if told.exists() else ""
    if os.WIFSIGNALED(status):
        return Outcome.HUNG, words
    return _ENDS.get(os.WEXITSTATUS(status), Outcome.INVALID), words


def _alone(work: Callable[[], int], told: Path) -> None:
    """In the child: nothing comes back but how it ends, and what it wrote."""
    status = 70
    try:
        os.setsid()
        with told.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(told.parent)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        status = work()
    finally:
        os._exit(status)


def _awaited(child: int) -> int:
    """How a child ends; by a signal if it does nothing at all for long. A busy machine does not count."""
    before, since = "", time.monotonic()
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        state, *rest = Path(f"/proc/{child}/stat").read_text().rpartition(") ")[2].split()
        used = "".join(rest[10:12])  # of the processor
        if state in "RD" or used != before:
            before, since = used, time.monotonic()
        elif time.monotonic() - since > IDLE:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.02)


def _replace(path: Path, code: str) -> None:
    """Have one file imported as if this stood in it."""
    get_code = importlib.machinery.SourceFileLoader.get_code

    def another(loader: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        if Path(loader.path) == path:
            return compile(code, str(path), "exec", dont_inherit=True)
        return get_code(loader, name)

    importlib.machinery.SourceFileLoader.get_code = another  # type: ignore[assignment,method-assign]
