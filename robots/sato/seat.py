"""A view of Sato in the numbers of the search, and its plies as moves of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from games.game import Seat, other
from games.sato import Asked, Lay, Move, Say, State, Take, dots_of
from games.sato.stones import TURNS
from games.sato.turns import MUST_LAY, latest_placement
from robots.sato.board import Board
from robots.sato.search import Scene, Weights
from robots.sato.tables import Grid, face_of, stone_of, ways_of
from robots.sato.turns import DECLINE, Ply, Side, Turn, Width, taken, turns

SAYS = {Asked.PLACEMENT: Say.PASS, Asked.TAKE: Say.KEEP, Asked.EXTRA: Say.DONE}


def side_of(state: State, seat: Seat) -> Side:
    """A seat and its supply."""
    supply = state.supplies[seat]
    return Side(dots_of(seat), ways_of(supply), len(supply))


def scene_of(state: State, weights: Weights) -> Scene:
    """What a search knows of a world besides the board and the seat that moves."""
    waiting = side_of(state, other(state.turn))
    return Scene(waiting, tuple(state.stack), state.options.variant != "split", weights)


def move_of(ply: Ply, asked: Asked, grid: Grid) -> Move:
    """The move of the rules."""
    if ply == DECLINE:
        return SAYS[asked]
    if asked is Asked.TAKE:
        return Take(grid.point(ply.spot))
    return Lay(stone_of(ply.way), grid.point(ply.spot), face_of(ply.way), ply.way % TURNS)


def may_decline(state: State, board: Board) -> bool:
    """Whether the rules allow to say the word of one move (Sato, rules 1, 3 and 4, and the variant split)."""
    me = side_of(state, state.turn)
    must = state.options.variant == "split" or me.size >= MUST_LAY
    return state.asked is not Asked.PLACEMENT or not (must and board.fits_any(me.hand))


def highest_spot(state: State, board: Board) -> int:
    """The spot of the stone that was laid last in this turn: none higher may be taken."""
    return board.grid.spot(*latest_placement(state).laid.spot)


def ends_of(state: State, board: Board, width: Width) -> list[Turn]:
    """The ways to end the turn that are looked at, from whatever is asked; declining comes last."""
    start = Turn(board, side_of(state, state.turn), None, True)
    if state.asked is Asked.TAKE:
        return list(_after_taking(state, start, width))
    declining = [start._replace(first=DECLINE)] if may_decline(state, board) else []
    return turns(start, width) + declining


def _after_taking(state: State, start: Turn, width: Width) -> Iterator[Turn]:
    start = start._replace(more=latest_placement(state).covered is not None)
    takes = taken(start, highest_spot(state, start.board), len(start.board.stones))
    for turn in (*takes, start._replace(first=DECLINE)):
        yield turn
        if turn.more:
            yield from turns(turn, width)
