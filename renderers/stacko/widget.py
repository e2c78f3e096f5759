"""What the widget of Stacko draws: the parts of its picture in short."""

from __future__ import annotations

from typing import Any

from games.game import SEATS
from games.stacko import View
from games.stacko.towers import Hidden
from games.words import Words
from renderers.plates import Plate
from renderers.stacko.parts import Arrow, Discard, Hand, RoundNumber, Storey, Talon
from renderers.stacko.scene import scene

NOBODY = -1


def drawing(view: View, chosen: Words) -> dict[str, Any]:
    """Plates and towers of the near side first, towers from the bottom; a hidden part is 0."""
    drawn: dict[str, Any] = {"p": [()] * len(SEATS), "t": [[] for _ in SEATS], "x": [], "a": NOBODY, "w": 0}
    for part in scene(view, ("", ""), chosen):
        match part:
            case Plate(side=side):
                drawn["p"][side] = part.in_short
            case Storey(side=side):
                shown = 0 if isinstance(part.part, Hidden) else part.part
                drawn["t"][side].append(_short(shown, int(part.eye), part.order, part.mark))
            case RoundNumber(number=number, rounds=rounds):
                drawn["n"] = number, rounds
            case Talon(count=count):
                drawn["k"] = count, int(part.chosen)
            case Hand():
                drawn["h"] = part.part, int(part.chosen)
            case Arrow(side=side):
                drawn["a"] = side
            case Discard():
                drawn["x"].append(part.part)
                drawn["w"] = int(part.now)
    return drawn


def _short(*values: int | str) -> list[int | str]:
    """Without the empty ones at the end."""
    short = [*values]
    while len(short) > 1 and not short[-1]:
        short.pop()
    return short
