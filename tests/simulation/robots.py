"""Robots that play any move that their view allows, after some time."""

from __future__ import annotations

import asyncio
import random

from games import GAMES
from games.dice import Dice
from games.game import View
from games.judgement import Judgement

SEED = bytes(range(32))


class Thinkers:
    """In place of the processes in which robots think."""

    def __init__(self, chance: random.Random) -> None:
        self.games = tuple(GAMES)
        self._chance = chance

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        await asyncio.sleep(self._chance.uniform(0.01, 2.0))
        return _drawn(view, seed)

    async def assess(self, view: View, seed: int, *, match: str) -> float:
        return random.Random(seed).random()

    async def judge(
        self, before: View, played: str, after: View, seed: int, opposite: tuple[View, View]
    ) -> Judgement:
        return Judgement(0.5, _drawn(before, seed), False, None)

    async def close(self) -> None:
        """There is nothing to end."""


def _drawn(view: View, seed: int) -> str:
    """One of the moves of the viewer, by lot."""
    assert view.viewer is not None
    moves = view.imagine(Dice.from_seed(SEED)).legal_moves(view.viewer)
    return str(random.Random(seed).choice(moves))
