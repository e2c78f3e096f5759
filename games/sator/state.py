"""Sator: five pieces each, two of them with a hidden red dot; rules and views."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TypeVar

from games.dice import Dice
from games.game import (
    SEATS,
    Fact,
    HouseRule,
    IllegalMove,
    NotYourTurn,
    PlainView,
    Result,
    RulePage,
    Seat,
    Viewer,
    choose,
    fact,
    other,
)
from games.sator.pieces import (
    DOTS,
    FILES,
    SQUARES,
    START_ROW,
    Advance,
    Advanced,
    Dot,
    Fallen,
    Hide,
    Move,
    Piece,
    Ready,
    Square,
    actions,
    ahead,
    hides,
    parse,
)
from games.sator.telling import (
    tell_act,
    tell_acts_in_short,
    tell_fallen,
    tell_hiding,
    tell_purpose,
    tell_side,
    tell_square,
)
from games.words import Words

P = TypeVar("P", Piece, Fallen)

_SQUARE = attrgetter("square")


@dataclass(frozen=True, slots=True)
class Options:
    """Sator has no house rules."""


@dataclass(frozen=True, slots=True)
class _Position:
    """What state and views hold alike; in a view some dots are unknown."""

    pieces: tuple[Piece, ...]
    """On the board, in the order of their squares (a1, a2 … e5)."""
    fallen: tuple[Fallen, ...]
    """Off the board, in the order in which they left it."""
    ready: tuple[bool, bool]
    """Whether seat 0 and seat 1 have made their set-up."""
    turn: Seat
    """Who moves next once both are ready; after the end, who moved last."""
    trail: tuple[Ready | Advanced, ...]
    """What the latest turn made happen, oldest first: the set-up, or the plies since the other seat's."""
    result: Result | None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        if self.result:
            return ()
        if self.ready == (True, True):
            return (self.turn,)
        return tuple(seat for seat in SEATS if not self.ready[seat])

    @property
    def revealed(self) -> bool:
        """The last ply captured a piece or brought one to the far row: dots came to light (rules 3, 5, 6)."""
        last = self.trail[-1] if self.trail else None
        return isinstance(last, Advanced) and (last.captured is not None or last.arrived is not None)


@dataclass(frozen=True, slots=True)
class View(_Position, PlainView):
    """Sator as one viewer sees it: the viewer's own dots and those that play has made public."""

    viewer: Viewer

    @property
    def open_choice(self) -> bool:
        """The set-up is chosen in secret, everything else in public."""
        return self.viewer is not None or self.ready == (True, True)

    def arranged(self, words: Words) -> tuple[Words, ...]:
        """All files of the set-up; then every move, by the piece from the viewer's left to right."""
        way = -1 if self.viewer == 1 else 1
        if self.ready != (True, True):
            return tuple((file,) for file in FILES[::way]) if words[:1] == ("hide",) else ()
        moves = actions(self.turn, self.pieces)
        ways = [(move.start, move.target) for move in moves]
        ways.sort(key=lambda squares: [FILES.index(square[0]) * way for square in squares])
        return tuple(squares[len(words) :] for squares in ways if squares[: len(words)] == words)

    def tell_turn(self) -> tuple[Fact, ...]:
        return tuple(fact for act in self.trail for fact in tell_act(act))

    def tell_table(self) -> tuple[Fact, ...]:
        sides = (fact for seat in SEATS for fact in tell_side(seat, self.pieces))
        fallen = (fact for seat in SEATS for fact in tell_fallen(seat, self.fallen))
        return (*sides, *fallen, *self.tell_turn())

    def tell_in_short(self) -> tuple[Fact, ...]:
        return tell_acts_in_short(self.trail)

    def tell_last(self) -> tuple[Fact, ...]:
        return tell_act(self.trail[-1])[-1:] if self.trail else ()

    def tell_where(self, words: Words) -> tuple[Fact, ...]:
        """A square by its name, or all pieces."""
        match words:
            case ():
                return (fact("can_ask"),)
            case (square,) if square in SQUARES:
                return tell_square(square, self.pieces)
            case ("pieces",):
                return tuple(fact for seat in SEATS for fact in tell_side(seat, self.pieces))
        return ()

    def tell_task(self, words: Words) -> tuple[Fact, ...]:
        if len(self.to_act) > 1 or words[:1] == ("hide",):
            return ()
        return (fact("task_go" if words else "task_piece"),)

    def tell_purpose(self, move: Move) -> tuple[Fact, ...]:
        """That it wins or captures, or what could capture the piece afterwards; which whites stand safest."""
        return tell_purpose(move, self.pieces) if isinstance(move, Advance) else (tell_hiding(move),)

    def laid_open(self, opposite: View) -> View:
        return replace(
            self,
            pieces=tuple(map(_known, self.pieces, opposite.pieces)),
            fallen=tuple(map(_known, self.fallen, opposite.fallen)),
        )

    def imagine(self, dice: Dice) -> State:
        """The unknown dots of each seat drawn from those it has left; seat 0's first.

        Any such draw fits: what a seat may do never depends on a dot that is not public.
        """
        black, dice = self._draw(0, dice)
        ivory, _ = self._draw(1, dice)
        unseen = (iter(black), iter(ivory))
        return State(
            tuple(_with_dot(piece, unseen) for piece in self.pieces),
            tuple(_with_dot(piece, unseen) for piece in self.fallen),
            self.ready,
            self.turn,
            self.trail,
            self.result,
        )

    def _draw(self, seat: Seat, dice: Dice) -> tuple[tuple[Dot, ...], Dice]:
        """The dots of `seat` that this view does not show, in a random order."""
        if not self.ready[seat]:
            return (Dot.UNKNOWN,) * len(DOTS), dice  # nothing is chosen yet: nothing to draw
        unseen = list(DOTS)
        pieces: tuple[Piece | Fallen, ...] = (*self.pieces, *self.fallen)
        for piece in pieces:
            if piece.seat == seat and piece.dot is not Dot.UNKNOWN:
                unseen.remove(piece.dot)
        return dice.shuffled(unseen)


