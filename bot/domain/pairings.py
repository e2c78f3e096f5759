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

# Costs, each far above the next: exceeding `FREE_COLOURS`, a bye for a player with points, different points,
# the same surplus of first moves. Last comes the distance from the opponent half a table away.
_EXCESS, _BYE, _POINTS, _COLOURS = 10**12, 10**9, 10**6, 10**3


@dataclass(frozen=True, slots=True)
class Seeded:
    """A player to be paired, with their results so far."""

    player: PlayerId
    points: int = 0
    """In half points."""
    begun: int = 0
    """Matches begun minus matches not begun."""
    began_last: bool = False
    had_bye: bool = False
    met: frozenset[PlayerId] = field(default=frozenset())


def most_rounds(players: int) -> int:
    """The number of Swiss rounds for which pairs who have not met, and a player without a bye, always exist.

    If the bye counts as a player, each player has met one other per round. A pairing exists while everyone
    has at least half of all players left (Dirac's theorem).
    """
    return (players + 1) // 2


def swiss(players: Sequence[Seeded]) -> list[Pair] | None:
    """Pair players with similar points who have not met; None if impossible, as after withdrawals.

    Args:
        players: the best first; at most `MOST`.
    """
    seats: list[Seeded | None] = [*players]
    if len(seats) % 2:
        seats.append(None)
    least = min((one.points for one in players), default=0)

    @cache
    def best(left: int) -> tuple[int, tuple[tuple[int, int], ...]] | None:
        """The cheapest pairing of the seats whose bits are set, with its cost."""
        if not left:
            return 0, ()
        one = (left & -left).bit_length() - 1
        found = []
        for other in range(one + 1, len(seats)):
            if not left >> other & 1 or (cost := _cost(seats, one, other, least)) is None:
                continue
            if rest := best(left & ~(1 << one) & ~(1 << other)):
                found.append((cost + rest[0], ((one, other), *rest[1])))
        return min(found, default=None)

    way = best((1 << len(seats)) - 1)
    if way is None:
        return None
    pairs = ((seats[one], seats[other]) for one, other in way[1])
    return [_seated(one, other, table) for table, (one, other) in enumerate(pairs) if one]


def _cost(seats: Sequence[Seeded | None], one: int, other: int, least: int) -> int | None:
    """The cost of a pair; None if it is forbidden. Only the last seat can be a bye."""
    first, second = seats[one], seats[other]
    assert first is not None  # noqa: S101 - a bye is the last seat
    if second is None:
        return None if first.had_bye else _BYE * (first.points - least) + len(seats) - one
    if second.player in first.met:
        return None
    apart, half = abs(first.points - second.points), len(seats) // 2
    same = min(abs(first.begun), abs(second.begun)) if first.begun * second.begun > 0 else 0
    excess = _EXCESS if same >= FREE_COLOURS else 0
    return excess + _POINTS * apart**2 + _COLOURS * same**2 + abs(other - one - half)


def _seated(one: Seeded, other: Seeded | None, table: int) -> Pair:
    """The beginner has begun fewer matches so far, else did not begin last, else alternates by table."""
    if other is None:
        return one.player, None
    order = [
        (one.begun, one.began_last, table % 2, one.player),
        (other.begun, other.began_last, 1 - table % 2, other.player),
    ]
    return min(order)[-1], max(order)[-1]


def everybody(players: Sequence[PlayerId], number: int) -> list[Pair]:
    """The pairs of one round of a round robin, by Berger tables.

    Args:
        players: in the same order in every round.
        number: the round, from 1; there are as many rounds as players, one fewer if their number is even.
    """
    seats: list[PlayerId | None] = [*players]
    if len(seats) % 2:
        seats.append(None)
    last, turn = len(seats) - 1, number - 1
    ways = [(turn, last) if number % 2 else (last, turn)]
    ways += [((turn + step) % last, (turn - step) % last) for step in range(1, len(seats) // 2)]
    pairs = [(seats[one], seats[other]) for one, other in ways]
    meeting: list[Pair] = [(one, other) for one, other in pairs if one is not None and other is not None]
    byes = [one or other for one, other in pairs if one is None or other is None]
    return meeting + [(player, None) for player in byes if player]
