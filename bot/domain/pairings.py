"""The pairs of a round of a tournament. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from games.events import PlayerId

MOST = 16
"""Most players that can be paired: the search is exhaustive."""
FREE_COLOURS = 2
"""The largest difference between matches begun and not begun, unless a larger one is inevitable."""

Pair = tuple[PlayerId, PlayerId | None]
"""The player who begins and the opponent; None for a bye."""

# Costs, each far above the next. Last comes the distance from the opponent half a table away.
_EXCESS = 10**12  # exceeding `FREE_COLOURS`
_BYE = 10**9  # a bye for a player with points
_POINTS = 10**6  # different points
_COLOURS = 10**3  # the same surplus of first moves


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """A player to be paired, with their results so far."""

    player: PlayerId
    points: int = 0
    """In half points."""
    surplus: int = 0
    """Matches begun minus matches not begun."""
    began_last: bool = False
    had_bye: bool = False
    opponents: frozenset[PlayerId] = field(default=frozenset())


def most_rounds(players: int) -> int:
    """The number of Swiss rounds for which new pairs, and a player without a bye, always exist.

    If the bye counts as a player, each player has had one opponent per round. A pairing exists while everyone
    has at least half of all players left (Dirac's theorem).
    """
    return (players + 1) // 2


def swiss(players: Sequence[SwissPlayer]) -> list[Pair] | None:
    """Pair players with similar points who have not played each other.

    Args:
        players: the best first; at most `MOST`.

    Returns:
        None if there is no such pairing, as after withdrawals.
    """
    seats: list[SwissPlayer | None] = [*players]
    if len(seats) % 2:
        seats.append(None)
    fewest_points = min((player.points for player in players), default=0)

    @cache
    def cheapest(left: int) -> tuple[int, tuple[tuple[int, int], ...]] | None:
        """The cost and the pairs of the seats whose bits are set in `left`."""
        if not left:
            return 0, ()
        top = (left & -left).bit_length() - 1
        pairings = []
        for opponent in range(top + 1, len(seats)):
            if not left >> opponent & 1:
                continue
            if (cost := _cost(seats, top, opponent, fewest_points)) is None:
                continue
            if rest := cheapest(left & ~(1 << top) & ~(1 << opponent)):
                pairings.append((cost + rest[0], ((top, opponent), *rest[1])))
        return min(pairings, default=None)

    pairing = cheapest((1 << len(seats)) - 1)
    if pairing is None:
        return None
    pairs = ((seats[top], seats[opponent]) for top, opponent in pairing[1])
    return [_in_order(top, opponent, table) for table, (top, opponent) in enumerate(pairs) if top]


def _cost(seats: Sequence[SwissPlayer | None], top: int, opponent: int, fewest_points: int) -> int | None:
    """The cost of a pair; None if it is forbidden. Only the last seat can be a bye."""
    first, second = seats[top], seats[opponent]
    assert first is not None  # noqa: S101 - a bye is the last seat
    if second is None:
        return None if first.had_bye else _BYE * (first.points - fewest_points) + len(seats) - top
    if second.player in first.opponents:
        return None
    apart = abs(first.points - second.points)
    same_sign = first.surplus * second.surplus > 0
    same = min(abs(first.surplus), abs(second.surplus)) if same_sign else 0
    excess = _EXCESS if same >= FREE_COLOURS else 0
    off_half = abs(opponent - top - len(seats) // 2)
    return excess + _POINTS * apart**2 + _COLOURS * same + off_half


def _in_order(top: SwissPlayer, opponent: SwissPlayer | None, table: int) -> Pair:
    """The beginner has begun fewer matches so far, else did not begin last, else alternates by table."""
    if opponent is None:
        return top.player, None
    order = [
        (top.surplus, top.began_last, table % 2, top.player),
        (opponent.surplus, opponent.began_last, 1 - table % 2, opponent.player),
    ]
    return min(order)[-1], max(order)[-1]


def round_robin(players: Sequence[PlayerId], number: int) -> list[Pair]:
    """The pairs of one round of a round robin, by Berger tables.

    Args:
        players: in the same order in every round.
        number: the round, from 1; there are as many rounds as players, one fewer if their number is even.
    """
    seats: list[PlayerId | None] = [*players]
    if len(seats) % 2:
        seats.append(None)
    last = len(seats) - 1
    turn = number - 1
    tables = [(turn, last) if number % 2 else (last, turn)]
    tables += [((turn + step) % last, (turn - step) % last) for step in range(1, len(seats) // 2)]
    pairs: list[Pair] = []
    byes: list[Pair] = []
    for first, second in ((seats[one], seats[other]) for one, other in tables):
        if first is not None and second is not None:
            pairs.append((first, second))
        elif player := first or second:
            byes.append((player, None))
    return pairs + byes
