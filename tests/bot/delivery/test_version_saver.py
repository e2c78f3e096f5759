"""What boards show is stored, whenever it is noted."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace
from typing import cast

from bot.delivery.board_leases import BoardLeases
from bot.delivery.board_state import BoardStates
from bot.delivery.version_saver import VersionSaver
from storage.boards import BoardId
from storage.sql.boards import Boards
from storage.sql.store import Store

ALONE = BoardLeases(cast(Store, SimpleNamespace(shared=False)), lambda: 0)


class SlowStore:
    """A store whose commits take until they are let through."""

    def __init__(self) -> None:
        self.saved: dict[str, int] = {}
        self.committing, self.go_on = asyncio.Event(), asyncio.Event()
        self.store = cast(Boards, SimpleNamespace(mark_shown=self.mark_shown))

    async def mark_shown(self, shown: Mapping[str, int]) -> None:
        self.committing.set()
        await self.go_on.wait()
        self.saved |= shown


def unseen(_: object) -> None:
    pass


async def no_wait(_: float) -> None:
    await asyncio.sleep(0)


async def test_what_is_noted_while_the_store_commits_is_stored_too() -> None:
    slow, states = SlowStore(), BoardStates()
    saver = VersionSaver(slow.store, states, ALONE, unseen, no_wait)
    states.note(BoardId("A"), 3)
    saver.start()
    await slow.committing.wait()
    states.note(BoardId("A"), 4)
    states.note(BoardId("B"), 7)
    saver.start()
    slow.go_on.set()
    assert saver._task
    await saver._task
    assert slow.saved == {"A": 4, "B": 7}
    assert states.unsaved() == {}


async def test_what_is_noted_while_a_commit_fails_is_tried_again() -> None:
    states, tries = BoardStates(), list[dict[str, int]]()

    async def fails_once(shown: Mapping[str, int]) -> None:
        tries.append(dict(shown))
        if len(tries) == 1:
            states.note(BoardId("B"), 7)
            raise OSError("the disk is full")

    saver = VersionSaver(cast(Boards, SimpleNamespace(mark_shown=fails_once)), states, ALONE, unseen, no_wait)
    states.note(BoardId("A"), 3)
    saver.start()
    assert saver._task
    await saver._task
    assert tries == [{"A": 3}, {"A": 3, "B": 7}]


async def test_what_cannot_be_stored_is_left_until_something_more_is_noted() -> None:
    states, tries = BoardStates(), list[object]()

    async def full(shown: object) -> None:
        tries.append(shown)
        raise OSError("the disk is full")

    saver = VersionSaver(cast(Boards, SimpleNamespace(mark_shown=full)), states, ALONE, unseen, no_wait)
    states.note(BoardId("A"), 3)
    saver.start()
    assert saver._task
    await saver._task
    assert len(tries) == 1
    assert states.unsaved() == {"A": 3}
