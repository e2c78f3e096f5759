"""Games with secrets on a message that was sent by way of the bot: each player sees theirs there, alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.interface import Screen
from bot.platforms.telegram import chat_ids
from bot.texts import texts_for
from tests.bot.platforms.across_people import Guest, Seen
from tests.bot.platforms.across_setup import Across, across, all_on
from tests.bot.platforms.pressing import SATOR, STACKO
from tests.bot.platforms.telegram.setup import Table, choices
from tests.games.walks import CASES, Case
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.showing import Shown

SAY = texts_for("en")
HIDDEN_SATO = str(next(case for case in CASES if ("variant", "hidden") in case.words))
SECRETIVE = [
    pytest.param(case, id=str(case), marks=() if str(case) == SATOR else pytest.mark.long)
    for case in CASES
    if str(case) in (SATOR, STACKO, HIDDEN_SATO)
]


async def looked(there: Across, guest: Guest) -> Seen:
    """They ask for their own view of the match."""
    await there.press(guest, guest.board(), SAY("button.view"))
    return guest.whispers()[-1]


@pytest.mark.parametrize("called", [False, True], ids=["sent", "called"])
@pytest.mark.parametrize("case", SECRETIVE)
async def test_a_game_with_secrets_is_pressed_to_its_end_by_people_who_never_started_the_bot(
    case: Case, called: bool, tmp_path: Path
) -> None:
    async with across(tmp_path, all_on("telegram"), started=False) as there:
        ada, ben, cleo = (there.guest(name) for name in ("Ada", "Ben", "Cleo"))
        await there.send_board(ada, ben, str(case), called=called)
        presses = 0
        while SAY("button.rematch") not in ada.board().labels:
            assert (await looked(there, ada)).chooses or (await looked(there, ben)).chooses
            presses += await there.press_to_the_end(case, ada, ben)
        assert presses > 10
        assert not any(guest.messages(private=True) for guest in (ada, ben, cleo))
        assert cleo.whispers() == []


async def begun(there: Table, *, guest: bool = False) -> tuple[Person, Shown, Shown]:
    """Ada and Ben play Sator in a chat of theirs; gives who looks, the board, and what they see of it."""
    chat = there.telegram.between(there.ada, there.ben)
    if guest:
        board = await there.ada.summon(chat, f"@{there.telegram.bot_name} sator")
        await there.accept(chat)
    else:
        board = await there.send_board("sator", chat)
    await there.ben.press(there.ben.still(board), SAY("button.view"))
    return there.ben, there.ben.still(board), await there.ben.sees(lambda one: one.ephemeral, chat)


@pytest.mark.parametrize("guest", [False, True])
async def test_what_is_chosen_there_is_told_to_nobody_else(there: Table, guest: bool) -> None:
    ben, board, note = await begun(there, guest=guest)
    there.ada.private.bot = "member"
    before = list(there.ada.received.entries)
    await ben.press(note, choices(note)[0].label)
    await there.settled()
    assert there.ada.received.entries == before
    assert ben.still(note).text != note.text
    assert ben.still(board).text == board.text


async def test_who_looks_again_sees_one_view(there: Table) -> None:
    ben, board, note = await begun(there)
    await ben.press(board, SAY("button.view"))
    await there.settled()
    (view,) = [one for one in ben.messages(board.chat) if one.ephemeral]
    assert view.id != note.id


async def test_after_a_restart_no_answer_to_such_a_note_goes_astray(there: Table) -> None:
    """Telegram tells the chat of two people as that with the other one, here Ada."""
    ben, board, _ = await begun(there)
    there.ada.private.bot = "member"
    await ben.press(board, SAY("button.more"))
    panel = await ben.sees(lambda one: SAY("button.rules") in one.labels, board.chat)
    await there.close()
    await there.open()
    await ben.press(panel, SAY("button.rules"))
    await there.settled()
    assert there.ada.messages(there.ada.private) == []
    told = ben.latest(board.chat)
    assert told.ephemeral
    assert told.text.startswith("How to play")


async def test_a_note_that_changes_later_leaves_the_board_alone(there: Table) -> None:
    """As a review does when it is finished."""
    ben, board, note = await begun(there)
    message = chat_ids.ephemeral_id(there.ada.id, ben.id, note.id)
    inline = chat_ids.inline_chat(board.message.inline_id or "")
    before = ben.still(board)
    await there.adapter.edit(inline, message, Screen("Finished."))
    assert (ben.still(note).text, ben.still(board)) == ("Finished.", before)


async def test_a_note_that_cannot_be_changed_there_is_followed_by_another(there: Table) -> None:
    there.telegram.settings.ephemeral_edits_elsewhere = False
    ben, _, note = await begun(there)
    await ben.press(note, choices(note)[0].label)
    await there.settled()
    newest = ben.messages(note.chat)[-1]
    assert newest.ephemeral
    assert newest.text != note.text


async def test_an_older_server_opens_the_private_chat_instead(there: Table) -> None:
    """It needs the chat, which the bot does not know."""
    there.telegram.settings.ephemeral_replies = False
    board = await there.send_board("sator")
    for person in (there.ada, there.ben):
        answer = await person.press(board, SAY("button.view"))
        person.follow(answer.url)
        own = await person.sees(lambda one: bool(choices(one)), person.private)
        await person.press(own, choices(own)[0].label)
    await there.settled()
    assert not any(one.ephemeral for person in (there.ada, there.ben) for one in person.messages())
