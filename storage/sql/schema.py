"""The tables of the store, and the upgrades that lead to them.

An empty database gets the current tables at once, an older one by upgrades. To change the schema, change its
tables and add an upgrade with the same effect on existing ones. Never edit an upgrade that was released.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from storage.errors import UnusableDatabase
from storage.sql import (
    boards,
    jobs,
    matches,
    people,
    puzzles,
    remarks,
    results,
    second_layout,
    seeks,
    sentences,
    settings,
    standing,
    tournaments,
    votes,
)
from storage.sql.table import POSTGRES, SQLITE, SqlTypes, Table

TABLES = (
    *(*matches.TABLES, *seeks.TABLES, *remarks.TABLES),
    *(*boards.TABLES, *standing.TABLES, *people.TABLES, *settings.TABLES),
    *(*results.TABLES, *tournaments.TABLES, *puzzles.TABLES, *votes.TABLES, *sentences.TABLES),
    *jobs.TABLES,
)
# Functions of SQLite that queries use and PostgreSQL lacks. ROWS 4: if it expected more, it would read whole
# tables. STRICT prevents inlining, after which it would expect a hundred rows.
LACKING_IN_POSTGRES = (
    """
    CREATE FUNCTION json_each(text) RETURNS TABLE (value text)
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 4
    AS 'SELECT jsonb_array_elements_text($1::jsonb)'
    """,
    "CREATE FUNCTION instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT strpos($1, $2)'",
    """
    CREATE FUNCTION joined(text, text, text) RETURNS text LANGUAGE sql IMMUTABLE
    AS $$ SELECT coalesce($1 || $3, '') || $2 $$
    """,
    "CREATE AGGREGATE group_concat(text, text) (SFUNC = joined, STYPE = text)",
)

# Upgrades

LIST = "steps"
CREATE_LIST = "CREATE TABLE IF NOT EXISTS steps (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)"
APPLIED = "SELECT name FROM steps ORDER BY number"
FIRST_OF_OLD, LAST_OF_OLD = "log", "awaited people"
"""The first and last upgrade of a database that was written before the first release."""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """One change of the schema, applied once to each database."""

    name: str
    sqlite: tuple[str, ...]
    postgres: tuple[str, ...]


def creation(tables: Sequence[Table], name: str = "1") -> Upgrade:
    """The upgrade that creates the current tables in an empty database."""
    sqlite, postgres = (
        tuple(line for table in tables for line in table.creation(types)) for types in (SQLITE, POSTGRES)
    )
    return Upgrade(name, sqlite, (*LACKING_IN_POSTGRES, *postgres))


UPGRADES: Sequence[Upgrade] = (
    creation(TABLES),
    Upgrade("2", tuple(second_layout.statements(SQLITE)), tuple(second_layout.statements(POSTGRES))),
)
"""The first one creates an empty database, for which the others are recorded without being applied."""


class OlderLayout(UnusableDatabase):
    """The database was written before the first release; `storage.migration` copies the last layout."""

    def __init__(self, database: object, last: str) -> None:
        written = f"{database} was written before version 1.0"
        early = "by an early version: start the last one before 1.0 with it once, then copy it to a new one"
        super().__init__(f"{written}: copy it to a new one" if last == LAST_OF_OLD else f"{written}, {early}")


@dataclass(frozen=True, slots=True)
class Checkup:
    """The findings of a check of a database."""

    in_use: bool
    outdated: bool
    """The next start will upgrade it."""
    processes: int = 0
    strangers: int = 0
    """The number of these that run another version."""
    damages: tuple[str, ...] = ()
    """The first faults found, in the database's words."""


def statements(missing: Sequence[tuple[int, Upgrade]], types: SqlTypes) -> list[str]:
    """The statements that apply upgrades to a database and record them."""
    lines = [CREATE_LIST]
    for number, upgrade in missing:
        lines += upgrade.sqlite if types is SQLITE else upgrade.postgres
        lines.append(f"INSERT INTO steps (number, name) VALUES ({number}, '{upgrade.name}')")
    return lines


def is_ours(tables: Collection[str], database: object) -> bool:
    """Whether a database with these tables has a list of upgrades, or is empty; others are refused."""
    if tables and LIST not in tables:
        raise UnusableDatabase(f"{database} is the database of another program")
    return bool(tables)


def lacking(
    applied: Sequence[str], upgrades: Sequence[Upgrade], database: object
) -> Sequence[tuple[int, Upgrade]]:
    """The upgrades that have not been applied yet, with their numbers.

    Raises:
        OlderLayout: the database was written before the first release.
        UnusableDatabase: the database is from a newer version.
    """
    if applied and applied[0] == FIRST_OF_OLD:
        raise OlderLayout(database, applied[-1])
    known = [upgrade.name for upgrade in upgrades]
    if applied != known[: len(applied)]:
        unknown = next((name for name in applied if name not in known), applied[-1])
        raise UnusableDatabase(
            f"{database} was written by a newer version of this program: it has the upgrade {unknown!r}, "
            "which this version does not know"
        )
    if not applied:  # its tables are created as they are now
        later = [Upgrade(upgrade.name, (), ()) for upgrade in upgrades[1:]]
        return list(enumerate([upgrades[0], *later], 1))
    return list(enumerate(upgrades, 1))[len(applied) :]


def require_newest(applied: Sequence[str], database: object) -> None:
    """Refuse a database that needs an upgrade, and is not opened for writing."""
    if lacking(applied, UPGRADES, database):
        raise UnusableDatabase(f"{database} is empty, or of an older version: start the bot once")
