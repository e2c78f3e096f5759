"""Guided first games: positions with one task each.

The texts are in the catalogue of the game: `GAME.lesson.KEY.task`, `.right` and `.wrong`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from games.catalog import GAMES
from games.game import InvalidNotation, State, View, position
from games.words import Words


@dataclass(frozen=True, slots=True)
class Step:
    """A position and its task."""

    game: str
    key: str
    plies: str
    """The plies to the position, as `games.game.position` reads them, from the deal of all examples."""
    right: tuple[str, ...]
    """The moves that solve the task, in notation: whole moves or their beginnings."""
    house_rules: Mapping[str, str] = field(default_factory=dict)

    def state(self) -> State:
        return position(GAMES[self.game], self.house_rules, self.plies)

    def view(self) -> View:
        state = self.state()
        return state.view(state.to_act[0])

    def after(self, words: Words) -> View | None:
        """The same seat's view after a move; None if the move is illegal."""
        state = self.state()
        seat = state.to_act[0]
        try:
            move = GAMES[self.game].parse(" ".join(words))
        except InvalidNotation:
            return None
        return state.play(seat, move).view(seat) if move in state.legal_moves(seat) else None

    def solution(self) -> Words:
        """A move that solves the task."""
        state = self.state()
        moves = (tuple(str(move).split()) for move in state.legal_moves(state.to_act[0]))
        return next(filter(self.is_right, moves))

    def is_right(self, words: Words) -> bool:
        begun = (tuple(right.split()) for right in self.right)
        return any(words[: len(right)] == right for right in begun)


@cache
def steps(game: str) -> tuple[Step, ...]:
    written: list[dict[str, Any]] = json.loads(
        files("bot.domain").joinpath("guided.json").read_text(encoding="utf-8")
    )
    return tuple(Step(**{**one, "right": tuple(one["right"])}) for one in written if one["game"] == game)
