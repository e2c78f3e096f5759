"""The script that the levels are measured by: one ply, which makes the longest falling chain longer."""

from __future__ import annotations

from collections.abc import Sequence

from games.stacko import PARTS, PLACES, Build, Draw, Move, Pass, View
from robots.stacko.seen import own_tower


def best_single_ply(view: View, seed: int) -> Move:
    """Build where the longest falling chain gets longest; if nowhere longer, draw, then pass."""
    tower = own_tower(view)
    lengths = [chain_length(with_part(tower, index, view.round.in_hand)) for index in range(PLACES)]
    if max(lengths) > chain_length(tower):
        return Build(lengths.index(max(lengths)) + 1)
    return Pass() if view.round.drawn else Draw()


def chain_length(tower: Sequence[int]) -> int:
    """Most parts that may all stay: they fall, with room between them for all that stands there."""
    lengths: list[int] = []
    for index, part in enumerate(tower):
        below = (lengths[low] for low in range(index) if tower[low] - part >= index - low)
        fits = PARTS[0] + PLACES - 1 - index <= part <= PARTS[-1] - index
        lengths.append(max(below, default=0) + 1 if fits else 0)
    return max(lengths)


def with_part(tower: Sequence[int], index: int, part: int) -> list[int]:
    """The tower after an exchange."""
    return [*tower[:index], part, *tower[index + 1 :]]
