"""Random lines of play, for any game under any house rules; as a program, it replays lines from its input."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from games import GAMES, Dice, Seat
from games.game import HEAD_START, Game, State
from tests.policies import stacko_move

MOST_PLIES = 500
"""Longer than nearly every random series of Sahara to 50; what goes on for longer is cut off."""

SENSIBLE: Mapping[str, Callable[[Any, Any], Any]] = {"stacko": stacko_move}
"""Players, by view and legal moves, for the games that chance alone hardly ever brings to their end."""

SENSE = (0.0, 0.5, 0.9, 1.0)
"""How often a sensible player is asked, a share of the plies that is drawn for each line."""

Ply = tuple[Seat, str]
"""Who moved, and the notation."""


@dataclass(frozen=True, slots=True)
class Case:
    """A game under one choice of its house rules."""

    key: str
    words: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return " ".join([self.key, *("=".join(word) for word in self.words)])

    @property
    def game(self) -> Game:
        """The game itself."""
        return GAMES[self.key]

    def deal(self, seed: bytes) -> State:
        """The first state of a match dealt from this seed."""
        return self.game.deal(self.game.options(**dict(self.words)), Dice.from_seed(seed))


@dataclass(frozen=True, slots=True)
class Line:
    """A match from its deal on: `states[n + 1]` is what the ply `plies[n]` made of `states[n]`."""

    case: Case
    seed: bytes
    states: tuple[State, ...]
    plies: tuple[Ply, ...]


def cases_of(game: Game) -> Iterator[Case]:
    """Every combination of the house rules of one game; a head start, which changes the deal alone, once."""
    others = [rule for rule in game.house_rules if rule.word != HEAD_START]
    words = [[(rule.word, value) for value in rule.values] for rule in others]
    yield from (Case(game.key, combination) for combination in product(*words))
    for rule in game.house_rules:
        if rule.word == HEAD_START:
            usual = tuple((each.word, each.default) for each in others)
            yield Case(game.key, (*usual, (rule.word, rule.values[-1])))


CASES = tuple(case for game in GAMES.values() for case in cases_of(game))


KNOWN = ("sahara", "sator", "stacko", "sato")
"""The games of which the tests know more than what every game promises, in tables by game."""

KNOWN_CASES = tuple(case for case in CASES if case.key in KNOWN)


def chance(seed: int) -> random.Random:
    """Chance for tests; the games themselves know none but their dice."""
    return random.Random(seed)


@lru_cache(maxsize=32)
def random_line(case: Case, seed: int) -> Line:
    """A line in which whoever may act plays any legal move, to the end or to `MOST_PLIES`.

    In a game with a sensible player the moves are random, sensible, or anything between.
    """
    rng = chance(seed)
    dealt_from = rng.randbytes(32)
    sense = rng.choice(SENSE) if case.key in SENSIBLE else 0.0
    states, plies = [case.deal(dealt_from)], list[Ply]()
    while (state := states[-1]).to_act and len(plies) < MOST_PLIES:
        seat = rng.choice(state.to_act)
        moves = state.legal_moves(seat)
        sensible = rng.random() < sense
        move = SENSIBLE[case.key](state.view(seat), moves) if sensible else rng.choice(moves)
        states.append(state.play(seat, move))
        plies.append((seat, str(move)))
    return Line(case, dealt_from, tuple(states), tuple(plies))


def replay(case: Case, seed: bytes, plies: Iterable[Ply]) -> tuple[State, ...]:
    """The states of a line that is known by its seed and its plies, the dealt one first."""
    states = [case.deal(seed)]
    for seat, notation in plies:
        states.append(states[-1].play(seat, case.game.parse(notation)))
    return tuple(states)


def to_json(lines: Iterable[Line]) -> str:
    """What the program below reads."""
    return json.dumps([[line.case.key, line.case.words, line.seed.hex(), line.plies] for line in lines])


def last_states(text: str) -> list[str]:
    """The last state of every line in `text`, as its repr."""
    found: Any = json.loads(text)
    return [
        repr(replay(Case(key, tuple(map(tuple, words))), bytes.fromhex(seed), plies)[-1])
        for key, words, seed, plies in found
    ]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(last_states(sys.stdin.read())))
