"""A chat gets another id, as on Telegram when a group becomes a supergroup: its matches go on there."""

from __future__ import annotations

from typing import Any

import pytest

from bot.interface import Chat, Incoming, Screen, ShowBoard
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, code_of, other, private_chat

LONG_AGO = 301  # seconds, more than five minutes


async def test_the_boards_of_a_chat_that_is_called_otherwise_are_posted_there_once_and_silently(
    house: House,
) -> None:
    await house.start()
    code, old = code_of(house), house.board()
    await house.type(ADA, "/play sato", CHANNEL)
    topic = Chat("fake", f"{CHANNEL.id}/7", private=False)
    await house.type(CLEO, f"/board {code}", topic)
    house.platform.pings.clear()
    house.platform.closed = {CHANNEL.id, topic.id}
    await house.dispatcher.moved("fake", CHANNEL.id, "hall")
    await house.dispatcher.worker.settled()
    hall, hall_7 = Chat("fake", "hall", private=False), Chat("fake", "hall/7", private=False)
    assert sorted(shown.message.title.split()[0] for shown in house.live(hall)) == ["Sahara", "Sato"]
    assert [shown.message.title for shown in house.live(hall_7)] == [old.message.title]
    assert house.platform.pings == []
    await house.dispatcher.moved("fake", CHANNEL.id, "hall")
    await house.restart()
    assert len(house.platform.in_chat(hall)) == 2
    board = next(shown for shown in house.live(hall) if code in shown.message.title)
    (first,) = board.message.awaits
    await house.press(first, "1", board)
    assert "sowed hollow 1" in house.platform.messages[board.id].message.text
    assert len(house.platform.in_chat(hall)) == 2


async def test_a_board_whose_shown_version_is_stored_while_its_chat_moves_is_posted_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.start()
    (board,) = await house.store.boards.boards_of(code_of(house))
    move = house.store.chats.move

    async def moving(*said: Any) -> None:
        await move(*said)
        await house.store.boards.note_shown(board.id, 2)

    monkeypatch.setattr(house.store.chats, "move", moving)
    await house.dispatcher.moved("fake", CHANNEL.id, "hall")
    await house.dispatcher.worker.settled()
    assert len(house.live(Chat("fake", "hall", private=False))) == 1


async def test_finished_matches_are_not_posted_anew_but_found_in_the_chat(house: House) -> None:
    await house.start()
    await house.press(ADA, "Offer draw")
    await house.press(BEN, "Accept draw")
    calls = house.platform.calls
    await house.dispatcher.moved("fake", CHANNEL.id, "hall")
    await house.dispatcher.worker.settled()
    await house.restart()
    assert house.platform.calls == calls
    await house.type(ADA, "/rematch", Chat("fake", "hall", private=False))
    assert "Ada asks Ben for a rematch" in house.board(Chat("fake", "hall", private=False)).message.text


async def test_a_chat_that_moves_while_its_board_is_changed_keeps_the_board(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Telegram: that a group has become a supergroup is told by the refusal of an edit."""
    first, code, hall = await house.start(), code_of(house), Chat("fake", "hall", private=False)
    edit = house.platform.edit

    async def moving(chat: Chat, message_id: str, message: Screen) -> None:
        if chat == CHANNEL:
            await house.dispatcher.moved("fake", CHANNEL.id, hall.id)
            del house.platform.messages[message_id]
        await edit(chat, message_id, message)

    monkeypatch.setattr(house.platform, "edit", moving)
    await house.type(first, f"/move 1 {code}", private_chat(first))
    (board,) = await house.store.boards.boards_of(code)
    assert (board.chat, board.message) == (hall.id, house.board(hall).id)
    assert "sowed hollow 1" in house.board(hall).message.text


async def test_a_post_that_finds_its_chat_moved_is_kept_where_it_arrived(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, code, hall = await house.start(), code_of(house), Chat("fake", "hall", private=False)
    house.now += LONG_AGO
    post = house.platform.post

    async def moving(chat: Chat, message: Screen, nonce: str, **more: Any) -> str:
        if chat == CHANNEL:
            await house.dispatcher.moved("fake", CHANNEL.id, hall.id)
        return await post(hall if chat == CHANNEL else chat, message, nonce, **more)

    monkeypatch.setattr(house.platform, "post", moving)
    await house.type(first, f"/move 1 {code}", private_chat(first))
    assert house.platform.pings == [(other(first).id, hall.id)]
    boards = await house.store.boards.boards_of(code)
    assert {board.chat for board in boards} == {hall.id}
    assert [shown.id for shown in house.live(hall)] == [board.message for board in boards]


async def test_an_answer_that_is_on_its_way_to_a_chat_that_moves_is_made_good(house: House) -> None:
    first, shown, hall = await house.start(), house.board(), Chat("fake", "hall", private=False)
    answer = await house.handled(first, "1", shown)
    await house.dispatcher.moved("fake", CHANNEL.id, hall.id)
    await house.deliver(first, answer, CHANNEL, shown.id)
    await house.dispatcher.worker.settled()
    assert "sowed hollow 1" in house.board(hall).message.text


async def test_a_board_that_is_posted_as_an_answer_into_a_chat_that_has_moved_is_none(house: House) -> None:
    await house.start()
    code, hall = code_of(house), Chat("fake", "hall", private=False)
    answer = await house.handle(Incoming(ADA, CHANNEL, ShowBoard(code), "typed", None))
    await house.dispatcher.moved("fake", CHANNEL.id, hall.id)
    await house.deliver(ADA, answer, CHANNEL, None)
    await house.settled()
    boards = await house.store.boards.boards_of(code)
    assert {board.message for board in boards} == {shown.id for shown in house.platform.in_chat(hall)}
