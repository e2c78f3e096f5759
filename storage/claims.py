"""Who does what is due, where several processes have the store open: whoever claims it first, for a while."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from storage.boards import Lease


class Claims(Protocol):
    """The part of the store that knows who does what."""

    async def count_processes(self) -> int:
        """How many have the store open now, this one among them."""

    async def claim(self, names: Collection[str], lease: Lease) -> frozenset[str]:
        """Claim those of these that nobody else has claimed for a time that still runs.

        Returns:
            Which of them are this process's now.
        """

    async def claimed(self, names: Collection[str], by: str) -> frozenset[str]:
        """Those of these that were claimed in this name last."""

    async def disclaim(self, names: Collection[str], by: str) -> None:
        """Let others claim those of these that this process has."""
