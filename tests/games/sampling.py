"""What the tests of laws look at: every game under all house rules, some states of random lines."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Dice, Seat
from games.game import State
from tests.examples import examples
from tests.games.walks import CASES, KNOWN_CASES, Case, Line, chance, random_line

SAMPLED_STATES = 8
"""Looked at closely in one line, beside its first and its last: so a line costs the same, however long."""

SAMPLED_MOVES = 24
"""Tried in one state."""

T = TypeVar("T")
S = TypeVar("S", bound=State)

_SAHARA = (("none", "skip", "plain"), ("30", "choice", "plain"), ("30", "choice", "swap"))

OFTEN_SAID = frozenset(
    {
        *(
            f"sahara target={target} foreign_store={way} start={start}"
            for target in ("none", "30", "40", "50")
            for way in ("skip", "choice")
            for start in ("plain", "swap")
            if (target, way, start) not in _SAHARA
        ),
        *("sato variant=open table=medium", "sato variant=open table=large"),
        *("sato variant=split table=small", "sato variant=split table=medium"),
        *("sato variant=hidden table=small", "sato variant=hidden table=large"),
    }
)
"""House rules that differ from others in a number, or whose values all stand among the others."""

QUICK = frozenset(map(str, CASES)) - OFTEN_SAID
"""Each game, variant and table once, a match and a series of Sahara; the others are left to the long run."""


def cases(
    quick: Container[str] = QUICK, *, turn: int = 0, of: int = 1, among: Sequence[Case] = CASES
) -> list[Any]:
    """Games under house rules, to be parameters; those that are not `quick` take their time.

    Args:
        quick: these are in any case.
        turn: which share of the others, from 0, where several tests take turns.
        of: how many tests share them.
        among: what there is.
    """
    return [
        pytest.param(case, id=str(case), marks=() if str(case) in quick else (pytest.mark.long,))
        for number, case in enumerate(among)
        if str(case) in quick or number % of == turn
    ]


every_case = pytest.mark.parametrize("case", cases())
every_known_case = pytest.mark.parametrize("case", cases(among=KNOWN_CASES))
few = examples(2)
seeds = given(seed=st.integers(0, 2**32 - 1))


def sample(items: Sequence[T], count: int, seed: int) -> list[T]:
    """So many of the items, or all of them if there are not so many."""
    return chance(seed).sample(items, min(count, len(items)))


def dice(seed: int) -> Dice:
    """Some dice."""
    return Dice.from_seed(chance(seed).randbytes(32))


def sampled_states(line: Line, seed: int) -> list[State]:
    """The first state of a line, the last, and some between."""
    return [line.states[0], *sample(line.states[1:-1], SAMPLED_STATES, seed), line.states[-1]]


def choices(case: Case, seed: int) -> Iterator[tuple[State, Seat, tuple[Any, ...]]]:
    """States of a random line, each with a seat that is to act in it and what that seat may do."""
    for state in sampled_states(random_line(case, seed), seed):
        for seat in state.to_act:
            yield state, seat, state.legal_moves(seat)


def line_of(kind: type[S], case: Case, seed: int) -> list[S]:
    """All states of a random line, for the tests of one game: `kind` is its class of states."""
    states = random_line(case, seed).states
    of_kind = [state for state in states if isinstance(state, kind)]
    assert len(of_kind) == len(states)
    return of_kind
