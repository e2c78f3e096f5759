"""Lives by the hundred in several processes, which cannot import what stands in `__main__`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

from tests.simulation.eye import Tally
from tests.simulation.life import Outcome, Step, live, plan
from tests.simulation.plants import planted

BATCH = 25  # lives that a process lives before it reports


@dataclass(frozen=True, slots=True)
class Mode:
    """How lives are lived."""

    plant: str = ""
    """With this bug planted; "": with none."""
    bots: int = 1
    """With so many processes on one store."""
    days: int = 0
    """People come back for so many days; 0: they stay for some minutes."""

    def plan(self, seed: int) -> tuple[Step, ...]:
        """What happens in one of them."""
        return plan(seed, self.days)

    def live(self, seed: int, steps: tuple[Step, ...] | None = None) -> Outcome:
        """One of them."""
        with planted(self.plant):
            return live(seed, self.plan(seed) if steps is None else steps, self.bots)


@dataclass(frozen=True, slots=True)
class Batch:
    """What came of some lives."""

    broken: list[Outcome]
    """Those that broke laws."""
    tally: Tally
    seconds: float
    """Of the processor."""


def batches(first: int, seeds: int, workers: int, mode: Mode) -> Iterator[Batch]:
    """All lives, batch by batch."""
    ranges = [(at, min(at + BATCH, first + seeds)) for at in range(first, first + seeds, BATCH)]
    if workers == 1:
        yield from (_batch(mode, each) for each in ranges)
        return
    # Not an executor: it can wait for ever for a process that it has to replace.
    with get_context("spawn").Pool(workers, maxtasksperchild=8) as pool:
        yield from pool.imap(partial(_batch, mode), ranges, chunksize=1)


def _batch(mode: Mode, seeds: tuple[int, int]) -> Batch:
    began = time.process_time()
    sys.unraisablehook = lambda _: None  # what a dead process leaves behind may be let go after its life
    broken, tally = list[Outcome](), Tally()
    for seed in range(*seeds):
        outcome = mode.live(seed)
        tally.add(outcome.tally)
        broken += [outcome] if outcome.broken else []
    return Batch(broken, tally, time.process_time() - began)
