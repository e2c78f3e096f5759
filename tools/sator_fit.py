"""Fits the numbers of `weights.py` to matches of the robot against itself: `python -m tools.sator_fit`.

What a piece multiplies the strength of its seat by is fitted to who won, the odds of a red dot to what was
hidden. Each is a choice among options whose likelihoods are products of factors; Newton's method finds the
logarithms of these. The matches look two plies ahead with the numbers that there are, so that fitting again
gives about the same, not the same to the digit. It prints the module, to be formatted.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import add, mul
from typing import NamedTuple

from games.game import SEATS, Seat
from robots.sator.belief import spots
from robots.sator.board import Kind, Layout, Outcome, ply, possible, ways
from robots.sator.worth import SITUATIONS, cases
from tools.sator_setups import KINDS, START, came_of, followed

MOST_DRAWN = 4
"""A match opens with up to so many plies by chance, so that there is some of everything."""
ROUNDS = 8
FIRMNESS = 2.0
"""How firmly a logarithm is held at 0: by so many layouts that say otherwise."""
PACE, CAPTOR = ("pace",), ("captor",)

Factor = tuple[object, ...]
Option = Mapping[Factor, float]
"""How often it has each factor."""
Choice = tuple[Sequence[Option], int]
"""Some options, and which of them came true."""


class Record(NamedTuple):
    """A match: what each seat hid, the layouts, and who won: 1 Black, -1 Ivory."""

    own: tuple[Kind, Kind]
    layouts: list[Layout]
    winner: int


def recorded(number: int) -> Record:
    """A match of the robot against itself; each seat hides by chance."""
    chance = random.Random(f"fit {number}")
    own = chance.choice(KINDS[0]), chance.choice(KINDS[1])
    drawn = chance.randint(0, MOST_DRAWN)
    layouts: list[Layout] = []
    after: Outcome = START
    while isinstance(after, Layout):
        layouts.append(after)
        if len(layouts) > drawn:
            after = followed(after, own, chance)
        else:
            after = came_of(after, ply(after, chance.choice(ways(after.cells, after.turn))), own)
    return Record(own, layouts, after)


def wins(records: Iterable[Record]) -> Iterator[Choice]:
    """For each layout: whether Black won or Ivory; a draw says nothing."""
    for own, layouts, winner in records:
        if winner:
            yield from (([balance(layout, own), {}], int(winner < 0)) for layout in layouts)


def balance(layout: Layout, own: tuple[Kind, Kind]) -> Option:
    """The factors of Black less those of Ivory where they hide so."""
    counts: Counter[Factor] = Counter({PACE: 1 - 2 * layout.turn})
    for seat, stand in zip(SEATS, cases(layout), strict=True):
        for number, case in stand.items():
            steps, road, attacked, guarded, moves = SITUATIONS[case]
            dot = own[seat] >> number & 1
            counts["road", dot, steps, road, moves] += 1 - 2 * seat
            counts["around", dot, attacked, guarded, moves] += 1 - 2 * seat
    return {factor: count for factor, count in counts.items() if count}


def secrets(records: Iterable[Record]) -> Iterator[Choice]:
    """For each layout and seat: which of its possible kinds it hid."""
    for own, layouts, _ in records:
        for layout in layouts:
            for seat in SEATS:
                kinds = possible(layout, seat)
                yield where_red(layout, seat, kinds), kinds.index(own[seat])


def where_red(layout: Layout, seat: Seat, kinds: tuple[Kind, ...]) -> list[Option]:
    """By kind: how its red dots would stand."""
    factors: list[tuple[int, Factor]] = [
        (1 << number, ("red", *spot) if spot else CAPTOR) for number, spot in spots(layout, seat).items()
    ]
    return [dict(Counter(factor for bit, factor in factors if kind & bit)) for kind in kinds]


def fitted(choices: Iterable[Choice]) -> dict[Factor, float]:
    """The logarithms of the factors under which what came true is likeliest."""
    place: dict[Factor, int] = {}
    numbered = [
        ([{place.setdefault(factor, len(place)): n for factor, n in each.items()} for each in options], true)
        for options, true in choices
        if len(options) > 1
    ]
    values = [0.0] * len(place)
    for _ in range(ROUNDS):
        slope = [-FIRMNESS * value for value in values]
        bend = [[FIRMNESS * (row == column) for column in place.values()] for row in place.values()]
        for options, true in numbered:
            lean(options, true, values, slope, bend)
        values = list(map(add, values, solved(bend, slope)))
    return dict(zip(place, values, strict=True))


def lean(
    options: list[dict[int, float]],
    true: int,
    values: list[float],
    slope: list[float],
    bend: list[list[float]],
) -> None:
    """Add what one choice says: how its likelihood slopes with each value, and how the slopes fall."""
    odds = [math.exp(sum(values[key] * count for key, count in option.items())) for option in options]
    shares = [each / sum(odds) for each in odds]
    counts = {
        key: [option.get(key, 0.0) for option in options] for key in {key for each in options for key in each}
    }
    for row, own in counts.items():
        mean = sum(map(mul, shares, own))
        slope[row] += own[true] - mean
        spread = [share * (count - mean) for share, count in zip(shares, own, strict=True)]
        for column, others in counts.items():
            bend[row][column] += sum(map(mul, spread, others))


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """What a positive definite matrix turns into `right`, by Gauss."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        rows[at] = pivot = [value / rows[at][at] for value in rows[at]]
        for below, row in enumerate(rows):
            if below != at and row[at]:
                rows[below] = [value - row[at] * over for value, over in zip(row, pivot, strict=True)]
    return [row[-1] for row in rows]


def table(values: Mapping[Factor, float], key: Factor, *sizes: int) -> str:
    """The values of the factors whose names begin so, as a tuple of tuples; 0 for what was never seen."""
    if not sizes:
        return f"{values.get(key, 0.0):.2f}"
    return f"({', '.join(table(values, (*key, each), *sizes[1:]) for each in range(sizes[0]))})"


def source(worth: Mapping[Factor, float], odds: Mapping[Factor, float]) -> str:
    """The module `weights.py`."""
    home = odds["red", False, 0]
    relative = {factor: odd - home for factor, odd in odds.items()}
    return WEIGHTS.format(
        road=table(worth, ("road",), 2, 5, 4, 2),
        around=table(worth, ("around",), 2, 2, 2, 2),
        pace=worth[PACE],
        odds=table(relative, ("red",), 2, 4),
        captor=relative[CAPTOR],
    )


WEIGHTS = '''"""The logarithms of factors, fitted to matches of the robot by `python -m tools.sator_fit`."""

from __future__ import annotations

import math

# By dot (white, red), steps advanced, road (clear, open, foe, own) and whether its seat moves next.
ROAD = {road}
# By dot, whether a foe attacks it, whether a piece of its own guards it, and whether its seat moves next.
AROUND = {around}
# The factor of the seat that moves next.
PACE = math.exp({pace:.2f})
# Of the odds of a red dot, by whether the piece is attacked and its steps.
RED_ODDS = {odds}
# Those of a piece that captured a red dot and left unseen.
CAPTOR_ODDS = {captor:.2f}
'''


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.sator_fit", description=__doc__)
    parser.add_argument("--matches", type=int, default=2500)
    records = [recorded(number) for number in range(parser.parse_args(arguments).matches)]
    print(source(fitted(wins(records)), fitted(secrets(records))), end="")


if __name__ == "__main__":
    main()
