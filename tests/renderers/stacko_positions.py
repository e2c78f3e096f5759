"""Positions of Stacko to paint, known by name."""

from __future__ import annotations

from games.stacko import Stacko, State
from tests.games.by_hand import dealt, played
from tests.policies import stacko_move
from tests.renderers.positions import Subject

GAME = Stacko()


def led(state: State, plies: int) -> State:
    """The state after so many plies of two sensible players, or at the end of the match."""
    for _ in range(plies):
        if state.to_act:
            seat = state.round.turn
            state = state.play(seat, stacko_move(state.view(seat), state.legal_moves(seat)))
    return state


def next_round(state: State) -> State:
    """As two sensible players bring it to the second round."""
    while not state.ended:
        state = led(state, 1)
    return state


MIDWAY = led(dealt("stacko"), 16)
BUILT = played(MIDWAY if not MIDWAY.round.drawn else played(MIDWAY, "pass"), "4")
"""The last ply built a part in place 4."""
DREW = played(BUILT, "draw")
EMPTY_TALON = played(dealt("stacko"), *("draw", "pass") * 18, "draw")
"""18 parts are refused, the nineteenth is drawn."""
RESHUFFLED = played(EMPTY_TALON, "pass", "draw")
SECOND_ROUND = next_round(dealt("stacko"))
OVER = led(dealt("stacko"), 2000)

FOREIGN_NAMES = ("王小明", "Maximilian Alexander von Hohenstaufen")

KNOWN = {
    "stacko_start": Subject(dealt("stacko").view(0), game="stacko"),
    "stacko_built": Subject(BUILT.view(BUILT.round.turn), FOREIGN_NAMES, ("7",), "dark", game="stacko"),
    "stacko_watched": Subject(DREW.view(None), game="stacko"),
    "stacko_discards": Subject(EMPTY_TALON.view(1), game="stacko"),
    "stacko_contrast": Subject(BUILT.view(BUILT.round.turn), chosen=("7",), theme="contrast", game="stacko"),
    "stacko_over": Subject(OVER.view(1), ("Ada Lovelace", "Ben"), game="stacko"),
}
"""The subjects of the golden pictures."""
