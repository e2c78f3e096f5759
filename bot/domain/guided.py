"""Guided first games: positions with one thing to do.

What is said there is in the catalogue of the game: `GAME.lesson.KEY.task`, `.right` and `.wrong`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from games.catalog import GAMES
from games.game import State, View, position
from games.words import Words


@dataclass(frozen=True, slots=True)
class Step:
    """A position, and one thing to do there."""

    game: str
    key: str
    plies: str
    """As in `games.game.position`, from the deal of all examples."""
    right: tuple[str, ...]
    """What is to be done: whole moves in notation, or what they begin with."""
    house_rules: Mapping[str, str] = field(default_factory=dict)

    def state(self) -> State:
        """The position."""
        return position(GAMES[self.game], self.house_rules, self.plies)

    def view(self) -> View:
        """The position as the seat that is to move sees it."""
        state = self.state()
        return state.view(state.to_act[0])

    def after(self, words: Words) -> View | None:
        """The same seat's view after this move; None if it is no legal one."""
        state = self.state()
        seat = state.to_act[0]
        move = next((move for move in state.legal_moves(seat) if str(move) == " ".join(words)), None)
        return None if move is None else state.play(seat, move).view(seat)

    def is_right(self, words: Words) -> bool:
        """Whether this move does what is to be done."""
        begun = (tuple(right.split()) for right in self.right)
        return any(words[: len(right)] == right for right in begun)


@cache
def steps(game: str) -> tuple[Step, ...]:
    """The guided first game of a game; () where it has none."""
    written: list[dict[str, Any]] = json.loads(
        files("bot.domain").joinpath("guided.json").read_text(encoding="utf-8")
    )
    return tuple(Step(**{**one, "right": tuple(one["right"])}) for one in written if one["game"] == game)
