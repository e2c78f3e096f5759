"""How the robot hides its red dots: the command that works it out, `python -m tools.sator_setups`.

It plays matches from each of the 10 x 10 pairs of set-ups, looking two plies ahead, and takes the mean
results as a matrix game in which both choose once and in secret. Fictitious play solves it: each side answers
what the other has done so far, softly: a set-up that is always chosen hides nothing, and the means are
uncertain by `SOFTNESS`. A set-up and its mirror image are one, so that each match counts twice. It prints
`hiding.py`.
"""

from __future__ import annotations

import math
import random
from operator import mul

from games.game import other
from games.sator import FILES
from games.sator.pieces import hides
from robots.sator.board import EMPTY, WIDTH, Kind, Layout, Outcome, Ply, kinds, ply, possible
from robots.sator.search import Horizon, Outlook, uniform
from robots.sator.worth import weigh

MATCHES = 16
"""For each pair of set-ups; with those of its mirror image twice as many."""
ROUNDS = 5000
SOFTNESS = 0.07
"""How much worse a set-up may do to be chosen a third as often; about the error of a mean."""
HEAT = 0.04
"""The same for the plies of these matches."""
HORIZON = Horizon(2, 200, weigh)
START = Layout(bytes([0, 1, 2, 3, 4, *[EMPTY] * 15, 5, 6, 7, 8, 9]), 0, 0, 0)
SETUPS = tuple(tuple(FILES.index(file) for file in hide.files) for hide in hides())
KINDS = (kinds(0, [0, 1, 2, 3, 4], 0), kinds(1, [5, 6, 7, 8, 9], 0))
"""In the order of `hides()`."""
Game = list[list[float]]
"""Black's mean result, 0 to 1, by its set-up and by Ivory's."""


def played(black: Kind, ivory: Kind, chance: random.Random) -> float:
    """Black's result of one match."""
    own, outcome = (black, ivory), START
    while True:
        after = followed(outcome, own, chance)
        if isinstance(after, int):
            return (1 + after) / 2
        outcome = after


def followed(layout: Layout, own: tuple[Kind, Kind], chance: random.Random) -> Outcome:
    """What comes of the ply that the seat to move takes softly."""
    either = possible(layout, 0), possible(layout, 1)
    outlook = Outlook(layout, either, uniform(either), HORIZON)
    scores = outlook.scores(own[layout.turn])
    best = max(score for _, score in scores)
    weights = [math.exp((score - best) / HEAT) for _, score in scores]
    (way,) = chance.choices([way for way, _ in scores], weights)
    return came_of(layout, ply(layout, way), own)


def came_of(layout: Layout, each: Ply, own: tuple[Kind, Kind]) -> Outcome:
    """What a ply brings in the world with these kinds."""
    seat = layout.turn
    if each.victim >= 0 and own[other(seat)] >> each.victim & 1:
        return each.both_off
    if each.arriving >= 0 and not own[seat] >> each.arriving & 1:
        return 1 if seat == 0 else -1
    return each.stays


def results() -> Game:
    """The mean results of all pairs, each averaged with its mirror image."""
    plain = [
        [
            sum(played(black, ivory, random.Random(f"{black} {ivory} {match}")) for match in range(MATCHES))
            / MATCHES
            for ivory in KINDS[1]
        ]
        for black in KINDS[0]
    ]
    mirror = [SETUPS.index(mirrored(setup)) for setup in SETUPS]
    return [
        [(cell + plain[mirror[row]][mirror[column]]) / 2 for column, cell in enumerate(cells)]
        for row, cells in enumerate(plain)
    ]


def mirrored(setup: tuple[int, ...]) -> tuple[int, ...]:
    """The same files seen from the other side of the board."""
    return tuple(sorted(WIDTH - 1 - file for file in setup))


def solved(game: Game) -> tuple[list[float], list[float]]:
    """How often Black and Ivory choose each set-up, by fictitious play with soft answers."""
    size = len(game)
    black, ivory = [1 / size] * size, [1 / size] * size
    for played_before in range(1, ROUNDS):
        gains = [sum(map(mul, row, ivory)) for row in game]
        losses = [sum(map(mul, column, black)) for column in zip(*game, strict=True)]
        black = mixed(black, softly(gains, SOFTNESS), played_before)
        ivory = mixed(ivory, softly(losses, -SOFTNESS), played_before)
    return black, ivory


def softly(values: list[float], softness: float) -> list[float]:
    """How often each is chosen by who wants high values, or low ones where the softness is negative."""
    weights = [math.exp(value / softness) for value in values]
    return [weight / sum(weights) for weight in weights]


def mixed(before: list[float], answer: list[float], weight: int) -> list[float]:
    """The mean choice after one more answer."""
    return [old + (new - old) / (weight + 1) for old, new in zip(before, answer, strict=True)]


def source(game: Game) -> str:
    """The module `hiding.py`."""
    black, ivory = solved(game)
    value = sum(
        mine * sum(cell * theirs for cell, theirs in zip(row, ivory, strict=True))
        for mine, row in zip(black, game, strict=True)
    )
    return HIDING.format(black=shares(black), ivory=shares(ivory), value=value)


def shares(chosen: list[float]) -> str:
    """How often each set-up is chosen, as often as its mirror image."""
    mirror = [chosen[SETUPS.index(mirrored(setup))] for setup in SETUPS]
    return ", ".join(f"{(one + two) / 2:.3f}" for one, two in zip(chosen, mirror, strict=True))


HIDING = '''"""How often each set-up of Sator is chosen; printed by `python -m tools.sator_setups`."""

SHARES = (
    ({black}),
    ({ivory}),
)
"""By seat, in the order of `hides()`: a b, a c … d e."""
VALUE = {value:.3f}
"""Black's chance when both hide so, in matches that look two plies ahead."""
'''


if __name__ == "__main__":
    print(source(results()), end="")
