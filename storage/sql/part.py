"""What all subjects of the store have in common: reading, writing, and who is who."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from storage.errors import PeopleChanged
from storage.sql.database import Database, GroupCommit, Line, Record, Statement
from storage.sql.identities import Identities

T = TypeVar("T")


class Part:
    """A subject of the store: what is asked about it, and what is written."""

    def __init__(self, database: Database, group: GroupCommit, identities: Identities) -> None:
        self._database, self._group, self._identities = database, group, identities

    async def _rows(self, query: str, *parameters: object) -> Sequence[Record]:
        return await self._database.rows(query, parameters)

    async def _one(self, query: str, *parameters: object) -> Record | None:
        return next(iter(await self._database.rows(query, parameters)), None)

    async def _all(self, made: Callable[[Record], T], query: str, *parameters: object) -> tuple[T, ...]:
        """What is made of each row."""
        return tuple(map(made, await self._database.rows(query, parameters)))

    async def _first(self, made: Callable[[Record], T], query: str, *parameters: object) -> T | None:
        """What is made of the first row; None where there is none."""
        row = await self._one(query, *parameters)
        return None if row is None else made(row)

    async def _glance(self, query: str, *parameters: object) -> Record | None:
        """The first row of what is looked up by key, see `Database.glance`."""
        return next(iter(await self._database.glance(query, parameters)), None)

    async def _number(self, query: str, *parameters: object) -> int:
        """The only value that is asked for; 0 where there is none."""
        row = await self._one(query, *parameters)
        return int(row[0]) if row else 0

    async def _write(self, *lines: Line) -> None:
        if lines:
            await self._group.write(lines)


NOT_GONE = Statement(
    "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM gone_players WHERE player = ?1)", PeopleChanged
)
"""Nothing is written under the id of somebody who has become another one, or was forgotten."""
STILL_THEIRS = Statement(
    "SELECT 1 FROM people WHERE platform = ?1 AND account = ?2 AND player = ?3", PeopleChanged
)
"""Whose account it is, is still who it was when this was decided."""
