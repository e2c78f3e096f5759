"""The chance to win a match, a series included, from how the running game is likely to end.

The winner of a game adds the difference to their own total, and the starter alternates (Sahara, rule 7). The
chance grows with the difference: who plays for most beans plays for the series.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from games.sahara import BEANS

# Fitted to games of level 3 against itself by `python -m tools.sahara_fit --series 120`.
STARTERS_LEAD = 11.9
"""What the starter of a game wins more on average."""
SPREAD = 6.0
"""How far games end from what was expected before they began, as the width of a logistic curve."""
SPREAD_NEAR = 4.0
"""The same for a running game, as far as its end is estimated: what there is of it without the beans."""
SPREAD_A_BEAN = 0.09
"""What each bean on the hollows adds to that."""
SPREAD_A_BEAN_IF_EXACT = 0.22
"""What it does where perfect play is known: players are not perfect."""

Outlook = tuple[float, float]
"""The lead at the end of a game that is expected, and how far from it the game may end."""


def running(lead: float, beans: int, *, exact: bool) -> Outlook:
    """The outlook of a game with so many beans on the hollows, from the lead at its end if both play well."""
    if exact:
        return lead, SPREAD_A_BEAN_IF_EXACT * beans
    return lead, SPREAD_NEAR + SPREAD_A_BEAN * beans


def below(lead: float, outlook: Outlook) -> float:
    """The chance that a game ends with a smaller lead."""
    expected, spread = outlook
    return (1 + math.tanh((lead - expected) / spread / 2)) / 2


def endings(outlook: Outlook) -> Iterator[tuple[int, float]]:
    """The leads that a game may end with, all even, and how likely they are."""
    for lead in range(-BEANS, BEANS + 1, 2):
        low = 0.0 if lead == -BEANS else below(lead - 1, outlook)
        high = 1.0 if lead == BEANS else below(lead + 1, outlook)
        yield lead, high - low


def chance_in_game(outlook: Outlook) -> float:
    """To win a single game, a draw counting half."""
    return sum(chance * (lead > 0) + chance * (lead == 0) / 2 for lead, chance in endings(outlook))


def chance_in_series(
    outlook: Outlook, mine: int, theirs: int, target: int, starts_next: bool, lead: float = STARTERS_LEAD
) -> float:
    """To win a series whose running game has this outlook, from the totals before it.

    `lead`: what the starter of each further game wins more.
    """
    return sum(
        chance * after_game(mine + max(won, 0), theirs + max(-won, 0), target, starts_next, lead)
        for won, chance in endings(outlook)
    )


@cache
def after_game(mine: int, theirs: int, target: int, starts: bool, lead: float = STARTERS_LEAD) -> float:
    """To win a series between two games."""
    if mine >= target:
        return 1.0
    if theirs >= target:
        return 0.0
    won = 0.0
    # A drawn game only passes the start on: after two of them all is as before.
    for first, weight in ((starts, 1.0), (not starts, drawn(starts, lead))):
        for more, chance in endings(fresh(first, lead)):
            if more:
                then = after_game(mine + max(more, 0), theirs + max(-more, 0), target, not first, lead)
                won += weight * chance * then
    return won / (1 - drawn(starts, lead) * drawn(not starts, lead))


def fresh(starts: bool, lead: float) -> Outlook:
    """The outlook of a game that has not begun."""
    return (lead if starts else -lead), SPREAD


def drawn(starts: bool, lead: float) -> float:
    """How likely a game ends with as many beans for both."""
    return dict(endings(fresh(starts, lead)))[0]
