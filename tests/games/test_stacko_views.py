"""Stacko: who sees what, and how the rest is imagined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Dice, Seat
from games.game import SEATS, VIEWERS, other
from games.stacko import PARTS, PLACES, Hidden, Round, State, falling_run
from games.stacko.towers import fill
from tests.games.sampling import dice, line_of, seeds
from tests.games.stacko_rounds import NEARLY_DONE, dealt, free, laid, on_table, parts_of, played, scored
from tests.games.walks import Case, chance
from tests.policies import stacko_move

X = Hidden.PART
STACKO = Case("stacko", ())


# Who sees what.


def test_a_spectator_sees_no_part_that_was_dealt() -> None:
    view = dealt().view(None)
    assert view.round.towers == ((X,) * 10, (X,) * 10)
    assert (view.round.talon, view.round.talon_parts) == (19, ())
    assert view.round.in_hand == dealt().round.in_hand


def test_a_seat_sees_its_own_tower_and_of_the_other_what_was_built() -> None:
    state = played(dealt(), "3", "draw", "8")
    for seat in SEATS:
        view = state.view(seat)
        assert view.round.towers[seat] == state.round.towers[seat]
        place = 3 if seat == 1 else 8
        seen = [part is not X for part in view.round.towers[other(seat)]]
        assert seen == [number == place for number in range(1, 11)]


def test_a_place_is_not_chosen_before_spectators() -> None:
    assert [dealt().view(viewer).open_choice for viewer in VIEWERS] == [True, True, False]


def test_hidden_parts_stay_hidden_after_the_round_and_after_the_match() -> None:
    state = on_table(laid(NEARLY_DONE, offer=35))
    over = played(state, "1")
    assert over.view(1).ended[0].towers[0] == over.view(None).ended[0].towers[0] == (35, *[X] * 9)
    assert over.view(None).ended[0].towers[1] == (X,) * 10
    assert over.view(0).ended[0].towers == (over.ended[0].towers[0], (X,) * 10)
    final = played(on_table(laid(NEARLY_DONE, offer=35), scored((5, 50))), "1")
    assert final.view(1).round.towers[0] == (35, *[X] * 9)


def test_what_a_viewer_saw_of_a_round_stays_in_sight_until_the_first_ply_of_the_next_one() -> None:
    state = on_table(laid(NEARLY_DONE, offer=35))
    over = played(state, "1")
    for viewer in VIEWERS:
        view = over.view(viewer)
        last = view.before_deal
        assert last
        assert (last.round, last.ended, last.trail, last.to_act) == (view.ended[0], (), view.trail, ())
        assert last.before_deal is state.view(viewer).before_deal is None
        assert view.imagine(dice(1)).view(viewer).before_deal == last
        assert played(over, "draw").view(viewer).before_deal is None
    final = played(on_table(laid(NEARLY_DONE, offer=35), scored((5, 50))), "1")
    assert final.view(0).before_deal is None


def test_everybody_knows_the_talon_once_it_is_made_of_discards() -> None:
    start = laid(offer=17)
    state = on_table(replace(start, talon=(), discards=start.talon))
    for plies in (["draw"], ["pass", "draw"], ["4", "draw"]):
        state = played(state, *plies)
        for viewer in VIEWERS:
            assert state.view(viewer).round.talon_parts == tuple(sorted(state.round.talon))


# Filling what is hidden.


def test_a_filling_gives_each_tower_the_run_that_is_known_of_it() -> None:
    finished, short = fill(
        [(X, 30, X, X, 20, X, X, X, X, 2), (39, X, X, X, *[X] * 6)], [10, 2], free(39, 30, 20, 2)
    )
    assert (falling_run(finished), falling_run(short)) == (10, 2)


def test_a_filling_moves_a_part_to_where_alone_it_is_needed() -> None:
    """The second tower can only have 21, whichever part the first tower would like."""
    for parts in ([21, 15, 33], [15, 21, 33], [33, 21, 15]):
        first = (39, 36, 23, X, 14, 13, 12, 11, 10, 9)
        second = (38, 37, 22, X, 20, 19, 18, 17, 16, 8)
        assert fill([first, second], [10, 10], parts) == [
            (39, 36, 23, 15, 14, 13, 12, 11, 10, 9),
            (38, 37, 22, 21, 20, 19, 18, 17, 16, 8),
        ]


def test_a_running_tower_is_not_filled_to_its_end() -> None:
    one_left = (40, 38, 37, 36, X, 14, 13, 12, 11, 10)
    for parts in ([15, 16, 39], [39, 15, 16], [15, 39, 16]):
        assert fill([one_left], [None], parts) == [(40, 38, 37, 36, 39, 14, 13, 12, 11, 10)]
    (two_left,) = fill([(X, 38, 37, 36, X, 14, 13, 12, 11, 10)], [None], [40, 15])
    assert falling_run(two_left) < 10


def test_what_cannot_be_filled_is_an_error() -> None:
    with pytest.raises(ValueError, match="no filling fits"):
        fill([(40, X, 38, *range(10, 3, -1))], [10], [1, 2, 3])


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """Any round, over or running, of which any parts have been built in."""
    order = draw(st.permutations(PARTS))
    ordered = st.integers(1, PLACES)
    eyes = st.tuples(*[st.booleans()] * PLACES)
    cut = draw(st.integers(21, 40))
    made = Round(
        eyes=(draw(eyes), draw(eyes)),
        in_hand=order[20],
        drawn=False,
        discards=tuple(order[21:cut]),
        reshuffled=draw(st.booleans()),
        turn=0,
        turns=7,
        scores=None,
        towers=(_falling(order[:10], draw(ordered)), _falling(order[10:20], draw(ordered))),
        talon=tuple(order[cut:]),
    )
    over = draw(st.booleans()) or 50 in made.worth()
    return replace(made, scores=made.worth()) if over else made


def _falling(parts: Sequence[int], count: int) -> tuple[int, ...]:
    """The parts with the first `count` of them in falling order."""
    return (*sorted(parts[:count], reverse=True), *parts[count:])


@settings(max_examples=300, deadline=None)
@given(rounds(), st.binary(min_size=32, max_size=32))
def test_an_imagined_round_looks_like_the_seen_one_and_keeps_its_score(actual: Round, seed: bytes) -> None:
    for viewer in VIEWERS:
        seen = actual.seen_by(viewer)
        imagined, _ = seen.imagine(Dice.from_seed(seed))
        assert imagined.seen_by(viewer) == seen
        assert sorted(parts_of(imagined)) == list(PARTS)
        if actual.scores:
            assert imagined.worth() == actual.scores
        else:
            assert 50 not in imagined.worth()


# Along lines of play that are random, sensible, or anything between, beside the laws of all games.


@settings(max_examples=12, deadline=None)
@seeds
def test_parts_that_a_viewer_was_not_shown_change_nothing_in_their_view(seed: int) -> None:
    rng = chance(seed)
    for state in line_of(State, STACKO, seed):
        for viewer in VIEWERS:
            turned = replace(
                state,
                round=turned_over(state.round, viewer, rng),
                ended=tuple(turned_over(past, viewer, rng) for past in state.ended),
                dice=dice(seed),
            )
            assert turned.view(viewer) == state.view(viewer)


def turned_over(current: Round, viewer: Seat | None, rng: Random) -> Round:
    """The round with other numbers wherever `viewer` was shown none, and another order of the talon."""
    first, second = (
        tower
        if seat == viewer
        else tuple(part if eye else part + 100 for part, eye in zip(tower, eyes, strict=True))
        for seat, tower, eyes in zip(SEATS, current.towers, current.eyes, strict=True)
    )
    unseen = 0 if current.reshuffled else 100
    talon = [part + unseen for part in rng.sample(current.talon, len(current.talon))]
    return replace(current, towers=(first, second), talon=tuple(talon))


def test_sensible_players_finish_both_rounds() -> None:
    for seed in range(10):
        state = dealt(seed)
        while state.to_act:
            (seat,) = state.to_act
            state = state.play(seat, stacko_move(state.view(seat), state.legal_moves(seat)))
        assert [50 in (current.scores or ()) for current in (*state.ended, state.round)] == [True, True]
