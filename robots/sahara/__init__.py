"""The robot that plays Sahara: exact towards the end and in the openings, far-sighted between.

`losses` is for whoever looks back at a game: what each move costs.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.sahara import Choice, Ply, View
from robots.jit import COMPILES
from robots.robot import Level, Losses
from robots.sahara import book
from robots.sahara.board import SOWS, Position, legal, move, position, sow
from robots.sahara.endgame import MOST_BEANS
from robots.sahara.series import SPREAD, STARTERS_LEAD, Outlook, chance_in_game, chance_in_series
from robots.sahara.thinking import DEPTHS, Found, Thinking, after, exact_worths, think, worths

__all__ = ["assess", "best_single_ply", "choose", "losses"]

NODES = 6_000_000 if COMPILES else 330_000
"""What the highest level may visit for a move: in less than three seconds."""
SOLVED_FROM = 26 if COMPILES else 20
"""With so few beans on the hollows it plays the game to its end; with more, a quarter of the nodes."""
PLAYERS_NODES = 20_000
"""What the levels below may visit."""
GLANCE = 200_000 if COMPILES else 20_000
"""Nodes for an assessment."""

AGAIN = 0.5
"""What it is worth to move again, in beans, to a player who looks one ply ahead."""
EVEN: Outlook = (0.0, SPREAD)
"""The outlook of a game before its first sow under `start=swap`: after hollow 6 both win as many beans."""


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


def choose(view: View, level: Level, seed: int) -> Ply:
    """The move that the seat to act makes."""
    here = position(view)
    if not view.asked and len(moves := legal(here)) == 1:
        return move(moves[0])
    if level in PLAYERS:
        return _softly(view, PLAYERS[level], random.Random(seed))
    if view.asked:
        sides = _of_sides(view, _worth(here))
        return max(sides, key=sides.__getitem__)
    if view.offers_sides:
        evens = _evens(view, _first_worths(here))
        return max(evens, key=evens.__getitem__)
    return move(_strongest(here))


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win the match, from a short search."""
    outlook = _outlook_of(view)
    target = view.options.target
    if target is None:
        chance = chance_in_game(outlook)
    else:
        mine, theirs = view.totals[view.turn], view.totals[1 - view.turn]
        starts_next = (len(view.games) + 1) % 2 == view.turn
        lead = EVEN[0] if view.options.start == "swap" else STARTERS_LEAD
        chance = chance_in_series(outlook, mine, theirs, target, starts_next, lead)
    return chance if view.viewer == view.turn else 1 - chance


def best_single_ply(view: View, seed: int) -> Ply:
    """The sow that wins most at once; of equal ones one that goes on, else any. So with sides."""
    return _softly(view, Player(turns=0, softness=0.01, margin=math.inf), random.Random(seed))


