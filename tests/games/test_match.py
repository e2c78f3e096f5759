"""The match around the game: challenge, acceptance, plies, offers, endings; decide and apply."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import actions
from games.actions import Reason, RefusedByMatch
from games.events import (
    ChallengeAccepted,
    ChallengeOffered,
    DrawOffered,
    Event,
    MatchId,
    MovePlayed,
    PlayerId,
)
from games.game import VIEWERS, IllegalMove, InvalidNotation, NotYourTurn, Refused
from games.match import Match, Phase, fold
from games.match.apply import MOVES_AFTER_REFUSAL
from games.sahara import View

ADA, BEN, CLEO = PlayerId("ada"), PlayerId("ben"), PlayerId("cleo")


def challenged(
    *, invited: PlayerId | None = None, first: PlayerId | None = ADA, seed: int = 1, target: str = "none"
) -> Match:
    """A challenge by Ada, who takes seat 0 unless `first` says otherwise."""
    opened = ChallengeOffered(
        at=100,
        match=MatchId("ABCDEF"),
        game="sahara",
        game_version=1,
        house_rules={"target": target},
        challenger=ADA,
        invited=invited,
        first=first,
        seed=bytes([seed] * 32).hex(),
        entropy="web:1",
    )
    return fold([opened])


def after(match: Match, *requests: actions.Action) -> Match:
    for request in requests:
        for event in match.decide(request, at=match.since + 10).events:
            match = match.apply(event)
    return match


def running(*, target: str = "none") -> Match:
    return after(challenged(target=target), actions.AcceptChallenge(BEN, "web:2"))


def plays(match: Match, *notations: str) -> Match:
    for notation in notations:
        (seat,) = match.awaited
        assert match.players
        match = after(match, actions.PlayMove(match.players[seat], notation, None))
    return match


def reason_of(match: Match, request: actions.Action) -> Reason:
    with pytest.raises(RefusedByMatch) as refused:
        match.decide(request, at=0)
    return refused.value.reason


def test_a_challenge_waits_for_whoever_accepts() -> None:
    match = challenged()
    assert (match.phase, match.version, match.awaited) == (Phase.CHALLENGE, 1, ())
    match = after(match, actions.AcceptChallenge(BEN, "web:2"))
    assert (match.phase, match.version, match.awaited) == (Phase.RUNNING, 2, (0,))
    assert match.players == (ADA, BEN)


def test_only_the_invited_player_may_accept_or_decline() -> None:
    match = challenged(invited=BEN)
    assert reason_of(match, actions.AcceptChallenge(CLEO, "web:2")) is Reason.NOT_INVITED
    assert reason_of(match, actions.DeclineChallenge(CLEO)) is Reason.NOT_INVITED
    assert after(match, actions.DeclineChallenge(BEN)).phase is Phase.DECLINED


def test_an_open_challenge_cannot_be_declined() -> None:
    assert reason_of(challenged(), actions.DeclineChallenge(BEN)) is Reason.NOT_INVITED


def test_nobody_plays_against_himself() -> None:
    assert reason_of(challenged(), actions.AcceptChallenge(ADA, "web:2")) is Reason.OWN_CHALLENGE


def test_only_the_challenger_takes_a_challenge_back() -> None:
    assert reason_of(challenged(), actions.CancelChallenge(BEN)) is Reason.NOT_YOURS_TO_CANCEL
    assert after(challenged(), actions.CancelChallenge(ADA)).phase is Phase.CANCELLED


@pytest.mark.parametrize(
    "request_",
    [actions.AcceptChallenge(CLEO, "web:3"), actions.DeclineChallenge(BEN), actions.CancelChallenge(ADA)],
)
def test_an_answered_challenge_is_answered(request_: actions.Action) -> None:
    assert reason_of(running(), request_) is Reason.NO_CHALLENGE


def test_the_lot_decides_the_seats_and_both_come_up() -> None:
    seatings = {
        after(challenged(first=None, seed=seed), actions.AcceptChallenge(BEN, "web:2")).players
        for seed in range(20)
    }
    assert seatings == {(ADA, BEN), (BEN, ADA)}


def test_the_acceptance_stirs_the_lot() -> None:
    """Whoever made the challenge cannot know who will begin: the seed alone does not decide."""
    seatings = {
        after(challenged(first=None), actions.AcceptChallenge(BEN, f"web:{press}")).players
        for press in range(20)
    }
    assert len(seatings) == 2


def test_plies_alternate_and_bonus_moves_do_not() -> None:
    match = plays(running(), "4")
    assert match.awaited == (0,)
    match = plays(match, "5")
    assert match.awaited == (1,)


def test_wrong_seat_stranger_and_nonsense_are_refused() -> None:
    match = running()
    with pytest.raises(NotYourTurn):
        match.decide(actions.PlayMove(BEN, "4", None), at=0)
    with pytest.raises(InvalidNotation):
        match.decide(actions.PlayMove(ADA, "seven", None), at=0)
    with pytest.raises(IllegalMove):
        plays(match, "4").decide(actions.PlayMove(ADA, "4", None), at=0)
    assert reason_of(match, actions.PlayMove(CLEO, "4", None)) is Reason.NO_SEAT
    assert reason_of(challenged(), actions.PlayMove(ADA, "4", None)) is Reason.NOT_RUNNING


def test_a_press_on_an_older_position_is_stale() -> None:
    match = plays(running(), "4")
    assert reason_of(match, actions.PlayMove(ADA, "1", 2)) is Reason.STALE
    assert match.decide(actions.PlayMove(ADA, "1", match.version), at=0).events


def test_a_press_on_a_position_that_is_still_to_come_is_stale() -> None:
    """As on a board that shows more than a copy of the database which was brought back."""
    match = running()
    assert reason_of(match, actions.PlayMove(ADA, "4", match.version + 1)) is Reason.STALE


def test_a_draw_offer_makes_no_press_stale() -> None:
    match = running()
    shown = match.version
    assert after(match, actions.OfferDraw(BEN)).decide(actions.PlayMove(ADA, "4", shown), at=0).events


def test_an_offered_draw_can_be_accepted_declined_or_outplayed() -> None:
    match = after(running(), actions.OfferDraw(ADA))
    assert match.offer == 0
    assert reason_of(match, actions.OfferDraw(ADA)) is Reason.ALREADY_OFFERED
    assert (
        reason_of(match, actions.DeclineDraw(ADA))
        is reason_of(match, actions.AcceptDraw(ADA))
        is Reason.OWN_OFFER
    )
    assert reason_of(running(), actions.AcceptDraw(ADA)) is Reason.NO_OFFER
    agreed = after(match, actions.OfferDraw(BEN))
    assert agreed.phase is Phase.OVER
    assert agreed.ending
    assert (agreed.ending.winner, agreed.ending.reason) == (None, "agreed")
    assert after(match, actions.DeclineDraw(BEN)).offer is None
    assert plays(match, "1").offer is None  # the offerer moved on


def turns_of(match: Match, number: int) -> Match:
    """After so many moves of Ada, and as many of Ben."""
    for _ in range(2 * number):
        assert match.state is not None
        (seat,) = match.awaited
        move = str(match.state.legal_moves(seat)[0])
        match = after(match, actions.PlayMove((ADA, BEN)[seat], move, None))
    return match


def test_who_was_refused_a_draw_plays_five_moves_before_they_offer_one_again() -> None:
    match = after(after(running(), actions.OfferDraw(ADA)), actions.DeclineDraw(BEN))
    assert match.draw_waits == (MOVES_AFTER_REFUSAL, 0) == (5, 0)
    assert reason_of(match, actions.OfferDraw(ADA)) is Reason.OFFER_TOO_SOON
    assert after(match, actions.OfferDraw(BEN)).offer == 1
    assert after(after(match, actions.OfferDraw(BEN)), actions.OfferDraw(ADA)).phase is Phase.OVER
    later = turns_of(match, MOVES_AFTER_REFUSAL - 1)
    assert reason_of(later, actions.OfferDraw(ADA)) is Reason.OFFER_TOO_SOON
    assert after(turns_of(later, 1), actions.OfferDraw(ADA)).offer == 0


def test_an_offer_can_be_withdrawn_and_made_again_after_ones_next_move() -> None:
    match = after(running(), actions.OfferDraw(ADA))
    assert reason_of(match, actions.WithdrawDraw(BEN)) is Reason.NO_OWN_OFFER
    withdrawn = after(match, actions.WithdrawDraw(ADA))
    assert withdrawn.offer is None
    assert reason_of(withdrawn, actions.AcceptDraw(BEN)) is Reason.NO_OFFER
    assert reason_of(withdrawn, actions.WithdrawDraw(ADA)) is Reason.NO_OWN_OFFER
    assert reason_of(withdrawn, actions.OfferDraw(ADA)) is Reason.OFFER_TOO_SOON
    assert after(turns_of(withdrawn, 1), actions.OfferDraw(ADA)).offer == 0


def test_logs_from_before_one_had_to_wait_are_read_as_they_are() -> None:
    match = after(after(running(), actions.OfferDraw(ADA)), actions.DeclineDraw(BEN))
    assert match.apply(DrawOffered(at=0, seat=0)).offer == 0


def test_an_offer_stands_while_the_other_moves() -> None:
    match = plays(running(), "1")
    match = after(match, actions.OfferDraw(ADA))
    assert plays(match, "1").offer == 0


@pytest.mark.parametrize(
    ("request_", "winner", "reason"),
    [(actions.Resign(ADA), 1, "resigned"), (actions.Resign(BEN), 0, "resigned")],
)
def test_a_resignation_ends_the_match(request_: actions.Action, winner: int, reason: str) -> None:
    match = after(running(), request_)
    assert match.phase is Phase.OVER
    assert match.awaited == ()
    assert match.ending
    assert (match.ending.winner, match.ending.reason, match.ending.result) == (winner, reason, None)
    assert reason_of(match, actions.Resign(ADA)) is Reason.NOT_RUNNING


def first_moves_to_the_end(match: Match) -> Match:
    while match.awaited:
        (seat,) = match.awaited
        assert match.state
        match = plays(match, str(match.state.legal_moves(seat)[0]))
    return match


def test_the_rules_end_the_match() -> None:
    match = first_moves_to_the_end(running())
    assert match.phase is Phase.OVER
    assert match.ending
    assert match.ending.result
    assert sum(match.ending.result.scores) == 36


def test_a_series_runs_in_one_match_with_alternating_starters_and_totals() -> None:
    match = running(target="30")
    starters, games = [match.awaited[0]], 0
    while match.awaited:
        (seat,) = match.awaited
        assert match.state
        match = plays(match, str(match.state.legal_moves(seat)[0]))
        view = match.seen_by(None).view
        assert isinstance(view, View)
        if len(view.games) > games and match.awaited:
            games = len(view.games)
            starters.append(match.awaited[0])
    assert starters == [index % 2 for index in range(len(starters))]
    assert match.ending
    assert match.ending.result
    assert max(match.ending.result.scores) >= 30


def test_the_seed_stays_a_secret_until_the_end() -> None:
    match = running()
    assert reason_of_proof(match) is Reason.STILL_SEALED
    for viewer in VIEWERS:
        assert match.opened.seed not in repr(match.seen_by(viewer))
    proof = after(match, actions.Resign(ADA)).proof(0)
    assert proof.seed == match.opened.seed
    assert proof.seal == match.seen_by(None).seal
    assert proof.players == match.players
    assert match.state
    assert proof.dealt == (match.state.view(0), match.state.view(1))


def reason_of_proof(match: Match) -> Reason:
    with pytest.raises(RefusedByMatch) as refused:
        match.proof(0)
    return refused.value.reason


def test_a_log_that_does_not_begin_with_a_challenge_is_no_match() -> None:
    for log in ([], [MovePlayed(at=0, seat=0, notation="4")]):
        with pytest.raises(ValueError, match="begins with a challenge"):
            fold(log)


REQUESTS = st.one_of(
    st.builds(actions.AcceptChallenge, st.sampled_from([ADA, BEN, CLEO]), st.just("web:9")),
    *(
        st.builds(kind, st.sampled_from([ADA, BEN, CLEO]))
        for kind in (actions.DeclineChallenge, actions.CancelChallenge, actions.Resign)
    ),
    *(st.builds(kind, st.sampled_from([ADA, BEN])) for kind in (actions.OfferDraw, actions.DeclineDraw)),
    st.builds(
        actions.PlayMove,
        st.sampled_from([ADA, BEN, CLEO]),
        st.sampled_from("123456"),
        st.none() | st.integers(1, 20),
    ),
)


@given(requests=st.lists(REQUESTS, max_size=40), first=st.sampled_from([ADA, None]))
def test_folding_the_log_gives_the_match_again_and_a_refusal_changes_nothing(
    requests: list[actions.Action], first: PlayerId | None
) -> None:
    match = challenged(first=first)
    log: list[Event] = [match.opened]
    for request in [actions.AcceptChallenge(BEN, "web:2"), *requests]:
        before = dataclasses.replace(match)
        try:
            events = match.decide(request, at=match.since + 1).events
        except Refused:
            assert match == before
            continue
        for event in events:
            log.append(event)
            match = match.apply(event)
    assert fold(log) == match
    assert match.version == len(log)
    assert sum(isinstance(event, ChallengeAccepted) for event in log) <= 1
