"""`tischrand backup` and `tischrand restore` as the host types them: exit codes and what is said."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.runtime.databases import STORE_FILE
from games.events import PlayerId
from storage.people import Person
from storage.sqlite.database import open_store
from tests.storage.facts import M, board, change

ADA = Person("web", "1", PlayerId("p1"), "Ada", "en")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a database in which Ada is known."""
    monkeypatch.chdir(tmp_path)
    asyncio.run(put(tmp_path / "data" / STORE_FILE, ADA))
    return tmp_path / "data"


async def put(file: Path, person: Person) -> None:
    store = await open_store(file)
    await store.people.put_person(person)
    await store.close()


async def find(file: Path, name: str) -> Person | None:
    store = await open_store(file)
    try:
        return await store.people.person_named("web", name)
    finally:
        await store.close()


def test_a_copy_is_made_and_brought_back(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.db", "--data", str(data)]) == 0
    assert "copy.db holds everything as of now" in capsys.readouterr().out
    asyncio.run(put(data / STORE_FILE, Person("web", "2", PlayerId("p2"), "Ben", "en")))
    assert main(["restore", "copy.db", "--data", str(data)]) == 0
    assert f"{STORE_FILE}.replaced" in capsys.readouterr().out
    assert asyncio.run(find(data / STORE_FILE, "Ada")) == ADA
    assert asyncio.run(find(data / STORE_FILE, "Ben")) is None
    assert asyncio.run(find(data / f"{STORE_FILE}.replaced", "Ben")) is not None


def test_a_copy_holds_no_token_by_which_answers_on_discord_are_found_again(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def keep() -> None:
        store = await open_store(data / STORE_FILE)
        await store.append(change(M, 1, boards=(replace(board("b", M), answer="a-token"),)))
        await store.close()

    asyncio.run(keep())
    assert b"a-token" in (data / STORE_FILE).read_bytes()
    assert main(["backup", "copy.db", "--data", str(data)]) == 0
    assert b"a-token" not in Path("copy.db").read_bytes()
    assert [file.name for file in Path().glob("copy.db*")] == ["copy.db"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["backup", "data/tischrand.db"], "is there already"),
        (["restore", "nowhere.db"], "there is no database nowhere.db"),
        (["backup", "copy.db", "--data", "nowhere"], "there is no database nowhere"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(
    data: Path, capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    before = sorted(path.name for path in data.parent.rglob("*"))
    assert main(words) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert "Traceback" not in told.err
    assert sorted(path.name for path in data.parent.rglob("*")) == before
