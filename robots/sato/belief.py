"""Worlds that a seat thinks of where stones are hidden: silence tells of the other's supply.

Who ends a turn although stones may still be laid, has probably none that fits (Sato, rules 2 and 4): a stone
laid with the own face is worth six points. Likewise who leaves a free sato could hardly cover it.
"""

from __future__ import annotations

from games.game import other
from games.sato import Asked, Passed, Placed, State, Stopped, View, dots_of
from games.sato.board import Board
from games.sato.ways import OF_STONE, Ways
from robots.robot import dice
from robots.sato.turns import OF_FACE

DRAWN_A_WORLD = 4
"""So many worlds are drawn for each that is thought of: the most plausible ones are."""


def plausible_worlds(view: View, board: Board, seed: int, count: int) -> list[State]:
    """Worlds of a view: those of many in which the other left out least in the turn before."""
    missed = left_out(view, board)
    drawn = count * DRAWN_A_WORLD if missed else count
    worlds = [view.imagine(dice(seed, "world", number)) for number in range(drawn)]
    return sorted(worlds, key=lambda world: fitting(world, missed))[:count]


def fitting(world: State, ways: Ways) -> int:
    """How many stones of the seat that waits could be laid in one of these ways."""
    return sum(OF_STONE[stone] & ways != 0 for stone in world.supplies[other(world.turn)])


def left_out(view: View, board: Board) -> Ways:
    """The ways to lay a stone that the other would have liked in the turn before, with such a stone."""
    waiting = other(view.turn)
    before = [happening for happening in view.trail if happening.seat == waiting]
    hidden = view.options.variant == "hidden" and view.turn == view.viewer
    if not hidden or view.asked is not Asked.PLACEMENT or not before:
        return 0
    fresh = {
        board.grid.spot(sato.level + 1, sato.point)
        for happening in before[-3:]
        if isinstance(happening, Placed)
        for sato in happening.completed
    }
    silent = any(isinstance(happening, Passed | Stopped) for happening in before)
    ways = 0
    for spot, opening in board.openings.items():
        if silent or (board.free(spot) and spot not in fresh):
            ways |= opening.fits
    return ways & OF_FACE[dots_of(waiting)]
