"""Puzzles: positions with a best move, written by `python -m tools.puzzles`.

Puzzles come from matches between robots, never from people's matches. Only views of the seat to move leave
this file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from games.catalog import GAMES
from games.game import Fact, Seat, State, View, position

CODE_LENGTH = 6
DAILY_HOUR = 9
"""Hour of the day at which chats get the puzzle of the day."""
PUNISHING = frozenset({"hint_capture", "hint_finish", "hint_arrive"})
"""The facts of a reply that show what is wrong with a move and reveal nothing hidden."""


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A ply that may follow a move."""

    seat: Seat
    notation: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, with the cost of each legal move."""

    game: str
    house_rules: Mapping[str, str]
    """The ones that differ from the defaults."""
    seed: str
    """Seed of the deal, in hexadecimal."""
    plies: str
    """The plies to the position, as `games.game.position` reads them."""
    costs: Mapping[str, float]
    """Loss against the best move, by notation: in beans if the game counts them, else in chances to win."""
    tempting: str
    """The move with the highest immediate gain, in notation; it is not the best."""
    replies: Mapping[str, str]
    """The plies of the strongest robots after a move, by move, as far as they show its value."""

    @property
    def code(self) -> str:
        """The id in buttons: a hash of the position alone, so that it does not reveal the solution."""
        content = json.dumps([self.game, dict(self.house_rules), self.seed, self.plies])
        return hashlib.sha256(content.encode()).hexdigest()[:CODE_LENGTH]

    @property
    def best(self) -> str:
        return min(self.costs, key=self.costs.__getitem__)

    @property
    def next_best(self) -> float:
        return sorted(self.costs.values())[1]

    def view(self) -> View:
        state = self._state()
        return state.view(state.to_act[0])

    def follow_up(self, move: str) -> tuple[FollowUp, ...]:
        """The plies that may follow a move; () if they show nothing."""
        follow_ups = list[FollowUp]()
        parse = GAMES[self.game].parse
        state = self._state()
        state = state.play(state.to_act[0], parse(move))
        for notation in self.replies[move].split(", ") if move in self.replies else ():
            seat, ply = state.to_act[0], parse(notation)
            facts = tuple(each for each in state.view(seat).tell_purpose(ply) if each.key in PUNISHING)
            follow_ups.append(FollowUp(seat, notation, facts))
            state = state.play(seat, ply)
        return tuple(follow_ups)

    def _state(self) -> State:
        seed = bytes.fromhex(self.seed)
        return position(GAMES[self.game], self.house_rules, self.plies, deal_seed=seed)


@cache
def puzzles() -> Mapping[str, Puzzle]:
    """All puzzles by code, in order, except those of removed games."""
    written: list[dict[str, Any]] = json.loads(
        files("bot.domain").joinpath("puzzles.json").read_text(encoding="utf-8")
    )
    known = [Puzzle(**one) for one in written if one["game"] in GAMES]
    return MappingProxyType({one.code: one for one in known})


def following(game: str | None, after: str | None, chance: int) -> Puzzle | None:
    """The next puzzle of a game, or of any; the first one follows the last. None if there is none.

    `after` is the code of the previous puzzle; without one, a random number chooses.
    """
    ordered = list(puzzles().values())
    start = next((place for place, puzzle in enumerate(ordered, start=1) if puzzle.code == after), None)
    wanted = [puzzle for puzzle in ordered if game in (None, puzzle.game)]
    if start is None:
        return wanted[chance % len(wanted)] if wanted else None
    return next((puzzle for puzzle in ordered[start:] + ordered[:start] if puzzle in wanted), None)


def of_day(chat: str, day: date) -> Puzzle | None:
    """The puzzle of a chat on a day: all puzzles in turn, from a start that depends on the chat."""
    ordered = list(puzzles().values())
    first = int(hashlib.sha256(chat.encode()).hexdigest(), 16)
    return ordered[(first + day.toordinal()) % len(ordered)] if ordered else None
