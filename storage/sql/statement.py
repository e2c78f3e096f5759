"""What is written, and what all files of statements say."""

from __future__ import annotations

from dataclasses import dataclass

from storage.errors import StoreError


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """Something that is written, and what it means when the schema does not let it through."""

    sql: str
    refusal: type[StoreError] | None = None


def upsert(table: str, columns: str, key: str) -> str:
    """Put a row in the place of the one with the same key, if there is one."""
    names = columns.split(", ")
    kept = ", ".join(f"{name} = excluded.{name}" for name in names if name not in key.split(", "))
    places = ", ".join("?" * len(names))
    # Names of this room alone are put together.
    return f"INSERT INTO {table} ({columns}) VALUES ({places}) ON CONFLICT ({key}) DO UPDATE SET {kept}"  # noqa: S608


def revised(table: str, columns: str, key: str) -> str:
    """Likewise, where the row has the revision that is given last; NULL: in any case."""
    number = columns.count(",") + 2
    return f"{upsert(table, columns, key)}, revision = coalesce(?{number}, {table}.revision) + 1"
