"""The PostgreSQL store keeps the contract, and keeps it over a restart."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from storage.postgres.database import open_store
from storage.sql.store import Store
from tests.storage.contract import StoreContract
from tests.storage.postgres.server import prepared


@asynccontextmanager
async def opened() -> AsyncIterator[Store]:
    store = await open_store(await prepared())
    try:
        yield store
    finally:
        await store.close()


class TestPostgresStore(StoreContract):
    def open_store(self, folder: Path) -> AbstractAsyncContextManager[Store]:
        return opened()
