"""Imports: a record that somebody brings along is replayed for them alone, or refused with its line."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest

from bot import interface
from bot.domain import commands
from bot.handlers import record_imports
from bot.interface import InvalidCommand, Screen
from games import record
from games.events import MatchId
from games.game import State
from games.record import Record
from tests.bot.finished_matches import players
from tests.bot.handlers.test_replays import file_of, finished, page_of, place_of
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Seen, private_chat
from tests.games.test_record import EXAMPLE, played

pytestmark = pytest.mark.house(meet=(ADA, BEN, CLEO))


async def bring(house: House, data: bytes) -> Seen:
    return await house.ask(ADA, interface.ImportRecord(data), CHANNEL)


def page_after(answer: Seen) -> Screen:
    assert answer.note
    assert answer.post is answer.update is None
    return answer.note


async def test_what_export_gives_import_reads_and_replays(house: House) -> None:
    code = await finished(house)
    exported = file_of((await house.type(ADA, f"/export {code}")).note)
    page = page_after(await bring(house, exported.data))
    assert code in page.title
    assert "Ada" in page.title
    assert place_of(page) == "The deal. 3 moves follow."
    assert house.labels(page) == ["Forward", "Clip", "More"]
    page = page_of(await house.press_note(ADA, "More", page))
    page = page_of(await house.press_note(ADA, "Last", page))
    assert place_of(page) == "Move 3 of 3."
    assert "resigned" in page.text


async def test_nobody_else_sees_a_record(house: House) -> None:
    page = page_after(await bring(house, EXAMPLE.encode()))
    for label in ("Forward", "Clip"):
        answer = await house.press_note(BEN, label, page)
        assert answer.note
        assert answer.note.text.startswith("There is no match")
        assert answer.post is answer.update is None
        assert not answer.note.image
        assert not answer.note.file


async def test_the_end_of_a_game_has_a_page_before_the_next_deal_and_a_frame_in_the_clip(
    house: House,
) -> None:
    series = played("sahara", 500, 5, target="30")
    page = page_after(await bring(house, record.write(series).encode()))
    assert page.track
    pages = [
        page_after(await house.ask(ADA, interface.Replay(key_of(page), place), private_chat(ADA)))
        for place in range(1, len(page.track.positions) + 1)
    ]
    deals = [at for at, each in enumerate(pages) if "The next deal" in place_of(each)]
    assert len(pages) == 1 + len(series.plies) + len(deals)
    assert deals
    for at in deals:
        ended, dealt = pages[at - 1].image, pages[at].image
        assert ended
        assert dealt
        assert place_of(pages[at]) == f"The next deal, after {place_of(pages[at - 1])[:-1].lower()}."
        assert "has 0, 0, 0, 0, 0, 0 in hollows" in ended.alt
        assert "has 3, 3, 3, 3, 3, 3 in hollows" in dealt.alt
    answer = await house.press_note(ADA, "Clip", pages[-1])
    assert f"All {len(pages)} positions." in page_after(answer).text


def key_of(page: Screen) -> MatchId:
    """What the buttons of a page name."""
    (button, *_), *_ = page.rows
    assert isinstance(button.request, interface.Replay)
    return button.request.match or MatchId("")


async def test_a_record_is_forgotten_with_whoever_brought_it(house: House) -> None:
    page = page_after(await bring(house, EXAMPLE.encode()))
    await house.forget(ADA, private_chat(ADA))
    await house.press_note(ADA, "Forward", page)
    assert house.note(ADA).startswith("There is no match")


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("", "")])
async def test_the_clip_of_a_record_is_for_one_person_also_in_a_channel(
    house: House, names: tuple[str, str]
) -> None:
    text = EXAMPLE.replace('"Ada"', f'"{names[0]}"').replace('"Ben"', f'"{names[1]}"')
    page = page_after(await bring(house, text.encode()))
    answer = await house.ask(ADA, house.button(page, "Clip").request, CHANNEL)
    assert answer.post is None
    assert file_of(answer.note).name == "K7QF2M.gif"


@pytest.mark.parametrize("game", ["sahara", "sator"])
async def test_whoever_brought_a_record_gets_it_back_as_it_was(house: House, game: str) -> None:
    text = record.write(replace(played(game, 12, 3), day="2026-11-21"))
    page = page_after(await bring(house, text.encode()))
    key = key_of(page)
    file = page_after(await house.type(ADA, f"/export {key}")).file
    assert file is not None
    assert file.data.decode() == text
    assert page_after(await house.type(BEN, f"/export {key}")).file is None


async def test_whoever_is_forgotten_while_their_record_is_read_keeps_it_as_the_one_they_are_then(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, done, read = threading.Event(), threading.Event(), record.read

    def slow(*arguments: Any) -> tuple[Record, tuple[State, ...]]:
        begun.set()
        done.wait()
        return read(*arguments)

    monkeypatch.setattr(record, "read", slow)
    (before,) = await players(house, ADA)
    bringing = asyncio.create_task(bring(house, EXAMPLE.encode()))
    await asyncio.to_thread(begun.wait)
    async with asyncio.timeout(5):
        await house.ask(ADA, interface.ForgetMe(sure=True), private_chat(ADA))
    done.set()
    stored = await house.store.results.record(key_of(page_after(await bringing)))
    assert stored is not None
    assert [stored.player] == [*await players(house, ADA)] != [before]


async def test_the_same_press_again_stores_one_record(house: House) -> None:
    first, again = [
        page_after(await house.ask(ADA, interface.ImportRecord(EXAMPLE.encode()), CHANNEL, press="same"))
        for _ in range(2)
    ]
    assert first.rows == again.rows


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (EXAMPLE.replace("2. first 2", "2. first 4").encode(), "Line 17 of this record cannot be read"),
        (b"hello", "Line 1 of this record cannot be read"),
        (b'[Tischrand "1"]\n\xff\xfe', "Line 2 of this record cannot be read: this is not text in UTF-8."),
        (b"x" * 200_001, "This file is too large: a record has at most 200,000 bytes."),
        (b"1. first 4\n" * 5_001, "a record has at most 5000 lines and 200000 characters."),
    ],
)
async def test_what_cannot_be_read_is_refused_with_its_line(house: House, data: bytes, told: str) -> None:
    answer = await bring(house, data)
    assert told in page_after(answer).text
    assert page_after(answer).rows == ()


async def test_a_record_that_takes_too_long_is_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_imports, "PATIENCE", 0.0)
    assert "takes too long" in page_after(await bring(house, EXAMPLE.encode())).text


@pytest.mark.parametrize("game", ["sahara", "sator", "stacko", "sato"])
async def test_records_of_every_game_are_replayed(house: House, game: str) -> None:
    kept: Record = played(game, 12, 3)
    page = page_after(await bring(house, record.write(kept).encode()))
    assert page.image
    assert place_of(page) == "The deal. 12 moves follow."


# The ways in


def test_a_record_can_be_pasted_below_the_command() -> None:
    assert commands.read(f"/import\n{EXAMPLE}") == interface.ImportRecord(EXAMPLE.strip().encode())
    assert commands.read("/IMPORT") == InvalidCommand("no_file", "import")
    assert commands.read("/important") == InvalidCommand("unknown_command", "important", line="/important")


async def test_without_a_file_it_is_told_how(house: House) -> None:
    await house.type(ADA, "/import")
    assert house.note(ADA).startswith("Which record?")
