"""A store is carried over into the other kind of database and back with all that is in it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest

from bot.__main__ import main
from storage.boards import Notice
from storage.errors import UnusableDatabase
from storage.jobs import notice_later
from storage.migration import migrate
from storage.people import ChatSettings
from storage.postgres import copying as postgres_copying
from storage.postgres.database import open_store as open_on_server
from storage.results import StoredRecord
from storage.sql.schema import TABLES
from storage.sqlite import copying
from storage.sqlite.database import open_store
from tests.storage.facts import (
    ACCEPTED,
    ADA,
    BOB,
    OPENED,
    M,
    N,
    behind,
    board,
    change,
    everything,
    person,
    rating,
    remark,
    result,
)
from tests.storage.postgres.server import by_hand, new_database
from tests.storage.sqlite.prepared import prepared


async def fill(path: Path) -> None:
    """Facts of many kinds, some of which triggers answer with others."""
    store = await open_store(prepared(path))
    await store.settings.put_chat_settings(ChatSettings("web", "lounge", results="hall", threads=True))
    boards = (board("b", M, message="m1"), board("c", M, shown=2))
    await store.append(change(M, 2, OPENED, ACCEPTED, press="web:1", boards=boards))
    await store.append(
        replace(change(M, 3), result=result(M), ratings=(rating(ADA, 1500.25), rating(BOB, 1499.0)))
    )
    await store.append(change(N, 1, OPENED, press="web:2"))
    await store.jobs.put(notice_later(N, Notice(ADA, 1), since=100, due=400))
    await store.people.put_person(person("1", "Ada Österreich"))
    await store.people.put_person(person("2", "Ben"))
    for number in ("r2", "r1"):
        await store.talk.add_remark(remark(number, M, ADA, BOB))
        await store.results.put_record(StoredRecord(number, ADA, 7, "text"))
    await store.jobs.beat(1000)
    await store.close()


def content(path: Path) -> dict[str, list[Any]]:
    """All rows, by table."""
    with closing(sqlite3.connect(path)) as file:
        return {
            table.name: file.execute(
                f"SELECT {table.all} FROM {table.name} ORDER BY {', '.join(table.key)}"  # noqa: S608
            ).fetchall()
            for table in TABLES
        }


async def carry(source: Any, target: Any, put: Any = None) -> dict[str, int]:
    """Copy; `put` takes the place of that of the target."""
    async with source as old, target as new:
        if put is not None:
            new = SimpleNamespace(older=False, pages=new.pages, run=new.run, put=partial(put, new))
        return dict((await migrate(old, new)).counts)


@pytest.mark.long
async def test_there_and_back_everything_is_as_it_was(tmp_path: Path) -> None:
    await fill(tmp_path / "old.db")
    url = await new_database("there")
    there = await carry(copying.source(tmp_path / "old.db"), postgres_copying.target(url))
    back = await carry(postgres_copying.source(url), copying.target(tmp_path / "new.db"))
    before = content(tmp_path / "old.db")
    assert there == back == {name: len(rows) for name, rows in before.items()}
    assert {name for name, count in there.items() if count} >= {"events", "jobs", "records", "people"}
    assert content(tmp_path / "new.db") == before
    assert stat.S_IMODE((tmp_path / "new.db").stat().st_mode) == 0o600


async def test_a_sign_that_not_every_database_keeps_is_replaced_as_when_it_is_stored(tmp_path: Path) -> None:
    store = await open_store(prepared(tmp_path / "old.db"))
    await store.people.put_person(person("1", "A\0da"))
    await store.close()
    await carry(copying.source(tmp_path / "old.db"), copying.target(tmp_path / "new.db"))
    ((_, _, _, name, *_),) = content(tmp_path / "new.db")["people"]
    assert name == "A\ufffdda"


async def test_a_file_becomes_another_one_row_for_row_however_many_are_read_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "PAGE", 2)
    await fill(tmp_path / "old.db")
    await carry(copying.source(tmp_path / "old.db"), copying.target(tmp_path / "new.db"))
    assert content(tmp_path / "new.db") == content(tmp_path / "old.db")


@pytest.mark.long
async def test_a_bot_goes_on_with_what_was_carried_over(tmp_path: Path) -> None:
    await fill(tmp_path / "old.db")
    url = await new_database("goes_on")
    await carry(copying.source(tmp_path / "old.db"), postgres_copying.target(url))
    old, new = await open_store(tmp_path / "old.db"), await open_on_server(url)
    assert await everything(new) == await everything(old)
    for store in (old, new):
        await store.append(replace(change(N, 2, ACCEPTED), result=result(N)))
        await store.talk.add_remark(remark("r3", M, ADA, BOB))
    assert await new.talk.remarks_of(ADA) == await old.talk.remarks_of(ADA)
    assert await new.results.results_of(ADA, newest=5) == await old.results.results_of(ADA, newest=5)
    assert await behind(new) == await behind(old)
    await old.close()
    await new.close()


@pytest.mark.long
async def test_a_server_keeps_nothing_of_a_copy_that_fails_and_is_no_target_once_there_is_something(
    tmp_path: Path,
) -> None:
    await fill(tmp_path / "old.db")
    url = await new_database("half")

    async def full(*_: Any) -> None:
        raise asyncpg.DiskFullError("no space left")

    async def lost(*_: Any) -> None:
        raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")

    for put, why in (
        (full, r"^the disk of half.* is full; make room on its server"),
        (lost, r"^the connection to half.* was lost; see that its server runs"),
    ):
        with pytest.raises(UnusableDatabase, match=why):
            await carry(copying.source(tmp_path / "old.db"), postgres_copying.target(url), put)
        async with by_hand(url) as connection:
            assert not await connection.fetch("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")
    await (await open_on_server(url)).close()
    with pytest.raises(UnusableDatabase, match=r"^half.* is not empty; name a new database"):
        await carry(copying.source(tmp_path / "old.db"), postgres_copying.target(url))


async def careless(target: Any, table: Any, rows: Any) -> None:
    await target.put(table, rows[:-1])


async def full(target: Any, table: Any, rows: Any) -> None:
    await target.run("PRAGMA max_page_count = 1")  # as full as the file is by now
    await target.put(table, [(*row[:-1], "x" * 1_000_000) for row in rows])


@pytest.mark.parametrize(
    ("put", "why"),
    [
        (careless, r"the rows of .* did not arrive as they were; nothing is kept"),
        (full, r"new\.db cannot be used: the disk is full; make room"),
    ],
)
async def test_of_a_copy_that_fails_no_file_is_left(tmp_path: Path, put: Any, why: str) -> None:
    await fill(tmp_path / "old.db")
    with pytest.raises(UnusableDatabase, match=why):
        await carry(copying.source(tmp_path / "old.db"), copying.target(tmp_path / "new.db"), put)
    assert [name for name in os.listdir(tmp_path) if name.startswith("new")] == ["new.db.lock"]


async def test_what_cannot_be_a_source_or_a_target_is_told_and_stays(tmp_path: Path) -> None:
    for name, data, why in (
        ("diary.db", b"Dear diary, " * 500, "it is no database, or damaged; bring back a copy"),
        ("empty.db", b"", "is empty, or of an older version"),
    ):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(UnusableDatabase, match=why):
            await carry(copying.source(tmp_path / name), copying.target(tmp_path / "new.db"))
        assert (tmp_path / name).read_bytes() == data
    await fill(tmp_path / "old.db")
    (tmp_path / "taken.db").touch()
    with pytest.raises(UnusableDatabase, match="is there already; name a new file"):
        await carry(copying.source(tmp_path / "old.db"), copying.target(tmp_path / "taken.db"))
    (tmp_path / "new.db-wal").write_bytes(b"of the database that was here")
    with pytest.raises(
        UnusableDatabase, match=r"new\.db-wal holds the latest of the file that was .*new\.db: move it along"
    ):
        await carry(copying.source(tmp_path / "old.db"), copying.target(tmp_path / "new.db"))


async def test_a_file_that_a_bot_has_open_is_not_copied_and_one_that_is_read_gets_nothing_beside_it(
    tmp_path: Path,
) -> None:
    await fill(tmp_path / "data" / "old.db")
    store = await open_store(tmp_path / "data" / "old.db")
    with pytest.raises(UnusableDatabase, match="open in another process"):
        await carry(copying.source(tmp_path / "data" / "old.db"), copying.target(tmp_path / "new.db"))
    await store.close()
    kept = tmp_path / "kept"
    kept.mkdir()
    (tmp_path / "data" / "old.db").rename(kept / "old.db")
    await carry(copying.source(kept / "old.db"), copying.target(tmp_path / "new.db"))
    assert set(os.listdir(kept)) <= {"old.db", "old.db-wal", "old.db-shm"}


def test_the_host_names_both_databases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asyncio.run(fill(tmp_path / "data" / "tischrand.db"))
    assert main(["migrate", "--from", "sqlite", "--to", "sqlite:copy.db"]) == 0
    told = capsys.readouterr().out
    assert "Everything has been copied and compared: 4 events" in told
    assert content(tmp_path / "copy.db") == content(tmp_path / "data" / "tischrand.db")
    for source, target, why in (
        ("sqlite:none.db", "sqlite:new.db", "there is no database none.db"),
        ("sqlite", "postgresql", "TISCHRAND_DATABASE_URL is not set"),
        ("mysql:x", "sqlite:new.db", "“mysql” is no kind of database"),
        ("sqlite", "postgresql://ada:hidden@127.0.0.1:9/games", "games at 127.0.0.1:9 cannot be reached"),
    ):
        assert main(["migrate", "--from", source, "--to", target]) == 2
        told = capsys.readouterr().err
        assert why in told
        assert "hidden" not in told
