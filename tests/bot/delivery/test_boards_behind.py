"""How many boards are brought up to date at the same time, and which come first."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery.match_screens import MatchScreens
from bot.delivery.worker import LANES as AT_ONCE
from bot.interface import Chat, RetryLater, Screen
from storage.boards import Board, BoardId, ChatId
from tests.bot.memory_platform import ADA, CHANNEL, House
from tests.bot.scripted_platform import until


async def test_a_start_paints_no_more_than_the_platform_has_room_for_and_presses_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted, begun, room = Counter[str](), list[str](), asyncio.Event()
    render = MatchScreens.render

    async def counted(screens: MatchScreens, behind: Board) -> tuple[Screen, int]:
        painted[behind.chat] += 1
        return await render(screens, behind)

    async with House(tmp_path) as house:
        edit = house.platform.edit

        async def edit_when_there_is_room(chat: Chat, message: str, shown: Screen) -> None:
            begun.append(chat.id)
            await room.wait()
            await edit(chat, message, shown)

        behind = [await board_behind(house, f"chat{number:02}") for number in range(2 * AT_ONCE)]
        await house.settled()
        await house.store.boards.put_boards(behind)
        monkeypatch.setattr(MatchScreens, "render", counted)
        monkeypatch.setattr(house.platform, "edit", edit_when_there_is_room)
        await house.services.boards.catch_up()
        await until(lambda: len(begun) >= AT_ONCE)
        waiting = next(board for board in behind if board.chat not in begun)
        pressed = next(shown for shown in house.live() if waiting.match in shown.message.title)
        await house.deliver(ADA, await house.handled(ADA, "Cancel", pressed), CHANNEL, pressed.id)
        await until(lambda: waiting.chat in begun)
        assert painted.total() == len(begun) == AT_ONCE + 1
        room.set()
        await house.dispatcher.worker.settled()
        assert painted == Counter(board.chat for board in behind)


async def test_chats_that_have_to_wait_for_their_platform_hold_up_no_other(house: House) -> None:
    """However many they are; each is tried again at the time that the platform has named."""
    behind = [await board_behind(house, f"chat{number:02}") for number in range(AT_ONCE + 1)]
    await house.settled()
    *full, last = sorted(board.chat for board in behind)
    edit, tries = house.platform.edit, Counter[str]()

    async def edit_or_wait(chat: Chat, message: str, shown: Screen) -> None:
        tries[chat.id] += 1
        if chat.id in full and tries[chat.id] == 1:
            raise RetryLater(50.0, due=True)
        await edit(chat, message, shown)

    house.platform.edit = edit_or_wait  # type: ignore[method-assign, assignment]
    await house.store.boards.put_boards(behind)
    await house.services.boards.catch_up()
    await house.settled()
    assert tries == Counter([*full, last])
    await house.wait(49)
    assert tries == Counter([*full, last])
    await house.wait(1)
    assert tries == Counter([*full, *full, last])
    assert 50.0 not in house.slept


async def board_behind(house: House, chat: str) -> Board:
    """A challenge in the channel, and a board elsewhere that shows nothing of it yet."""
    await house.type(ADA, "/play sahara")
    (known,) = await house.store.boards.boards_of(house.board().code)
    shown = house.platform.put(Chat("fake", chat, private=False), Screen("nothing yet"), chat)
    return replace(known, id=BoardId(f"in-{chat}"), chat=ChatId(chat), message=shown, shown=0)
