"""However large a PostgreSQL database is, everything in it is found by an index: none reads a whole table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from storage.postgres.connecting import connected
from storage.postgres.database import in_postgres
from storage.sql.jobs import BOTS, HEARTBEAT, HEARTBEATS, JOBS
from storage.sql.people import DIGEST_KEY
from storage.sql.schema import TABLES
from storage.sql.table import Table
from tests.storage.postgres.server import by_hand, prepared
from tests.storage.queries import QUERIES, WHOLE, parameters_of

SMALL = (BOTS, DIGEST_KEY, HEARTBEAT, HEARTBEATS)
"""They do not grow with the matches and the people."""
GROWING = [table for table in TABLES if table not in SMALL]
ROWS = 3000
"""So many that reading them all is what the server would choose where it is not sure."""
JOBS_EACH = 30
"""So many times as many jobs: of a range of keys it assumes half a percent."""
GIVEN = {
    "text": "'{0} ' || n",
    "integer": "n",
    "real": "n",
    "number": "n",
    "match": "'M' || n",
    "kind": "(ARRAY['time', 'forewarning', 'abandonment'])[1 + n % 3]",
    "key": "'M' || n || '/'",
    "phase": "'over'",
    "platform": "'web'",
    "game": "'game ' || n % 20",
    "counts": "'rated'",
    "moved_to": "NULL",
    "threads": "0",
    "reported": "NULL",
}
"""What is in a column, by its name or its type."""


def filled(table: Table) -> str:
    """The statement that fills a table."""
    columns = [column.strip(" \n*?").split() for column in table.columns.split(",")]
    values = ", ".join(GIVEN.get(name, GIVEN[kind]).format(name) for name, kind, *_ in columns)
    rows = ROWS * JOBS_EACH if table is JOBS else ROWS
    return f"INSERT INTO {table.name} SELECT {values} FROM generate_series(1, {rows}) AS n"  # noqa: S608


OF_ALL_DEADLINES = {"jobs._CREDIT", "jobs._RETELL"}
"""What is done for all deadlines after an outage; whose they are is looked up in one go."""
NO_BOUND = r"|\(\w+ IS NOT NULL\)"
"""The condition of a scan through a whole index: for its least value, `min` asks for those that are there."""


async def grown() -> str:
    """A database of which the server knows how much is in it."""
    url = await prepared()
    async with by_hand(url) as connection:
        await connection.execute("SET session_replication_role = replica")
        for table in GROWING:
            await connection.execute(f"{filled(table)}; ANALYZE {table.name}")
    return url


def nodes(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from nodes(part)


@pytest.mark.long
async def test_no_query_reads_a_whole_table_nor_a_whole_index() -> None:
    connection = await connected(await grown())
    await connection.execute("SET plan_cache_mode = force_generic_plan")
    partial = {
        row["indexname"]
        for row in await connection.fetch("SELECT indexname FROM pg_indexes WHERE indexdef LIKE '% WHERE %'")
    }
    large = {table.name for table in GROWING}
    whole = dict[str, list[str]]()
    for name, query in QUERIES.items():
        given = ", ".join(["NULL"] * parameters_of(query))
        await connection.execute(f"PREPARE q AS {in_postgres(query)}")
        told = await connection.fetchval(f"EXPLAIN (FORMAT JSON) EXECUTE q{f'({given})' if given else ''}")
        await connection.execute("DEALLOCATE q")
        found = [
            f"{node['Node Type']} {node['Relation Name']} {node.get('Index Name', '')}"
            for node in nodes(json.loads(told)[0]["Plan"])
            if node.get("Relation Name") in large
            and node["Node Type"] in ("Seq Scan", "Index Scan", "Index Only Scan")
            and re.fullmatch(NO_BOUND, node.get("Index Cond", "")) is not None
            and node.get("Index Name") not in partial
        ]
        if found and name not in {*WHOLE, *OF_ALL_DEADLINES}:
            whole[name] = found
    await connection.close()
    assert whole == {}
