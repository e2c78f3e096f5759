"""What the bot calls on the robots."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from games.game import View
from games.judgement import Judgement


class Robots(Protocol):
    """The robots' decisions, computed off the event loop from views alone."""

    @property
    def games(self) -> Collection[str]: ...

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        """Choose a move for the view's seat, in notation.

        Args:
            view: of a seat to act.
            level: of the robot.
            seed: the same seed gives the same choice.
            match: for scheduling: jobs of one match run one by one and take turns with those of others.
        """

    async def assess(self, view: View, seed: int, *, match: str) -> float:
        """Estimate the chance of the view's seat to win, from 0 to 1; a draw counts half."""

    async def judge(
        self, before: View, played: str, after: View, seed: int, opposite: tuple[View, View]
    ) -> Judgement:
        """Judge the cost of a move from what its seat could know; robots' moves never wait for this.

        Args:
            before: the seat's view before its move.
            played: the move, in notation.
            after: the seat's view after its move.
            seed: the same seed gives the same judgement.
            opposite: the other seat's views before and after; the match is over.
        """
