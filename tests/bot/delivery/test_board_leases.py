"""Two bots on one store: a board is posted once, and edited by one of them at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from bot.delivery.board_leases import LONGEST
from bot.interface import Chat, InteractionRequired, Message
from games.events import MatchId
from storage.boards import Board, BoardId, ChatId, Lease
from storage.changes import Change
from storage.errors import StoreUnavailable
from tests.bot.memory_platform import House, code_of
from tests.bot.scripted_platform import until
from tests.bot.two_platforms import Houses
from tests.bot.two_processes import SecondHouse, two_processes

Two = tuple[House, House]
ELSEWHERE = ChatId("elsewhere")


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[Two]:
    async with two_processes(tmp_path) as houses:
        yield houses


async def a_board(house: House, chat: ChatId = ELSEWHERE, message: str | None = None) -> Board:
    """One more board of the match that nobody has shown yet, or that is behind."""
    match = MatchId(house.board().message.title.split()[-1])
    fresh = Board(BoardId("the fresh one"), match, "fake", chat, False, message, None, 0)
    await house.store.boards.put_boards([fresh])
    return fresh


async def both_catch_up(two: Two) -> None:
    await asyncio.gather(*(house.dispatcher.boards.catch_up() for house in two))
    await settled(two)


async def settled(two: Two) -> None:
    await asyncio.gather(*(house.dispatcher.boards.settled() for house in two))


async def shown(house: House, board: Board) -> int:
    (row,) = [row for row in await house.store.boards.boards_of(board.match) if row.id == board.id]
    return row.shown


async def test_a_fresh_board_is_posted_once_by_two_that_catch_up(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = two
    await one.start()
    posts: list[str] = []
    post = one.platform.post

    async def slowly(chat: Chat, message: Message, nonce: str, **more: Any) -> str:
        posts.append(nonce)
        for _ in range(20):
            await asyncio.sleep(0)
        return await post(chat, message, nonce, **more)

    monkeypatch.setattr(one.platform, "post", slowly)
    fresh = await a_board(one)
    await both_catch_up(two)
    assert posts == [fresh.id]


async def test_a_board_that_is_behind_is_edited_once_by_two_that_catch_up(two: Two) -> None:
    one, _ = two
    await one.start()
    there = await a_board(one)
    await both_catch_up(two)
    (message,) = [found for found in one.platform.messages.values() if found.chat.id == ELSEWHERE]
    edits = message.edits
    await one.press(one.to_act(), next(x for x in one.labels(one.board().message) if x.isdigit()))
    await both_catch_up(two)
    assert one.platform.messages[message.id].edits == edits + 1
    assert one.platform.calls == 2  # a post and an edit, neither of them refused
    assert await shown(one, there) == len(await one.store.matches.load(there.match))


async def test_what_a_process_had_taken_that_died_is_shown_by_the_other_after_its_lease(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, dying = two
    await one.start()
    there = await a_board(one)
    await both_catch_up(two)
    await one.dispatcher.boards._saver._save()
    await dying.dispatcher.boards._saver._save()
    for nothing_more in ("_start", "_saver"):  # it dies as soon as the press is stored
        monkeypatch.setattr(dying.dispatcher.boards, nothing_more, MagicMock(close=AsyncMock()))
    label = next(x for x in one.labels(one.board().message) if x.isdigit())
    await dying.handled(one.to_act(), label, one.board())
    version = len(await one.store.matches.load(there.match))
    for seconds, shows in ((LONGEST - 1, version - 1), (1, version)):
        one.now += seconds
        one.dispatcher.boards.wake()
        await settled(two)
        await one.dispatcher.boards._saver._save()
        assert await shown(one, there) == shows
    assert {board.shown for board in await one.store.boards.boards_of(there.match)} == {version}


async def test_a_board_that_cannot_be_shown_is_not_tried_at_each_look(two: Two) -> None:
    one, _ = two
    await one.start()
    await a_board(one)
    one.platform.faults += [InteractionRequired()]
    await both_catch_up(two)
    await one.dispatcher.boards._saver._save()
    calls = one.platform.calls
    one.now += LONGEST
    one.dispatcher.boards.wake()
    await settled(two)
    assert one.platform.calls == calls


async def test_an_answer_on_its_way_is_not_overtaken_by_an_edit_of_the_other(two: Two) -> None:
    one, other = two
    await one.start()
    pressed = one.board()
    match = MatchId(pressed.message.title.split()[-1])
    (board,) = await one.store.boards.boards_of(match)
    await settled(two)
    calls = one.platform.calls
    lease = one.dispatcher.boards.leases.lease([board])
    assert lease
    await one.store.boards.take_boards([board.id], lease)  # as the press does whose answer is on its way

    async def answer_arrives(_: float) -> None:
        assert one.platform.calls == calls
        await one.store.boards.give_back_boards({board.id: 99}, lease.by)

    other.dispatcher.boards._tasks._sleep = answer_arrives
    other.dispatcher.boards.redraw([board])
    await asyncio.wait_for(other.dispatcher.boards.settled(), 60)
    assert one.platform.calls == calls + 1


@pytest.mark.parametrize("away", [False, True])
async def test_an_answer_that_an_edit_of_the_other_may_have_overtaken_is_shown_again(
    two: Two, monkeypatch: pytest.MonkeyPatch, *, away: bool
) -> None:
    """Also where the database is away just when it is looked at who had the board."""
    one, _ = two
    await one.start()
    match = MatchId(one.board().message.title.split()[-1])
    (board,) = await one.store.boards.boards_of(match)
    await one.dispatcher.boards._saver._save()
    await one.store.boards.take_boards([board.id], Lease("the other", one.now, one.now + 30))
    before = one.board().message
    with monkeypatch.context() as patched:
        asked = AsyncMock(side_effect=StoreUnavailable)
        if away:
            patched.setattr(one.store.boards, "taken_boards", asked)
        await one.press(one.to_act(), next(x for x in one.labels(before) if x.isdigit()))
        if away:
            await until(lambda: asked.called)
    newest = one.board().message
    assert newest != before

    one.board().message = before  # the edit of the other arrives, which was decided before the press
    await one.store.boards.give_back_boards({board.id: 99}, "the other")
    await one.dispatcher.boards._saver._save()
    await asyncio.wait_for(settled(two), 60)
    assert one.board().message == newest


async def test_an_edit_that_sets_out_before_its_process_is_suspended_is_not_the_last(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one has shown more by then, and stored it."""
    one, other = two
    await one.start()
    there = await a_board(one)
    await both_catch_up(two)
    for house in two:
        await house.dispatcher.boards._saver._save()
    edit, newer = one.platform.edit, list[Message]()

    async def suspended(chat: Chat, message_id: str, message: Message) -> None:
        if chat.id == ELSEWHERE and not newer:
            one.now += LONGEST + 1
            other.now = one.now
            newer.append(message)
            await moved(other)
            await other.dispatcher.boards._saver._save()
            newer.append(one.platform.messages[message_id].message)
        await edit(chat, message_id, message)

    monkeypatch.setattr(one.platform, "edit", suspended)
    await moved(one)
    await settled(two)
    (message,) = [found for found in one.platform.messages.values() if found.chat.id == ELSEWHERE]
    assert message.message == newer[1] != newer[0]
    assert await shown(one, there) == len(await one.store.matches.load(there.match))


