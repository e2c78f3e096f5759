"""Robots: what a move costs, in milliseconds of the processor, by game and level.

Run `python -m benchmarks.robots [GAME ...] [--plain]`. The positions are spread over matches by chance, one
under each choice of house rules; all games together take less than a minute. `--plain` hides numba.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
from collections.abc import Callable, Sequence
from itertools import product
from statistics import mean
from time import process_time
from typing import Any
from unittest.mock import patch

from games import GAMES, Dice
from games.game import Game, State, View

CASES, POSITIONS, MOST_PLIES = 9, 4, 120
"""At most so many choices of house rules of a game, positions of a match, and plies of it."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.robots")
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--plain", action="store_true", help="without numba")
    asked = parser.parse_args(arguments)
    levels, choose = robots(asked.plain)
    print("| game | positions |", *(f"level {level}, mean | most |" for level in levels))
    print("| --- | ---: |", *("---: | ---: |" for _ in levels))
    for key in asked.games:
        views = [view for words in house_rules(GAMES[key]) for view in positions(GAMES[key], words)]
        taken = [[milliseconds(choose, view, level) for view in views] for level in levels]
        print(f"| {key} | {len(views)} |", *(f"{mean(ms):.0f} | {max(ms):.0f} |" for ms in taken))


def robots(plain: bool) -> tuple[Sequence[int], Callable[[View, Any, int], object]]:
    """The levels, and what chooses a move; with or without machine code where there is some."""
    find = importlib.util.find_spec
    hidden = patch("importlib.util.find_spec", lambda name, *more: None if plain else find(name, *more))
    with hidden:
        from robots import LEVELS, choose
    return LEVELS, choose


def house_rules(game: Game) -> list[dict[str, str]]:
    """Some choices of house rules, spread over all."""
    words = [[(rule.word, value) for value in rule.values] for rule in game.house_rules]
    every = [dict(choice) for choice in product(*words)]
    return every[:: -(-len(every) // CASES)]


def positions(game: Game, words: dict[str, str]) -> list[View]:
    """What the seats to act see in some positions of a match by chance."""
    chance = random.Random(str(words))
    views: list[View] = []
    state: State = game.deal(game.options(**words), Dice.from_seed(bytes(32)))
    while state.to_act and len(views) < MOST_PLIES:
        seat = state.to_act[0]
        views.append(state.view(seat))
        state = state.play(seat, chance.choice(state.legal_moves(seat)))
    return views[len(views) // POSITIONS // 2 :: max(1, len(views) // POSITIONS)]


def milliseconds(choose: Callable[[View, Any, int], object], view: View, level: int) -> float:
    """The time of one move, after one to warm up."""
    choose(view, level, 1)
    start = process_time()
    choose(view, level, 2)
    return (process_time() - start) * 1000


if __name__ == "__main__":
    main()
