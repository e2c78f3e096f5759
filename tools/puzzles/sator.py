"""Tasks of Sator: won or held by force in every world that the view allows, against replies that know all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.game import Seat, other
from games.sator import State, View
from robots.sator import best_single_ply
from robots.sator.board import Kind, Layout, Outcome, Ply, Table, advance, ply, reach, read, ways
from tools.puzzles.task import Task, is_clear, play

MOTIFS = ("race", "capture", "sacrifice", "deduce", "hold")
MOST_OWN = 4
"""The own moves, at most, within which a win is asked for."""
HELD = 2
"""The moves of the other seat for which a position is to be held."""
NODES = 40_000
"""Of one search: a position that needs more gives no puzzle."""

Hidden = frozenset[Kind]
"""What the other seat may be hiding, as far as the seat that is asked can know."""


class OutOfNodes(Exception):
    """The search may go no further."""


class Forced:
    """What a seat can force, knowing its own dots only: to win within so many moves of its own.

    If `holding`: not to have lost after so many moves of the other seat.
    """

    def __init__(self, seat: Seat, own: Kind, *, holding: bool, nodes: int = NODES) -> None:
        self._seat, self._own, self._holding = seat, own, holding
        self._counted = other(seat) if holding else seat
        self._nodes = nodes
        self._known: dict[tuple[Layout, Hidden, int], bool] = {}

    def reached(self, front: Outcome, hidden: Hidden, moves: int) -> bool:
        """Whether the aim is reached whatever is hidden, with so many counted moves to come."""
        if isinstance(front, int):
            outcome = front if self._seat == 0 else -front
            return outcome >= 0 if self._holding else outcome > 0
        if moves == 0 and front.turn == self._counted:
            return self._holding
        key = front, hidden, moves
        if key not in self._known:
            self._nodes -= 1
            if self._nodes < 0:
                raise OutOfNodes
            quantifier = any if front.turn == self._seat else all
            self._known[key] = quantifier(
                self.after(front, ply(front, way), hidden, moves) for way in ways(front.cells, front.turn)
            )
        return self._known[key]

    def after(self, layout: Layout, each: Ply, hidden: Hidden, moves: int) -> bool:
        """Whether it is reached by a ply, whatever dot comes to light, with so many moves before it."""
        mine = layout.turn == self._seat
        moves -= layout.turn == self._counted
        return all(
            self.reached(front, left, moves) for front, left in self._outcomes(mine, layout, each, hidden)
        )

    def _outcomes(
        self, mine: bool, layout: Layout, each: Ply, hidden: Hidden
    ) -> Iterator[tuple[Outcome, Hidden]]:
        """What may come of a ply, and what may still be hidden then."""
        if each.victim >= 0:
            reds = frozenset(k for k in hidden if (k if mine else self._own) >> each.victim & 1)
            if reds:
                yield each.both_off, reds
            hidden -= reds
            if not hidden:
                return
        if each.arriving < 0:
            yield each.stays, hidden
            return
        won = 1 if layout.turn == 0 else -1
        stays = frozenset(k for k in hidden if (self._own if mine else k) >> each.arriving & 1)
        if stays:
            yield each.stays, stays
        if hidden - stays:
            yield won, hidden - stays


def tasks(state: State, seat: Seat) -> Iterator[Task]:
    """What can be asked of the seat to move."""
    view = state.view(seat)
    if view.ready != (True, True):
        return
    table = read(view)
    if len(ways(table.layout.cells, seat)) < 3:
        return
    try:
        yield from _winning(state, view, table, seat)
        yield from _holding(state, view, table, seat)
    except OutOfNodes:
        return


def values(table: Table, seat: Seat, moves: int, *, holding: bool) -> dict[str, int]:
    """By ply: 1 where it reaches the aim of `Forced` within so many moves, else 0."""
    forced = Forced(seat, table.own, holding=holding)
    hidden = frozenset(table.kinds[other(seat)])
    plies_by_way = {str(advance(way)): ply(table.layout, way) for way in ways(table.layout.cells, seat)}
    return {move: int(forced.after(table.layout, each, hidden, moves)) for move, each in plies_by_way.items()}


def shortest(table: Table, seat: Seat, most: int) -> int:
    """The own moves within which the seat wins by force; one more than `most` where it does not."""
    forced = Forced(seat, table.own, holding=False, nodes=10 * NODES)
    hidden = frozenset(table.kinds[other(seat)])
    found = (own for own in range(most + 1) if forced.reached(table.layout, hidden, own))
    return next(found, most + 1)


def _winning(state: State, view: View, table: Table, seat: Seat) -> Iterator[Task]:
    own = shortest(table, seat, MOST_OWN)
    if not 2 <= own <= MOST_OWN:
        return
    found = _in_order(state, seat, values(table, seat, own, holding=False))
    if not is_clear(found):
        return
    answer = next(move for move in found if found[move])
    motifs = [*_motifs(table, seat, answer, str(best_single_ply(view, 0)) == answer)]
    if not _whatever_came_to_light(table, seat, own):
        motifs.append("deduce")
    for motif in motifs:
        yield Task(motif, "win", own, found, tuple(_line(state, answer, seat)))


def _in_order(state: State, seat: Seat, found: dict[str, int]) -> dict[str, int]:
    return {str(move): found[str(move)] for move in state.legal_moves(seat)}


def _motifs(table: Table, seat: Seat, answer: str, simple: bool) -> Iterator[str]:
    """How the answer begins."""
    (way,) = (way for way in ways(table.layout.cells, seat) if str(advance(way)) == answer)
    each = ply(table.layout, way)
    if each.victim >= 0:
        yield "capture"
        return
    attackers = [
        cell
        for cell, piece in enumerate(table.layout.cells)
        if piece // 5 == other(seat) and way[1] in reach(other(seat), cell)[1]
    ]
    if attackers:
        yield "sacrifice"
    elif not simple:
        yield "race"


def _whatever_came_to_light(table: Table, seat: Seat, own: int) -> bool:
    """Whether the win would be forced as well if nothing were known of the other seat's dots."""
    opponent = other(seat)
    public = table.layout._replace(white=0, red=0)
    numbers = range(5 * opponent, 5 * opponent + 5)
    anything = frozenset(1 << one | 1 << another for one, another in combinations(numbers, 2))
    return Forced(seat, table.own, holding=False).reached(public, anything, own)


