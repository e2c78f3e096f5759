"""What a layout is worth before anything more happens: the sum over pieces, by what each hides."""

from __future__ import annotations

import math
from functools import cache

from games.game import Seat, other
from robots.sator.board import EMPTY, STEPS, WIDTH, Kind, Kinds, Layout, reach
from robots.sator.search import Matrix

SURE = 0.95
SLOPE = 0.6
PACE = 0.15
"""The worth of being the next to move."""
WHITE = (1.0, 1.2, 1.6, 2.2)
RED = (0.45, 0.45, 0.45, 0.45)


def worth(red: bool, steps: int, blocked: bool, attackers: int, guards: int, moves: bool) -> float:
    """What a piece counts, by its dot and what is around it."""
    if steps == 4:
        return 0.3
    value = (RED if red else WHITE)[steps]
    if red:
        return value + (0.1 if attackers and not guards else 0)
    if attackers and not guards:
        value -= 0.2 if moves else 0.5
    if blocked:
        value -= 0.1 * steps
    elif not attackers and steps == 3:
        value += 6 if moves else 0.3
    return value


@cache
def around(seat: Seat, cell: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells from which a piece on this one is captured, and those from which its captor would be."""
    foes, friends = reach(seat, cell)[1], reach(other(seat), cell)[1]
    return foes, friends


def pieces_worth(layout: Layout, seat: Seat) -> list[tuple[int, float, float]]:
    """By piece on the board: its number, its worth with a white dot, and with a red one."""
    cells, found = layout.cells, []
    low, foe = seat * WIDTH, (1 - seat) * WIDTH
    moves = layout.turn == seat
    for cell in range(25):
        number = cells[cell]
        if low <= number < low + WIDTH:
            ahead = reach(seat, cell)[0]
            foes, friends = around(seat, cell)
            attackers = sum(foe <= cells[at] < foe + WIDTH for at in foes)
            guards = sum(low <= cells[at] < low + WIDTH for at in friends)
            blocked = ahead >= 0 and cells[ahead] != EMPTY
            case = (STEPS[seat][cell], blocked, attackers, guards, moves)
            found.append((number, worth(False, *case), worth(True, *case)))
    return found


def sums(layout: Layout, seat: Seat, kinds: tuple[Kind, ...]) -> list[float]:
    """By kind: the worth of the seat's pieces."""
    pieces = pieces_worth(layout, seat)
    base = sum(white for _, white, _ in pieces)
    less = [(1 << number, red - white) for number, white, red in pieces]
    return [base + sum(d for bit, d in less if kind & bit) for kind in kinds]


def weigh(layout: Layout, kinds: Kinds, rows: Seat) -> Matrix:
    """How good the layout is for Black, -1 to 1, by the kinds of `rows` and then those of the other seat."""
    mine, theirs = sums(layout, rows, kinds[rows]), sums(layout, other(rows), kinds[other(rows)])
    sign = 1 if rows == 0 else -1
    pace = PACE if layout.turn == 0 else -PACE
    return [
        tuple([SURE * math.tanh(SLOPE * (sign * (own - foreign) + pace)) for foreign in theirs])
        for own in mine
    ]
