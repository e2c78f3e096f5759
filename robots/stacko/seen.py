"""What a seat reads off its view of Stacko."""

from __future__ import annotations

from games.game import Seat, other
from games.stacko import SeenTower, Tower, View
from games.stacko.towers import shown


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
