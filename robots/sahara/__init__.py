"""The robot that plays Sahara: exact towards the end and in the openings, far-sighted between.

`losses` is for whoever looks back at a game: what each move costs.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass

from games.sahara import Move, View
from robots.jit import COMPILES
from robots.robot import Level
from robots.sahara import book
from robots.sahara.board import SOWS, Position, legal, move, position, sow
from robots.sahara.endgame import MOST_BEANS
from robots.sahara.series import Outlook, chance_in_game, chance_in_series
from robots.sahara.thinking import DEPTHS, Thinking, exact_worths, think, worths

__all__ = ["Losses", "assess", "best_single_ply", "choose", "losses"]

NODES = 6_000_000 if COMPILES else 300_000
"""What the highest level may visit for a move: in less than three seconds."""
SOLVED_FROM = 26 if COMPILES else 20
"""With so few beans on the hollows it plays the game to its end; with more, a quarter of the nodes."""
PLAYERS_NODES = 20_000
"""What the levels below may visit."""
GLANCE = 200_000 if COMPILES else 20_000
"""Nodes for an assessment."""

AGAIN = 0.5
"""What it is worth to move again, in beans, to a player who looks one ply ahead."""


@dataclass(frozen=True, slots=True)
class Player:
    """How a level below the highest plays."""

    turns: int
    """How far it looks ahead; 0: one ply."""
    softness: float
    """How many beans it mistakes one move for another by."""
    margin: float
    """How many beans the move it makes may look worse than the best one."""
    tabled: int = 0
    """The most beans with which it plays the ending perfectly."""


PLAYERS: Mapping[Level, Player] = {
    1: Player(turns=0, softness=1.5, margin=math.inf),
    2: Player(turns=1, softness=1.0, margin=2.5),
    3: Player(turns=2, softness=1.0, margin=2.0),
    4: Player(turns=4, softness=0.6, margin=1.0, tabled=6),
}


@dataclass(frozen=True, slots=True)
class Losses:
    """What each legal move costs, in beans, against the best one."""

    beans: Mapping[Move, float]
    exact: bool
    """Whether the game was played to its end for all of them; else these are estimates."""


def choose(view: View, level: Level, seed: int) -> Move:
    """The move that the seat to act makes."""
    here = position(view)
    moves = legal(here)
    if len(moves) == 1:
        return move(moves[0])
    if level in PLAYERS:
        return move(_softly(here, PLAYERS[level], random.Random(seed)))
    return move(_strongest(here))


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win the match, from a short search."""
    outlook = _outlook(position(view))
    target = view.options.target
    if target is None:
        chance = chance_in_game(outlook)
    else:
        mine, theirs = view.totals[view.turn], view.totals[1 - view.turn]
        starts_next = (len(view.games) + 1) % 2 == view.turn
        chance = chance_in_series(outlook, mine, theirs, target, starts_next)
    return chance if view.viewer == view.turn else 1 - chance


def best_single_ply(view: View, seed: int) -> Move:
    """The sow that wins most at once; of equal ones one that goes on, else any."""
    return move(_softly(position(view), Player(turns=0, softness=0.01, margin=math.inf), random.Random(seed)))


def losses(view: View) -> Losses:
    """What each legal move of the seat to act costs."""
    here = position(view)
    found = exact_worths(here, Thinking(here.feeds, NODES)) if here.beans <= SOLVED_FROM else None
    exact = found is not None
    if found is None:
        found = worths(here, Thinking(here.feeds, NODES // 4), DEPTHS)
    best = max(found.values())
    return Losses({move(number): best - worth for number, worth in found.items()}, exact)


def _strongest(here: Position) -> int:
    known = book.entry(here)
    if known:
        return known[1]
    solvable = here.beans <= SOLVED_FROM
    found = think(here, NODES if solvable else NODES // 4, SOLVED_FROM).move
    return legal(here)[0] if found is None else found


def _softly(here: Position, player: Player, chance: random.Random) -> int:
    """One of the moves that look best to a player, who takes some of them for better than they look."""
    looks = _looks(here, player)
    least = max(looks.values()) - player.margin
    felt = {
        number: look + chance.gauss(0, player.softness) for number, look in looks.items() if look >= least
    }
    return max(felt, key=felt.__getitem__)


def _looks(here: Position, player: Player) -> dict[int, float]:
    """What each move seems to win."""
    if player.turns == 0:
        return {number: _at_once(here, number) for number in legal(here)}
    thinking = Thinking(here.feeds, PLAYERS_NODES, tabled=player.tabled)
    return worths(here, thinking, range(1, player.turns + 1))


def _at_once(here: Position, number: int) -> float:
    *_, gain, again = sow(here.own, here.opposite, here.beans, number, SOWS)
    return gain + again * AGAIN


def _outlook(here: Position) -> Outlook:
    """How the running game is likely to end for the seat to move."""
    found = think(here, GLANCE, MOST_BEANS + 10)
    spread = 0.1 * here.beans if found.exact else 1 + 0.12 * here.beans
    return here.lead + found.beans, spread
