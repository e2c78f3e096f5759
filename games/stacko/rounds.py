"""One round of Stacko: towers, talon and discards, and what one viewer sees of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.dice import Dice
from games.game import SEATS, Fact, Seat, Viewer, fact, other, those_of
from games.stacko.towers import (
    PARTS,
    PLACES,
    Eyes,
    Hidden,
    SeenTower,
    Tower,
    built,
    built_parts,
    falling_run,
    fill,
    shown,
)

POINTS_FINISHED = 50
POINTS_A_PART = 5
MOST_TURNS = 400  # of both seats together


@dataclass(frozen=True, slots=True)
class _Round:
    """What lies open to everybody in one round."""

    eyes: tuple[Eyes, Eyes]
    in_hand: int
    """The part on offer, or the one drawn in its place; after the end, the part that would be offered."""
    drawn: bool
    """Whether the part in hand was drawn: the offer before it is refused and gone."""
    discards: tuple[int, ...]
    """Refused offers, oldest first, since the start of the round or the last reshuffle."""
    reshuffled: bool
    """Whether the talon is made of former discards."""
    turn: Seat
    """Who is to act; after the end, who would be."""
    turns: int
    """Turns completed by both seats together."""
    scores: tuple[int, int] | None
    """None while the round runs."""


@dataclass(frozen=True, slots=True)
class Round(_Round):
    """One round with all that is hidden in it."""

    towers: tuple[Tower, Tower]
    talon: tuple[int, ...]
    """From the top."""

    @classmethod
    def deal(cls, starter: Seat, dice: Dice) -> tuple[Round, Dice]:
        """Seat 0's tower from the bottom up, seat 1's, the offer, the talon (Stacko, rules 1 and 5)."""
        while True:
            order, dice = dice.shuffled(PARTS)
            towers = order[:PLACES], order[PLACES : 2 * PLACES]
            if not any(is_finished(tower) for tower in towers):
                break
        offer, talon = order[2 * PLACES], order[2 * PLACES + 1 :]
        eyes = (False,) * PLACES
        return cls((eyes, eyes), offer, False, (), False, starter, 0, None, towers, talon), dice

    def draw(self, dice: Dice) -> tuple[Round, Dice]:
        """Refuse the offer and turn up the next part (Stacko, rules 2 and 4)."""
        talon, discards = self.talon, self.discards
        if not talon:
            talon, dice = dice.shuffled(discards)
            discards = ()
        after = replace(
            self,
            in_hand=talon[0],
            drawn=True,
            discards=(*discards, self.in_hand),
            reshuffled=self.reshuffled or not self.talon,
            talon=talon[1:],
        )
        return after, dice

    def build(self, place: int) -> Round:
        """Exchange the part in hand for that in `place`, 1 to 10, which is offered next (Stacko, rule 3)."""
        seat = self.turn
        towers, eyes = list(self.towers), list(self.eyes)
        out = towers[seat][place - 1]
        towers[seat] = built(towers[seat], self.in_hand, place)
        eyes[seat] = built(eyes[seat], True, place)
        return Round(
            (eyes[0], eyes[1]),
            out,
            False,
            self.discards,
            self.reshuffled,
            other(seat),
            self.turns + 1,
            self.scores,
            (towers[0], towers[1]),
            self.talon,
        )

    def pass_on(self) -> Round:
        """Leave the drawn part to the opponent as the next offer (Stacko, rules 2 and 3)."""
        return replace(self, drawn=False, turn=other(self.turn), turns=self.turns + 1)

    def worth(self) -> tuple[int, int]:
        """The points of the towers: 50 if finished, else 5 for each part of the run (Stacko, rule 5)."""
        first, second = (
            POINTS_FINISHED if is_finished(tower) else POINTS_A_PART * falling_run(tower)
            for tower in self.towers
        )
        return first, second

    def seen_by(self, viewer: Viewer) -> SeenRound:
        """The viewer's own tower, of any other the parts built in, and all that lies open."""
        first, second = (
            self.towers[seat] if viewer == seat else built_parts(self.towers[seat], self.eyes[seat])
            for seat in SEATS
        )
        return SeenRound(
            self.eyes,
            self.in_hand,
            self.drawn,
            self.discards,
            self.reshuffled,
            self.turn,
            self.turns,
            self.scores,
            (first, second),
            len(self.talon),
            tuple(sorted(self.talon)) if self.reshuffled else (),
        )


