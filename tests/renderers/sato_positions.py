"""Positions of Sato to paint, known by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from games.sato import Asked, Lay, Move, Sato, State, Take, Took, point_name, stone_name
from tests.games import by_hand
from tests.games.by_hand import played
from tests.renderers.positions import Subject

GAME = Sato()

dealt = partial(by_hand.dealt, "sato")


def led(state: State, until: Callable[[State], bool]) -> State:
    """The state after as few plies as make `until` true, of two players who pile stones up and take some."""
    while state.to_act and not until(state):
        moves = state.legal_moves(state.turn)
        laying = [move for move in moves if isinstance(move, Lay)]
        taking = [move for move in moves if isinstance(move, Take)]
        state = state.play(state.turn, _highest(state, laying) if laying else (taking or moves)[0])
    return state


def _highest(state: State, moves: list[Lay]) -> Move:
    """The move that leads to the most satos and the highest stones; of equal ones not always the first."""

    def worth(move: Lay) -> int:
        layout = state.play(state.turn, move).layout
        return 2 * len(layout.satos) + sum(laid.level for laid in layout.stones)

    if not state.layout.stones:
        return moves[len(moves) // 2]
    best = max(map(worth, moves))
    equals = [move for move in moves if worth(move) == best]
    return equals[7 * len(state.layout.stones) % len(equals)]


def stones(count: int) -> Callable[[State], bool]:
    """So many stones have been laid, and the next one may be."""
    return lambda state: len(state.layout.stones) >= count and state.asked is not Asked.TAKE


def begun(way: str = "w0") -> State:
    """The first stone, some way up, in the middle of a medium table."""
    state: State = dealt(3)
    return played(state, f"{stone_name(state.supplies[0][0])} e4 {way}")


def widest(state: State) -> tuple[str, str]:
    """The stone and the point that leave the most ways to lay the one at the other."""
    ways = Counter(
        (stone_name(move.stone), point_name(move.point))
        for move in state.legal_moves(state.turn)
        if isinstance(move, Lay)
    )
    return max(ways, key=lambda words: ways[words])


def _some_lie_too_high(state: State) -> bool:
    """A stone is in no sato, but lies higher than the one that was laid."""
    highest = max(laid.level for laid in state.layout.stones)
    return len(state.legal_moves(state.turn)) - 1 < len(state.layout.takeable(highest))


MIDWAY = led(dealt(3), stones(16))
TAKING = led(dealt(4), lambda state: state.asked is Asked.TAKE and len(state.legal_moves(state.turn)) > 3)
TAKING_LOW = led(dealt(3), lambda state: state.asked is Asked.TAKE and _some_lie_too_high(state))
TOOK = led(dealt(4), lambda state: any(isinstance(happening, Took) for happening in state.trail))
HIDDEN = led(dealt(4, variant="hidden"), lambda state: any(state.returned) and stones(20)(state))
SPLIT = led(dealt(5, variant="split"), stones(3))
BARE = dealt(3, table="large")
OVER = led(dealt(3, table="large"), lambda state: False)

KNOWN = {
    "sato_points": Subject(MIDWAY.view(MIDWAY.turn), chosen=widest(MIDWAY)[:1], game="sato"),
    "sato_turns": Subject(MIDWAY.view(MIDWAY.turn), chosen=widest(MIDWAY), game="sato"),
    "sato_take": Subject(TAKING.view(TAKING.turn), chosen=("take",), theme="dark", game="sato"),
    "sato_hidden": Subject(
        HIDDEN.view(1), ("王小明", "Maximilian Alexander von Hohenstaufen"), theme="dark", game="sato"
    ),
    "sato_split": Subject(SPLIT.view(SPLIT.turn), game="sato"),
    "sato_contrast": Subject(
        MIDWAY.view(MIDWAY.turn), chosen=widest(MIDWAY)[:1], theme="contrast", game="sato"
    ),
    "sato_bare": Subject(BARE.view(0), chosen=(stone_name(BARE.supplies[0][0]),), game="sato"),
    "sato_bare_large": Subject(
        BARE.view(0), chosen=(stone_name(BARE.supplies[0][0]),), theme="large", game="sato"
    ),
    "sato_over": Subject(OVER.view(None), ("Ada Lovelace", "Ben"), game="sato"),
}
"""The subjects of the golden pictures."""
