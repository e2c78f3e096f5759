"""Files on Telegram, in the ways that only Telegram has."""

from __future__ import annotations

from tests.bot.platforms.telegram.setup import Table
from tests.games.test_record import EXAMPLE


async def test_in_a_group_a_file_can_be_answered_with_the_command(there: Table) -> None:
    there.start_all()
    cleo = there.cleo
    sent = cleo.send_file(there.group, "match.txt", EXAMPLE.encode())
    (file,) = [shown for shown in cleo.messages(there.group) if shown.message is sent]
    cleo.say(there.group, "/import", reply_to=file)
    page = await cleo.sees(lambda shown: "The deal." in shown.text)
    assert page.chat is cleo.private or page.ephemeral
    assert not there.ada.messages(there.ada.private)


async def test_a_record_can_be_pasted(there: Table) -> None:
    there.cleo.say(there.cleo.private, f"/import\n{EXAMPLE}")
    await there.cleo.sees(lambda shown: "The deal." in shown.text)


async def test_a_file_without_the_command_is_none_of_our_business(there: Table) -> None:
    there.cleo.send_file(there.cleo.private, "match.txt", EXAMPLE.encode(), "look at this")
    await there.settled()
    assert there.telegram.calls.count("getFile") == 0
