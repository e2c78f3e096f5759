"""The full truth of a match of Sato, and what of it each viewer may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, cast

from games.dice import SEED_BYTES, Dice
from games.game import (
    HEAD_START,
    Fact,
    HouseRule,
    NotYourTurn,
    PlainView,
    RulePage,
    Seat,
    Viewer,
    choose,
    fact,
    those_of,
)
from games.sato import turns
from games.sato.layout import grown, placements
from games.sato.moves import Lay, Move, Say, Take, parse_move
from games.sato.position import (
    SIZES,
    Asked,
    Drew,
    Happening,
    Options,
    Placed,
    Position,
    Size,
    Supply,
    Variant,
)
from games.sato.stones import ARROWS, STONES, Face, Stone, face_letter, stone_name
from games.sato.telling import (
    tell_happening,
    tell_in_short,
    tell_last,
    tell_laying,
    tell_place,
    tell_position,
    tell_purpose,
    tell_question,
    tell_score,
    tell_seen,
    tell_task,
    tell_ways,
)
from games.sato.ways import stone_of
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
        if self.asked is Asked.TAKE:
            return (*self._takes(), Say.KEEP)
        lays = placements(self.layout, self.supplies[seat])
        return (*lays, *self._instead(fits=bool(lays)))

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
        board = self.layout.board
        spots = board.takeable(turns.latest_placement(self).laid.level)
        return (Take(board.grid.point(spot)) for spot in sorted(spots, key=board.grid.reading.__getitem__))

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
        happened = (each for happening in self.trail for each in tell_happening(happening))
        return (*happened, *tell_question(self), tell_score(self))

    def tell_table(self) -> tuple[Fact, ...]:
        return (*tell_position(self), *self.tell_turn())

    def tell_in_short(self) -> tuple[Fact, ...]:
        return (*tell_in_short(self.trail), *tell_question(self), tell_score(self))

    def tell_seen(self) -> tuple[Fact, ...]:
        return (*tell_seen(self.trail), *tell_question(self))

    def tell_last(self) -> tuple[Fact, ...]:
        return tell_last(self.trail)

    def tell_where(self, words: Words) -> tuple[Fact, ...]:
        """A cell or a corner by its name, free satos (also of one colour), supplies or the stack."""
        position = tell_position(self)
        match words:
            case ():
                return (fact("can_ask"),)
            case ("supply",):
                return those_of(position, "supply", "known")
            case ("stack",):
                return those_of(position, "stack", "next") or (fact("where_no_stack"),)
            case ("satos",):
                return those_of(position, "free_satos") or (fact("where_no_sato"),)
            case (word,):
                return tell_place(self, word)
        return ()

    def tell_task(self, words: Words) -> tuple[Fact, ...]:
        return tell_task(self, words)

    def tell_choice(self, words: Words) -> tuple[Fact, ...]:
        """Once stone and point are chosen: what lies around, and what each way to lay it would show."""
        return tell_ways(self, words)

    def arranged(self, words: Words) -> tuple[Words, ...]:
        """The whole supply of the player to move, also stones that fit nowhere."""
        if words or self.asked is Asked.TAKE:
            return ()
        return tuple((stone_name(stone),) for stone in self.supplies[self.turn])

    def named(self, words: Words) -> Fact | None:
        """The face, and an arrow for the turn: as a word they read like a cell, such as b2."""
        if len(words) < 3:
            return None
        face, turn = words[-1][0], int(words[-1][1:])
        return fact("way_white" if face == face_letter(Face.WHITE) else "way_black", turn=ARROWS[turn])

    def declines(self, words: Words) -> bool:
        """To lay or take nothing, or no more."""
        return words in {(each.value,) for each in Say}

    def tell_move(self, move: Move) -> Fact | None:
        """The colours of the stone, the point, and how it lies."""
        return tell_laying(move) if isinstance(move, Lay) else None

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

    def foreseen(self, move: Move) -> View | None:
        """Known as long as nobody draws a stone that this view does not show; the next one stays unknown."""
        if self.options.variant == "hidden":
            return None
        imagined = self.imagine(Dice.from_seed(bytes(SEED_BYTES)))
        after, unseen = imagined.play(self.turn, move).view(self.viewer), set(self.unseen())
        if not unseen.isdisjoint((*after.supplies[0], *after.supplies[1])):
            return None
        top = tuple(Stone.UNKNOWN if stone in unseen else stone for stone in after.stack)
        return replace(after, stack=top)

    def imagine(self, dice: Dice) -> State:
        """The unknown stones, shuffled once, go to seat 0, to seat 1 and into the stack, in this order."""
        stones, _ = dice.shuffled(self.unseen())
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

    def unseen(self) -> tuple[Stone, ...]:
        """The stones that are nowhere to be seen, in the order of the stones."""
        laid = set(map(stone_of, self.layout.board.stones.values()))
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


EACH = len(STONES) // 2
"""Stones that a seat gets in the variant split."""

_SMALL = (("table", "small"),)
_LATE = (
    "ybg a1 w0, oby a2 w2, rgy b1 w5, ryg b2 w1, rbg c2 w5, keep, rvy c2w w0, rvb c1 w2, oyv a3 w4, "
    "rgb c3 b3, ryv b3 b5, keep, rvo c3w w2, obg d2 w1, keep, rgo d2w w4"
)
_HIDDEN = "ybg a1 w0, oby a2 w2, pass, pass, rgy b1 w5, pass, pass, pass, ryg b2 w1, rbg c2 w5"
_YELLOW_SATO = "ybg c1 w1, oby d1 w5, rgy c2 w1"


@dataclass(frozen=True, slots=True)
class Sato:
    """Laying hexagons edge to edge, and on top of each other."""

    key: str = "sato"
    version: int = 1
    house_rules: tuple[HouseRule, ...] = (
        HouseRule("variant", ("open", "split", "hidden"), "open"),
        HouseRule("table", tuple(SIZES), "medium"),
        HouseRule(HEAD_START, ("none", "stone"), "none"),
    )
    rule_pages: tuple[RulePage, ...] = (
        RulePage("sato", _YELLOW_SATO, "completed_yellow", _SMALL),
        RulePage("stones", "ybg c1 w1, oby d1 w5", "laid", _SMALL),
        RulePage("cover", f"{_YELLOW_SATO}, rvo d1w b5", "covered", _SMALL),
        RulePage("take", "ybg d2 w5, oby e3 w2, obg d3 b0, oyv e4 b4, take d2", "took", _SMALL),
        RulePage("end", _LATE, "laid", _SMALL),
        RulePage("house_rules", _HIDDEN, "laid", (("variant", "hidden"), *_SMALL)),
        RulePage("head_start", house_rules=((HEAD_START, "stone"), *_SMALL)),
        RulePage("notation", "ybg c1 w1", "laid", _SMALL),
    )

    def options(self, /, **words: str) -> Options:
        chosen = choose(self.house_rules, words)
        head_start: Literal["none", "stone"] = "stone" if chosen[HEAD_START] == "stone" else "none"
        return Options(cast(Variant, chosen["variant"]), cast(Size, chosen["table"]), head_start)

    def deal(self, options: Options, dice: Dice) -> State:
        """One shuffle of the stones in order: the stack from its top; in split seat 0's, then seat 1's.

        A head start lays the first of them before anybody draws. So that both have as many stones in the
        end, the second goes to White, but for split.
        """
        stones, _ = dice.shuffled(STONES)
        laid = int(options.head_start == "stone")
        layout = options.begun_table(stones[0]) if laid else options.bare_table()
        stack: Supply = stones[2 * laid :]
        supplies: tuple[Supply, Supply] = ((), stones[laid : 2 * laid])
        if options.variant == "split":
            stack, supplies = (), (tuple(sorted(stones[laid:EACH])), tuple(sorted(stones[EACH:])))
        ready = State(options, layout, stack, supplies, ((), ()), 0, Asked.PLACEMENT, (), None)
        return turns.begin(ready, 0)

    def parse(self, text: str) -> Move:
        """`roy c3 w2`, `take c3`, `keep`, `pass` or `done`."""
        return parse_move(text)
