"""Files on each platform: clips are for all, records for whoever asks, and strangers get no secrets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.domain.commands import RECORD_MAX_BYTES
from games import record
from tests.bot.platforms.across_people import Guest, Seen
from tests.bot.platforms.across_setup import PLATFORMS, Across, across, all_on
from tests.games.test_record import EXAMPLE
from tests.loopback.discord import sight
from tests.loopback.telegram import showing


@pytest.fixture(params=PLATFORMS)
async def there(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Across]:
    async with across(tmp_path, all_on(request.param)) as there:
        yield there


def alone(guest: Guest) -> list[Seen]:
    """What they alone can see, the oldest first."""
    return [*guest.messages(private=True), *guest.whispers()]


async def finished(there: Across, game: str) -> str:
    """A match that Ada gave up; gives its code."""
    ada = there.guest("Ada")
    await there.accepted(ada, there.guest("Ben"), game)
    code = ada.board().text.splitlines()[0].split()[-1]
    await there.type(ada, f"/resign {code}")
    await there.press(ada, await ada.ephemeral("Yes, resign"), "Yes, resign")
    return code


async def test_a_clip_is_seen_by_all(there: Across) -> None:
    code = await finished(there, "sahara")
    ben, cleo = there.guest("Ben"), there.guest("Cleo")
    there.later(60)  # so that Telegram shows the note in the group
    await there.press(ben, await ben.more("As a clip"), "As a clip")
    (clip,) = [seen for seen in cleo.messages(private=False) if seen.file]
    assert clip.file
    assert clip.file.name == f"{code}.gif"
    assert clip.file.data.startswith(b"GIF89a")
    match clip.raw:
        case sight.Shown():
            assert "resigned" in clip.raw.pictures[0].alt
            assert clip.raw.pings == frozenset()
        case showing.Shown():
            assert clip.raw.message.content.document
            assert clip.raw.message.content.document.animated
            assert not clip.raw.notified
        case {"file": file}:
            assert "resigned" in file["alt"]
            assert file["width"] * 2 == file["height"] * 3, "known before it is loaded"
            await there.restart()
            assert clip in cleo.messages(private=False), "it is kept in the history"


async def test_a_record_goes_to_the_player_who_asked_and_to_no_stranger(there: Across) -> None:
    code = await finished(there, "sator")
    ada, ben, cleo = (there.guest(name) for name in ("Ada", "Ben", "Cleo"))
    for guest in (ada, cleo):
        await there.type(guest, f"/export {code}")
    (kept,) = [seen for seen in alone(ada) if seen.file]
    assert kept.file
    assert kept.file.name == f"{code}.txt"
    assert record.read(kept.file.data.decode())[0].match == code
    assert "It shows everything that was hidden" in kept.text
    assert "You do not play in this match" in cleo.everything()
    assert not [seen for guest in (ben, cleo) for seen in alone(guest) if seen.file]
    assert not [seen for guest in (ada, ben, cleo) for seen in guest.messages(private=False) if seen.file]


async def test_a_replay_is_for_one_person_and_leads_to_the_record(there: Across) -> None:
    code = await finished(there, "sator")
    ada = there.guest("Ada")
    await there.type(ada, f"/replay {code}", privately=True)
    await there.press(ada, await ada.ephemeral("More"), "More")
    page = await ada.ephemeral("Record")
    assert "The deal." in page.text
    await there.press(ada, page, "Record")
    assert [seen.file.name for seen in alone(ada) if seen.file] == [f"{code}.txt"]
    assert "The deal." not in there.guest("Ben").received()


async def test_a_record_that_is_handed_in_is_replayed_for_whoever_did_so(there: Across) -> None:
    cleo = there.guest("Cleo")
    await cleo.upload(EXAMPLE.encode())
    await there.settled()
    page = await cleo.ephemeral("Forward")
    assert "K7QF2M" in page.text
    await there.press(cleo, page, "Forward")
    assert "Move 1 of 3." in (await cleo.ephemeral("Forward")).text
    assert "K7QF2M" not in there.guest("Ada").received()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"hello", "Line 1 of this record cannot be read"),
        (b"x" * (RECORD_MAX_BYTES + 1), "This file is too large"),
    ],
)
async def test_a_file_that_is_no_record_is_refused(there: Across, data: bytes, told: str) -> None:
    cleo = there.guest("Cleo")
    await cleo.upload(data)
    await there.settled()
    assert told in cleo.everything()
    assert there.telegram.calls.count("getFile") == (len(data) < 9 and cleo.platform == "telegram")
