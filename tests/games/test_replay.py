"""Replays: the positions that stood, what was taken back left out; a record and its log are one match."""

from __future__ import annotations

import pytest

from games import actions
from games.actions import Reason, RefusedByMatch
from games.events import Event, TakebackAccepted
from games.game import VIEWERS, Viewer
from games.match import Match, Phase, deal, fold
from games.record import read, write
from games.replay import Frame, Position, frames, of_record, positions, recorded, seen_at
from tests.games.by_hand import played
from tests.games.matches import ADA, BEN, NOON, begun
from tests.games.sampling import every_case
from tests.games.stacko_rounds import NEARLY_DONE, laid, on_table
from tests.games.walks import Case, chance

PLAYERS = (ADA, BEN)


class Logged:
    """A match with its log."""

    def __init__(self, match: Match) -> None:
        assert match.accepted
        self.match = match
        self.log: list[Event] = [match.opened, match.accepted]

    def ask(self, *requests: actions.Action, at: int = NOON) -> Logged:
        for request in requests:
            events, self.match = self.match.decide(request, at)
            self.log += events
        return self

    def play(self, *notations: str) -> Logged:
        for notation in notations:
            self.ask(
                actions.PlayMove(PLAYERS[self.match.awaited[0]], notation, None), at=NOON + len(self.log)
            )
        return self

    @property
    def notations(self) -> list[str]:
        return [position.ply[1] for position in positions(self.log) if position.ply]


def with_take_backs(case: Case, seed: int, plies: int) -> Logged:
    """A match of random plies in which every other wish to take one back is granted."""
    rng = chance(seed)
    game = Logged(begun(case.key, words=dict(case.words), seed=seed + 1))
    for _ in range(plies):
        match = game.match
        if match.state is None or match.phase is not Phase.RUNNING:
            break
        if match.can_take_back and rng.random() < 0.3:
            seat = rng.choice(match.can_take_back)
            game.ask(actions.RequestTakeback(PLAYERS[seat]), actions.AcceptTakeback(PLAYERS[1 - seat]))
        else:
            seat = rng.choice(match.awaited)
            move = rng.choice(match.state.legal_moves(seat))
            game.ask(actions.PlayMove(PLAYERS[seat], str(move), None))
    return game


def test_the_deal_comes_first_and_every_ply_after_it() -> None:
    game = Logged(begun("sahara")).play("4", "2", "1")
    stood = positions(game.log)
    assert stood[0].ply is None
    assert stood[0].state == begun("sahara").state
    assert [(position.seat, position.at) for position in stood] == [
        (None, NOON),
        (0, NOON + 2),
        (0, NOON + 3),
        (1, NOON + 4),
    ]
    assert stood[-1].state == game.match.state


def test_what_was_taken_back_is_not_among_the_plies_nor_what_was_played_since() -> None:
    game = (
        Logged(begun("sahara"))
        .play("1", "1", "2")
        .ask(actions.RequestTakeback(BEN), actions.AcceptTakeback(ADA))
    )
    assert game.notations == ["1"]
    assert game.play("3").notations == ["1", "3"]


def test_a_challenge_has_no_positions() -> None:
    assert positions([begun("sahara").opened]) == ()


def test_a_log_that_takes_back_what_was_not_played_is_damaged() -> None:
    with pytest.raises(ValueError, match="not played"):
        positions([*Logged(begun("sahara")).log, TakebackAccepted(at=NOON, seat=0)])


@every_case
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1,))])
def test_after_every_event_the_last_position_is_that_of_the_match(case: Case, seed: int) -> None:
    game = with_take_backs(case, seed, 40)
    for length in range(2, len(game.log) + 1):
        assert positions(game.log[:length])[-1].state == fold(game.log[:length]).state


@every_case
def test_a_record_without_what_was_taken_back_tells_the_same_positions(case: Case) -> None:
    game = with_take_backs(case, 5, 30)
    if game.match.phase is Phase.RUNNING:
        game.ask(actions.Resign(BEN))
    stood = positions(game.log)
    record = recorded(game.match, stood, 0, names=("Ada", "Ben"), day="2026-11-21")
    again, states = read(write(record))
    assert again == record
    assert states == tuple(position.state for position in stood)
    match, positions_again = of_record(again, states)
    assert [(position.state, position.ply) for position in positions_again] == [
        (position.state, position.ply) for position in stood
    ]
    assert (match.phase, match.ending, match.state) == (Phase.OVER, game.match.ending, states[-1])
    assert match.players == ("first", "second")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_past_is_seen_by_a_viewer_as_they_saw_it_then(viewer: Viewer) -> None:
    game = Logged(begun("sator"))
    states = [deal(game.match.opened, game.log[1])]  # type: ignore[arg-type]
    for _ in range(4):
        assert game.match.state
        seat = game.match.awaited[0]
        game.ask(actions.PlayMove(PLAYERS[seat], str(game.match.state.legal_moves(seat)[0]), None))
        states.append(game.match.state)
    stood = positions(game.log)
    for place, state in enumerate(states):
        seen = seen_at(game.match, stood, Frame(place), viewer)
        assert seen.view == state.view(viewer)
        assert (seen.awaited, seen.offer, seen.ending) == ((), None, None)


def test_a_round_that_has_ended_has_a_frame_of_its_own_before_the_next_deal() -> None:
    ended = played(on_table(laid(NEARLY_DONE, offer=35)), "1")
    stood = [Position(state, NOON) for state in (on_table(laid(NEARLY_DONE, offer=35)), ended)]
    shown = frames(stood)
    assert shown == (Frame(0), Frame(1, before_deal=True), Frame(1))
    for viewer in VIEWERS:
        view = ended.view(viewer)
        assert [frame.view(stood, viewer) for frame in shown[1:]] == [view.before_deal, view]


def test_how_it_ended_is_told_in_the_last_position_only() -> None:
    game = Logged(begun("sahara")).play("4", "2").ask(actions.Resign(ADA))
    stood = positions(game.log)
    endings = [seen_at(game.match, stood, Frame(place), None).ending for place in range(len(stood))]
    assert endings == [None, None, game.match.ending]
    both = seen_at(game.match, stood, Frame(1), 0, both=True)
    assert both.view == seen_at(game.match, stood, Frame(1), 0).view, "nothing is hidden in Sahara"


def test_a_running_match_has_no_record_and_one_with_secrets_none_for_strangers() -> None:
    game = Logged(begun("sator"))
    names = ("Ada", "Ben")
    with pytest.raises(RefusedByMatch) as refused:
        recorded(game.match, positions(game.log), 0, names=names, day="2026-11-21")
    assert refused.value.reason is Reason.STILL_SEALED
    game.ask(actions.Resign(ADA))
    with pytest.raises(RefusedByMatch) as refused:
        recorded(game.match, positions(game.log), None, names=names, day="2026-11-21")
    assert refused.value.reason is Reason.NO_SEAT
