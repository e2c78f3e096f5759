"""Sahara in facts: how a hollow was sowed, and what followed."""

from __future__ import annotations

from games.game import Fact, Seat, fact, other
from games.sahara.moves import STORE, Choice, Sowing, circuit


def tell_sowing(sowing: Sowing) -> tuple[Fact, ...]:
    """One sowing in facts: where it began, how it ended, and what followed."""
    seat, hollow = sowing.seat, sowing.move.hollow
    if sowing.captured:
        told = [fact("captured", seat=seat, hollow=hollow, last=sowing.drops[-1][1], beans=sowing.captured)]
    elif sowing.drops[-1] == (seat, STORE):
        told = [fact("stored", seat=seat, hollow=hollow)]
    else:
        owner, place = sowing.drops[-1]
        key = "ended_own" if owner == seat else "ended_fed" if place == STORE else "ended_other"
        told = [fact(key, seat=seat, hollow=hollow, last=place)]
    if len(sowing.drops) >= len(circuit(seat, feed=False)):
        told.append(fact("came_round", count=len(sowing.drops)))
    if on_the_way := sowing.drops[:-1].count((other(seat), STORE)):
        told.append(fact("fed", seat=seat, count=on_the_way))
    if sowing.ended:
        key = "emptied" if sowing.collected else "emptied_both"
        told.append(fact(key, seat=seat, count=sowing.collected))
    if sowing.skipped:
        told.append(fact("skipped", seat=seat))
    return tuple(told)


def tell_choice(chooser: Seat, said: Choice | None, bonus: bool) -> Fact:
    """That a seat keeps or swaps the sides, or is to; then who moves next, which a bonus move turns round."""
    if said is None:
        return fact("sides_asked_again" if bonus else "sides_asked", seat=chooser)
    return fact("kept" if said is Choice.KEEP else "swapped", seat=chooser)