def _line(state: State, answer: str, seat: Seat) -> Iterator[str]:
    """The win against the longest defence, in the world behind the view."""
    state = play(state, answer)
    while state.result is None:
        mine = state.to_act[0] == seat
        after = {str(move): play(state, str(move)) for move in state.legal_moves(state.to_act[0])}
        needs = {move: _needed(then, seat) for move, then in after.items()}
        move = (min if mine else max)(needs, key=needs.__getitem__)
        yield move
        state = after[move]


def _needed(state: State, seat: Seat) -> int:
    if state.result is not None:
        return 0 if state.result.winner == seat else MOST_OWN + 2
    return shortest(read(state.view(seat)), seat, MOST_OWN)


def _holding(state: State, view: View, table: Table, seat: Seat) -> Iterator[Task]:
    """Not to lose within a few moves of the other, where most moves might."""
    found = _in_order(state, seat, values(table, seat, HELD, holding=True))
    if not is_clear(found) or found[str(best_single_ply(view, 0))]:
        return
    yield Task("hold", "hold", HELD, found, (), _threats(state, table, seat, found))


def _threats(state: State, table: Table, seat: Seat, found: dict[str, int]) -> dict[str, str]:
    """After a wrong step, a ply of the other by which the seat can no longer be sure to hold.

    What follows a capture depends on a dot that the view may hide, so nothing is told of it.
    """
    threats = {}
    for move in (move for move, value in found.items() if not value and move[0] == move[3]):
        then = play(state, move)
        if then.result is not None or then.to_act != (other(seat),):
            continue
        forced = Forced(seat, table.own, holding=True)
        after = read(then.view(seat))
        hidden = frozenset(after.kinds[other(seat)])
        for way in ways(after.layout.cells, other(seat)):
            if not forced.after(after.layout, ply(after.layout, way), hidden, HELD):
                threats[move] = str(advance(way))
                break
    return threats
