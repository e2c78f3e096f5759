"""Two bots on one store: nothing is lost, doubled or refused because the other one did something."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from games.events import MatchId
from tests.bot.memory_platform import House
from tests.bot.two_processes import two_processes

Two = tuple[House, House]


@pytest.fixture
async def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Two]:
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: b"")
    async with two_processes(tmp_path) as houses:
        yield houses


def code(house: House) -> MatchId:
    return MatchId(house.board().message.title.split()[-1])


async def play(house: House, label: str = "") -> None:
    """Whoever is to move presses the first cup that they can."""
    digits = [one for one in house.labels(house.board().message) if one.isdigit()]
    await house.press(house.to_act(), label or digits[0])


async def test_a_match_is_played_by_presses_on_either_process(two: Two) -> None:
    one, _ = two
    await one.start()
    for ply in range(6):
        await play(two[ply % 2])
    assert not one.notes  # nobody was refused anything
    assert len(await one.store.load(code(one))) == 2 + 6
