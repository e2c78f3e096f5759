"""A bot whose store is a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from storage.postgres.store import PostgresStore
from storage.sqlite.store import SqliteStore
from tests.bot.memory_platform import House


class PostgresHouse(House):
    """A house that needs its folder for nothing but its name."""

    def __init__(self, url: str) -> None:
        super().__init__(Path())
        self.url = url

    async def opened_store(self) -> SqliteStore:
        # Nothing in a house asks for what only the file has.
        return cast(SqliteStore, await PostgresStore.open(self.url))
