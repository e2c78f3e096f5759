"""Where an answer goes that is given in a chat which shows no board of the match, or no message takes."""

from __future__ import annotations

from bot.interface import Chat
from games.events import MatchId
from tests.bot.handlers.test_account_linking import code_of
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House

LONG_AGO = 301  # seconds, more than five minutes
BAR = Chat("fake", "bar", private=False)


async def test_what_is_typed_where_no_board_is_posts_none(house: House) -> None:
    await house.start()
    answer = await house.type(ADA, f"/draw {code_of(house.board())}", BAR)
    assert answer.note
    assert answer.succeeded
    assert house.platform.in_chat(BAR) == []
    assert "offers a draw" in house.board(CHANNEL).message.text


async def test_who_sees_it_accepted_where_only_answers_are_posted_needs_no_notice(house: House) -> None:
    """They have just acted in that chat, and the answer is a board in it."""
    await house.start()
    house.platform.by_press = {BAR.id}
    await house.type(ADA, f"/board {code_of(house.board())}", BAR)
    await house.type(house.to_act(), "/move 1")  # now it is known that the board in the bar cannot be edited
    house.platform.pings.clear()
    await house.type(ADA, "/play sahara begins=me")
    code = MatchId(code_of(house.board()))
    house.now += LONG_AGO
    await house.type(ADA, "/help", BAR)
    answer = await house.type(BEN, f"/join {code}", BAR)
    assert answer.post
    assert house.platform.pings == []
    assert {board.chat for board in await house.store.boards.boards_of(code)} == {CHANNEL.id, BAR.id}
