"""A bot whose store is a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

from storage.postgres.database import open_store
from storage.sql.store import Store
from tests.bot.memory_platform import House


class PostgresHouse(House):
    """A house that needs its folder for nothing but its name."""

    def __init__(self, url: str) -> None:
        super().__init__(Path())
        self.url = url

    async def opened_store(self) -> Store:
        return await open_store(self.url)