def _known(piece: P, opposite: P) -> P:
    return opposite if piece.dot is Dot.UNKNOWN else piece


def _with_dot(piece: P, unseen: tuple[Iterator[Dot], Iterator[Dot]]) -> P:
    if piece.dot is not Dot.UNKNOWN:
        return piece
    return replace(piece, dot=next(unseen[piece.seat]))


@dataclass(frozen=True, slots=True)
class State(_Position):
    """A position of Sator with all dots; those of a seat that has not chosen yet are unknown even here."""

    _found: tuple[Advance, ...] | None = field(default=None, kw_only=True, compare=False, repr=False)
    """What the seat to move may do, where that was needed to find out whose turn it is."""

    def legal_moves(self, seat: Seat) -> tuple[Move, ...]:
        """`hide a b` … `hide d e`; after the set-up by start a1, a2 … e5, then by target from file a to e."""
        return self._moves(seat) if seat in self.to_act else ()

    def _moves(self, seat: Seat) -> tuple[Move, ...]:
        if not self.ready[seat]:
            return hides()
        return actions(seat, self.pieces) if self._found is None else self._found

    def play(self, seat: Seat, move: Move) -> State:
        """Hide the red dots, or step or capture and see who can act next (Sator, rules 1 to 7)."""
        if seat not in self.to_act:
            raise NotYourTurn(seat)
        if move not in self._moves(seat):
            raise self._objection(seat, move)
        return self._hide(seat, move) if isinstance(move, Hide) else self._advance(seat, move)

    def view(self, viewer: Viewer) -> View:
        """The squares of all pieces, the viewer's own dots, and those that are public."""
        return View(
            tuple(piece.seen_by(viewer) for piece in self.pieces),
            tuple(piece.seen_by(viewer) for piece in self.fallen),
            self.ready,
            self.turn,
            self.trail,
            self.result,
            viewer,
        )

    def _objection(self, seat: Seat, move: Move) -> IllegalMove:
        """Why the rules forbid the move, which they do. No dot that is not public has a say in it."""
        if isinstance(move, Hide):
            return IllegalMove("set_up_is_over" if self.ready[seat] else "two_files_in_order")
        if not self.ready[seat]:
            return IllegalMove("set_up_first")
        board = self._board()
        piece, there = board.get(move.start), board.get(move.target)
        if piece is None:
            return IllegalMove("no_piece", square=move.start)
        if piece.seat != seat:
            return IllegalMove("not_your_piece", square=move.start)
        if piece.arrived:
            return IllegalMove("piece_has_arrived", square=move.start)
        if move.target not in ahead(seat, move.start):
            return IllegalMove("not_ahead", start=move.start, target=move.target)
        if there is None:
            return IllegalMove("nothing_to_capture", square=move.target)
        straight = move.target[0] == move.start[0]
        return IllegalMove("blocked" if straight else "own_piece", square=move.target)

    def _board(self) -> dict[Square, Piece]:
        return {piece.square: piece for piece in self.pieces}

    def _hide(self, seat: Seat, move: Hide) -> State:
        """Sator, rule 1."""
        dots = {file: Dot.RED if file in move.files else Dot.WHITE for file in FILES}
        pieces = tuple(
            Piece(seat, piece.square, dots[piece.square[0]]) if piece.seat == seat else piece
            for piece in self.pieces
        )
        ready = (self.ready[0] or seat == 0, self.ready[1] or seat == 1)
        return replace(self, pieces=pieces, ready=ready, trail=(*self.trail, Ready(seat)))

    def _advance(self, seat: Seat, move: Advance) -> State:
        """Sator, rules 2, 3, 5 and 6."""
        board = self._board()
        mover, captured = board.pop(move.start), board.pop(move.target, None)
        fallen = self.fallen
        arrived: Dot | None = None
        if captured:
            fallen = (*fallen, Fallen(captured.seat, captured.dot, captor=False))
        # Settle the capture before looking for an arrival: a captor that falls has not arrived.
        if captured and captured.dot is Dot.RED:
            fallen = (*fallen, Fallen(seat, mover.dot, captor=True))
        else:
            mover = board[move.target] = Piece(seat, move.target, mover.dot)
            arrived = mover.dot if mover.arrived else None
        act = Advanced(seat, move, captured.dot if captured else None, arrived, skipped=False)
        return self._next(tuple(sorted(board.values(), key=_SQUARE)), fallen, act)

    def _next(self, pieces: tuple[Piece, ...], fallen: tuple[Fallen, ...], act: Advanced) -> State:
        """Who goes on after `act`, or how it ended (Sator, rules 4, 5 and 7)."""
        turn, result = other(act.seat), None
        moves = actions(turn, pieces)
        if act.arrived is Dot.WHITE:
            turn, result = act.seat, _result(act.seat, "arrival")
        elif not moves:
            turn, moves = act.seat, actions(act.seat, pieces)
            if moves:
                act = replace(act, skipped=True)
            else:
                result = _result(_more_advanced(pieces), "advance")
        last = self.trail[-1] if self.trail else None
        same_turn = isinstance(last, Advanced) and last.skipped
        trail = (*self.trail, act) if same_turn else (act,)
        return State(pieces, fallen, self.ready, turn, trail, result, _found=moves)


