"""Two bots on one store: a board is posted once, and edited by one of them at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.delivery.claims import CLAIMED_FOR
from bot.domain import commands
from bot.interface import Chat, Incoming, InteractionRequired, Screen
from storage.boards import Board, BoardId, ChatId
from storage.jobs import Claim
from tests.bot.memory_platform import ADA, CHANNEL, CLEO, House, code_of
from tests.bot.two_platforms import Houses
from tests.bot.two_processes import SecondHouse, Two

ELSEWHERE = ChatId("elsewhere")


async def a_board(house: House, chat: ChatId = ELSEWHERE, message: str | None = None) -> Board:
    """One more board of the match that nobody has shown yet, or that is behind."""
    match = house.board().code
    fresh = Board(BoardId("fresh"), match, "fake", chat, False, message, None, 0)
    await house.store.boards.put_boards([fresh])
    return fresh


async def both_catch_up(two: Two) -> None:
    await asyncio.gather(*(house.services.boards.catch_up() for house in two))
    await settled(two)


async def settled(two: Two) -> None:
    """Both have nothing more to do."""
    for _ in range(2):
        await asyncio.gather(*(house.dispatcher.worker.settled() for house in two))
    await asyncio.gather(*(house.dispatcher.worker.settled() for house in two))


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

    async def slowly(chat: Chat, message: Screen, nonce: str, **more: Any) -> str:
        posts.append(nonce)
        for _ in range(20):
            await asyncio.sleep(0)
        return await post(chat, message, nonce, **more)

    monkeypatch.setattr(one.platform, "post", slowly)
    fresh = await a_board(one)
    await both_catch_up(two)
    assert posts == [fresh.id]


@pytest.mark.parametrize("first_stored", [0, 1])
@pytest.mark.parametrize("notice", [False, True])
async def test_of_two_boards_that_are_posted_at_once_one_makes_way(
    two: Two, monkeypatch: pytest.MonkeyPatch, *, notice: bool, first_stored: int
) -> None:
    """Each process has read the boards before the other one has stored its message."""
    one, other = two
    await one.start()
    mover, pressed, board = one.to_act(), one.board(), commands.read("/board")
    first, second = (one, ADA), (other, CLEO)
    if notice:
        one.now = other.now = one.now + 1000
    put, both, stored, posted = one.store.boards.put_boards, asyncio.Barrier(2), asyncio.Event(), list[str]()

    async def together(boards: Sequence[Board], *claim: Claim, **more: Any) -> None:
        if len(posted) == both.parties or boards[0].message in (None, *posted, pressed.id):
            await put(boards, *claim, **more)
            return
        posted.append(boards[0].message or "")
        await both.wait()
        if posted.index(boards[0].message or "") != first_stored:
            await stored.wait()
        await put(boards, *claim, **more)
        stored.set()

    answers = [
        (house, who, await house.handle(Incoming(who, CHANNEL, board, press=who.id)))
        for house, who in (second, first)[: 1 if notice else 2]
    ]
    monkeypatch.setattr(one.store.boards, "put_boards", together)
    if notice:
        await one.deliver(mover, await one.handled(mover, number_on(one), pressed), CHANNEL, pressed.id)
    await asyncio.gather(*(house.deliver(who, answer, CHANNEL, None) for house, who, answer in answers))
    await settled(two)
    assert len(posted) == both.parties
    assert len(one.live()) == 1
    assert [row.message for row in await one.store.boards.boards_of(code_of(one))] == [one.board().id]


async def test_a_board_that_is_behind_is_edited_once_by_two_that_catch_up(two: Two) -> None:
    one, _ = two
    await one.start()
    there = await a_board(one)
    await both_catch_up(two)
    (message,) = [found for found in one.platform.messages.values() if found.chat.id == ELSEWHERE]
    edits = message.edits
    await one.press(one.to_act(), number_on(one))
    await both_catch_up(two)
    assert one.platform.messages[message.id].edits == edits + 1
    assert one.platform.calls == 2  # a post and an edit, neither of them refused
    assert await shown(one, there) == len(await one.store.matches.load(there.match))


async def test_what_a_process_had_claimed_that_died_is_shown_by_the_other_when_its_claim_has_run_out(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, dying = two
    await one.start()
    there = await a_board(one)
    await both_catch_up(two)
    monkeypatch.setattr(dying.services.intake, "begin", lambda _: None)  # it dies when the press is stored
    await dying.handled(one.to_act(), number_on(one), one.board())
    version = len(await one.store.matches.load(there.match))
    for seconds, shows in ((CLAIMED_FOR - 1, version - 1), (1, version)):
        one.now += seconds
        one.services.intake.wake()
        await settled(two)
        assert await shown(one, there) == shows
    assert {board.shown for board in await one.store.boards.boards_of(there.match)} == {version}


async def test_a_board_that_cannot_be_shown_is_not_tried_at_each_look(two: Two) -> None:
    one, _ = two
    await one.start()
    await a_board(one)
    one.platform.faults += [InteractionRequired()]
    await both_catch_up(two)
    calls = one.platform.calls
    one.now += CLAIMED_FOR
    one.services.intake.wake()
    await settled(two)
    assert one.platform.calls == calls


async def test_an_answer_on_its_way_is_not_overtaken_by_an_edit_of_the_other(two: Two) -> None:
    one, other = two
    await one.start()
    pressed, mover = one.board(), one.to_act()
    answer = await one.handled(mover, number_on(one), pressed)
    before = one.board().message
    await other.services.boards.redraw(await one.store.boards.boards_of(code_of(one)))
    await settled(two)
    assert one.board().message == before
    await one.deliver(mover, answer, pressed.chat, pressed.id)
    edits = one.board().edits
    await settled(two)
    assert one.board().edits == edits + 1, "what the other one wanted is made good"


async def test_an_answer_that_an_edit_of_the_other_may_have_overtaken_is_shown_again(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    await one.start()
    board, mover = one.board(), one.to_act()
    edit, begun, arrives = one.platform.edit, asyncio.Event(), asyncio.Event()

    async def slowly(chat: Chat, message_id: str, message: Screen) -> None:
        begun.set()
        await arrives.wait()
        await edit(chat, message_id, message)

    monkeypatch.setattr(other.platform, "edit", slowly)
    await other.services.boards.redraw(await one.store.boards.boards_of(code_of(one)))
    await begun.wait()
    answer = await one.handled(mover, number_on(one), board)
    await one.deliver(mover, answer, board.chat, board.id)
    newest = one.board().message
    monkeypatch.setattr(other.platform, "edit", edit)
    arrives.set()  # with what was decided before the press
    await settled(two)
    assert one.board().message == newest != board.message


async def test_an_edit_that_sets_out_before_its_process_is_suspended_is_not_the_last(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one has shown more by then, and stored it."""
    one, other = two
    await one.start()
    there = await a_board(one)
    await both_catch_up(two)
    edit, newer = one.platform.edit, list[Screen]()

    async def suspended(chat: Chat, message_id: str, message: Screen) -> None:
        if chat.id == ELSEWHERE and not newer:
            one.now += CLAIMED_FOR + 1
            other.now = one.now
            newer.append(message)
            await moved(other)
            await settled((other, other))
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
    await house.press(house.to_act(), number_on(house), house.board())


def number_on(house: House) -> str:
    """The label of a move."""
    return next(label for label in house.labels(house.board().message) if label.isdigit())


async def test_a_board_on_a_platform_that_only_the_other_process_is_on_is_left_to_that_one(
    tmp_path: Path,
) -> None:
    async with Houses(tmp_path) as one, SecondHouse(one) as other:
        one.platform.takes_repeats = one.other.takes_repeats = True
        await one.start()
        match = code_of(one)
        there = Board(BoardId("there"), match, "other", ChatId(ELSEWHERE), False, None, None, 0)
        await one.store.boards.put_boards([there])
        await both_catch_up((one, other))
        assert await shown(one, there) == len(await one.store.matches.load(match))
        await other.press(one.to_act(), number_on(one), one.board())
        one.services.intake.wake()
        await settled((one, other))
        assert await shown(one, there) == len(await one.store.matches.load(match)) == 3
