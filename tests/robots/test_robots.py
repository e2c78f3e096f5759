"""What every robot keeps to, whatever its game."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from games import GAMES, Dice
from games.game import SEATS, State, View, Viewer
from robots import LEVELS, Level, assess, choose, sahara
from robots.catalog import ROBOTS, robot_of
from robots.robot import dice, worlds
from tests.games.sampling import every_known_case
from tests.games.walks import KNOWN, KNOWN_CASES, Case, random_line

ZERO = Dice.from_seed(bytes(32))
LINE = 5
"""The number of the random line that the robots are asked about."""
HIDDEN = (("variant", "hidden"), ("table", "small"))
PLAYED = {case.key: case for case in reversed(KNOWN_CASES)} | {"sato": Case("sato", HIDDEN)}
"""Of each game the plain one, of Sato the one with hidden stones."""
ASKED = 2
"""So many positions of a line."""


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The laws hold however little the robot of Sahara looks at."""
    for budget in ("NODES", "PLAYERS_NODES", "GLANCE"):
        monkeypatch.setattr(sahara, budget, 500)


def positions(case: Case) -> Iterator[tuple[State, View]]:
    """Some positions of a match by chance, as a seat sees them that is to act."""
    running = [state for state in random_line(case, LINE).states if state.to_act]
    for number in range(ASKED):
        state = running[number * len(running) // ASKED]
        yield state, state.view(state.to_act[-1])


def answers() -> str:
    """What the robots say to one position of each game; told to other processes."""
    cases = (next(case for case in KNOWN_CASES if case.key == key) for key in KNOWN)
    views = (view for case in cases for _, view in list(positions(case))[1:])
    return "\n".join(str(choose(view, 1, 7)) for view in views)


@every_known_case
def test_a_move_is_legal_and_the_same_in_twin_worlds(case: Case) -> None:
    (begun, early), (state, view) = positions(case)
    for number, level in enumerate(LEVELS):
        at, seen = (begun, early) if number % 2 else (state, view)
        move = choose(seen, level, number)
        twin = seen.imagine(dice(number, "twin")).view(seen.viewer)
        assert move in at.legal_moves(at.to_act[-1])
        assert choose(twin, level, number) == choose(seen, level, number) == move


@pytest.mark.parametrize(
    ("key", "level"),
    [
        pytest.param(key, level, marks=[pytest.mark.long] * (level == 5 and key in ("sato", "sator")))
        for key in KNOWN
        for level in LEVELS
    ],
)
def test_every_level_moves_legally_and_alike_in_all_worlds_that_its_seat_cannot_tell_apart(
    key: str, level: Level
) -> None:
    states = [state for state in random_line(PLAYED[key], LINE).states if len(state.to_act) == 1]
    differ = False
    for number, state in enumerate(states[level :: max(1, len(states) // 2)][:2]):
        view = state.view(state.to_act[0])
        imagined = worlds(view, number, 2)
        differ |= len(set(imagined)) > 1
        twins = [world.view(view.viewer) for world in imagined]
        (move,) = {choose(each, level, number) for each in [view, *twins]}
        assert move in state.legal_moves(state.to_act[0])
        assert robot_of(view).best_single_ply(view, number) in state.legal_moves(state.to_act[0])
        (chance,) = {assess(each, number) for each in [view, *twins]}
        assert 0 <= chance <= 1
    assert differ == (key != "sahara")


@every_known_case
def test_the_chance_to_win_is_a_chance_and_the_same_in_twin_worlds(case: Case) -> None:
    *_, (state, _) = positions(case)
    for view in map(state.view, SEATS):
        chance = assess(view, 1)
        assert 0 <= chance <= 1
        assert assess(view.imagine(dice(1, "twin")).view(view.viewer), 1) == chance


@every_known_case
def test_at_the_end_the_chance_is_the_result(case: Case) -> None:
    last = random_line(case, LINE).states[-1]
    if last.result:
        chances = [assess(last.view(seat), 1) for seat in SEATS]
        assert chances == [
            0.5 if last.result.winner is None else last.result.winner == seat for seat in SEATS
        ]


@pytest.mark.long
def test_another_process_gives_the_same_answers() -> None:
    """No move depends on how Python scatters its hashes."""
    told = subprocess.run(
        [sys.executable, "-c", "from tests.robots.test_robots import answers; print(answers())"],
        env=os.environ | {"PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == answers()


@every_known_case
def test_a_robot_is_for_views_and_never_for_states(case: Case) -> None:
    state = case.deal(bytes(32))
    assert all(type(state.view(viewer)) in ROBOTS for viewer in (*SEATS, None))
    with pytest.raises(ValueError, match="no robot"):
        robot_of(state)  # type: ignore[arg-type]


@pytest.mark.parametrize("viewer", [None, 1])
def test_who_may_not_move_gets_no_move(viewer: Viewer) -> None:
    state = GAMES["sahara"].deal(GAMES["sahara"].options(), ZERO)
    with pytest.raises(ValueError, match="not of a seat to act"):
        choose(state.view(viewer), 3, 1)


def test_there_is_no_level_9() -> None:
    state = GAMES["sahara"].deal(GAMES["sahara"].options(), ZERO)
    with pytest.raises(ValueError, match="there is no level 9; there are: 1, 2, 3, 4, 5"):
        choose(state.view(0), 9, 1)  # type: ignore[arg-type]
    assert LEVELS == (1, 2, 3, 4, 5)


def test_a_spectator_has_no_chance() -> None:
    state = GAMES["sahara"].deal(GAMES["sahara"].options(), ZERO)
    with pytest.raises(ValueError, match="spectator"):
        assess(state.view(None), 1)


def test_dice_and_worlds_come_from_seed_and_purpose() -> None:
    assert dice(1, "a").shuffled(range(40)) == dice(1, "a").shuffled(range(40))
    assert dice(1, "a").shuffled(range(40)) != dice(1, "b").shuffled(range(40))
    game = GAMES["stacko"]
    view = game.deal(game.options(), ZERO).view(0)
    assert worlds(view, 1, 3) == worlds(view, 1, 3)
    assert len(set(worlds(view, 1, 3))) == 3
