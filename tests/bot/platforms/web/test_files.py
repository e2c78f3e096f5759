"""Files in the web chat: they travel inside messages, come again with the history, and only to readers."""

from __future__ import annotations

import base64
from pathlib import Path

from bot.domain.commands import RECORD_MAX_BYTES
from games import record
from tests.bot.platforms.web.running import web_chat
from tests.bot.platforms.web.visitor import Shown, Visitor, labels, visitors
from tests.games.test_record import EXAMPLE


async def finished(ada: Visitor, ben: Visitor, game: str) -> str:
    """A match that Ada gave up; gives its code."""
    await ada.type(f"/play {game}")
    await ben.ping()
    await ben.press(ben.board(), "Accept")
    code: str = ben.board()["title"].split()[-1]
    await ada.type(f"/resign {code}")
    await ada.press(ada.notes[-1], "Yes, resign")
    for page in (ada, ben):
        await sees_the_end(page)
    return code


async def sees_the_end(page: Visitor) -> None:
    await page.until(lambda: "As a clip" in labels(page.board()))


def data_of(message: Shown) -> bytes:
    return base64.b64decode(message["file"]["data"])


async def test_a_clip_is_shown_to_all_and_kept_in_the_history(tmp_path: Path) -> None:
    async with web_chat(tmp_path) as adapter:
        async with visitors(adapter.name, "Ada", "Ben") as (ada, ben):
            code = await finished(ada, ben, "sahara")
            await ada.press(ada.board(), "As a clip")
            await ben.ping()
            clip = ben.board()
            assert clip["file"]["name"] == f"{code}.gif"
            assert clip["file"]["type"] == "image/gif"
            assert "resigned" in clip["file"]["alt"]
            assert data_of(clip).startswith(b"GIF89a")
            assert clip["file"]["width"] * 2 == clip["file"]["height"] * 3, "known before it is loaded"
            assert clip["image"] is None
        async with visitors(adapter.name, "Cleo") as (cleo,):
            assert data_of(cleo.board()) == data_of(clip)


async def test_a_record_goes_to_the_one_who_asked(tmp_path: Path) -> None:
    async with (
        web_chat(tmp_path) as adapter,
        visitors(adapter.name, "Ada", "Ben", "Cleo") as (ada, ben, cleo),
    ):
        code = await finished(ada, ben, "sator")
        await ada.type(f"/export {code}")
        kept = ada.notes[-1]
        assert kept["file"]["name"] == f"{code}.txt"
        assert record.read(data_of(kept).decode())[0].match == code
        await cleo.type(f"/export {code}")
        assert "You do not play in this match" in cleo.notes[-1]["text"]
        assert not any('"text/plain"' in frame for frame in (*ben.received, *cleo.received))


async def test_an_uploaded_record_is_replayed_for_whoever_sent_it(tmp_path: Path) -> None:
    async with (
        web_chat(tmp_path) as adapter,
        visitors(adapter.name, "Ada", "Ben") as (ada, ben),
    ):
        await ada.upload(EXAMPLE.encode())
        page = ada.notes[-1]
        assert "K7QF2M" in page["title"]
        await ada.press(page, "Forward")
        assert "Move 1 of 3." in ada.notes[-1]["text"]
        await ben.ping()
        assert not any("K7QF2M" in frame for frame in ben.received)


async def test_an_upload_that_is_too_large_is_refused(tmp_path: Path) -> None:
    async with (
        web_chat(tmp_path) as adapter,
        visitors(adapter.name, "Ada") as (ada,),
    ):
        await ada.upload(b"x" * (RECORD_MAX_BYTES + 1))
        assert ada.notes[-1]["text"].startswith("This file is too large")
