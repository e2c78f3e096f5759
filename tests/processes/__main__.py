"""`python -m tests.processes`: real processes on one PostgreSQL, one of which dies every few seconds."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.processes.life import Told, live
from tests.storage.postgres.server import new_database


async def _live(seed: int, seconds: float, workers: int) -> Told:
    with TemporaryDirectory() as folder:
        return await live(
            Path(folder), await new_database("processes"), seed=seed, seconds=seconds, workers=workers
        )


def main() -> int:
    """See `--help`."""
    parser = argparse.ArgumentParser(prog="python -m tests.processes", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300, help="for so long processes die")
    parser.add_argument("--seed", type=int, default=1, help="of what people do, and who dies")
    parser.add_argument("--processes", type=int, default=3, help="so many at a time")
    parser.add_argument("--told", action="store_true", help="line by line")
    flags = parser.parse_args()
    told = asyncio.run(_live(flags.seed, flags.seconds, flags.processes))
    lines = (*(told.story if flags.told else ()), *told.broken, str(told))
    sys.stdout.write("\n".join(lines) + "\n")
    return bool(told.broken)


if __name__ == "__main__":
    sys.exit(main())
