"""What the widget of Sato draws: stones, marks and what is on offer, in letters and digits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.game import Seat
from games.sato import Face, Laid, Point, Stone, View, colours, stone_name
from games.sato.lattice import reading_order
from games.sato.stones import TURNS, colour_letter
from games.words import Words
from renderers.plates import Plate, seated, standing
from renderers.sato.board import trail_marks
from renderers.sato.choice import Choice

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_KINDS = 3
_MARKS = {"last": "l", "earlier": "e", "taken": "s"}


def drawing(view: View, chosen: Words) -> dict[str, Any]:
    """Plates and supplies of the near side first; every place as `_place` writes it."""
    choice, layout = Choice(view, chosen), view.layout
    plates = (
        Plate(side, seat, "", standing(view, seat, asked=True), str(view.scores[seat]))
        for side, seat in seated(view)
    )
    free = (sato for sato in layout.satos if not layout.is_covered(sato))
    marks = (_place(level, point) + _MARKS[kind] for level, point, kind in trail_marks(view))
    return {
        "p": [plate.in_short for plate in plates],
        "b": "".join(_place(laid.level, laid.point) + _look(laid) for laid in layout.stones),
        "m": "".join(marks),
        "g": "".join(_place(sato.level, sato.point) for sato in free),
        "s": ["".join(_supply(view, seat)) for _, seat in seated(view)],
        "u": [view.supplies[seat].count(Stone.UNKNOWN) for _, seat in seated(view)],
        "k": (len(view.stack), "".join(map(_name, view.stack[:1]))),
        "c": "".join(stone_name(stone) for stone in [choice.stone] if stone is not None),
        "o": "".join(word + _look(laid) for word, laid in choice.offered),
    }


def _place(level: int, point: Point) -> str:
    """Column, row, and which corner of the cell on which level."""
    column, row, kind = reading_order(point)
    return "".join(_DIGITS[number] for number in (column, row, kind + _KINDS * level))


def _look(laid: Laid) -> str:
    """How a stone lies and the colours of the face that is up, from its first tip anticlockwise."""
    letters = "".join(map(colour_letter, colours(laid.stone, laid.face)))
    return _DIGITS[laid.turn + TURNS * (laid.face is Face.BLACK)] + letters


def _supply(view: View, seat: Seat) -> Iterator[str]:
    return map(_name, (stone for stone in view.supplies[seat] if stone is not Stone.UNKNOWN))


def _name(stone: Stone) -> str:
    return "" if stone is Stone.UNKNOWN else stone_name(stone)
