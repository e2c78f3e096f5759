"""A newer process brings the database to its schema while an older one goes on answering presses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from storage.errors import UnusableDatabase
from storage.postgres.database import open_store
from storage.sql.schema import UPGRADES, Upgrade
from storage.sql.store import Store
from tests.bot.handlers.test_database_faults import WAITING, code, failed, plies, press
from tests.bot.postgres_house import PostgresHouse
from tests.storage.postgres.server import by_hand, new_database

TABLES = ("matches", "boards", "jobs", "presses", "people", "results")
EXPANDED = (
    *(f"ALTER TABLE {table} ADD COLUMN tomorrow TEXT" for table in TABLES),
    "CREATE TABLE tomorrow (id TEXT PRIMARY KEY)",
)
TOMORROW = Upgrade("of tomorrow", sqlite=EXPANDED, postgres=EXPANDED)
"""What expands a schema: an older version knows nothing of it, and need not."""


@pytest.fixture(autouse=True)
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: b"")


@pytest.fixture
async def old() -> AsyncIterator[PostgresHouse]:
    async with PostgresHouse(await new_database("rolling")) as house:
        house.platform.takes_repeats = True  # two processes may show the same
        await house.start()
        yield house


class NewHouse(PostgresHouse):
    """A process of tomorrow beside an old one, on the same platform."""

    def __init__(self, old: PostgresHouse, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(old.url)
        self.platform, self.presses, self.seeds, self.notes = old.platform, old.presses, old.seeds, old.notes
        self._monkeypatch = monkeypatch

    async def opened_store(self) -> Store:
        with self._monkeypatch.context() as tomorrow:
            tomorrow.setattr("storage.postgres.database.UPGRADES", (*UPGRADES, TOMORROW))
            return await super().opened_store()


@pytest.mark.long
async def test_what_an_older_process_does_meanwhile_is_not_lost(
    old: PostgresHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await press(old)).update
    new = NewHouse(old, monkeypatch)
    upgrading, pressed = asyncio.create_task(new.__aenter__()), 1
    while not upgrading.done() and pressed < 10:  # the match goes on after that
        assert (await press(old)).update
        pressed += 1
    await upgrading
    try:
        for house in (old, new, new, old, new, old):  # it asks both what it has asked them before
            assert (await press(house)).update
            pressed += 1
            assert await plies(old) == await plies(new) == pressed
        with pytest.raises(UnusableDatabase, match=r"newer version .* 'of tomorrow'"):
            await open_store(old.url)
    finally:
        await new.__aexit__()


@pytest.mark.long
async def test_who_upgrades_waits_for_those_at_work_and_holds_nobody_up(
    old: PostgresHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = NewHouse(old, monkeypatch)
    async with by_hand(old.url) as connection, by_hand(old.url) as looking:
        async with connection.transaction():
            await connection.execute(
                "LOCK TABLE boards IN ROW EXCLUSIVE MODE"
            )  # as while something is written
            upgrading = asyncio.create_task(new.__aenter__())
            async with asyncio.timeout(20):
                while not await looking.fetchval(WAITING):
                    continue
                assert not failed(await press(old)), "it is answered as soon as the other gives way"
            assert not upgrading.done()
        await upgrading
    await new.__aexit__()
    assert await plies(old) == 1
    assert code(old)
