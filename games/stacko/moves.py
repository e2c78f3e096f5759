"""What a seat may do in Stacko, how it is written, and what it makes happen."""

from __future__ import annotations

from dataclasses import dataclass

from games.game import Fact, InvalidNotation, Seat, fact
from games.stacko.towers import PLACES


@dataclass(frozen=True, slots=True)
class Build:
    """Put the part in hand into a place of the own tower, 1 (lowest) to 10; notation `7`."""

    place: int

    def __str__(self) -> str:
        return str(self.place)


@dataclass(frozen=True, slots=True)
class Draw:
    """Refuse the offer and turn up the next part of the talon; notation `draw`."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the drawn part to the opponent; notation `pass`."""

    def __str__(self) -> str:
        return "pass"


Move = Build | Draw | Pass

BUILDS = tuple(Build(place) for place in range(1, PLACES + 1))
WITH_OFFER: tuple[Move, ...] = (*BUILDS, Draw())
WITH_DRAWN_PART: tuple[Move, ...] = (*BUILDS, Pass())

_BY_NOTATION = {str(move): move for move in (*WITH_OFFER, *WITH_DRAWN_PART)}


def parse(text: str) -> Move:
    """The move written in `text`.

    Raises:
        InvalidNotation: it is none of `1` to `10`, `draw` and `pass`.
    """
    match text.lower().split():
        case [word] if word in _BY_NOTATION:
            return _BY_NOTATION[word]
    raise InvalidNotation(text, f"a place from 1 to {PLACES}, such as 7, or draw, or pass")


@dataclass(frozen=True, slots=True)
class Drew:
    """An offer was refused, and the next part turned up."""

    seat: Seat
    refused: int
    part: int
    reshuffled: bool
    """The talon was empty: the discards became the new one first."""

    def tell(self) -> tuple[Fact, ...]:
        drew = fact("drew", seat=self.seat, refused=self.refused, part=self.part)
        return (drew, fact("reshuffled")) if self.reshuffled else (drew,)


@dataclass(frozen=True, slots=True)
class Built:
    """A part went into a tower; the one that came out is the next offer."""

    seat: Seat
    place: int
    part: int
    out: int
    was_open: bool
    """Everybody knew the part that came out: it had been built in before."""

    def tell(self) -> tuple[Fact, ...]:
        return (fact("built", seat=self.seat, place=self.place, part=self.part, out=self.out),)


@dataclass(frozen=True, slots=True)
class Passed:
    """A drawn part was left to the opponent as the next offer."""

    seat: Seat
    part: int

    def tell(self) -> tuple[Fact, ...]:
        return (fact("passed", seat=self.seat, part=self.part),)


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round was scored; the next one, if there is any, is dealt already."""

    finisher: Seat | None
    """None when the turns ran out (Stacko, rule 6)."""
    scores: tuple[int, int]

    def tell(self) -> tuple[Fact, ...]:
        points, others = self.scores
        if self.finisher is None:
            return (fact("round_capped", points=points, others=others),)
        return (fact("round_finished", seat=self.finisher, points=points, others=others),)


Event = Drew | Built | Passed | RoundEnded
