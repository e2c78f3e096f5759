"""What a robot of Sato thinks of a view, by level: every first ply of a turn, and what the turn is worth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from games.sato import Asked, Move, State, View
from robots.robot import Level
from robots.sato.belief import plausible_worlds
from robots.sato.board import Board, board_of
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
_GIFTS = Weights(mover=0.5, waiting=0.0, stone=0.0)
"""Level 3 sees half of what it leaves to the other."""
_PROSPECTS = Weights(mover=1.0, waiting=0.3, stone=3.0)

SKILLS: dict[Level, Skill] = {
    1: Skill((Look(Width(1000, 0, 1)),), _HOPES, softness=6.0, notices=8),
    2: Skill((Look(Width(60, 2, 1)),), _OWN_POINTS, softness=9.0),
    3: Skill((Look(Width(60, 3, 1)),), _GIFTS, softness=1.5),
    4: Skill((Look(Width(100, 6, 3)),), _PROSPECTS, worlds=2, softness=1.0),
    5: Skill((Look(Width(150, 8, 4), 14), Look(Width(50, 5, 2))), _PROSPECTS, worlds=4),
}

ASSESSES = Skill((Look(Width(100, 6, 3), 4), Look(Width(20, 2, 1))), _PROSPECTS, worlds=4)
"""How a position is judged: narrower than level 5 looks at it."""


def choose(view: View, level: Level, seed: int) -> Move:
    """The first ply of a turn that is worth about most."""
    skill, chance = SKILLS[level], random.Random(seed)
    plies = thoughts(view, skill, seed)
    near = [(worth + chance.uniform(0, skill.softness), move) for move, worth in plies.items()]
    return max(near, key=lambda each: each[0])[1]


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win: from the best end of the turn that is played, whosever it is."""
    board, worlds = _imagined(view, ASSESSES, seed)
    if view.turn == view.viewer:
        lead = max(considered(worlds, board, ASSESSES, seed).values())
    else:
        leads = [max(considered([world], board, ASSESSES, seed).values()) for world in worlds]
        lead = -sum(leads) / len(leads)
    to_come = len(view.stack) + sum(map(len, view.supplies))
    return 1 / (1 + 3 ** (-lead / winning_lead(to_come)))


def winning_lead(to_come: int) -> float:
    """The points that win three matches of four with so many stones still to be laid.

    Fitted to matches of level 3 against itself; in the opening hardly any lead is safe.
    """
    return 1 + to_come / 5 + to_come**2 / 50


def thoughts(view: View, skill: Skill, seed: int) -> dict[Move, float]:
    """The plies that may be best for a seat that is to act, best first, by what their turns are worth."""
    board, worlds = _imagined(view, skill, seed)
    return considered(worlds, board, skill, seed)


def considered(worlds: Sequence[State], board: Board, skill: Skill, seed: int) -> dict[Move, float]:
    """The same for worlds in which the seat whose turn it is has the same supply."""
    world = worlds[0]
    scenes = [scene_of(each, skill.weights) for each in worlds]
    ends = noticed(ends_of(world, board, skill.looks[0].width), skill.notices, seed)
    closing = [end for end in ends if ends_match(world) and end.first == DECLINE]
    judgements = judged([end for end in ends if end not in closing], scenes, skill.looks)
    judgements += [(final(difference(board, end.side, scenes[0].waiting)), end) for end in closing]
    plies: dict[Move, float] = {}
    for worth, end in sorted(judgements, key=itemgetter(0), reverse=True):
        plies.setdefault(move_of(end.first or DECLINE, world.asked, board.grid), worth)
    return plies


def _imagined(view: View, skill: Skill, seed: int) -> tuple[Board, list[State]]:
    board = board_of(view.layout, view.options.table)
    count = skill.worlds if view.options.variant == "hidden" else 1
    return board, plausible_worlds(view, board, seed, count)


def noticed(ends: list[Turn], most: int, seed: int) -> list[Turn]:
    """The turns that begin with one of so many plies, drawn from all; declining is never overlooked."""
    firsts = sorted({end.first for end in ends if end.first and end.first != DECLINE})
    if len(firsts) <= most:
        return ends
    seen = {DECLINE, *random.Random(seed).sample(firsts, most)}
    return [end for end in ends if end.first in seen]


def ends_match(state: State) -> bool:
    """Whether declining ends the match (Sato, rule 5)."""
    return state.asked is Asked.PLACEMENT and not state.stack
