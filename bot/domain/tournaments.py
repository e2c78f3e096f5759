"""Tournaments: signing up and rounds. Pure; `pairings` chooses the pairs, `standings` counts the points.

A round ends with its last match, or when its time is up. In a match that is still going on then, the player
who has used more time loses the point (see `courses`); the match may be played on outside the tournament. If
nobody plays any more, the tournament is over without a winner.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from bot.domain import pairings
from bot.domain.courses import Course
from bot.domain.match_requests import match_id
from bot.domain.pairings import Pair, Seeded
from bot.domain.refusals import Refused
from bot.domain.standings import standings
from bot.domain.terms import DAY, HOUR, Terms, terms
from games.events import MatchId, PlayerId
from storage.results import MatchResult
from storage.tournaments import Entrant, Outcome
from storage.tournaments import Pairing as Pairing
from storage.tournaments import Tournament as Tournament

FEWEST = 3  # who take part; two play a match
MOST = pairings.MOST
OPEN_FOR = 14 * DAY  # seconds in which a tournament has to begin
DEAD_AFTER = DAY  # seconds, beyond those of a round, in which nobody plays: then nobody does any more
ROUND_MOVES = 10  # a round takes as long as so many slow moves of a player
SHORTEST_ROUND, LONGEST_ROUND = HOUR, 30 * DAY  # seconds

Apart = Collection[frozenset[PlayerId]]
"""Pairs of people of whom one has blocked the other."""


def refused(why: str) -> Refused:
    """It cannot be done; `why` is the end of a key of `tournament.no`."""
    return Refused(f"tournament.no.{why}", fewest=FEWEST, most=MOST)


# Signing up


def joined(tournament: Tournament, player: PlayerId) -> Tournament:
    """The tournament with one more entrant.

    Raises:
        Refused: `not_open`, `in_already` or `full`.
    """
    if tournament.stage != "open":
        raise refused("not_open")
    others = tuple(one for one in tournament.entrants if one.player != player)
    if any(not one.gone for one in tournament.entrants if one.player == player):
        raise refused("in_already")
    if len(others) >= MOST:
        raise refused("full")
    return replace(tournament, entrants=(*others, Entrant(player)))


def withdrawn(tournament: Tournament, player: PlayerId) -> Tournament:
    """Without one player: they are not paired again, but their results stay.

    Raises:
        Refused: `not_in` or `over`.
    """
    if tournament.stage not in ("open", "running"):
        raise refused("over")
    if all(one.gone or one.player != player for one in tournament.entrants):
        raise refused("not_in")
    if tournament.stage == "open":
        return replace(tournament, entrants=_without(tournament.entrants, player))
    entrants = (replace(one, gone=one.gone or one.player == player) for one in tournament.entrants)
    return replace(tournament, entrants=tuple(entrants))


def _without(entrants: Iterable[Entrant], player: PlayerId) -> tuple[Entrant, ...]:
    return tuple(one for one in entrants if one.player != player and not one.gone)


def cancelled(tournament: Tournament) -> Tournament:
    """Called off; matches that have begun may be played on, outside of it.

    Raises:
        Refused: `over`.
    """
    if tournament.stage not in ("open", "running"):
        raise refused("over")
    return replace(tournament, stage="cancelled")


# Rounds


def started(
    tournament: Tournament, strength: Mapping[PlayerId, float], at: int, apart: Apart = frozenset()
) -> Tournament:
    """With the pairs of its first round.

    Args:
        tournament: that is open.
        strength: of those who take part, as far as it is known: it is the order in which they are paired.
        at: when, in seconds since 1970.
        apart: who must not play each other.

    Raises:
        Refused: `not_open` or `too_few`.
    """
    if tournament.stage != "open":
        raise refused("not_open")
    entrants = [one for one in tournament.entrants if not one.gone]
    if len(entrants) < FEWEST:
        raise refused("too_few")
    entrants.sort(key=lambda one: -strength.get(one.player, 0.0))
    ready = replace(tournament, entrants=tuple(entrants), rounds=_rounds(tournament, len(entrants)))
    return _next_round(replace(ready, stage="running"), at, apart)


def _rounds(tournament: Tournament, players: int) -> int:
    """As many as were asked for, if there can be so many; else enough for one to have won them all."""
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
    """The tournament with all that is known now; if its round is over, with the next round or the end.

    Args:
        tournament: that is running.
        results: of its matches that are over.
        courses: of its matches of this round and the one before.
        at: when, in seconds since 1970.
        apart: who must not play each other.
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
    """When it is over if nobody plays until then, in seconds since 1970: within a round and a day.

    Time in which the bot was away, by which the end of this round was put off, comes on top.
    """
    lasts = round_seconds(tournament)
    nominal = tournament.ends - lasts
    opened = min((one.begun for one in _of_now(tournament, courses)), default=nominal)
    acted = max((one.acted for one in courses.values()), default=0)
    return (acted or opened) + max(0, nominal - opened) + lasts + DEAD_AFTER


