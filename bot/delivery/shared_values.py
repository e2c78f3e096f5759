"""Short texts that all processes of the bot have in common: each changes what the one before it has left."""

from __future__ import annotations

from collections.abc import Callable

from cachetools import LRUCache

from storage.errors import PeopleChanged, StoreUnavailable
from storage.sql.store import Store

KEPT = 10_000  # values that were changed last, where nobody else has the store open


class SharedValues:
    """In the store, where several processes have it open; otherwise in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._own: LRUCache[str, str] = LRUCache(KEPT)

    async def change(self, name: str, change: Callable[[str], str]) -> None:
        """Change a value; see `Front.change_shared`."""
        if not self._store.shared:
            self._own[name] = change(self._own.get(name, ""))
            return
        while True:
            try:
                value, revision = await self._store.settings.shared_value(name)
                changed = change(value)
                if changed != value:
                    await self._store.settings.put_shared_value(name, changed, revision)
            except PeopleChanged:  # another process was quicker: decide again
                continue
            except StoreUnavailable:  # each process keeps to what it knows until the store is back
                self._own[name] = change(self._own.get(name, ""))
            return
