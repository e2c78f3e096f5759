"""What one press costs: a move is played once, and nothing of its match is read twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from inspect import getmembers, iscoroutinefunction
from pathlib import Path
from typing import Any

import pytest

from games.sahara import State
from storage.sql.database import Part
from tests.bot.memory_platform import House

Counted = Counter[str]


def counting(calls: Counted, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    def counted(*args: Any, **named: Any) -> Any:
        calls[name] += 1
        return method(*args, **named)

    return counted


def count_store(monkeypatch: pytest.MonkeyPatch, house: House) -> Counted:
    calls = Counted()
    parts = [part for part in vars(house.store).values() if isinstance(part, Part)]
    for part in (house.store, *parts):
        for name, method in getmembers(part, iscoroutinefunction):
            if not name.startswith("_"):
                monkeypatch.setattr(part, name, counting(calls, name, method))
    return calls


async def test_a_move_is_played_once_and_its_match_is_read_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with House(tmp_path) as house:
        await house.start()
        store, played = count_store(monkeypatch, house), Counted()
        monkeypatch.setattr(State, "play", counting(played, "play", State.play))
        await house.press(house.to_act(), "1")
        reads = {name: times for name, times in store.items() if name != "note_shown"}  # comes later
    # Nothing has happened until the answer had arrived: its board is not looked at again.
    assert (played, reads) == ({"play": 1}, {"append": 1, "read_press": 1})


async def test_a_board_is_not_looked_at_while_its_answer_is_on_its_way(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with House(tmp_path) as house:
        await house.start()
        store = count_store(monkeypatch, house)
        await house.handled(house.to_act(), "1", house.board())
        await house.dispatcher.worker.settled()
        assert store["read_press"] == 1