def _more_advanced(pieces: tuple[Piece, ...]) -> Seat | None:
    """Whose pieces have advanced further, the furthest compared first (Sator, rule 7); None if equal."""
    black, ivory = (sorted((p.steps for p in pieces if p.seat == seat), reverse=True) for seat in SEATS)
    if black == ivory:
        return None
    return 0 if black > ivory else 1


_SET_UP = tuple(Piece(seat, file + START_ROW[seat], Dot.UNKNOWN) for file in FILES for seat in SEATS)


def _result(winner: Seat | None, reason: str) -> Result:
    return Result(winner, (int(winner == 0), int(winner == 1)), reason)


@dataclass(frozen=True, slots=True)
class Sator:
    """The game as the catalogue lists it."""

    key: str = "sator"
    version: int = 1
    house_rules: tuple[HouseRule, ...] = ()
    rule_pages: tuple[RulePage, ...] = (
        RulePage("set_up", "hide b d, hide b d", "ready"),
        RulePage("capture", "hide c e, hide b d, b1 b2, c5 c4, b2 b3, c4 b3", "captured_white"),
        RulePage("red", "hide b d, hide a c, d1 d2, e5 e4, d2 d3, e4 d3", "captured_red"),
        RulePage(
            "arrival", "hide b d, hide c e, a1 a2, b5 b4, a2 a3, a5 a4, a3 b4, c5 c4, b4 b5", "arrived_white"
        ),
        RulePage("end", "hide a c, hide b e, c1 c2, a5 a4, c2 c3, b5 b4, c3 c4, a4 a3, c4 d5", "arrived_red"),
    )

    def options(self, /, **words: str) -> Options:
        choose(self.house_rules, words)
        return Options()

    def deal(self, options: Options, dice: Dice) -> State:
        """Both rows set up, all dots yet to be chosen; no chance in it."""
        return State(_SET_UP, (), (False, False), 0, (), None)

    def parse(self, text: str) -> Move:
        """`hide b d`, the files in any order; `b1 b2`."""
        return parse(text)
