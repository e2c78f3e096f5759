"""What a seat reads off its view, and supposes: how often numbers come, how soon the opponent finishes."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.game import Seat, other
from games.stacko import PARTS, PLACES, Hidden, SeenTower, Tower, View
from games.stacko.rounds import is_finished
from games.stacko.towers import built, shown
from robots.stacko.chains import AIR, GROUND

PER_TURN = 0.12
"""How often a number that goes round comes along in a turn of one seat."""
LOCKED = 0.15
"""How often one comes that stands in the other's tower, against one that goes round."""
GIVEN = 0.3
"""The same of a number that stands in the own tower, where it is in the way."""
PATIENCE = 120
"""After so many turns nobody waits any more for what a tower holds, nor holds back what the other needs."""
TURNED_AWAY = 0.4
"""How often a number comes that was discarded while the talon is full, against one that goes round."""
FULL_TALON = 19
LEFT_FITS, LEFT_ALONE = 0.85, 9
"""How likely a part fits that was never replaced: a ninth for each part that was, and at most so much."""


def own_seat(view: View) -> Seat:
    """The seat whose view this is.

    Raises:
        ValueError: it is a spectator's.
    """
    if view.viewer is None:
        raise ValueError("a spectator has no tower")
    return view.viewer


def own_tower(view: View) -> Tower:
    """The seat's own tower, all of which it sees."""
    return tuple(shown(view.round.towers[own_seat(view)]))


def other_tower(view: View) -> SeenTower:
    """The opponent's tower: the parts that were built in during this round."""
    return view.round.towers[other(own_seat(view))]


def next_parts(view: View) -> tuple[int, ...]:
    """The parts of which each is equally likely to be drawn now."""
    seen = view.round
    if not seen.talon:
        return tuple(sorted(seen.discards))
    return seen.talon_parts or seen.unseen()


def others_towers(view: View) -> Iterator[Tower]:
    """Towers that the opponent may have, each as likely as any other that the view does not rule out.

    They come without end, and are the same ones before and after a draw: only those are left out that held
    the drawn part.
    """
    seen, theirs = view.round, other_tower(view)
    hidden = sorted({*seen.unseen(), seen.in_hand} if seen.drawn and not seen.reshuffled else seen.unseen())
    chance = random.Random(f"stacko {len(view.ended)} {seen.turns} {own_tower(view)} {theirs}")
    while True:
        parts = iter(chance.sample(hidden, len(hidden)))
        tower = tuple(next(parts) if part is Hidden.PART else part for part in theirs)
        if seen.in_hand not in tower and not is_finished(tower):
            yield tower


def hidden_share(view: View) -> float:
    """How likely an unseen part is in the opponent's tower and not in the talon."""
    hidden = PLACES - len(shown(other_tower(view)))
    in_talon = 0 if view.round.talon_parts else view.round.talon
    return hidden / max(1, hidden + in_talon)


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
    weights |= dict.fromkeys(seen.discards, _turned_away(view))
    weights |= dict.fromkeys(own_tower(view), GIVEN * patience(view))
    weights |= dict.fromkeys(shown(other_tower(view)), locked)
    return [0.0, *(PER_TURN * weights[part] for part in PARTS)]


def others_rates(view: View, tower: Tower) -> list[float]:
    """The same for the opponent, if this is their tower: then all else that is not seen is in the talon."""
    weights = dict.fromkeys(PARTS, 1.0)
    weights |= dict.fromkeys(view.round.discards, _turned_away(view))
    weights |= dict.fromkeys(own_tower(view), LOCKED * patience(view))
    weights |= dict.fromkeys(tower, GIVEN * patience(view))
    return [0.0, *(PER_TURN * weights[part] for part in PARTS)]


def _turned_away(view: View) -> float:
    """How often a discarded number comes, against one in the talon: the sooner, the emptier that is."""
    return TURNED_AWAY + (1 - TURNED_AWAY) * (1 - view.round.talon / FULL_TALON)


def finishing(tower: SeenTower, part: int) -> float:
    """How likely a tower of which only this is seen is finished by putting in a part.

    The more parts were built in, the likelier those that were left alone stand where they fit.
    """
    fits = min(LEFT_FITS, len(shown(tower)) / LEFT_ALONE)
    towers = (built(tower, part, place) for place in range(1, PLACES + 1))
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
