"""Sensible players for the tests: each move is chosen from the mover's own view."""

from __future__ import annotations

from collections.abc import Sequence

from games.stacko import PARTS, PLACES, Build, Draw, Move, Pass, View


def stacko_move(view: View, legal: Sequence[Move]) -> Move:
    """Build where it brings the tower nearest to its end; else draw, else pass.

    Each build makes the tower better by the same measure, so a round of two such players comes to its end,
    usually in less than 50 turns.
    """
    (seat,) = view.to_act
    tower = [part for part in view.round.towers[seat] if isinstance(part, int)]
    part = view.round.in_hand
    worth = {index: _order([*tower[:index], part, *tower[index + 1 :]]) for index in range(PLACES)}
    best = max(worth, key=worth.__getitem__)
    if worth[best] > _order(tower):
        return Build(best + 1)
    return Draw() if Draw() in legal else Pass()


def _order(tower: Sequence[int]) -> int:
    """The weight of the heaviest falling chain of parts that leaves room for what must come between them.

    A part weighs 100, less its distance from the middle of the four numbers that belong to its place.
    """
    step = len(PARTS) // PLACES
    best: list[int] = []
    for index, part in enumerate(tower):
        fits = PLACES - index <= part <= PARTS[-1] - index
        below = [best[i] for i in range(index) if best[i] and tower[i] - part >= index - i]
        middle = PARTS[-1] - step * index - step // 2
        best.append(max(below, default=0) + 100 - abs(part - middle) if fits else 0)
    return max(best)
