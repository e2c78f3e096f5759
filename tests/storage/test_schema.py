"""The tables of both databases are those that are declared, column for column."""

from __future__ import annotations

import re

from storage.sql.schema import TABLES
from storage.sql.store import Store
from storage.sqlite.database import Database as Sqlite

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


async def test_the_tables_and_their_columns_are_those_that_are_declared(store: Store) -> None:
    await check_declared(store)


async def check_declared(store: Store) -> None:
    rows = await store.database.rows(IN_SQLITE if isinstance(store.database, Sqlite) else IN_POSTGRES)
    found = {(row["of"], row["name"], bool(row["empty"])) for row in rows}
    assert {column for column in found if column[0] != "steps"} == declared()


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
