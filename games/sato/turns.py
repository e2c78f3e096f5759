"""The course of a turn: draw, placement, take, extra placements, the end (Sato, rules 1 to 7)."""

from __future__ import annotations

from itertools import takewhile
from typing import Generic, TypeVar

from games.game import IllegalMove, Result, Seat, leader, other
from games.sato.lattice import point_name
from games.sato.layout import any_fits, objection_to_laying
from games.sato.moves import Lay, Move, Say, Take
from games.sato.position import (
    Asked,
    Drew,
    Happening,
    Kept,
    Passed,
    Placed,
    Position,
    Stopped,
    Supply,
    Took,
    scores,
)
from games.sato.stones import Stone, stone_name

MUST_LAY = 6
"""With so many stones in the supply a player must lay one if any fits (Sato, rule 1)."""

P = TypeVar("P", bound=Position)


def objection(position: Position, move: Move) -> IllegalMove | None:
    """Why the rules forbid the move to the seat whose turn it is, or None.

    Reasons and their facts, besides those of `objection_to_laying`: `not_asked` (asked: `placement`,
    `take` or `extra`), `not_in_supply` (stone), `must_lay` (supply: its size), `no_passing` in the variant
    split, and for a stone that cannot be taken `nothing_there`, `covered`, `in_a_sato` (point) or
    `higher_level` (point, level, highest).
    """
    match move, position.asked:
        case Lay(), Asked.PLACEMENT | Asked.EXTRA:
            if move.stone not in position.supplies[position.turn]:
                return IllegalMove("not_in_supply", stone=stone_name(move.stone))
            return objection_to_laying(position.layout, move)
        case Take(), Asked.TAKE:
            return _against_taking(position, move)
        case Say.PASS, Asked.PLACEMENT:
            return _against_passing(position)
        case (Say.KEEP, Asked.TAKE) | (Say.DONE, Asked.EXTRA):
            return None
    return IllegalMove("not_asked", asked=position.asked.value)


def _against_passing(position: Position) -> IllegalMove | None:
    if position.options.variant == "split":
        return IllegalMove("no_passing")
    supply = position.supplies[position.turn]
    if not may_pass(position, fits=any_fits(position.layout, supply)):
        return IllegalMove("must_lay", supply=len(supply))
    return None


def may_pass(position: Position, *, fits: bool) -> bool:
    """Whether the seat whose turn it is may decline its placement, given whether one of its stones fits."""
    supply = position.supplies[position.turn]
    return position.options.variant != "split" and not (fits and len(supply) >= MUST_LAY)


def _against_taking(position: Position, take: Take) -> IllegalMove | None:
    """Sato, rule 3."""
    layout, point = position.layout, point_name(take.point)
    laid = layout.top(take.point)
    if laid is None:
        return IllegalMove("nothing_there", point=point)
    if satos := layout.satos_of(laid):
        covered = any(layout.is_covered(sato) for sato in satos)
        return IllegalMove("covered" if covered else "in_a_sato", point=point)
    highest = latest_placement(position).laid.level
    if laid.level > highest:
        return IllegalMove("higher_level", point=point, level=laid.level, highest=highest)
    return None


def latest_placement(position: Position) -> Placed:
    """The stone that was laid last in this turn; while a take or an extra placement is asked there is one."""
    return next(happening for happening in reversed(position.trail) if isinstance(happening, Placed))


def begin(position: P, seat: Seat) -> P:
    """The position in which the turn of a seat has begun."""
    ply = _Ply(position)
    ply.begin(seat)
    return ply.after()


def play(position: P, move: Move) -> P:
    """The position after a legal move of the seat whose turn it is."""
    ply = _Ply(position)
    ply.play(move)
    return ply.after()


