"""Ratings: which results count, and how they change the ratings of two players. Pure.

Ratings follow Glicko-2 (`bot.domain.glicko2`): everybody starts at 1500, and 400 points between two settled
ratings mean ten wins for each loss.

Glicko-2 rates all results of a rating period at once and wants ten of each player in it. With matches that
take days, a period would last months, and matches would seem to change nothing until it ends. Therefore each
result is rated immediately, as on Lichess, and only time makes a rating less certain again: a settled
deviation of 60 grows to 110 in a year without a match. At the usual volatility, the period is 4.7 days.

The weight of a result for each player is fixed when the result is stored, and stored with it:

* Against a player new to a game, with fewer than ten rated matches or in the first three days, it counts only
  for the newcomer. Between two newcomers it counts a tenth, so that they can start somewhere.
* The second result of a pair in thirty days counts half, the third a third, and so on.

The reason: anyone can create any number of newcomers. When their results counted half, and those of a pair
were not reduced, ten accounts that lost on purpose lifted one player to 2014 in a day.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.domain import glicko2
from bot.domain.glicko2 import POINTS, START, START_VOLATILITY, Encounter
from bot.domain.players import is_robot
from bot.domain.terms import DAY
from games.events import Event, MovePlayed, PlayerId, TakebackAccepted
from games.game import SEATS, Seat, other
from games.match import Match
from storage.results import Counts, Strength
from storage.results import MatchResult as MatchResult
from storage.results import Rating as Rating
from storage.results import Tally as Tally
from storage.results import Weighed as Weighed

PERIOD = (START_VOLATILITY * POINTS) ** 2 * 365 * DAY / (110**2 - 60**2)  # seconds
MOST_VOLATILITY = 0.1  # one surprising result must not make a player erratic for ever
PROVISIONAL_UNTIL = 10  # rated matches
NEW_FOR = 3 * DAY  # seconds after the first rated match of a game
NEWCOMERS_WEIGHT = 0.1  # of a result between two newcomers
COUNTED_FOR = 30 * DAY  # seconds in which a pair's results weigh less the more of them there are
LISTED_FOR = 90 * DAY  # seconds after the latest rated match
MOST_A_DAY = 3  # rated matches of one game between two people
ENOUGH_PLIES = 2  # of each seat; with fewer, only an ending by the rules is rated

Pair = tuple[Rating, Rating]
"""The ratings of seat 0 and seat 1 in the game of the match."""

Weights = tuple[float, float]
"""The weight of a result for seat 0 and for seat 1; 1 for a full result."""


def newcomer(player: PlayerId, game: str) -> Rating:
    return Rating(
        player, game, START, START_VOLATILITY, provisional=True, won=0, drawn=0, lost=0, first=0, last=0
    )


def day_of(at: int) -> int:
    return at - at % DAY


def seats_of_plies(events: Iterable[Event]) -> list[Seat]:
    """The seat that played each ply, without plies that were taken back."""
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
    """Classify the result of a finished match: `rated`, or the reason why it does not count.

    Matches without a clock are not rated: a losing player could stop answering. `rated_today` is how many
    matches of this game between these two have counted that day.
    """
    played = list(plies)
    reason = match.ending.reason if match.ending else "abandoned"
    if reason in ("abandoned", "stopped"):
        return "void"
    if match.players is None or match.players[0] == match.players[1]:
        return "alone"
    if match.opened.continues is not None:
        return "continued"
    if not match.opened.rated or not match.opened.clock or any(map(is_robot, match.players)):
        return "casual"
    if reason != "rules" and min(map(played.count, SEATS)) < ENOUGH_PLIES:
        return "short"
    return "often" if rated_today >= MOST_A_DAY else "rated"


def weights(before: Pair, between: int, ended: int) -> Weights:
    """The weights of a rated result of two players with these ratings.

    `between` is the number of their rated matches of this game in the last `COUNTED_FOR` seconds.
    """
    first, second = (_trust(before[seat], before[other(seat)], ended) / (1 + between) for seat in SEATS)
    return first, second


def _trust(own: Rating, opponent: Rating, ended: int) -> float:
    if not opponent.provisional and ended - opponent.first >= NEW_FOR:
        return 1.0
    return NEWCOMERS_WEIGHT if own.provisional else 0.0


def weighed(before: Pair, winner: Seat | None, ended: int, taken_for: Weights) -> Pair:
    """The ratings of two players after a rated match that ended then (in seconds since 1970)."""
    first, second = (
        _after(before[seat], _strength_at(before[other(seat)], ended), winner, seat, ended, taken_for[seat])
        for seat in SEATS
    )
    return first, second


def changes(before: Pair, after: Pair, taken_for: Weights) -> tuple[Weighed, Weighed]:
    """The changes of two ratings, to be stored with the result."""
    first, second = (
        Weighed(_strength_at(old, new.last), new.strength.value, new.matches, weight)
        for old, new, weight in zip(before, after, taken_for, strict=True)
    )
    return first, second


def replayed(results: Iterable[MatchResult], player: PlayerId, *former: PlayerId) -> tuple[Rating, ...]:
    """Recompute a player's ratings from all their rated results, in the order in which they were stored.

    Each result is rated against the opponent's strength stored with it, as it was when the match ended. This
    also gives the ratings after accounts with `former` ids are joined; matches between them do not count.
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
    """A rating after a match; with weight 0, only its counts and its age change."""
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
    """The strength at a time: a rating becomes less certain while its player does not play."""
    return glicko2.aged(rating.strength, rating.volatility, _periods(rating, at))


def _periods(rating: Rating, at: int) -> float:
    """Rating periods since the latest match; 0 before the first."""
    return max(0, at - rating.last) / PERIOD if rating.matches else 0.0
