"""Messages changed outside a press: by the token of the last press while it lives, then by the bot itself."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.interface import Chat, Delivery, ListMatches, Message, Response, RetryLater
from bot.platforms.discord.last_presses import LIFE
from tests.bot.platforms.discord.play import BY_ITSELF, HOOK, log
from tests.bot.platforms.discord.test_adapter import PRESSED, SECRET, UPDATED, Stage, stage
from tests.loopback.discord.sight import Shown
from tests.loopback.discord.world import TOKEN_LIFE_S

__all__ = ["log"]  # no token of a press is told in the log

BY_BOT = "/channels/{channel_id}/messages/{message_id}"
NEWEST = Message("the newest state")
BOARD = Response(update=UPDATED, delivery=Delivery("board", 7))


async def pressed(there: Stage, answer: Response = BOARD) -> Shown:
    """A board that was pressed, and what that was answered with."""
    board = await there.board("guild")
    there.front.on(ListMatches, answer)
    await there.ada.press(board, "Press")
    await there.quiet()
    return board


async def edited(there: Stage, board: Shown, message: Message = NEWEST) -> list[tuple[str, bool]]:
    """The calls that an edit outside a press takes: their codes, and whether they go by a token."""
    mark = there.discord.log.mark()
    guild = board.chat.guild
    chat = Chat("discord", f"{guild.id if guild else ''}/{board.chat.id}", private=False)
    await there.adapter.edit(chat, f"{board.chat.id}/{board.id}", message)
    assert there.ben.now(board).text == message.text
    calls = there.discord.log.since(mark, "PATCH")
    return [("" if call.code is None else str(call.code), call.route != BY_BOT) for call in calls]


async def test_a_board_is_changed_by_its_last_press_even_where_no_more_calls_are_allowed() -> None:
    async with stage(patience=60.0) as there:
        board = await pressed(there)
        there.discord.rates.overall = (0, 600.0)
        assert await edited(there, board) == [("", True)]


async def test_an_old_press_changes_nothing_any_more_and_the_bot_does_it_by_itself() -> None:
    assert LIFE < TOKEN_LIFE_S
    async with stage(patience=60.0) as there:
        board = await pressed(there)
        there.discord.clock.advance(TOKEN_LIFE_S + 1)
        assert await edited(there, board) == [("50027", True), ("", False)]
        assert await edited(there, board, Message("newer yet")) == [("", False)]


@pytest.mark.parametrize("place", ["group", "foreign"])
async def test_where_the_bot_can_only_answer_a_board_says_until_when_it_can_change_and_what_helps_then(
    place: str,
) -> None:
    async with stage(patience=60.0) as there:
        board = await there.board(place)
        there.front.on(ListMatches, Response(update=PRESSED, delivery=Delivery("board", 7)))
        asked = await there.ada.press(board, "Press")
        await there.quiet()
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


async def test_where_the_bot_can_write_a_board_needs_no_press_and_says_nothing_of_it() -> None:
    async with stage(patience=60.0) as there:
        board = await pressed(there, Response(update=PRESSED, delivery=Delivery("board", 7)))
        assert there.ben.now(board).text == PRESSED.text
        assert await edited(there, board, replace(PRESSED, text="newer")) == [("", True)]


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10008), (403, 50001)])
async def test_where_a_press_is_refused_the_newest_state_is_not_lost(status: int, code: int) -> None:
    async with stage(patience=60.0) as there:
        board = await pressed(there)
        there.discord.faults.refuse("PATCH", HOOK, status, code, "refused")
        assert [by_press for _, by_press in await edited(there, board)] == [True, False]


async def test_a_broken_connection_is_tried_again_by_the_same_press() -> None:
    async with stage(patience=60.0) as there:
        board = await pressed(there)
        there.discord.faults.drop("PATCH", HOOK)
        with pytest.raises(RetryLater):
            await edited(there, board)
        there.discord.faults.refuse("PATCH", BY_ITSELF, 403, 50013, "Missing Permissions")
        assert await edited(there, board) == [("", True)]


async def test_a_press_that_was_answered_beside_the_board_does_not_change_it() -> None:
    async with stage(patience=60.0) as there:
        board = await pressed(there, Response(note=SECRET))
        assert await edited(there, board) == [("", False)]


async def test_the_token_of_a_press_does_not_outlive_the_bot() -> None:
    async with stage(patience=60.0) as there:
        board = await pressed(there)
        await there.adapter.stop()
        fresh = type(there.adapter)(there.discord.token, there.discord.api_url)
        fresh.connect(there.front)
        await fresh.start()
        there.adapter = fresh
        try:
            assert await edited(there, board) == [("", False)]
        finally:
            await fresh.stop()
