"""Rounds of Stacko laid out part by part, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar

from games import Dice, Seat
from games.stacko import PARTS, PLACES, Round, Stacko, State

T = TypeVar("T")

GAME = Stacko()
DICE = Dice.from_seed(bytes(32))
UNSEEN = (False,) * PLACES


NEARLY_DONE = [12, 30, 28, 25, 20, 18, 15, 9, 4, 2]
"""Part 35 in place 1 finishes it."""


@dataclass(frozen=True, slots=True)
class Rigged(Dice):
    """Dice that fall as told."""

    orders: tuple[Sequence[int], ...]

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], Dice]:
        order = [item for number in self.orders[0] for item in items if item == number]
        return tuple(order), replace(self, orders=self.orders[1:])


def laid(
    first: Sequence[int] = (),
    second: Sequence[int] = (),
    *,
    offer: int,
    draws: Sequence[int] = (),
    turn: Seat = 0,
) -> Round:
    """A round with these parts in these places; all others are filled from narrow to wide.

    The towers need not be given to the top; `draws` lie on top of the talon.
    """
    given_parts = {*first, *second, offer, *draws}
    rest = sorted(set(PARTS) - given_parts, reverse=True)
    towers = [(*given, *(rest.pop() for _ in range(PLACES - len(given)))) for given in (first, second)]
    eyes = (UNSEEN, UNSEEN)
    return Round(eyes, offer, False, (), False, turn, 0, None, (towers[0], towers[1]), (*draws, *rest))


def on_table(current: Round, *ended: Round) -> State:
    return State(current, ended, (), None, DICE)


def scored(points: tuple[int, int]) -> Round:
    return replace(laid(offer=1), scores=points)


def free(*seen: int) -> list[int]:
    return [part for part in PARTS if part not in seen]


def parts_of(current: Round) -> list[int]:
    return [*chain(*current.towers), current.in_hand, *current.discards, *current.talon]
