"""What a robot of Sato thinks of a view, by level: every first ply of a turn, and what the turn is worth."""

from __future__ import annotations

import math
import random
from typing import NamedTuple

from games.sato import Asked, Move, State, View
from robots.robot import Level, dice
from robots.sato.board import board_of
from robots.sato.search import Look, Weights, difference, final, judged
from robots.sato.seat import ends_of, move_of, scene_of
from robots.sato.turns import DECLINE, Width


class Skill(NamedTuple):
    """How a level thinks."""

    looks: tuple[Look, ...]
    """How the turns are looked at: the own one, then the other's answer."""
    worlds: int
    """So many worlds are thought of where stones are hidden."""
    softness: float
    """It may choose a turn that it thinks worse than the best by so many points."""
    weights: Weights


_EYES = Weights(mover=1.0, waiting=0.3, stone=3.0)

SKILLS: dict[Level, Skill] = {
    1: Skill((Look(Width(60, 1, 1)),), 1, 9.0, Weights(mover=0.0, waiting=0.0, stone=0.0)),
    2: Skill((Look(Width(100, 3, 1)),), 1, 4.0, Weights(mover=0.5, waiting=0.0, stone=0.0)),
    3: Skill((Look(Width(100, 6, 3)),), 1, 2.0, Weights(mover=1.0, waiting=0.3, stone=0.0)),
    4: Skill((Look(Width(100, 6, 3), 5), Look(Width(30, 3, 2))), 2, 1.0, _EYES),
    5: Skill((Look(Width(200, 10, 4), 16), Look(Width(60, 5, 2))), 4, 0.0, _EYES),
}

POINTS_IN_DOUBT = (4.0, 10.0)
"""A lead by so many points wins three matches of four: with nothing to come, and with many stones to come."""
MANY_TO_COME = 30


def choose(view: View, level: Level, seed: int) -> Move:
    """The first ply of a turn that is worth about most."""
    skill, chance = SKILLS[level], random.Random(seed)
    plies = thoughts(view, skill, seed)
    near = [(worth + chance.uniform(0, skill.softness), move) for move, worth in plies.items()]
    return max(near, key=lambda each: each[0])[1]


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win: from the turn that is played, at its best."""
    worth = max(thoughts(view, SKILLS[3], seed).values())
    to_come = len(view.stack) + sum(map(len, view.supplies))
    nothing, many = POINTS_IN_DOUBT
    doubt = nothing + (many - nothing) * min(1.0, to_come / MANY_TO_COME)
    lead = worth if view.turn == view.viewer else -worth
    return 1 / (1 + math.exp(-lead * math.log(3) / doubt))


def thoughts(view: View, skill: Skill, seed: int) -> dict[Move, float]:
    """The plies that may be best for the seat whose turn it is, best first, by what their turns are worth."""
    states = _worlds(view, seed, skill.worlds if view.options.variant == "hidden" else 1)
    board = board_of(view.layout, view.options.table)
    scenes = [scene_of(state, skill.weights) for state in states]
    ends = ends_of(states[0], board, skill.looks[0].width)
    plies: dict[Move, float] = {}
    closing = view.asked is Asked.PLACEMENT and not view.stack
    worths = judged([end for end in ends if not (closing and end.first is DECLINE)], scenes, skill.looks)
    if closing and ends[-1].first is DECLINE:
        worths.append((final(difference(board, ends[-1].side, scenes[0].waiting)), ends[-1]))
    for worth, end in sorted(worths, key=lambda each: each[0], reverse=True):
        plies.setdefault(move_of(end.first or DECLINE, view.asked, board.grid), worth)
    return plies


def _worlds(view: View, seed: int, count: int) -> list[State]:
    return [view.imagine(dice(seed, "world", number)) for number in range(count)]
