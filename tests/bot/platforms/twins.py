"""Twins: worlds that differ only in what a viewer may not know, and plies that are legal in both."""

from __future__ import annotations

import random
from dataclasses import replace

from games.dice import SEED_BYTES, Dice
from games.game import Seat, State
from games.sato import Drew, Happening
from games.sato import State as SatoState
from tests.games.walks import CASES

SECRETIVE = [case for case in CASES if case.key in ("sator", "stacko") or ("variant", "hidden") in case.words]
MOST_PLIES = 12
TRIES = 400
FEWEST_PLIES = {"sator": 8, "stacko": 1, "sato": 8}
"""That a conversation has to go on for; what comes out of a tower of Stacko soon tells the worlds apart."""


def twin_of(state: State, viewer: Seat, *, chance: int = 5) -> State:
    """A state that the viewer's view does not rule out, and that stays so for long.

    In Sato's bag one hidden stone of the opponent, or the one that they will draw next, changes places with
    the stone that would be drawn last; all draws of the viewer stay the same.
    """
    if not isinstance(state, SatoState):
        return state.view(viewer).imagine(Dice.from_seed(bytes([chance]) * SEED_BYTES))
    opponent = 1 - viewer
    *stack, last = state.stack
    supplies = list(state.supplies)
    if supplies[opponent]:
        (hidden, *rest) = supplies[opponent]
        supplies[opponent] = tuple(sorted((last, *rest)))
        return replace(
            state, stack=(*stack, hidden), supplies=(supplies[0], supplies[1]), trail=trail_without(state)
        )
    return replace(state, stack=(last, *stack[1:], stack[0]))


def trail_without(state: SatoState) -> tuple[Happening, ...]:
    """The trail of the twin: what its first seat drew is what it has."""
    return tuple(
        Drew(event.seat, state.stack[-1]) if isinstance(event, Drew) else event for event in state.trail
    )


def ply_that_shows_no_secret(
    one: State, two: State, viewer: Seat, rng: random.Random
) -> tuple[Seat, str] | None:
    """A ply that is legal in both worlds, after which the viewer and the spectator still see the same."""
    if not one.to_act:
        return None
    seat = rng.choice(one.to_act)
    mine = {str(move): move for move in one.legal_moves(seat)}
    others = {str(move): move for move in two.legal_moves(seat)}
    both = sorted(mine.keys() & others.keys())
    for notation in rng.sample(both, min(len(both), TRIES)):
        after = one.play(seat, mine[notation]), two.play(seat, others[notation])
        if all(after[0].view(eye) == after[1].view(eye) for eye in (viewer, None)):
            return seat, notation
    return None
