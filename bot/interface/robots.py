"""The robots as handlers know them: a seat's view in, a move out."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from games.game import View
from games.judgement import Judgement


class Robots(Protocol):
    """What thinks for the robots, elsewhere than on the event loop. It gets views and nothing else."""

    @property
    def games(self) -> Collection[str]:
        """The keys of the games that they play; none where the host has switched robots off."""

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        """The move of the view's seat, in notation.

        Args:
            view: of a seat that is to act.
            level: of the robot.
            seed: the same makes the same choice.
            match: for which; its thoughts come one after the other, and take turns with those of others.
        """

    async def assess(self, view: View, seed: int, *, match: str) -> float:
        """The chance of the view's seat to win, 0 to 1, a draw counting half."""

    async def judge(
        self, before: View, played: str, after: View, seed: int, opposite: tuple[View, View]
    ) -> Judgement:
        """What a move cost, from what its seat could know; no robot waits for it.

        Args:
            before: as the seat saw it when it was to act.
            played: its move, in notation.
            after: as it saw it then.
            seed: the same makes the same judgement.
            opposite: what the other seat saw before and after; the match is over.
        """


class NoRobots:
    """Robots that are switched off."""

    games: Collection[str] = ()

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        """Nothing."""
        raise RuntimeError("robots are switched off")

    async def assess(self, view: View, seed: int, *, match: str) -> float:
        """Nothing."""
        raise RuntimeError("robots are switched off")

    async def judge(
        self, before: View, played: str, after: View, seed: int, opposite: tuple[View, View]
    ) -> Judgement:
        """Nothing."""
        raise RuntimeError("robots are switched off")
