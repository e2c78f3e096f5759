"""How far chances told to people come true: `python -m tools.calibration GAME --matches N`.

A level plays matches against itself. At some plies both seats are told their chance, and the results say how
often such a chance has won. The summary is a logistic regression of the result on the logit of what was told:
with a slope of 1 and an intercept of 0 chances are as told; a slope above 1 says that they are told too near
to a half. Its errors are those of ten tenths of the matches, each left out once.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from games.catalog import GAMES
from games.game import SEATS
from robots.catalog import assess
from tools.arena import Pairing, answered, opened

LEAST = 0.001
"""A chance nearer to 0 or 1 counts as this."""
ROUNDS = 20
PARTS = 10
SIZE, EDGE = 360, 40
"""Of the picture, in pixels."""


class Told(NamedTuple):
    """What was told, and what came of it: 1, 0.5 or 0."""

    chance: float
    result: float


class Line(NamedTuple):
    """The logit of the chance to win is `intercept` and `slope` times the logit of what was told."""

    intercept: float
    slope: float

    def at(self, chance: float) -> float:
        """How often what was told with this chance wins."""
        return 1 / (1 + math.exp(-self.intercept - self.slope * logit(chance)))


def told_in_match(pairing: Pairing, each: int, number: int) -> list[Told]:
    """What both seats are told at one of `each` plies of a match, the first of these by chance."""
    state, ply = opened(pairing, number, dict(zip(SEATS, pairing.players, strict=True))), 0
    chance = random.Random(f"calibration {pairing.seed} {number}")
    asked, told = chance.randrange(each), []
    while state.result is None:
        if ply % each == asked:
            told += [(seat, assess(state.view(seat), chance.getrandbits(64))) for seat in SEATS]
        state = answered(pairing, number, dict(zip(SEATS, pairing.players, strict=True)), state, f"ply {ply}")
        ply += 1
    winner = state.result.winner
    return [Told(share, 0.5 if winner is None else float(winner == seat)) for seat, share in told]


def logit(chance: float) -> float:
    """The logarithm of the odds."""
    chance = min(1 - LEAST, max(LEAST, chance))
    return math.log(chance / (1 - chance))


def fitted(told: Sequence[Told]) -> Line:
    """The likeliest line, by Newton's method."""
    line = Line(0.0, 1.0)
    for _ in range(ROUNDS):
        up = lean = steep = bend = cross = 0.0
        for chance, result in told:
            at, won = logit(chance), line.at(chance)
            spread = won * (1 - won)
            up, lean = up + result - won, lean + (result - won) * at
            bend, cross, steep = bend + spread, cross + spread * at, steep + spread * at * at
        whole = bend * steep - cross * cross
        line = Line(
            line.intercept + (steep * up - cross * lean) / whole,
            line.slope + (bend * lean - cross * up) / whole,
        )
    return line


def errors(matches: Sequence[Sequence[Told]]) -> Line:
    """The standard errors of the line: a jackknife over parts of the matches."""
    parts = min(PARTS, len(matches))
    lines = [
        fitted([each for place, match in enumerate(matches) if place % parts != part for each in match])
        for part in range(parts)
    ]
    means = [sum(values) / parts for values in zip(*lines, strict=True)]
    squares = (
        sum((value - mean) ** 2 for value in values)
        for values, mean in zip(zip(*lines, strict=True), means, strict=True)
    )
    return Line(*(math.sqrt(square * (parts - 1) / parts) for square in squares))


def tenths(told: Sequence[Told]) -> list[tuple[float, float, int]]:
    """For each tenth of what can be told: the mean told, the mean result, how many."""
    found: list[list[Told]] = [[] for _ in range(10)]
    for each in told:
        found[min(9, int(each.chance * 10))].append(each)
    return [
        (
            sum(each.chance for each in some) / len(some),
            sum(each.result for each in some) / len(some),
            len(some),
        )
        for some in found
        if some
    ]


def picture(told: Sequence[Told], line: Line) -> Image.Image:
    """What was told to the right, what was won upwards: the tenths as dots, the line, and the diagonal."""
    image = Image.new("RGB", (SIZE, SIZE), "white")
    draw = ImageDraw.Draw(image)
    span = SIZE - 2 * EDGE

    def spot(chance: float, won: float) -> tuple[float, float]:
        return EDGE + chance * span, SIZE - EDGE - won * span

    for tenth in range(0, 11, 2):
        share = tenth / 10
        draw.line([spot(share, 0), spot(share, 1)], "#dddddd")
        draw.line([spot(0, share), spot(1, share)], "#dddddd")
        draw.text((spot(share, 0)[0], SIZE - EDGE + 6), f"{share:.1f}", "#555555", anchor="ma")
        draw.text((EDGE - 6, spot(0, share)[1]), f"{share:.1f}", "#555555", anchor="rm")
    draw.text((SIZE / 2, SIZE - 6), "told", "#555555", anchor="md")
    draw.text((EDGE, EDGE - 10), "won", "#555555", anchor="md")
    draw.line([spot(0, 0), spot(1, 1)], "#999999")
    steps = [step / 100 for step in range(1, 100)]
    draw.line([spot(share, line.at(share)) for share in steps], "#1f6f8b", 2)
    for chance, won, count in tenths(told):
        (x, y), radius = spot(chance, won), 3 + min(5.0, math.sqrt(count) / 8)
        draw.ellipse([x - radius, y - radius, x + radius, y + radius], "#c0562f")
    return image


def main(arguments: Sequence[str] | None = None, say: Callable[[str], object] = sys.stdout.write) -> None:
    """Play the matches that the command line asks for, and print or draw what came of the chances."""
    asked = parser().parse_args(arguments)
    options = tuple(tuple(word.split("=", 1)) for word in asked.house_rule)
    pairing = Pairing(asked.game, options, (asked.level, asked.level), asked.seed)
    with ProcessPoolExecutor(asked.processes) as pool:
        matches = list(pool.map(partial(told_in_match, pairing, asked.each), range(asked.matches)))
    told = [each for match in matches for each in match]
    line, error = fitted(told), errors(matches)
    for chance, won, count in tenths(told):
        say(f"told {chance:.3f}, won {won:.3f} of {count}\n")
    say(
        f"{asked.game}: slope {line.slope:.3f} ± {2 * error.slope:.3f}, intercept {line.intercept:+.3f} "
        f"± {2 * error.intercept:.3f}, {len(told)} chances in {len(matches)} matches\n"
    )
    if asked.picture:
        picture(told, line).save(asked.picture)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.calibration", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--level", default="5", help="who plays")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--each", type=int, default=6, help="chances are told at one of so many plies")
    parser.add_argument("--house-rule", action="append", default=[], metavar="WORD=VALUE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--picture", type=Path, help="a PNG of the curve")
    return parser


if __name__ == "__main__":
    main()
