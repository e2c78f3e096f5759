"""Sato positions for tests: written stones, states made by hand, and random play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from games import GAMES, Dice
from games.game import Seat
from games.sato import STONES, Asked, Face, Lay, Layout, Options, Point, Sato, State, Stone, View
from games.sato.lattice import cell
from games.sato.position import Supply, Variant
from tests.games.sampling import line_of
from tests.games.walks import Case

TABLES = ("small", "medium", "large")

CENTRE = cell(6, 5)  # (0,0) of the written stones: the middle of the large table
_WRITTEN = re.compile(r"(w|b) (e|o)\[(\w),(\w),(\w)\] \((-?\d),(-?\d)\)")


def lay(written: str) -> Lay:
    """The placement written as face, phase, [colours anticlockwise from the first tip] and (u,v).

    In phase e the first tip is at corner 0, in phase o at corner 1.
    """
    form = _WRITTEN.fullmatch(written)
    assert form is not None
    shown = [form[3], form[4], form[5]]
    first = min(range(3), key=lambda place: "roygbv".index(shown[place]))
    name = shown[first:] + shown[:first]
    face = Face.WHITE if form[1] == "w" else Face.BLACK
    if face is Face.BLACK:  # A stone is called after its white face, where the other two change places.
        name[1:] = reversed(name[1:])
    turn = "eo".index(form[2]) + 2 * first
    point = Point(CENTRE.u + int(form[6]), CENTRE.v + int(form[7]))
    return Lay(Stone["".join(name).upper()], point, face, turn)


P, Q, U, T, R1, R2, N, X, Y, Z = (
    lay(written)
    for written in (
        "w e[r,y,b] (0,0)",
        "b e[g,b,r] (1,1)",
        "w e[b,g,y] (-1,2)",
        "b e[o,r,v] (2,-1)",
        "w e[y,o,v] (-2,1)",
        "b e[o,r,b] (0,3)",
        "w e[v,b,y] (1,-2)",
        "b e[r,g,v] (1,0)",
        "w e[g,o,y] (-1,1)",
        "b e[b,v,g] (0,2)",
    )
)


def build(*lays: Lay | str, cells: frozenset[Point] | None = None) -> Layout:
    """The layout after these placements, legal or not, on the large table if no cells are given."""
    layout = options("open").bare_table() if cells is None else Layout.empty(cells)
    for written in lays:
        each = Sato().parse(written) if isinstance(written, str) else written
        assert isinstance(each, Lay)
        laid = layout.placed(each)
        assert laid is not None
        layout = layout.lay(laid)
    return layout


def others(layout: Layout) -> Supply:
    """All stones that do not lie there."""
    laid = {each.stone for each in layout.stones}
    return tuple(stone for stone in STONES if stone not in laid)


def options(variant: Variant, table: str = "large") -> Options:
    return Sato().options(variant=variant, table=table)


def state(
    layout: Layout,
    supplies: tuple[Iterable[Stone], Iterable[Stone]],
    *,
    stack: Sequence[Stone] = (),
    seat: Seat = 0,
    variant: Variant = "open",
) -> State:
    """A turn after its draw; unless told otherwise the stack is empty. Stones not named are out of play."""
    first, second = (tuple(sorted(supply)) for supply in supplies)
    named = [*first, *second, *stack, *(each.stone for each in layout.stones)]
    assert len(named) == len(set(named))
    return State(
        options(variant), layout, tuple(stack), (first, second), ((), ()), seat, Asked.PLACEMENT, (), None
    )


def deal(variant: str, table: str, seed: int) -> State:
    game = GAMES["sato"]
    dealt = game.deal(game.options(variant=variant, table=table), Dice.from_seed(seed.to_bytes(32, "big")))
    assert isinstance(dealt, State)
    return dealt


def walk(variant: str, table: str, seed: int, plies: int) -> list[State]:
    """The states of a random match, from the deal to its end or until so many plies are played."""
    case = Case("sato", (("variant", variant), ("table", table)))
    return line_of(State, case, seed)[: plies + 1]


def imagine(view: View, seed: int) -> State:
    return view.imagine(Dice.from_seed(seed.to_bytes(32, "big")))
