"""Positions of Sator to paint, known by name."""

from __future__ import annotations

from games import Dice
from games.sator import Sator
from tests.games.by_hand import dealt, played
from tests.renderers.positions import Subject

GAME = Sator()
DICE = Dice.from_seed(bytes(32))

IVORY_IS_READY = dealt("sator").play(1, GAME.parse("hide a c"))
STARTED = played(dealt("sator"), "hide b d", "hide a c")

_TO_B4 = ("c1 c2", "c5 c4", "c2 c3", "b5 b4", "c3 b4")
CAPTURE = played(STARTED, *_TO_B4)
"""Black captured a white dot on b4."""
BOTH_OFF = played(dealt("sator"), "hide b d", "hide b c", *_TO_B4)
"""Black captured a red dot there, and was taken along."""

_SKIPPED = """
    c1 c2,c5 c4,b1 b2,b5 b4,b2 b3,c4 b3,c2 c3,b4 b3,a1 a2,e5 e4,a2 b3,e4 e3,d1 d2,
    a5 a4,d2 d3,a4 b3,e1 e2,b3 b2,d3 d4,b2 b1,c3 c4,d5 c4,d4 d5,c4 c3,c3 c2
"""
SKIPPED = played(STARTED, *_SKIPPED.split(","))
"""Black has no action, Ivory went two steps in turn; red dots have arrived on both far rows."""

_ARRIVED = """
    d1 d2,d5 d4,a1 a2,c5 c4,e1 e2,d4 d3,e2 d3,c4 c3,d2 c3,b5 b4,b1 b2,e5 e4,b2 b3,
    e4 d3,a2 a3,a5 a4,c1 c2,d3 c2,a3 b4,a4 b3,b4 b5
"""
ARRIVED = played(STARTED, *_ARRIVED.split(","))
"""A white dot of Black's has arrived; eight pieces have left."""

FOREIGN_NAMES = ("王小明", "Maximilian Alexander von Hohenstaufen")

KNOWN = {
    "sator_set_up": Subject(IVORY_IS_READY.view(0), chosen=("hide", "b"), game="sator"),
    "sator_capture": Subject(CAPTURE.view(1), FOREIGN_NAMES, ("a5",), "dark", game="sator"),
    "sator_both_off": Subject(BOTH_OFF.view(0), game="sator"),
    "sator_skipped": Subject(SKIPPED.view(None), game="sator"),
    "sator_large": Subject(CAPTURE.view(1), chosen=("a5",), theme="large", game="sator"),
    "sator_arrived": Subject(ARRIVED.view(0), ("Ada Lovelace", "Ben"), game="sator"),
}
"""The subjects of the golden pictures."""
