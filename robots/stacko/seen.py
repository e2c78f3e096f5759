"""What a seat reads off its view of Stacko."""

from __future__ import annotations

from games.game import Seat, other
from games.stacko import PARTS, PLACES, SeenTower, Tower, View
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


def unseen(view: View) -> list[int]:
    """The parts that are in the talon or hidden in the opponent's tower, from narrow to wide.

    Without those of which all know that they are in the talon.
    """
    seen = view.round
    known = {seen.in_hand, *seen.discards, *seen.talon_parts, *own_tower(view), *shown(other_tower(view))}
    return [part for part in PARTS if part not in known]


def next_parts(view: View) -> tuple[int, ...]:
    """The parts of which each is equally likely to be drawn now."""
    seen = view.round
    if not seen.talon:
        return tuple(sorted(seen.discards))
    return seen.talon_parts or tuple(unseen(view))


def hidden_share(view: View) -> float:
    """How likely an unseen part is in the opponent's tower and not in the talon."""
    hidden = PLACES - len(shown(other_tower(view)))
    in_talon = 0 if view.round.talon_parts else view.round.talon
    return hidden / max(1, hidden + in_talon)
