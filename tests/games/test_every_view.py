"""The laws of views: a view holds what its viewer may know, and nothing else reaches them, in any form."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import IllegalMove, Viewer
from games.game import SEATS, VIEWERS, Fact, State, View, on_offer
from games.sato.stones import Stone
from games.words import choices
from tests.games.conserved import CONSERVED
from tests.games.record import read, recordings
from tests.games.sampling import QUICK, dice, every_case, every_known_case, few, sampled_states, seeds
from tests.games.tries import TRIES, moves_to_try
from tests.games.walks import CASES, KNOWN, Case, chance, random_line

TWINS_TRIED = 4
"""States of a line in which moves are tried on both twins."""

IMAGININGS = 3
"""Tried for each viewer and ply."""

ALL_OPEN = [case for case in CASES if case.key == "sahara" or ("variant", "split") in case.words]
"""Nothing is hidden from anybody."""

HIDDEN_CHOICES = [case for case in CASES if ("variant", "hidden") in case.words]
"""What a seat may do tells what it has."""

KNOWN_BY_SEATS = {
    "sahara target=none foreign_store=skip start=plain": ("sides", "stores"),
    "sator": ("pieces",),
    "stacko": ("round.towers",),
    "sato variant=hidden table=small": ("supplies", "trail"),
}
"""What seats know that others may not: where it stands, in states as in views."""


def with_viewers(case: Case, seed: int) -> Iterator[tuple[State, Viewer]]:
    """States of a random line, with each viewer."""
    for state in sampled_states(random_line(case, seed), seed):
        for viewer in VIEWERS:
            yield state, viewer


def twins(case: Case, seed: int) -> Iterator[tuple[State, Viewer, State]]:
    """States of a random line, a viewer, and another state that they cannot tell from the first."""
    for number, (state, viewer) in enumerate(with_viewers(case, seed)):
        yield state, viewer, state.view(viewer).imagine(dice(seed + number))


@every_case
@few
@seeds
def test_a_view_tells_what_all_may_know_and_chooses_openly_only_what_they_know(case: Case, seed: int) -> None:
    for state, viewer in with_viewers(case, seed):
        view = state.view(viewer)
        public = viewer, state.to_act, state.result, state.revealed
        assert (view.viewer, view.to_act, view.result, view.revealed) == public
        assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301 - our own
        assert view.open_choice or viewer is None
        assert not view.open_choice or viewer is not None or case not in HIDDEN_CHOICES


# Laws 2 and 3


@every_case
@few
@seeds
def test_what_a_view_imagines_could_be_true_and_looks_the_same_to_its_viewer(case: Case, seed: int) -> None:
    for state, viewer, twin in twins(case, seed):
        assert twin.view(viewer) == state.view(viewer)
        if case.key in CONSERVED:
            CONSERVED[case.key](twin)
        for seat in state.to_act:
            if viewer == seat or case not in HIDDEN_CHOICES:
                assert twin.legal_moves(seat) == state.legal_moves(seat)


# Law 7


def made_from(view: View) -> tuple[object, ...]:
    """What an engine makes from a view, all that it holds included."""
    written = repr(view)
    assert " at 0x" not in written  # the address of an object tells one run from another
    told = view.tell_turn(), view.tell_seen(), view.tell_table(), view.tell_in_short(), view.tell_last()
    return written, hash(view), view.open_choice, view.before_deal, *told


@every_case
@few
@seeds
def test_states_that_a_viewer_cannot_tell_apart_give_them_the_same_to_the_letter(
    case: Case, seed: int
) -> None:
    for state, viewer, twin in twins(case, seed):
        assert made_from(twin.view(viewer)) == made_from(state.view(viewer))


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


@pytest.mark.parametrize("case", [case for case in CASES if str(case) in KNOWN_BY_SEATS], ids=str)
def test_laid_open_is_what_either_seat_knows(case: Case) -> None:
    """Once a match is over: all that either knew, and nothing twice."""
    for state in random_line(case, 5).states[4:24:5]:
        views = state.view(0), state.view(1)
        for own, theirs in (views, views[::-1]):
            assert case not in ALL_OPEN or own.laid_open(theirs) == own
            for place in map(attrgetter, KNOWN_BY_SEATS[str(case)]):
                assert place(own.laid_open(theirs)) == place(state)


# What comes to light, and so cannot be taken back


@every_case
@few
@seeds
def test_a_ply_that_reveals_nothing_tells_no_viewer_more_than_they_could_work_out(
    case: Case, seed: int
) -> None:
    """Whatever the hidden things are, they would see just what they see now."""
    line = random_line(case, seed)
    for number in range(0, len(line.plies), max(1, len(line.plies) // 60)):
        (seat, notation), before, after = line.plies[number], line.states[number], line.states[number + 1]
        if after.revealed:
            continue
        for viewer in VIEWERS:
            for tried in range(IMAGININGS):
                imagined = before.view(viewer).imagine(dice(seed + tried))
                assert imagined.play(seat, case.game.parse(notation)).view(viewer) == after.view(viewer)


@pytest.mark.parametrize("key", KNOWN)
def test_games_with_secrets_have_plies_of_both_kinds(key: str) -> None:
    """A game that never reveals anything, or always, would make the law above an empty one."""
    cases = [case for case in CASES if case.key == key and str(case) in QUICK]
    lines = [random_line(case, seed) for case in cases for seed in range(2)]
    kinds = {state.revealed for line in lines for state in line.states[1:]}
    assert kinds == ({False} if key == "sahara" else {True, False})


# What is told


@every_case
@few
@seeds
def test_the_table_and_each_step_of_a_choice_are_told_in_facts(case: Case, seed: int) -> None:
    for state, viewer in with_viewers(case, seed):
        check_told(state.view(viewer), chance(seed))


@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.stem)
def test_whatever_can_happen_in_a_game_is_told_in_facts(path: Path) -> None:
    """There is a recording of each way in which a match can go."""
    for number, state in enumerate(read(path.read_text()).states()):
        for viewer in VIEWERS:
            check_told(state.view(viewer), chance(number))


def check_told(view: View, rng: Random) -> None:
    """The table, the latest turn with it, and what is said while somebody chooses; all of it well formed.

    Sahara's score stands in its table already.
    """
    assert {fact for fact in view.tell_turn() if fact.key != "score"} <= set(view.tell_table())
    for fact in (*view.tell_table(), *view.tell_turn(), *view.tell_in_short(), *told_of_a_choice(view, rng)):
        values = dict(fact.values)
        assert re.fullmatch("[a-z]+(_[a-z]+)*", fact.key)
        assert len(values) == len(fact.values)
        assert all(isinstance(value, str | int) and value != "" for value in values.values())
        assert values.get("seat", 0) in SEATS


def told_of_a_choice(view: View, rng: Random) -> Iterator[Fact]:
    """What is told while a move is chosen word by word before the viewer's eyes, any way.

    The words lead to the move that they write, and nothing is lost where whole moves are arranged.
    """
    seats = [seat for seat in view.to_act if view.viewer in (seat, None)]
    if not seats or not view.open_choice:
        return
    seat = seats[0]
    root = place = on_offer(view, seat)
    assert root.after(("no", "such", "words")) is None
    while not place.decided:
        arranged = view.arranged(place.words)
        assert len({*arranged}) == len(arranged)
        for first in {words[0] for words in arranged if len(words) > 1} & place.branches.keys():
            assert {end.words[len(place.words) :] for end in place.branches[first].ends()} <= {*arranged}
        yield from (*view.tell_task(place.words), *view.tell_choice(place.words))
        words = rng.choice([*choices(place)])
        if not words:
            break
        place = place.branches[words[0]]
        yield from filter(None, [view.named(place.words)])
        assert place.settled().move or len(place.settled().branches) > 1
    assert root.after(place.words) is place
    spellings = getattr(place.move, "spellings", (str(place.move),))
    assert place.words in [tuple(written.split()) for written in spellings]
    if seat == view.viewer:
        purpose = view.tell_purpose(place.move)
        assert len(purpose) <= 1
        yield from purpose


def test_moves_to_try_are_written_down_for_every_known_game() -> None:
    assert TRIES.keys() == {*KNOWN}


@every_known_case
@few
@seeds
def test_what_is_foreseen_is_what_comes_but_for_what_is_drawn(case: Case, seed: int) -> None:
    for number, (state, viewer) in enumerate(with_viewers(case, seed)):
        for seat in state.to_act[:1]:
            move, view = Random(seed + number).choice(state.legal_moves(seat)), state.view(viewer)
            seen, after = view.foreseen(move), state.play(seat, move).view(viewer)
            if case in ALL_OPEN:
                assert seen == after
            elif ("variant", "open") not in case.words:
                assert seen is None
            elif seen is not None:
                known: Any = seen
                before: Any = view
                assert set(known.stack) <= {Stone.UNKNOWN, *before.stack}
                assert replace(known, stack=()) == replace(after, stack=())  # type: ignore[type-var]
