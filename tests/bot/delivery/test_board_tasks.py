"""How many boards are brought up to date at the same time, and which come first."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery.board_state import BoardState, BoardStates
from bot.delivery.board_tasks import AT_ONCE, SHORT_WAIT, BoardTasks
from bot.delivery.match_screens import MatchScreens
from bot.interface import Chat, Message, RetryLater
from games.events import MatchId
from storage.boards import Board, BoardId, ChatId
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House
from tests.bot.scripted_platform import until


def board(number: int, platform: str = "fake") -> Board:
    return Board(
        id=BoardId(f"{platform} {number}"),
        match=MatchId(f"M{number}"),
        platform=platform,
        chat=ChatId(f"chat {number}"),
        private=False,
        message="m",
        player=None,
        shown=0,
        notice=None,
        made=0,
    )


class Steps:
    """Steps that go on only when they are let, each of them the only one of its board."""

    def __init__(self) -> None:
        self.states = BoardStates()
        self.tasks = BoardTasks(self.states, self.step, self.sleep)
        self.begun: list[str] = []
        self.now, self.most = 0, 0
        self.go_on, self.wake = asyncio.Event(), asyncio.Event()
        self.faults: dict[str, Exception] = {}

    async def step(self, board_id: str, _: MatchId, state: BoardState) -> bool:
        state.news = False
        self.begun.append(board_id)
        self.now += 1
        self.most = max(self.most, self.now)
        await self.go_on.wait()
        self.now -= 1
        if board_id in self.faults:
            raise self.faults.pop(board_id)
        return False

    async def sleep(self, _: float) -> None:
        await self.wake.wait()

    async def calm(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    async def end(self) -> None:
        self.go_on.set()
        self.wake.set()
        while tasks := self.states.tasks():
            await asyncio.gather(*tasks)


async def test_boards_that_are_behind_are_brought_up_to_date_a_few_at_a_time() -> None:
    steps = Steps()
    for number in range(1000):
        steps.tasks.start(board(number), urgent=False)
    await steps.calm()
    assert steps.now == AT_ONCE
    await steps.end()
    assert steps.most == AT_ONCE
    assert len(steps.begun) == 1000
    assert len(steps.states) == 0


async def test_a_board_that_something_happens_to_goes_before_those_that_are_behind() -> None:
    steps = Steps()
    for number in range(100):
        steps.tasks.start(board(number), urgent=False)
    await steps.calm()
    steps.tasks.start(board(99), urgent=True)  # waits for its turn
    steps.tasks.start(board(100), urgent=True)  # is new
    await steps.calm()
    assert set(steps.begun[AT_ONCE:]) == {board(99).id, board(100).id}
    await steps.end()


async def test_one_platform_holds_up_no_other() -> None:
    steps = Steps()
    for number in range(100):
        steps.tasks.start(board(number), urgent=False)
    steps.tasks.start(board(0, "other"), urgent=False)
    await steps.calm()
    assert board(0, "other").id in steps.begun
    await steps.end()


@pytest.mark.parametrize(("wait", "others"), [(SHORT_WAIT, 0), (SHORT_WAIT + 1, AT_ONCE)])
async def test_only_a_board_that_has_to_wait_long_lets_others_go_first(wait: float, others: int) -> None:
    steps = Steps()
    for number in range(2 * AT_ONCE):
        steps.tasks.start(board(number), urgent=False)
        if number < AT_ONCE:
            steps.faults[board(number).id] = RetryLater(wait)
    steps.go_on.set()
    await steps.calm()
    assert len(steps.begun) == AT_ONCE + others
    await steps.end()


async def test_a_board_that_was_promised_a_time_does_not_stand_in_line_again() -> None:
    steps = Steps()
    steps.faults[board(0).id] = RetryLater(SHORT_WAIT + 1, due=True)
    steps.tasks.start(board(0), urgent=False)
    steps.go_on.set()
    await steps.calm()
    steps.go_on.clear()
    for number in range(1, 100):
        steps.tasks.start(board(number), urgent=False)
    steps.wake.set()
    await steps.calm()
    assert steps.begun.count(board(0).id) == 2
    await steps.end()


async def test_boards_that_are_to_look_otherwise_are_painted_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = most = 0
    render = MatchScreens.render

    async def counted(screens: MatchScreens, behind: Board) -> tuple[Message, int]:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        now -= 1
        return await render(screens, behind)

    async with House(tmp_path) as house:
        await house.meet(ADA, BEN)
        for _ in range(2 * AT_ONCE):
            await house.type(ADA, "/play sahara")
        rows = await house.store.boards.boards_in("fake", house.board().chat.id)
        assert len(rows) == 2 * AT_ONCE
        monkeypatch.setattr(MatchScreens, "render", counted)
        house.dispatcher.boards.redraw(rows)
        await house.dispatcher.boards.settled()
        assert most == AT_ONCE


async def test_a_start_paints_no_more_than_the_platform_has_room_for_and_presses_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted, begun, room = Counter[str](), list[str](), asyncio.Event()
    render = MatchScreens.render

    async def counted(screens: MatchScreens, behind: Board) -> tuple[Message, int]:
        painted[behind.chat] += 1
        return await render(screens, behind)

    async with House(tmp_path) as house:
        edit = house.platform.edit

        async def edit_when_there_is_room(chat: Chat, message: str, shown: Message) -> None:
            begun.append(chat.id)
            await room.wait()
            await edit(chat, message, shown)

        behind = [await board_behind(house, f"chat {number:02}") for number in range(2 * AT_ONCE)]
        monkeypatch.setattr(MatchScreens, "render", counted)
        monkeypatch.setattr(house.platform, "edit", edit_when_there_is_room)
        await house.dispatcher.boards.catch_up()
        await until(lambda: len(begun) >= AT_ONCE)
        waiting = next(board for board in behind if board.chat not in begun)
        pressed = next(shown for shown in house.live() if waiting.match in shown.message.title)
        await house.deliver(ADA, await house.handled(ADA, "Cancel", pressed), CHANNEL, pressed.id)
        await until(lambda: waiting.chat in begun)
        assert painted.total() == len(begun) == AT_ONCE + 1
        room.set()
        await house.dispatcher.boards.settled()
        assert painted == Counter(board.chat for board in behind)


async def board_behind(house: House, chat: str) -> Board:
    """A challenge in the channel, and a board elsewhere that shows nothing of it yet."""
    await house.type(ADA, "/play sahara")
    (known,) = await house.store.boards.boards_of(MatchId(house.board().message.title.split()[-1]))
    shown = house.platform.put(Chat("fake", chat, private=False), Message("nothing yet"), chat)
    board = replace(known, id=BoardId(f"board in {chat}"), chat=ChatId(chat), message=shown, shown=0)
    await house.store.boards.put_boards([board])
    return board