class _Ply(Generic[P]):
    """One ply in the making, and all that follows from it without asking; then it becomes a position."""

    def __init__(self, before: P) -> None:
        self.before = before
        self.layout, self.stack, self.turn, self.asked = (
            before.layout,
            before.stack,
            before.turn,
            before.asked,
        )
        self.supplies, self.returned = list(before.supplies), list(before.returned)
        # The end of the trail that belongs to the seat that acts: turns alternate.
        backwards = takewhile(lambda happening: happening.seat == self.turn, reversed(before.trail))
        self.trail: list[Happening] = [*backwards][::-1]
        self.result: Result | None = None

    def after(self) -> P:
        """The position after this ply."""
        return type(self.before)(
            self.before.options,
            self.layout,
            self.stack,
            (self.supplies[0], self.supplies[1]),
            (self.returned[0], self.returned[1]),
            self.turn,
            self.asked,
            tuple(self.trail),
            self.result,
        )

    def begin(self, seat: Seat) -> None:
        """The turn of a seat begins: it draws (Sato, rule 1).

        What all can see to be impossible is not asked.
        """
        self.turn, self.asked = seat, Asked.PLACEMENT
        if self.stack:
            stone, self.stack = self.stack[0], self.stack[1:]
            self.supplies[seat] = _with(self.supplies[seat], stone)
            self.trail.append(Drew(seat, stone))
        if self._all_see_nothing_fits():
            self._decline(automatic=True)

    def play(self, move: Move) -> None:
        """What the seat whose turn it is does; the move is legal."""
        match move:
            case Lay():
                self._lay(move)
            case Take():
                self._take(move)
            case Say.KEEP:
                self.trail.append(Kept(self.turn))
                self._go_on(latest_placement(self.before))
            case Say.PASS:
                self._decline(automatic=False)
            case Say.DONE:  # pragma: no branch - there is no other move
                self._stop(automatic=False)

    def _lay(self, lay: Lay) -> None:
        """Sato, rules 2 and 3."""
        seat, stone, laid = self.turn, lay.stone, self.layout.placed(lay)
        assert laid is not None  # noqa: S101 - the move is legal
        was_known = self.before.options.variant != "hidden" or stone in self.returned[seat]
        self.layout = layout = self.layout.lay(laid)
        self.supplies[seat] = _without(self.supplies[seat], stone)
        self.returned[seat] = _without(self.returned[seat], stone)
        completed = layout.satos_of(laid)
        placed = Placed(seat, laid, completed, layout.sato_below(laid), was_known)
        self.trail.append(placed)
        if completed and layout.takeable(laid.level):
            self.asked = Asked.TAKE
        else:
            self._go_on(placed)

    def _take(self, take: Take) -> None:
        """Sato, rule 3."""
        seat, laid = self.turn, self.layout.top(take.point)
        assert laid is not None  # noqa: S101 - the move is legal
        self.layout = self.layout.lift(laid)
        self.supplies[seat] = _with(self.supplies[seat], laid.stone)
        self.returned[seat] = _with(self.returned[seat], laid.stone)
        self.trail.append(Took(seat, laid))
        self._go_on(latest_placement(self.before))

    def _go_on(self, placed: Placed) -> None:
        """Sato, rule 4: a player who covered a sato may lay again."""
        if placed.covered is None:
            self.begin(other(self.turn))
        elif self._all_see_nothing_fits():
            self._stop(automatic=True)
        else:
            self.asked = Asked.EXTRA

    def _stop(self, *, automatic: bool) -> None:
        self.trail.append(Stopped(self.turn, automatic))
        self.begin(other(self.turn))

    def _decline(self, *, automatic: bool) -> None:
        """Sato, rule 5: without a stack the match ends when the placement of a turn is not made."""
        self.trail.append(Passed(self.turn, automatic))
        if self.stack:
            self.begin(other(self.turn))
        else:
            self._end("stuck" if automatic else "declined")

    def _end(self, reason: str) -> None:
        """Sato, rule 7."""
        points = scores(self.layout, self.supplies)
        self.result = Result(leader(points), points, reason)

    def _all_see_nothing_fits(self) -> bool:
        """Sato, rule 6: where supplies are open, a seat is not asked what it can only answer in one way."""
        supply = self.supplies[self.turn]
        return self.before.options.variant != "hidden" and not any_fits(self.layout, supply)


def _with(supply: Supply, stone: Stone) -> Supply:
    return tuple(sorted((*supply, stone)))


def _without(supply: Supply, stone: Stone) -> Supply:
    if stone not in supply:
        return supply
    place = supply.index(stone)
    return supply[:place] + supply[place + 1 :]
