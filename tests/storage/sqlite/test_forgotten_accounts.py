"""What is kept of a forgotten account: a keyed hash for thirty days, and nothing else."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from games.events import PlayerId
from storage.people import Block
from storage.results import CAPPED
from storage.sqlite.database import open_store
from tests.storage.facts import ADA, BOB, forget, person

ACCOUNT = "4711004711"
CONNECT = sqlite3.connect


def kept(path: Path) -> list[tuple[str, str, int]]:
    """The rows of forgotten accounts."""
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT digest, player, until FROM forgotten_accounts").fetchall()


async def forget_ada(path: Path) -> None:
    store = await open_store(path)
    await store.people.put_person(person(ACCOUNT, "Ada", player=ADA))
    await store.people.put_person(person("2", "Bob", player=BOB))
    await forget(store, ADA, 100)
    await store.close()


def files_with(folder: Path, content: bytes) -> list[Path]:
    return [file for file in folder.iterdir() if content in file.read_bytes()]


def careless(path: Path, **options: Any) -> sqlite3.Connection:
    """A connection of an SQLite that was built so as to leave what is deleted where it is."""
    connection: sqlite3.Connection = CONNECT(path, **options)
    connection.execute("PRAGMA secure_delete = OFF")
    return connection


@pytest.mark.parametrize("connect", [CONNECT, careless])
async def test_the_account_itself_is_in_no_file(
    tmp_path: Path, connect: Callable[..., sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "connect", connect)
    await forget_ada(tmp_path / "tischrand.db")
    assert files_with(tmp_path, ACCOUNT.encode()) == []
    ((digest, player, until),) = kept(tmp_path / "tischrand.db")
    assert (player, until) == (ADA, 100 + CAPPED) == (ADA, 100 + 30 * 86_400)
    assert digest != hashlib.sha256(f"web\0{ACCOUNT}".encode()).hexdigest()


async def test_the_key_is_another_one_in_each_database_and_stays(tmp_path: Path) -> None:
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    await forget_ada(one)
    await forget_ada(other)
    assert kept(one)[0][0] != kept(other)[0][0]
    await forget_ada(one)  # the same digest again
    assert len(kept(one)) == 1


async def test_it_is_purged_after_thirty_days(tmp_path: Path) -> None:
    path = tmp_path / "tischrand.db"
    await forget_ada(path)
    store = await open_store(path)
    await store.jobs.beat(100 + CAPPED)
    await store.close()
    assert kept(path) == []


async def test_nothing_but_that_leads_from_before_to_after_and_after_thirty_days_nothing_does(
    tmp_path: Path,
) -> None:
    path, again = tmp_path / "tischrand.db", PlayerId("ada again")
    store = await open_store(path)
    await store.people.put_person(person(ACCOUNT, "Ada", player=ADA))
    await store.people.put_person(person("2", "Bob", player=BOB))
    await store.settings.put_block(Block(BOB, ADA, 7))
    await store.talk.put_mute(BOB, ADA)
    await store.talk.put_silence("web", "lounge", ADA)
    await store.settings.put_shared_value(await store.people.code_name("web", ACCOUNT), "1 100", None)
    await forget(store, ADA, 100)

    def tables(*words: str) -> set[str]:
        """Which tables have rows in which one of these stands."""
        with closing(sqlite3.connect(path)) as database:
            lines = [line for line in database.iterdump() if any(word in line for word in words)]
        return {line.split()[2].strip('"') for line in lines if line.startswith("INSERT")}

    (digest, _, _) = kept(path)[0]
    assert tables(f"'{ADA}'") == {"forgotten_accounts", "gone_players"}
    decided = {"blocks", "mutes", "silences"}
    assert tables(digest[:18]) == {"forgotten_accounts", "shared_values", *decided}
    await store.jobs.beat(100 + CAPPED)
    assert tables(f"'{ADA}'") == {"gone_players"}
    assert tables(digest[:18]) == decided
    await store.people.add_person(person(ACCOUNT, "Ada", player=again))
    assert tables(digest[:18]) == set()
    assert tables(f"'{again}'") == {"people", *decided}
    await store.close()
