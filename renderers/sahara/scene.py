"""What there is to see in a view of Sahara: the parts of its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from PIL import Image

from games.game import Seat, other
from games.sahara import STORE, Pit, Sowing, View, circuit
from games.words import Words
from renderers.canvas import Flight, Part, Region, assembled, corners, region
from renderers.plates import Plate, Side, final_score, name_of, seated, standing
from renderers.sahara.parts import Bend, Hollow, Key, Mark, Passing, Step, Store, Total
from renderers.sahara.table import END, column_of, empty_board, mirrored, strip
from renderers.theme import Theme

PIT = 292, 500  # what is seen of a pit and the way in front of it


def paint(theme: Theme, view: View, names: tuple[str, str], chosen: Words | None) -> Image.Image:
    """The picture of a view, mode P."""
    return assembled(theme, empty_board, scene(view, names, chosen))


def flights(theme: Theme, before: View, after: View) -> Iterator[Flight]:
    """Beans drop one after another: pit after pit looks as it does in the end."""
    if not after.trail or after.before_deal or after.trail[-1].collected:
        return
    sowing, sides = after.trail[-1], {seat: side for side, seat in seated(after)}
    if before.sides[sowing.seat][sowing.move.hollow - 1] == len(sowing.drops):
        for dropped, (seat, place) in enumerate([(sowing.seat, sowing.move.hollow), *sowing.drops]):
            side, store = sides[seat], place == STORE
            box = mirrored(END, side) if store else strip(column_of(side, place), *PIT, side)
            yield Flight(corners(box), corners(box), since=dropped / len(sowing.drops))


def regions(theme: Theme, view: View, chosen: Words) -> Iterator[Region]:
    """The hollows that can be sown, each with its key, and what follows a hollow that is chosen already."""
    parts = tuple(scene(view, ("", ""), chosen))
    keys = {(part.side, column_of(part.side, part.hollow)): part for part in parts if isinstance(part, Key)}
    for part in parts:
        if isinstance(part, Store) and chosen and part.seat not in view.to_act:
            yield region((*chosen[:1], "feed"), mirrored(END, part.side))
        if isinstance(part, Hollow) and (key := keys.get((part.side, part.column))):
            yield from (region((str(key.hollow),), box) for box in (part.box, key.box))


def scene(view: View, names: tuple[str, str], chosen: Words | None) -> Iterator[Part]:
    """All parts of the picture."""
    return _Scene(view, chosen).parts(names)


class _Scene:
    """A view, and what follows from it for the whole picture."""

    def __init__(self, view: View, chosen: Words | None) -> None:
        self.view, self.open, self.chosen = view, chosen is not None, chosen or ()
        # Once the next game of a series is set up, the sowings that ended the last one have no board.
        self.trail = () if view.before_deal else view.trail
        self.passings = _passings(self.trail[-1]) if self.trail else {}
        self.marks = _marks(self.trail) | dict.fromkeys(self._chosen_pits(), Mark.CHOSEN)

    def parts(self, names: tuple[str, str]) -> Iterator[Part]:
        """Side by side, near before far; a bend over its store."""
        for side, seat in seated(self.view):
            stands = standing(self.view, seat, asked=self.open)
            yield Plate(side, seat, name_of(names, seat), stands, self._score(seat))
            yield from self._end(side, seat)
            for hollow in range(1, STORE):
                yield from self._column(side, seat, hollow)

    def _column(self, side: Side, seat: Seat, hollow: int) -> Iterator[Part]:
        pit, column, beans = (seat, hollow), column_of(side, hollow), self.view.sides[seat][hollow - 1]
        yield Hollow(side, column, beans, self.marks.get(pit, Mark.NONE))
        if pit in self.passings:
            yield Step(side, column, self.passings[pit])
        if beans and self.open and seat in self.view.to_act and not self.view.asked:
            yield Key(side, hollow, pressed=self.marks.get(pit) is Mark.CHOSEN)

    def _end(self, side: Side, seat: Seat) -> Iterator[Part]:
        pit: Pit = (seat, STORE)
        beans, chosen = self.view.stores[seat], self.marks.get(pit) is Mark.CHOSEN
        last = self.trail[-1] if self.trail and self.trail[-1].seat == seat else None
        captured, collected = (last.captured, last.collected) if last else (0, 0)
        yield Total(side, seat, beans, captured, collected, chosen)
        store = Store(side, seat, beans, chosen)
        yield store
        if pit in self.passings:
            yield Bend(store, self.passings[pit])

    def _score(self, seat: Seat) -> str:
        """The running total on the way to the target, or the result beside the winner's name."""
        target = self.view.options.target
        return final_score(self.view, seat) if target is None else f"{self.view.totals[seat]} / {target}"

    def _chosen_pits(self) -> Iterator[Pit]:
        for seat in self.view.to_act:
            yield from ((seat, hollow) for hollow in range(1, STORE) if str(hollow) in self.chosen[:1])
            if "feed" in self.chosen:
                yield other(seat), STORE


def _marks(trail: tuple[Sowing, ...]) -> dict[Pit, Mark]:
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
