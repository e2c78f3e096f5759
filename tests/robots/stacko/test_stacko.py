"""The robot of Stacko: legal at every ply, whatever is in the towers."""

from __future__ import annotations

from games import GAMES
from games.stacko import State
from robots.robot import dice
from robots.stacko.script import best_single_ply, chain_length


def dealt(seed: int) -> State:
    """A fresh match."""
    game = GAMES["stacko"]
    state = game.deal(game.options(), dice(seed, "deal"))
    assert isinstance(state, State)
    return state


def test_a_chain_needs_room_between_its_parts() -> None:
    assert chain_length([40, 39, 38, 37, 36, 35, 34, 33, 32, 31]) == 10
    assert chain_length([20, 40, 19, 40, 40, 40, 40, 40, 40, 40]) == 1
    assert chain_length([9, 8, 7, 6, 5, 4, 3, 2, 1, 40]) == 0


def test_the_script_moves_legally() -> None:
    state = dealt(1)
    for ply in range(300):
        if state.result:
            break
        seat = state.to_act[0]
        move = best_single_ply(state.view(seat), ply)
        assert move in state.legal_moves(seat)
        state = state.play(seat, move)
