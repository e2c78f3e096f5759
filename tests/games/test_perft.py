"""Sahara counted out: how many lines of play there are, by the engine and by a second implementation."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.sahara import Move, State
from tests.games import plain_sahara
from tests.games.positions_as_text import START, sahara
from tests.games.walks import chance

ForeignStore = Literal["skip", "choice"]

LONG_SOWS = "B[9,0,0,0,0,8] 3 / A[0,2,0,9,0,0] 5"
FULL_LAP = "B[0,0,13,0,0,0] 3 / A[0,0,0,0,0,1] 19"
EMPTIED = "B[1,0,0,0,2,0] 12 / A[0,0,0,0,4,0] 17"
"""All its lines end within three plies."""


@dataclass(frozen=True, slots=True)
class Count:
    """The number of lines of exactly 1, 2, 3, … plies, B to move; a line that has ended goes no further."""

    position: str
    foreign_store: ForeignStore
    lines: tuple[int, ...]

    @property
    def state(self) -> State:
        """The position for the engine."""
        return sahara(self.position, foreign_store=self.foreign_store)


COUNTS = (
    # Eight plies bring the first hollow together that reaches the foreign store: there the counts part.
    Count(START, "skip", (6, 35, 181, 902, 4252, 19550, 88117, 393758)),
    Count(START, "choice", (6, 35, 181, 902, 4252, 19550, 88117, 393766)),
    Count(LONG_SOWS, "skip", (2, 10, 34, 146, 696, 3102)),
    Count(LONG_SOWS, "choice", (3, 18, 67, 328, 1685, 8032)),
    Count(FULL_LAP, "skip", (1, 5, 24, 103, 387, 1368)),
    Count(FULL_LAP, "choice", (2, 9, 42, 166, 582, 1935)),
    Count(EMPTIED, "skip", (2, 3, 3, 0, 0)),
    Count(EMPTIED, "choice", (2, 3, 3, 0, 0)),
)
every_count = pytest.mark.parametrize(
    "count", COUNTS, ids=lambda count: f"{count.position} {count.foreign_store}"
)


def flat(state: State) -> plain_sahara.Board:
    """The same beans as one list."""
    return (*state.sides[0], state.stores[0], *state.sides[1], state.stores[1])


def turn(state: State) -> plain_sahara.Turn:
    return state.to_act[0] if state.to_act else None


def walk(state: State, depth: int) -> int:
    """Every line, ply by ply; nothing is remembered and nothing left out."""
    if depth == 0:
        return 1
    return sum(
        walk(state.play(seat, move), depth - 1) for seat in state.to_act for move in state.legal_moves(seat)
    )


@pytest.mark.parametrize("most", [5, pytest.param(6, marks=pytest.mark.long)])
@every_count
def test_the_engine_has_the_recorded_number_of_lines_to_a_depth(count: Count, most: int) -> None:
    depths = range(1, min(most, len(count.lines)) + 1)
    assert tuple(walk(count.state, depth) for depth in depths) == count.lines[:most]


@pytest.mark.long
@pytest.mark.parametrize("count", COUNTS[:2], ids=lambda count: count.foreign_store)
def test_the_engine_has_the_recorded_number_of_lines_at_depth_8(count: Count) -> None:
    assert walk(count.state, 8) == count.lines[7]


@every_count
def test_the_second_implementation_has_the_recorded_number_of_lines(count: Count) -> None:
    plain_sahara.count_lines.cache_clear()
    depths = range(1, len(count.lines) + 1)
    choice = count.foreign_store == "choice"
    counted = (plain_sahara.count_lines(flat(count.state), 0, depth, choice=choice) for depth in depths)
    assert tuple(counted) == count.lines


@pytest.mark.parametrize("foreign_store", ["skip", "choice"])
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_both_implementations_agree_on_every_state_of_a_random_game(
    foreign_store: ForeignStore, seed: int
) -> None:
    rng, state = chance(seed), sahara(START, foreign_store=foreign_store)
    while state.to_act:
        (seat,), board = state.to_act, flat(state)
        moves = [move for move in state.legal_moves(seat) if isinstance(move, Move)]
        plain_moves = plain_sahara.moves(board, seat, choice=foreign_store == "choice")
        assert [(move.hollow, move.feed) for move in moves] == plain_moves
        move = rng.choice(moves)
        state = state.play(seat, move)
        assert (flat(state), turn(state)) == plain_sahara.sow(board, seat, move.hollow, feed=move.feed)


@settings(max_examples=200, deadline=None)
@given(
    beans=st.lists(st.integers(0, 35), min_size=13, max_size=13),
    hollow=st.integers(1, 6),
    seat=st.sampled_from((0, 1)),
)
def test_both_implementations_agree_on_any_sow_from_any_position(
    beans: list[int], hollow: int, seat: Literal[0, 1]
) -> None:
    """Also on sows of several laps, which random games hardly ever see."""
    board = _spread(beans, 7 * seat + hollow - 1)
    state = sahara(_written(board), to_move=seat, foreign_store="choice")
    for move in state.legal_moves(seat):
        assert isinstance(move, Move)
        after = state.play(seat, move)
        assert (flat(after), turn(after)) == plain_sahara.sow(board, seat, move.hollow, feed=move.feed)


def _spread(cuts: list[int], heavy: int) -> plain_sahara.Board:
    """Thirty-six beans over fourteen places, cut where `cuts` says; the largest heap lies at `heavy`."""
    marks = [0, *sorted(cuts), 36]
    heaps = [after - before for before, after in pairwise(marks)]
    largest = heaps.index(max(heaps))
    heaps[heavy], heaps[largest] = heaps[largest], heaps[heavy]
    return tuple(heaps)


def _written(board: plain_sahara.Board) -> str:
    halves = (board[:7], board[7:])
    return " / ".join(
        f"{name}[{','.join(map(str, half[:6]))}] {half[6]}" for name, half in zip("BA", halves, strict=True)
    )
