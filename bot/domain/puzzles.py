"""Puzzles: positions with a task and its answers, written by `python -m tools.puzzles`.

Puzzles come from matches of robots, never from people's matches. Only views of the seat to move leave this
file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from importlib.resources import files
from itertools import count, pairwise, takewhile
from math import gcd
from types import MappingProxyType
from typing import Any

from games.catalog import GAMES
from games.game import Fact, Seat, State, View, position

CODE_LENGTH = 6
DAILY_HOUR = 9
"""Hour of the day at which chats get the puzzle of the day."""
PUNISHING = frozenset({"hint_capture", "hint_finish"})
"""The facts of a reply that show what is wrong with a move and reveal nothing hidden."""
DAY_OFF = 1
"""Days in a row without a solved puzzle that do not end a streak."""
CLIMB = 8
"""From the easiest puzzles to the hardest it takes at most so many."""
BEYOND = 6
"""The grade of a puzzle that robots of no level are sure to solve."""


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A ply that may follow a move."""

    seat: Seat
    notation: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Puzzle:
    """A position with a task that holds for whatever its view hides, and how far each legal move gets."""

    game: str
    house_rules: Mapping[str, str]
    """The ones that differ from the defaults."""
    deal: int
    """The number of the deal, see `deal_seed`."""
    plies: str
    """The plies to the position, as `games.game.position` reads them."""
    motif: str
    """What makes the answers right; shown with the solution."""
    asks: str
    """The key of the sentence that asks."""
    count: int
    """The number in that sentence."""
    grade: int
    """The lowest level from which on robots solve it; `BEYOND` if even the highest does not."""
    heights: tuple[int, ...]
    """How far each legal move gets, in the order of the rules and the unit of `count`."""
    line: str
    """The plies that follow the first answer; "" if they show nothing."""
    tempting: str
    """The move with the highest immediate gain, in notation, if it is wrong; else ""."""
    replies: Mapping[str, str]
    """By wrong move: a ply of the other seat that shows what is wrong with it."""

    @property
    def code(self) -> str:
        """The id in buttons: a hash of the position alone, so that it does not reveal the solution."""
        content = json.dumps([self.game, dict(self.house_rules), self.deal, self.plies])
        return hashlib.sha256(content.encode()).hexdigest()[:CODE_LENGTH]

    @cached_property
    def values(self) -> Mapping[str, int]:
        """How far each legal move gets, by notation."""
        state = self._state()
        return dict(zip(map(str, state.legal_moves(state.to_act[0])), self.heights, strict=True))

    @property
    def answers(self) -> tuple[str, ...]:
        """All right moves: they get equally far."""
        return tuple(move for move, value in self.values.items() if value == max(self.heights))

    def view(self) -> View:
        state = self._state()
        return state.view(state.to_act[0])

    def views_after(self, move: str) -> tuple[View, View]:
        """What the seat to move sees before and after the last ply of the line of a right move.

        Of a move without a line, before and after itself. Not the next deal, where a ply ends a round.
        """
        if move == self.answers[0]:
            before, after = self.solution()[-2:]
        else:
            state = self._state()
            mover = state.to_act[0]
            before, after = state.view(mover), state.play(mover, GAMES[self.game].parse(move)).view(mover)
        return before, after.before_deal or after

    def solution(self) -> tuple[View, ...]:
        """What the seat to move sees, from the position to the end of the line after the first answer."""
        state, parse = self._state(), GAMES[self.game].parse
        mover = state.to_act[0]
        views = [state.view(mover)]
        for notation in (self.answers[0], *filter(None, self.line.split(", "))):
            state = state.play(state.to_act[0], parse(notation))
            views.append(state.view(mover))
        return tuple(views)

    def follow_up(self, move: str) -> tuple[FollowUp, ...]:
        """The plies that may follow a move; () if they show nothing."""
        follow_ups = list[FollowUp]()
        parse = GAMES[self.game].parse
        state = self._state()
        state = state.play(state.to_act[0], parse(move))
        plies = self.line if move == self.answers[0] else self.replies.get(move, "")
        for notation in plies.split(", ") if plies else ():
            seat, ply = state.to_act[0], parse(notation)
            facts = tuple(each for each in state.view(seat).tell_purpose(ply) if each.key in PUNISHING)
            follow_ups.append(FollowUp(seat, notation, facts))
            state = state.play(seat, ply)
        return tuple(follow_ups)

    def _state(self) -> State:
        seed = deal_seed(self.game, self.deal)
        return position(GAMES[self.game], self.house_rules, self.plies, deal_seed=seed)


def deal_seed(game: str, deal: int) -> bytes:
    """The seed of the match that a puzzle comes from."""
    return hashlib.sha256(f"puzzle {game} {deal}".encode()).digest()


@cache
def puzzles() -> Mapping[str, Puzzle]:
    """All puzzles by code, in order, except those of removed games; read when first asked for."""
    written: list[dict[str, Any]] = json.loads(
        files("bot.domain").joinpath("puzzles.json").read_text(encoding="utf-8")
    )
    known = [Puzzle(**{**one, "heights": tuple(one["heights"])}) for one in written if one["game"] in GAMES]
    return MappingProxyType({one.code: one for one in known})


def following(game: str | None, after: str | None, chance: int) -> Puzzle | None:
    """The next puzzle of a game, or of any; None if there is none.

    Without `after`, the code of the previous puzzle, a random number chooses one of the easiest. From there
    they get harder step by step, up to the hardest, then easy again; all come once before one comes again.
    """
    wanted = [puzzle for puzzle in puzzles().values() if game in (None, puzzle.game)]
    if not wanted:
        return None
    wanted.sort(key=lambda puzzle: (puzzle.grade, puzzle.code))
    place = next((place for place, puzzle in enumerate(wanted) if puzzle.code == after), None)
    if place is None:
        easiest = [puzzle for puzzle in wanted if puzzle.grade == wanted[0].grade]
        return easiest[chance % len(easiest)]
    stride = next(each for each in count(len(wanted) // CLIMB + 1) if gcd(each, len(wanted)) == 1)
    return wanted[(place + stride) % len(wanted)]


def of_day(chat: str, day: date) -> Puzzle | None:
    """The puzzle of a chat on a day: all puzzles in turn, from a start that depends on the chat."""
    ordered = list(puzzles().values())
    first = int(hashlib.sha256(chat.encode()).hexdigest(), 16)
    return ordered[(first + day.toordinal()) % len(ordered)] if ordered else None


def streak(days: Sequence[int]) -> int:
    """The number of solved days in the streak that ends with the newest one; see `DAY_OFF`.

    Args:
        days: the days with a solved puzzle, the newest first.
    """
    gaps = (newer - older - 1 for newer, older in pairwise(days))
    return min(len(days), 1 + sum(1 for _ in takewhile(lambda off: off <= DAY_OFF, gaps)))
