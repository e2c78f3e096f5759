"""What an answer says besides what it shows: whether it is done, and where a board is."""

from __future__ import annotations

import pytest

from bot.interface import Dismiss, Help, InvalidCommand, ListMatches, OpenMatch, PickGame
from games.events import MatchId
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat

pytestmark = pytest.mark.house(start="/play sahara")


LINES = ("/play sahara", "/board", "/hand", "/move 4", "/draw", "/matches", "/rules sato", "/help")


@pytest.mark.parametrize("line", LINES)
async def test_who_gets_what_they_asked_for_is_granted_it(house: House, line: str) -> None:
    assert (await house.type(house.to_act(), line)).succeeded


async def test_what_is_pressed_is_granted_to_whoever_may(house: House) -> None:
    assert (await house.press(house.to_act(), "1")).succeeded
    assert (await house.press(BEN, "My view")).succeeded
    assert (await house.ask(BEN, Dismiss(), CHANNEL)).succeeded


@pytest.mark.parametrize(
    "line",
    [
        "/move 9",
        "/move b c",
        "/play chess",
        "/play sahara nobody",
        "/jump",
        "/verify AAAAAA",
        "/rematch",
        "hello",
    ],
)
async def test_whoever_may_not_is_not_granted_it(house: House, line: str) -> None:
    answer = await house.type(house.to_act(), line)
    assert answer.note
    assert not answer.succeeded


async def test_an_old_board_that_is_set_right_has_not_done_what_was_pressed(house: House) -> None:
    first, old = house.to_act(), house.board()
    await house.press(first, "4")
    answer = await house.press(first, "1", old)
    assert answer.update
    assert not answer.succeeded


async def test_a_question_back_is_not_what_was_asked(house: House) -> None:
    assert not (await house.type(ADA, "/resign")).succeeded
    assert not (await house.ask(ADA, PickGame(BEN.id), CHANNEL)).succeeded
    await house.type(ADA, "/play sahara")
    await house.press(BEN, "Accept")
    assert not (await house.type(ADA, "/draw")).succeeded  # of which match?


async def test_what_was_asked_for_by_mistake_leaves_nothing(house: House) -> None:
    first = await house.start()
    asked = (await house.type(first, f"/resign {house.board().code}")).noted
    assert (await house.press_note(first, "No", asked)).gives_way


async def test_a_question_gives_way_to_the_private_board_that_tells_the_answer(house: House) -> None:
    first = await house.start()
    chat = private_chat(first)
    board = (await house.type(first, f"/board {house.board().code}", chat)).posted
    asked = (await house.press_note(first, "Resign", await house.more(first), chat)).updated
    assert (await house.press_note(first, "Yes, resign", asked, chat)).gives_way
    ended = house.platform.in_chat(chat)[-1].message
    assert ended.title == board.title
    assert "resigned" in ended.text


async def test_in_a_group_a_question_far_below_its_board_says_what_was_done(house: House) -> None:
    first = await house.start()
    asked = (await house.type(first, f"/resign {house.board().code}")).noted
    told = await house.press_note(first, "Yes, resign", asked)
    assert not told.gives_way
    assert told.updated.text.startswith("You resigned")


async def test_words_that_are_no_command_are_answered_with_buttons(house: House) -> None:
    answer = await house.ask(ADA, InvalidCommand("no_command"), private_chat(ADA))
    assert not answer.succeeded
    assert answer.note
    assert [button.request for row in answer.note.rows for button in row] == [ListMatches(), Help()]


async def test_every_way_to_a_board_names_its_match(house: House) -> None:
    code = house.board().code
    old = house.board()
    house.platform.lasting.add(CHANNEL.id)  # else it goes
    answer = (await house.type(ADA, "/matches", private_chat(ADA))).noted
    assert [button.request for button in answer.rows[0]] == [OpenMatch(MatchId(code))]
    house.platform.lasting = {CHANNEL.id}
    await house.type(CLEO, "/board")
    assert [link.match for link in house.platform.messages[old.id].message.links] == [code]
