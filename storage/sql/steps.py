"""The steps of a schema, and which of them a database lacks."""

from __future__ import annotations

from collections.abc import Sequence

from games.frozen import frozen
from storage.errors import UnusableDatabase

CREATE_STEPS = """
    CREATE TABLE IF NOT EXISTS steps (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)
"""
RECORD_STEP = "INSERT INTO steps (name) VALUES (?)"
APPLIED_STEPS = "SELECT name FROM steps ORDER BY number"


@frozen
class Step:
    """One change of the schema, applied once to each database; never edited after a release."""

    name: str
    statements: tuple[str, ...]


def steps_after(applied: Sequence[str] | None, steps: Sequence[Step], database: object) -> Sequence[Step]:
    """The steps that have not been applied yet.

    Args:
        applied: the names of those that have been; None: there are tables, but no such list.
        steps: all that this version knows.
        database: its name, for the host.

    Raises:
        UnusableDatabase: it is of another program, or from a newer version.
    """
    if applied is None:
        raise UnusableDatabase(f"{database} is the database of another program")
    known = [step.name for step in steps]
    if list(applied) != known[: len(applied)]:
        unknown = next((name for name in applied if name not in known), applied[-1])
        raise UnusableDatabase(
            f"{database} was written by a newer version of this program: it has the step {unknown!r}, "
            "which this version does not know"
        )
    return steps[len(applied) :]
