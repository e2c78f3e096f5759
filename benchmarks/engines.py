"""How many plies a second of CPU the engines play at random, against a plain list of numbers in the same run.

Run `python -m benchmarks.engines`. The yardstick is a Sahara without states, views or refusals: it tells the
machine's speed, so the ratios can be compared between machines and days, the plies a second cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from statistics import median
from time import process_time

from benchmarks.aims import at_least
from games import GAMES, Dice
from games.game import Game
from tests.games import plain_sahara
from tests.games.walks import chance

ROUNDS = 7
"""Everything is measured once in each round, so that a slow moment of the machine hits all alike."""
SECONDS_A_ROUND = 0.25
"""For each contestant."""
MOST_PLIES = 1000
"""Random play hardly ever finishes some games."""

YARDSTICK = "plain list"
AIMS = {"sahara": at_least(0.22), "sator": at_least(0.29), "stacko": at_least(0.36), "sato": at_least(0.07)}
"""The ratio to the yardstick."""

Playout = Callable[[Random], int]
"""Plays one match at random and returns its number of plies."""


def playout_of(game: Game) -> Playout:
    """Random matches of one game under its default house rules, each from a seed of its own."""
    options = game.options()

    def playout(rng: Random) -> int:
        state, plies = game.deal(options, Dice.from_seed(rng.randbytes(32))), 0
        while state.to_act and plies < MOST_PLIES:
            seat = rng.choice(state.to_act)
            state = state.play(seat, rng.choice(state.legal_moves(seat)))
            plies += 1
        return plies

    return playout


def plain_playout(rng: Random) -> int:
    """The yardstick."""
    board, plies = plain_sahara.START, 0
    seat: plain_sahara.Turn = 0
    while seat is not None:
        hollow, feed = rng.choice(plain_sahara.moves(board, seat, choice=False))
        board, seat = plain_sahara.sow(board, seat, hollow, feed=feed)
        plies += 1
    return plies


def plies_a_second(playout: Playout, seed: int) -> float:
    """Measured over whole matches, for `SECONDS_A_ROUND` at least."""
    rng, plies = chance(seed), 0
    began = process_time()
    while (spent := process_time() - began) < SECONDS_A_ROUND:
        plies += playout(rng)
    return plies / spent


def measure(playouts: Mapping[str, Playout]) -> dict[str, list[float]]:
    """Plies a second of each contestant, one number a round."""
    speeds: dict[str, list[float]] = {name: [] for name in playouts}
    for number in range(ROUNDS):
        for name, playout in playouts.items():
            speeds[name].append(plies_a_second(playout, seed=number))
    return speeds


def ratios_of(speeds: Mapping[str, list[float]], name: str) -> list[float]:
    """To the yardstick, one a round."""
    return [speed / yard for speed, yard in zip(speeds[name], speeds[YARDSTICK], strict=True)]


def table(speeds: Mapping[str, list[float]]) -> str:
    """One line for each contestant: median speed, and median, least and greatest ratio to the yardstick."""
    lines = [f"{'game':<12}{'plies/s':>10}{'ratio':>9}{'from':>9}{'to':>9}"]
    for name, measured in speeds.items():
        ratios = ratios_of(speeds, name)
        numbers = (median(ratios), min(ratios), max(ratios))
        lines.append(f"{name:<12}{median(measured):>10,.0f}" + "".join(f"{ratio:>9.3f}" for ratio in numbers))
    return "\n".join(lines)


def main() -> None:
    """Measure everything and print the table."""
    engines = {key: playout_of(game) for key, game in GAMES.items()}
    speeds = measure({YARDSTICK: plain_playout, **engines})
    print(table(speeds))
    for name, aim in AIMS.items():
        print(aim.row(f"{name}: random playouts, plain list = 1", median(ratios_of(speeds, name))))


if __name__ == "__main__":
    main()
