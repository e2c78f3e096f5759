"""One target, led by what its cases reach in the bot: a process of its own, for the fuzzer never returns."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import atheris

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from tests.fuzzing.target import Take, Target

OURS = ["bot", "games", "storage"]
FOUND, ROUND = "found-", "round"  # as `__main__` names them
HANGS_AFTER = 60  # seconds of one case, however slow the machine is
LONGEST = 8192  # bytes of a case
MOST_MB = 8192  # of memory


class Trial:
    """Tries cases, a fresh bot for each round of them."""

    def __init__(self, target: Target, folder: Path, cases: int) -> None:
        self._target, self._folder, self._left = target, folder, cases
        self._runner = asyncio.Runner()
        self._since: list[bytes] = []
        """What this bot was sent so far."""
        self._open: AbstractAsyncContextManager[Take] | None = None
        self._begun, self._cases, self._rounds = time.monotonic(), cases, 0

    def seeds(self) -> list[bytes]:
        (folder := self._folder / "seeds").mkdir()
        return list(self._runner.run(self._target.seeds(folder)))

    def one(self, data: bytes) -> None:
        """Try one case; after a failure the fuzzer ends the process."""
        if len(self._since) >= self._target.round or self._open is None:
            self._renew()
        self._since.append(data)
        try:
            self._runner.run(self._take(data))
        except BaseException:
            (self._folder / ROUND).write_text("\n".join(map(repr, self._since)))
            (self._folder / f"{FOUND}case").write_bytes(data)
            traceback.print_exc()
            os._exit(1)  # as below
        self._left -= 1
        if not self._left:
            took = time.monotonic() - self._begun
            rate = f"{self._cases:,} cases, {self._cases / took:,.0f} a second"
            print(f"{self._target.name}: {rate}", flush=True)
            os._exit(0)  # threads of libraries that nobody has stopped would be waited for

    def _renew(self) -> None:
        if self._open is not None:
            self._runner.run(self._open.__aexit__(None, None, None))
            shutil.rmtree(self._folder / str(self._rounds))
        self._since, self._rounds = [], self._rounds + 1
        (folder := self._folder / str(self._rounds)).mkdir()
        self._open = self._target.open(folder)
        self._take = self._runner.run(self._open.__aenter__())


def main() -> None:
    """Run it; the exit code tells whether every law held."""
    parser = argparse.ArgumentParser()
    parser.add_argument("target")
    parser.add_argument("cases", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("folder", type=Path, help="for all files; empty")
    asked = parser.parse_args()
    with atheris.instrument_imports(include=OURS, enable_loader_override=False):
        from tests.fuzzing.mutations import mutated
        from tests.fuzzing.targets import TARGETS
    target = next(one for one in TARGETS if one.name == asked.target)

    def another(data: bytes, most: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < 0.3:
            return bytes(atheris.Mutate(data, most))
        return mutated(data, chance, target.tokens)[:most]

    corpus = asked.folder / "corpus"
    corpus.mkdir()
    trial = Trial(target, asked.folder, asked.cases)
    for number, seed in enumerate(trial.seeds()):
        (corpus / str(number)).write_bytes(seed)
    options = {
        "runs": asked.cases,
        "seed": asked.seed,
        "timeout": HANGS_AFTER,
        "max_len": LONGEST,
        "rss_limit_mb": MOST_MB,
        "artifact_prefix": f"{asked.folder}/{FOUND}",
    }
    arguments = [f"-{name}={value}" for name, value in options.items()]
    atheris.Setup([sys.argv[0], *arguments, str(corpus)], trial.one, custom_mutator=another)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
