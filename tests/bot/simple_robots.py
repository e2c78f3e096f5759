"""Robots that think nothing: they play the first move that their view allows, whatever their level."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.runtime.robot_worker import assess, choose, judge
from games import GAMES
from games.dice import Dice
from games.game import View
from games.judgement import Judgement

SEED = bytes(range(32))


def moves_of(view: View) -> list[str]:
    """The moves of the viewer, in the order of the rules."""
    assert view.viewer is not None
    return [str(move) for move in view.imagine(Dice.from_seed(SEED)).legal_moves(view.viewer)]


@dataclass
class FirstMoves:
    """Answers at once, and remembers what it was asked; `Robots` for tests."""

    games: tuple[str, ...] = tuple(GAMES)
    chance: float = 0.5
    """What it takes every position for."""
    asked: list[tuple[View, int, int]] = field(default_factory=list)
    """View, level and seed of each choice."""

    assessed: list[View] = field(default_factory=list)
    """The view of each draw that it was offered."""

    cost: float = 0.5
    """What it says that each move cost."""
    exact: bool = False
    """Whether it says so for certain."""
    judged: list[tuple[View, str, View]] = field(default_factory=list)
    """Before, move and after of each judgement."""
    opposite: list[tuple[View, View]] = field(default_factory=list)
    """What the other seat saw before and after."""
    laid_open: float | None = None
    """What it says that each move cost by what both seats knew."""

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        self.asked.append((view, level, seed))
        return moves_of(view)[0]

    async def assess(self, view: View, seed: int, *, match: str) -> float:
        self.assessed.append(view)
        return self.chance

    async def judge(
        self, before: View, played: str, after: View, seed: int, opposite: tuple[View, View]
    ) -> Judgement:
        self.judged.append((before, played, after))
        self.opposite.append(opposite)
        better = "draw" if "stacko" in type(before).__module__ else played
        return Judgement(self.cost, better if self.cost else None, self.exact, self.laid_open)


class RealRobots:
    """The robots of the wing, without the processes in which they think."""

    games = tuple(GAMES)

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        return choose(view, level, seed)

    async def assess(self, view: View, seed: int, *, match: str) -> float:
        return assess(view, seed)

    async def judge(
        self, before: View, played: str, after: View, seed: int, opposite: tuple[View, View]
    ) -> Judgement:
        return judge(before, played, after, seed, opposite)
