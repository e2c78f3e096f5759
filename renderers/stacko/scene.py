"""What there is to see in a view of Stacko: the parts of its picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, repeat

from PIL import Image

from games.game import OUTSIDE, Seat
from games.stacko import Built, Drew, Hidden, SeenTower, View, falling_run
from games.stacko.match import ROUNDS
from renderers.canvas import Drawing, Part, Region, assembled, region
from renderers.plates import Plate, Side, name_of, seated, standing
from renderers.stacko.parts import (
    Arrow,
    Discard,
    Drawn,
    Emblem,
    Hand,
    Joint,
    Lane,
    Mark,
    Place,
    RoundNumber,
    Span,
    Storey,
    Talon,
)
from renderers.stacko.table import empty_board
from renderers.theme import Theme


def paint(theme: Theme, view: View, names: tuple[str, str], chosen: tuple[str, ...]) -> Image.Image:
    """The picture of a view, mode P. `chosen`: the words chosen so far of the viewer's next move."""
    return assembled(theme, empty_board, scene(view, names, chosen))


def regions(theme: Theme, view: View, chosen: tuple[str, ...]) -> Iterator[Region]:
    """The places of the tower, with the parts in them, the talon, and the part in hand."""
    for part in scene(view, ("", ""), chosen):
        match part:
            case Place(side=0, place=place) | Storey(side=0, place=place):
                yield region((str(place),), part.box)
            case Talon():
                yield region(("draw",), part.box)
            case Hand():
                yield region(("pass",), part.box)


def scene(view: View, names: tuple[str, str], chosen: tuple[str, ...]) -> Iterator[Part | Drawing]:
    """All parts of the picture."""
    return _Scene(view, chosen).parts(names)


class _Scene:
    """A view, and what follows from it for the whole picture."""

    def __init__(self, view: View, chosen: tuple[str, ...]) -> None:
        self.view = view
        self.sides: dict[Seat, Side] = {seat: side for side, seat in seated(view)}
        self.acts = view.viewer in view.to_act
        self.chosen = chosen if self.acts else ()
        # Once the next round is dealt, the turn that ended the last one has no towers.
        trail = () if view.before_deal else view.trail
        self.built = next((event for event in trail if isinstance(event, Built)), None)
        self.drew = next((event for event in trail if isinstance(event, Drew)), None)

    def parts(self, names: tuple[str, str]) -> Iterator[Part | Drawing]:
        for side, seat in seated(self.view):
            yield Plate(side, seat, name_of(names, seat), standing(self.view, seat), self._score(seat))
            yield Emblem(side, seat)
            yield from self._tower(side, seat)
        if self.built:
            yield Lane(self.sides[self.built.seat], self.built.place)
        yield from self._between()

    def _tower(self, side: Side, seat: Seat) -> Iterator[Part | Drawing]:
        tower, eyes = self.view.round.towers[seat], self.view.round.eyes[seat]
        run = _visible_run(tower)
        joints: Iterable[Joint] = _joints(tower) if seat == self.view.viewer else repeat("")
        storeys = zip(tower, eyes, joints, strict=False)
        for place, (part, eye, joint) in enumerate(storeys, start=1):
            pressed = side == 0 and str(place) in self.chosen
            yield Place(side, place, key=side == 0 and self.acts, pressed=pressed)
            mark = self._mark(seat, place, pressed=pressed)
            yield Storey(side, place, part, eye, _span(place, run), joint, mark)

    def _mark(self, seat: Seat, place: int, *, pressed: bool) -> Mark:
        if pressed:
            return "chosen"
        return "built" if self.built and (self.built.seat, self.built.place) == (seat, place) else ""

    def _between(self) -> Iterator[Part]:
        seen, drew = self.view.round, self.drew
        yield RoundNumber(len(self.view.ended) + 1, ROUNDS)
        yield Talon(seen.talon, reshuffled=bool(drew and drew.reshuffled), chosen="draw" in self.chosen)
        if drew and not self.built:
            yield Drawn()
        yield Hand(seen.in_hand, chosen="pass" in self.chosen)
        for seat in self.view.to_act:
            yield Arrow(self.sides[seat], seat)
        for order, part in enumerate(seen.discards):
            yield Discard(order, part, now=bool(drew and drew.refused == part))

    def _score(self, seat: Seat) -> str:
        """The points of each round that is over, and their sum when all are."""
        view = self.view
        points = [past.scores[seat] for past in (*view.ended, view.round) if past.scores]
        text = " + ".join(map(str, points))
        ended = view.result is not None and view.result.reason != OUTSIDE
        return f"{text} = {view.points[seat]}" if ended else text


def _joints(tower: SeenTower) -> Iterator[Joint]:
    """How each part lies on the one below it, for a viewer who sees them all."""
    yield ""
    for lower, upper in pairwise(tower):
        if isinstance(lower, Hidden) or isinstance(upper, Hidden):
            yield ""
        else:
            yield "falls" if upper < lower else "breaks"


def _span(place: int, run: int) -> Span:
    """The piece of the bracket around the lowest parts that stands at a place."""
    if place > run:
        return ""
    if place in (1, run):
        return "whole" if run == 1 else "foot" if place == 1 else "head"
    return "middle"


def _visible_run(tower: SeenTower) -> int:
    """How many parts from the bottom the viewer sees to be in order."""
    seen: list[int] = []
    for part in tower:
        if isinstance(part, Hidden):
            break
        seen.append(part)
    return falling_run(seen) if seen else 0
