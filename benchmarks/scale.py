"""What a press costs with several processes on one PostgreSQL, beside one process on SQLite, in one run.

`python -m benchmarks.scale [--whole]`: real presses (see `benchmarks.scale_process`) of 16 matches at once in
each process; all ways of storing take turns in each round, after one that is not counted. The SQLite file is
one without threads that waits for no disk: what others cost beyond it is the share of their database.

Presses a second depend on the cores that are there, for processes and server share them: with two cores, two
processes are hardly faster than one. What tells of larger machines is CPU: a core has 1,000,000 us a second.
Nobody presses one match in two processes; the server waits for its disk at each commit, as it does for hosts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from statistics import median

import asyncpg
import psutil  # type: ignore[import-untyped]

from benchmarks.aims import at_most
from benchmarks.scale_process import SQLITE, Taken
from tests.storage.postgres.server import by_hand, started

COUNTS = (1, 2, 4)
"""Of processes on one database."""
FEW, MANY = (3, 240), (12, 480)
"""Rounds, and presses in each for each way of storing."""
TRIPS, DEARER = at_most(2), at_most(1.25)


@dataclass(frozen=True, slots=True)
class Spent:
    """What a press cost, in one round."""

    rate: float
    """Presses a second."""
    client: float
    """CPU of the bot's processes, in us."""
    server: float
    """CPU of the server, in us."""
    trips: float
    """Queries that were sent."""
    wal: float
    """Bytes that the server wrote for its log."""

    @property
    def cpu(self) -> float:
        """Of both."""
        return self.client + self.server


@dataclass(frozen=True, slots=True)
class Worker:
    """A process that presses."""

    process: asyncio.subprocess.Process

    async def press(self, presses: int) -> Taken:
        """So often."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{presses}\n".encode())
        return Taken(**json.loads(await self.process.stdout.readline()))


@asynccontextmanager
async def worker(where: str, name: str) -> AsyncIterator[Worker]:
    """A process on this store."""
    command = (sys.executable, "-W", "ignore", "-m", "benchmarks.scale_process", where, name)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    yield Worker(process)
    assert process.stdin
    process.stdin.close()
    await process.wait()


class Server:
    """What a server has done so far."""

    def __init__(self, connection: asyncpg.Connection, pid: int) -> None:
        self._connection, self._process = connection, psutil.Process(pid)

    def cpu(self) -> float:
        """Seconds of all its processes, those that are gone too."""
        own, children = self._process.cpu_times(), self._process.children()
        gone = own.children_user + own.children_system
        here = [own, *(child.cpu_times() for child in children)]
        return float(gone + sum(times.user + times.system for times in here))

    async def wal(self) -> int:
        """Bytes of its log."""
        return int(await self._connection.fetchval("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"))


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[tuple[str, Server]]:
    """A new database on a server of this process."""
    server = started(f"{database}-{os.getpid()}")
    async with by_hand(server.get_uri("postgres")) as connection:
        await connection.execute(f"CREATE DATABASE {database}")
        pid = server.get_pid()
        assert pid
        yield server.get_uri(database), Server(connection, pid)


def on_postgres(processes: int) -> str:
    """What so many are called."""
    return f"PostgreSQL, {processes} process{'es' * (processes > 1)}"


async def round_of(workers: Sequence[Worker], server: Server, presses: int) -> Spent:
    """The presses of one round, shared out among these processes."""
    wal, cpu = await server.wal(), server.cpu()
    each = presses // len(workers)
    taken = await asyncio.gather(*(worker.press(each) for worker in workers))
    client, trips = sum(one.cpu for one in taken), sum(one.trips for one in taken)
    rate = presses / max(one.seconds for one in taken)
    spent = (client, server.cpu() - cpu, trips, await server.wal() - wal)
    return Spent(rate, *(what / presses * by for what, by in zip(spent, (1e6, 1e6, 1, 1), strict=True)))


async def measure(rounds: int, presses: int) -> dict[str, list[Spent]]:
    """All ways of storing, by turns."""
    found: dict[str, list[Spent]] = {}
    async with AsyncExitStack() as open_, opened("scale") as (url, server):
        wheres = [SQLITE, *[url] * max(COUNTS)]
        workers = [await open_.enter_async_context(worker(where, str(n))) for n, where in enumerate(wheres)]
        contest = {"SQLite, 1 process": workers[:1]} | {on_postgres(n): workers[1 : 1 + n] for n in COUNTS}
        for number in range(rounds + 1):
            for name, those in contest.items():
                spent = await round_of(those, server, presses)
                if number:
                    found.setdefault(name, []).append(spent)
    return found


def table(found: dict[str, list[Spent]]) -> Iterator[str]:
    """A line for each way: medians, and presses a second as the median ratio to one process on PostgreSQL."""
    columns = f"{'client us':>11}{'server us':>11}{'trips':>7}{'WAL bytes':>11}"
    yield f"{'a press':<26}{'presses/s':>10}{'ratio':>7}{columns}"
    one = found[on_postgres(1)]
    for name, spent in found.items():
        ratio = median(s.rate / o.rate for s, o in zip(spent, one, strict=True))
        rate, client, server, trips, wal = (
            median(getattr(s, what) for s in spent) for what in ("rate", "client", "server", "trips", "wal")
        )
        spent_each = f"{client:>11,.0f}{server:>11,.0f}{trips:>7.2f}{wal:>11,.0f}"
        yield f"{name:<26}{rate:>10,.0f}{ratio:>7.2f}{spent_each}"


async def main(*, whole: bool) -> None:
    """Measure, and print the table."""
    found = await measure(*(MANY if whole else FEW))
    print("\n".join(table(found)))
    one, many = found[on_postgres(1)], found[on_postgres(max(COUNTS))]
    print(TRIPS.row("scale: queries to the server, a press", median(spent.trips for spent in one)))
    dearer = median(m.cpu / o.cpu for o, m in zip(one, many, strict=True))
    print(DEARER.row(f"scale: CPU of a press with {max(COUNTS)} processes and server, 1 process = 1", dearer))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description="What a press costs.")
    parser.add_argument("--whole", action="store_true", help="many rounds")
    asyncio.run(main(whole=parser.parse_args().whole))
