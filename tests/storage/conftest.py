"""Stores on both databases: what one has to do, the other has to do as well."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from storage.postgres.database import open_store as open_on_server
from storage.sql.store import Store
from tests.storage.postgres.server import prepared as prepared_on_server
from tests.storage.sqlite.prepared import lent

Opening = Callable[[Path], AbstractAsyncContextManager[Store]]
"""Opens a new store, which may keep its files in a folder."""


@asynccontextmanager
async def in_file(folder: Path) -> AsyncIterator[Store]:
    store = await lent(folder / "tischrand.db")
    yield store
    await store.close()


@asynccontextmanager
async def on_server(_: Path) -> AsyncIterator[Store]:
    store = await open_on_server(await prepared_on_server())
    yield store
    await store.close()


@pytest.fixture(
    params=[
        pytest.param(in_file, id="sqlite"),
        pytest.param(on_server, id="postgres", marks=pytest.mark.long),
    ]
)
def opening(request: pytest.FixtureRequest) -> Opening:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
async def store(opening: Opening, tmp_path: Path) -> AsyncIterator[Store]:
    async with opening(tmp_path) as store:
        yield store
