"""Lives by the hundred in several processes, which cannot import what stands in `__main__`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context

from tests.simulation.life import Outcome, Step, live
from tests.simulation.plants import planted

BATCH = 25  # lives that a process lives before it reports


def live_with(plant: str, seed: int, steps: tuple[Step, ...] | None = None) -> Outcome:
    """A life with a bug planted, or with none where it is ""."""
    with planted(plant):
        return live(seed, steps)


def batches(first: int, seeds: int, workers: int, plant: str) -> Iterator[tuple[list[Outcome], float]]:
    """Of each batch of lives those that broke laws, and the seconds of the processor that all took."""
    ranges = [(at, min(at + BATCH, first + seeds)) for at in range(first, first + seeds, BATCH)]
    if workers == 1:
        yield from (_batch(plant, each) for each in ranges)
        return
    # Not an executor: it can wait for ever for a process that it has to replace.
    with get_context("spawn").Pool(workers, maxtasksperchild=8) as pool:
        yield from pool.imap(partial(_batch, plant), ranges, chunksize=1)


def _batch(plant: str, seeds: tuple[int, int]) -> tuple[list[Outcome], float]:
    began = time.process_time()
    outcomes = [live_with(plant, seed) for seed in range(*seeds)]
    return [one for one in outcomes if one.broken], time.process_time() - began
