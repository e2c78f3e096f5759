"""Ratings: which results count, and what they say about how strong two people are. Pure.

The numbers are those of Glicko-2 (`bot.domain.glicko2`): everybody starts at 1500, and 400 points between two
settled ratings mean ten wins for one.

Glicko-2 rates all results of a rating period at once and wants ten of each player in it. Where a match takes
days, that would be a period of months, and for as long a match would seem to change nothing. So each result
is rated by itself as soon as it is there, as Lichess does, and only time makes a rating less sure again:
a settled deviation of 60 grows to 110 in a year without a match. At the usual volatility that is a period of
4.7 days.

A result against somebody whose rating is provisional counts half. The opponent's deviation alone does not
do: twelve wins over newcomers would bring a newcomer to 2019, twelve over settled players of 1500 to 1925.
Half brings the former to 1916, and hardly slows anybody's way to where they belong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.domain import glicko2
from bot.domain.glicko2 import POINTS, START, START_VOLATILITY, Encounter
from bot.domain.robot_players import is_robot
from games.events import Event, MovePlayed, PlayerId, TakebackAccepted
from games.game import SEATS, Seat, other
from games.match import Match
from storage.results import Counts, MatchResult, Rating, Strength, Weighed

DAY = 86_400  # seconds
PERIOD = (START_VOLATILITY * POINTS) ** 2 * 365 * DAY / (110**2 - 60**2)  # seconds
MOST_VOLATILITY = 0.1  # a single miracle makes nobody unpredictable for ever
PROVISIONAL_UNTIL = 10  # rated matches
PROVISIONAL_WEIGHT = 0.5  # of a result against somebody who is provisional
LISTED_FOR = 90 * DAY  # seconds after the latest rated match
MOST_A_DAY = 3  # rated matches of one game between two people
ENOUGH_PLIES = 2  # of both seats: before, only what the rules decide weighs anything

Pair = tuple[Rating, Rating]
"""The ratings of seat 0 and seat 1 in the game of the match."""


def newcomer(player: PlayerId, game: str) -> Rating:
    """Somebody of whom nothing is known yet."""
    return Rating(player, game, START, START_VOLATILITY, provisional=True, won=0, drawn=0, lost=0, last=0)


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

    Without a clock nothing does: there whoever is about to lose could fall silent.

    Args:
        match: with its ending.
        plies: who played each ply.
        rated_today: how many matches of this game between these two have counted that day.
    """
    played = list(plies)
    reason = match.ending.reason if match.ending else "abandoned"
    if reason in ("abandoned", "stopped"):
        return "void"
    if match.players is None or match.players[0] == match.players[1]:
        return "alone"
    if not match.opened.rated or not match.opened.clock or any(map(is_robot, match.players)):
        return "casual"
    if reason != "rules" and min(map(played.count, SEATS)) < ENOUGH_PLIES:
        return "short"
    return "often" if rated_today >= MOST_A_DAY else "rated"


def weighed(before: Pair, winner: Seat | None, ended: int) -> Pair:
    """The ratings of two people after a match that counts.

    Args:
        before: their ratings, as of their latest matches.
        winner: None for a draw.
        ended: when, in seconds since 1970.
    """
    first, second = (_after(before[seat], before[other(seat)], winner, seat, ended) for seat in SEATS)
    return first, second


def told(before: Pair, after: Pair) -> tuple[Weighed, Weighed]:
    """What a match did to two ratings, to be kept with its result."""
    first, second = (
        Weighed(_strength_at(old, new.last), new.strength.value, new.matches)
        for old, new in zip(before, after, strict=True)
    )
    return first, second


def replayed(results: Iterable[MatchResult], player: PlayerId, *former: PlayerId) -> tuple[Rating, ...]:
    """A player's ratings out of all their rated results.

    Each counts against the opponent as they were taken to be then. That is what ratings are at any time, and
    what they become when two accounts are joined. Matches between two accounts of one player weigh nothing.

    Args:
        results: in the order in which they were stored.
        player: whose.
        former: other ids that are theirs, too.
    """
    own, ids = dict[str, Rating](), {player, *former}
    for result in results:
        mine = [seat for seat in SEATS if result.players[seat] in ids]
        if result.weighed is None or len(mine) != 1:
            continue
        (seat,) = mine
        known = own.get(result.game) or newcomer(player, result.game)
        opponent = _as_kept(result.players[other(seat)], result.game, result.weighed[other(seat)])
        own[result.game] = _after(known, opponent, result.winner, seat, result.ended)
    return tuple(own.values())


def _as_kept(player: PlayerId, game: str, weighed: Weighed) -> Rating:
    """Somebody's rating before a match, as far as it is kept with its result."""
    provisional = weighed.matches <= PROVISIONAL_UNTIL
    return replace(newcomer(player, game), strength=weighed.before, provisional=provisional)


def _after(before: Rating, opponent: Rating, winner: Seat | None, seat: Seat, ended: int) -> Rating:
    encounter = Encounter(
        _strength_at(opponent, ended),
        0.5 if winner is None else float(winner == seat),
        PROVISIONAL_WEIGHT if opponent.provisional else 1.0,
    )
    periods = _periods(before, ended)
    strength, volatility = glicko2.rated(before.strength, before.volatility, [encounter], periods)
    return replace(
        before,
        strength=strength,
        volatility=min(volatility, MOST_VOLATILITY),
        provisional=before.matches + 1 < PROVISIONAL_UNTIL,
        won=before.won + (winner == seat),
        drawn=before.drawn + (winner is None),
        lost=before.lost + (winner == other(seat)),
        last=ended,
    )


def _strength_at(rating: Rating, at: int) -> Strength:
    """A rating grows less sure while its player does not play."""
    return glicko2.aged(rating.strength, rating.volatility, _periods(rating, at))


def _periods(rating: Rating, at: int) -> float:
    """How many rating periods have passed since the latest match; none before the first."""
    return max(0, at - rating.last) / PERIOD if rating.matches else 0.0
