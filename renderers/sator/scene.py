"""What there is to see in a view of Sator: the parts of its picture."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from games.game import SEATS, Seat, on_offer, other
from games.sator import FILES, ROWS, Advanced, Dot, Piece, View
from games.words import Words
from renderers import plates
from renderers.canvas import Drawing, Flight, Part, Region, assembled, region
from renderers.plates import Emblem, Plate, Side, Standing, final_score, name_of, seated
from renderers.sator.parts import File, Mark, Offer, Row, Slain, Square, Way
from renderers.sator.pieces import Man, outline
from renderers.sator.table import EMBLEM_Y, LINES, TAKEN_X, Cell, cell_of, empty_board, middle_of
from renderers.theme import Theme

SET_UP = "hide"


def paint(theme: Theme, view: View, names: tuple[str, str], chosen: Words | None) -> Image.Image:
    """The picture of a view, mode P."""
    return assembled(theme, empty_board, scene(view, names, chosen))


def flights(theme: Theme, before: View, after: View) -> Iterator[Flight]:
    """A piece goes from square to square, as it was."""
    ply = after.trail[-1] if after.trail else None
    if isinstance(ply, Advanced) and any(piece.square == ply.move.start for piece in before.pieces):
        way = _way(ply, after.viewer or 0)
        start, end = (outline(middle_of(cell)) for cell in (way.start, way.target))
        yield Flight(start, end, empty_board, as_before=True)


def regions(theme: Theme, view: View, chosen: Words) -> Iterator[Region]:
    """Before the first move the files, each with its letter and the viewer's piece in it; then the squares.

    Those of other pieces, too, than one that is chosen.
    """
    near: Seat = view.viewer or 0
    squares = {cell_of(file + row, near): file + row for file in FILES for row in ROWS}
    set_up = view.ready != (True, True)
    begun = chosen or ((SET_UP,) if set_up else ())
    for part in scene(view, ("", ""), chosen):
        match part:
            case File(letter=letter) if set_up:
                yield region((*begun, letter), part.box)
            case Square(cell=cell, man=Man(seat=seat)) if set_up and seat == view.viewer:
                yield region((*begun, squares[cell][0]), part.box)
            case Square(cell=cell, offer=Offer.MOVABLE | Offer.TARGET as offer) if not set_up:
                yield region((*begun, squares[cell]), part.box, carried=offer is Offer.MOVABLE)
            case Square(cell=cell, offer=Offer.CHOSEN) if not set_up:
                yield region(chosen, part.box, carried=True)
            case Square(cell=cell, man=Man(seat=seat), offer=Offer.NONE) if (
                not set_up and seat in view.to_act
            ):
                yield region((squares[cell],), part.box, carried=True)


def scene(view: View, names: tuple[str, str], chosen: Words | None) -> Iterator[Part | Drawing]:
    """All parts of the picture."""
    return _Scene(view, chosen).parts(names)


class _Scene:
    """A view, and what follows from it for the whole picture."""

    def __init__(self, view: View, chosen: Words | None) -> None:
        self.view, self.open = view, chosen is not None
        self.near: Seat = view.viewer or 0
        self.plies = tuple(event for event in view.trail if isinstance(event, Advanced))
        self.ways = tuple(_way(ply, self.near) for ply in self.plies)
        self.marks = self._marks()
        self.chosen = chosen or (() if view.ready == (True, True) else (SET_UP,))
        count = len(self.chosen)
        moves = _moves(view) if self.open else ()
        self.fitting = tuple(words for words in moves if words[:count] == self.chosen)
        self.next_words = {words[count] for words in self.fitting if len(words) > count}

    def parts(self, names: tuple[str, str]) -> Iterator[Part | Drawing]:
        yield from self._squares()
        yield from self._edges()
        for side, seat in seated(self.view):
            score = final_score(self.view, seat)
            yield Plate(side, seat, name_of(names, seat), self._standing(seat), score)
            yield Emblem(seat, (TAKEN_X[side], EMBLEM_Y))
            yield from self._slain(side, other(seat))

    def _squares(self) -> Iterator[Square]:
        men = {cell_of(piece.square, self.near): _man(piece) for piece in self.view.pieces}
        offers = self._offers()
        for cell in ((column, line) for column in range(LINES) for line in range(LINES)):
            ways = tuple(way for way in self.ways if way.crosses(cell))
            mark, offer = self.marks.get(cell, Mark.NONE), offers.get(cell, Offer.NONE)
            square = Square(cell, men.get(cell), mark, offer, ways)
            if not square.plain:
                yield square

    def _edges(self) -> Iterator[Part]:
        for number, (letter, digit) in enumerate(zip(FILES, ROWS, strict=True)):
            place = number if self.near == 0 else LINES - 1 - number
            pressed = bool(self.fitting) and letter in self.chosen
            yield File(place, letter, key=pressed or letter in self.next_words, pressed=pressed)
            yield Row(place, digit)

    def _slain(self, side: Side, seat: Seat) -> Iterator[Slain]:
        """A captor left unseen; what it captured showed its dot."""
        now = len(self.view.fallen) - sum(2 if ply.both_off else 1 for ply in self.plies if ply.captured)
        own = [(order, piece) for order, piece in enumerate(self.view.fallen) if piece.seat == seat]
        for place, (order, piece) in enumerate(own):
            man = Man(seat, piece.dot, public=not piece.captor)
            yield Slain(side, place, man, now=order >= now)

    def _standing(self, seat: Seat) -> Standing:
        view = self.view
        if view.result is None:
            if view.ready != (True, True):
                return "ready" if view.ready[seat] else "turn"
            if self.plies and self.plies[-1].skipped and self.plies[-1].seat != seat:
                return "skipped"
        return plates.standing(view, seat, asked=self.open)

    def _marks(self) -> dict[Cell, Mark]:
        marks = {way.start: Mark.START for way in self.ways}
        for ply, way in zip(self.plies[-1:], self.ways[-1:], strict=True):
            captured = Mark.BOTH_OFF if ply.captured is Dot.RED else Mark.CAPTURED
            marks[way.target] = captured if ply.captured else Mark.LAST
        return marks

    def _offers(self) -> dict[Cell, Offer]:
        """The squares of the words that may be chosen next, and of those that are chosen."""
        if not self.fitting:
            return {}
        if self.view.ready != (True, True):
            own = (piece.square for piece in self.view.pieces if piece.seat == self.view.viewer)
            return {cell_of(square, self.near): Offer.CHOSEN for square in own if square[0] in self.chosen}
        kind = Offer.TARGET if self.chosen else Offer.MOVABLE
        offers = {cell_of(word, self.near): kind for word in self.next_words}
        return offers | {cell_of(word, self.near): Offer.CHOSEN for word in self.chosen}


def _man(piece: Piece) -> Man:
    return Man(piece.seat, piece.dot, public=piece.arrived)


def _way(ply: Advanced, near: Seat) -> Way:
    return Way(cell_of(ply.move.start, near), cell_of(ply.move.target, near))


def _moves(view: View) -> tuple[tuple[str, ...], ...]:
    seats = [seat for seat in SEATS if seat in view.to_act and view.viewer in (seat, None)]
    if not seats or not view.open_choice:
        return ()
    return tuple(end.words for seat in seats for end in on_offer(view, seat).ends())
