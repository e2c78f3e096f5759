"""States of any game, dealt and played on by hand."""

from __future__ import annotations

from typing import Any, TypeVar

from games import GAMES, Dice
from games.game import State

S = TypeVar("S", bound=State)


def dealt(key: str, seed: int = 0, /, **words: str) -> Any:
    """The first state of a match under these house rules; seeds are small numbers."""
    game = GAMES[key]
    return game.deal(game.options(**words), Dice.from_seed(bytes([seed]) * 32))


def played(state: S, *plies: object) -> S:
    """The state after these plies, each a move or its notation, by the first seat that is to act."""
    game = GAMES[type(state).__module__.split(".")[1]]
    for ply in plies:
        after: Any = state.play(state.to_act[0], game.parse(ply) if isinstance(ply, str) else ply)
        state = after
    return state
