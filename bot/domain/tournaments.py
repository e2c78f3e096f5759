"""Tournaments: sign-up and rounds. Pure. `pairings` makes the pairs, `standings` counts the points.

A round ends with its last match or when its time is up. In matches still running then, the player who has
used more time loses the point (see `course`); these matches can continue outside the tournament. If nobody
plays any more, the tournament ends without a winner.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.domain import pairings
from bot.domain.match_requests import match_id
from bot.domain.pairings import Pair, SwissPlayer
from bot.domain.refusals import Refused
from bot.domain.standings import standings
from bot.domain.terms import DAY, HOUR, Terms
from bot.domain.terms_parser import terms
from games.events import AwayTold, ByTheHouse, ChallengeAccepted, ChallengeOffered, Event, MatchId, PlayerId
from games.game import SEATS
from games.match import fold
from storage.results import MatchResult
from storage.tournaments import UNFINISHED, Entrant, Outcome
from storage.tournaments import Pairing as Pairing
from storage.tournaments import Tournament as Tournament

FEWEST = 3  # entrants; two can simply play a match
MOST = pairings.MOST
FEW = 4  # entrants at most who all meet, unless rounds were asked for: in Swiss, chance says who sits out
OPEN_FOR = 14 * DAY  # seconds within which a tournament must begin
DEAD_AFTER = DAY  # seconds without play, after those of a round, until a tournament is abandoned
ROUND_MOVES = 10  # a round lasts as long as this many slow moves of a player
SHORTEST_ROUND, LONGEST_ROUND = HOUR, 30 * DAY  # seconds

Apart = Collection[frozenset[PlayerId]]
"""Pairs of players of whom one has blocked the other."""


NO_ACT = ByTheHouse | ChallengeOffered | ChallengeAccepted | AwayTold
"""The events that do not count as play."""


def refused(why: str) -> Refused:
    """A refusal; `why` is the end of a text key that begins with `tournament.no`."""
    return Refused(f"tournament.no.{why}", fewest=FEWEST, most=MOST)


# Signing up


def joined(tournament: Tournament, player: PlayerId) -> Tournament:
    """Raises `Refused`: `not_open`, `in_already` or `full`."""
    if tournament.stage != "open":
        raise refused("not_open")
    others = tuple(one for one in tournament.entrants if one.player != player)
    if any(not one.gone for one in tournament.entrants if one.player == player):
        raise refused("in_already")
    if len(others) >= MOST:
        raise refused("full")
    return replace(tournament, entrants=(*others, Entrant(player)))


def withdrawn(tournament: Tournament, player: PlayerId) -> Tournament:
    """The player is not paired again; results stay. Raises `Refused`: `not_in` or `over`."""
    if tournament.stage not in UNFINISHED:
        raise refused("over")
    if all(one.gone or one.player != player for one in tournament.entrants):
        raise refused("not_in")
    if tournament.stage == "open":
        others = (one for one in tournament.entrants if one.player != player and not one.gone)
        return replace(tournament, entrants=tuple(others))
    entrants = (replace(one, gone=one.gone or one.player == player) for one in tournament.entrants)
    return replace(tournament, entrants=tuple(entrants))


def cancelled(tournament: Tournament) -> Tournament:
    """Matches that have begun can continue outside it. Raises `Refused`: `over`."""
    if tournament.stage not in UNFINISHED:
        raise refused("over")
    return replace(tournament, stage="cancelled")


# Rounds


def as_of(tournament: Tournament, number: int) -> Tournament:
    """A tournament as it was in a round, with the results of that round that are known by now."""
    pairings = tuple(one for one in tournament.pairings if one.round <= number)
    return replace(tournament, stage="running", round=number, pairings=pairings)


def started(
    tournament: Tournament, strength: Mapping[PlayerId, float], at: int, apart: Apart = frozenset()
) -> Tournament:
    """Start the tournament and pair its first round; the strength of entrants, as far as known, seeds them.

    Raises:
        Refused: `not_open` or `too_few`.
    """
    if tournament.stage != "open":
        raise refused("not_open")
    entrants = [one for one in tournament.entrants if not one.gone]
    if len(entrants) < FEWEST:
        raise refused("too_few")
    entrants.sort(key=lambda one: -strength.get(one.player, 0.0))
    if len(entrants) <= FEW and not tournament.rounds:
        tournament = replace(tournament, style="round")
    ready = replace(tournament, entrants=tuple(entrants), rounds=_rounds(tournament, len(entrants)))
    return _next_round(replace(ready, stage="running"), at, apart)


def _rounds(tournament: Tournament, players: int) -> int:
    """In Swiss as requested or, by default, enough to single out one perfect score."""
    if tournament.style == "round":
        return players - 1 + players % 2
    most = pairings.most_rounds(players)
    return min(most, tournament.rounds or (players - 1).bit_length())


def advanced(
    tournament: Tournament,
    results: Mapping[MatchId, MatchResult],
    courses: Mapping[MatchId, Course],
    at: int,
    apart: Apart = frozenset(),
) -> Tournament:
    """Update the tournament with results; if its round is over, start the next round or end it.

    The courses are those of its matches of this round and the previous one.
    """
    known = [_decided(one, results) for one in tournament.pairings]
    if at >= dead_at(tournament, courses) or (at >= tournament.ends and not _is_played(tournament, courses)):
        return _abandoned(replace(tournament, pairings=tuple(known)))
    if at >= tournament.ends:
        known = [_adjudicated(one, courses) for one in known]
    after = replace(tournament, pairings=tuple(known))
    if any(one.outcome is None for one in known):
        return after
    return _next_round(after, at, apart) if tournament.organiser else _ended(after)


def dead_at(tournament: Tournament, courses: Mapping[MatchId, Course]) -> int:
    """When the tournament is abandoned if nobody plays, in seconds since 1970: after a round and a day.

    Downtime of the bot, which postponed the end of this round, is added.
    """
    lasts = round_seconds(tournament)
    nominal = tournament.ends - lasts
    opened = min((one.begun for one in _of_now(tournament, courses)), default=nominal)
    acted = max((one.acted for one in courses.values()), default=0)
    return (acted or opened) + max(0, nominal - opened) + lasts + DEAD_AFTER


def _is_played(tournament: Tournament, courses: Mapping[MatchId, Course]) -> bool:
    return any(one.acted for one in _of_now(tournament, courses))


def _of_now(tournament: Tournament, courses: Mapping[MatchId, Course]) -> list[Course]:
    matches = [one.match for one in tournament.pairings if one.match and one.round == tournament.round]
    return [courses[match] for match in matches if match in courses]


def _abandoned(tournament: Tournament) -> Tournament:
    """End without a winner: an unfinished round gives no points, not even for a bye."""
    pairings = (
        one
        if one.round != tournament.round or (one.outcome and one.match)
        else replace(one, outcome="none", in_time=False)
        for one in tournament.pairings
    )
    return replace(tournament, pairings=tuple(pairings), stage="over", rounds=tournament.round)


def is_abandoned(tournament: Tournament) -> bool:
    last = [one for one in tournament.pairings if one.round == tournament.round]
    return tournament.stage == "over" and any(one.outcome == "none" and not one.in_time for one in last)


def _decided(pairing: Pairing, results: Mapping[MatchId, MatchResult]) -> Pairing:
    if pairing.outcome is None and pairing.first == pairing.second:  # the same player after a link
        return replace(pairing, outcome="none")
    result = results.get(pairing.match) if pairing.match and pairing.outcome is None else None
    if result is None:
        return pairing
    outcome: Outcome = "drawn"
    if result.counts == "void" or result.players[0] == result.players[1]:
        outcome = "none"
    elif result.winner is not None:
        outcome = "first" if result.players[result.winner] == pairing.first else "second"
    return replace(pairing, outcome=outcome)


def _adjudicated(pairing: Pairing, courses: Mapping[MatchId, Course]) -> Pairing:
    """Decide a match that is still running when the time of the round is up."""
    if pairing.outcome is not None:
        return pairing
    known = courses.get(pairing.match) if pairing.match else None
    outcome: Outcome = "drawn"
    if known and known.slower:
        outcome = "second" if known.slower == pairing.first else "first"
    return replace(pairing, outcome=outcome, in_time=False)


def _next_round(tournament: Tournament, at: int, apart: Apart) -> Tournament:
    number = tournament.round + 1
    pairs = _pairs(tournament, number, apart) if number <= tournament.rounds else None
    if not pairs:
        return _ended(tournament)
    new = (_pairing(tournament, number, table, pair, apart) for table, pair in enumerate(pairs, start=1))
    ends = at + round_seconds(tournament)
    return replace(tournament, round=number, ends=ends, pairings=(*tournament.pairings, *new))


def _ended(tournament: Tournament) -> Tournament:
    return replace(tournament, stage="over", rounds=tournament.round)


def _pairs(tournament: Tournament, number: int, apart: Apart) -> list[Pair] | None:
    """The pairs of a round; None if no new ones are left. `apart` is ignored if it leaves no pairs."""
    gone = {one.player for one in tournament.entrants if one.gone}
    if len(tournament.entrants) - len(gone) < 2:
        return None
    if tournament.style == "swiss":
        players = [one for one in _swiss_players(tournament) if one.player not in gone]
        return pairings.swiss([_separated(one, apart) for one in players]) or pairings.swiss(players)
    pairs = pairings.round_robin([one.player for one in tournament.entrants], number)
    present = [[player for player in pair if player and player not in gone] for pair in pairs]
    present.sort(key=len, reverse=True)  # byes come last
    return [(pair[0], pair[1] if len(pair) > 1 else None) for pair in present if pair]


def _separated(one: SwissPlayer, apart: Apart) -> SwissPlayer:
    """Treat players who must not meet as former opponents."""
    opponents = one.opponents.union(*(pair for pair in apart if one.player in pair)) - {one.player}
    return replace(one, opponents=opponents)


def _pairing(tournament: Tournament, number: int, table: int, pair: Pair, apart: Apart) -> Pairing:
    first, second = pair
    if second is None:
        return Pairing(number, table, first, None, None, "first")
    if frozenset((first, second)) in apart:  # nothing is played
        return Pairing(number, table, first, second, None, "drawn")
    digest = hashlib.sha256(f"table {table} of round {number} of {tournament.id}".encode()).digest()
    return Pairing(number, table, first, second, match_id(digest))


def _swiss_players(tournament: Tournament) -> Iterator[SwissPlayer]:
    surplus = defaultdict[PlayerId, int](int)
    opponents = defaultdict[PlayerId, set[PlayerId]](set)
    began_last = dict[PlayerId, bool]()
    byes = set[PlayerId]()
    for one in tournament.pairings:
        if one.second is None:
            byes.add(one.first)
            continue
        surplus[one.first] += 1
        surplus[one.second] -= 1
        began_last |= {one.first: True, one.second: False}
        opponents[one.first].add(one.second)
        opponents[one.second].add(one.first)
    for row in standings(tournament):
        player = row.player
        yield SwissPlayer(
            player,
            row.points,
            surplus=surplus[player],
            began_last=began_last.get(player, False),
            had_bye=player in byes,
            opponents=frozenset(opponents[player]),
        )


def agreed(tournament: Tournament) -> Terms:
    return terms(tournament.game, tuple(tournament.terms.split()))


def round_seconds(tournament: Tournament) -> int:
    """Most seconds that a round lasts."""
    each = agreed(tournament)
    slowly = each.clock + (each.increment or each.clock) * (ROUND_MOVES - 1)
    if each.weekends_off:
        slowly = slowly * 7 // 5
    return min(LONGEST_ROUND, max(SHORTEST_ROUND, slowly)) if each.clock else LONGEST_ROUND


# The progress of matches


@dataclass(frozen=True, slots=True)
class Course:
    """The progress of a match."""

    slower: PlayerId | None
    """The player who loses if the round ends now: the one whose time is up, else the one who has used more
    time; None if both have used the same."""
    begun: int
    """When the match was opened, in seconds since 1970."""
    acted: int
    """When a player last moved, claimed, resigned, …; 0 if nobody has."""


def course(log: Sequence[Event], at: int) -> Course:
    """Compute the progress of a match at a time from its log.

    Weekends do not count as used time if the match pauses on them; absences do.
    """
    match, passed, since = fold(log[:1]), [0, 0], log[0].at
    for event in (*log[1:], None):
        until = event.at if event else max(at, since)
        for seat in match.awaited:
            passed[seat] += replace(match.pauses(seat), away=()).running(since, until)
        match, since = match.apply(event) if event else match, until
    acted = max((event.at for event in log if not isinstance(event, NO_ACT)), default=0)
    late = match.late if len(match.late) == 1 else SEATS
    even = len(late) > 1 and passed[0] == passed[1]
    slower = None if even or match.players is None else match.players[max(late, key=passed.__getitem__)]
    return Course(slower, log[0].at, acted)
