"""What the widget of Sahara draws: the parts of its picture in short."""

from __future__ import annotations

from typing import Any

from games.game import SEATS
from games.sahara import HOLLOWS, View
from games.words import Words
from renderers.plates import Plate
from renderers.sahara.parts import Hollow, Mark, Total
from renderers.sahara.scene import scene

_MARKS = {Mark.NONE: "", Mark.LAST: "l", Mark.CAPTURED: "x", Mark.CHOSEN: "c"}


def drawing(view: View, chosen: Words) -> dict[str, Any]:
    """Plates, columns and stores, those of the near side first."""
    plates, stores = list[Any]([()] * len(SEATS)), list[Any]([()] * len(SEATS))
    columns: list[list[tuple[int, str]]] = [[(0, "")] * HOLLOWS for _ in SEATS]
    for part in scene(view, ("", ""), chosen):
        match part:
            case Plate(side=side):
                plates[side] = part.in_short
            case Hollow(side=side, column=column, count=count, mark=mark):
                columns[side][column] = count, _MARKS.get(mark, "s")
            case Total(side=side, count=count, captured=captured, collected=collected):
                stores[side] = count, captured + collected, part.chosen
    return {"p": plates, "c": columns, "s": stores}
