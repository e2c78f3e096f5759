"""However large a PostgreSQL database is, everything in it is found by an index: none reads a whole table."""

from __future__ import annotations

import re

import pytest

from storage.postgres import dialect
from storage.postgres.connecting import connected
from storage.postgres.store import PostgresStore
from tests.storage.postgres.server import by_hand, prepared
from tests.storage.sqlite.test_query_plans import QUERIES

MATCHES = 3000
"""So many that reading them all is what the server would choose where it is not sure."""
FILLED = {
    "matches": "'M' || n, 1, 'sato', 'running', 'p' || n, 'q' || n, 'p' || n, NULL, 1",
    "events": "'M' || n, 1, 'x', '{}'",
    "presses": "'p' || n, 'M' || n, n",
    "boards": "'b' || n, 'M' || n, 'web', 'c' || n, 0, 'm' || n, 'p' || n, 1, NULL, 1",
    "seen": "'M' || n, 'p' || n, 'web', 'c' || n, 0, n",
    "deadlines": "'M' || n, 'time', 0, n, n, 'web'",
    "people": "'web', 'a' || n, 'p' || n, 'Ada', 'ada', 'en'",
}
COLUMNS = {
    "boards": " (id, match, platform, chat, private, message, player, shown, moved_to, latest)",
}
LARGE = re.compile(f"Seq Scan on ({'|'.join(FILLED)})\\b")


async def grown() -> str:
    """A database with so many open matches, of which the server knows."""
    url = await prepared()
    async with by_hand(url) as connection:
        await connection.execute("SET session_replication_role = replica")
        for table, row in FILLED.items():
            columns = COLUMNS.get(table, "")
            rows = f"SELECT {row} FROM generate_series(1, {MATCHES}) AS n"  # noqa: S608 - names of this file
            await connection.execute(f"INSERT INTO {table}{columns} {rows}; ANALYZE {table}")
        await connection.execute("INSERT INTO credits (heard, seconds) VALUES ('web', 0); ANALYZE credits")
    return url


async def test_no_query_reads_a_whole_table() -> None:
    connection = await connected(await grown())
    await connection.execute("SET plan_cache_mode = force_generic_plan")
    scans = dict[str, list[str]]()
    for name, query in QUERIES.items():
        said = dialect.statement(query)
        given = ", ".join(["NULL"] * max(map(int, re.findall(r"\$(\d+)", said)), default=0))
        await connection.execute(f"PREPARE q AS {said}")
        plan = await connection.fetch(f"EXPLAIN EXECUTE q{f'({given})' if given else ''}")
        await connection.execute("DEALLOCATE q")
        if found := [row[0] for row in plan if LARGE.search(row[0])]:
            scans[name] = found
    await connection.close()
    assert scans == {}


async def test_many_running_matches_are_not_counted_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.postgres.store.COUNTED", MATCHES - 1)
    store = await PostgresStore.open(url := await grown())
    assert await store.count_running() == MATCHES  # as ANALYZE has found
    async with by_hand(url) as connection:
        await connection.execute(
            "SET session_replication_role = replica; UPDATE matches SET phase = 'over' WHERE match <> 'M1'"
        )
    assert await store.count_running() == 1
    await store.close()
