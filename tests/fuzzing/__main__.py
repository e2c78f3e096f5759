"""`python -m tests.fuzzing --cases 1000000`: so many cases, spread over all ways in; prints what is found."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzzing.target import Target
from tests.fuzzing.targets import TARGETS

FOUND, ROUND = "found-", "round"  # the files of a failing case, and of all that was sent before
TOLD = 4000  # characters of what a failing target says


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="a folder for cases that fail")
    parser.add_argument("targets", nargs="*", help=" ".join(one.name for one in TARGETS))
    asked = parser.parse_args(arguments)
    targets = [one for one in TARGETS if not asked.targets or one.name in asked.targets]
    parts, begun = sum(one.share for one in targets), time.monotonic()
    with ThreadPoolExecutor(asked.processes) as pool:
        cases = [asked.cases * one.share // parts for one in targets]
        held = list(pool.map(partial(_run, seed=asked.seed, keep=asked.keep), targets, cases))
    failed = ", ".join(one.name for one, good in zip(targets, held, strict=True) if not good)
    print(f"{sum(cases):,} cases in {time.monotonic() - begun:,.0f} s; failed: {failed or 'none'}")
    return bool(failed)


def _run(target: Target, cases: int, seed: int, keep: Path | None) -> bool:
    """Run one target; whether every law held."""
    with TemporaryDirectory(prefix="fuzzing-") as folder:
        command = [sys.executable, "-m", "tests.fuzzing.guided", target.name, str(cases), str(seed), folder]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
        told = done.stdout.splitlines()
        covered = [line.split("cov: ")[1].split()[0] for line in told if "cov: " in line]
        reached = f", {covered[-1]} places reached" if covered else ""
        if done.returncode == 0:
            print(next(line for line in told if line.startswith(f"{target.name}:")) + reached, flush=True)
            return True
        print(f"{target.name}: failed{reached}\n{_why(done.stdout)}", flush=True)
        for found in Path(folder).glob(f"{FOUND}*"):
            print(repr(found.read_bytes()), flush=True)
            if keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{target.name}-{found.name}").write_bytes(found.read_bytes())
                (keep / f"{target.name}-{ROUND}").write_bytes(Path(folder, ROUND).read_bytes())
    return False


def _why(told: str) -> str:
    """The error and what led to it; the fuzzer itself says more."""
    return told[max(0, told.find("Traceback")) :][:TOLD]


if __name__ == "__main__":
    sys.exit(main())