async def moved(house: House) -> None:
    """Whoever is to move does, on the board in the channel."""
    label = next(label for label in house.labels(house.board().message) if label.isdigit())
    await house.press(house.to_act(), label, house.board())


async def test_a_press_takes_the_boards_of_its_match_and_gives_them_back(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = two
    await one.start()
    match = MatchId(one.board().message.title.split()[-1])
    boards = [board.id for board in await one.store.boards.boards_of(match)]
    leases, taken = one.dispatcher.boards.leases, set[BoardId]()
    append = one.store.append

    async def watched(change: Change) -> None:
        await append(change)
        taken.update(await one.store.boards.taken_boards(boards, leases._name))

    monkeypatch.setattr(one.store, "append", watched)
    await one.press(one.to_act(), next(x for x in one.labels(one.board().message) if x.isdigit()))
    await one.dispatcher.boards._saver.close()
    assert taken == set(boards)
    assert await one.store.boards.taken_boards(boards, leases._name) == set()


async def test_boards_that_are_behind_are_looked_for_again_when_the_database_is_back(
    two: Two, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    one, _ = two
    await one.start()
    there = await a_board(one)
    with monkeypatch.context() as patched:
        patched.setattr(one.store.boards, "claim_boards", AsyncMock(side_effect=StoreUnavailable))
        await both_catch_up(two)
    one.dispatcher.boards.wake()
    await settled(two)
    await one.dispatcher.boards._saver._save()
    assert await shown(one, there) == len(await one.store.matches.load(there.match))
    assert "could not be looked for" in caplog.text


async def test_a_board_on_a_platform_that_only_the_other_process_is_on_is_left_to_that_one(
    tmp_path: Path,
) -> None:
    async with Houses(tmp_path) as one, SecondHouse(one) as other:
        one.platform.takes_repeats = one.other.takes_repeats = True
        await one.start()
        match = code_of(one)
        there = Board(BoardId("the other"), match, "other", ChatId(ELSEWHERE), False, None, None, 0)
        await one.store.boards.put_boards([there])
        await one.dispatcher.boards.catch_up()
        await one.settled()
        await one.dispatcher.boards._saver._save()
        assert await shown(one, there) == len(await one.store.matches.load(match))
        label = next(x for x in one.labels(one.board().message) if x.isdigit())
        await other.press(one.to_act(), label, one.board())
        await other.dispatcher.boards._saver._save()
        one.dispatcher.boards.wake()
        await one.settled()
        await one.dispatcher.boards._saver._save()
        assert await shown(one, there) == len(await one.store.matches.load(match)) == 3
