"""The full truth of a match of Sato, and what of it each viewer may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from games.dice import Dice
from games.game import Fact, NotYourTurn, PlainView, Seat, Viewer, fact
from games.sato import turns
from games.sato.lattice import reading_order
from games.sato.moves import Move, Say, Take
from games.sato.placements import grown, placements
from games.sato.position import Asked, Drew, Happening, Placed, Position, Supply
from games.sato.stones import STONES, Face, Stone, face_letter, stone_name
from games.sato.telling import (
    tell_happening,
    tell_in_short,
    tell_position,
    tell_purpose,
    tell_question,
    tell_score,
)
from games.sato.ways_told import tell_ways
from games.words import Tree, Words, tree


@dataclass(frozen=True, slots=True)
class State(Position):
    """A position of Sato, secrets included."""

    def legal_moves(self, seat: Seat) -> tuple[Move, ...]:
        """Placements by stone, point, face and turn, or takes by point; the move of one word comes last.

        Points come by column and row, a cell before its east and its west corner.
        """
        if seat not in self.to_act:
            return ()
        match self.asked:
            case Asked.TAKE:
                return (*self._takes(), Say.KEEP)
            case Asked.PLACEMENT | Asked.EXTRA:
                lays = placements(self.layout, self.supplies[seat])
                return (*lays, *self._instead(fits=bool(lays)))
            case _ as never:
                assert_never(never)

    def tree(self, seat: Seat) -> Tree:
        """The tree of the legal moves; placements are made when somebody looks where they are.

        On a bare large table there are 34,000 in the variant split, and a first choice is of twenty stones.
        """
        if seat not in self.to_act or self.asked is Asked.TAKE:
            return tree(self.legal_moves(seat))
        stones = grown(self.layout, self.supplies[seat])
        return Tree((), grow=lambda: stones | tree(self._instead(fits=bool(stones))).branches)

    def play(self, seat: Seat, move: Move) -> State:
        """One ply, and all that follows from it without asking (Sato, rules 1 to 7)."""
        if seat not in self.to_act:
            raise NotYourTurn(seat)
        if objection := turns.objection(self, move):
            raise objection
        return turns.play(self, move)

    def view(self, viewer: Viewer) -> View:
        """All but the order of the stack; where stones are hidden, also without what others draw and own."""
        return View(
            self.options,
            self.layout,
            self._shown_stack(),
            (self._shown_supply(0, viewer), self._shown_supply(1, viewer)),
            self.returned,
            self.turn,
            self.asked,
            tuple(self._shown(happening, viewer) for happening in self.trail),
            self.result,
            viewer,
        )

    def _instead(self, *, fits: bool) -> tuple[Say, ...]:
        """What may be said in place of laying a stone, given whether one fits."""
        if self.asked is Asked.EXTRA:
            return (Say.DONE,)
        return (Say.PASS,) if turns.may_pass(self, fits=fits) else ()

    def _takes(self) -> Iterator[Take]:
        stones = self.layout.takeable(turns.latest_placement(self).laid.level)
        points = sorted((laid.point for laid in stones), key=reading_order)
        return (Take(point) for point in points)

    def _shown_stack(self) -> tuple[Stone, ...]:
        """The size of the stack, and its top stone unless it is a bag."""
        hidden = [Stone.UNKNOWN] * len(self.stack)
        if self.options.variant != "hidden":
            hidden[:1] = self.stack[:1]
        return tuple(hidden)

    def _shown_supply(self, owner: Seat, viewer: Viewer) -> Supply:
        if self.options.variant != "hidden" or owner == viewer:
            return self.supplies[owner]
        known = self.returned[owner]
        return (*known, *[Stone.UNKNOWN] * (len(self.supplies[owner]) - len(known)))

    def _shown(self, happening: Happening, viewer: Viewer) -> Happening:
        """Everything happens openly, but for the draw of hidden stones."""
        hidden = self.options.variant == "hidden" and happening.seat != viewer
        return Drew(happening.seat, Stone.UNKNOWN) if isinstance(happening, Drew) and hidden else happening


@dataclass(frozen=True, slots=True)
class View(Position, PlainView):
    """Sato as one viewer sees it: what the viewer may not know of stack, supplies and trail is UNKNOWN."""

    viewer: Viewer

    @property
    def open_choice(self) -> bool:
        """Where supplies are hidden, a seat chooses from its own in private."""
        return self.viewer is not None or self.options.variant != "hidden"

    def tell_turn(self) -> tuple[Fact, ...]:
        """What happened in the latest turn, the draw that opens the present one, and the score."""
        told = (told for happening in self.trail for told in tell_happening(happening))
        return (*told, *tell_question(self), tell_score(self))

    def tell_table(self) -> tuple[Fact, ...]:
        """The layout, the supplies and the stack, and the latest turn."""
        return (*tell_position(self), *self.tell_turn())

    def tell_in_short(self) -> tuple[Fact, ...]:
        """What was drawn, laid, made and taken in the latest turn, each in one fact, and the score."""
        return (*tell_in_short(self.trail), *tell_question(self), tell_score(self))

    def tell_task(self, words: Words) -> tuple[Fact, ...]:
        """A stone, its place and the way it lies; or what else is asked."""
        if words:
            step = ("task_point", "task_way")[len(words) > 1]
            return () if words[0] == "take" else (fact(step, stone=words[0]),)
        return (fact(f"task_{self.asked.value}"),)

    def tell_choice(self, words: Words) -> tuple[Fact, ...]:
        """Once stone and point are chosen: what lies around, and what each way to lay it would show."""
        return tell_ways(self, words)

    def arranged(self, words: Words) -> tuple[Words, ...]:
        """The whole supply of whoever lays, also stones that fit nowhere."""
        if words or self.asked is Asked.TAKE:
            return ()
        return tuple((stone_name(stone),) for stone in self.supplies[self.turn])

    def named(self, words: Words) -> Fact | None:
        """The face and the turn, which read like a cell: b2 is one, too."""
        if len(words) < 3:
            return None
        face, turn = words[-1][0], words[-1][1:]
        return fact("way_white" if face == face_letter(Face.WHITE) else "way_black", turn=turn)

    def tell_purpose(self, move: Move) -> tuple[Fact, ...]:
        """The satos that it finishes, or covers; what is taken; or that it leaves none free."""
        return tell_purpose(self, move)

    def laid_open(self, opposite: View) -> View:
        first, second = (self, opposite) if self.viewer == 0 else (opposite, self)
        trail = tuple(
            another if isinstance(one, Drew) and one.stone is Stone.UNKNOWN else one
            for one, another in zip(self.trail, opposite.trail, strict=True)
        )
        return replace(self, supplies=(first.supplies[0], second.supplies[1]), trail=trail)

    def imagine(self, dice: Dice) -> State:
        """The unknown stones, shuffled once, go to seat 0, to seat 1 and into the stack, in this order."""
        stones, _ = dice.shuffled(self._unseen())
        pool = iter(stones)
        first, second = (_filled(supply, pool) for supply in self.supplies)
        return State(
            self.options,
            self.layout,
            _filled(self.stack, pool),
            (tuple(sorted(first)), tuple(sorted(second))),
            self.returned,
            self.turn,
            self.asked,
            tuple(self._imagined(happening, (first, second)) for happening in self.trail),
            self.result,
        )

    def _unseen(self) -> tuple[Stone, ...]:
        """The stones that are nowhere to be seen, in the order of the stones."""
        laid = {laid.stone for laid in self.layout.stones}
        seen = laid.union(self.stack, *self.supplies)
        return tuple(stone for stone in STONES if stone not in seen)

    def _imagined(self, happening: Happening, supplies: tuple[Supply, Supply]) -> Happening:
        """A draw of an unknown stone becomes one of a stone that may have been drawn.

        That is any hidden stone that the seat still has; if it has none, it was one of those that it laid
        since, and that nobody knew it had.
        """
        if not isinstance(happening, Drew) or happening.stone is not Stone.UNKNOWN:
            return happening
        seat = happening.seat
        still = [
            new for old, new in zip(self.supplies[seat], supplies[seat], strict=True) if old is Stone.UNKNOWN
        ]
        since = [
            placed.laid.stone
            for placed in self.trail
            if isinstance(placed, Placed) and placed.seat == seat and not placed.was_known
        ]
        return Drew(seat, (still + since)[0])


def _filled(stones: tuple[Stone, ...], pool: Iterator[Stone]) -> tuple[Stone, ...]:
    """The stones with a stone of the pool in place of each unknown one."""
    return tuple(next(pool) if stone is Stone.UNKNOWN else stone for stone in stones)
