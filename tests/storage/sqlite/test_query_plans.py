"""However many matches are stored, everything is found by an index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from storage.sql.schema import TABLES
from tests.storage.queries import QUERIES, WHOLE, parameters_of
from tests.storage.sqlite.prepared import lent

GIVEN = re.compile(
    r"SCAN (json_each\b|picked\b|\(subquery-\d+\)|whose\b|platforms\b|theirs\b|all_of_them\b|here\b|better\b"
    r"|under_way\b|players\b|CONSTANT ROW)"
)
"""The lists that a query is given, and what it found itself."""
FEW = {
    f"{table.name}_{place}"
    for table in TABLES
    for place, index in enumerate(table.indexes.split(";"), 1)
    if "WHERE" in index
}
"""The indexes that hold but a few rows: all of these may be read."""


@pytest.mark.parametrize("name", QUERIES)
async def test_every_query_searches_and_none_scans(tmp_path: Path, name: str) -> None:
    store = await lent(tmp_path / "tischrand.db")
    query = QUERIES[name]
    plan = await store.database.rows(f"EXPLAIN QUERY PLAN {query}", [None] * parameters_of(query))
    await store.close()
    details = [step["detail"] for step in plan if not GIVEN.match(step["detail"])]
    found = [detail for detail in details if detail.split()[-1] not in FEW]
    whole = re.compile(r"SCAN|.*AUTOMATIC|.*\(platform=\?\)")
    assert name in WHOLE or not list(filter(whole.match, found))
    if not query.strip().startswith("INSERT") and name not in WHOLE:
        assert any(detail.startswith("SEARCH") or detail not in found for detail in details)
