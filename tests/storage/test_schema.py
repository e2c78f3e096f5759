"""Both databases have the same tables in the end, and in a table the same columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from storage.postgres.database import open_store as open_postgres
from storage.sql.database import Record
from storage.sql.schema import TABLES
from storage.sqlite.database import open_store as open_sqlite
from tests.storage.postgres.server import prepared as prepared_postgres
from tests.storage.sqlite.prepared import prepared as prepared_sqlite

Column = tuple[str, str, bool]
"""Its table, its name, and whether it may be without a value."""

IN_SQLITE = """
    SELECT tables.name AS of, columns.name, columns."notnull" = 0 AND columns.pk = 0 AS empty
    FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'
"""
IN_POSTGRES = """
    SELECT table_name AS of, column_name AS name, is_nullable = 'YES' AS empty
    FROM information_schema.columns WHERE table_schema = 'public'
"""


@pytest.mark.long
async def test_both_databases_have_the_same_tables_and_columns(tmp_path: Path) -> None:
    one = await open_sqlite(prepared_sqlite(tmp_path / "tischrand.db"))
    other = await open_postgres(await prepared_postgres())
    here, there = (
        columns(await one.database.rows(IN_SQLITE)),
        columns(await other.database.rows(IN_POSTGRES)),
    )
    await one.close()
    await other.close()
    assert here == there
    assert here - {column for column in here if column[0] == "steps"} == declared()


def columns(rows: Sequence[Record]) -> set[Column]:
    return {(row["of"], row["name"], bool(row["empty"])) for row in rows}


def declared() -> set[Column]:
    """As `TABLES` has them, which is what queries are made of."""
    names = {(table.name, column.strip()) for table in TABLES for column in table.columns.split(",")}
    return {(table, column.split()[0].removeprefix("*"), column.endswith("?")) for table, column in names}


def test_tables_refer_to_tables_that_were_made_before_them() -> None:
    """So may rows be copied in this order."""
    known = set[str]()
    for table in TABLES:
        known.add(table.name)
        assert {*re.findall(r"REFERENCES (\w+)", table.columns)} <= known, table.name