def losses(view: View) -> Losses:
    """What each legal move of the seat to act costs, in beans."""
    here = position(view)
    if view.offers_sides:
        return _lost(_evens(view, _first_worths(here)), exact=False)
    if view.asked:
        return _lost(_of_sides(view, _worth(here)), exact=book.entry(here) is not None)
    found = exact_worths(here, Thinking(here.feeds, NODES)) if here.beans <= SOLVED_FROM else None
    exact = found is not None
    if found is None:
        found = worths(here, Thinking(here.feeds, NODES // 4), DEPTHS)
    return _lost(_moves(found), exact)


def _lost(worths: Mapping[Ply, float], exact: bool) -> Losses:
    best = max(worths.values())
    return Losses({ply: best - worth for ply, worth in worths.items()}, exact)


def _moves(worths: Mapping[int, float]) -> dict[Ply, float]:
    return {move(number): worth for number, worth in worths.items()}


def _of_sides(view: View, worth: float) -> dict[Ply, float]:
    """What it wins to keep the sides, and to swap them, from what the kept ones win for who moves in them."""
    kept = -worth if view.trail[-1].again else worth
    return {Choice.KEEP: kept, Choice.SWAP: 2 * _ahead(view) - kept}


def _evens(view: View, worths: Mapping[int, float]) -> dict[Ply, float]:
    """What first moves win where the other keeps the sides or swaps them, from what they win if kept."""
    ahead = _ahead(view)
    return _moves({number: ahead - abs(worth - ahead) for number, worth in worths.items()})


def _ahead(view: View) -> int:
    """The head start of the seat to act, which no swap of sides takes away; below 0: that of the other."""
    return view.options.head_start * (1 if view.turn == 0 else -1)


def _first_worths(here: Position) -> dict[int, float]:
    """What each first move wins if the sides are kept: from the book, else searched."""
    found = _balanced(here)
    for number in found:
        there, sign = after(here, number)
        if known := book.entry(there):
            found[number] = sign * (there.lead + known[0])
    return found


def _worth(here: Position) -> float:
    """How many beans more than the other the mover will have: from the book, else searched."""
    known = book.entry(here)
    return here.lead + (known[0] if known else max(_balanced(here).values()))


def _balanced(here: Position) -> dict[int, float]:
    """What each sow wins, by far horizons: the mean of those that end with a turn of either seat.

    Whoever moves last before the horizon looks too well off: by as much for all moves of a position, but
    not for both of its sides.
    """
    even, odd = (
        worths(here, Thinking(here.feeds, NODES // 8), range(first, DEPTHS.stop, 2)) for first in (2, 1)
    )
    return {number: (worth + odd[number]) / 2 for number, worth in even.items()}


def _strongest(here: Position) -> int:
    known = book.entry(here)
    if known:
        return known[1]
    found = _thought(here).move
    return legal(here)[0] if found is None else found


def _thought(here: Position) -> Found:
    solvable = here.beans <= SOLVED_FROM
    return think(here, NODES if solvable else NODES // 4, SOLVED_FROM)


def _softly(view: View, player: Player, chance: random.Random) -> Ply:
    """One of the moves that look best to a player, who takes some of them for better than they look."""
    looks = _looks(view, player)
    least = max(looks.values()) - player.margin
    felt = {ply: look + chance.gauss(0, player.softness) for ply, look in looks.items() if look >= least}
    return max(felt, key=felt.__getitem__)


def _looks(view: View, player: Player) -> dict[Ply, float]:
    """What each move seems to win."""
    here = position(view)
    looks = _sows(here, player)
    if not view.asked and not view.offers_sides:
        return _moves(looks)
    # As in `_balanced`.
    deeper = _sows(here, replace(player, turns=player.turns + 1)) if player.turns else looks
    if view.asked:
        return _of_sides(view, here.lead + (max(looks.values()) + max(deeper.values())) / 2)
    return _evens(view, {number: (look + deeper[number]) / 2 for number, look in looks.items()})


def _sows(here: Position, player: Player) -> dict[int, float]:
    """What each sow seems to win."""
    if player.turns == 0:
        return {number: _at_once(here, number) for number in legal(here)}
    thinking = Thinking(here.feeds, PLAYERS_NODES, tabled=player.tabled)
    return worths(here, thinking, range(1, player.turns + 1))


def _at_once(here: Position, number: int) -> float:
    *_, gain, again = sow(here.own, here.opposite, here.beans, number, SOWS)
    return gain + again * AGAIN


def _outlook_of(view: View) -> Outlook:
    """How the running game is likely to end for the seat to act."""
    if view.offers_sides:
        return _ahead(view), SPREAD
    if view.asked:
        return max(_of_sides(view, _worth(position(view))).values()), SPREAD
    return _outlook(position(view))


def _outlook(here: Position) -> Outlook:
    """How the running game is likely to end for the seat to move."""
    found = think(here, GLANCE, MOST_BEANS + 10)
    spread = 0.1 * here.beans if found.exact else 1 + 0.12 * here.beans
    return here.lead + found.beans, spread
