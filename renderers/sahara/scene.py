"""What there is to see in a view of Sahara: the parts of its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.game import OUTSIDE, Seat, other
from games.sahara import STORE, Pit, Sowing, View, circuit
from renderers.canvas import Drawing, Part
from renderers.plates import SIDES, Plate, Side, name_of, standing
from renderers.sahara.parts import Bend, Gains, Hollow, Key, Mark, Passing, Step, Store
from renderers.sahara.table import column_of


def scene(view: View, names: tuple[str, str], chosen: tuple[str, ...]) -> Iterator[Part | Drawing]:
    """All parts of the picture; a spectator sees what seat 0 sees."""
    return _Scene(view, names, chosen).parts()


class _Scene:
    """A view, and what follows from it for the whole picture."""

    def __init__(self, view: View, names: tuple[str, str], chosen: tuple[str, ...]) -> None:
        self.view, self.names, self.chosen = view, names, chosen
        # Once the next game of a series is set up, the sowings that ended the last one have no board.
        self.trail = () if view.before_deal else view.trail
        self.passings = _passings(self.trail[-1]) if self.trail else {}
        self.marks = _marks(self.trail) | dict.fromkeys(self._chosen_pits(), Mark.CHOSEN)

    def parts(self) -> Iterator[Part | Drawing]:
        """Side by side, near before far."""
        near: Seat = self.view.viewer or 0
        for side in SIDES:
            seat = near if side == 0 else other(near)
            yield self._plate(side, seat)
            yield from self._end(side, seat)
            for hollow in range(1, STORE):
                yield from self._column(side, seat, hollow)

    def _column(self, side: Side, seat: Seat, hollow: int) -> Iterator[Part]:
        pit, column, beans = (seat, hollow), column_of(side, hollow), self.view.sides[seat][hollow - 1]
        yield Hollow(side, column, beans, self.marks.get(pit, Mark.NONE))
        if pit in self.passings:
            yield Step(side, column, self.passings[pit])
        if beans and seat in self.view.to_act and not self.view.asked:
            yield Key(side, hollow, pressed=self.marks.get(pit) is Mark.CHOSEN)

    def _end(self, side: Side, seat: Seat) -> Iterator[Part | Drawing]:
        pit: Pit = (seat, STORE)
        store = Store(side, seat, self.view.stores[seat], chosen=self.marks.get(pit) is Mark.CHOSEN)
        yield store
        if pit in self.passings:
            yield Bend(store, self.passings[pit])
        last = self.trail[-1] if self.trail and self.trail[-1].seat == seat else None
        yield Gains(side, seat, last.captured if last else 0, last.collected if last else 0)

    def _plate(self, side: Side, seat: Seat) -> Plate:
        name, sign = name_of(self.names, seat), standing(self.view, seat)
        return Plate(side, seat, name, sign, self._score(seat))

    def _score(self, seat: Seat) -> str:
        """The running total on the way to the target, or the result beside the winner's name."""
        result, target = self.view.result, self.view.options.target
        if target is not None:
            return f"{self.view.totals[seat]} / {target}"
        if result and result.reason != OUTSIDE and result.winner in (seat, None):
            return f"{result.scores[seat]} : {result.scores[other(seat)]}"
        return ""

    def _chosen_pits(self) -> Iterator[Pit]:
        for seat in self.view.to_act:
            yield from ((seat, hollow) for hollow in range(1, STORE) if str(hollow) in self.chosen[:1])
            if "feed" in self.chosen:
                yield other(seat), STORE


def _marks(trail: tuple[Sowing, ...]) -> dict[Pit, Mark]:
    """Where the sowings of a turn began, and where the last of them ended."""
    marks: dict[Pit, Mark] = {(sowing.seat, sowing.move.hollow): Mark.EARLIER for sowing in trail[:-1]}
    for sowing in trail[-1:]:
        owner, place = end = sowing.drops[-1]
        marks |= {(sowing.seat, sowing.move.hollow): Mark.START, end: Mark.LAST}
        if sowing.captured:
            marks |= {end: Mark.CAPTURED, (other(owner), STORE - place): Mark.CAPTURED}
    return marks


def _passings(sowing: Sowing) -> dict[Pit, Passing]:
    """What a sowing did at the pits on its way, those that it passed without a bean included."""
    ring = circuit(sowing.seat, feed=True)
    following = dict(zip(ring, ring[1:] + ring[:1], strict=True))
    pit: Pit = (sowing.seat, sowing.move.hollow)
    left: list[Pit] = []
    for drop in sowing.drops:
        while not left or pit != drop:
            left.append(pit)
            pit = following[pit]
    dropped, reached = Counter(sowing.drops), {following[pit] for pit in left}
    return {
        pit: Passing(pit in reached, pit in left, dropped[pit], last=pit == sowing.drops[-1])
        for pit in ring
        if pit in left or pit in reached
    }
