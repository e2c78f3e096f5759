"""Presses and commands that Discord brings once more, as to a process that knows nothing of their answers."""

from __future__ import annotations

from unittest.mock import AsyncMock

import pytest

from bot.interface import Note, Screen
from games.events import MatchId
from tests.bot.platforms.discord.play import HOOK, play, plies, public
from tests.bot.platforms.discord.setup import Table, choices
from tests.loopback.discord.people import Asked, Person

pytestmark = pytest.mark.usefixtures("log")


async def comes_again(there: Table, person: Person, asked: Asked) -> None:
    """What Discord has a first answer to already, until the bot has done with it."""
    person.press_again(asked)
    await there.discord.until(lambda: any(call.code == 40060 for call in there.discord.log.calls) or None)
    await there.answered()


async def test_an_interaction_that_is_delivered_twice_counts_once_and_is_answered_once(there: Table) -> None:
    await there.begin("sahara")
    mark = there.discord.log.mark()
    asked = await play(there)
    there.person("Ada").press_again(asked)
    stale = there.person("Cleo").press(there.board(), choices(there.board())[0])
    await stale.reply()
    assert plies(there) == 1
    assert len(there.discord.log.since(mark)) == 2


async def test_a_command_that_is_delivered_again_after_a_restart_makes_no_second_message(
    there: Table,
) -> None:
    ada = there.person("Ada")
    asked = await ada.use("play", there.channel, game="sahara")
    await there.answered()
    await there.restart()
    ada.press_again(asked)
    await there.discord.until(lambda: there.discord.log.calls[-1].code == 40060 or None)
    await there.answered()
    assert len(public(there)) == 1
    await there.person("Ben").press(there.board(), "Accept")
    await play(there)
    assert plies(there) == 1


@pytest.mark.parametrize(("game", "half_chosen"), [("sahara", False), ("sator", True)])
async def test_a_press_that_comes_again_when_its_board_has_made_way_leaves_one_that_works(
    there: Table, game: str, half_chosen: bool
) -> None:
    """Discord keeps the answer of the process that died, and the message is deleted since."""
    await there.begin(game)
    person, pressed = there.to_press()[0]
    asked = await person.press(pressed, choices(pressed)[0])
    await there.answered()
    chat = there.discord.dm(person) if half_chosen else there.channel
    await there.restart()
    await person.use("board", chat)
    await there.answered()
    await comes_again(there, person, asked)
    (board,) = [shown for shown in there.discord.messages(chat) if choices(shown)]
    assert board.id != pressed.id
    match = MatchId((choices(pressed)[0].custom_id or "").split(":")[1])
    known = [each.message for each in await there.store.boards.boards_of(match)]
    assert [one for one in known if one and one.startswith(f"{chat.id}/")] == [f"{chat.id}/{board.id}"]


async def test_a_command_at_which_the_bot_died_while_it_thought_is_answered_after_a_restart(
    there: Table,
) -> None:
    ada = there.person("Ada")
    there.patience = 0.0
    await there.restart()
    for method in ("POST", "PATCH", "DELETE"):
        there.discord.faults.drop(method, HOOK, times=99)  # it dies before its answer
    asked = await ada.use("board", there.channel)
    await there.answered()
    assert there.board().thinking
    await there.restart()
    there.discord.faults.clear()
    ada.press_again(asked)
    await there.discord.until(lambda: [one.thinking for one in ada.messages(there.channel)] == [False])


async def test_a_command_that_comes_again_when_its_board_has_made_way_leaves_one_board_that_works(
    there: Table,
) -> None:
    ada = there.person("Ada")
    asked = await ada.use("play", there.channel, game="sahara")
    await there.answered()
    await ada.use("board", there.channel)
    await there.answered()
    await there.restart()
    await comes_again(there, ada, asked)
    assert ["Accept" in shown.labels for shown in public(there)].count(True) == 1


async def test_a_press_that_was_answered_by_a_note_and_comes_again_changes_the_board_and_not_the_note(
    there: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await there.begin("sahara")
    person, pressed = there.to_press()[0]
    monkeypatch.setattr(there.dispatcher, "handle", AsyncMock(return_value=Note(Screen("Not now"))))
    asked = await person.press(pressed, choices(pressed)[0])
    await there.answered()
    there.patience = 0.0
    await there.restart()
    await comes_again(there, person, asked)
    assert plies(there) == 1
    notes = [shown.text for shown in person.messages(there.channel) if shown.ephemeral]
    assert notes == ["Not now"]
    (board,) = public(there)
    assert board.labels != pressed.labels
