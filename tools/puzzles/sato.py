"""Tasks of Sato where all is open: whole turns tried to the last, and the end of the supplies played out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from games.game import Seat, other
from games.sato import Asked, State
from games.sato.board import Board
from games.sato.turns import MUST_LAY, latest_placement
from games.sato.ways import OF_STONE
from robots.sato import best_single_ply
from robots.sato.search import difference
from robots.sato.thinking import board_of, may_decline, move_of, side_of
from robots.sato.turns import DECLINE, Ply, Side, Turn, placements, taken
from tools.puzzles.task import Task, is_clear, play

MOTIFS = ("cover", "chain", "take", "deny", "end")
MOST_MOVES = 40
"""To choose from."""
MOST_TURNS = 1_500
"""That are tried from one position; with more there is no puzzle."""
MOST_STONES = 12
"""In both supplies, where the rest of the match is played out."""
NODES = 3_000
MARGIN = 2
ALL = 1_000


class TooMany(Exception):
    """There is more to try than may be."""


class Course(NamedTuple):
    """A turn so far, and how it went."""

    turn: Turn
    plies: tuple[Ply, ...]


def tasks(state: State, seat: Seat) -> Iterator[Task]:
    """What can be asked of the seat to move."""
    moves = state.legal_moves(seat)
    if state.options.variant == "hidden" or not 3 <= len(moves) <= MOST_MOVES:
        return
    board = board_of(state.layout)
    for find in (_in_turn, _denying, _to_the_end):
        try:
            yield from find(state, seat, board)
        except TooMany:
            continue


def first_plies(state: State, board: Board) -> Iterator[Course]:
    """Each ply that the seat may choose now, in no order that matters."""
    start = Turn(board, side_of(state, state.turn), None, True)
    if state.asked is Asked.TAKE:
        last = latest_placement(state)
        start = start._replace(more=last.covered is not None)
        for turn in taken(start, last.laid.level, ALL):
            yield Course(turn, (turn.first or DECLINE,))
        yield Course(start._replace(first=DECLINE), (DECLINE,))
        return
    for lay in placements(start):
        yield Course(_after(start, lay.spot, lay.way), (Ply(lay.spot, lay.way),))
    if may_decline(state, board):
        yield Course(start._replace(first=DECLINE, more=False), (DECLINE,))


def _after(turn: Turn, spot: int, way: int) -> Turn:
    """The turn with a stone laid; another placement is allowed if that covers a sato."""
    board, stone = turn.board.lay(spot, way), OF_STONE[way // 12]
    return Turn(board, turn.side.losing(stone), turn.first or Ply(spot, way), turn.board.free(spot))


def ends(course: Course, *, completed: int, level: int, budget: list[int]) -> Iterator[Course]:
    """All ways to end a turn that has begun so: every take, every extra placement.

    `completed` are the satos that its latest placement made, for which a stone of its `level` may be taken.
    """
    budget[0] -= 1
    if budget[0] < 0:
        raise TooMany
    yield course
    turn, plies = course
    if completed:
        for took in taken(turn, level, ALL):
            spot = next(iter(set(turn.board.stones) - set(took.board.stones)))
            yield from ends(Course(took, (*plies, Ply(spot))), completed=0, level=0, budget=budget)
    if not turn.more:
        return
    for lay in list(placements(turn)):
        after = _after(turn, lay.spot, lay.way)
        next_course = Course(after, (*plies, Ply(lay.spot, lay.way)))
        level = turn.board.grid.level(lay.spot)
        yield from ends(next_course, completed=lay.satos, level=level, budget=budget)


def whole_turns(state: State, board: Board, most: int = MOST_TURNS) -> Iterator[Course]:
    """All whole turns from what is asked now, to the last."""
    budget = [most]
    lays = {}
    if state.asked is not Asked.TAKE:
        start = Turn(board, side_of(state, state.turn), None, True)
        lays = {Ply(lay.spot, lay.way): lay.satos for lay in placements(start)}
    for course in first_plies(state, board):
        first = course.plies[0]
        level = board.grid.level(first.spot) if first in lays else 0
        yield from ends(course, completed=lays.get(first, 0), level=level, budget=budget)


def _notation(state: State, board: Board, ply: Ply) -> str:
    return str(move_of(ply, state.asked, board.grid))


def by_first(
    state: State, board: Board, courses: Iterator[Course], worth: Callable[[Turn], int]
) -> tuple[dict[str, int], dict[str, Course]]:
    """What the best whole turn is worth, by its first ply, and the shortest turn that is worth so much."""
    values: dict[str, int] = {}
    best: dict[str, Course] = {}
    for course in courses:
        first, value = _notation(state, board, course.plies[0]), worth(course.turn)
        known = values.get(first)
        if known is None or value > known or (value == known and len(course.plies) < len(best[first].plies)):
            values[first], best[first] = value, course
    return {str(move): values[str(move)] for move in state.legal_moves(state.turn)}, best


def _in_turn(state: State, seat: Seat, board: Board) -> Iterator[Task]:
    """To win as many points as possible in this turn."""
    waiting = side_of(state, other(seat))
    now = difference(board, side_of(state, seat), waiting)
    values, best = by_first(
        state, board, whole_turns(state, board), lambda turn: difference(turn.board, turn.side, waiting) - now
    )
    if not is_clear(values, MARGIN):
        return
    most = max(values.values())
    answer = next(move for move in values if values[move] == most)
    plies = best[answer].plies
    lays = sum(ply.way >= 0 for ply in plies)
    takes = any(ply.way < 0 <= ply.spot for ply in plies)
    script = str(best_single_ply(state.view(seat), 0))
    if values[script] == most or len(plies) < 2:
        return
    motif = "take" if takes else "chain" if lays > 2 else "cover" if lays > 1 else ""
    if motif:
        yield Task(motif, "turn", most, values, tuple(_line(state, seat, answer, plies)))


def _line(state: State, seat: Seat, answer: str, plies: Sequence[Ply]) -> Iterator[str]:
    """The rest of the turn, in notation; what is not taken or laid is declined by itself or by a word."""
    state, grid = play(state, answer), state.layout.board.grid
    for ply in plies[1:]:
        while True:
            if state.to_act != (seat,):
                return
            move = str(move_of(ply, state.asked, grid)) if _suits(ply, state.asked) else None
            if move in {str(each) for each in state.legal_moves(seat)}:
                break
            move = "keep" if state.asked is Asked.TAKE else "done"
            yield move
            state = play(state, move)
        assert move is not None  # noqa: S101 - it is legal
        yield move
        state = play(state, move)


def _suits(ply: Ply, asked: Asked) -> bool:
    return (asked is Asked.TAKE) == (ply.way < 0)


def _denying(state: State, seat: Seat, board: Board) -> Iterator[Task]:
    """To leave the other as little as possible to win in its next turn."""
    moves = state.legal_moves(seat)
    if state.asked is Asked.PLACEMENT and len(moves) > MOST_MOVES // 3:
        return
    values, replies = {}, {}
    for move in moves:
        after = state.play(seat, move)
        if after.to_act != (other(seat),):
            return  # the turn goes on, or the match is over
        there = board_of(after.layout)
        mine = side_of(after, seat)
        now = difference(there, side_of(after, other(seat)), mine)
        gains, _ = by_first(
            after,
            there,
            whole_turns(after, there),
            lambda turn, mine=mine, now=now: difference(turn.board, turn.side, mine) - now,  # type: ignore[misc]
        )
        most = max(gains.values())
        values[str(move)] = -most
        replies[str(move)] = next(each for each in gains if gains[each] == most)
    script = str(best_single_ply(state.view(seat), 0))
    best_value = max(values.values())
    if is_clear(values, MARGIN) and values[script] < best_value:
        wrong = {move: reply for move, reply in replies.items() if values[move] < best_value}
        yield Task("deny", "deny", -best_value, values, (), wrong)


def _to_the_end(state: State, seat: Seat, board: Board) -> Iterator[Task]:
    """To end the match with as many points as possible, where no stone is drawn any more."""
    stones = sum(map(len, state.supplies))
    if state.stack or stones > MOST_STONES or state.options.variant != "open":
        return
    budget = [NODES]
    waiting = side_of(state, other(seat))
    final = state.asked is Asked.PLACEMENT

    def worth(turn: Turn) -> int:
        if final and turn.first == DECLINE:
            return difference(turn.board, turn.side, waiting)
        return -_settled(turn.board, waiting, turn.side, -ALL, ALL, budget)

    values, best = by_first(state, board, whole_turns(state, board), worth)
    if not is_clear(values, MARGIN):
        return
    most = max(values.values())
    answer = next(move for move in values if values[move] == most)
    script = str(best_single_ply(state.view(seat), 0))
    if values[script] < most:
        others = max(value for value in values.values() if value < most)
        asks = "win" if most > 0 >= others else "end"
        if most > 0:
            yield Task("end", asks, most, values, tuple(_line(state, seat, answer, best[answer].plies)))


def _settled(board: Board, mover: Side, waiting: Side, low: int, high: int, budget: list[int]) -> int:
    """How many points ahead the mover ends the match, the stack being empty, within these bounds."""
    budget[0] -= 1
    if budget[0] < 0:
        raise TooMany
    may_decline = mover.size < MUST_LAY
    best = difference(board, mover, waiting) if may_decline or not board.fits_any(mover.hand) else -ALL
    if best >= high:
        return best
    start = Turn(board, mover, None, True)
    turns: dict[int, Turn] = {}
    for lay in placements(start):
        after = _after(start, lay.spot, lay.way)
        level = board.grid.level(lay.spot)
        for course in ends(Course(after, ()), completed=lay.satos, level=level, budget=budget):
            turns.setdefault(course.turn.board.key, course.turn)
    for turn in sorted(turns.values(), key=lambda turn: -difference(turn.board, turn.side, waiting)):
        best = max(best, -_settled(turn.board, waiting, turn.side, -high, -max(low, best), budget))
        if best >= high:
            break
    return best
