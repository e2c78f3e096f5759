"""Files on Discord: clips stand in a gallery, records are attached, and strangers get no secrets."""

from __future__ import annotations

import pytest

from bot.domain.commands import RECORD_MAX_BYTES
from games import record
from tests.bot.platforms.discord.setup import Table
from tests.games.test_record import EXAMPLE
from tests.loopback.discord.sight import Shown


async def finished(there: Table, game: str) -> str:
    """A match that Ada gave up; gives its code."""
    await there.begin(game)
    ada = there.person("Ada")
    code = there.board().text.splitlines()[0].split()[-1]
    await ada.use("resign", there.channel, match=code)
    question = await ada.sees(there.channel, lambda shown: "Yes, resign" in shown.labels)
    await ada.press(question, "Yes, resign")
    await there.settled()
    return code


async def test_a_clip_stands_in_the_channel_for_all(there: Table) -> None:
    code = await finished(there, "sahara")
    await there.person("Ben").press(there.board(), "As a clip")
    await there.answered()
    (clip,) = there.board().pictures
    assert clip.name == f"{code}.gif"
    assert clip.data.startswith(b"GIF89a")
    assert "resigned" in clip.alt
    assert there.board().pings == frozenset()


async def test_a_replay_and_its_record_are_for_one_person(there: Table) -> None:
    code = await finished(there, "sator")
    ada = there.person("Ada")
    await ada.use("replay", there.channel, match=code)
    page = await ada.sees(there.channel, lambda shown: "The deal." in shown.text)
    assert page.ephemeral
    await ada.press(page, "Record")
    kept = await ada.sees(there.channel, lambda shown: "everything that was hidden" in shown.text)
    assert kept.ephemeral
    (file,) = kept.pictures
    assert file.name == f"{code}.txt"
    assert record.read(file.data.decode())[0].match == code


async def test_a_stranger_gets_no_record_of_hidden_things(there: Table) -> None:
    code = await finished(there, "sator")
    cleo = there.person("Cleo")
    await cleo.use("export", there.channel, match=code)
    told = await cleo.sees(there.channel, lambda shown: "You do not play in this match" in shown.text)
    assert told.pictures == ()


async def imported(there: Table, data: bytes) -> Shown:
    """What Cleo is answered who attaches this file."""
    file = there.discord.world.upload("match.txt", data)
    cleo = there.person("Cleo")
    await cleo.use("import", there.channel, record=file)
    await there.answered()
    return cleo.messages(there.channel)[-1]


async def test_an_attached_record_is_replayed_for_whoever_attached_it(there: Table) -> None:
    page = await imported(there, EXAMPLE.encode())
    assert page.ephemeral
    assert "K7QF2M" in page.text
    cleo = there.person("Cleo")
    await cleo.press(page, "Forward")
    await there.answered()
    assert "Move 1 of 3." in cleo.now(page).text
    assert len(cleo.now(page).pictures) == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"hello", "Line 1 of this record cannot be read"),
        (b"x" * (RECORD_MAX_BYTES + 1), "This file is too large"),
    ],
)
async def test_an_attachment_that_is_no_record_is_refused(there: Table, data: bytes, told: str) -> None:
    answer = await imported(there, data)
    assert answer.ephemeral
    assert told in answer.text


async def test_an_attachment_that_is_gone_is_told_of(there: Table) -> None:
    file = there.discord.world.upload("match.txt", EXAMPLE.encode())
    there.discord.world.uploads.clear()
    cleo = there.person("Cleo")
    await cleo.use("import", there.channel, record=file)
    await cleo.sees(there.channel, lambda shown: "could not be fetched" in shown.text)
