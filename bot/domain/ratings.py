"""Ratings: which results count, and what they say about how strong two people are. Pure.

The numbers come from a Bayesian approximation to the Bradley-Terry model (Weng and Lin, 2011), in the points
that people know from chess: everybody starts at 1500, and 400 points between two settled ratings mean ten
wins for one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from math import log, sqrt

from openskill.models import BradleyTerryFull

from games.events import Event, MovePlayed, PlayerId, TakebackAccepted
from games.game import SEATS, Seat, other
from games.match import Match
from storage.results import Counts, MatchResult, Rating, Strength, Weighed

NEWCOMER = Strength(1500.0, 350.0)
SPREAD = 400 / log(10) / sqrt(2)  # points that the form of a day differs by
DRIFT = 5.0  # points by which each match makes a rating less sure again: people change
PROVISIONAL_UNTIL = 10  # rated matches
MOST_A_DAY = 3  # rated matches of one game between two people
ENOUGH_PLIES = 2  # of either seat: before, giving up or agreeing on a draw weighs nothing
DAY = 86_400  # seconds

Pair = tuple[Rating, Rating]
"""The ratings of seat 0 and seat 1 in the game of the match."""


def newcomer(player: PlayerId, game: str) -> Rating:
    """Somebody of whom nothing is known yet."""
    return Rating(player, game, NEWCOMER, provisional=True, won=0, drawn=0, lost=0, last=0)


def day_of(at: int) -> int:
    """When the day (UTC) began, in seconds since 1970."""
    return at - at % DAY


def seats_of_plies(events: Iterable[Event]) -> list[Seat]:
    """Who played each ply that stands; what was taken back does not."""
    played: list[Seat] = []
    for event in events:
        match event:
            case MovePlayed(seat=seat):
                played.append(seat)
            case TakebackAccepted(seat=seat):
                newest = max(index for index, one in enumerate(played) if one == seat)
                del played[newest:]
    return played


def counts(match: Match, plies: Iterable[Seat], rated_today: int) -> Counts:
    """Whether the result of a match that is over counts, or why not.

    A win on time counts from the first ply on: nobody escapes a result by walking away.

    Args:
        match: with its ending.
        plies: who played each ply.
        rated_today: how many matches of this game between these two have counted that day.
    """
    played = list(plies)
    reason = match.ending.reason if match.ending else "abandoned"
    if reason == "abandoned":
        return "void"
    if match.players is None or match.players[0] == match.players[1]:
        return "alone"
    if not match.opened.rated:
        return "casual"
    if reason in ("resigned", "agreed") and max(map(played.count, SEATS)) < ENOUGH_PLIES:
        return "short"
    return "often" if rated_today >= MOST_A_DAY else "rated"


def weighed(before: Pair, winner: Seat | None, ended: int) -> Pair:
    """The ratings of two people after a match that counts.

    Args:
        before: their ratings.
        winner: None for a draw.
        ended: when, in seconds since 1970.
    """
    ranks = [1.0, 1.0] if winner is None else [float(seat != winner) for seat in SEATS]
    model = _model()
    teams = [[model.rating(mu=one.strength.value, sigma=one.strength.deviation)] for one in before]
    after = [Strength(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=ranks)]
    first, second = (_after(before[seat], after[seat], winner, seat, ended) for seat in SEATS)
    return first, second


def told(before: Pair, after: Pair) -> tuple[Weighed, Weighed]:
    """What a match did to two ratings, to be kept with its result."""
    first, second = (
        Weighed(old.strength, new.strength.value, new.matches) for old, new in zip(before, after, strict=True)
    )
    return first, second


def replayed(results: Iterable[MatchResult], player: PlayerId, *former: PlayerId) -> tuple[Rating, ...]:
    """A player's ratings out of all his rated results, each against the opponent as he was taken to be then.

    That is what they are at any time; and what they become when two accounts are joined. Matches between two
    accounts that are his weigh nothing.

    Args:
        results: in the order in which they were stored.
        player: whose.
        former: other ids that are his, too.
    """
    own, ids = dict[str, Rating](), {player, *former}
    for result in results:
        mine = [seat for seat in SEATS if result.players[seat] in ids]
        if result.weighed is None or len(mine) != 1:
            continue
        (seat,) = mine
        opponent = newcomer(result.players[other(seat)], result.game)
        theirs = replace(opponent, strength=result.weighed[other(seat)].before)
        known = own.get(result.game) or newcomer(player, result.game)
        pair = (known, theirs) if seat == 0 else (theirs, known)
        own[result.game] = weighed(pair, result.winner, result.ended)[seat]
    return tuple(own.values())


def _after(before: Rating, strength: Strength, winner: Seat | None, seat: Seat, ended: int) -> Rating:
    return replace(
        before,
        strength=strength,
        provisional=before.matches + 1 < PROVISIONAL_UNTIL,
        won=before.won + (winner == seat),
        drawn=before.drawn + (winner is None),
        lost=before.lost + (winner == other(seat)),
        last=ended,
    )


@cache
def _model() -> BradleyTerryFull:
    return BradleyTerryFull(mu=NEWCOMER.value, sigma=NEWCOMER.deviation, beta=SPREAD, tau=DRIFT)
