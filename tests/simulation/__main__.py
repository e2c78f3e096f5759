"""`python -m tests.simulation`: lives by the thousand, or one of them told line by line."""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time

from tests.simulation.batches import Mode, batches
from tests.simulation.eye import REFRESHED, STANDS, TOUCHED, WIDGET, Tally
from tests.simulation.laws import NAMES_OF_LAWS
from tests.simulation.life import Outcome
from tests.simulation.plants import PLANTS
from tests.simulation.shrinking import shrink
from tests.simulation.troubles import TROUBLES

MANY = 300  # lives in which each law is put to the test and each trouble happens


def _tell(outcome: Outcome) -> None:
    said = "breaks:" if outcome.broken else "breaks no law"
    print(f"seed {outcome.seed} ({len(outcome.steps)} steps, {outcome.digest}) {said}")
    for broken in outcome.broken:
        print(f"    {broken[:1500]}")


def _one(seed: int, keep: str, mode: Mode, *, shorten: bool) -> int:
    """Tell one life, or the shortest that still breaks a law that it breaks."""
    steps = mode.plan(seed)
    if keep:
        steps = tuple(steps[int(number)] for number in keep.split(","))
    if shorten:
        law = _law_of(mode.live(seed, steps))
        steps = shrink(steps, lambda some: bool(law) and law == _law_of(mode.live(seed, tuple(some))))
    outcome = mode.live(seed, steps)
    print("\n".join(outcome.told))
    _tell(outcome)
    print(outcome.tally.told())
    numbers = [mode.plan(seed).index(step) for step in steps]
    print(f"the steps {','.join(map(str, numbers))}")
    return bool(outcome.broken)


def _law_of(outcome: Outcome) -> str:
    """What breaks first, without the names and numbers in it."""
    return "".join(letter for letter in (*outcome.broken, "")[0][:60] if not letter.isdigit())


def _never(tally: Tally) -> list[str]:
    """Laws that were not put to the test, and what did not happen."""
    return [name for name in NAMES_OF_LAWS if not tally.tested[name]] + [
        name for name in (*TROUBLES, WIDGET, TOUCHED, STANDS, REFRESHED) if not tally.happened[name]
    ]


def main() -> int:
    """See `--help`."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=MANY, help="how many lives")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--seed", type=int, help="this life alone, told line by line")
    parser.add_argument("--keep", default="", help="of it only these steps, such as 0,3,4")
    parser.add_argument("--shrink", action="store_true", help="leave out what it does not need to fail")
    parser.add_argument("--plant", default="", choices=("", *PLANTS), help="with this bug planted")
    parser.add_argument("--processes", type=int, default=1, help="on one store")
    parser.add_argument("--days", type=int, default=0, help="people come back for so many days")
    flags = parser.parse_args()
    mode = Mode(flags.plant, flags.processes, flags.days)
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets of words are gone through in the same order
        os.execve(
            sys.executable,
            [sys.executable, "-m", "tests.simulation", *sys.argv[1:]],
            {**os.environ, "PYTHONHASHSEED": "0"},
        )
    if flags.seed is not None:
        return _one(flags.seed, flags.keep, mode, shorten=flags.shrink)
    began, spent, failed = time.monotonic(), 0.0, 0
    tally = Tally()
    for batch in batches(flags.first, flags.seeds, flags.workers, mode):
        spent, failed = spent + batch.seconds, failed + len(batch.broken)
        tally.add(batch.tally)
        for outcome in batch.broken:
            _tell(outcome)
        sys.stdout.flush()
    passed = time.monotonic() - began
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"{flags.seeds} lives, {failed} broke a law;", end=" ")
    print(f"{passed:.0f} s, {spent:.0f} s of processors, {memory} MiB")
    print(tally.told())
    never = _never(tally) if flags.seeds >= MANY and mode == Mode() else []
    for what in never:
        print(f"in {flags.seeds} lives never: {what}")
    return bool(failed or never)


if __name__ == "__main__":
    sys.exit(main())
