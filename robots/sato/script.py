"""The script that takes the best single ply: what the levels are measured by."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.sato import Asked, Move, State, View
from robots.robot import dice
from robots.sato.board import Board, board_of
from robots.sato.seat import highest_spot, may_decline, move_of, side_of
from robots.sato.tables import face_of
from robots.sato.turns import DECLINE, LAID_OWN, Ply, Turn, placements


def best_single_ply(view: View, seed: int) -> Move:
    """The ply after which the difference of the scores is best, drawn among equals.

    That the opponent then draws a stone, and so gives three points, is no merit of the ply.
    """
    state, board = view.imagine(dice(seed, "world", 0)), board_of(view.layout, view.options.table)
    plies = list(_gains(state, board))
    best = max(gain for gain, _ in plies)
    ply = random.Random(seed).choice([ply for gain, ply in plies if gain == best])
    return move_of(ply, view.asked, board.grid)


def _gains(state: State, board: Board) -> Iterator[tuple[int, Ply]]:
    """What each legal ply adds to the difference of the scores by itself (Sato, rule 7)."""
    side = side_of(state, state.turn)
    if state.asked is Asked.TAKE:
        for spot in board.takeable(highest_spot(state, board)):
            yield -LAID_OWN if face_of(board.stones[spot]) is side.face else 0, Ply(spot)
    else:
        for gain, spot, way, _ in placements(Turn(board, side, None, True)):
            yield gain, Ply(spot, way)
    if may_decline(state, board):
        yield 0, DECLINE
