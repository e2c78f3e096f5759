"""Who does what is due, in SQL."""

from __future__ import annotations

import json
from collections.abc import Collection

from storage.boards import Lease
from storage.sql.deadline_statements import CLAIM, CLAIMED, DISCLAIM
from storage.sql.part import Part


class SqlClaims(Part):
    """The `Claims` of a database."""

    async def count_processes(self) -> int:
        """One, where no other is let in."""
        return 1

    async def claim(self, names: Collection[str], lease: Lease) -> frozenset[str]:
        """Claim those of these that nobody else has claimed for a time that still runs."""
        # In one order everywhere: processes that claim the same do not wait for each other in a circle.
        wanted = sorted(names)
        await self._group.write({CLAIM: [(name, lease.by, lease.until, lease.now) for name in wanted]})
        return await self.claimed(wanted, lease.by)

    async def claimed(self, names: Collection[str], by: str) -> frozenset[str]:
        """Those of these that were claimed in this name last."""
        rows = await self._database.rows(CLAIMED, (by, json.dumps(list(names))))
        return frozenset(row["name"] for row in rows)

    async def disclaim(self, names: Collection[str], by: str) -> None:
        """Let others claim those of these that this process has."""
        await self._group.write({DISCLAIM: [(name, by) for name in sorted(names)]})
