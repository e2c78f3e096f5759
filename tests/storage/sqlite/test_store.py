"""The SQLite store keeps the contract, and keeps it over a restart."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage.sql.matches import UnreadableLog
from storage.sql.store import Store
from storage.sqlite.database import open_store
from tests.storage.contract import StoreContract
from tests.storage.facts import ACCEPTED, ADA, BOB, CLEO, OPENED, M, behind, board, change, everything, person
from tests.storage.sqlite.prepared import prepared


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Store]:
    store = await open_store(prepared(folder / "tischrand.db"))
    try:
        yield store
    finally:
        await store.close()


class TestStore(StoreContract):
    def open_store(self, folder: Path) -> AbstractAsyncContextManager[Store]:
        return opened(folder)

    async def test_everything_is_there_after_a_restart(self, tmp_path: Path) -> None:
        async with opened(tmp_path) as store:
            boards = (board("b", M, message="m1"), board("c", M, shown=2))
            await store.append(change(M, 2, OPENED, ACCEPTED, press="web:1", boards=boards))
            await store.people.put_person(person("1", "Ada"))
            before = await everything(store)
        async with opened(tmp_path) as store:
            assert await everything(store) == before
            assert await store.matches.pressed("web:1") == "M"
            assert await behind(store) == {"b"}
            assert await store.people.person_named("web", "ADA") == person("1", "Ada")

    async def test_an_event_that_cannot_be_read_is_named_and_not_told(self, tmp_path: Path) -> None:
        async with opened(tmp_path) as store:
            await store.append(change(M, 1))
            with closing(sqlite3.connect(tmp_path / "tischrand.db")) as by_hand, by_hand:
                by_hand.execute("INSERT INTO events VALUES ('M', 2, 'DotsPlaced', '{\"dots\":\"a3\"}')")
            with pytest.raises(UnreadableLog) as caught:
                await store.matches.load(M)
        assert str(caught.value) == "event 2 of match M cannot be read: its kind is unknown"
        assert caught.value.__cause__ is None

    async def test_a_match_that_more_than_two_play_is_refused(self, tmp_path: Path) -> None:
        three = change(M, 1)
        three = replace(three, row=replace(three.row, players=(ADA, BOB, CLEO)))
        async with opened(tmp_path) as store:
            with pytest.raises(ValueError, match="room for 2"):
                await store.append(three)
            assert await store.matches.load(M) == ()
