"""Where the bot can only answer, messages are changed by the token of the last press, while it lives."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.interface import (
    Answer,
    Chat,
    Delivery,
    InteractionRequired,
    ListMatches,
    Note,
    RetryLater,
    Screen,
    Update,
)
from tests.bot.platforms.discord.play import HOOK
from tests.bot.platforms.discord.setup import presses_done
from tests.bot.platforms.discord.test_adapter import PRESSED, SECRET, UPDATED, Stage, stage
from tests.loopback.discord.sight import Shown
from tests.loopback.discord.world import TOKEN_LIFE_S

pytestmark = pytest.mark.usefixtures("log")  # no token of a press is told there

BY_BOT = "/channels/{channel_id}/messages/{message_id}"
NEWEST = Screen("the newest state")
BOARD = Update(UPDATED, delivery=Delivery("board", 7))


@pytest_asyncio.fixture
async def there() -> AsyncIterator[Stage]:
    async with stage(patience=60.0) as there:
        yield there


async def pressed(there: Stage, answer: Answer = BOARD, place: str = "group") -> Shown:
    """A board that was pressed, and what that was answered with."""
    board = await there.board(place)
    there.front.on(ListMatches, answer)
    await there.ada.press(board, "Press")
    await presses_done()
    return board


async def edit(there: Stage, board: Shown, message: Screen = NEWEST) -> list[str]:
    """The calls that an edit outside a press takes."""
    mark = there.discord.log.mark()
    await there.adapter.edit(there.front.asked[-1].chat, f"{board.chat.id}/{board.id}", message)
    assert there.ben.now(board).text == message.text
    return [call.route for call in there.discord.log.since(mark, "PATCH")]


async def test_where_the_bot_can_write_a_board_needs_no_press_and_says_nothing_of_it(there: Stage) -> None:
    board = await pressed(there, Update(PRESSED, delivery=Delivery("board", 7)), "guild")
    assert there.ben.now(board).text == PRESSED.text
    assert await edit(there, board, replace(PRESSED, text="newer")) == [BY_BOT]


@pytest.mark.parametrize("place", ["group", "foreign"])
async def test_where_the_bot_can_only_answer_a_board_says_until_when_it_can_change_and_what_helps_then(
    there: Stage, place: str
) -> None:
    board = await there.board(place)
    there.front.on(ListMatches, Update(PRESSED, delivery=Delivery("board", 7)))
    asked = await there.ada.press(board, "Press")
    await presses_done()
    until = int(there.discord.clock.now()) + TOKEN_LIFE_S
    told = there.ben.now(board).text
    (moment,) = re.findall(r"^I can keep this board .* until <t:(\d+):f> .*/board\.$", told, re.MULTILINE)
    assert abs(int(moment) - until) <= 1
    there.discord.clock.advance(60)
    shown, chat = f"{board.chat.id}/{board.id}", there.front.asked[-1].chat
    await there.adapter.edit(chat, shown, replace(PRESSED, text="newer"))
    assert there.ben.now(board).text == told.replace(PRESSED.text, "newer")
    await there.adapter.edit(chat, shown, replace(PRESSED, text="the end", turn="over"))
    assert there.ben.now(board).text == "the end"
    assert asked.interaction.followups == 0


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015)])
async def test_where_a_token_is_refused_the_next_press_is_waited_for(
    there: Stage, status: int, code: int
) -> None:
    board = await pressed(there)
    there.discord.faults.refuse("PATCH", HOOK, status, code, "refused")
    with pytest.raises(InteractionRequired):
        await edit(there, board)


async def test_a_broken_connection_is_tried_again_by_the_same_press(there: Stage) -> None:
    board = await pressed(there)
    there.discord.faults.drop("PATCH", HOOK)
    with pytest.raises(RetryLater):
        await edit(there, board)
    assert len(await edit(there, board)) == 1


async def test_by_a_press_that_was_answered_beside_the_board_that_can_change_too(there: Stage) -> None:
    board = await pressed(there)
    there.discord.clock.advance(TOKEN_LIFE_S - 1)
    there.front.on(ListMatches, Note(SECRET))
    await there.ada.press(board, "Press")
    await presses_done()
    assert there.ben.now(board).text == UPDATED.text
    there.discord.clock.advance(2)  # now only the token of the second press is good
    await edit(there, board)


async def test_the_token_of_a_press_does_not_outlive_the_bot(there: Stage) -> None:
    board = await pressed(there)
    chat = Chat("discord", f"~/{board.chat.id}", private=False)
    await there.adapter.stop()
    fresh = type(there.adapter)(there.discord.token, there.discord.api_url)
    fresh.connect(there.front)
    await fresh.start()
    there.adapter = fresh
    try:
        with pytest.raises(InteractionRequired):
            await fresh.edit(chat, f"{board.chat.id}/{board.id}", NEWEST)
    finally:
        await fresh.stop()
