"""Which tests reach which lines, at what cost: `python -m tests.mutation.measure FOLDER TESTS...`."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage

from tests.mutation import caches

COVERED, TIMES = "covered", "times.json"


class Contexts:
    """Tells the measurement which test is running, and notes what each costs."""

    def __init__(self, measured: Coverage) -> None:
        self._measured = measured
        self.times: dict[str, float] = {}
        """Seconds of the processor, of tests that pass."""
        self._failed: set[str] = set()
        self._caches: caches.Caches = ()

    def pytest_collection_finish(self) -> None:
        self._caches = caches.known()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        caches.clear(self._caches)
        self._measured.switch_context(item.nodeid)
        begun = time.process_time()
        done = yield
        if item.nodeid not in self._failed:
            self.times[item.nodeid] = time.process_time() - begun
        self._measured.switch_context("")
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._failed.add(report.nodeid)


def main(folder: Path, tests: list[str]) -> None:
    """Run the tests and keep what was measured."""
    measured = Coverage(
        data_file=str(folder / COVERED), source=["bot", "games", "storage"], config_file=False
    )
    contexts = Contexts(measured)
    measured.start()
    pytest.main(["-n0", "-q", "-p", "no:cacheprovider", "--timeout=0", *tests], plugins=[contexts])
    measured.stop()
    measured.save()
    (folder / TIMES).write_text(json.dumps(contexts.times))
    sys.stdout.flush()
    os._exit(0)  # whatever a test has left running


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
