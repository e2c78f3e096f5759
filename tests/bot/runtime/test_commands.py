"""`tischrand backup`, `restore`, `reports`, `odd` and `replay` as the host types them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.runtime.databases import STORE_FILE
from bot.texts import texts_for
from games import GAMES
from games.events import PlayerId
from games.record import write
from storage.people import Person
from storage.sentences import OddSentence
from storage.sqlite.database import open_store
from tests.games.test_record import EXAMPLE, played
from tests.storage.facts import ADA, BOB, CLEO, M, board, change, remark
from tests.storage.sqlite.prepared import prepared

KNOWN = Person("web", "1", PlayerId("p1"), "Ada", "en")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a database."""
    monkeypatch.chdir(tmp_path)
    prepared(tmp_path / "data" / STORE_FILE)
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
    asyncio.run(put(data / STORE_FILE, KNOWN))
    assert main(["backup", "copy.db", "--data", str(data)]) == 0
    assert "copy.db holds everything as of now" in capsys.readouterr().out
    asyncio.run(put(data / STORE_FILE, Person("web", "2", PlayerId("p2"), "Ben", "en")))
    assert main(["restore", "copy.db", "--data", str(data)]) == 0
    assert f"{STORE_FILE}.replaced" in capsys.readouterr().out
    assert asyncio.run(find(data / STORE_FILE, "Ada")) == KNOWN
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


def test_odd_sentences_are_lines_to_work_through(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mended one is gone from them, and no sign that somebody has typed does anything to a terminal."""
    accept = texts_for("de")("button.accept")
    told = OddSentence("de", "button.accept", accept, "Her\x1b[2J damit", 86_400)

    async def tell() -> None:
        store = await open_store(data / STORE_FILE)
        await store.sentences.put_odd(told)
        await store.sentences.put_odd(told)
        await store.sentences.put_odd(replace(told, said="Nimm", comment="mended since"))
        await store.sentences.put_odd(replace(told, language="tlh", comment="no language of ours"))
        assert await asyncio.to_thread(main, ["odd", "--data", str(data)]) == 0
        await store.close()

    asyncio.run(tell())
    assert capsys.readouterr().out == f"de/house.po\tbutton.accept\t{accept}\tHer\ufffd[2J damit\n"


def test_without_a_database_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reports", "--data", str(tmp_path / "none")]) == 2
    assert "there is no database" in capsys.readouterr().err


def test_a_match_is_told_ply_by_ply(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.txt"
    file.write_text(EXAMPLE, "utf-8-sig")  # as some editors save it
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Sahara · Ada – Ben · K7QF2M · 2026-11-21"
    assert "1. Ada: 4 · Ada sowed hollow 4, ended in the store" in "\n".join(told)
    assert told[-1] == "Ben resigned: Ada wins."


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", ["first", "second", None])
def test_every_game_can_be_told_for_everybody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, seat: str | None
) -> None:
    file = tmp_path / "match.txt"
    record = played(game, 30, 3)
    file.write_text(write(record))
    assert main(["replay", str(file), *(["--seat", seat] if seat else [])]) == 0
    told = capsys.readouterr().out
    assert all(f"\n{number}. " in told for number in range(1, len(record.plies) + 1))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "2. first 2",
            "2. first 4",
            "Line 17 of this record cannot be read: 4 is not possible: hollow 4 is empty.",
        ),
        ("2. first 2", "2. first x", "“x” is not a move in Sahara. Expected: a hollow from 1 to 6"),
        ("2. first 2", "2. second 2", "it is not Ben's turn."),
        (
            '"sahara 1"]',
            '"sahara 1"]\n[House "target=7"]',
            "“target=7” is not a house rule of this game. Allowed: target=",
        ),
        ('"sahara 1"', '"go 1"', "I do not know the game “go”. I know: sahara"),
    ],
)
def test_a_wrong_record_is_refused_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, why: str
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(EXAMPLE.replace(old, new, 1))
    assert main(["replay", str(file)]) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert told.out == ""


def test_what_is_no_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\x89PNG\xff\xfe")
    assert main(["replay", str(file)]) == 2
    assert "is not a text file" in capsys.readouterr().err