def _is_played(tournament: Tournament, courses: Mapping[MatchId, Course]) -> bool:
    """Somebody has done something in this round."""
    return any(one.acted for one in _of_now(tournament, courses))


def _of_now(tournament: Tournament, courses: Mapping[MatchId, Course]) -> list[Course]:
    matches = [one.match for one in tournament.pairings if one.match and one.round == tournament.round]
    return [courses[match] for match in matches if match in courses]


def _abandoned(tournament: Tournament) -> Tournament:
    """Over without a winner: a round that nobody has finished gives no points, not even for a bye."""
    pairings = (
        one
        if one.round != tournament.round or (one.outcome and one.match)
        else replace(one, outcome="none", in_time=False)
        for one in tournament.pairings
    )
    return replace(tournament, pairings=tuple(pairings), stage="over", rounds=tournament.round)


def is_abandoned(tournament: Tournament) -> bool:
    """It is over because nobody played any more."""
    last = [one for one in tournament.pairings if one.round == tournament.round]
    return tournament.stage == "over" and any(one.outcome == "none" and not one.in_time for one in last)


def _decided(pairing: Pairing, results: Mapping[MatchId, MatchResult]) -> Pairing:
    if pairing.outcome is None and pairing.first == pairing.second:  # one player by now: nothing is played
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
    """What a match gives that is not over when the time of the round is up."""
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
    """Over after this round."""
    return replace(tournament, stage="over", rounds=tournament.round)


def _pairs(tournament: Tournament, number: int, apart: Apart) -> list[Pair] | None:
    """None where no new pairs are left; `apart` is ignored where there are no others."""
    gone = {one.player for one in tournament.entrants if one.gone}
    if len(tournament.entrants) - len(gone) < 2:
        return None
    if tournament.style == "swiss":
        there = [one for one in _seeded(tournament) if one.player not in gone]
        return pairings.swiss([_kept_apart(one, apart) for one in there]) or pairings.swiss(there)
    everybody = pairings.everybody([one.player for one in tournament.entrants], number)
    present = [[who for who in pair if who and who not in gone] for pair in everybody]
    return [(pair[0], pair[1] if len(pair) > 1 else None) for pair in sorted(present, key=len)[::-1] if pair]


def _kept_apart(one: Seeded, apart: Apart) -> Seeded:
    """Counts opponents that they must not meet as already met."""
    return replace(one, met=one.met.union(*(pair for pair in apart if one.player in pair)) - {one.player})


def _pairing(tournament: Tournament, number: int, table: int, pair: Pair, apart: Apart) -> Pairing:
    first, second = pair
    if second is None:
        return Pairing(number, table, first, None, None, "first")
    if frozenset((first, second)) in apart:  # nothing is played
        return Pairing(number, table, first, second, None, "drawn")
    digest = hashlib.sha256(f"table {table} of round {number} of {tournament.id}".encode()).digest()
    return Pairing(number, table, first, second, match_id(digest))


def _seeded(tournament: Tournament) -> Iterator[Seeded]:
    """The entrants, the best first."""
    surplus, met = defaultdict[PlayerId, int](int), defaultdict[PlayerId, set[PlayerId]](set)
    began_last, byes = dict[PlayerId, bool](), set[PlayerId]()
    for one in tournament.pairings:
        if one.second is None:
            byes.add(one.first)
            continue
        surplus[one.first] += 1
        surplus[one.second] -= 1
        began_last |= {one.first: True, one.second: False}
        met[one.first].add(one.second)
        met[one.second].add(one.first)
    for row in standings(tournament):
        who = row.player
        yield Seeded(
            who,
            row.points,
            begun=surplus[who],
            began_last=began_last.get(who, False),
            had_bye=who in byes,
            met=frozenset(met[who]),
        )


def agreed(tournament: Tournament) -> Terms:
    """The terms of each of its matches."""
    return terms(tournament.game, tuple(tournament.terms.split()))


def round_seconds(tournament: Tournament) -> int:
    """How long a round takes at most."""
    each = agreed(tournament)
    slowly = each.clock + (each.increment or each.clock) * (ROUND_MOVES - 1)
    if each.weekends_off:
        slowly = slowly * 7 // 5
    return min(LONGEST_ROUND, max(SHORTEST_ROUND, slowly)) if each.clock else LONGEST_ROUND
