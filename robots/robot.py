"""What every robot promises, and what all of them share."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from games.dice import Dice
from games.game import State, View

Choice = TypeVar("Choice")

Level = Literal[1, 2, 3, 4, 5]
LEVELS: tuple[Level, ...] = (1, 2, 3, 4, 5)
"""From the weakest to the strongest."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What each legal move costs, in what the game counts, against the best one."""

    costs: Mapping[Any, float]
    exact: bool
    """Whether the game was played to its end for all of them; else these are estimates."""


class Robot(Protocol):
    """The player of one game; a module with these functions is one.

    The views are those of a seat. Each robot knows the views and moves of its own game (`Any` here).
    """

    def choose(self, view: Any, level: Level, seed: int) -> Any:
        """The move of the view's seat, which is to act."""

    def assess(self, view: Any, seed: int) -> float:
        """The chance of the view's seat to win from here, 0 to 1, a draw counting half; the match runs."""

    def best_single_ply(self, view: Any, seed: int) -> Any:
        """The move of a script that looks one ply ahead: what the levels are measured by."""

    def losses(self, view: Any) -> Losses | None:
        """What each move of the view's seat costs; None where its moves are judged by the chances to win."""


def uncounted(view: View) -> None:
    """The `losses` of a robot that thinks in chances to win."""


def dice(seed: int, *words: int | str) -> Dice:
    """Dice for one purpose: other words give other dice, independent of the first."""
    text = " ".join(map(str, (seed, *words)))
    return Dice.from_seed(hashlib.sha256(text.encode()).digest())


def softly(scores: Sequence[tuple[Choice, float]], softness: float, chance: random.Random) -> Choice:
    """One of the choices; one that is worse by `softness` is taken a third as often as the best."""
    best = max(score for _, score in scores)
    weights = [math.exp((score - best) / softness) for _, score in scores]
    return chance.choices([choice for choice, _ in scores], weights)[0]


def worlds(view: View, seed: int, count: int) -> tuple[State, ...]:
    """States that the view does not rule out."""
    return tuple(view.imagine(dice(seed, "world", number)) for number in range(count))
