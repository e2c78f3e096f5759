"""What must be conserved in each game, counted over the whole truth of a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.game import SEATS, State
from games.sahara import BEANS, HOLLOWS
from games.sahara import State as SaharaState
from games.sato import STONES
from games.sato import State as SatoState
from games.sator import Dot, Fallen, Piece
from games.sator import State as SatorState
from games.stacko import PARTS, PLACES
from games.stacko import State as StackoState
from tests.games.stacko_rounds import parts_of

TALON = len(PARTS) - 2 * PLACES - 1


def beans(state: State) -> None:
    """Sahara: 36 beans, in every game of a series."""
    assert isinstance(state, SaharaState)
    assert [len(side) for side in state.sides] == [HOLLOWS, HOLLOWS]
    assert min(*state.sides[0], *state.sides[1], *state.stores) >= 0
    assert sum(map(sum, state.sides)) + sum(state.stores) == BEANS
    assert all(sum(finished) == BEANS for finished in state.games)


def pieces_and_dots(state: State) -> None:
    """Sator: five pieces a seat, each on a square of its own or off the board; two are red once chosen."""
    assert isinstance(state, SatorState)
    assert len({piece.square for piece in state.pieces}) == len(state.pieces)
    everywhere: list[Piece | Fallen] = [*state.pieces, *state.fallen]
    for seat in SEATS:
        dots = [piece.dot for piece in everywhere if piece.seat == seat]
        expected = [Dot.WHITE] * 3 + [Dot.RED] * 2 if state.ready[seat] else [Dot.UNKNOWN] * 5
        assert sorted(dots, key=str) == sorted(expected, key=str)


def parts(state: State) -> None:
    """Stacko: forty parts, each once, in every round; talon and discards together are always as many."""
    assert isinstance(state, StackoState)
    for current in (*state.ended, state.round):
        assert [len(tower) for tower in current.towers] == [PLACES, PLACES]
        assert sorted(parts_of(current)) == list(PARTS)
        assert len(current.talon) + len(current.discards) == TALON


def stones(state: State) -> None:
    """Sato: forty stones, each once; supplies are sorted, and what came back from the layout is in them."""
    assert isinstance(state, SatoState)
    laid = [each.stone for each in state.layout.stones]
    assert sorted([*state.stack, *state.supplies[0], *state.supplies[1], *laid]) == list(STONES)
    for seat in SEATS:
        assert list(state.supplies[seat]) == sorted(state.supplies[seat])
        assert set(state.returned[seat]) <= set(state.supplies[seat])


CONSERVED: Mapping[str, Callable[[State], None]] = {
    "sahara": beans,
    "sator": pieces_and_dots,
    "stacko": parts,
    "sato": stones,
}
"""Each asserts, so that a failure shows what is missing."""
