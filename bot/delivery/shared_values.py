"""Short texts in the store that all processes share, and that outlast a restart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from cachetools import LRUCache

from storage.errors import PeopleChanged, StoreUnavailable
from storage.sql.store import Store

KEPT = 10_000  # most recently changed values, while the store is unavailable or belongs to one process


class SharedValues:
    """Short texts by name, such as the pace of a chat."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._own: LRUCache[str, str] = LRUCache(KEPT)

    async def value(self, name: str) -> str:
        """See `Front.shared_value`."""
        if self._store.shared or name not in self._own:
            with suppress(StoreUnavailable):
                return (await self._store.settings.shared_value(name))[0]
        return self._own.get(name, "")

    async def change(self, name: str, change: Callable[[str], str]) -> None:
        """See `Front.change_shared`."""
        if not self._store.shared:
            await self._change_own(name, change)
            return
        while True:
            try:
                value, revision = await self._store.settings.shared_value(name)
                changed = change(value)
                if changed != value:
                    await self._store.settings.put_shared_value(name, changed, revision)
            except PeopleChanged:  # another process was faster: decide again
                continue
            except StoreUnavailable:  # each process uses its own value until the store is back
                self._own[name] = change(self._own.get(name, ""))
            return

    async def _change_own(self, name: str, change: Callable[[str], str]) -> None:
        """No other process changes it: it is kept here, and stored for the next start."""
        if name not in self._own:
            with suppress(StoreUnavailable):
                value, _ = await self._store.settings.shared_value(name)
                self._own.setdefault(name, value)
        self._own[name] = change(self._own.get(name, ""))
        await self._store.settings.put_shared_value(name, self._own[name], None, later=True)
