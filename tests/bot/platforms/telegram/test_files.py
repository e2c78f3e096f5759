"""Files on Telegram: clips play, records can be opened, and strangers get neither secrets nor names."""

from __future__ import annotations

import pytest

from bot.domain.commands import RECORD_MAX_BYTES
from games import record
from tests.bot.platforms.telegram.setup import Table
from tests.games.test_record import EXAMPLE
from tests.loopback.telegram.showing import Shown


async def finished(there: Table, game: str) -> tuple[Shown, str]:
    """A match that Ada gave up: its board in the group, and its code."""
    there.start_all()
    board = await there.begin(game, "")
    code = board.text.splitlines()[0].split()[-1]
    there.ada.say(there.ada.private, f"/resign {code}")
    question = await there.ada.sees(lambda shown: "Yes, resign" in shown.labels)
    await there.ada.press(question, "Yes, resign")
    await there.settled()
    over = there.cleo.still(board)
    return over, code


async def test_a_clip_is_an_animation_for_all_in_the_group(there: Table) -> None:
    board, code = await finished(there, "sahara")
    await there.ben.press(board, "As a clip")
    clip = await there.cleo.sees(lambda shown: shown.file, there.group)
    assert clip.file
    assert clip.file.animated
    assert clip.file.name == f"{code}.gif"
    assert clip.file.data.startswith(b"GIF89a")
    assert code in clip.text
    assert not clip.notified


async def test_a_replay_is_stepped_through_in_the_private_chat(there: Table) -> None:
    _, code = await finished(there, "sator")
    there.ada.say(there.ada.private, f"/replay {code}")
    page = await there.ada.sees(lambda shown: "The deal." in shown.text)
    assert "Record" in page.labels
    await there.ada.press(page, "Record")
    kept = await there.ada.sees(lambda shown: shown.file)
    assert kept.file
    assert not kept.file.animated
    assert kept.file.name == f"{code}.txt"
    assert record.read(kept.file.data.decode())[0].match == code
    assert "It shows everything that was hidden" in kept.text


async def test_a_record_that_is_asked_for_in_a_group_comes_in_private(there: Table) -> None:
    _, code = await finished(there, "sator")
    there.ada.say(there.group, f"/export {code}")
    kept = await there.ada.sees(lambda shown: shown.file)
    assert kept.chat is there.ada.private or kept.ephemeral
    there.cleo.say(there.cleo.private, f"/export {code}")
    await there.cleo.sees(lambda shown: "You do not play in this match" in shown.text)
    assert not [shown for shown in there.cleo.messages() if shown.file]


async def test_a_file_with_the_command_below_it_is_replayed_in_the_private_chat(there: Table) -> None:
    cleo = there.cleo
    cleo.send_file(cleo.private, "match.txt", EXAMPLE.encode(), "/import")
    page = await cleo.sees(lambda shown: "The deal." in shown.text)
    assert "K7QF2M" in page.text
    await cleo.press(page, "Forward")
    await there.settled()
    turned = cleo.still(page)
    assert "Move 1 of 3." in turned.text
    assert turned.picture


async def test_in_a_group_a_file_can_be_answered_with_the_command(there: Table) -> None:
    there.start_all()
    cleo = there.cleo
    sent = cleo.send_file(there.group, "match.txt", EXAMPLE.encode())
    (file,) = [shown for shown in cleo.messages(there.group) if shown.message is sent]
    cleo.say(there.group, "/import", reply_to=file)
    page = await cleo.sees(lambda shown: "The deal." in shown.text)
    assert page.chat is cleo.private or page.ephemeral
    assert not there.ada.messages(there.ada.private)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"hello", "Line 1 of this record cannot be read"),
        (b"x" * (RECORD_MAX_BYTES + 1), "This file is too large"),
    ],
)
async def test_a_file_that_is_no_record_is_refused(there: Table, data: bytes, told: str) -> None:
    there.cleo.send_file(there.cleo.private, "match.txt", data, "/import")
    await there.cleo.sees(lambda shown: told in shown.text)
    downloads = there.telegram.calls.count("getFile")
    assert downloads == (0 if len(data) > RECORD_MAX_BYTES else 1)


async def test_a_record_can_be_pasted(there: Table) -> None:
    there.cleo.say(there.cleo.private, f"/import\n{EXAMPLE}")
    await there.cleo.sees(lambda shown: "The deal." in shown.text)


async def test_a_file_without_the_command_is_none_of_our_business(there: Table) -> None:
    there.cleo.send_file(there.cleo.private, "match.txt", EXAMPLE.encode(), "look at this")
    await there.settled()
    assert there.telegram.calls.count("getFile") == 0
