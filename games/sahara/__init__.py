"""Sahara: sowing beans round two rows of six hollows."""

from games.sahara.moves import (
    BEANS,
    BEANS_A_HOLLOW,
    HOLLOWS,
    STORE,
    Choice,
    Move,
    Pit,
    Ply,
    Side,
    Sowing,
    circuit,
    reach,
)
from games.sahara.state import Options, Sahara, State, View

__all__ = [
    "BEANS",
    "BEANS_A_HOLLOW",
    "HOLLOWS",
    "STORE",
    "Choice",
    "Move",
    "Options",
    "Pit",
    "Ply",
    "Sahara",
    "Side",
    "Sowing",
    "State",
    "View",
    "circuit",
    "reach",
]
