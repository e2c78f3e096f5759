"""Looking ahead in Sator without knowing: each seat chooses by what it hides and what it cannot see.

All layouts that can follow are laid out in layers, one for each ply, up to a number of layouts; each has a
value for every pair of kinds, that is for every world. From the last layer back, the seat to move takes, for
each of its own kinds, the ply that is best on average over what the other may hide. So neither seat plays by
a dot that it could not know, the other's replies are those of somebody who does not know ours, and a ply that
shows a dot is worth what that knowledge is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import mul
from typing import NamedTuple

from games.game import Seat, other
from robots.sator.board import Kind, Kinds, Layout, Outcome, Ply, Way, ply, ways

HASTE = 0.0005
"""What the chance of a win loses with each ply that it is further away, so that it is taken at once."""

Row = tuple[float, ...]
Matrix = list[Row]
"""Black's chance to win for each pair of kinds."""
Beliefs = tuple[tuple[float, ...], tuple[float, ...]]
"""By seat: how likely the other thinks each of its kinds."""


Layer = dict[Layout, tuple[Ply, ...]]
GROWTH = 3
"""About how many times as many layouts the next layer has."""


class Horizon(NamedTuple):
    """How far to look, whichever is reached first, and how to weigh what lies there."""

    layers: int
    layouts: int
    """About how many at most."""
    weight: Callable[[Layout, Kinds, Seat], Matrix]
    """Black's chances, by the kinds of a seat and then by those of the other."""


