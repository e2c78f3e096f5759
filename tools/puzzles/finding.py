"""Positions of matches that the measuring script plays, and the tasks in them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from bot.domain.puzzles import BEYOND, deal_seed
from games.catalog import GAMES
from games.dice import Dice
from games.game import State
from robots.catalog import choose
from robots.robot import LEVELS
from tools.puzzles import sahara, sato, sator, stacko
from tools.puzzles.task import Task

MAKERS: Mapping[str, Any] = {"sahara": sahara, "sator": sator, "stacko": stacko, "sato": sato}
FEWEST_MOTIFS = 3
"""No motif has a greater share of a game's puzzles than one of so many."""
LOOKED_AT = 0.3
"""The share of the positions of a match that are searched for tasks: one of each match is enough."""
DRAWN = 0.25
"""How often the script's ply is replaced by any legal one, so that positions differ."""
SEEDS = (1, 2)
"""With each of which a level has to find an answer to be said to find it."""
HOUSE_RULES: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "sato": ({"variant": "open", "table": "small"}, {"variant": "split", "table": "small"}),
}
"""What the matches of a game take turns in; elsewhere the defaults."""


@dataclass(frozen=True, slots=True)
class Found:
    """A task with the way to its position."""

    game: str
    house_rules: Mapping[str, str]
    deal: int
    """The number of the deal, see `bot.domain.puzzles.deal_seed`."""
    plies: tuple[str, ...]
    task: Task
    state: State


def search(game: str, amount: int, seed: int) -> Iterator[Found]:
    """So many tasks of a game, at most one of a match; of its motifs always the one found least so far."""
    counts: Counter[str] = Counter()
    most = amount // FEWEST_MOTIFS or 1
    for deal in count(seed * 1_000_000):
        if counts.total() == amount:
            return
        found = [each for each in of_match(game, deal) if counts[each.task.motif] < most]
        if found:
            rarest = min(found, key=lambda each: (counts[each.task.motif], len(each.plies)))
            counts[rarest.task.motif] += 1
            yield rarest


def of_match(game: str, deal: int) -> Iterator[Found]:
    """The tasks of one match."""
    chance, engine = random.Random(f"{game} {deal}"), GAMES[game]
    options = HOUSE_RULES.get(game, ({},))
    house_rules = options[deal % len(options)]
    state: State = engine.deal(engine.options(**house_rules), Dice.from_seed(deal_seed(game, deal)))
    plies: list[str] = []
    while state.result is None:
        seat = state.to_act[0]
        looked_at = chance.random() < LOOKED_AT
        for task in MAKERS[game].tasks(state, seat) if looked_at else ():
            yield Found(game, house_rules, deal, tuple(plies), task, state)
        if chance.random() < DRAWN:
            move = chance.choice(state.legal_moves(seat))
        else:
            move = MAKERS[game].best_single_ply(state.view(seat), chance.getrandbits(32))
        plies.append(str(move))
        state = state.play(seat, move)


def grade(found: Found) -> int:
    """The lowest level from which on all robots find an answer; `BEYOND` if the strongest does not."""
    lowest = BEYOND
    for level in reversed(LEVELS):
        view = found.state.view(found.state.to_act[0])
        if not all(str(choose(view, level, seed)) in found.task.answers for seed in SEEDS):
            return lowest
        lowest = level
    return lowest


def written(found: Found) -> dict[str, Any]:
    """The puzzle as it is shipped, see `bot.domain.puzzles.Puzzle`."""
    task, view = found.task, found.state.view(found.state.to_act[0])
    script = str(MAKERS[found.game].best_single_ply(view, 0))
    return {
        "game": found.game,
        "house_rules": dict(found.house_rules),
        "deal": found.deal,
        "plies": ", ".join(found.plies),
        "motif": task.motif,
        "asks": task.asks,
        "count": task.count,
        "grade": grade(found),
        "heights": [*task.values.values()],
        "line": ", ".join(task.line),
        "tempting": "" if script in task.answers else script,
        "replies": dict(task.replies),
    }
