"""What a layout is worth before anything more happens.

Each piece on the board has a factor, by its dot and what is around it; the strength of a seat is the product
of its pieces' factors, and its chance to win is its strength divided by the sum of both. The logarithms of
the factors were fitted to the results of matches of the robot against itself (docs/develop/robots.md).
"""

from __future__ import annotations

import math
from functools import cache
from itertools import product
from typing import NamedTuple

from games.game import SEATS, Seat, other
from robots.sator.board import EMPTY, STEPS, WIDTH, Kind, Kinds, Layout, reach
from robots.sator.search import Matrix
from robots.sator.weights import AROUND, PACE, ROAD

CLEAR, OPEN, FOE, OWN = range(4)
"""The road of a piece: nobody can meet it, somebody can, a foe stands ahead of it, a piece of its own."""

Factors = tuple[float, float]
"""With a white dot, with a red one."""


class Place(NamedTuple):
    """What is around a piece of a seat that stands on a cell: cells, one bit for each."""

    ahead: int
    road: int
    """Where a foe can still meet the piece: on its own file and those beside it, further on."""
    captors: int
    guards: int


@cache
def places(seat: Seat) -> tuple[Place, ...]:
    """By cell."""
    return tuple(place(seat, cell) for cell in range(len(STEPS[seat])))


def place(seat: Seat, cell: int) -> Place:
    """What is around a cell for a piece of this seat."""
    ahead, aside = reach(seat, cell)
    steps = STEPS[seat]
    road = [at for at in range(len(steps)) if steps[at] > steps[cell] and abs(at % WIDTH - cell % WIDTH) <= 1]
    guards = reach(other(seat), cell)[1]
    return Place(1 << ahead if ahead >= 0 else 0, bits(road), bits(aside), bits(guards))


def bits(cells: list[int] | tuple[int, ...]) -> int:
    """A set of cells, one bit for each."""
    return sum(1 << cell for cell in cells)


class Situation(NamedTuple):
    """How a piece stands, as far as it counts."""

    steps: int
    road: int
    attacked: bool
    guarded: bool
    moves: bool
    """Its seat moves next."""


def factors(situation: Situation) -> Factors:
    """What a piece multiplies the strength of its seat by."""
    steps, road, attacked, guarded, moves = situation
    white, red = (
        math.exp(ROAD[dot][steps][road][moves] + AROUND[dot][attacked][guarded][moves]) for dot in (0, 1)
    )
    return white, red


SITUATIONS = tuple(
    Situation(*each)
    for each in product(
        range(len(ROAD[0])), (CLEAR, OPEN, FOE, OWN), (False, True), (False, True), (False, True)
    )
)
FACTORS = tuple(map(factors, SITUATIONS))


def strengths(layout: Layout, kinds: Kinds) -> tuple[list[float], list[float]]:
    """By seat and kind: the product of the factors of the pieces on the board."""
    stand = cases(layout)
    black, ivory = (strength(layout, seat, kinds[seat], stand[seat]) for seat in SEATS)
    return black, ivory


def cases(layout: Layout) -> tuple[dict[int, int], dict[int, int]]:
    """By seat and piece on the board: which of the `SITUATIONS` it is in."""
    squares: tuple[list[int], list[int]] = ([], [])
    taken = [0, 0]
    for cell, number in enumerate(layout.cells):
        if number != EMPTY:
            seat = number // WIDTH
            squares[seat].append(cell)
            taken[seat] |= 1 << cell
    black, ivory = (cases_of(layout, seat, squares[seat], taken) for seat in SEATS)
    return black, ivory


def cases_of(layout: Layout, seat: Seat, squares: list[int], taken: list[int]) -> dict[int, int]:
    """The same of one seat, which has its pieces on these cells."""
    steps, around, cells = STEPS[seat], places(seat), layout.cells
    own, foes = taken[seat], taken[1 - seat]
    whole, moves = own | foes, layout.turn == seat
    found = {}
    for cell in squares:
        ahead, road, captors, guards = around[cell]
        met, blocked = (OPEN if road & foes else CLEAR), (FOE if foes & ahead else OWN)
        way = blocked if whole & ahead else met
        case = ((steps[cell] * 4 + way) * 2 + (captors & foes > 0)) * 2 + (guards & own > 0)
        found[cells[cell]] = case * 2 + moves
    return found


def strength(layout: Layout, seat: Seat, kinds: tuple[int, ...], stand: dict[int, int]) -> list[float]:
    """By kind of one seat; a red dot below a piece changes the product by the ratio of its factors."""
    base = PACE if layout.turn == seat else 1.0
    ratios = [1.0] * (EMPTY + 1)
    for number, case in stand.items():
        white, red = FACTORS[case]
        base *= white
        ratios[number] = red / white
    return [base * ratios[one] * ratios[two] for one, two in map(pair, kinds)]


@cache
def pair(kind: int) -> tuple[int, int]:
    """The numbers of the two pieces with a red dot."""
    return (kind & -kind).bit_length() - 1, kind.bit_length() - 1


UNSURE = 0.001
"""No layout is nearer than this to a win or a loss: what is only weighed is never taken for an end."""


def weigh(layout: Layout, kinds: Kinds, rows: Seat) -> Matrix:
    """Black's chances by the kinds of `rows` and then those of the other seat."""
    black, ivory = strengths(layout, kinds)
    if rows == 0:
        return [tuple([chance(own, foreign) for foreign in ivory]) for own in black]
    return [tuple([chance(own, foreign) for own in black]) for foreign in ivory]


def chance(own: float, foreign: float) -> float:
    """The chance of a seat as strong as this."""
    return UNSURE + (1 - 2 * UNSURE) * own / (own + foreign)


WHITE, RED, STEP = 3, 1, 1
"""What a white piece and a red one count, and each row that a white one has advanced."""
MOST = 36
"""More than all pieces can count: five white ones, each on its fourth row."""


def counted(layout: Layout, kinds: Kinds, rows: Seat) -> Matrix:
    """Black's count less Ivory's, as a chance: a win is better than any count."""
    mine = [count(layout, rows, kind) for kind in kinds[rows]]
    theirs = [count(layout, other(rows), kind) for kind in kinds[other(rows)]]
    sign = 1 if rows == 0 else -1
    return [tuple([(1 + sign * (own - foreign) / MOST) / 2 for foreign in theirs]) for own in mine]


def count(layout: Layout, seat: Seat, kind: Kind) -> int:
    """What the pieces of a seat count where it hides this kind."""
    steps = {number: STEPS[seat][cell] for cell, number in enumerate(layout.cells) if number // WIDTH == seat}
    return sum(RED if kind >> number & 1 else WHITE + STEP * far for number, far in steps.items())
