"""The layout in numbers: what a search lays and lifts by the ten thousand.

Boards are values: laying and lifting give a new one. Tests hold them equal to the layout of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from games.sato import Layout, Point
from games.sato.position import Size
from games.sato.stones import DOTS
from games.sato.ways import ALL, Ways, number
from robots.sato.tables import ASKS, NOWHERE, TIPS, Grid, grid

EVEN_PAIRS = ((5, 0), (1, 2), (3, 4))
ODD_PAIRS = ((0, 1), (2, 3), (4, 5))
"""The edges beside the even corners, and beside the odd ones."""


class Opening(NamedTuple):
    """What can be laid on a spot where a stone may lie, and what it does there."""

    fits: Ways
    """All that matches the stones around."""
    hides: int
    """What Black's lead gains by the dots of the sato below."""
    even: int
    """The satos that an even way completes."""
    odd: int
    """The satos that an odd way completes."""


class Board:
    """The stones on a table and all that follows from them. Legality is the caller's business."""

    __slots__ = ("bound", "grid", "lead", "openings", "stones")

    def __init__(
        self,
        grid: Grid,
        stones: dict[int, int],
        openings: dict[int, Opening],
        bound: frozenset[int],
        lead: int,
    ) -> None:
        self.grid = grid
        self.stones = stones
        """The ways of the stones by their spots."""
        self.openings = openings
        """The spots where the next stone may lie: cells with neighbours enough, and free satos."""
        self.bound = bound
        """The spots of the stones that are in a sato."""
        self.lead = lead
        """Black's visible dots less White's."""

    def lay(self, spot: int, way: int) -> Board:
        """The board with one more stone on a spot that is open."""
        stones, openings, level = {**self.stones, spot: way}, self.openings.copy(), spot // self.grid.width
        covered = openings.pop(spot, None)
        lead = self.lead + DOTS * TIPS[way] + (covered.hides if covered else 0)
        board = Board(self.grid, stones, openings, self.bound, lead)
        if len(stones) <= 2:
            board._begin()
            return board
        board._complete(spot, way)
        for beside in self.grid.around[spot]:
            if beside not in stones and (beside in openings or not level):
                board._refresh(beside)
        return board

    def lift(self, spot: int) -> Board:
        """The board without this stone, which must be in no sato."""
        stones, openings = self.stones.copy(), self.openings.copy()
        lead = self.lead - DOTS * TIPS[stones.pop(spot)] - self._hides(spot)
        board = Board(self.grid, stones, openings, self.bound, lead)
        for beside in (spot, *self.grid.around[spot]):
            if beside not in stones and (beside == spot or beside in openings):
                board._refresh(beside)
        return board

    def free(self, spot: int) -> bool:
        """Whether an open spot is a free sato."""
        return spot >= self.grid.width

    def takeable(self, highest: int) -> Iterator[int]:
        """The stones not above the level of the spot `highest` that are in no sato (Sato, take rule)."""
        limit = (highest // self.grid.width + 1) * self.grid.width
        return (spot for spot in self.stones if spot < limit and spot not in self.bound)

    def fits_any(self, hand: Ways) -> bool:
        """Whether any of these ways can be laid."""
        return any(opening.fits & hand for opening in self.openings.values())

    def _begin(self) -> None:
        """The openings after the first and the second stone of the game, which need fewer neighbours."""
        self.openings.clear()
        needed = len(self.stones)
        for spot in {beside for laid in self.stones for beside in self.grid.around[laid]}:
            if spot in self.grid.cells and spot not in self.stones:
                opening, touching = _opening(self.stones, self.grid.around[spot], 0)
                if touching >= needed:
                    self.openings[spot] = opening

    def _complete(self, spot: int, way: int) -> None:
        """Note the satos that a stone completes: their stones are bound, and they are open."""
        stones, around = self.stones, self.grid.around[spot]
        parity = way & 1
        for corner in range(parity, 6, 2):
            before, after = around[corner - 1], around[corner]
            ways = stones.get(before), stones.get(after)
            if None not in ways and all(other & 1 == parity for other in ways if other is not None):
                self.bound = self.bound.union((spot, before, after))
                above = self.grid.above[spot][corner]
                self.openings[above] = _opening(stones, self.grid.around[above], self._hides(above))[0]

    def _refresh(self, spot: int) -> None:
        """Bring an empty spot up to date."""
        if spot < self.grid.width:
            opening, touching = _opening(self.stones, self.grid.around[spot], 0)
            if touching >= 2 and spot in self.grid.cells:
                self.openings[spot] = opening
            else:
                self.openings.pop(spot, None)
        elif spot != NOWHERE:
            self.openings[spot] = _opening(self.stones, self.grid.around[spot], self._hides(spot))[0]

    def _hides(self, spot: int) -> int:
        """What Black's lead gains when the sato below a spot is covered."""
        stones = self.stones
        return -sum(TIPS[stones[below]] for below in self.grid.below[spot] if below in stones)


def _opening(stones: Mapping[int, int], around: tuple[int, ...], hides: int) -> tuple[Opening, int]:
    """What the neighbours ask for, and how many they are."""
    ways = [stones.get(beside) for beside in around]
    fits, touching = ALL, 0
    parity = [-1] * 6
    for edge, way in enumerate(ways):
        if way is not None:
            fits &= ASKS[way][edge]
            touching += 1
            parity[edge] = way & 1
    even = odd = 0
    if touching > 1:
        even = sum(parity[a] == 0 == parity[b] for a, b in EVEN_PAIRS)
        odd = sum(parity[a] == 1 == parity[b] for a, b in ODD_PAIRS)
    return Opening(fits, hides, even, odd), touching


@cache
def bare(size: Size) -> Board:
    """A table without a stone."""
    where = grid(size)
    return Board(where, {}, {cell: Opening(ALL, 0, 0, 0) for cell in where.cells}, frozenset(), 0)


def board_of(layout: Layout, size: Size) -> Board:
    """The layout in numbers."""
    board = bare(size)
    spots = _index(size)
    for laid in layout.stones:
        spot = laid.level * board.grid.width + spots[laid.point]
        board = board.lay(spot, number(laid.stone, laid.face, laid.turn))
    return board


@cache
def _index(size: Size) -> Mapping[Point, int]:
    return {point: place for place, point in enumerate(grid(size).points)}
