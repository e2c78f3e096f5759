"""What nobody foresaw: it is logged once, tried again for a while, and costs nobody their notice."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Sequence
from typing import Any

import pytest

from bot.delivery import board_tracker
from bot.delivery.claims import CLAIMED_FOR
from bot.handlers import responses
from bot.interface import Chat, Incoming, RetryLater, Screen, ShowBoard
from games.events import MatchId
from storage.boards import Board, BoardId
from storage.errors import StoreUnavailable
from tests.bot.memory_platform import ADA, CHANNEL, CLEO, House, Shown, code_of, other, private_chat
from tests.storage.facts import behind

LONG_AGO = 301  # seconds, more than five minutes


def move_on(shown: Shown) -> str:
    """The label of a move."""
    return next(label for label in House.labels(shown.message) if label.isdigit() and label != "4")


# A board that fails as nobody foresaw


async def test_an_unforeseen_failure_is_tried_again(house: House, caplog: pytest.LogCaptureFixture) -> None:
    first = await house.start("/play stacko")
    house.platform.faults = [RuntimeError("400 once")]
    await house.press(first, "1", house.board(private_chat(first)))
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert record.exc_info
    await house.wait(2)
    await house.restart()
    assert await behind(house.store) == set()


async def test_boards_that_go_on_failing_are_tried_less_and_less_often_and_told_once(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await house.start("/play stacko")  # three boards: two of them have to be edited
    first = house.to_act()
    calls: list[str] = []

    async def refused(chat: Chat, *_: object) -> None:
        calls.append(chat.id)
        raise RuntimeError("401 Unauthorized")

    second = other(first)
    with monkeypatch.context() as broken:
        broken.setattr(house.platform, "edit", refused)
        await house.press(first, "1", house.board(private_chat(first)))
        for wait, tries in ((0, 1), (1, 1), (1, 2), (3, 2), (1, 3), (7, 3), (1, 4)):
            await house.wait(wait)
            assert sorted(calls) == sorted([CHANNEL.id, f"@{second.id}"] * tries)
    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) == 2
    await house.type(first, "/draw")  # the next event tries again
    for chat in (CHANNEL, private_chat(first), private_chat(second)):
        assert "offers a draw" in house.board(chat).message.text


async def test_a_board_that_waited_for_one_that_cannot_be_posted_is_changed_in_its_place(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, board, code = await house.start(), house.board(), code_of(house)
    house.now += LONG_AGO

    async def refused(chat: Chat, message: Screen, nonce: str, **more: Any) -> str:
        raise RuntimeError(f"400 for {nonce}")

    monkeypatch.setattr(house.platform, "post", refused)
    await house.type(first, f"/move 1 {code}", private_chat(first))
    assert "sowed hollow 1" in house.board().message.text
    assert house.board().id == board.id


async def test_a_board_that_is_asked_for_while_a_move_is_made_shows_that_move(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, code, old = await house.start(), code_of(house), house.board()
    put, moves = house.store.boards.put_boards, [old]

    async def after_a_move(boards: Sequence[Board], *more: Any, **others: Any) -> None:
        if moves:  # made after the board was drawn, and before it is stored
            shown = moves.pop()
            await house.deliver(first, await house.handled(first, "1", shown), CHANNEL, shown.id)
        await put(boards, *more, **others)

    monkeypatch.setattr(house.store.boards, "put_boards", after_a_move)
    hers = private_chat(CLEO)
    answer = await house.handle(Incoming(CLEO, hers, ShowBoard(code), "asked"))
    await house.deliver(CLEO, answer, hers, None)
    await house.dispatcher.worker.settled()
    assert "sowed hollow 1" in house.board(hers).message.text


# A notice that is still on its way


async def test_a_board_that_is_asked_for_meanwhile_costs_nobody_their_notice(house: House) -> None:
    first, shown, code = await house.start(), house.board(), code_of(house)
    house.now += LONG_AGO
    house.platform.faults = [RetryLater(4.0)]  # the fresh board is held up
    await house.deliver(first, await house.handled(first, "1", shown), CHANNEL, shown.id)
    await house.dispatcher.worker.settled()
    answer = await house.handle(Incoming(CLEO, CHANNEL, ShowBoard(code), "asked"))
    await house.deliver(CLEO, answer, CHANNEL, None)
    await house.wait(4)
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]
    assert [live.id for live in house.live()] == [house.board().id]


async def test_an_older_fresh_board_that_comes_late_costs_nobody_their_notice(house: House) -> None:
    await house.start()
    shown = house.board()
    house.platform.faults = [RetryLater(4.0)] * 2
    for _ in range(2):  # two turns pass while nothing can be posted
        house.now += LONG_AGO
        shown = house.platform.messages[shown.id]
        (who,) = shown.message.awaits
        await house.deliver(who, await house.handled(who, move_on(shown), shown), CHANNEL, shown.id)
        await house.dispatcher.worker.settled()
    (asked,) = house.platform.messages[shown.id].message.awaits
    await house.wait(4)
    assert (asked.id, CHANNEL.id) in house.platform.pings
    assert [live.id for live in house.live()] == [house.board().id]


async def test_a_press_on_a_board_that_is_about_to_be_deleted_gives_it_no_second_life(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, old = await house.start(), house.board()
    house.now += LONG_AGO
    delete, faults = house.platform.delete, [RetryLater(4.0)]

    async def held_up(chat: Chat, message_id: str) -> None:
        if faults:
            raise faults.pop()
        await delete(chat, message_id)

    monkeypatch.setattr(house.platform, "delete", held_up)
    await house.deliver(first, await house.handled(first, "1", old), CHANNEL, old.id)
    await house.dispatcher.worker.settled()
    old = house.platform.messages[old.id]
    second = other(first)
    answer = await house.handled(second, move_on(old), old)
    await house.wait(4)
    await house.deliver(second, answer, CHANNEL, old.id)
    await house.dispatcher.worker.settled()
    assert [live.id for live in house.live()] == [house.board().id]
    assert house.board().id != old.id


# Between storing and showing


async def test_if_the_answer_fails_the_boards_show_the_move_and_the_notice_is_given(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await house.start()
    house.now += LONG_AGO

    async def broken(*_: object) -> None:
        raise OSError("once")

    monkeypatch.setattr(responses, "update", broken)
    await house.press(first, "1")
    assert "went wrong" in house.note(first)
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]
    assert "sowed hollow 1" in house.board().message.text


async def test_an_answer_gets_out_though_the_boards_cannot_be_read_after_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, shown = await house.start(), house.board()
    boards_of, reads = house.store.boards.boards_of, itertools.count()

    async def once(match: MatchId) -> tuple[Board, ...]:
        if next(reads):
            raise OSError("once")
        return await boards_of(match)

    with monkeypatch.context() as context:
        context.setattr(house.store.boards, "boards_of", once)
        answer = await house.handled(first, "1", shown)
    assert answer.delivery is not None
    await house.dispatcher.delivered(answer.delivery, None)
    await house.dispatcher.worker.settled()
    assert "sowed hollow 1" in house.board().message.text


async def test_what_cannot_be_stored_at_once_is_logged_and_stored_later(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await house.start()

    async def full(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as context:
        context.setattr(house.store.boards, "note_shown", full)
        await house.press(house.to_act(), "4")
    assert "could not be stored" in caplog.text
    (board,) = await house.store.boards.boards_of(code_of(house))
    assert board.shown == 2
    edits = house.board().edits
    await house.wait(CLAIMED_FOR)
    (board,) = await house.store.boards.boards_of(code_of(house))
    assert (board.shown, house.board().edits) == (3, edits)  # known, and not sent again


# Memory


def test_what_is_remembered_of_boards_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_tracker, "BOARDS_KEPT", 3)
    states = board_tracker.BoardStates()
    busy = states[BoardId("busy")]
    busy.sending = True
    for number in range(6):
        assert not states[BoardId(str(number))].busy
    assert [*states] == ["busy", "4", "5"]


# A store that is away


def away(monkeypatch: pytest.MonkeyPatch, part: object, method: str, times: int) -> None:
    """So many calls find it away."""
    there, left = getattr(part, method), [StoreUnavailable("away")] * times

    async def call(*asked: Any, **more: Any) -> Any:
        if left:
            raise left.pop()
        return await there(*asked, **more)

    monkeypatch.setattr(part, method, call)


async def test_boards_are_brought_up_to_date_however_long_the_store_is_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await house.start("/play stacko")
    with monkeypatch.context() as broken:
        for part, method in (("boards", "put_boards"), ("boards", "note_shown"), ("readings", "read_match")):
            answer = await house.handled(first, "1", house.board(private_chat(first)))
            away(broken, getattr(house.store, part), method, 25)
        await house.deliver(first, answer, private_chat(first), house.board(private_chat(first)).id)
        await house.services.boards.redraw(await house.store.boards.boards_of(code_of(house)))
        await house.settled()
    house.platform.takes_repeats = True  # it does not know that the last edit arrived
    await house.restart()
    assert await behind(house.store) == set()


async def test_where_an_answer_stands_is_kept_in_mind_until_it_is_stored(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the board would be posted once more, and both would live."""
    await house.start()
    with monkeypatch.context() as broken:
        handled = house.dispatcher.delivered

        async def delivered(*report: Any, **tried: Any) -> None:
            away(broken, house.store.boards, "put_boards", 3)
            await handled(*report, **tried)

        broken.setattr(house.dispatcher, "delivered", delivered)
        await house.type(ADA, "/board")
    await house.settled()
    assert len(house.live()) == 1
    await house.restart()
    assert len(house.live()) == 1
