"""The script by which the levels are measured: the best single ply, and nothing of what comes after it."""

from __future__ import annotations

import random

from games.game import Seat, other
from games.sator import Move, View
from games.sator.pieces import hides
from robots.sator.board import STEPS, WIDTH, Kind, Kinds, Layout, advance, read, seat_of
from robots.sator.search import Horizon, Matrix, Outlook, uniform

WHITE, RED, STEP = 3, 1, 1
"""What a white piece and a red one count, and each row that a white one has advanced."""
MOST = 36
"""More than all pieces can count: five white ones, each on its fourth row."""


def best_single_ply(view: View, seed: int) -> Move:
    """The ply with the best expected count of pieces and rows; a win counts more than anything."""
    chance = random.Random(f"sator script {seed}")
    seat = seat_of(view)
    if not view.ready[seat]:
        return chance.choice(hides())
    table = read(view)
    outlook = Outlook(table.layout, table.kinds, uniform(table.kinds), Horizon(1, 1, counted))
    scores = outlook.scores(table.own)
    best = max(score for _, score in scores)
    return advance(chance.choice([way for way, score in scores if score > best - 1e-9]))


def counted(layout: Layout, kinds: Kinds, rows: Seat) -> Matrix:
    """Black's count less Ivory's, as a chance: a win is better than any count."""
    mine = [count(layout, rows, kind) for kind in kinds[rows]]
    theirs = [count(layout, other(rows), kind) for kind in kinds[other(rows)]]
    sign = 1 if rows == 0 else -1
    return [tuple([(1 + sign * (own - foreign) / MOST) / 2 for foreign in theirs]) for own in mine]


def count(layout: Layout, seat: Seat, kind: Kind) -> int:
    """What the pieces of a seat count where it hides this kind."""
    steps = {number: STEPS[seat][cell] for cell, number in enumerate(layout.cells) if number // WIDTH == seat}
    return sum(RED if kind >> number & 1 else WHITE + STEP * far for number, far in steps.items())
