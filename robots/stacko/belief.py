"""What a seat supposes: how often each number comes along, and how near the opponent is to the end."""

from __future__ import annotations

from games.stacko import PARTS, PLACES, Hidden, SeenTower, View
from games.stacko.towers import shown
from robots.stacko.chains import AIR, GROUND
from robots.stacko.seen import hidden_share, other_tower, own_tower

PER_TURN = 0.12
"""How often a number that goes round comes along in a turn of one seat."""
LOCKED = 0.15
"""How much less often one comes that stands in the other's tower."""
GIVEN = 0.3
"""The same of a number that stands in the own tower, where it is in the way."""
PATIENCE = 120
"""After so many turns nobody waits any more for what a tower holds, nor holds back what the other needs."""
TURNED_AWAY = 0.4
"""How much less often a number comes that was discarded while the talon is full."""
FULL_TALON = 19
LEFT_FITS, LEFT_ALONE = 0.85, 9
"""How likely a part fits that was never replaced: a ninth for each part that was, and at most so much."""


def patience(view: View) -> float:
    """1 when a round begins, 0 when it has gone on for too long."""
    return max(0.0, 1 - view.round.turns / PATIENCE)


def rates(view: View, *, remember: bool = True) -> list[float]:
    """By number, 0 to 40: how often it comes along in a turn of the view's seat.

    Who does not remember thinks that all numbers go round alike.
    """
    if not remember:
        return [0.0, *(PER_TURN / 2 for _ in PARTS)]
    seen = view.round
    locked, share = LOCKED * patience(view), hidden_share(view)
    weights = dict.fromkeys(PARTS, 1 - share + share * locked)
    weights |= dict.fromkeys(seen.talon_parts, 1.0)
    weights |= dict.fromkeys(seen.discards, TURNED_AWAY + (1 - TURNED_AWAY) * (1 - seen.talon / FULL_TALON))
    weights |= dict.fromkeys(own_tower(view), GIVEN * patience(view))
    weights |= dict.fromkeys(shown(other_tower(view)), locked)
    return [0.0, *(PER_TURN * weights[part] for part in PARTS)]


def finishing(tower: SeenTower, part: int) -> float:
    """How likely a tower of which only this is seen is finished by putting in a part.

    The more parts were built in, the likelier those that were left alone stand where they fit.
    """
    fits = min(LEFT_FITS, len(shown(tower)) / LEFT_ALONE)
    towers = ((*tower[:index], part, *tower[index + 1 :]) for index in range(PLACES))
    return max((fits ** after.count(Hidden.PART) for after in towers if falls(after)), default=0.0)


def falls(tower: SeenTower) -> bool:
    """Whether all that is seen falls, with room for what is hidden between."""
    last, wide = 0, GROUND
    for place, part in enumerate((*tower, AIR), start=1):
        if isinstance(part, Hidden):
            continue
        if wide - part < place - last:
            return False
        last, wide = place, part
    return True
