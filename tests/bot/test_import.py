"""Imports: a record that somebody brings along is replayed for him alone, or refused with its line."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot import commands, imports, screen
from bot.platforms.web import frames
from bot.screen import Answer, Message, Misspoken
from games import record
from games.record import Record
from tests.bot.playground import ADA, BEN, CHANNEL, CLEO, House, private_chat
from tests.bot.test_replay import file_of, finished, page_of, place_of
from tests.games.test_record import EXAMPLE, played


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with House(tmp_path) as house:
        await house.meet(ADA, BEN, CLEO)
        yield house


async def bring(house: House, data: bytes) -> Answer:
    return await house.ask(ADA, screen.ImportRecord(data), CHANNEL)


def page_after(answer: Answer) -> Message:
    assert answer.note
    assert answer.post is answer.update is None
    return answer.note


async def test_what_export_gives_import_reads_and_replays(house: House) -> None:
    code = await finished(house)
    exported = file_of((await house.type(ADA, f"/export {code}")).note)
    page = page_after(await bring(house, exported.data))
    assert code in page.title
    assert "Ada" in page.title
    assert place_of(page) == "The deal. 3 plies follow."
    assert house.labels(page) == ["Forward", "Last", "As a clip"]
    page = page_of(await house.press_note(ADA, "Last", page))
    assert place_of(page) == "Ply 3 of 3."
    assert "resigned" in page.text


async def test_the_pages_of_a_record_turn_after_a_restart_too(house: House) -> None:
    page = page_after(await bring(house, EXAMPLE.encode()))
    await house.restart()
    assert place_of(page_of(await house.press_note(ADA, "Forward", page))) == "Ply 1 of 3."


async def test_nobody_else_sees_a_record(house: House) -> None:
    page = page_after(await bring(house, EXAMPLE.encode()))
    for label in ("Forward", "As a clip"):
        answer = await house.press_note(BEN, label, page)
        assert answer.note
        assert answer.note.text.startswith("There is no match")
        assert answer.post is answer.update is None
        assert not answer.note.image
        assert not answer.note.file


async def test_a_record_is_forgotten_with_whoever_brought_it(house: House) -> None:
    page = page_after(await bring(house, EXAMPLE.encode()))
    await house.type(ADA, "/forget_me", private_chat(ADA))
    await house.press_note(ADA, "Yes, forget me", house.notes[ADA.id][-1])
    await house.press_note(ADA, "Forward", page)
    assert house.note(ADA).startswith("There is no match")


async def test_the_clip_of_a_record_is_for_one_person_also_in_a_channel(house: House) -> None:
    page = page_after(await bring(house, EXAMPLE.encode()))
    answer = await house.ask(ADA, house.button(page, "As a clip").request, CHANNEL)
    assert answer.post is None
    assert file_of(answer.note).name == "K7QF2M.gif"


async def test_the_same_press_again_stores_one_record(house: House) -> None:
    first, again = [
        page_after(await house.ask(ADA, screen.ImportRecord(EXAMPLE.encode()), CHANNEL, press="same"))
        for _ in range(2)
    ]
    assert first.rows == again.rows


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (EXAMPLE.replace("2. first 2", "2. first 4").encode(), "Line 14 of this record cannot be read"),
        (b"hello", "Line 1 of this record cannot be read"),
        (b'[Tischrand "1"]\n\xff\xfe', "Line 2 of this record cannot be read: this is no text in UTF-8."),
        (b"x" * 200_001, "This file is too large: a record has at most 200,000 bytes."),
        (b"1. first 4\n" * 5_001, "a record has at most 5000 lines."),
    ],
)
async def test_what_cannot_be_read_is_refused_with_its_line(house: House, data: bytes, told: str) -> None:
    answer = await bring(house, data)
    assert told in page_after(answer).text
    assert page_after(answer).rows == ()


async def test_a_refusal_comes_in_the_language_of_the_reader(house: House) -> None:
    german = replace(ADA, language="de")
    await house.ask(german, screen.ImportRecord(b"hello"), CHANNEL)
    assert house.note(german).startswith("Zeile 1 dieser Niederschrift ist nicht lesbar")


async def test_a_record_that_takes_too_long_is_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.desk._imports, "_patience", 0.0)
    assert imports.PATIENCE > 0
    assert "takes too long" in page_after(await bring(house, EXAMPLE.encode())).text


@pytest.mark.parametrize("game", ["sahara", "sator", "stacko", "sato"])
async def test_records_of_every_game_are_replayed(house: House, game: str) -> None:
    kept: Record = played(game, 12, 3)
    page = page_after(await bring(house, record.write(kept).encode()))
    assert page.image
    assert place_of(page) == "The deal. 12 plies follow."


# The ways in


def test_a_record_can_be_pasted_below_the_command() -> None:
    assert commands.read(f"/import\n{EXAMPLE}") == screen.ImportRecord(EXAMPLE.strip().encode())
    assert commands.read("/IMPORT") == Misspoken("no_file", "import", "")
    assert commands.read("/important") == Misspoken("unknown_command", "important", "")


async def test_without_a_file_it_is_told_how(house: House) -> None:
    await house.type(ADA, "/import")
    assert house.note(ADA).startswith("Which record?")


def test_an_upload_of_the_web_chat_is_base64() -> None:
    data = base64.b64encode(EXAMPLE.encode()).decode()
    assert frames.imported(frames.Upload("channel", data, "id")) == screen.ImportRecord(EXAMPLE.encode())
    with pytest.raises(frames.Malformed):
        frames.imported(frames.Upload("channel", "no base64!", "id"))
