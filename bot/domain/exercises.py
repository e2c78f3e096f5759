"""Positions to be solved: the puzzles, as `python -m tools.puzzles` has written them, and guided first games.

Puzzles are of no match of people: robots have played there. Only views of the seat to move leave this file.
What is said in a guided game is in the catalogue of the game: `GAME.lesson.KEY.task`, `.right` and `.wrong`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from games.catalog import GAMES
from games.game import Fact, Seat, State, View, position
from games.words import Words

CODE_LENGTH = 6
HOUR = 9
"""Of the day, when chats get the puzzle of the day."""


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A ply that may follow a move."""

    seat: Seat
    notation: str
    facts: tuple[Fact, ...]
    """What speaks for it."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, and what each of its moves costs."""

    game: str
    house_rules: Mapping[str, str]
    """Those that differ from the defaults."""
    seed: str
    """Of the deal, in hexadecimal."""
    plies: str
    """As in `games.game.position`."""
    costs: Mapping[str, float]
    """By notation, against the best move: in beans where the game counts them, else in chances to win."""

    tempting: str
    """The move that takes most at once, in notation; it is not the best."""
    replies: Mapping[str, str]
    """By move, the plies of the strongest robots after it, as far as they show what it is worth."""

    @property
    def code(self) -> str:
        """What buttons call it by: of the position alone, so that the solution is not in it."""
        told = json.dumps([self.game, dict(self.house_rules), self.seed, self.plies])
        return hashlib.sha256(told.encode()).hexdigest()[:CODE_LENGTH]

    @property
    def best(self) -> str:
        """The solution, in notation."""
        return min(self.costs, key=self.costs.__getitem__)

    @property
    def next_best(self) -> float:
        """What any other move costs at least."""
        return sorted(self.costs.values())[1]

    def view(self) -> View:
        """The position as the seat that is to move sees it."""
        state = self._state()
        return state.view(state.to_act[0])

    def follow_up(self, move: str) -> tuple[FollowUp, ...]:
        """What may follow a move; () where that shows nothing."""
        told, parse = list[FollowUp](), GAMES[self.game].parse
        state = self._state()
        state = state.play(state.to_act[0], parse(move))
        for notation in self.replies[move].split(", ") if move in self.replies else ():
            seat, ply = state.to_act[0], parse(notation)
            told.append(FollowUp(seat, notation, state.view(seat).tell_purpose(ply)))
            state = state.play(seat, ply)
        return tuple(told)

    def _state(self) -> State:
        seed = bytes.fromhex(self.seed)
        return position(GAMES[self.game], self.house_rules, self.plies, deal_seed=seed)


@cache
def puzzles() -> Mapping[str, Puzzle]:
    """All of them by code, in their order; those of a game that is not there any more are left out."""
    written: list[dict[str, Any]] = json.loads(
        files("bot.domain").joinpath("puzzles.json").read_text(encoding="utf-8")
    )
    known = [Puzzle(**one) for one in written if one["game"] in GAMES]
    return MappingProxyType({one.code: one for one in known})


def following(game: str | None, after: str | None, chance: int) -> Puzzle | None:
    """The next puzzle of a game, or of any; after the last one the first. None if there is none.

    Args:
        game: its key; None for any.
        after: the code of the puzzle before it; None: `chance` says which one.
        chance: any number.
    """
    row = list(puzzles().values())
    start = next((place for place, one in enumerate(row, start=1) if one.code == after), None)
    wanted = [one for one in row if game in (None, one.game)]
    if start is None:
        return wanted[chance % len(wanted)] if wanted else None
    return next((one for one in row[start:] + row[:start] if one in wanted), None)


def of_day(chat: str, day: date) -> Puzzle | None:
    """The puzzle that a chat gets on a day: all in turn, beginning elsewhere than in other chats."""
    row = list(puzzles().values())
    first = int(hashlib.sha256(chat.encode()).hexdigest(), 16)
    return row[(first + day.toordinal()) % len(row)] if row else None


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
