"""The robot that plays Sator: it looks ahead by what it knows, and mixes plies that are nearly as good.

`board` numbers a view, `search` looks ahead, `worth` weighs what lies at the horizon, `belief` says which
dots are likely, `traces` what the latest plies add to that, `hiding` how to hide one's own.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.sator import Move, View
from games.sator.pieces import hides
from robots.robot import LEVELS, Level, Losses, Player, losses_of, softly
from robots.sator.belief import believed
from robots.sator.board import Played, Table, Way, advance, read, seat_of, taken_back
from robots.sator.hiding import SHARES, VALUE
from robots.sator.search import HASTE, Horizon, Outlook, uniform
from robots.sator.traces import traced
from robots.sator.worth import counted, weigh

__all__ = ["assess", "bears_on_open", "best_single_ply", "choose", "losses", "wins"]


class Strength(NamedTuple):
    """How a level thinks."""

    horizon: Horizon
    suspects: bool
    """It reads from where pieces stand which dots they may have."""
    traces: bool = False
    """It also asks with which dots the other would have played its latest plies."""


STRENGTHS: Mapping[Level, Strength] = {
    1: Strength(Horizon(2, 200, counted), False),
    2: Strength(Horizon(2, 200, weigh), False),
    3: Strength(Horizon(2, 200, weigh), False),
    4: Strength(Horizon(3, 2000, weigh), True),
    5: Strength(Horizon(40, 8000, weigh), True, traces=True),
}
PLAYERS: Mapping[Level, Player] = {
    1: Player(softness=0.13, margin=1.0),
    2: Player(softness=1.0, margin=0.38),
    3: Player(softness=0.25, margin=0.26),
    4: Player(softness=0.08, margin=0.13),
    5: Player(softness=0.005, margin=0.015),
}
"""By level: how sharply it chooses, in chances to win."""
WON = 1 - 1e-9
"""The chance of a ply that wins at once."""
LOST = 1.5 * HASTE
"""Less than this is the chance of a ply after which the other wins at once, whatever is hidden."""


def choose(view: View, level: Level, seed: int) -> Move:
    """A ply that is good on average over what the other seat may hide.

    Plies that are nearly as good are mixed by the seed, so that neither the set-up nor a ply gives dots away.
    """
    seat = seat_of(view)
    if not view.ready[seat]:
        (hide,) = random.Random(f"sator {seed}").choices(hides(), hiding(level)[seat])
        return hide
    table = read(view)
    outlook = looked_ahead(table, taken_back(table.layout, view.trail), STRENGTHS[level])
    scores = bearable(outlook.scores(table.own))
    return advance(softly(scores, PLAYERS[level], f"sator {seed}"))


def hiding(level: Level) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """By seat: how often a level chooses each set-up; level 1 any as often as any other."""
    evenly = (1 / len(hides()),) * len(hides())
    return (evenly, evenly) if level == 1 else SHARES


def wins(view: View, seed: int) -> Sequence[Move]:
    """The plies that win at once, whatever the other seat hides: all that it may hide is gone through."""
    if not view.ready[seat_of(view)]:
        return ()
    return [advance(way) for way, score in single_plies(read(view)) if score >= WON]


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win; in the set-up that of its seat."""
    seat = seat_of(view)
    if view.ready != (True, True):
        return VALUE if seat == 0 else 1 - VALUE
    table = read(view)
    return looked_ahead(table, (), STRENGTHS[4]).value(seat, table.own)


def losses(view: View, seed: int) -> Losses:
    """What each ply costs as level 5 looks ahead; nothing in the set-up, which is mixed."""
    if not view.ready[seat_of(view)]:
        return losses_of(dict.fromkeys(hides(), 0.0))
    table = read(view)
    outlook = looked_ahead(table, taken_back(table.layout, view.trail), STRENGTHS[LEVELS[-1]])
    return losses_of({advance(way): score for way, score in outlook.scores(table.own)})


def bears_on_open(view: View) -> bool:
    """From the set-up on: what one hides does not answer what the other hides."""
    return view.ready == (True, True)


def looked_ahead(table: Table, played: tuple[Played, ...], strength: Strength) -> Outlook:
    """What lies ahead of a table as a level sees it, which was led there by the plies of the other's turn."""
    beliefs = believed(table.layout, table.kinds) if strength.suspects else uniform(table.kinds)
    if strength.traces:
        beliefs = traced(beliefs, table, played, strength.horizon)
    return Outlook(table.layout, table.kinds, beliefs, strength.horizon)


def bearable(scores: list[tuple[Way, float]]) -> list[tuple[Way, float]]:
    """The plies that win at once, else those that do not lose at once; all where all do."""
    best = max(score for _, score in scores)
    least = WON if best >= WON else min(best, LOST)
    return [(way, score) for way, score in scores if score >= least]


def best_single_ply(view: View, seed: int) -> Move:
    """The ply with the best expected count of pieces and rows: by it the levels are measured."""
    chance = random.Random(f"sator script {seed}")
    seat = seat_of(view)
    if not view.ready[seat]:
        return chance.choice(hides())
    scores = single_plies(read(view))
    best = max(score for _, score in scores)
    return advance(chance.choice([way for way, score in scores if score > best - 1e-9]))


def single_plies(table: Table) -> list[tuple[Way, float]]:
    """What each ply leaves on the board, counted, where all that the other may hide is as likely."""
    outlook = Outlook(table.layout, table.kinds, uniform(table.kinds), Horizon(1, 1, counted))
    return outlook.scores(table.own)
