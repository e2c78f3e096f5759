"""The standings of a tournament: points, tie-breaks and ranks. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from games.events import PlayerId
from storage.tournaments import Outcome, Pairing, Tournament

WIN, DRAW = 2, 1  # halves of a point
_HALVES: Mapping[Outcome, tuple[int, int]] = {
    "first": (WIN, 0),
    "second": (0, WIN),
    "drawn": (DRAW, DRAW),
    "none": (0, 0),
}


@dataclass(frozen=True, slots=True)
class Row:
    """The row of one player in the standings."""

    rank: int
    """From 1; equal rows share it."""
    player: PlayerId
    gone: bool
    points: int
    """In half points."""
    tie_break: int
    """In quarter points; the method depends on the style of the tournament, see `standings`."""
    won: int
    """Matches, without byes."""
    drawn: int
    lost: int
    byes: int


def standings(tournament: Tournament) -> tuple[Row, ...]:
    """All entrants by points, then tie-break, then wins, then seed.

    The tie-break in a Swiss tournament is Buchholz: the points of all opponents. In a round robin it is
    Sonneborn-Berger: the points of beaten opponents plus half the points of those drawn with. A bye counts as
    a win against an opponent with the player's own points.
    """
    halves = {one.player: 0 for one in tournament.entrants}
    games = dict[PlayerId, list[tuple[PlayerId | None, int]]]((player, []) for player in halves)
    for player, against, got in _scores(tournament.pairings):
        if player in halves:
            halves[player] += got
            games[player].append((against, got))
    swiss, rows = tournament.style == "swiss", []
    for one in tournament.entrants:
        played = games[one.player]
        weighed = [
            (halves[one.player] if against is None else halves.get(against, 0)) * (WIN if swiss else got)
            for against, got in played
        ]
        met = [got for against, got in played if against is not None]
        won, drawn, lost = (met.count(result) for result in (WIN, DRAW, 0))
        byes = len(played) - len(met)
        rows.append(Row(0, one.player, one.gone, halves[one.player], sum(weighed), won, drawn, lost, byes))
    rows.sort(key=_merit, reverse=True)
    first: dict[tuple[int, int, int], int] = {}
    for rank, row in enumerate(rows, start=1):
        first.setdefault(_merit(row), rank)
    return tuple(replace(row, rank=first[_merit(row)]) for row in rows)


def breaks_ties(rows: Sequence[Row]) -> bool:
    """Whether the tie-break puts players with equal points in different places."""
    return any(one.points == next_.points and one.rank != next_.rank for one, next_ in pairwise(rows))


def _merit(row: Row) -> tuple[int, int, int]:
    return row.points, row.tie_break, row.won


def _scores(played: Sequence[Pairing]) -> Iterator[tuple[PlayerId, PlayerId | None, int]]:
    """Yield player, opponent (None for a bye) and the player's half points."""
    for one in played:
        if one.outcome is None:
            continue
        first, second = _HALVES[one.outcome]
        yield one.first, one.second, first
        if one.second is not None:
            yield one.second, one.first, second
