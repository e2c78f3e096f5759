"""The robots by game: the one place that lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from games import sahara as sahara_game
from games import sato as sato_game
from games import sator as sator_game
from games import stacko as stacko_game
from games.game import View
from games.judgement import Judgement
from robots import sahara, sato, sator, stacko
from robots.robot import LEVELS, Level, Robot

ROBOTS: Mapping[type[View], Robot] = MappingProxyType(
    {
        sahara_game.View: sahara,
        sato_game.View: sato,
        sator_game.View: sator,
        stacko_game.View: stacko,
    }
)
"""By the class of the game's views."""


def choose(view: View, level: Level, seed: int) -> Any:
    """The move that the robot of a level makes; the same for the same arguments on one installation.

    Raises:
        ValueError: the view is a spectator's or of a seat that is not to act, or there is no such level.

    Level 1 may overlook a move that wins at once; no other level passes one by.
    """
    if view.viewer is None or view.viewer not in view.to_act:
        raise ValueError(f"this view is not of a seat to act: {view.viewer} is not in {view.to_act}")
    if level not in LEVELS:
        raise ValueError(f"there is no level {level}; there are: {', '.join(map(str, LEVELS))}")
    robot = robot_of(view)
    move = robot.choose(view, level, seed)
    wins = robot.wins(view, seed) if level > LEVELS[0] else ()
    return wins[0] if wins and move not in wins else move


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win, 0 to 1, a draw counting half; the same for the same arguments.

    Raises:
        ValueError: the view is a spectator's.
    """
    if view.viewer is None:
        raise ValueError("a spectator has no chance to win")
    if view.result is None:
        return robot_of(view).assess(view, seed)
    return 0.5 if view.result.winner is None else float(view.result.winner == view.viewer)


def judge(
    before: View, played: str, after: View, seed: int, opposite: tuple[View, View] | None = None
) -> Judgement:
    """What a move cost, from what its seat could know; the same for the same arguments.

    Args:
        before: as the seat saw it when it was to act.
        played: its move, in notation.
        after: as it saw it then.
        seed: what the judgement is drawn from.
        opposite: what the other seat saw before and after, where that may be told by now.
    """
    judged = _judged(before, played, after, seed)
    if opposite is None or not robot_of(before).bears_on_open(before):
        return judged
    if (opened := before.laid_open(opposite[0])) == before:
        return judged
    cost = _judged(opened, played, after.laid_open(opposite[1]), seed).cost
    return replace(judged, laid_open=cost)


def _judged(before: View, played: str, after: View, seed: int) -> Judgement:
    losses = robot_of(before).losses(before, seed)
    costs = {str(move): cost for move, cost in losses.costs.items()}
    better = min(costs, key=lambda move: (costs[move], move != played))
    if better == played:
        return Judgement(0.0, None, losses.exact)
    if played not in costs:  # nobody thought of it
        return Judgement(max(0.0, assess(before, seed) - assess(after, seed)), better)
    return Judgement(costs[played], better, losses.exact)


def robot_of(view: View) -> Robot:
    """The robot of the view's game.

    Raises:
        ValueError: the game has none.
    """
    if type(view) not in ROBOTS:
        raise ValueError(f"there is no robot for {type(view).__module__}")
    return ROBOTS[type(view)]
