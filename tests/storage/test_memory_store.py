"""A second store keeps the same contract: another database can follow."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from storage.store import Store
from tests.storage.contract import StoreContract
from tests.storage.memory_store import MemoryStore


@asynccontextmanager
async def fresh() -> AsyncIterator[MemoryStore]:
    yield MemoryStore()


class TestMemoryStore(StoreContract):
    def open_store(self, folder: Path) -> AbstractAsyncContextManager[Store]:
        return fresh()
