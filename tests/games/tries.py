"""Moves to try in any position, sensible or not: what is not legal must be refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from games.game import SEATS, State
from games.sahara import Move as Sow
from games.sato import STONES, Face, Lay, Say, Take, corners
from games.sato import State as SatoState
from games.sator import FILES, ROWS, Advance
from games.sator.pieces import hides
from games.stacko import PLACES, Build, Draw, Pass
from tests.games.walks import Case, random_line

SQUARES = [file + row for file in FILES for row in ROWS]
SATOR_MOVES = [*hides(), *(Advance(start, target) for start, target in product(SQUARES, SQUARES))]
SATOR_TRIED = 40
SATO_TRIED = 30


MOVES_TRIED = 60


def moves_to_try(case: Case, state: State, rng: Random) -> Iterator[Any]:
    """Moves of every kind; in a game that is not listed below, those that are legal in other positions."""
    if case.key in TRIES:
        yield from TRIES[case.key](state, rng)
        return
    for other in rng.choices(random_line(case, 0).states, k=MOVES_TRIED):
        for seat in other.to_act:
            yield rng.choice(other.legal_moves(seat))


def sahara(state: State, rng: Random) -> Iterator[Any]:
    """Every hollow, and what is none."""
    return (Sow(hollow, feed) for hollow in range(-1, 9) for feed in (False, True))


def sator(state: State, rng: Random) -> Iterator[Any]:
    """Some of all set-ups and of all ways from a square to a square, and whatever either seat may do."""
    yield from rng.sample(SATOR_MOVES, SATOR_TRIED)
    for seat in SEATS:
        yield from state.legal_moves(seat)


def stacko(state: State, rng: Random) -> Iterator[Any]:
    """Every place, two that do not exist, and both words."""
    yield from (Build(place) for place in range(PLACES + 2))
    yield from (Draw(), Pass())


def sato(state: State, rng: Random) -> Iterator[Any]:
    """Moves of every kind: the words, and stones of the supply and others, on the table and near it."""
    assert isinstance(state, SatoState)
    yield from Say
    cells = sorted(state.layout.cells)
    centres = [laid.point for laid in state.layout.stones] or cells
    supply = state.supplies[state.turn] or STONES
    for _ in range(SATO_TRIED):
        point = rng.choice(corners(rng.choice(corners(rng.choice(centres)))))
        stone, face, turn = rng.choice(rng.choice((supply, STONES))), rng.choice(list(Face)), rng.randrange(6)
        yield Lay(stone, point, face, turn)
        yield Lay(stone, rng.choice(cells), face, turn)
        yield Lay(stone, point, face, rng.choice((-1, 6)))
        yield Take(point)


TRIES: Mapping[str, Callable[[State, Random], Iterator[Any]]] = {
    "sahara": sahara,
    "sator": sator,
    "stacko": stacko,
    "sato": sato,
}
