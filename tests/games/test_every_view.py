"""The laws of views: a view holds what its viewer may know, and nothing else reaches them, in any form."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from games import IllegalMove, Viewer
from games.game import SEATS, VIEWERS, State, View
from tests.games.conserved import CONSERVED
from tests.games.sampling import dice, every_case, every_known_case, few, sampled_states, seeds
from tests.games.told import TOLD
from tests.games.tries import TRIES, moves_to_try
from tests.games.walks import CASES, KNOWN, Case, chance, random_line

TWINS_TRIED = 4
"""States of a line in which moves are tried on both twins."""

ALL_OPEN = [case for case in CASES if case.key == "sahara" or ("variant", "split") in case.words]
"""Nothing is hidden from anybody."""

HIDDEN_CHOICES = [case for case in CASES if ("variant", "hidden") in case.words]
"""What a seat may do tells what it has."""


def with_viewers(case: Case, seed: int) -> Iterator[tuple[State, Viewer]]:
    """States of a random line, with each viewer."""
    for state in sampled_states(random_line(case, seed), seed):
        for viewer in VIEWERS:
            yield state, viewer


def twins(case: Case, seed: int) -> Iterator[tuple[State, Viewer, State]]:
    """States of a random line, a viewer, and another state that they cannot tell from the first."""
    for number, (state, viewer) in enumerate(with_viewers(case, seed)):
        yield state, viewer, state.view(viewer).imagine(dice(seed + number))


# Laws 2 and 3


@every_case
@few
@seeds
def test_what_a_view_imagines_looks_the_same_to_its_viewer(case: Case, seed: int) -> None:
    for state, viewer, twin in twins(case, seed):
        assert twin.view(viewer) == state.view(viewer)


@every_case
@few
@seeds
def test_what_a_view_imagines_could_be_true(case: Case, seed: int) -> None:
    for _state, _viewer, twin in twins(case, seed):
        if case.key in CONSERVED:
            CONSERVED[case.key](twin)


@every_case
@few
@seeds
def test_a_view_tells_its_viewer_who_is_to_act_and_how_it_ended(case: Case, seed: int) -> None:
    for state, viewer in with_viewers(case, seed):
        view = state.view(viewer)
        assert (view.viewer, view.to_act, view.result) == (viewer, state.to_act, state.result)


@every_case
@few
@seeds
def test_what_a_seat_may_do_follows_from_what_it_sees_and_unless_supplies_are_hidden_from_what_all_see(
    case: Case, seed: int
) -> None:
    for state, viewer, twin in twins(case, seed):
        for seat in state.to_act:
            if viewer == seat or case not in HIDDEN_CHOICES:
                assert twin.legal_moves(seat) == state.legal_moves(seat)


@every_case
@few
@seeds
def test_a_seat_may_choose_before_its_own_eyes_and_before_others_only_from_what_they_know(
    case: Case, seed: int
) -> None:
    for state, viewer in with_viewers(case, seed):
        view = state.view(viewer)
        assert view.open_choice or viewer is None
        assert not view.open_choice or viewer is not None or case not in HIDDEN_CHOICES


# Law 7


@every_case
@few
@seeds
def test_states_that_a_viewer_cannot_tell_apart_give_them_the_same_to_the_letter(
    case: Case, seed: int
) -> None:
    for state, viewer, twin in twins(case, seed):
        assert made_from(twin.view(viewer)) == made_from(state.view(viewer))
        assert hash(twin.view(viewer)) == hash(state.view(viewer))


def made_from(view: View) -> tuple[object, ...]:
    """What an engine makes from a view, all that it holds included."""
    written = repr(view)
    assert " at 0x" not in written  # the address of an object tells one run from another
    return written, view.open_choice, view.tell_turn(), view.tell_table()


@every_case
@few
@seeds
def test_a_refusal_tells_a_seat_no_more_than_its_view_does(case: Case, seed: int) -> None:
    for state, seat, twin in list(twins(case, seed))[-len(VIEWERS) * TWINS_TRIED :]:
        if seat is not None and seat in state.to_act:
            legal = set(state.legal_moves(seat))
            for move in moves_to_try(case, state, chance(seed)):
                if move not in legal:
                    with pytest.raises(IllegalMove) as refused:
                        state.play(seat, move)
                    with pytest.raises(IllegalMove) as refused_too:
                        twin.play(seat, move)
                    assert str(refused.value) == str(refused_too.value)


@every_known_case
def test_where_something_is_hidden_the_law_was_tried_on_states_that_do_differ(case: Case) -> None:
    """Dice are not written out: so what differs are towers, dots or stones."""
    differ = any(repr(twin) != repr(state) for state, _viewer, twin in twins(case, seed=0))
    assert differ == (case not in ALL_OPEN)


# What is told


@every_known_case
@few
@seeds
def test_the_table_is_told_as_the_view_holds_it_and_nothing_besides(case: Case, seed: int) -> None:
    """So tables that differ are told differently, and what a view does not hold is not told."""
    read, take = TOLD[case.key]
    for state, viewer in with_viewers(case, seed):
        view = state.view(viewer)
        assert read(view.tell_table()) == take(view)


@every_case
@few
@seeds
def test_the_latest_turn_is_told_with_the_table(case: Case, seed: int) -> None:
    """Sahara's score stands in its table already."""
    for state, viewer in with_viewers(case, seed):
        view = state.view(viewer)
        assert {fact for fact in view.tell_turn() if fact.key != "score"} <= set(view.tell_table())


@every_case
@few
@seeds
def test_a_fact_is_a_key_with_named_words_and_numbers(case: Case, seed: int) -> None:
    for state, viewer in with_viewers(case, seed):
        for fact in state.view(viewer).tell_table() + state.view(viewer).tell_turn():
            values = dict(fact.values)
            assert re.fullmatch("[a-z]+(_[a-z]+)*", fact.key)
            assert len(values) == len(fact.values)
            assert all(isinstance(value, str | int) and value != "" for value in values.values())
            assert values.get("seat", 0) in SEATS


@pytest.mark.parametrize("mapping", [TOLD, TRIES], ids=["how its table is told", "which moves to try in it"])
def test_it_is_written_down_for_every_known_game(mapping: dict[str, object]) -> None:
    assert mapping.keys() == {*KNOWN}
