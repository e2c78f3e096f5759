"""Views of Sahara to paint: a few that are known by name, and any that play can lead to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from games.game import VIEWERS, Viewer
from games.sahara import Ply, Sahara, State, View
from tests.games.by_hand import dealt, played
from tests.games.positions_as_text import relaid, sahara

NAMES = ("Ada", "Ben")
LONG_NAMES = ("Wolfeschlegelsteinhausenbergerdorff", "MWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMW")


@dataclass(frozen=True, slots=True)
class Subject:
    """All that a picture is painted from."""

    view: Any
    """Of its game."""
    names: tuple[str, str] = NAMES
    chosen: tuple[str, ...] = ()
    theme: str = "light"
    game: str = "sahara"


def beans(count: int, viewer: Viewer = 0) -> View:
    """Seat 0 has `count` beans in its first hollow; all others lie in seat 1's store."""
    return sahara(f"B[{count},0,0,0,0,0] 0 / A[0,0,0,0,0,0] {36 - count}").view(viewer)


CAPTURE = played(dealt("sahara"), "4", "1")
LAP = sahara("B[0,0,13,0,0,0] 3 / A[0,0,0,0,0,1] 19")
BY_THE_STORE = sahara("B[0,1,0,0,0,8] 5 / A[1,1,1,1,1,1] 16", foreign_store="choice")
WON = played(sahara("B[0,1,0,0,0,0] 9 / A[2,2,2,2,2,0] 16"), "2")
DRAWN = played(sahara("B[0,0,0,0,0,1] 17 / A[0,0,0,0,0,0] 18"), "6")
PILE = sahara("B[0,0,20,2,0,1] 3 / A[0,2,1,0,2,3] 2", target=30)
SECOND_GAME = played(
    relaid(dealt("sahara", target="30"), "B[0,0,0,0,0,3] 14 / A[0,2,1,0,0,0] 16", to_move=0), "6"
)

KNOWN = {
    "start": Subject(dealt("sahara").view(0)),
    "capture": Subject(CAPTURE.view(0)),
    "turned": Subject(played(CAPTURE, "3", "6").view(1), ("Ωmega Юрий", "Đặng Thị")),
    "lap": Subject(played(LAP, "3").view(None)),
    "choice": Subject(BY_THE_STORE.view(0), chosen=("6",)),
    "pile": Subject(PILE.view(1), ("王小明", "Maximilian Alexander von Hohenstaufen"), theme="dark"),
    "won": Subject(WON.view(0), ("Ada Lovelace", "Ben")),
    "contrast": Subject(CAPTURE.view(0), theme="contrast"),
}
"""The subjects of the golden pictures."""


@st.composite
def views(draw: st.DrawFn) -> View:
    """A view of a random position of a random match."""
    words = {rule.word: draw(st.sampled_from(rule.values)) for rule in Sahara().house_rules}
    state: State = dealt("sahara", **words)
    for choice in draw(st.lists(st.integers(0, 11), max_size=60)):
        if state.to_act:
            moves: tuple[Ply, ...] = state.legal_moves(state.turn)
            state = state.play(state.turn, moves[choice % len(moves)])
    return state.view(draw(st.sampled_from(VIEWERS)))
