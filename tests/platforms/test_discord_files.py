"""Files on Discord: clips stand in a gallery, records are attached, and strangers get no secrets."""

from __future__ import annotations

from pathlib import Path

from games import record
from tests.platforms.discord_table import Table, table


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


async def test_a_clip_stands_in_the_channel_for_all(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        code = await finished(there, "sahara")
        await there.person("Ben").press(there.board(), "As a clip")
        await there.answered()
        (clip,) = there.board().pictures
        assert clip.name == f"{code}.gif"
        assert clip.data.startswith(b"GIF89a")
        assert "resigned" in clip.alt
        assert there.board().pings == frozenset()


async def test_a_replay_and_its_record_are_for_one_person(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
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


async def test_a_stranger_gets_no_record_of_hidden_things(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        code = await finished(there, "sator")
        cleo = there.person("Cleo")
        await cleo.use("export", there.channel, match=code)
        told = await cleo.sees(there.channel, lambda shown: "You do not play in this match" in shown.text)
        assert told.pictures == ()
