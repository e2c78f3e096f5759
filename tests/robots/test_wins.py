"""A move that wins at once, as the seat can know, is passed by on no level but the first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from games.game import State, View
from robots import LEVELS, Level, choose, sahara
from robots.robot import won_by, worlds
from tests.games.walks import KNOWN, KNOWN_CASES, Case, random_line

LINES = {"sahara": 3, "sator": 10, "stacko": 15, "sato": 2}
"""Of each case so many matches by chance: they end in a win at once seldom or often."""
LAST = 8
"""So many positions of each, counted from its end."""
WORLDS = 60
AS_GOOD_AS_SURE = 0.95
"""A robot tries fewer worlds, so a move that seems sure may fail in one of a hundred."""


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    for budget in ("NODES", "PLAYERS_NODES", "GLANCE"):
        monkeypatch.setattr(sahara, budget, 500)


def winning_views(case: Case, lines: range) -> Iterator[tuple[View, tuple[State, ...]]]:
    """Those of seats to act that have a move which wins in all of many worlds, with these worlds."""
    for line in lines:
        running = [state for state in random_line(case, line).states if len(state.to_act) == 1]
        for state in running[-LAST:]:
            (seat,) = state.to_act
            winning = [move for move in state.legal_moves(seat) if won_by(state, seat, move)]
            imagined = worlds(state.view(seat), line, WORLDS) if winning else ()
            if any(all(won_by(world, seat, move) for world in imagined) for move in winning):
                yield state.view(seat), imagined


@cache
def asked_about(key: str) -> list[tuple[View, tuple[State, ...]]]:
    """Of each game some cases."""
    cases = [case for case in KNOWN_CASES if case.key == key]
    return [found for case in cases[::2] for found in winning_views(case, range(LINES[key]))]


@pytest.mark.parametrize(
    ("key", "level"),
    [
        pytest.param(key, level, marks=[pytest.mark.long] * ((key, level) == ("sator", 5)))
        for key in KNOWN
        for level in LEVELS[1:]
    ],
)
def test_a_move_that_wins_at_once_is_never_passed_by(key: str, level: Level) -> None:
    for number, (view, imagined) in enumerate(asked_about(key)):
        (seat,) = view.to_act
        move = choose(view, level, number)
        assert sum(won_by(world, seat, move) for world in imagined) >= AS_GOOD_AS_SURE * WORLDS, view
    assert len(asked_about(key)) > 4
