"""What the widget of Sator draws: the parts of its picture in short."""

from __future__ import annotations

from typing import Any

from games.game import SEATS
from games.sator import FILES, ROWS, Dot, View
from games.words import Words
from renderers.plates import Plate
from renderers.sator.parts import File, Mark, Offer, Row, Slain, Square
from renderers.sator.pieces import Man
from renderers.sator.scene import scene
from renderers.sator.table import LINES, Cell

_MARKS = {Mark.NONE: "-", Mark.START: "s", Mark.LAST: "l", Mark.CAPTURED: "x", Mark.BOTH_OFF: "b"}
_OFFERS = {Offer.NONE: "-", Offer.MOVABLE: "m", Offer.CHOSEN: "c", Offer.TARGET: "t"}
_DOTS = {Dot.UNKNOWN: 0, Dot.WHITE: 1, Dot.RED: 2}


def drawing(view: View, chosen: Words) -> dict[str, Any]:
    """Plates, squares line by line from the near left, rims, ways and captured pieces."""
    plates: list[Any] = [()] * len(SEATS)
    men, marks, offers = (["-"] * LINES**2 for _ in range(3))
    files, rows, pressed, ways = [*FILES], [*ROWS], "", dict[tuple[int, int], None]()
    slain: list[str] = ["" for _ in SEATS]
    for part in scene(view, ("", ""), chosen):
        match part:
            case Plate(side=side):
                plates[side] = part.in_short
            case Square(cell=cell, man=man):
                place = _number(cell)
                men[place] = _code(man) if man else "-"
                marks[place], offers[place] = _MARKS[part.mark], _OFFERS[part.offer]
                ways |= {(_number(way.start), _number(way.target)): None for way in part.ways}
            case File(column=column, letter=letter):
                files[column], pressed = letter, pressed + letter * part.pressed
            case Row(line=line, digit=digit):
                rows[line] = digit
            case Slain(side=side, man=man):
                slain[side] += _code(man)
    squares = {"b": men, "m": marks, "o": offers, "f": files, "r": rows}
    joined = {key: "".join(letters) for key, letters in squares.items()}
    return {"p": plates, **joined, "h": pressed, "w": [*ways], "x": slain}


def _number(cell: Cell) -> int:
    column, line = cell
    return LINES * line + column


def _code(man: Man) -> str:
    """A digit in base 16: the seat, the dot, and whether the dot is public."""
    return f"{man.seat + 2 * _DOTS[man.dot] + 8 * man.public:x}"
