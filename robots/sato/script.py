"""The script that takes the best single ply: what the levels are measured by."""

from __future__ import annotations

import random

from games.game import Seat
from games.sato import Lay, Layout, Move, State, Take, View, corners, dots_of
from games.sato.position import STONE_POINTS
from games.sato.stones import DOTS
from robots.robot import dice


def best_single_ply(view: View, seed: int) -> Move:
    """The ply after which the difference of the scores is best, drawn among equals."""
    state, seat = imagined(view, seed)
    moves = state.legal_moves(seat)
    gains = [gain(state.layout, seat, move) for move in moves]
    best = [move for move, got in zip(moves, gains, strict=True) if got == max(gains)]
    return random.Random(seed).choice(best)


def imagined(view: View, seed: int) -> tuple[State, Seat]:
    """One world of a seat's view, and the seat: what may be laid is the same in all of them."""
    if view.viewer is None:
        raise ValueError("a spectator has no plies")
    return view.imagine(dice(seed, "world", 0)), view.viewer


def gain(layout: Layout, seat: Seat, move: Move) -> int:
    """What a legal move adds to the difference of the scores by itself (Sato, rule 7).

    A stone that leaves the own supply takes its points from the opponent. That the opponent then draws is no
    merit of the move.
    """
    match move:
        case Lay():
            own = DOTS if move.face == dots_of(seat) else -DOTS
            return own + STONE_POINTS + hidden(layout, seat, move)
        case Take():
            laid = layout.top(move.point)
            assert laid is not None  # noqa: S101 - the move is legal
            return (-DOTS if laid.face == dots_of(seat) else DOTS) - STONE_POINTS
        case _:
            return 0


def hidden(layout: Layout, seat: Seat, lay: Lay) -> int:
    """The opponent's dots that a stone hides where it is laid, less the own ones."""
    opening = layout.opening(lay.point)
    assert opening is not None  # noqa: S101 - the move is legal
    below = (layout.at(opening.level - 1, corner) for corner in corners(lay.point))
    meeting = (laid for laid in below if laid and lay.point in laid.tips)
    return sum(-1 if laid.face == dots_of(seat) else 1 for laid in meeting)
