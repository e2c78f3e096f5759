"""The robot that plays Sahara: exact towards the end and in the openings, far-sighted between.

`losses` is for whoever looks back at a game: what each move costs.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import NamedTuple

from games.sahara import Choice, Ply, View
from robots.jit import COMPILES
from robots.robot import Level, Losses, Player, losses_of, softly
from robots.robot import always as bears_on_open
from robots.robot import sure_wins as wins
from robots.sahara import book
from robots.sahara.board import SOWS, Position, legal, move, position, sow
from robots.sahara.endgame import MOST_BEANS
from robots.sahara.series import SPREAD, STARTERS_LEAD, Outlook, chance_in_game, chance_in_series, running
from robots.sahara.thinking import DEPTHS, Found, Thinking, after, equals, exact_worths, think, worths

__all__ = ["assess", "bears_on_open", "best_single_ply", "choose", "losses", "wins"]

NODES = 6_000_000 if COMPILES else 330_000
"""What the highest level may visit for a move: about three seconds."""
SOLVED_FROM = 26
"""With so few beans on the hollows it tries to play the game to its end; with more it takes a quarter of the
nodes."""
JUDGED_FROM = 26 if COMPILES else 22
"""With so few beans all moves are judged by the game played to its end."""
PLAYERS_NODES = 20_000
"""What the levels below may visit."""
GLANCE = 20_000
"""Nodes for an assessment, so that chances are told alike with and without numba."""

AGAIN = 0.5
"""What it is worth to move again, in beans, to a player who looks one ply ahead."""
EVEN: Outlook = (0.0, SPREAD)
"""The outlook of a game before its first sow under `start=swap`: after hollow 6 both win about as much."""


class Sight(NamedTuple):
    """How far a level below the highest sees."""

    turns: int
    """How far it looks ahead; 0: one ply."""
    tabled: int = 0
    """The most beans with which it plays the ending perfectly."""


SIGHTS: Mapping[Level, Sight] = {1: Sight(0), 2: Sight(1), 3: Sight(2), 4: Sight(4, tabled=6)}
PLAYERS: Mapping[Level, Player] = {
    1: Player(softness=5.0, margin=math.inf),
    2: Player(softness=0.6, margin=2.2),
    3: Player(softness=0.8, margin=2.0),
    4: Player(softness=0.5, margin=1.0),
}
"""By level below the highest: how sharply it chooses, in beans."""


def choose(view: View, level: Level, seed: int) -> Ply:
    """The move that the seat to act makes."""
    here = position(view)
    if not view.asked and len(moves := legal(here)) == 1:
        return move(moves[0])
    if level in PLAYERS:
        return softly(_looks(view, SIGHTS[level]).items(), PLAYERS[level], seed)
    return random.Random(seed).choice(_strongest(view, here))


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win the match, from a short search."""
    chance = chance_of(view, _outlook_of(view))
    return chance if view.viewer == view.turn else 1 - chance


def chance_of(view: View, outlook: Outlook) -> float:
    """The chance of the seat to act, if the running game has this outlook for it."""
    target = view.options.target
    if target is None:
        return chance_in_game(outlook)
    mine, theirs = view.totals[view.turn], view.totals[1 - view.turn]
    starts_next = (len(view.games) + 1) % 2 == view.turn
    lead = EVEN[0] if view.options.start == "swap" else STARTERS_LEAD
    return chance_in_series(outlook, mine, theirs, target, starts_next, lead)


def best_single_ply(view: View, seed: int) -> Ply:
    """The sow that wins most at once; of equal ones one that goes on, else any. So with sides."""
    return softly(_looks(view, Sight(0)).items(), Player(softness=0, margin=0), seed)


def losses(view: View, seed: int) -> Losses:
    """What each legal move of the seat to act costs, in the difference of the stores at the end."""
    here = position(view)
    if view.asked:
        return losses_of(_of_sides(view, _worth(here)), exact=book.entry(here) is not None)
    exact = _exact_worths(here)
    if view.offers_sides:
        return losses_of(_evens(view, _first_worths(here)), exact=exact is not None)
    found = exact or worths(here, Thinking(here.feeds, NODES // 4), DEPTHS)
    return losses_of(_moves(found), exact=exact is not None)


def _exact_worths(here: Position) -> dict[int, float] | None:
    """What each move wins, from the book or with the game played to its end; None if that takes too long."""
    booked = _booked(here)
    if len(booked) == len(legal(here)):
        return booked
    return exact_worths(here, Thinking(here.feeds, NODES)) if here.beans <= JUDGED_FROM else None


def _booked(here: Position) -> dict[int, float]:
    """What moves win, of those of which the book knows it."""
    found: dict[int, float] = {}
    for number in legal(here):
        there, sign = after(here, number)
        if known := book.entry(there):
            found[number] = sign * (there.lead + known[0]) - here.lead
    return found


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
    """The lead that each first move ends in if the sides are kept: from the book, else searched."""
    booked = _booked(here)
    found = booked if len(booked) == len(legal(here)) else _balanced(here) | booked
    return {number: here.lead + worth for number, worth in found.items()}


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


def _strongest(view: View, here: Position) -> list[Ply]:
    """The moves of the highest level: all of them are as good, as far as it sees."""
    if view.asked or view.offers_sides:
        worths = _of_sides(view, _worth(here)) if view.asked else _evens(view, _first_worths(here))
        best = max(worths.values())
        return [ply for ply, worth in worths.items() if worth == best]
    if known := book.entry(here):
        return [move(number) for number in known[1]]
    nodes = NODES if here.beans <= SOLVED_FROM else NODES // 4
    return [move(number) for number in equals(here, nodes, SOLVED_FROM)]


def _looks(view: View, sight: Sight) -> dict[Ply, float]:
    """What each move seems to win."""
    here = position(view)
    looks = _sows(here, sight)
    if not view.asked and not view.offers_sides:
        return _moves(looks)
    # As in `_balanced`.
    deeper = _sows(here, sight._replace(turns=sight.turns + 1)) if sight.turns else looks
    if view.asked:
        return _of_sides(view, here.lead + (max(looks.values()) + max(deeper.values())) / 2)
    return _evens(view, {number: (look + deeper[number]) / 2 for number, look in looks.items()})


def _sows(here: Position, sight: Sight) -> dict[int, float]:
    """What each sow seems to win."""
    if sight.turns == 0:
        return {number: _at_once(here, number) for number in legal(here)}
    thinking = Thinking(here.feeds, PLAYERS_NODES, tabled=sight.tabled)
    return worths(here, thinking, range(1, sight.turns + 1))


def _at_once(here: Position, number: int) -> float:
    *_, gain, again = sow(here.own, here.opposite, here.beans, number, SOWS)
    return gain + again * AGAIN


def _outlook_of(view: View) -> Outlook:
    """How the running game is likely to end for the seat to act."""
    if view.offers_sides:
        return _ahead(view), SPREAD
    here = position(view)
    if view.asked:
        return max(_of_sides(view, _worth(here)).values()), SPREAD
    found = glance(here)
    return running(here.lead + found.beans, here.beans, exact=found.exact)


def glance(here: Position) -> Found:
    """What a short search finds."""
    return think(here, GLANCE, MOST_BEANS + 10)
