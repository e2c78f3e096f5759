"""What every robot promises, and what all of them share."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from games.dice import Dice
from games.game import Seat, State, View

Choice = TypeVar("Choice")

Level = Literal[1, 2, 3, 4, 5]
LEVELS: tuple[Level, ...] = (1, 2, 3, 4, 5)
"""From the weakest to the strongest."""
TRIED_WORLDS = 60
"""In so many worlds a move must win to be taken for a sure win."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What moves cost, each against the best one, by the same look ahead.

    So no luck counts that came after the move, and no shorter sight of the position that it led to.
    """

    costs: Mapping[Any, float]
    """In the difference that the game counts, such as beans, or in chances to win; of the moves weighed."""
    exact: bool
    """Whether the game was played to its end for all of them; else these are estimates."""


@dataclass(frozen=True, slots=True)
class Player:
    """How a level chooses among moves that it has weighed, in what its game counts."""

    softness: float
    """How much worse a move may be for it to be taken a third as often as the best; 0: only the best ones."""
    margin: float
    """How much worse a move may be for it to be taken at all."""


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

    def losses(self, view: Any, seed: int) -> Losses:
        """What the moves of the view's seat cost, at least the best one and those that are nearly as good."""

    def wins(self, view: Any, seed: int) -> Sequence[Any]:
        """The moves that win the match at once, as the view's seat, which is to act, can know."""

    def bears_on_open(self, view: Any) -> bool:
        """Whether a move is to be judged, once all is over, by what both seats together knew."""


def losses_of(worths: Mapping[Any, float], *, exact: bool = False) -> Losses:
    """The losses by what each move is worth."""
    best = max(worths.values())
    return Losses({move: best - worth for move, worth in worths.items()}, exact)


def always(view: View) -> bool:
    """The `bears_on_open` of a robot in whose game no two moves are chosen without knowing of each other."""
    return True


def sure_wins(view: View, seed: int) -> Sequence[Any]:
    """The moves after which the match is won in all of some worlds that the view does not rule out."""
    seat = view.viewer
    assert seat is not None  # noqa: S101 - a spectator has no moves
    winning = view.imagine(dice(seed, "moves")).legal_moves(seat)
    for number in range(TRIED_WORLDS):
        if not winning:
            break
        world = view.imagine(dice(seed, "win", number))
        winning = tuple(move for move in winning if won_by(world, seat, move))
    return winning


def won_by(world: State, seat: Seat, move: Any) -> bool:
    """Whether the seat wins at once with this move."""
    result = world.play(seat, move).result
    return result is not None and result.winner == seat


def dice(seed: int, *words: int | str) -> Dice:
    """Dice for one purpose: other words give other dice, independent of the first."""
    text = " ".join(map(str, (seed, *words)))
    return Dice.from_seed(hashlib.sha256(text.encode()).digest())


def softly(scores: Iterable[tuple[Choice, float]], player: Player, seed: int | str) -> Choice:
    """One of the choices, the better the likelier, as the player takes them."""
    scores = list(scores)
    if not player.softness:
        best = max(score for _, score in scores)
        return random.Random(seed).choice([choice for choice, score in scores if score == best])
    choices, weights = _weighed(scores, player)
    return random.Random(seed).choices(choices, weights)[0]


def shares(scores: Iterable[tuple[Choice, float]], player: Player) -> dict[Choice, float]:
    """How often a soft player takes each of the choices that it takes at all, the better the oftener."""
    choices, weights = _weighed(list(scores), player)
    total = sum(weights)
    return {choice: weight / total for choice, weight in zip(choices, weights, strict=True)}


def _weighed(scores: Sequence[tuple[Choice, float]], player: Player) -> tuple[list[Choice], list[float]]:
    best = max(score for _, score in scores)
    near = [(choice, score) for choice, score in scores if score >= best - player.margin]
    return [choice for choice, _ in near], [math.exp((score - best) / player.softness) for _, score in near]


def worlds(view: View, seed: int, count: int) -> tuple[State, ...]:
    """States that the view does not rule out."""
    return tuple(view.imagine(dice(seed, "world", number)) for number in range(count))