class Outlook:
    """The layouts ahead of one and their values."""

    def __init__(self, root: Layout, kinds: Kinds, beliefs: Beliefs, horizon: Horizon) -> None:
        self._kinds = kinds
        self._beliefs = beliefs
        self._weight = horizon.weight
        self._possible: dict[tuple[Seat, int, int], tuple[list[bool], tuple[float, ...]]] = {}
        self._root = root
        ahead = layers(root, horizon)
        self._plies = ahead[0][root]
        self._later = self._looked_back(ahead)

    def _looked_back(self, ahead: list[Layer]) -> dict[Layout, Matrix]:
        """The values of the first layer after the root, from those of the last, which is weighed as it is."""
        later: dict[Layout, Matrix] = {}
        for depth in range(len(ahead) - 1, 0, -1):
            later = {
                layout: self._best(layout, plies, later, depth)
                if plies
                else self._weight(layout, self._kinds, other(layout.turn))
                for layout, plies in ahead[depth].items()
            }
        return later

    def scores(self, kind: Kind) -> list[tuple[Way, float]]:
        """The chance to win with each ply for the seat to move where it hides this kind."""
        seat = self._root.turn
        place = self._kinds[seat].index(kind)
        rows = [self._rows(self._root, each, self._later, 0)[place] for each in self._plies]
        return [(each.way, self._expected(seat, row)) for each, row in zip(self._plies, rows, strict=True)]

    def value(self, seat: Seat, kind: Kind) -> float:
        """The chance to win of a seat that hides this kind."""
        values = self._best(self._root, self._plies, self._later, 0)
        if seat == self._root.turn:
            values = transposed(values)
        return self._expected(seat, values[self._kinds[seat].index(kind)])

    def _expected(self, seat: Seat, row: Row) -> float:
        """The chance of `seat`: the mean over what the other seat may hide."""
        belief = self._seen(other(seat), self._root)[1]
        mean: float = sum(map(mul, belief, row)) / sum(belief)
        return mean if seat == 0 else 1 - mean

    def _best(
        self, layout: Layout, plies: tuple[Ply, ...], later: dict[Layout, Matrix], depth: int
    ) -> Matrix:
        """The values of a layout, each kind of the seat to move having chosen; by the other's kinds first."""
        seat = layout.turn
        choices = [self._rows(layout, each, later, depth) for each in plies]
        if len(choices) == 1:
            return transposed(choices[0])
        belief = self._seen(other(seat), layout)[1]
        best = max if seat == 0 else min
        rows = []
        for kind, possible in enumerate(self._seen(seat, layout)[0]):
            row = choices[0][kind]
            if possible:
                found = [sum(map(mul, belief, rows[kind])) for rows in choices]
                row = choices[found.index(best(found))][kind]
            rows.append(row)
        return transposed(rows)

    def _rows(self, layout: Layout, each: Ply, later: dict[Layout, Matrix], depth: int) -> Matrix:
        """The values of a ply, by the kinds of the seat that moves and then by the other's."""
        seat = layout.turn
        if each.victim < 0:
            return self._staying(seat, each, later, depth)
        hides_red = [bool(kind >> each.victim & 1) for kind in self._kinds[other(seat)]]
        possible = self._seen(other(seat), layout)[0]
        reds = [red for red, can in zip(hides_red, possible, strict=True) if can]
        if not any(reds):
            return self._staying(seat, each, later, depth)
        off = self._matrix(seat, each.both_off, later, depth)
        if all(reds):
            return off
        stays = self._staying(seat, each, later, depth)
        return [
            tuple([lost if red else kept for lost, kept, red in zip(below, above, hides_red, strict=True)])
            for below, above in zip(off, stays, strict=True)
        ]

    def _staying(self, seat: Seat, each: Ply, later: dict[Layout, Matrix], depth: int) -> Matrix:
        """The values where no red dot was captured: a white piece that arrives wins (Sator, rule 5)."""
        values = self._matrix(seat, each.stays, later, depth)
        if each.arriving < 0:
            return values
        won = self._end(seat, 1 if seat == 0 else -1, depth)[0]
        return [
            row if kind >> each.arriving & 1 else won
            for kind, row in zip(self._kinds[seat], values, strict=True)
        ]

    def _matrix(self, seat: Seat, outcome: Outcome, later: dict[Layout, Matrix], depth: int) -> Matrix:
        """The values of what follows, by the kinds of `seat` first."""
        if isinstance(outcome, int):
            return self._end(seat, outcome, depth)
        values = later[outcome]
        return transposed(values) if outcome.turn == seat else values

    def _end(self, seat: Seat, outcome: int, depth: int) -> Matrix:
        value = 0.5 + outcome * (0.5 - HASTE * depth)
        return [(value,) * len(self._kinds[other(seat)])] * len(self._kinds[seat])

    def _seen(self, seat: Seat, layout: Layout) -> tuple[list[bool], tuple[float, ...]]:
        """Which kinds of the seat the layout leaves possible, and how likely each is; 0 for the others."""
        key = (seat, layout.white, layout.red)
        if key not in self._possible:
            own = 31 << 5 * seat
            can = [not kind & layout.white and not layout.red & own & ~kind for kind in self._kinds[seat]]
            chance = tuple(p if c else 0.0 for p, c in zip(self._beliefs[seat], can, strict=True))
            self._possible[key] = can, chance
        return self._possible[key]


def transposed(values: Matrix) -> Matrix:
    """The same values, by the other seat's kinds first."""
    return list(zip(*values, strict=True))


def layers(root: Layout, horizon: Horizon) -> list[Layer]:
    """The layouts by the number of plies that lead there, with what can follow; nothing in the last."""
    found: list[Layer] = [{root: ()}]
    size = 1
    while len(found) <= horizon.layers and (
        size + GROWTH * len(found[-1]) <= horizon.layouts or len(found) == 1
    ):
        after = next_layer(found[-1])
        if not after:
            break
        found.append(after)
        size += len(after)
    return found


def next_layer(front: Layer) -> Layer:
    """What follows the layouts of a layer, which it fills in."""
    after: Layer = {}
    for layout in front:
        front[layout] = plies = tuple(ply(layout, way) for way in ways(layout.cells, layout.turn))
        for each in plies:
            for outcome in (each.stays, each.both_off):
                if not isinstance(outcome, int):
                    after[outcome] = ()
    return after


def uniform(kinds: Kinds) -> Beliefs:
    """Each kind as likely as any other."""
    black, ivory = (tuple(1 / len(hidden) for _ in hidden) for hidden in kinds)
    return black, ivory
