"""What a ply brings to light, and so cannot be taken back: every game says it, and says it to everybody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import Dice, Seat
from games.game import VIEWERS, Refused, State, View
from tests.games.sampling import dice, every_case, few, seeds
from tests.games.walks import CASES, KNOWN, Case, random_line

IMAGININGS = 3
"""Tried for each viewer and ply."""

NEVER_REVEALS = {"sahara"}


def steps(case: Case, seed: int) -> Iterator[tuple[State, Seat, str, State]]:
    """The plies of a random line, each between the states before and after it."""
    line = random_line(case, seed)
    stride = max(1, len(line.plies) // 60)
    for number in range(0, len(line.plies), stride):
        seat, notation = line.plies[number]
        yield line.states[number], seat, notation, line.states[number + 1]


def played(case: Case, view: View, seat: Seat, notation: str, chance: Dice) -> State | None:
    """What the ply would have made of a state that this view does not rule out; None: it is not possible."""
    try:
        return view.imagine(chance).play(seat, case.game.parse(notation))
    except Refused:
        return None


@every_case
@few
@seeds
def test_a_ply_that_reveals_nothing_tells_no_viewer_more_than_they_could_work_out(
    case: Case, seed: int
) -> None:
    """Whatever the hidden things are, they would see just what they see now."""
    for before, seat, notation, after in steps(case, seed):
        if after.revealed:
            continue
        for viewer in VIEWERS:
            for number in range(IMAGININGS):
                imagined = played(case, before.view(viewer), seat, notation, dice(seed + number))
                assert imagined is not None
                assert imagined.view(viewer) == after.view(viewer)


@every_case
@few
@seeds
def test_that_a_ply_revealed_something_is_known_to_everybody(case: Case, seed: int) -> None:
    """So neither a button that is missing nor a refusal tells anything."""
    for state in random_line(case, seed).states:
        for viewer in VIEWERS:
            assert state.view(viewer).revealed == state.revealed


@pytest.mark.parametrize("key", KNOWN)
def test_games_with_secrets_have_plies_of_both_kinds(key: str) -> None:
    """A game that never reveals anything, or always, would make the law above an empty one."""
    cases = [case for case in CASES if case.key == key]
    lines = [random_line(case, seed) for case in cases for seed in range(6)]
    kinds = {state.revealed for line in lines for state in line.states[1:]}
    assert kinds == ({False} if key in NEVER_REVEALS else {True, False})
