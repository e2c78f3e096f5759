"""`tischrand reports` as the host types it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.runtime.databases import STORE_FILE
from games.events import PlayerId
from storage.people import Person
from storage.sqlite.database import open_store
from tests.storage.facts import ADA, BOB, CLEO, M, change, remark
from tests.storage.sqlite.prepared import prepared


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a database in which Ada has said something."""
    monkeypatch.chdir(tmp_path)
    prepared(tmp_path / "data" / STORE_FILE)
    return tmp_path / "data"


def test_the_host_reads_what_was_reported_also_while_the_bot_runs(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def report() -> None:
        store = await open_store(data / STORE_FILE)
        await store.append(change(M, 1))
        await store.people.put_person(Person("web", "1", ADA, "Ada\x1b[2J", "en"))
        await store.people.put_person(Person("discord", "17", BOB, "Bob", "en"))
        for number in ("r1", "r2"):
            await store.talk.add_remark(remark(number, M, ADA, BOB))
        await store.talk.report_remark("r1", BOB, 86_400, 900_000)
        assert await asyncio.to_thread(main, ["reports", "--data", str(data)]) == 0
        await store.talk.report_remark("r2", PlayerId(CLEO), 172_800, 900_000)
        await store.close()

    assert main(["reports", "--data", str(data)]) == 0
    assert capsys.readouterr().out == "Nothing has been reported.\n"
    asyncio.run(report())
    first = (
        "Fri 2 Jan, 00:00 UTC  Ada\ufffd[2J (web 1) to Bob (discord 17) in M: “words of r1”,"
        " reported by Bob (discord 17)"
    )
    assert capsys.readouterr().out == f"{first}\n"
    assert main(["reports", "--data", str(data)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:] == [first]
    assert "“words of r2”, reported by someone" in lines[0]


def test_without_a_database_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reports", "--data", str(tmp_path / "none")]) == 2
    assert "there is no database" in capsys.readouterr().err
