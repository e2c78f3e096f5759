"""The pairs of a round of a tournament. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from games.events import PlayerId

MOST = 16
"""Who can be paired at once: all ways to do it are weighed."""
FREE_COLOURS = 2
"""Somebody begins at most so many matches more, or less, than they do not, wherever that can be avoided."""

Pair = tuple[PlayerId, PlayerId | None]
"""Who begins, and the other one; None: a bye."""

# What a bad pair costs, each far more than the next: a third first move in excess, a bye for somebody with
# points, different points, the same first moves, and being far from where the other half begins.
_EXCESS, _BYE, _POINTS, _COLOURS = 10**12, 10**9, 10**6, 10**3


@dataclass(frozen=True, slots=True)
class Seeded:
    """Somebody to be paired, and what they have done so far."""

    player: PlayerId
    points: int = 0
    """In halves."""
    begun: int = 0
    """How many more matches they have begun than not begun."""
    began_last: bool = False
    had_bye: bool = False
    met: frozenset[PlayerId] = field(default=frozenset())


def most_rounds(players: int) -> int:
    """So many rounds of Swiss always find pairs who have not met, and somebody without a bye.

    With a bye taken for a player, each has met as many others as there were rounds. As long as at least half
    of all are left for everybody, there are pairs (Dirac's theorem).
    """
    return (players + 1) // 2


def swiss(players: Sequence[Seeded]) -> list[Pair] | None:
    """Pairs of about the same points who have not met; None where there are none, as after withdrawals.

    Args:
        players: the best first; at most `MOST`.
    """
    seats: list[Seeded | None] = [*players]
    if len(seats) % 2:
        seats.append(None)
    least = min((one.points for one in players), default=0)

    @cache
    def best(left: int) -> tuple[int, tuple[tuple[int, int], ...]] | None:
        """The cheapest way to pair those whose bits are set."""
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
    """How bad it is to pair these two; None: they must not be paired. Only the last seat can be a bye."""
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
    """Fewer first moves so far begin; else not having begun last; else the table decides, alternately."""
    if other is None:
        return one.player, None
    order = [
        (one.begun, one.began_last, table % 2, one.player),
        (other.begun, other.began_last, 1 - table % 2, other.player),
    ]
    return min(order)[-1], max(order)[-1]


def everybody(players: Sequence[PlayerId], number: int) -> list[Pair]:
    """The pairs of a round where everybody meets everybody once, by the tables of Berger.

    Args:
        players: in an order that stays the same in all rounds.
        number: the round, from 1; there are as many as players, less one if their number is even.
    """
    seats: list[PlayerId | None] = [*players]
    if len(seats) % 2:
        seats.append(None)
    last, turn = len(seats) - 1, number - 1
    ways = [(turn, last) if number % 2 else (last, turn)]
    ways += [((turn + step) % last, (turn - step) % last) for step in range(1, len(seats) // 2)]
    pairs = [(seats[one], seats[other]) for one, other in ways]
    met: list[Pair] = [(one, other) for one, other in pairs if one is not None and other is not None]
    return met + [(who, None) for pair in pairs if None in pair for who in pair if who is not None]
