"""The match around the game: challenge, acceptance, plies, offers, take-backs, endings; decide and apply."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import actions
from games.actions import Reason
from games.events import (
    ChallengeAccepted,
    DrawOffered,
    Event,
    MovePlayed,
    PlayerId,
    TakebackAccepted,
    match_id_of,
)
from games.game import VIEWERS, IllegalMove, InvalidNotation, NotYourTurn, Refused, Seat, View, other
from games.match import MOST_PAST, Ending, Match, Phase, fold, plies_before, plies_text
from games.match.apply import MOVES_AFTER_REFUSAL
from games.sahara import View as SaharaView
from tests.games.matches import ADA, BEN, CLEO, HOUR, NOON, asked, begun, plays, reason
from tests.games.sampling import every_case, few, seeds
from tests.games.walks import Case, chance

PLAYERS = (ADA, BEN)
ASK_ADA, ASK_BEN = actions.RequestTakeback(ADA), actions.RequestTakeback(BEN)
GRANT_ADA, GRANT_BEN = actions.AcceptTakeback(ADA), actions.AcceptTakeback(BEN)
ACCEPT = actions.AcceptChallenge(BEN, "web:2")


def challenged(**more: Any) -> Match:
    """A challenge by Ada, who takes seat 0 unless `first` says otherwise."""
    return fold([replace(begun("sahara").opened, **more)])


def first_moves(match: Match, number: int = 1000) -> Match:
    """After so many moves, or to the end, each the first of the legal ones."""
    for _ in range(number):
        if match.awaited:
            assert match.state
            match = plays(match, str(match.state.legal_moves(match.awaited[0])[0]))
    return match


RUNNING = begun("sahara")
OFFERED = asked(RUNNING, actions.OfferDraw(ADA))
DECLINED = asked(OFFERED, actions.DeclineDraw(BEN))
WITHDRAWN = asked(OFFERED, actions.WithdrawDraw(ADA))
WISHED = asked(plays(RUNNING, "1"), ASK_ADA)
RESIGNED = asked(RUNNING, actions.Resign(ADA))

REFUSALS: dict[str, tuple[Match, actions.Action, Reason]] = {
    "accepted by another than the invited": (
        *(challenged(invited=BEN), actions.AcceptChallenge(CLEO, "web:2")),
        Reason.NOT_INVITED,
    ),
    "declined by another": (challenged(invited=BEN), actions.DeclineChallenge(CLEO), Reason.NOT_INVITED),
    "declined though open": (challenged(), actions.DeclineChallenge(BEN), Reason.NOT_INVITED),
    "accepted by the challenger": (
        *(challenged(), actions.AcceptChallenge(ADA, "web:2")),
        Reason.OWN_CHALLENGE,
    ),
    "cancelled by another": (challenged(), actions.CancelChallenge(BEN), Reason.NOT_YOURS_TO_CANCEL),
    "accepted late": (RUNNING, actions.AcceptChallenge(CLEO, "web:3"), Reason.NO_CHALLENGE),
    "declined late": (RUNNING, actions.DeclineChallenge(BEN), Reason.NO_CHALLENGE),
    "cancelled late": (RUNNING, actions.CancelChallenge(ADA), Reason.NO_CHALLENGE),
    "played by a stranger": (RUNNING, actions.PlayMove(CLEO, "4", None), Reason.NO_SEAT),
    "played too early": (challenged(), actions.PlayMove(ADA, "4", None), Reason.NOT_RUNNING),
    "an older position": (plays(RUNNING, "4"), actions.PlayMove(ADA, "1", 2), Reason.STALE),
    # As on a board that shows more than a copy of the database which was brought back.
    "a position to come": (RUNNING, actions.PlayMove(ADA, "4", RUNNING.version + 1), Reason.STALE),
    "resigned twice": (RESIGNED, actions.Resign(ADA), Reason.NOT_RUNNING),
    "offered twice": (OFFERED, actions.OfferDraw(ADA), Reason.ALREADY_OFFERED),
    "declined by who offered": (OFFERED, actions.DeclineDraw(ADA), Reason.OWN_OFFER),
    "accepted by who offered": (OFFERED, actions.AcceptDraw(ADA), Reason.OWN_OFFER),
    "accepted without an offer": (RUNNING, actions.AcceptDraw(BEN), Reason.NO_OFFER),
    "the other's offer withdrawn": (OFFERED, actions.WithdrawDraw(BEN), Reason.NO_OWN_OFFER),
    "offered right after a refusal": (DECLINED, actions.OfferDraw(ADA), Reason.OFFER_TOO_SOON),
    "offered a move too soon": (
        *(first_moves(DECLINED, 2 * (MOVES_AFTER_REFUSAL - 1)), actions.OfferDraw(ADA)),
        Reason.OFFER_TOO_SOON,
    ),
    "a withdrawn offer accepted": (WITHDRAWN, actions.AcceptDraw(BEN), Reason.NO_OFFER),
    "withdrawn twice": (WITHDRAWN, actions.WithdrawDraw(ADA), Reason.NO_OWN_OFFER),
    "withdrawn and offered at once": (WITHDRAWN, actions.OfferDraw(ADA), Reason.OFFER_TOO_SOON),
    "taken back by oneself": (WISHED, GRANT_ADA, Reason.OWN_TAKE_BACK),
    "the own wish refused": (WISHED, actions.DeclineTakeback(ADA), Reason.OWN_TAKE_BACK),
    "granted by a stranger": (WISHED, actions.AcceptTakeback(CLEO), Reason.NO_SEAT),
    "granted after a refusal": (
        *(asked(WISHED, actions.DeclineTakeback(BEN)), GRANT_BEN),
        Reason.NO_TAKE_BACK,
    ),
    "granted after the next ply": (plays(WISHED, "1"), GRANT_BEN, Reason.NO_TAKE_BACK),
    "wished twice": (WISHED, ASK_ADA, Reason.ALREADY_ASKED),
    "wished by both": (asked(plays(RUNNING, "1", "1"), ASK_ADA), ASK_BEN, Reason.OTHER_ASKED),
    "nothing played": (RUNNING, ASK_ADA, Reason.NOTHING_TO_TAKE_BACK),
    "nothing played oneself": (plays(RUNNING, "1"), ASK_BEN, Reason.NOTHING_TO_TAKE_BACK),
    "wished after the end": (RESIGNED, ASK_ADA, Reason.NOT_RUNNING),
    "a drawn part": (plays(begun("stacko"), "draw"), ASK_ADA, Reason.NOTHING_TO_TAKE_BACK),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_what_a_match_refuses(what: str) -> None:
    match, request, expected = REFUSALS[what]
    assert reason(match, request) is expected


def test_moves_that_the_game_refuses() -> None:
    with pytest.raises(NotYourTurn):
        RUNNING.decide(actions.PlayMove(BEN, "4", None), at=0)
    with pytest.raises(InvalidNotation):
        RUNNING.decide(actions.PlayMove(ADA, "seven", None), at=0)
    with pytest.raises(IllegalMove):
        plays(RUNNING, "4").decide(actions.PlayMove(ADA, "4", None), at=0)


# Challenge and acceptance


def test_a_challenge_is_accepted_declined_or_taken_back() -> None:
    match = challenged(invited=BEN)
    assert (match.phase, match.version, match.awaited) == (Phase.CHALLENGE, 1, ())
    accepted = asked(match, ACCEPT)
    assert (accepted.phase, accepted.version, accepted.awaited) == (Phase.RUNNING, 2, (0,))
    assert accepted.players == (ADA, BEN)
    assert asked(match, actions.DeclineChallenge(BEN)).phase is Phase.DECLINED
    assert asked(match, actions.CancelChallenge(ADA)).phase is Phase.CANCELLED
    called = actions.AcceptChallenge(CLEO, "web:2", called=True)
    assert asked(match, called).players == (ADA, CLEO)


def test_seed_and_acceptance_decide_the_seats_together() -> None:
    """Whoever made the challenge cannot know who will begin: the seed alone does not decide."""
    by_seed = {asked(challenged(first=None, seed=bytes([n] * 32).hex()), ACCEPT).players for n in range(20)}
    opened = challenged(first=None)
    by_press = {asked(opened, actions.AcceptChallenge(BEN, f"web:{press}")).players for press in range(20)}
    assert by_seed == by_press == {(ADA, BEN), (BEN, ADA)}


def test_a_match_that_goes_on_from_another_one_begins_after_its_plies() -> None:
    match, plies = RUNNING, list[tuple[Seat, str]]()
    for notation in "1234":
        plies.append((match.awaited[0], notation))
        match = plays(match, notation)
    onward = begun("sahara", plies=plies_text(plies))
    assert plies_before(onward.opened) == tuple(plies)
    assert (onward.state, onward.awaited) == (match.state, match.awaited)


def test_a_log_that_does_not_begin_with_a_challenge_or_has_a_second_one_is_no_match() -> None:
    for log in ([], [MovePlayed(at=0, seat=0, notation="4")]):
        with pytest.raises(ValueError, match="begins with a challenge"):
            fold(log)
    with pytest.raises(ValueError, match="a challenge in a match"):
        RUNNING.apply(RUNNING.opened)
    with pytest.raises(ValueError, match="before the deal"):
        challenged().apply(MovePlayed(at=0, seat=0, notation="4"))


# Draws and endings


def test_a_draw_is_offered_accepted_declined_withdrawn_or_outplayed() -> None:
    assert OFFERED.decide(actions.PlayMove(ADA, "4", RUNNING.version), at=0).events  # no press is stale
    assert (OFFERED.offer, DECLINED.offer, WITHDRAWN.offer) == (0, None, None)
    for agreed in (actions.OfferDraw(BEN), actions.AcceptDraw(BEN)):
        over = asked(OFFERED, agreed)
        assert (over.phase, over.ending) == (Phase.OVER, Ending(None, "agreed", None))
    assert plays(OFFERED, "1").offer is None  # the offerer moved on
    assert plays(asked(plays(RUNNING, "1"), actions.OfferDraw(ADA)), "1").offer == 0  # the other moved


def test_who_was_refused_a_draw_plays_five_moves_before_they_offer_one_again() -> None:
    assert DECLINED.draw_waits == (MOVES_AFTER_REFUSAL, 0) == (5, 0)
    other_offers = asked(DECLINED, actions.OfferDraw(BEN))
    assert other_offers.offer == 1
    assert asked(other_offers, actions.OfferDraw(ADA)).phase is Phase.OVER
    assert asked(first_moves(DECLINED, 10), actions.OfferDraw(ADA)).offer == 0
    assert asked(first_moves(WITHDRAWN, 2), actions.OfferDraw(ADA)).offer == 0
    assert DECLINED.apply(DrawOffered(at=0, seat=0)).offer == 0  # as in logs from before one had to wait


@pytest.mark.parametrize(("player", "winner"), [(ADA, 1), (BEN, 0)])
def test_a_resignation_ends_the_match(player: PlayerId, winner: Seat) -> None:
    match = asked(RUNNING, actions.Resign(player))
    assert (match.phase, match.awaited) == (Phase.OVER, ())
    assert match.ending == Ending(winner, "resigned", None)


def test_the_rules_end_the_match() -> None:
    match = first_moves(RUNNING)
    assert match.phase is Phase.OVER
    assert match.ending
    assert match.ending.result
    assert (match.ending.reason, sum(match.ending.result.scores)) == ("rules", 36)


def test_a_series_runs_in_one_match_with_alternating_starters_and_totals() -> None:
    match = begun("sahara", words={"target": "30"})
    starters, games = [match.awaited[0]], 0
    while match.awaited:
        match = first_moves(match, 1)
        view = match.seen_by(None).view
        assert isinstance(view, SaharaView)
        if len(view.games) > games and match.awaited:
            games = len(view.games)
            starters.append(match.awaited[0])
    assert starters == [index % 2 for index in range(len(starters))]
    assert match.ending
    assert match.ending.result
    assert max(match.ending.result.scores) >= 30


def test_the_seed_stays_a_secret_until_the_end() -> None:
    with pytest.raises(Refused, match=r"still_sealed"):
        RUNNING.proof(0)
    for viewer in VIEWERS:
        assert RUNNING.opened.seed not in repr(RUNNING.seen_by(viewer))
    proof = RESIGNED.proof(0)
    assert (proof.seed, proof.seal) == (RUNNING.opened.seed, RUNNING.seen_by(None).seal)
    assert proof.players == RUNNING.players
    assert RUNNING.state
    assert proof.dealt == (RUNNING.state.view(0), RUNNING.state.view(1))


# Taking a ply back


def test_the_last_own_ply_goes_back_once_the_opponent_agrees_and_what_was_played_since() -> None:
    assert (WISHED.take_back, WISHED.awaited) == (0, (1,))
    undone = asked(WISHED, GRANT_BEN)
    assert (undone.state, undone.take_back, undone.awaited) == (RUNNING.state, None, (0,))
    assert undone.can_take_back == ()
    before = plays(RUNNING, "1")
    assert asked(plays(before, "1", "2"), ASK_BEN, GRANT_ADA).state == before.state
    refused = asked(WISHED, actions.DeclineTakeback(BEN))
    assert (refused.take_back, refused.state) == (None, WISHED.state)
    assert asked(refused, ASK_ADA).take_back == 0


def test_of_a_turn_of_several_plies_the_last_one_goes_back() -> None:
    """Sahara: the last bean in the own store moves again; each of these moves is a ply."""
    before = plays(RUNNING, "4")
    match = asked(plays(before, "5"), ASK_ADA, GRANT_BEN)
    assert match.state == before.state
    assert asked(match, ASK_ADA, GRANT_BEN).state == RUNNING.state


def test_after_an_undo_older_presses_of_both_are_stale_and_the_clock_begins_anew() -> None:
    after = asked(WISHED, GRANT_BEN)
    assert after.asked == (after.version, after.version)
    for player in PLAYERS:
        assert reason(after, actions.PlayMove(player, "2", WISHED.version)) is Reason.STALE
    assert asked(after, actions.PlayMove(ADA, "2", after.version))
    match = plays(begun("sahara", clock=HOUR), "1", at=NOON + 5)
    timed = asked(match, ASK_ADA, GRANT_BEN, at=NOON + 50)
    assert (timed.due(0), timed.due(1)) == (NOON + 50 + HOUR, None)
    late = asked(match, actions.ExpireTime(1), at=NOON + 5 + HOUR)
    undone = asked(late, ASK_ADA, GRANT_BEN, at=NOON + 2 * HOUR)
    assert (late.late, undone.late) == ((1,), ())
    assert reason(plays(undone, "2"), actions.ClaimWin(ADA)) is Reason.TIME_NOT_UP


def test_an_undo_withdraws_a_draw_offered_since_and_leaves_an_older_one() -> None:
    older = asked(RUNNING, actions.OfferDraw(BEN))
    assert asked(plays(older, "1"), ASK_ADA, GRANT_BEN).offer == 1
    newer = asked(plays(RUNNING, "1"), actions.OfferDraw(BEN))
    assert asked(newer, ASK_ADA, GRANT_BEN).offer is None
    declined = asked(plays(older, "1"), actions.DeclineDraw(ADA))
    again = declined.apply(DrawOffered(at=NOON, seat=1))  # as in logs from before one had to wait
    assert asked(again, ASK_ADA, GRANT_BEN).offer is None
    both = asked(WISHED, actions.OfferDraw(ADA))
    assert (both.take_back, both.offer) == (0, 0)
    assert asked(both, actions.AcceptDraw(BEN)).take_back is None


def test_what_came_to_light_stays_known() -> None:
    captures = ("hide a b", "hide a b", "c1 c2", "c5 c4", "c2 c3", "b5 b4", "c3 b4")
    before = plays(begun("sator"), *captures[:-1])
    assert (before.can_take_back, plays(before, captures[-1]).can_take_back) == ((0, 1), ())
    passed = plays(begun("stacko"), "draw")
    assert asked(plays(passed, "pass"), ASK_ADA, GRANT_BEN).state == passed.state
    assert plays(begun("stacko"), "1").can_take_back == ()
    assert first_moves(begun("sato", words={"variant": "hidden"}), 1).can_take_back == ()
    split = begun("sato", words={"variant": "split"})
    assert asked(first_moves(split, 1), ASK_ADA, GRANT_BEN).state == split.state


def test_what_is_chosen_in_secret_is_not_played_openly() -> None:
    match = begun("sator")
    assert [match.plays_openly, plays(match, "hide a b", "hide a b").plays_openly] == [False, True]
    assert RUNNING.plays_openly
    assert challenged().plays_openly


@pytest.mark.parametrize(("typed", "found"), [("k7qf2m", "K7QF2M"), ("K7QF2", None), ("K7QF2M ", None)])
def test_a_code_is_read_in_any_case(typed: str, found: str | None) -> None:
    assert match_id_of(typed) == found


def test_a_set_up_of_sator_may_be_chosen_anew() -> None:
    match = plays(begun("sator"), "hide a b")
    assert asked(match, ASK_ADA, GRANT_BEN).awaited == (0, 1)
    assert asked(plays(match, "hide c d"), ASK_BEN, GRANT_ADA).awaited == (1,)


def test_no_more_positions_are_kept_than_a_few() -> None:
    match = RUNNING
    for _ply in range(MOST_PAST + 3):
        match = first_moves(match, 1)
        assert len(match.past) <= MOST_PAST
    assert len(match.past) == MOST_PAST
    with pytest.raises(ValueError, match="cannot be"):
        RUNNING.apply(TakebackAccepted(at=NOON, seat=0))


def views(match: Match) -> list[View | None]:
    return [match.seen_by(viewer).view for viewer in VIEWERS]


@every_case
@few
@seeds
def test_after_an_undo_everybody_sees_what_they_saw_before_the_ply(case: Case, seed: int) -> None:
    """Along random lines with undos wherever they are possible; and the log folds to the same match.

    Whether one may ask follows from what the spectator sees: the button and the refusal tell nobody anything.
    """
    rng = chance(seed)
    match = begun(case.key, words=dict(case.words), seed=seed % 256)
    assert match.accepted
    log: list[Event] = [match.opened, match.accepted]

    def happens(request: actions.Action) -> Match:
        events, after = match.decide(request, NOON)
        log.extend(events)
        return after

    seen: dict[int, list[View | None]] = {}
    since_revealed: list[Seat] = []
    for _ply in range(40):
        if not match.awaited or match.state is None:
            break
        seat = rng.choice(match.awaited)
        seen[match.version] = views(match)
        move = str(rng.choice(match.state.legal_moves(seat)))
        match = happens(actions.PlayMove(PLAYERS[seat], move, None))
        public = match.seen_by(None)
        assert public.view
        since_revealed = [] if public.view.revealed else [*since_revealed, seat][-MOST_PAST:]
        assert public.ending or set(public.can_take_back) == set(since_revealed)
        if match.can_take_back and rng.random() < 0.4:
            asker = rng.choice(match.can_take_back)
            back_to = max(past.version for past in match.past if past.seat == asker)
            match = happens(actions.RequestTakeback(PLAYERS[asker]))
            match = happens(actions.AcceptTakeback(PLAYERS[other(asker)]))
            assert views(match) == seen[back_to]
            since_revealed = [past.seat for past in match.past]
    assert fold(log) == match


# All requests at random

EVERYBODY = st.sampled_from([ADA, BEN, CLEO])
BY_PLAYERS = [
    *(actions.DeclineChallenge, actions.CancelChallenge, actions.Resign, actions.ClaimWin, actions.ClaimDraw),
    *(actions.OfferDraw, actions.AcceptDraw, actions.DeclineDraw, actions.WithdrawDraw, actions.GiveTime),
    *(actions.RequestTakeback, actions.AcceptTakeback, actions.DeclineTakeback, actions.LayOpen),
]
BY_THE_BOT = [actions.ExpireChallenge(), actions.ExpireTime(0), actions.ExpireTime(1), actions.StopMatch()]
BY_THE_BOT += [actions.WarnOfAbandonment(), actions.AbandonMatch()]
PLAYS = st.builds(actions.PlayMove, EVERYBODY, st.sampled_from("123456"), st.none() | st.integers(1, 20))
REQUESTS = st.one_of(
    st.builds(actions.AcceptChallenge, EVERYBODY, st.just("web:9")),
    *(st.builds(kind, EVERYBODY) for kind in BY_PLAYERS),
    *[PLAYS] * 8,
    st.builds(actions.TellAway, EVERYBODY, st.integers(NOON, 2 * NOON), st.integers(NOON, 2 * NOON)),
    st.sampled_from(BY_THE_BOT),
)


@given(
    requests=st.lists(st.tuples(REQUESTS, st.sampled_from([1, 100, HOUR, 30 * HOUR])), max_size=40),
    first=st.sampled_from([ADA, None]),
    clock=st.sampled_from([0, HOUR, 48 * HOUR]),
)
def test_folding_the_log_gives_the_match_again_and_a_refusal_changes_nothing(
    requests: list[tuple[actions.Action, int]], first: PlayerId | None, clock: int
) -> None:
    match = challenged(first=first, clock=clock)
    log: list[Event] = [match.opened]
    for request, later in [(ACCEPT, 1), *requests]:
        before = replace(match)
        try:
            events, match = match.decide(request, at=match.since + later)
        except Refused:
            assert match == before
            continue
        log += events
        assert (match.ending is None) == (match.phase is not Phase.OVER)
    assert fold(log) == match
    assert match.version == len(log)
    assert sum(isinstance(event, ChallengeAccepted) for event in log) <= 1
