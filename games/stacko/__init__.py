"""Stacko: two towers of ten parts, put in order by exchanging one part a turn."""

from games.stacko.match import Options, Stacko, State, View
from games.stacko.moves import Build, Built, Draw, Drew, Event, Move, Pass, Passed, RoundEnded
from games.stacko.rounds import MOST_TURNS, Round, SeenRound
from games.stacko.towers import PARTS, PLACES, Hidden, Part, SeenTower, Tower, falling_run

__all__ = [
    "MOST_TURNS",
    "PARTS",
    "PLACES",
    "Build",
    "Built",
    "Draw",
    "Drew",
    "Event",
    "Hidden",
    "Move",
    "Options",
    "Part",
    "Pass",
    "Passed",
    "Round",
    "RoundEnded",
    "SeenRound",
    "SeenTower",
    "Stacko",
    "State",
    "Tower",
    "View",
    "falling_run",
]
