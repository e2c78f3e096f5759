"""What a robot of Sato thinks of a view, by level: every first ply of a turn, and what the turn is worth."""

from __future__ import annotations

import math
import random
from operator import itemgetter
from typing import NamedTuple

from games.sato import Asked, Move, View
from robots.robot import Level
from robots.sato.belief import plausible_worlds
from robots.sato.board import board_of
from robots.sato.search import Look, Weights, difference, final, judged
from robots.sato.seat import ends_of, move_of, scene_of
from robots.sato.turns import DECLINE, Turn, Width

EVERY = 100_000


class Skill(NamedTuple):
    """How a level thinks."""

    looks: tuple[Look, ...]
    """How turns are looked at: the own one, then the other's answer, and so on."""
    weights: Weights
    worlds: int = 1
    """So many worlds are thought of where stones are hidden."""
    softness: float = 0.0
    """It may choose a turn that it thinks worse than the best by so many points."""
    notices: int = EVERY
    """So many first plies it thinks of; it overlooks the others."""


_HOPES = Weights(mover=0.0, waiting=1.0, stone=0.0)
"""Level 1 prepares its next turn as if the other did not move before."""
_OWN_POINTS = Weights(mover=0.0, waiting=0.0, stone=0.0)
_PROSPECTS = Weights(mover=1.0, waiting=0.3, stone=3.0)

SKILLS: dict[Level, Skill] = {
    1: Skill((Look(Width(1000, 0, 1)),), _HOPES, softness=6.0, notices=8),
    2: Skill((Look(Width(60, 2, 1)),), _OWN_POINTS, softness=4.0),
    3: Skill((Look(Width(100, 4, 2)),), _PROSPECTS, softness=2.0),
    4: Skill((Look(Width(100, 6, 3), 3), Look(Width(20, 2, 1))), _PROSPECTS, worlds=2, softness=1.5),
    5: Skill((Look(Width(150, 8, 4), 14), Look(Width(50, 5, 2))), _PROSPECTS, worlds=4),
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
    board = board_of(view.layout, view.options.table)
    worlds = plausible_worlds(view, board, seed, skill.worlds if view.options.variant == "hidden" else 1)
    scenes = [scene_of(world, skill.weights) for world in worlds]
    ends = noticed(ends_of(worlds[0], board, skill.looks[0].width), skill.notices, seed)
    closing = [end for end in ends if end.first == DECLINE] if ends_match(view) else []
    judgements = judged([end for end in ends if end not in closing], scenes, skill.looks)
    judgements += [(final(difference(board, end.side, scenes[0].waiting)), end) for end in closing]
    plies: dict[Move, float] = {}
    for worth, end in sorted(judgements, key=itemgetter(0), reverse=True):
        plies.setdefault(move_of(end.first or DECLINE, view.asked, board.grid), worth)
    return plies


def noticed(ends: list[Turn], most: int, seed: int) -> list[Turn]:
    """The turns that begin with one of so many plies, drawn from all; declining is never overlooked."""
    firsts = sorted({end.first for end in ends if end.first and end.first != DECLINE})
    if len(firsts) <= most:
        return ends
    seen = {DECLINE, *random.Random(seed).sample(firsts, most)}
    return [end for end in ends if end.first in seen]


def ends_match(view: View) -> bool:
    """Whether declining ends the match (Sato, rule 5)."""
    return view.asked is Asked.PLACEMENT and not view.stack
