"""What is kept of boards in memory, and for how long."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery import board_state
from bot.delivery.board_state import BoardState, BoardStates
from bot.interface import Message
from storage.boards import BoardId
from tests.bot.memory_platform import ADA, BEN, House, private_chat
from tests.storage.facts import M
from tests.storage.facts import board as a_board

MESSAGE = Message("A move.")


def ids(*names: str) -> tuple[BoardId, ...]:
    return tuple(map(BoardId, names))


async def test_of_boards_that_nothing_happens_to_the_newest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_state, "KEPT", 2)
    states = BoardStates()
    for board in ids("A", "B", "C"):
        states.note(board, 5)
    assert len(states) == 2
    assert states.unsaved() == {"A": 5, "B": 5, "C": 5}  # until the store has it


async def test_busy_boards_are_never_evicted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_state, "KEPT", 2)
    states, (busy, *others) = BoardStates(), ids("busy", *"ABCDE")
    states[busy].task = asyncio.create_task(asyncio.sleep(0))
    kept = states[busy]
    for board in others:
        states.note(board, 5)
    assert states[busy] is kept
    assert len(states) <= 3  # the busy one, and the newest
    await asyncio.gather(*states.tasks())


async def test_a_board_that_is_forgotten_while_it_is_busy_vanishes_afterwards() -> None:
    states, (board,) = BoardStates(), ids("A")
    states.note(board, 5)
    states[board].task = asyncio.create_task(asyncio.sleep(0))
    states.forget(board)
    assert states.unsaved() == {}
    assert states.is_busy(board)
    await asyncio.gather(*states.tasks())
    states[board].task = None
    states.tidy(board)
    assert len(states) == 0


def test_a_state_in_which_nothing_is_known_is_empty() -> None:
    assert BoardState().empty
    assert not BoardState(version=0).empty
    assert not BoardState(outdated=True).empty


async def test_what_a_board_missed_while_answers_were_on_their_way_is_remembered_until_all_have_ended() -> (
    None
):
    state, timer = BoardState(), asyncio.get_running_loop().call_later(60, lambda: None)
    state.lease(a_board("A", M), MESSAGE, 5, timer)
    assert state.gives_way()
    state.lease(a_board("A", M), MESSAGE, 6, timer)
    assert state.missed
    state.end_lease()
    state.end_lease()
    state.lease(a_board("A", M), MESSAGE, 7, timer)
    assert not state.missed
    state.revoke_leases()


async def test_what_a_board_shows_already_need_not_be_sent_unless_something_else_is_on_its_way() -> None:
    state, timer = BoardState(), asyncio.get_running_loop().call_later(60, lambda: None)
    other, board = replace(MESSAGE, text="Another move."), a_board("A", M)
    assert not state.lease(board, MESSAGE, 5, timer)
    assert state.lease(board, MESSAGE, 5, timer)  # sent twice, and it is on its way
    assert not state.lease(board, other, 6, timer)
    assert not state.lease(board, other, 6, timer)  # which of the two will arrive last is not known
    state.revoke_leases()
    state.appears(other)
    assert state.lease(board, other, 6, timer)
    state.revoke_leases()
    with state.send(7):
        assert not state.lease(board, other, 7, timer)
    state.revoke_leases()


async def test_an_old_board_that_has_shrunk_leaves_nothing_behind(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        await house.meet(ADA, BEN)
        await house.type(ADA, "/play sahara")
        await house.press(BEN, "Accept")
        states = house.dispatcher.boards._states
        known = len(states)
        for _ in range(5):
            await house.type(ADA, "/board")
        assert len(states) == known
        assert private_chat(ADA) not in {shown.chat for shown in house.live()}
