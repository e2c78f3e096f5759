"""What everybody at the table sees of Sator, small enough to be searched: pieces by number on 25 cells.

A *layout* is public: which piece stands where, which dots have come to light, who moves. A *kind* is what
one seat hides: its pieces with a red dot, one bit for each. A layout and a kind for each seat are a world.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

from games.game import SEATS, Seat, other
from games.sator import FILES, ROWS, Advance, Dot, Fallen, Piece, View
from games.sator.pieces import Advanced, Ready

EMPTY = 10
"""What a cell without a piece holds; the pieces are 0 to 4 (Black's) and 5 to 9 (Ivory's)."""
REDS = 2
WIDTH = len(FILES)
CELLS = tuple(file + row for row in ROWS for file in FILES)
STEPS = (tuple(cell // WIDTH for cell in range(25)), tuple(4 - cell // WIDTH for cell in range(25)))
"""By seat and cell: the rows advanced by a piece that stands there (Sator, rule 7)."""

Kind = int
Kinds = tuple[tuple[Kind, ...], tuple[Kind, ...]]
"""By seat: what it may be hiding."""
Way = tuple[int, int]
"""The cell that a piece leaves and the one it goes to."""


class Layout(NamedTuple):
    """The public position."""

    cells: bytes
    """From a1 to e5, by row; the number of the piece there or `EMPTY`."""
    turn: Seat
    white: int
    """The pieces whose dot is publicly white, one bit for each piece."""
    red: int


class Table(NamedTuple):
    """A view, numbered."""

    layout: Layout
    kinds: Kinds
    """What the public does not rule out; the same number of bits in each."""
    own: Kind
    """What the view's seat does hide."""


def read(view: View) -> Table:
    """The view as numbers; the set-up is over.

    Where it shows what only the other seat can know, all is laid open: neither seat may hide anything else.
    """
    cells = bytearray([EMPTY] * len(CELLS))
    public = {Dot.WHITE: 0, Dot.RED: 0}
    red = [0, 0]
    laid_open = False
    hidden: tuple[list[int], list[int]] = ([], [])
    for seat in SEATS:
        theirs: list[Piece | Fallen] = [piece for piece in view.pieces if piece.seat == seat]
        theirs += [piece for piece in view.fallen if piece.seat == seat]
        for number, piece in enumerate(theirs, start=seat * WIDTH):
            if isinstance(piece, Piece):
                cells[CELLS.index(piece.square)] = number
            if piece.dot is Dot.RED:
                red[seat] |= 1 << number
            if is_public(piece):
                public[piece.dot] |= 1 << number
            else:
                hidden[seat].append(number)
                laid_open |= seat != view.viewer and piece.dot is not Dot.UNKNOWN
    layout = Layout(bytes(cells), view.turn, public[Dot.WHITE], public[Dot.RED])
    own = red[seat_of(view)]
    if laid_open:
        return Table(layout, ((red[0],), (red[1],)), own)
    return Table(layout, (kinds(0, hidden[0], layout.red), kinds(1, hidden[1], layout.red)), own)


def is_public(piece: Piece | Fallen) -> bool:
    """Whether everybody knows the dot: of a captured piece, of one that arrived (Sator, rules 3, 6)."""
    return piece.arrived if isinstance(piece, Piece) else not piece.captor


def kinds(seat: Seat, hidden: list[int], red: int) -> tuple[Kind, ...]:
    """Each choice of the remaining red dots among the hidden pieces, with the red ones that are public."""
    shown = red & (31 << seat * WIDTH)
    choices = combinations(hidden, REDS - shown.bit_count())
    return tuple(shown | sum(1 << number for number in choice) for choice in choices)


def possible(layout: Layout, seat: Seat) -> tuple[Kind, ...]:
    """The kinds of a seat that the public dots of a layout leave."""
    public = layout.white | layout.red
    hidden = [number for number in range(seat * WIDTH, (seat + 1) * WIDTH) if not public >> number & 1]
    return kinds(seat, hidden, layout.red)


Played = tuple[Layout, Way]
"""A layout, and what its seat to move did there."""


def taken_back(layout: Layout, trail: tuple[Ready | Advanced, ...]) -> tuple[Played, ...]:
    """The plies of a trail that leads to a layout, the latest first, in the numbers of that layout."""
    found = []
    for act in reversed(trail):
        if isinstance(act, Advanced):
            layout, way = undone(layout, act)
            found.append((layout, way))
    return tuple(found)


