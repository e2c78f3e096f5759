"""Fits the chances that Sahara's robot tells, and says how true they are: `python -m tools.sahara_fit`.

It plays series of the robot against itself. From how their games ended, it finds the numbers that
`robots/sahara/series.py` should have. Then it compares the chances to win that the numbers in use tell with
how the series ended. To try numbers, fit them with one seed and compare with another.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import product
from statistics import mean
from typing import NamedTuple, cast

from games import GAMES
from games.game import Seat
from games.sahara import State, View
from robots import LEVELS, choose, sahara
from robots.robot import dice
from robots.sahara.board import position
from robots.sahara.series import Outlook, endings, running
from tools.calibration import Told, tenths

TARGET = "30"
ASKED = 0.15
"""The share of positions that are looked at."""
NEAR = (0.0, 1.0, 2.0, 3.0, 4.0)
"""The spreads near the end of a game that are tried."""


class Seen(NamedTuple):
    """A position as its seat to move saw it, and what came of it."""

    series: int
    expected: float
    """The lead at the end of the game, if both play as the search sees it."""
    beans: int
    exact: bool
    told: float
    """The chance to win the series."""
    lead: int
    """The lead at the end of the game."""
    won: float
    """Whether the series was won."""


class Played(NamedTuple):
    """Series that were played."""

    positions: list[Seen]
    leads: list[int]
    """By game: what its starter won more than the other."""


def played(number: int, level: int, seed: int) -> Played:
    """One series."""
    game, chance = GAMES["sahara"], random.Random(f"{seed} sahara fit {number}")
    state = cast(State, game.deal(game.options(target=TARGET), dice(seed, "deal", number)))
    views: list[View] = []
    while state.result is None:
        view = state.view(state.turn)
        if chance.random() < ASKED:
            views.append(view)
        state = state.play(state.turn, choose(view, LEVELS[level - 1], chance.getrandbits(64)))
    leads = [first - second for first, second in state.games]
    positions = [seen(number, view, leads, state.result.winner) for view in views]
    return Played(positions, [lead if each % 2 == 0 else -lead for each, lead in enumerate(leads)])


def seen(number: int, view: View, leads: Sequence[int], winner: Seat | None) -> Seen:
    """What a view said of a series, the games of which ended with these leads of seat 0."""
    here, turn = position(view), view.turn
    found = sahara.glance(here)
    expected = here.lead + found.beans
    told = sahara.chance_of(view, running(expected, here.beans, exact=found.exact))
    lead = leads[len(view.games)] * (1 if turn == 0 else -1)
    won = 0.5 if winner is None else float(winner == turn)
    return Seen(number, expected, here.beans, found.exact, told, lead, won)


def likeliest(seen: Sequence[tuple[int, float, float]], tried: Iterable[float]) -> float:
    """The spread a unit that makes leads likeliest: each with what was expected, and its units."""

    def likelihood(spread: float) -> float:
        return sum(math.log(chance_of(lead, (expected, spread * units))) for lead, expected, units in seen)

    return max(tried, key=likelihood)


def chance_of(lead: int, outlook: Outlook) -> float:
    """How likely a game ends with this lead; never quite 0."""
    return max(dict(endings(outlook))[lead], 1e-6)


def steps(first: float, last: float, count: int = 41) -> list[float]:
    """Numbers between two, each the same multiple of the one before."""
    return [first * (last / first) ** (step / (count - 1)) for step in range(count)]


def fitted(games: Played) -> dict[str, float]:
    """The numbers of `series.py`."""
    lead = mean(games.leads)
    exact = [(seen.lead, seen.expected, seen.beans) for seen in games.positions if seen.exact]
    guessed = [seen for seen in games.positions if not seen.exact]
    near, a_bean = max(product(NEAR, steps(0.02, 0.6, 15)), key=partial(likelihood_near, guessed))
    return {
        "STARTERS_LEAD": lead,
        "SPREAD": likeliest([(each, lead, 1) for each in games.leads], steps(1, 20)),
        "SPREAD_NEAR": near,
        "SPREAD_A_BEAN": a_bean,
        "SPREAD_A_BEAN_IF_EXACT": likeliest(exact, steps(0.02, 2)),
    }


def likelihood_near(guessed: Sequence[Seen], spreads: tuple[float, float]) -> float:
    """How likely the leads of games were, with a spread near the end and one for each bean."""
    near, a_bean = spreads
    return sum(
        math.log(chance_of(seen.lead, (seen.expected, near + a_bean * seen.beans))) for seen in guessed
    )


def slope(positions: Sequence[Seen]) -> tuple[float, float]:
    """How much more was won for each hundredth more that was told, and the standard error of that.

    It is 1 if what is told is true. Positions of one series are one observation.
    """
    weight = sum((seen.told - 0.5) ** 2 for seen in positions)
    steepness = sum((seen.told - 0.5) * (seen.won - 0.5) for seen in positions) / weight
    strayed: dict[int, float] = {}
    for seen in positions:
        off = (seen.told - 0.5) * (seen.won - 0.5 - steepness * (seen.told - 0.5))
        strayed[seen.series] = strayed.get(seen.series, 0.0) + off
    return steepness, math.sqrt(sum(off**2 for off in strayed.values())) / weight


def curve(positions: Sequence[Seen]) -> list[str]:
    """What was told and what was won, by tenths of what was told."""
    told = [Told(seen.told, seen.won) for seen in positions]
    return [f"told {mean:.2f} won {won:.2f} ({count} positions)" for mean, won, count in tenths(told)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, compare and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.sahara_fit", description=__doc__)
    parser.add_argument("--series", type=int, default=100)
    parser.add_argument("--level", type=int, default=3, choices=LEVELS)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    every = [played(number, asked.level, asked.seed) for number in range(asked.series)]
    games = Played(
        [seen for one in every for seen in one.positions], [lead for one in every for lead in one.leads]
    )
    for name, number in fitted(games).items():
        print(f"{name} = {number:.2f}")
    print(*curve(games.positions), sep="\n")
    steepness, error = slope(games.positions)
    print(f"slope {steepness:.2f} ± {2 * error:.2f}, {len(games.leads)} games, {asked.series} series")


if __name__ == "__main__":
    main()
