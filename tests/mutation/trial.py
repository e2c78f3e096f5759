"""One mutant against the tests that reach its line, in a process that ends with it."""

from __future__ import annotations

import importlib.machinery
import os
import resource
import signal
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType

import pytest

START = 30.0  # seconds of the processor until the first test begins
SLOWER = 5  # times as long as without a mistake until a mutant counts as hanging
WALL = 1800  # seconds, however busy the machine is
MEMORY = 6 << 30  # bytes


class Outcome(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    HUNG = "hung"
    """Which is noticed, too."""
    SURVIVED = "survived"
    INVALID = "invalid"
    """It cannot even be imported: no mistake that anybody would make."""


NOTICED = (Outcome.KILLED, Outcome.HUNG)


def run(path: Path, code: str, tests: Sequence[str], seconds: float) -> Outcome:
    """Run tests on code in which a file is another.

    Args:
        path: the file.
        code: what it contains instead.
        tests: what to run, until one fails.
        seconds: of the processor that they take usually.
    """
    with TemporaryDirectory(prefix="mutant-") as folder:
        child = os.fork()
        if not child:
            _run(path, code, tests, seconds, Path(folder))
        _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return Outcome.HUNG
    return {0: Outcome.SURVIVED, 1: Outcome.KILLED}.get(os.WEXITSTATUS(status), Outcome.INVALID)


def _run(path: Path, code: str, tests: Sequence[str], seconds: float, folder: Path) -> None:
    """In the child: nothing comes back but how it ends."""
    status = 70
    try:
        os.setsid()
        with open(folder / "told", "wb") as told:
            os.dup2(told.fileno(), 1)
            os.dup2(told.fileno(), 2)
        most = int(START + SLOWER * seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        signal.alarm(WALL)
        _replace(path, code)
        quiet = ("-n0", "-q", "-x", "--no-header", "--tb=no", "-p", "no:cacheprovider", "--timeout=0")
        status = int(pytest.main([*quiet, "-m", "", f"--basetemp={folder / 'base'}", *tests]))
    finally:
        os._exit(status)


def _replace(path: Path, code: str) -> None:
    """Have one file imported as if this stood in it."""
    get_code = importlib.machinery.SourceFileLoader.get_code

    def another(loader: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        if Path(loader.path) == path:
            return compile(code, str(path), "exec", dont_inherit=True)
        return get_code(loader, name)

    importlib.machinery.SourceFileLoader.get_code = another  # type: ignore[assignment,method-assign]
