"""Ratings: which results count, and what they say about how strong two people are. Pure.

The numbers are those of Glicko-2 (`bot.domain.glicko2`): everybody starts at 1500, and 400 points between two
settled ratings mean ten wins for one.

Glicko-2 rates all results of a rating period at once and wants ten of each player in it. Where a match takes
days, that would be a period of months, and for as long a match would seem to change nothing. So each result
is rated by itself as soon as it is there, as Lichess does, and only time makes a rating less sure again:
a settled deviation of 60 grows to 110 in a year without a match. At the usual volatility that is a period of
4.7 days.

How much a result is taken for is fixed when it is stored, for each of the two, and kept with it:

* Against somebody new to a game, with fewer than ten rated matches or in the first three days, it counts for
  the newcomer alone. Between two newcomers it counts a tenth: somewhere they have to begin.
* The second result of two people in thirty days counts half, the third a third, and so on.

For newcomers are what somebody can have any number of. Where their results counted half, and those of a pair
all the same, ten accounts that were there to lose lifted one to 2014 in a day.
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
from storage.results import Counts, MatchResult, Strength, Weighed
from storage.results import Rating as Rating

DAY = 86_400  # seconds
PERIOD = (START_VOLATILITY * POINTS) ** 2 * 365 * DAY / (110**2 - 60**2)  # seconds
MOST_VOLATILITY = 0.1  # a single miracle makes nobody unpredictable for ever
PROVISIONAL_UNTIL = 10  # rated matches
NEW_FOR = 3 * DAY  # seconds after the first rated match of a game
NEWCOMERS_WEIGHT = 0.1  # of a result between two newcomers
COUNTED_FOR = 30 * DAY  # seconds in which a pair's results weigh less the more of them there are
LISTED_FOR = 90 * DAY  # seconds after the latest rated match
MOST_A_DAY = 3  # rated matches of one game between two people
ENOUGH_PLIES = 2  # of both seats: before, only what the rules decide weighs anything

Pair = tuple[Rating, Rating]
"""The ratings of seat 0 and seat 1 in the game of the match."""

Weights = tuple[float, float]
"""How much a result is taken for, for seat 0 and for seat 1; 1 for all of it."""


def newcomer(player: PlayerId, game: str) -> Rating:
    """The rating of a new player."""
    return Rating(
        player, game, START, START_VOLATILITY, provisional=True, won=0, drawn=0, lost=0, first=0, last=0
    )


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

    Without a clock nothing does: a losing player could stop answering.

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


def weights(before: Pair, between: int, ended: int) -> Weights:
    """How much the result of a match that counts is taken for.

    Args:
        before: their ratings, as of their latest matches.
        between: how many matches of this game between these two have counted in `COUNTED_FOR` before.
        ended: when, in seconds since 1970.
    """
    first, second = (_trust(before[seat], before[other(seat)], ended) / (1 + between) for seat in SEATS)
    return first, second


def _trust(own: Rating, opponent: Rating, ended: int) -> float:
    if not opponent.provisional and ended - opponent.first >= NEW_FOR:
        return 1.0
    return NEWCOMERS_WEIGHT if own.provisional else 0.0


def weighed(before: Pair, winner: Seat | None, ended: int, taken_for: Weights) -> Pair:
    """The ratings of two people after a match that counts.

    Args:
        before: their ratings, as of their latest matches.
        winner: None for a draw.
        ended: when, in seconds since 1970.
        taken_for: how much it counts for each.
    """
    first, second = (
        _after(before[seat], _strength_at(before[other(seat)], ended), winner, seat, ended, taken_for[seat])
        for seat in SEATS
    )
    return first, second


def told(before: Pair, after: Pair, taken_for: Weights) -> tuple[Weighed, Weighed]:
    """What a match did to two ratings, to be kept with its result."""
    first, second = (
        Weighed(_strength_at(old, new.last), new.strength.value, new.matches, weight)
        for old, new, weight in zip(before, after, taken_for, strict=True)
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
        opponent, weight = result.weighed[other(seat)].before, result.weighed[seat].weight
        own[result.game] = _after(known, opponent, result.winner, seat, result.ended, weight)
    return tuple(own.values())


def _after(
    before: Rating, opponent: Strength, winner: Seat | None, seat: Seat, ended: int, weight: float
) -> Rating:
    """Somebody's rating after a match; where it counts for the other one alone, it only becomes older."""
    strength, volatility = _strength_at(before, ended), before.volatility
    if weight:
        encounter = Encounter(opponent, 0.5 if winner is None else float(winner == seat), weight)
        strength, volatility = glicko2.rated(
            before.strength, before.volatility, [encounter], _periods(before, ended)
        )
    return replace(
        before,
        strength=strength,
        volatility=min(volatility, MOST_VOLATILITY),
        provisional=before.matches + 1 < PROVISIONAL_UNTIL,
        won=before.won + (winner == seat),
        drawn=before.drawn + (winner is None),
        lost=before.lost + (winner == other(seat)),
        first=before.first if before.matches else ended,
        last=ended,
    )


def _strength_at(rating: Rating, at: int) -> Strength:
    """A rating grows less sure while its player does not play."""
    return glicko2.aged(rating.strength, rating.volatility, _periods(rating, at))


def _periods(rating: Rating, at: int) -> float:
    """How many rating periods have passed since the latest match; none before the first."""
    return max(0, at - rating.last) / PERIOD if rating.matches else 0.0
