"""Robots that play any move that their view allows, after some time."""

from __future__ import annotations

import asyncio
import random

from games import GAMES
from games.game import View
from games.judgement import Judgement
from tests.bot.simple_robots import moves_of


class Thinkers:
    """In place of the processes in which robots think."""

    def __init__(self, chance: random.Random) -> None:
        self.games = tuple(GAMES)
        self._chance = chance

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        await asyncio.sleep(self._chance.uniform(0.01, 2.0))
        return random.Random(seed).choice(moves_of(view))

    async def assess(self, view: View, seed: int, *, match: str) -> float:
        return random.Random(seed).random()

    async def judge(
        self, before: View, played: str, after: View, seed: int, opposite: tuple[View, View]
    ) -> Judgement:
        return Judgement(0.5, random.Random(seed).choice(moves_of(before)), False, None)

    async def close(self) -> None:
        """There is nothing to end."""
