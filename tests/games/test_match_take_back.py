"""Taking a ply back: with the opponent's consent, and never once a secret was shown or a card turned."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import actions
from games.actions import Reason
from games.events import DrawOffered, Event, TakebackAccepted, TakebackDeclined, TakebackRequested
from games.game import VIEWERS, Seat, View, other
from games.match import MOST_PAST, Match, fold
from tests.games.matches import ADA, BEN, CLEO, HOUR, NOON, asked, begun, plays, reason
from tests.games.sampling import every_case
from tests.games.walks import Case, chance

PLAYERS = (ADA, BEN)
ASK_ADA, ASK_BEN = actions.RequestTakeback(ADA), actions.RequestTakeback(BEN)


def test_the_last_own_ply_goes_back_once_the_opponent_agrees() -> None:
    before = begun("sahara")
    match = asked(plays(before, "1"), ASK_ADA)
    assert (match.take_back, match.awaited) == (0, (1,))
    after = asked(match, actions.AcceptTakeback(BEN))
    assert after.state == before.state
    assert (after.take_back, after.awaited, after.can_take_back) == (None, (0,), ())


def test_what_the_opponent_played_since_goes_back_with_it() -> None:
    before = plays(begun("sahara"), "1")
    match = plays(before, "1", "2")
    assert asked(match, ASK_BEN, actions.AcceptTakeback(ADA)).state == before.state


def test_of_a_turn_of_several_plies_the_last_one_goes_back() -> None:
    """Sahara: the last bean in the own store moves again; each of these moves is a ply."""
    before = plays(begun("sahara"), "4")
    match = asked(plays(before, "5"), ASK_ADA, actions.AcceptTakeback(BEN))
    assert match.state == before.state
    assert asked(match, ASK_ADA, actions.AcceptTakeback(BEN)).state == begun("sahara").state


def test_the_opponent_may_refuse_and_is_the_only_one_who_answers() -> None:
    match = asked(plays(begun("sahara"), "1"), ASK_ADA)
    assert (
        reason(match, actions.AcceptTakeback(ADA))
        is reason(match, actions.DeclineTakeback(ADA))
        is Reason.OWN_TAKE_BACK
    )
    assert reason(match, actions.AcceptTakeback(CLEO)) is Reason.NO_SEAT
    refused = asked(match, actions.DeclineTakeback(BEN))
    assert (refused.take_back, refused.state) == (None, match.state)
    assert reason(refused, actions.AcceptTakeback(BEN)) is Reason.NO_TAKE_BACK
    assert asked(refused, ASK_ADA).take_back == 0


def test_one_request_stands_at_a_time() -> None:
    match = asked(plays(begun("sahara"), "1", "1"), ASK_ADA)
    assert reason(match, ASK_ADA) is Reason.ALREADY_ASKED
    assert reason(match, ASK_BEN) is Reason.OTHER_ASKED


def test_the_next_ply_is_an_answer_too() -> None:
    match = asked(plays(begun("sahara"), "1"), ASK_ADA)
    moved_on = plays(match, "1")
    assert moved_on.take_back is None
    assert reason(moved_on, actions.AcceptTakeback(BEN)) is Reason.NO_TAKE_BACK


def test_who_has_played_nothing_has_nothing_to_take_back() -> None:
    assert reason(begun("sahara"), ASK_ADA) is Reason.NOTHING_TO_TAKE_BACK
    assert reason(plays(begun("sahara"), "1"), ASK_BEN) is Reason.NOTHING_TO_TAKE_BACK
    assert reason(asked(plays(begun("sahara"), "1"), actions.Resign(ADA)), ASK_ADA) is Reason.NOT_RUNNING


def test_after_an_undo_older_presses_of_both_are_stale() -> None:
    match = asked(plays(begun("sahara"), "1"), ASK_ADA)
    shown = match.version
    after = asked(match, actions.AcceptTakeback(BEN))
    assert after.asked == (after.version, after.version)
    assert (
        reason(after, actions.PlayMove(ADA, "2", shown))
        is reason(after, actions.PlayMove(BEN, "2", shown))
        is Reason.STALE
    )
    assert asked(after, actions.PlayMove(ADA, "2", after.version))


def test_the_clock_begins_anew_after_an_undo() -> None:
    match = plays(begun("sahara", clock=HOUR), "1", at=NOON + 5)
    match = asked(match, ASK_ADA, actions.AcceptTakeback(BEN), at=NOON + 50)
    assert (match.due(0), match.due(1)) == (NOON + 50 + HOUR, None)


def test_a_time_that_was_up_before_an_undo_can_be_claimed_no_more() -> None:
    match = asked(plays(begun("sahara", clock=HOUR), "1"), actions.ExpireTime(1), at=NOON + HOUR)
    assert match.late == (1,)
    undone = asked(match, ASK_ADA, actions.AcceptTakeback(BEN), at=NOON + HOUR)
    assert undone.late == ()
    assert reason(plays(undone, "2", at=NOON + HOUR), actions.ClaimWin(ADA)) is Reason.TIME_NOT_UP


def test_an_undo_withdraws_a_draw_offered_since_and_leaves_an_older_one() -> None:
    older = asked(begun("sahara"), actions.OfferDraw(BEN))
    assert asked(plays(older, "1"), ASK_ADA, actions.AcceptTakeback(BEN)).offer == 1
    newer = asked(plays(begun("sahara"), "1"), actions.OfferDraw(BEN))
    assert asked(newer, ASK_ADA, actions.AcceptTakeback(BEN)).offer is None
    declined = asked(plays(older, "1"), actions.DeclineDraw(ADA))
    again = declined.apply(DrawOffered(at=NOON, seat=1))  # as in logs from before one had to wait
    assert asked(again, ASK_ADA, actions.AcceptTakeback(BEN)).offer is None


def test_offer_and_request_stand_side_by_side() -> None:
    match = asked(plays(begun("sahara"), "1"), ASK_ADA, actions.OfferDraw(ADA))
    assert (match.take_back, match.offer) == (0, 0)
    assert asked(match, actions.AcceptDraw(BEN)).take_back is None


SATOR_CAPTURES = ("hide a b", "hide a b", "c1 c2", "c5 c4", "c2 c3", "b5 b4", "c3 b4")


def test_a_capture_in_sator_showed_a_dot() -> None:
    before = plays(begun("sator"), *SATOR_CAPTURES[:-1])
    assert before.can_take_back == (0, 1)
    after = plays(before, SATOR_CAPTURES[-1])
    assert after.can_take_back == ()
    assert {reason(after, ASK_ADA), reason(after, ASK_BEN)} == {Reason.NOTHING_TO_TAKE_BACK}


def test_a_set_up_of_sator_may_be_chosen_anew() -> None:
    match = plays(begun("sator"), "hide a b")
    assert asked(match, ASK_ADA, actions.AcceptTakeback(BEN)).awaited == (0, 1)
    both = plays(match, "hide c d")
    assert asked(both, ASK_BEN, actions.AcceptTakeback(ADA)).awaited == (1,)


def test_a_part_that_was_drawn_in_stacko_stays_drawn() -> None:
    match = plays(begun("stacko"), "draw")
    assert reason(match, ASK_ADA) is Reason.NOTHING_TO_TAKE_BACK
    passed = plays(match, "pass")
    assert asked(passed, ASK_ADA, actions.AcceptTakeback(BEN)).state == match.state


def test_a_part_that_came_out_of_a_tower_in_stacko_stays_known() -> None:
    assert plays(begun("stacko"), "1").can_take_back == ()


def test_a_hidden_stone_of_sato_that_was_laid_stays_known() -> None:
    match = begun("sato", words={"variant": "hidden"})
    assert match.state
    assert plays(match, str(match.state.legal_moves(0)[0])).can_take_back == ()


def test_open_stones_of_sato_go_back_while_nothing_is_drawn() -> None:
    match = begun("sato", words={"variant": "split"})
    assert match.state
    laid = plays(match, str(match.state.legal_moves(0)[0]))
    assert asked(laid, ASK_ADA, actions.AcceptTakeback(BEN)).state == match.state


def test_no_more_positions_are_kept_than_a_few() -> None:
    match = begun("sahara")
    for _ply in range(MOST_PAST + 3):
        assert match.state
        match = plays(match, str(match.state.legal_moves(match.awaited[0])[0]))
        assert len(match.past) <= MOST_PAST
    assert len(match.past) == MOST_PAST


@every_case
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_whether_one_may_ask_follows_from_what_the_spectator_sees(case: Case, seed: int) -> None:
    """So the button and the refusal tell nobody anything."""
    rng = chance(seed)
    match = begun(case.key, words=dict(case.words), seed=seed % 256)
    since_revealed: list[Seat] = []
    for _ply in range(40):
        if not match.awaited or match.state is None:
            break
        seat = rng.choice(match.awaited)
        match = asked(
            match, actions.PlayMove(PLAYERS[seat], str(rng.choice(match.state.legal_moves(seat))), None)
        )
        public = match.seen_by(None)
        assert public.view
        since_revealed = [] if public.view.revealed else [*since_revealed, seat][-MOST_PAST:]
        assert public.ending or set(public.can_take_back) == set(since_revealed)


def test_a_log_that_takes_back_what_cannot_be_is_damaged() -> None:
    with pytest.raises(ValueError, match="cannot be"):
        begun("sahara").apply(TakebackAccepted(at=NOON, seat=0))


def test_the_events_name_who_asked_and_who_refused() -> None:
    match = plays(begun("sahara"), "1")
    assert match.decide(ASK_ADA, NOON).events == (TakebackRequested(at=NOON, seat=0),)
    match = asked(match, ASK_ADA)
    assert match.decide(actions.DeclineTakeback(BEN), NOON).events == (TakebackDeclined(at=NOON, seat=1),)
    assert match.decide(actions.AcceptTakeback(BEN), NOON).events == (TakebackAccepted(at=NOON, seat=0),)


def views(match: Match) -> list[View | None]:
    return [match.seen_by(viewer).view for viewer in VIEWERS]


def happens(match: Match, log: list[Event], request: actions.Action) -> Match:
    events, after = match.decide(request, NOON)
    log += events
    return after


@every_case
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_after_an_undo_everybody_sees_what_they_saw_before_the_ply(case: Case, seed: int) -> None:
    """Along random lines with undos wherever they are possible; and the log folds to the same match."""
    rng = chance(seed)
    match = begun(case.key, words=dict(case.words), seed=seed % 256)
    assert match.accepted
    log: list[Event] = [match.opened, match.accepted]
    seen: dict[int, list[View | None]] = {}
    for _ply in range(40):
        if not match.awaited or match.state is None:
            break
        seat = rng.choice(match.awaited)
        seen[match.version] = views(match)
        move = str(rng.choice(match.state.legal_moves(seat)))
        match = happens(match, log, actions.PlayMove(PLAYERS[seat], move, None))
        if match.can_take_back and rng.random() < 0.4:
            asker = rng.choice(match.can_take_back)
            back_to = max(past.version for past in match.past if past.seat == asker)
            match = happens(match, log, actions.RequestTakeback(PLAYERS[asker]))
            match = happens(match, log, actions.AcceptTakeback(PLAYERS[other(asker)]))
            assert views(match) == seen[back_to]
    assert fold(log) == match
