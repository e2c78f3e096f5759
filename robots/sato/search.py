"""Whole turns against whole turns: what a turn is worth when the other answers with its best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.sato.board import Board
from games.sato.position import STONE_POINTS
from games.sato.turns import MUST_LAY
from games.sato.ways import OF_STONE
from robots.sato.turns import DECLINE, Side, Turn, Width, harvest, turns

OVER = 100
"""What the end of a match counts besides the points: it is won or lost, not just ahead or behind."""


MANY_TO_COME = 20
"""While so many stones are still to be laid, a stone in the supply is worth most."""


class Look(NamedTuple):
    """How one turn of the search is looked at."""

    width: Width
    keep: int = 0
    """The turns that are followed into the other's answer."""


class Weights(NamedTuple):
    """What a position counts besides the points: what its seats could bring in by a turn."""

    mover: float
    waiting: float
    stone: float
    """A stone more than the other has while many are to come: it may be the fuel of a long turn."""


class Scene(NamedTuple):
    """What a search knows besides the board and the seat that moves: the rest of one world."""

    waiting: Side
    """The seat that answers."""
    stack: tuple[int, ...]
    """The stones that will be drawn, the next one first."""
    declines: bool
    """The placement of a turn may be declined."""
    weights: Weights

    def after(self, mover: Side) -> Scene:
        """The scene in which the answer of `waiting` is answered by the seat that moved."""
        return self._replace(waiting=mover, stack=self.stack[1:])


Judged = tuple[float, Turn]
"""What a turn is worth to its seat, and the turn."""


def difference(board: Board, side: Side, other: Side) -> int:
    """The difference of the scores if the match ended now."""
    return side.sign * board.lead + STONE_POINTS * (other.size - side.size)


def final(points: int) -> int:
    """The worth of a match that ended with this difference of scores."""
    return points + (OVER if points > 0 else -OVER if points < 0 else 0)


def answer(turn: Turn, scene: Scene, looks: Sequence[Look]) -> float:
    """The worth of the position after a turn, to the seat that answers it."""
    mover = scene.waiting.gaining(OF_STONE[scene.stack[0]]) if scene.stack else scene.waiting
    points, last = difference(turn.board, mover, turn.side), len(scene.stack) <= 1
    may_decline = scene.declines and mover.size < MUST_LAY
    if last and ((may_decline and points > 0) or not turn.board.fits_any(mover.hand)):
        return final(points)
    if not looks:
        return points + _prospects(turn.board, mover, turn.side, scene)
    start = Turn(turn.board, mover, None, True)
    ends = turns(start, looks[0].width)
    if not ends or (may_decline and not last):
        ends.append(start._replace(first=DECLINE))
    best, _ = judged(ends, (scene.after(turn.side),), looks)[0]
    return max(best, final(points)) if last and may_decline else best


def _prospects(board: Board, mover: Side, waiting: Side, scene: Scene) -> float:
    weights = scene.weights
    to_come = len(scene.stack) + mover.size + waiting.size
    return (
        weights.mover * harvest(board, mover)
        - weights.waiting * harvest(board, waiting)
        + weights.stone * min(1.0, to_come / MANY_TO_COME) * (mover.size - waiting.size)
    )


def judged(ends: Iterable[Turn], scenes: Sequence[Scene], looks: Sequence[Look]) -> list[Judged]:
    """Turns by what they are worth in the mean of some worlds, the best first; the worst are left out.

    A turn is first judged by itself; the best are judged again by the other's answer, and so on.
    """
    ranked = _ranked(ends, scenes, ())
    for depth in range(1, len(looks)):
        best = [turn for _, turn in ranked[: looks[0].keep]]
        ranked = _ranked(best, scenes, looks[1 : depth + 1])
    return ranked


def _ranked(ends: Iterable[Turn], scenes: Sequence[Scene], looks: Sequence[Look]) -> list[Judged]:
    worths = [(-sum(answer(end, scene, looks) for scene in scenes) / len(scenes), end) for end in ends]
    return sorted(worths, key=_worth, reverse=True)


def _worth(each: Judged) -> float:
    return each[0]
