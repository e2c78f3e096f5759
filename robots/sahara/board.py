"""Sahara in whole numbers: each side is one number, six bits a hollow, hollow 1 in the lowest.

A sow adds one number to each side, looked up by move and beans. Positions are seen by whoever moves: `own`
side, `opposite` side, and `beans` on both together. The stores are no part of them: what counts is what is
still to be won.
A move is a number too: twice its hollow (from 0), plus one to feed the other store.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from games.game import other
from games.sahara import BEANS, HOLLOWS, STORE, Move, Side, View, circuit, reach
from robots.jit import compiled

BITS = 6
"""Of a hollow: no hollow ever holds 64 beans."""
FULL = (1 << BITS) - 1
MOVES = 2 * HOLLOWS
NONE = MOVES
"""No move."""
ENTRIES = 4
"""Numbers that a sow is described by: what it adds to each side, to the stores, and where it ends."""

Sown = tuple[int, int, int, int, bool]
"""Both sides as the mover sees them, the beans left on them, the mover's gain, whether they move again."""


@dataclass(frozen=True, slots=True)
class Position:
    """What a seat to move has in front of it."""

    own: int
    opposite: int
    lead: int
    """The beans in the own store, less those in the other."""
    feeds: bool
    """Foreign stores may be fed (Sahara, rule 4)."""

    @property
    def beans(self) -> int:
        """How many lie on the hollows."""
        return count(self.own) + count(self.opposite)


def position(view: View) -> Position:
    """The position of the seat to move; where the sides are to be kept or swapped, if they are kept."""
    mover = other(view.turn) if view.asked and view.trail[-1].again else view.turn
    opponent = other(mover)
    return Position(
        packed(view.sides[mover]),
        packed(view.sides[opponent]),
        view.stores[mover] - view.stores[opponent],
        view.options.foreign_store == "choice",
    )


def packed(side: Side) -> int:
    """The number of a side."""
    return sum(beans << (BITS * hollow) for hollow, beans in enumerate(side))


def number(move: Move) -> int:
    """The number of a move."""
    return 2 * (move.hollow - 1) + move.feed


def move(number: int) -> Move:
    """The move of a number."""
    return Move(number // 2 + 1, feed=bool(number % 2))


def legal(position: Position) -> list[int]:
    """The numbers of the legal moves, in the order of the rules."""
    return [move for move in range(MOVES) if playable(position.own, move, position.feeds)]


@compiled
def playable(own: int, move: int, feeds: bool) -> bool:
    """Whether the rules allow the move (Sahara, rules 1 and 4)."""
    beans = (own >> (BITS * (move >> 1))) & FULL
    if move & 1:
        return feeds and beans >= 13 - (move >> 1)
    return beans > 0


@compiled
def count(side: int) -> int:
    """The beans of a side."""
    beans = 0
    while side:
        beans += side & FULL
        side >>= BITS
    return beans


@compiled
def sow(own: int, opposite: int, beans: int, move: int, numbers: array[int]) -> Sown:
    """Sow, capture and collect (Sahara, rules 1 to 5); after the end of the game both sides are empty.

    `numbers` begins with `SOWS`.
    """
    entry = ENTRIES * ((move << BITS) + (own >> BITS * (move >> 1) & FULL))
    own += numbers[entry]
    opposite += numbers[entry + 1]
    stored = numbers[entry + 2]
    gain, fed, last = stored & FULL, stored >> BITS, numbers[entry + 3]
    again = last == HOLLOWS
    if last < HOLLOWS and (own >> (BITS * last)) & FULL == 1:
        facing = BITS * (5 - last)
        captured = (opposite >> facing) & FULL
        if captured:
            own -= 1 << (BITS * last)
            opposite -= captured << facing
            gain += captured + 1
            again = True
    beans -= gain + fed
    if own == 0:
        return 0, 0, 0, gain - fed + beans, False
    return own, opposite, beans, gain - fed, again


def _sows() -> array[int]:
    """What every sow does, by move and beans; see `ENTRIES`."""
    table = array("q", bytes(8 * ENTRIES * (MOVES << BITS)))
    for move in range(MOVES):
        for beans in range(reach(move // 2 + 1) if move & 1 else 1, BEANS + 1):
            entry = ENTRIES * ((move << BITS) + beans)
            table[entry : entry + ENTRIES] = array("q", _drops(move, beans))
    return table


def _drops(move: int, beans: int) -> tuple[int, int, int, int]:
    """One sow: what it adds to either side, own and fed beans, and the pit of the last one."""
    way = circuit(0, feed=bool(move & 1))
    start = move // 2
    added = [[0] * STORE, [0] * STORE]
    for step in range(1, beans + 1):
        side, pit = way[(start + step) % len(way)]
        added[side][pit - 1] += 1
    last = (start + beans) % len(way)
    own = packed(tuple(added[0][:HOLLOWS])) - (beans << (BITS * start))
    return own, packed(tuple(added[1][:HOLLOWS])), added[0][HOLLOWS] | added[1][HOLLOWS] << BITS, last


SOWS = _sows()
