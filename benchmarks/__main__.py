"""All benchmarks, one after another, and one table of what has an aim: `python -m benchmarks [NAME ...]`.

Each runs in a process of its own and prints what it finds. An aim that is missed is told, and no failure of
this command; a benchmark that fails or takes longer than `LONGEST` is.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from threading import Timer

from benchmarks.aims import MARK

BENCHMARKS = {
    "engines": (),
    "pictures": (),
    "clip": (),
    "press": (),
    "touch": (),
    "path": (),
    "start": (),
    "storing": (),
    "scale": (),
    "scale_grown": ("20_000",),
    "discord": (),
    "telegram": (),
    "telegram_group": (),
    "behind": ("2_000",),
    "robots": (),
    "heartbeat": ("--seconds", "5"),
}
"""Their names, and how they are called; not `crowd`, which takes an hour until it says anything."""
LONGEST = 480.0  # seconds


def lines_of(name: str, failed: list[str]) -> Iterator[str]:
    """What a benchmark prints, line by line."""
    command = (sys.executable, "-m", f"benchmarks.{name}", *BENCHMARKS[name])
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        timer = Timer(LONGEST, process.kill)
        timer.start()
        assert process.stdout
        yield from process.stdout
        timer.cancel()
    if process.returncode:
        failed.append(name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run those that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="What things cost.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}")
    names = parser.parse_args(arguments).names or list(BENCHMARKS)
    if unknown := set(names) - set(BENCHMARKS):
        parser.error(f"no benchmark: {', '.join(sorted(unknown))}")
    rows, failed = list[str](), list[str]()
    for name in names:
        print(f"\n== benchmarks.{name}", flush=True)
        for line in lines_of(name, failed):
            if line.startswith(MARK):
                rows.append(line.removeprefix(MARK))
            else:
                print(line, end="", flush=True)
    print(f"\n== {'what':<66}|   figure | aim          | \n{''.join(rows)}", end="")
    for name in failed:
        print(f"benchmarks.{name} failed")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
