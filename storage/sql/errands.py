"""What chats have asked for, in SQLite."""

from __future__ import annotations

from collections.abc import Iterable

from storage.errands import Errand
from storage.sql.errand_statements import ADD_ERRAND, DROP_ERRAND, ERRANDS
from storage.sql.group_commit import Write
from storage.sql.part import Part


class SqlErrands(Part):
    """The `Errands` of a database."""

    async def errands(self) -> tuple[Errand, ...]:
        """All that wait."""
        return tuple(Errand(*row) for row in await self._database.rows(ERRANDS, ()))

    async def drop_errand(self, errand: Errand) -> None:
        """It is done, or cannot be."""
        row = (errand.kind, errand.match, errand.platform, errand.place)
        await self._group.write({DROP_ERRAND: [row]})


def errands_to_add(errands: Iterable[Errand]) -> Write:
    """What is written to have them done; one that waits already stays as it is."""
    return {ADD_ERRAND: [(one.kind, one.match, one.platform, one.place, one.chat) for one in errands]}