def undone(layout: Layout, act: Advanced) -> Played:
    """The layout before an act, in the same numbers, and the way of the act.

    What fell last of a seat has the last of its numbers, as `read` gives them.
    """
    start, target = way = CELLS.index(act.move.start), CELLS.index(act.move.target)
    captor, victim = ((seat + 1) * WIDTH - 1 for seat in (act.seat, other(act.seat)))
    cells = bytearray(layout.cells)
    cells[start] = captor if act.both_off else layout.cells[target]
    cells[target] = victim if act.captured else EMPTY
    shown = (1 << victim if act.captured else 0) | (1 << cells[start] if act.arrived else 0)
    return Layout(bytes(cells), act.seat, layout.white & ~shown, layout.red & ~shown), way


@cache
def reach(seat: Seat, cell: int) -> tuple[int, tuple[int, ...]]:
    """The cell straight ahead, and those diagonally ahead; -1 and none on the far row."""
    if STEPS[seat][cell] == len(ROWS) - 1:
        return -1, ()
    ahead = cell + (WIDTH if seat == 0 else -WIDTH)
    file = cell % WIDTH
    return ahead, tuple(ahead + aside for aside in (-1, 1) if 0 <= file + aside < WIDTH)


@cache
def paths(seat: Seat) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Each cell that a piece of the seat can leave, the cell ahead, and those where it captures."""
    return tuple((cell, *reach(seat, cell)) for cell in range(25) if reach(seat, cell)[0] >= 0)


def ways(cells: bytes, seat: Seat) -> list[Way]:
    """What the seat may do (Sator, rule 2)."""
    found = []
    low, foe = seat * WIDTH, (1 - seat) * WIDTH
    for cell, ahead, aside in paths(seat):
        if low <= cells[cell] < low + WIDTH:
            if cells[ahead] == EMPTY:
                found.append((cell, ahead))
            for target in aside:
                if foe <= cells[target] < foe + WIDTH:
                    found.append((cell, target))
    return found


def able(cells: bytes, seat: Seat) -> bool:
    """Whether the seat may do anything: `ways`, given up at the first."""
    low, foe = seat * WIDTH, (1 - seat) * WIDTH
    for cell, ahead, aside in paths(seat):
        if low <= cells[cell] < low + WIDTH:
            if cells[ahead] == EMPTY:
                return True
            for target in aside:
                if foe <= cells[target] < foe + WIDTH:
                    return True
    return False


def advanced(cells: bytes) -> int:
    """1 where Black's pieces have advanced further, -1 where Ivory's, 0 where equal (Sator, rule 7)."""
    black, ivory = (
        sorted((STEPS[seat][cell] for cell in range(25) if cells[cell] // WIDTH == seat), reverse=True)
        for seat in SEATS
    )
    return (black > ivory) - (black < ivory)


Outcome = Layout | int
"""What follows a ply: the next layout, or the end: 1 Black has won, -1 Ivory has, 0 a draw."""


class Ply(NamedTuple):
    """A way to move with all that may come of it."""

    way: Way
    victim: int
    """The piece that is captured; -1 for a step."""
    arriving: int
    """The piece that reaches the far row with a dot that decides; -1 elsewhere."""
    stays: Outcome
    """Where the piece that moves stays on the board: its victim was white, it has not won by arriving."""
    both_off: Outcome
    """Where the victim was red; 0 for a step."""


def ply(layout: Layout, way: Way) -> Ply:
    """What comes of moving so (Sator, rules 2 to 6)."""
    start, target = way
    mover, victim = layout.cells[start], layout.cells[target]
    cells = bytearray(layout.cells)
    cells[start] = cells[target] = EMPTY
    both_off: Outcome = 0
    if victim == EMPTY:
        victim, white = -1, layout.white
    else:
        both_off = settled(bytes(cells), layout, layout.white, layout.red | 1 << victim)
        white = layout.white | 1 << victim
    cells[target] = mover
    arriving = mover if reach(layout.turn, target)[0] < 0 else -1
    red = layout.red | 1 << mover if arriving >= 0 else layout.red
    return Ply(way, victim, arriving, settled(bytes(cells), layout, white, red), both_off)


def settled(cells: bytes, before: Layout, white: int, red: int) -> Outcome:
    """Who goes on, or how it ended, where no white piece has arrived (Sator, rules 4 and 7)."""
    for seat in (other(before.turn), before.turn):
        if able(cells, seat):
            return Layout(cells, seat, white, red)
    return advanced(cells)


def advance(way: Way) -> Advance:
    """The move of the game."""
    return Advance(CELLS[way[0]], CELLS[way[1]])


def seat_of(view: View) -> Seat:
    """Whose view it is; a robot is never given the spectator's."""
    return 1 if view.viewer else 0
