"""Paired matches between two robots: `python -m tools.arena GAME A B --pairs N`.

A pair is two matches from one deal with the seats swapped, so that luck of the deal and the worth of the
first move cancel. Games without a deal open with a few drawn plies, else all pairs would be one match.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from games.catalog import GAMES
from games.game import SEATS, Seat, State, View, other
from robots.catalog import choose, robot_of
from robots.robot import LEVELS, Level, dice

SCRIPT = "script"
"""The player that takes the best single ply."""
HALF = "half"
"""The player that takes the best single ply about every second time, and else any legal move."""
ANY = "any"
"""The player that takes any legal move."""
PLAYERS = (*map(str, LEVELS), SCRIPT, HALF, ANY)
WITHOUT_DEAL = ("sahara", "sator")
DRAWN_PLIES = (2, 6)
"""How many plies open a match of a game without a deal, at least and at most."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays what: everything that a pair needs but its number."""

    game: str
    options: tuple[tuple[str, str], ...]
    players: tuple[str, str]
    seed: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The scores of the first player in the pairs, each 0 to 1."""

    pairs: tuple[float, ...]

    @property
    def score(self) -> float:
        """The mean over the pairs."""
        return sum(self.pairs) / len(self.pairs)

    @property
    def error(self) -> float:
        """The standard error of the score; 0 with fewer than two pairs."""
        if len(self.pairs) < 2:
            return 0.0
        spread = sum((pair - self.score) ** 2 for pair in self.pairs) / (len(self.pairs) - 1)
        return math.sqrt(spread / len(self.pairs))

    def __str__(self) -> str:
        low, high = (self.score + sign * 2 * self.error for sign in (-1, 1))
        return (
            f"score {self.score:.3f} ± {2 * self.error:.3f}, "
            f"Elo {elo(self.score):+.0f} ({elo(low):+.0f} to {elo(high):+.0f}), {len(self.pairs)} pairs"
        )


def elo(score: float) -> float:
    """The difference in Elo that explains a score; infinite at 0 and 1."""
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return 400 * math.log10(score / (1 - score))


def play_pair(pairing: Pairing, number: int) -> float:
    """The mean score of the first player over the two matches of a pair."""
    return sum(play(pairing, number, first=seat) for seat in SEATS) / len(SEATS)


def play(pairing: Pairing, number: int, first: Seat) -> float:
    """The score of the first player, who has the seat `first`: 1, 0.5 or 0."""
    players = {first: pairing.players[0], other(first): pairing.players[1]}
    state = opened(pairing, number, players)
    ply = 0
    while state.result is None:
        state = answered(pairing, number, players, state, f"ply {ply}")
        ply += 1
    return 0.5 if state.result.winner is None else float(state.result.winner == first)


def opened(pairing: Pairing, number: int, players: Mapping[Seat, str]) -> State:
    """The position from which the players of a match go on by themselves.

    Both matches of a pair have the same deal and the same drawn plies. Plies chosen in secret, as those of
    Sator's set-up, count among them, but are the players' own: hiding well is part of their strength.
    """
    game = GAMES[pairing.game]
    state = game.deal(game.options(**dict(pairing.options)), dice(pairing.seed, "deal", number))
    if pairing.game not in WITHOUT_DEAL:
        return state
    chance = random.Random(f"{pairing.seed} opening {number}")
    for ply in range(chance.randint(*DRAWN_PLIES)):
        seat = state.to_act[0]
        if state.view(None).open_choice:
            after = state.play(seat, chance.choice(state.legal_moves(seat)))
        else:
            after = answered(pairing, number, players, state, f"secret {ply}")
        state = state if after.result else after
    return state


def answered(pairing: Pairing, number: int, players: Mapping[Seat, str], state: State, ply: str) -> State:
    """The state after the move of the player who is asked first."""
    seat = state.to_act[0]
    purpose = f"{pairing.seed} {number} {players[seat]} {seat} {ply}"
    return state.play(seat, chosen(players[seat], state.view(seat), random.Random(purpose).getrandbits(64)))


def chosen(player: str, view: View, seed: int) -> Any:
    """The move of a player of the arena."""
    chance = random.Random(f"half {seed}")
    if player == SCRIPT or (player == HALF and chance.random() < 0.5):
        return robot_of(view).best_single_ply(view, seed)
    if player in (HALF, ANY):
        return chance.choice(view.imagine(dice(seed, "half")).legal_moves(view.to_act[0]))
    level: Level = LEVELS[LEVELS.index(int(player))]
    return choose(view, level, seed)


def standings(pairing: Pairing, pairs: int, processes: int) -> Iterator[Standing]:
    """The standing after each pair, in the order of their numbers."""
    with ProcessPoolExecutor(processes) as pool:
        scores: list[float] = []
        for score in pool.map(partial(play_pair, pairing), range(pairs)):
            scores.append(score)
            yield Standing(tuple(scores))


def main(arguments: Sequence[str] | None = None, say: Callable[[str], object] = sys.stdout.write) -> None:
    """Play the pairs that the command line asks for, and print the standing now and then."""
    asked = parser().parse_args(arguments)
    options = tuple(tuple(word.split("=", 1)) for word in asked.house_rule)
    pairing = Pairing(asked.game, options, (asked.a, asked.b), asked.seed)
    for number, standing in enumerate(standings(pairing, asked.pairs, asked.processes), start=1):
        if number == asked.pairs or number % 50 == 0:
            say(f"{asked.game} {asked.a} against {asked.b}: {standing}\n")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument(
        "a",
        choices=PLAYERS,
        help="a level, the script that takes the best single ply, half of it, or any ply",
    )
    parser.add_argument("b", choices=PLAYERS)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--house-rule", action="append", default=[], metavar="WORD=VALUE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    return parser


if __name__ == "__main__":
    main()
