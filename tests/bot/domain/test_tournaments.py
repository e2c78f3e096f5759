"""Tournaments: who may sign up, how rounds follow each other, and what the standings count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.domain import tournaments
from bot.domain.refusals import Refused
from bot.domain.standings import Row, standings
from bot.domain.terms import DAY, HOUR
from bot.domain.tournaments import MOST, Course
from games.events import AwayTold, Event, MatchId, MovePlayed, PlayerId
from games.game import Seat
from storage.results import MatchResult
from storage.tournaments import Entrant, Pairing, Tournament
from tests.storage.facts import ACCEPTED, OPENED

A, B, C, D, E = (PlayerId(name) for name in "ABCDE")
OPEN = Tournament("T", "web", "hall", "hall", "sahara", "swiss", 0, "clock=1d", A, made=100)
SWISS = replace(OPEN, rounds=2)


def of(*players: PlayerId, opened: Tournament = OPEN) -> Tournament:
    return replace(opened, entrants=tuple(map(Entrant, players)))


def won(pairing: Pairing, winner: Seat | None, *, counts: str = "rated") -> dict[MatchId, MatchResult]:
    """A match is over, which who begins has played in seat 1."""
    assert pairing.match
    assert pairing.second
    players = (pairing.second, pairing.first)
    told = MatchResult(pairing.match, "sahara", "", players, winner, "rules", 9, 200, "casual")
    return {pairing.match: replace(told, counts=counts)}  # type: ignore[arg-type]


def now(tournament: Tournament) -> list[Pairing]:
    return [one for one in tournament.pairings if one.round == tournament.round]


def played(tournament: Tournament, winner: Seat | None, at: int = 1000) -> Tournament:
    """The whole round ends like that."""
    results: Mapping[MatchId, MatchResult] = {}
    for one in now(tournament):
        results = {**results, **(won(one, winner) if one.match else {})}
    return tournaments.advanced(tournament, results, {}, at)


def test_no_more_sign_up_than_can_be_paired() -> None:
    full = of(*(PlayerId(f"{number}") for number in range(MOST)))
    with pytest.raises(Refused, match="full"):
        tournaments.joined(full, A)


def test_whoever_is_forgotten_before_the_beginning_does_not_take_part() -> None:
    opened = replace(OPEN, entrants=(Entrant(A), Entrant(B, gone=True), Entrant(C)))
    with pytest.raises(Refused, match="too_few"):
        tournaments.started(opened, {}, 100)
    assert tournaments.joined(opened, B).entrants == (Entrant(A), Entrant(C), Entrant(B))


@pytest.mark.parametrize(
    ("style", "asked", "players", "rounds"),
    [
        ("swiss", 0, 5, 3),
        ("swiss", 0, 4, 3),
        ("swiss", 0, 3, 3),
        ("swiss", 2, 4, 2),
        ("swiss", 9, 4, 2),
        ("swiss", 1, 5, 1),
        ("round", 0, 5, 5),
    ],
)
def test_there_are_as_many_rounds_as_make_sense(style: str, asked: int, players: int, rounds: int) -> None:
    opened = replace(OPEN, style=style, rounds=asked)  # type: ignore[arg-type]
    people = (A, B, C, D, E)[:players]
    assert tournaments.started(of(*people, opened=opened), {}, 100).rounds == rounds


@pytest.mark.parametrize("players", [3, 4])
def test_few_people_all_meet_unless_a_number_of_rounds_was_asked_for(players: int) -> None:
    running = tournaments.started(of(*(A, B, C, D)[:players]), {}, 100)
    while running.stage == "running":
        running = played(running, 0)
    met = [frozenset((one.first, one.second)) for one in running.pairings if one.second]
    assert len(met) == len(set(met)) == players * (players - 1) // 2
    assert {row.byes for row in standings(running)} == {players % 2}


def test_the_strongest_are_paired_first_and_ids_of_matches_depend_on_the_place_alone() -> None:
    running = tournaments.started(of(A, B, C, D, opened=SWISS), {C: 1700.0, B: 1600.0}, 100)
    assert [{one.first, one.second} for one in running.pairings] == [{C, A}, {B, D}]
    again = tournaments.started(of(D, A, B, C, opened=SWISS), {A: 1700.0}, 200)
    assert [one.match for one in running.pairings] == [one.match for one in again.pairings]
    matches = [one.match for one in played(running, 0).pairings]
    assert len(set(matches)) == len(matches) == 4


def test_two_who_must_not_meet_are_paired_with_others() -> None:
    apart = frozenset({frozenset((A, C))})
    running = tournaments.started(of(A, B, C, D, opened=SWISS), {C: 1700.0, B: 1600.0}, 100, apart)
    assert apart.isdisjoint(frozenset((one.first, one.second)) for one in running.pairings)


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("clock=5m", HOUR),
        ("clock=7d+1d", 16 * DAY),
        ("clock=1d", 10 * DAY),
        ("clock=7d", 30 * DAY),
        ("clock=none", 30 * DAY),
    ],
)
def test_a_round_takes_as_long_as_ten_slow_moves(words: str, seconds: int) -> None:
    running = tournaments.started(of(A, B, C, opened=replace(OPEN, terms=words)), {}, 100)
    assert running.ends == 100 + seconds


def test_a_round_begins_when_the_last_match_of_the_one_before_ends() -> None:
    first = tournaments.started(of(A, B, C, D, opened=SWISS), {}, 100)
    one, other = first.pairings
    half = tournaments.advanced(first, won(one, 0), {}, 150)
    assert half.round == 1
    second = tournaments.advanced(half, won(one, 0) | won(other, None), {}, 200)
    assert (second.round, second.ends) == (2, 200 + 10 * DAY)
    assert [one.outcome for one in second.pairings] == ["second", "drawn", None, None]
    over = played(second, 1)
    assert (over.stage, over.round) == ("over", 2)


def courses(tournament: Tournament, *slower: PlayerId | None, acted: int = 101) -> dict[MatchId, Course]:
    """How the matches of this round have gone: who is slower in the first, in the second …"""
    matches = [one.match for one in now(tournament) if one.match]
    begun = tournament.ends - tournaments.round_seconds(tournament)
    return {match: Course(who, begun, acted) for match, who in zip(matches, slower, strict=True)}


def test_when_the_time_is_up_who_has_let_more_of_it_pass_loses_and_who_is_even_draws() -> None:
    first = tournaments.started(of(A, B, C, D, E), {}, 100)
    told = courses(first, first.pairings[0].first, None)
    after = tournaments.advanced(first, {}, told, first.ends)
    assert [(one.outcome, one.in_time) for one in after.pairings[:3]] == [
        ("second", False),
        ("drawn", False),
        ("first", True),
    ]
    assert after.round == 2
    late = tournaments.advanced(after, won(first.pairings[1], 0), {}, first.ends + 1)
    assert late.pairings == after.pairings, "what is played on changes nothing"


def test_the_time_in_which_the_bot_was_away_kills_no_tournament() -> None:
    first = tournaments.started(of(A, B, C, D), {}, 100)
    told = courses(first, A, B, acted=100 + DAY)
    later = replace(first, ends=first.ends + 20 * DAY)
    assert tournaments.dead_at(later, told) == tournaments.dead_at(first, told) + 20 * DAY


def test_a_match_that_was_abandoned_gives_nobody_a_point() -> None:
    first = tournaments.started(of(A, B, C), {}, 100)
    after = tournaments.advanced(first, won(first.pairings[0], None, counts="void"), {}, 200)
    assert after.pairings[0].outcome == "none"


def test_two_who_are_one_player_before_their_match_is_opened_keep_nobody_waiting() -> None:
    begun = tournaments.started(of(A, B, C), {}, 100)
    pair = begun.pairings[0]
    assert pair.second
    joined = replace(
        begun,
        entrants=tuple(one for one in begun.entrants if one.player != pair.second),
        pairings=(replace(pair, second=pair.first), *begun.pairings[1:]),
    )
    after = tournaments.advanced(joined, {}, {}, 200)
    assert after.pairings[0].outcome == "none"
    assert after.round == 2


def test_a_match_of_two_who_are_one_player_at_its_end_is_no_draw() -> None:
    begun = tournaments.started(of(A, B, C), {}, 100)
    ((match, result),) = won(begun.pairings[0], None).items()
    alone = replace(result, players=(A, A), counts="alone")
    after = tournaments.advanced(begun, {match: alone}, {}, 200)
    assert after.pairings[0].outcome == "none"


def test_who_began_in_one_round_does_not_begin_in_the_next() -> None:
    first = tournaments.started(of(A, B, C, D, opened=SWISS), {}, 100)
    second = played(first, None)
    assert second.round == 2
    assert sorted(pairing.first for pairing in second.pairings) == [A, B, C, D]


def test_a_round_that_nobody_plays_gives_no_point_for_a_bye_either() -> None:
    first = tournaments.started(of(A, B, C), {}, 100)
    assert [pairing.outcome for pairing in first.pairings] == [None, "first"]
    after = tournaments.advanced(first, {}, courses(first, None, acted=0), first.ends)
    assert (after.stage, {row.points for row in standings(after)}) == ("over", {0})


FRIDAY = 1_774_612_800  # 27 March 2026, 12:00 UTC


def log_of(*moved: int, away: int = 0, **terms: Any) -> list[Event]:
    """A match that Ada and Ben began on Friday; each move comes so many seconds after that."""
    offered = replace(OPENED, at=FRIDAY, challenger=A, first=A, house_rules={}, clock=3 * DAY, **terms)
    told = [AwayTold(at=FRIDAY, seat=0, begin=FRIDAY, end=FRIDAY + away)] if away else []
    moves = [MovePlayed(at=FRIDAY + later, seat=0, notation="1") for later in moved]
    return [offered, replace(ACCEPTED, at=FRIDAY, player=B, zone=offered.zone), *told, *moves]


def test_weekends_that_are_off_count_for_nobody() -> None:
    """From Friday to Monday noon Ada lets a day pass, Ben one and an hour until Tuesday."""
    log = log_of(3 * DAY, weekends_off=True, zone="UTC")
    assert tournaments.course(log, FRIDAY + 4 * DAY + HOUR).slower == B
    assert tournaments.course(log_of(3 * DAY), FRIDAY + 4 * DAY + HOUR).slower == A


def test_an_absence_counts_for_who_is_away() -> None:
    log = log_of(2 * DAY + HOUR, away=2 * DAY)
    assert tournaments.course(log, FRIDAY + 3 * DAY).slower == A


def test_it_is_over_when_nobody_is_left_to_play() -> None:
    running = tournaments.started(of(A, B, C), {}, 100)
    alone = tournaments.withdrawn(tournaments.withdrawn(running, A), B)
    assert played(alone, 0).stage == "over"


def test_byes_of_those_whose_opponent_has_left_come_after_the_matches_of_a_round() -> None:
    running = tournaments.started(of(A, B, C, D, E, opened=replace(OPEN, style="round")), {}, 100)
    second = now(played(tournaments.withdrawn(running, A), None))
    assert [(one.table, one.first, one.second) for one in second] == [(1, D, E), (2, C, None), (3, B, None)]


def test_standings_count_points_then_those_of_the_opponents() -> None:
    pairings = (
        Pairing(1, 1, A, B, None, "first"),
        Pairing(1, 2, C, D, None, "first"),
        Pairing(1, 3, E, None, None, "first"),
        Pairing(2, 1, A, C, None, "drawn"),
        Pairing(2, 2, E, B, None, "none"),
    )
    swiss = standings(replace(of(A, B, C, D, E), pairings=pairings))
    assert swiss == (
        Row(1, A, False, 3, 6, 1, 1, 0, 0),
        Row(1, C, False, 3, 6, 1, 1, 0, 0),
        Row(3, E, False, 2, 4, 0, 0, 1, 1),
        Row(4, B, False, 0, 10, 0, 0, 2, 0),
        Row(5, D, False, 0, 6, 0, 0, 1, 0),
    )
    everybody = replace(of(A, B, C, D, E, opened=replace(OPEN, style="round")), pairings=pairings)
    assert {row.player: row.tie_break for row in standings(everybody)} == {
        A: 3,
        C: 3,
        E: 4,
        B: 0,
        D: 0,
    }
