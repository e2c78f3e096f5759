"""A look at a database: tells what is so, and leaves the file as it is."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest

from games.events import PlayerId
from storage.errors import UnusableDatabase
from storage.people import Person
from storage.sql.schema import UPGRADES, Checkup, Upgrade
from storage.sqlite import copying
from storage.sqlite.copying import check
from storage.sqlite.database import Database, open_store

PAGE = 4096  # bytes of a page in the file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "a folder?" / "bot.db"


async def filled(file: Path) -> None:
    store = await open_store(file)
    for number in range(500):
        await store.people.put_person(Person("web", f"{number:05}", PlayerId(f"p{number:05}"), "Ada", "en"))
    await store.close()


def looks(file: Path) -> str:
    return hashlib.sha256(contents(file)).hexdigest()


def contents(file: Path) -> bytes:
    return file.read_bytes()


def write(file: Path, data: bytes) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)


async def test_a_whole_database_is_whole_and_stays_as_it_is(file: Path) -> None:
    await filled(file)
    before = looks(file)
    assert await check(file) == Checkup(in_use=False, outdated=False, damages=())
    assert looks(file) == before
    await (await open_store(file)).close()


async def test_a_database_in_use_is_looked_at_all_the_same(file: Path) -> None:
    await filled(file)
    store = await open_store(file)
    try:
        assert await check(file) == Checkup(in_use=True, outdated=False, damages=())
        await store.people.put_person(Person("web", "1", PlayerId("p1"), "Ben", "en"))
    finally:
        await store.close()


async def test_where_there_is_none_none_is_made(file: Path) -> None:
    assert await check(file) is None
    assert not file.parent.exists()


async def test_an_older_database_is_not_brought_up_to_date_by_looking(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Database.open(file, UPGRADES)).close()
    monkeypatch.setattr(copying, "UPGRADES", (*UPGRADES, Upgrade("2", (), ())))
    before = looks(file)
    assert await check(file) == Checkup(in_use=False, outdated=True, damages=())
    assert looks(file) == before


async def test_an_empty_file_waits_for_its_tables(file: Path) -> None:
    write(file, b"")
    assert await check(file) == Checkup(in_use=False, outdated=True, damages=())


async def test_a_newer_database_is_refused_in_words(file: Path) -> None:
    await filled(file)
    with sqlite3.connect(file) as connection:
        connection.execute("INSERT INTO steps (number, name) VALUES (9, 'of tomorrow')")
    connection.close()
    with pytest.raises(
        UnusableDatabase, match="a newer version of this program: it has the upgrade 'of tomorrow'"
    ):
        await check(file)


async def test_what_is_no_database_is_refused_in_words(file: Path) -> None:
    write(file, b"Dear diary, " * 500)
    with pytest.raises(UnusableDatabase, match="it is no database, or damaged; bring back a copy"):
        await check(file)


async def test_damage_is_found(file: Path) -> None:
    """A page of a table is overwritten, as a bad disk would."""
    await filled(file)
    data = bytearray(contents(file))
    place = data.rfind(b"p00250")
    start = place - place % PAGE
    data[start + 40 : start + 60] = b"\xa5" * 20  # where in the page its rows are
    write(file, bytes(data))
    found = await check(file)
    assert found
    assert found.damages
    assert "ok" not in found.damages