@dataclass(frozen=True, slots=True)
class SeenRound(_Round):
    """One round as one viewer sees it."""

    towers: tuple[SeenTower, SeenTower]
    talon: int
    """How many parts it has."""
    talon_parts: tuple[int, ...]
    """Which they are, from narrow to wide, once all have seen them on the discards; () before that."""

    def imagine(self, dice: Dice) -> tuple[Round, Dice]:
        """A round that looks like this one: all that is hidden drawn from the parts that are not seen.

        A running tower stays unfinished, and one that was scored is worth its score.
        """
        talon, dice = dice.shuffled(self.talon_parts)
        parts, dice = dice.shuffled(self.unseen())
        runs = [score // POINTS_A_PART for score in self.scores] if self.scores else (None, None)
        first, second = fill(self.towers, runs, parts)
        if not self.reshuffled:
            talon = tuple(part for part in parts if part not in first and part not in second)
        imagined = Round(
            self.eyes,
            self.in_hand,
            self.drawn,
            self.discards,
            self.reshuffled,
            self.turn,
            self.turns,
            self.scores,
            (first, second),
            talon,
        )
        return imagined, dice

    def tell(self, number: int) -> tuple[Fact, ...]:
        """The towers, the part in hand, talon and discards of the round with this number."""
        facts = [fact("round", number=number), *(self._tell_tower(seat) for seat in SEATS)]
        if self.scores is None:
            key = "in_hand_drawn" if self.drawn else "in_hand_offered"
            facts.append(fact(key, seat=self.turn, part=self.in_hand))
        facts.append(fact("talon", count=self.talon))
        if self.discards:
            facts.append(fact("discards", parts=" ".join(map(str, self.discards))))
        return tuple(facts)

    def _tell_tower(self, seat: Seat) -> Fact:
        """From the bottom up; a hidden part is an x, which is read aloud, a built one has an asterisk."""
        parts = zip(self.towers[seat], self.eyes[seat], strict=True)
        shown = (f"{'x' if part is Hidden.PART else part}{'*' if eye else ''}" for part, eye in parts)
        return fact("tower", seat=seat, parts=" ".join(shown))

    def tell_place(self, seat: Seat, place: int) -> Fact:
        """What lies at a place of a tower, counted from the bottom."""
        part, eye = self.towers[seat][place - 1], self.eyes[seat][place - 1]
        if part is Hidden.PART:
            return fact("where_hidden", seat=seat, place=place)
        return fact("where_open" if eye else "where_place", seat=seat, place=place, part=str(part))

    def tell_part(self, part: int) -> tuple[Fact, ...]:
        """Where a part lies, as far as this view shows it."""
        if part == self.in_hand and self.scores is None:
            return those_of(self.tell(0), "in_hand_drawn", "in_hand_offered")
        if part in self.discards:
            return (fact("where_discarded", part=part),)
        for seat in SEATS:
            if part in self.towers[seat]:
                return (fact("where_part", seat=seat, part=part, place=self.towers[seat].index(part) + 1),)
        return (fact("where_unseen", part=part),)

    def unseen(self) -> tuple[int, ...]:
        """The parts whose place this view does not show, from narrow to wide."""
        first, second = self.towers
        seen = {self.in_hand, *self.discards, *self.talon_parts, *shown(first), *shown(second)}
        return tuple(part for part in PARTS if part not in seen)


def is_finished(tower: Tower) -> bool:
    """Whether the numbers fall strictly from bottom to top (Stacko, rule 5)."""
    return falling_run(tower) == PLACES
