"""Alpha-beta with transpositions, down to the endgame table.

Values are what the mover still wins more than the other, in sixteenths of a bean: whole beans where the game
was searched to its end, an estimate where the horizon was reached. A turn is one step of depth however many
bonus moves it has.

A position met before is found in the `memory`: two numbers a slot, the sides in the lower 36 bits of each,
above them the bounds of the value, the depth that they are good for, and the move that was best.
"""

from __future__ import annotations

from array import array

from games.sahara import HOLLOWS
from robots.jit import compiled
from robots.sahara.board import BITS, ENTRIES, FULL, MOVES, NONE, playable, sow
from robots.sahara.endgame import small_rank

BEAN = 16
TO_THE_END = 127
"""A depth that no game reaches: the value is exact."""

SIDE_BITS = BITS * HOLLOWS
SIDE = (1 << SIDE_BITS) - 1
BOUND_BITS = 11
BOUND = (1 << BOUND_BITS) - 1
OFFSET = 1 << (BOUND_BITS - 1)
"""Added to a bound, so that it is stored without a sign."""
DATA = SIDE_BITS + BOUND_BITS
"""Where the depth begins in the first number of a slot, and the best move in the second."""

NODES, LIMIT, MASK, FEEDS, TABLED = 0, 1, 2, 3, 4
"""What the numbers of `work` are: nodes visited, how many may be, the mask of the memory's slots, whether
foreign stores may be fed, and the most beans of positions that are looked up in the endgame table."""

MIX_OWN, MIX_OPPOSITE = 0x9E3779B97F4A7, 0x3C6EF372FE94F
"""Odd numbers that spread positions over the slots."""

ESTIMATE = 6
OWN_WORTH = 0xD66630
OPPOSITE_WORTH = 0x04168C
"""What a bean is worth to the mover by hollow, four bits each, in sixteenths; to move is worth `ESTIMATE`.
Fitted to the exact values of 4,000 positions with 11 to 22 beans from random play."""

WORST = -9999


@compiled
def worth(
    own: int,
    opposite: int,
    beans: int,
    alpha: int,
    beta: int,
    depth: int,
    numbers: array[int],
    table: array[int],
    memory: array[int],
    work: array[int],
) -> int:
    """The value if it lies between alpha and beta, else a bound; of no use once the limit is reached."""
    if beans <= work[TABLED]:
        return table[small_rank(own, opposite, numbers)] * BEAN
    if own == 0:  # Sahara, rule 6: skipped
        return -worth(opposite, own, beans, -beta, -alpha, depth, numbers, table, memory, work)
    if depth == 0:
        return estimate(own, opposite)
    work[NODES] += 1
    low, high, favourite = recalled(own, opposite, beans, depth, memory, work)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    floor = alpha = max(alpha, low)
    best, rest = WORST, deeper(depth)
    order = ordered(own, opposite, favourite, numbers, work)
    while order:
        move = (order & 15) - 1
        order >>= 4
        mine, theirs, left, gain, again = sow(own, opposite, beans, move, numbers)
        gain *= BEAN
        if again:
            gain += worth(mine, theirs, left, alpha - gain, beta - gain, depth, numbers, table, memory, work)
        else:
            gain -= worth(theirs, mine, left, gain - beta, gain - alpha, rest, numbers, table, memory, work)
        if work[NODES] >= work[LIMIT]:
            return 0
        best = max(best, gain)
        if gain > alpha:
            alpha, favourite = gain, move
            if alpha >= beta:
                break
    low = best if best > floor else low
    high = best if best < beta else high
    slot = slot_of(own, opposite, work[MASK])
    memory[slot] = own | low + OFFSET << SIDE_BITS | depth << DATA
    memory[slot + 1] = opposite | high + OFFSET << SIDE_BITS | favourite << DATA
    return best


@compiled
def deeper(depth: int) -> int:
    """The depth that is left after a turn. To the end is to the end, however many turns led there."""
    return depth if depth == TO_THE_END else depth - 1


@compiled
def recalled(
    own: int, opposite: int, beans: int, depth: int, memory: array[int], work: array[int]
) -> tuple[int, int, int]:
    """The bounds of the value and the best move, as far as the memory has them."""
    slot = slot_of(own, opposite, work[MASK])
    first, second = memory[slot], memory[slot + 1]
    most = beans * BEAN
    if first & SIDE != own or second & SIDE != opposite:
        return -most, most, NONE
    if first >> DATA < depth:
        return -most, most, second >> DATA
    return (first >> SIDE_BITS & BOUND) - OFFSET, (second >> SIDE_BITS & BOUND) - OFFSET, second >> DATA


@compiled
def slot_of(own: int, opposite: int, mask: int) -> int:
    """Where the memory keeps a position."""
    return (own * MIX_OWN + opposite * MIX_OPPOSITE >> 17 & mask) << 1


@compiled
def ordered(own: int, opposite: int, favourite: int, numbers: array[int], work: array[int]) -> int:
    """The legal moves, each plus one in four bits, the first lowest: captures, bonus moves, the others.

    Of the last two kinds the one nearest to the store comes first.
    """
    taking, going, other = 0, 0, 0
    taken, gone = 0, 0
    for move in range(MOVES):
        if move == favourite or not playable(own, move, work[FEEDS] == 1):
            continue
        kind = goes_on(own, opposite, move, numbers)
        if kind == CAPTURE:
            taking |= move + 1 << taken
            taken += 4
        elif kind == STORED:  # the nearest to the store opens no way for the others
            going = going << 4 | move + 1
            gone += 4
        else:
            other = other << 4 | move + 1
    order = (other << gone | going) << taken | taking
    return order << 4 | favourite + 1 if favourite != NONE else order


ENDS, STORED, CAPTURE = 0, 1, 2


@compiled
def goes_on(own: int, opposite: int, move: int, numbers: array[int]) -> int:
    """How the mover goes on after a move, if they do."""
    entry = ENTRIES * ((move << BITS) + (own >> BITS * (move >> 1) & FULL))
    last = numbers[entry + 3]
    if last >= HOLLOWS:
        return STORED if last == HOLLOWS else ENDS
    if own + numbers[entry] >> BITS * last & FULL != 1:
        return ENDS
    facing = BITS * (HOLLOWS - 1 - last)
    return CAPTURE if opposite + numbers[entry + 1] >> facing & FULL else ENDS


@compiled
def estimate(own: int, opposite: int) -> int:
    """What a position may be worth."""
    value = ESTIMATE
    for hollow in range(HOLLOWS):
        value += (own >> BITS * hollow & FULL) * (OWN_WORTH >> 4 * hollow & 15)
        value += (opposite >> BITS * hollow & FULL) * (OPPOSITE_WORTH >> 4 * hollow & 15)
    return value
