"""How a database gets the tables of `storage.sql.schema`: an empty one at once, an older one by upgrades.

To change the schema, change its tables and add an upgrade that makes the same of those that are there. One
that has been released is never edited.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from storage.errors import UnusableDatabase
from storage.sql.schema import FIRST_ROWS, LACKING_IN_POSTGRES, POSTGRES, SQLITE, TABLES, SqlTypes, Table

LIST = "steps"
CREATE_LIST = "CREATE TABLE IF NOT EXISTS steps (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)"
APPLIED = "SELECT name FROM steps ORDER BY number"
FIRST_OF_OLD, LAST_OF_OLD = "log", "awaited people"
"""What the list of a database begins and ends with that was written before the first release."""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """One change of the schema, applied once to each database."""

    name: str
    sqlite: tuple[str, ...]
    postgres: tuple[str, ...]


def creation(tables: Sequence[Table], *rows: str, name: str = "1") -> Upgrade:
    """What an empty database gets: the tables as they are now."""
    sqlite, postgres = (
        (*(line for table in tables for line in table.creation(types)), *rows) for types in (SQLITE, POSTGRES)
    )
    return Upgrade(name, sqlite, (*LACKING_IN_POSTGRES, *postgres))


UPGRADES: Sequence[Upgrade] = (creation(TABLES, *FIRST_ROWS),)
"""The first one is for empty databases, which the others are noted for without being applied."""


class OlderLayout(UnusableDatabase):
    """The database was written before the first release; `storage.migration` copies the last layout."""

    def __init__(self, database: object, last: str) -> None:
        """Its name, and the last step that it has."""
        self.copied = last == LAST_OF_OLD
        written = f"{database} was written before version 1.0"
        early = "by an early version: start the last one before 1.0 with it once, then copy it to a new one"
        super().__init__(f"{written}: copy it to a new one" if self.copied else f"{written}, {early}")


@dataclass(frozen=True, slots=True)
class Checkup:
    """What a look at a database has shown."""

    in_use: bool
    """Another process has it open."""
    outdated: bool
    """The next start brings it to the present version."""
    processes: int = 0
    """So many have it open, where that is known."""
    strangers: int = 0
    """Of these, so many of another version than this one."""
    damages: tuple[str, ...] = ()
    """What is found broken, in the database's words; some of it."""


def statements(lacking: Sequence[tuple[int, Upgrade]], types: SqlTypes) -> list[str]:
    """What applies upgrades to a database, and notes that."""
    said = [CREATE_LIST]
    for number, upgrade in lacking:
        said += upgrade.sqlite if types is SQLITE else upgrade.postgres
        said.append(f"INSERT INTO steps (number, name) VALUES ({number}, '{upgrade.name}')")
    return said


def missing(
    tables: Collection[str], applied: Sequence[str], upgrades: Sequence[Upgrade], database: object
) -> Sequence[tuple[int, Upgrade]]:
    """The upgrades that have not been applied yet, with their numbers.

    Args:
        tables: the names of those that the database has.
        applied: the names of the upgrades that its list has, if it has one.
        upgrades: all that this version knows.
        database: its name, for the host.

    Raises:
        OlderLayout: it was written before the first release.
        UnusableDatabase: it is of another program, or from a newer version.
    """
    if tables and LIST not in tables:
        raise UnusableDatabase(f"{database} is the database of another program")
    if applied and applied[0] == FIRST_OF_OLD:
        raise OlderLayout(database, applied[-1])
    known = [upgrade.name for upgrade in upgrades]
    if list(applied) != known[: len(applied)]:
        unknown = next((name for name in applied if name not in known), applied[-1])
        raise UnusableDatabase(
            f"{database} was written by a newer version of this program: it has the upgrade {unknown!r}, "
            "which this version does not know"
        )
    if not applied:  # its tables are the newest at once
        later = [Upgrade(upgrade.name, (), ()) for upgrade in upgrades[1:]]
        return list(enumerate([upgrades[0], *later], 1))
    return list(enumerate(upgrades, 1))[len(applied) :]
