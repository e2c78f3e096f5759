"""A supply of time that moves add to: what is taken from it, once, and what is never lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games import actions
from games.events import MovePlayed
from games.match import Match
from games.match.status import MOST_LEFT
from tests.games.matches import ADA, HOUR, NOON, asked, begun, plays

DAY = 24 * HOUR


def bank(clock: int = 7 * DAY, increment: int = DAY) -> Match:
    return begun("sahara", clock=clock, increment=increment)


def test_each_has_the_base_first_and_a_move_adds_to_what_is_left() -> None:
    match = bank()
    assert (match.left, match.due(0), match.due(1)) == ((7 * DAY, 7 * DAY), NOON + 7 * DAY, None)
    match = plays(match, "5", at=NOON + 3 * DAY)
    assert (match.left, match.due(1)) == ((5 * DAY, 7 * DAY), NOON + 10 * DAY)
    seen = match.seen_by(None)
    assert (seen.clock, seen.increment, seen.left) == (7 * DAY, DAY, (5 * DAY, 7 * DAY))


def test_time_in_which_nobody_could_play_is_not_taken() -> None:
    """The bot was away for two days of three."""
    move = actions.PlayMove(ADA, "5", None, due=NOON + 9 * DAY)
    match = asked(bank(), move, at=NOON + 3 * DAY)
    assert match.left[0] == 7 * DAY  # one day taken, one added


def test_who_is_late_has_the_increment_alone() -> None:
    late = asked(bank(), actions.ExpireTime(0), at=NOON + 7 * DAY)
    assert late.used(0, NOON + 9 * DAY) == late.left[0] == 7 * DAY
    assert plays(late, "5", at=NOON + 9 * DAY).left[0] == DAY
    not_noted = plays(bank(), "5", at=NOON + 9 * DAY)
    assert not_noted.left[0] == DAY


def test_nobody_saves_up_more_than_a_match_lasts_untouched() -> None:
    match = bank(14 * DAY, 14 * DAY)
    assert plays(match, "5").left[0] == MOST_LEFT < 27 * DAY


def test_a_take_back_gives_and_takes_no_time() -> None:
    match = plays(bank(), "5", at=NOON + DAY)
    wish, grant = actions.RequestTakeback(ADA), actions.AcceptTakeback(match.players[1])  # type: ignore[index]
    undone = asked(match, wish, grant, at=NOON + 2 * DAY)
    assert (undone.left, undone.due(0)) == (match.left, NOON + 2 * DAY + match.left[0])


def test_where_each_move_has_its_time_nothing_is_taken() -> None:
    match = plays(begun("sahara", clock=DAY), "5", at=NOON + HOUR)
    assert (match.left, match.opened.increment) == ((DAY, DAY), 0)


@given(st.lists(st.tuples(st.integers(0, 9 * DAY), st.integers(0, 3 * DAY)), max_size=12))
def test_what_is_used_is_taken_once_and_nobody_has_less_than_nothing(turns: list[tuple[int, int]]) -> None:
    """Of each turn: how long it takes, and how much of that is credited."""
    match, at = bank(), NOON
    for takes, credited in turns:
        if not match.awaited:
            break
        seat, before = match.awaited[0], match.left
        due = match.due(seat)
        assert match.players
        assert match.state
        assert due is not None
        move = str(match.state.legal_moves(seat)[0])
        at += takes
        (event,) = match.decide(actions.PlayMove(match.players[seat], move, None, due + credited), at).events
        assert isinstance(event, MovePlayed)
        match = match.apply(event)
        assert event.used == min(before[seat], max(0, takes - credited))
        assert match.left[seat] == max(
            before[seat] - event.used, min(before[seat] - event.used + DAY, MOST_LEFT)
        )
        assert match.left[1 - seat] == before[1 - seat]
        assert min(match.left) >= 0
