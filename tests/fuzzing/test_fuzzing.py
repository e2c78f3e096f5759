"""A few cases for each way in, without a guide; `python -m tests.fuzzing` tries a million."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.interface import Resign
from tests.bot.memory_platform import ADA, CHANNEL, CLEO
from tests.fuzzing.ground import ground
from tests.fuzzing.laws import Broken
from tests.fuzzing.mutations import mutated
from tests.fuzzing.target import Target
from tests.fuzzing.targets import TARGETS

CASES = 12


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
async def test_nothing_that_is_sent_crashes_or_changes_what_belongs_to_others(
    target: Target, tmp_path: Path
) -> None:
    (tmp_path / "seeds").mkdir()
    seeds, chance = await target.seeds(tmp_path / "seeds"), random.Random(7)
    async with target.open(tmp_path) as take:
        for _ in range(CASES):
            await take(mutated(chance.choice(seeds), chance, target.tokens))


async def test_the_laws_notice_what_a_stranger_does_to_others(tmp_path: Path) -> None:
    async with ground(tmp_path) as there:
        await there.house.ask(ADA, Resign(there.code, sure=True), CHANNEL)
        with pytest.raises(Broken, match="changed"):
            there.check(CLEO)
        there.house.services.matches.read_press = None  # type: ignore[assignment, method-assign]
        await there.house.type(CLEO, "/help")
        with pytest.raises(Broken, match="logged"):
            there.check(None)
