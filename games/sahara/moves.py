"""Sahara: the board, and what is done on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache

from games.game import Fact, InvalidNotation, Seat, fact, other

HOLLOWS = 6
BEANS_A_HOLLOW = 3
BEANS = 2 * HOLLOWS * BEANS_A_HOLLOW

Side = tuple[int, ...]
"""Beans in the hollows 1 to 6 of one seat, from its owner's left to right."""

Pit = tuple[Seat, int]
"""Where a bean can lie: a seat and its hollow 1 to 6, or 7 for its store."""

STORE = HOLLOWS + 1


@dataclass(frozen=True, slots=True)
class Move:
    """Sow one hollow; notation `4`, or `6 feed` to drop into the foreign store as well."""

    hollow: int
    feed: bool = False

    def __str__(self) -> str:
        return f"{self.hollow} feed" if self.feed else str(self.hollow)


MOVES = tuple((Move(hollow), Move(hollow, feed=True)) for hollow in range(1, STORE))
"""For each hollow, to sow it past the foreign store and into it."""


class Choice(Enum):
    """What the other seat says to the first sow of a game under `start=swap`."""

    KEEP = "keep"
    """Everybody keeps their side."""
    SWAP = "swap"
    """The seats exchange their sides and stores."""

    def __str__(self) -> str:
        return self.value


Ply = Move | Choice


@dataclass(frozen=True, slots=True)
class Sowing:
    """What one ply made happen."""

    seat: Seat
    move: Move
    drops: tuple[Pit, ...]
    """The pits that got a bean, one entry a bean, in order."""
    captured: int
    """Beans moved into the store by a capture, the capturing one included; 0 without a capture."""
    collected: int
    """Beans taken from the other side because the own one was played empty."""
    again: bool
    """The last bean fell into the own store, or captured: the player who has that side moves again."""
    skipped: bool
    """The turn came back only because the other side is empty."""
    ended: bool
    """The own side is empty: the game is over."""

    def tell(self) -> tuple[Fact, ...]:
        """Where it began, how it ended, and what followed."""
        seat, hollow, (owner, place) = self.seat, self.move.hollow, self.drops[-1]
        if self.captured:
            facts = [fact("captured", seat=seat, hollow=hollow, last=place, beans=self.captured)]
        elif (owner, place) == (seat, STORE):
            facts = [fact("stored", seat=seat, hollow=hollow)]
        else:
            key = "ended_own" if owner == seat else "ended_fed" if place == STORE else "ended_other"
            facts = [fact(key, seat=seat, hollow=hollow, last=place)]
        if len(self.drops) >= len(circuit(seat, feed=False)):
            facts.append(fact("came_round", count=len(self.drops)))
        if on_the_way := self.drops[:-1].count((other(seat), STORE)):
            facts.append(fact("fed", seat=seat, count=on_the_way))
        if self.ended:
            key = "emptied" if self.collected else "emptied_both"
            facts.append(fact(key, seat=seat, count=self.collected))
        if self.skipped:
            facts.append(fact("skipped", seat=seat))
        return tuple(facts)


def reach(hollow: int) -> int:
    """The beans that a sow from `hollow` needs to come past the foreign store (Sahara, rule 4)."""
    return 2 * HOLLOWS + 2 - hollow


@cache
def circuit(seat: Seat, feed: bool) -> tuple[Pit, ...]:
    """The pits in the order in which `seat` sows them, from its own hollow 1 (Sahara, rules 1 and 4)."""
    last = {seat: STORE, other(seat): STORE + feed - 1}
    return tuple((side, place) for side, most in last.items() for place in range(1, most + 1))


def parse(text: str) -> Ply:
    """The move written in `text`, inverse of `str(move)`: `4`, `4 feed`, `keep` or `swap`.

    Raises:
        InvalidNotation: no move of Sahara is written so.
    """
    match text.lower().split():
        case [hollow] if hollow in _NAMES:
            return Move(_NAMES[hollow])
        case [hollow, "feed"] if hollow in _NAMES:
            return Move(_NAMES[hollow], feed=True)
        case [word] if word in _CHOICES:
            return _CHOICES[word]
    raise InvalidNotation(text, "a hollow from 1 to 6, such as 4, or 6 feed")


_NAMES = {str(hollow): hollow for hollow in range(1, STORE)}
_CHOICES = {choice.value: choice for choice in Choice}
