"""What there is to see in a view of Stacko: the parts of its picture."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from games.game import OUTSIDE, Seat
from games.stacko import Built, Drew, Hidden, SeenTower, View, falling_run
from games.stacko.match import ROUNDS
from games.stacko.rounds import POINTS_FINISHED
from games.stacko.towers import PLACES
from games.words import Words
from renderers import hints, marks
from renderers.canvas import (
    TALL,
    Corners,
    Drawing,
    Flight,
    Part,
    Point,
    Region,
    assembled,
    corners,
    region,
    rounded,
    whole,
)
from renderers.plates import Emblem, Plate, Side, name_of, seated, standing
from renderers.stacko import bars
from renderers.stacko.parts import (
    CUTS,
    Arrow,
    Discard,
    Drawn,
    Hand,
    Lane,
    Mark,
    Order,
    Place,
    RoundNumber,
    Storey,
    Talon,
)
from renderers.stacko.table import (
    EMBLEM_X,
    HAND_Y,
    MIDDLE,
    ROUND_Y,
    TALON,
    TOWER_X,
    chip,
    empty_board,
    line_y,
    outward,
)
from renderers.theme import Theme


def paint(theme: Theme, view: View, names: tuple[str, str], chosen: Words | None) -> Image.Image:
    """The picture of a view, mode P."""
    return assembled(theme, empty_board, scene(view, names, chosen))


def regions(theme: Theme, view: View, chosen: Words) -> Iterator[Region]:
    """The places of the tower, with the parts in them, the talon, and the part in hand."""
    for part in scene(view, ("", ""), chosen):
        match part:
            case Place(place=place) | Storey(side=0, place=place):
                yield region((str(place),), part.box)
            case Talon():
                yield region(("draw",), part.box)
            case Hand():
                yield region(("pass",), part.box)
                yield region((), part.box, carried=True)


def hint(theme: Theme, view: View, words: Words, chosen: Words) -> Iterator[Part]:
    """The part in hand, and the place of the tower to which it goes; or where it stays."""
    places = {place.words: place.corners for place in whole(regions(theme, view, ()))}
    way = (("pass",), words) if words[0].isdigit() else (words,)
    yield from hints.brackets(places[each] for each in way)


def flights(theme: Theme, before: View, after: View) -> Iterator[Flight]:
    """The part that is built in and the one that comes out, or the one that is drawn and the refused one."""
    old, new = before.round, after.round
    if len(before.ended) != len(after.ended):
        return
    hand, next_hand = (_around(bars.NEAR, (MIDDLE, HAND_Y), now.in_hand) for now in (old, new))
    for side, seat in seated(after):
        for place, (out, part) in enumerate(zip(old.towers[seat], new.towers[seat], strict=True), start=1):
            if out != part:
                spot, cut = (TOWER_X[side], line_y(place)), CUTS[side]
                yield Flight(hand, _around(cut, spot, part), empty_board)
                yield Flight(_around(cut, spot, out), next_hand, empty_board)
    if new.drawn and not old.drawn:
        if old.in_hand in new.discards:
            yield Flight(hand, _around(bars.CHIP, chip(len(new.discards) - 1), old.in_hand), empty_board)
        yield Flight(corners(TALON), next_hand)


def _around(cut: bars.Cut, middle: Point, part: int | Hidden) -> Corners:
    return corners(rounded(marks.around(middle, cut.size(part))))


def scene(view: View, names: tuple[str, str], chosen: Words | None) -> Iterator[Part | Drawing]:
    """All parts of the picture."""
    return _Scene(view, chosen).parts(names)


class _Scene:
    """A view, and what follows from it for the whole picture."""

    def __init__(self, view: View, chosen: Words | None) -> None:
        self.view = view
        self.sides: dict[Seat, Side] = {seat: side for side, seat in seated(view)}
        self.open = chosen is not None
        self.acts = self.open and view.viewer in view.to_act
        self.chosen = chosen or () if self.acts else ()
        # Once the next round is dealt, the turn that ended the last one has no towers.
        trail = () if view.before_deal else view.trail
        self.built = next((event for event in trail if isinstance(event, Built)), None)
        self.drew = next((event for event in trail if isinstance(event, Drew)), None)

    def parts(self, names: tuple[str, str]) -> Iterator[Part | Drawing]:
        for side, seat in seated(self.view):
            stands = standing(self.view, seat, asked=self.open)
            yield Plate(side, seat, name_of(names, seat), stands, self._score(seat), TALL[1])
            yield Emblem(seat, (MIDDLE + outward(side) * EMBLEM_X, ROUND_Y))
            yield from self._tower(side, seat)
        if self.built:
            yield Lane(self.sides[self.built.seat], self.built.place)
        yield from self._between()

    def _tower(self, side: Side, seat: Seat) -> Iterator[Part | Drawing]:
        tower, eyes = self.view.round.towers[seat], self.view.round.eyes[seat]
        own, run, finished = seat == self.view.viewer, _visible_run(tower), self._is_finished(seat)
        for place, (part, eye) in enumerate(zip(tower, eyes, strict=True), start=1):
            pressed = side == 0 and str(place) in self.chosen
            if side == 0:
                yield Place(place, key=self.acts, pressed=pressed)
            order: Order = "in" if place <= run else "out" if own else ""
            if finished:
                order = "top" if place == PLACES else "done"
            yield Storey(side, place, part, own and eye, order, self._mark(seat, place, pressed=pressed))

    def _is_finished(self, seat: Seat) -> bool:
        scores = self.view.round.scores
        return scores is not None and scores[seat] == POINTS_FINISHED

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


def _visible_run(tower: SeenTower) -> int:
    """How many parts from the bottom the viewer sees to be in order."""
    seen: list[int] = []
    for part in tower:
        if isinstance(part, Hidden):
            break
        seen.append(part)
    return falling_run(seen) if seen else 0
