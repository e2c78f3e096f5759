"""Sator: five pieces each, two of them with a hidden red dot; rules and views."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import combinations
from operator import attrgetter
from typing import TypeVar

from games.dice import Dice
from games.game import (
    SEATS,
    HouseRule,
    IllegalMove,
    InvalidNotation,
    NotYourTurn,
    Result,
    Seat,
    Viewer,
    choose,
    other,
)

FILES = "abcde"
ROWS = "12345"

Square = str
"""A file and a row, such as `c3`; seat 0 starts on row 1, seat 1 on row 5."""

START_ROW = (ROWS[0], ROWS[-1])
FAR_ROW = (ROWS[-1], ROWS[0])


class Dot(Enum):
    """What is painted below a piece."""

    WHITE = "white"
    RED = "red"
    UNKNOWN = "unknown"
    """Not shown to this viewer, or not chosen yet."""


DOTS = (Dot.WHITE, Dot.WHITE, Dot.WHITE, Dot.RED, Dot.RED)
"""The dots of one seat."""


@dataclass(frozen=True, slots=True)
class Options:
    """Sator has no house rules."""


@dataclass(frozen=True, slots=True)
class Hide:
    """Put the red dots below the pieces of two files; notation `hide b d`, in the order of the files."""

    files: tuple[str, str]

    def __str__(self) -> str:
        return " ".join(("hide", *self.files))


@dataclass(frozen=True, slots=True)
class Advance:
    """Step straight ahead or capture diagonally ahead; notation `b1 b2`, `b1 c2`."""

    start: Square
    target: Square

    def __str__(self) -> str:
        return f"{self.start} {self.target}"


Move = Hide | Advance


@dataclass(frozen=True, slots=True)
class Ready:
    """A seat has made its set-up; which files it chose did not happen before all eyes."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Advanced:
    """What one step or capture made happen; all of it is public."""

    seat: Seat
    move: Advance
    captured: Dot | None
    """The dot that the captured piece showed; None for a step."""
    arrived: Dot | None
    """The dot of the piece when it reached the far row: white wins, red stays there. None elsewhere."""
    skipped: bool
    """The other seat has no action, so the same seat goes on."""

    @property
    def both_off(self) -> bool:
        """The captured dot was red and took the captor along."""
        return self.captured is Dot.RED


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the board."""

    seat: Seat
    square: Square
    dot: Dot

    @property
    def steps(self) -> int:
        """Rows advanced from the starting row, 0 to 4."""
        return abs(ROWS.index(self.square[1]) - ROWS.index(START_ROW[self.seat]))

    @property
    def arrived(self) -> bool:
        """On the far row, its dot public: white has won there, red stays (Sator, rules 5 and 6)."""
        return self.square[1] == FAR_ROW[self.seat]

    def seen_by(self, viewer: Viewer) -> Piece:
        """The piece with its dot only for its owner, or once it is public."""
        known = viewer == self.seat or self.arrived
        return Piece(self.seat, self.square, self.dot if known else Dot.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Fallen:
    """A piece that has left the board."""

    seat: Seat
    dot: Dot
    captor: bool
    """It captured a red dot and left with it, unseen; otherwise it was captured and showed its dot."""

    def seen_by(self, viewer: Viewer) -> Fallen:
        """The piece with its dot only for its owner, or if it was captured."""
        known = viewer == self.seat or not self.captor
        return Fallen(self.seat, self.dot if known else Dot.UNKNOWN, self.captor)


Board = dict[Square, Piece]
P = TypeVar("P", Piece, Fallen)


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
        """In the set-up all who have not chosen, then the seat to move; () when the match is over."""
        if self.result:
            return ()
        if self.ready == (True, True):
            return (self.turn,)
        return tuple(seat for seat in SEATS if not self.ready[seat])


@dataclass(frozen=True, slots=True)
class View(_Position):
    """Sator as one viewer sees it: his own dots and those that play has made public."""

    viewer: Viewer

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


def _with_dot(piece: P, unseen: tuple[Iterator[Dot], Iterator[Dot]]) -> P:
    if piece.dot is not Dot.UNKNOWN:
        return piece
    return replace(piece, dot=next(unseen[piece.seat]))


@dataclass(frozen=True, slots=True)
class State(_Position):
    """A position of Sator with all dots; those of a seat that has not chosen yet are unknown even here."""

    def legal_moves(self, seat: Seat) -> tuple[Move, ...]:
        """`hide a b` … `hide d e`; after the set-up by start a1, a2 … e5, then by target from file a to e."""
        if seat not in self.to_act:
            return ()
        if not self.ready[seat]:
            return hides()
        return tuple(_actions(seat, {piece.square: piece for piece in self.pieces}))

    def play(self, seat: Seat, move: Move) -> State:
        """Hide the red dots, or step or capture and see who can act next (Sator, rules 1 to 7)."""
        if seat not in self.to_act:
            raise NotYourTurn(seat)
        if objection := self._objection(seat, move):
            raise objection
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

    def _objection(self, seat: Seat, move: Move) -> IllegalMove | None:
        """Why the rules forbid the move, or None. No dot that is not public has a say in it."""
        if isinstance(move, Hide):
            if self.ready[seat]:
                return IllegalMove("set_up_is_over")
            return None if move in hides() else IllegalMove("two_files_in_order")
        if not self.ready[seat]:
            return IllegalMove("set_up_first")
        board = {piece.square: piece for piece in self.pieces}
        piece = board.get(move.start)
        if piece is None:
            return IllegalMove("no_piece", square=move.start)
        if piece.seat != seat:
            return IllegalMove("not_your_piece", square=move.start)
        if piece.arrived:
            return IllegalMove("piece_has_arrived", square=move.start)
        if move.target not in ahead(seat, move.start):
            return IllegalMove("not_ahead", start=move.start, target=move.target)
        if obstacle := _obstacle(piece, move.target, board):
            return IllegalMove(obstacle, square=move.target)
        return None

    def _hide(self, seat: Seat, move: Hide) -> State:
        """Sator, rule 1."""
        dots = {file: Dot.RED if file in move.files else Dot.WHITE for file in FILES}
        pieces = tuple(
            replace(piece, dot=dots[piece.square[0]]) if piece.seat == seat else piece
            for piece in self.pieces
        )
        ready = (self.ready[0] or seat == 0, self.ready[1] or seat == 1)
        return replace(self, pieces=pieces, ready=ready, trail=(*self.trail, Ready(seat)))

    def _advance(self, seat: Seat, move: Advance) -> State:
        """Sator, rules 2, 3, 5 and 6."""
        board = {piece.square: piece for piece in self.pieces}
        mover = board.pop(move.start)
        captured = board.pop(move.target, None)
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
        return self._next(board, fallen, act)

    def _next(self, board: Board, fallen: tuple[Fallen, ...], act: Advanced) -> State:
        """Who goes on after `act`, or how it ended (Sator, rules 4, 5 and 7)."""
        opponent = other(act.seat)
        opponent_acts = any(_actions(opponent, board))
        result = None
        if act.arrived is Dot.WHITE:
            result = _result(act.seat, "arrival")
        elif not opponent_acts:
            if any(_actions(act.seat, board)):
                act = replace(act, skipped=True)
            else:
                result = _result(_more_advanced(board), "advance")
        same_turn = any(isinstance(event, Advanced) and event.skipped for event in self.trail[-1:])
        return State(
            tuple(sorted(board.values(), key=attrgetter("square"))),
            fallen,
            self.ready,
            opponent if opponent_acts and not result else act.seat,
            (*self.trail, act) if same_turn else (act,),
            result,
        )


@cache
def hides() -> tuple[Hide, ...]:
    """The ten set-ups of a seat, from `hide a b` to `hide d e`."""
    return tuple(Hide(files) for files in combinations(FILES, 2))


@cache
def ahead(seat: Seat, square: Square) -> tuple[Square, ...]:
    """The two or three squares of the next row that touch `square`, from file a to e; () on the far row."""
    if square[1] == FAR_ROW[seat]:
        return ()
    row = ROWS[ROWS.index(square[1]) + (1 if seat == 0 else -1)]
    file = FILES.index(square[0])
    return tuple(near + row for near in FILES[max(file - 1, 0) : file + 2])


def _actions(seat: Seat, board: Board) -> Iterator[Advance]:
    """What `seat` may do, in the order of the board (Sator, rule 2)."""
    for start, piece in board.items():
        if piece.seat == seat:
            for target in ahead(seat, start):
                if not _obstacle(piece, target, board):
                    yield Advance(start, target)


def _obstacle(piece: Piece, target: Square, board: Board) -> str | None:
    """Why `piece` cannot go to `target`, a square ahead of it; None if it can.

    That an arrived piece cannot be captured needs no word here: nobody moves onto his own starting row.
    """
    there = board.get(target)
    if target[0] == piece.square[0]:
        return "blocked" if there else None
    if there is None:
        return "nothing_to_capture"
    return "own_piece" if there.seat == piece.seat else None


def _more_advanced(board: Board) -> Seat | None:
    """Whose pieces have advanced further, the furthest compared first (Sator, rule 7); None if equal."""
    pieces = board.values()
    black, ivory = (sorted((p.steps for p in pieces if p.seat == seat), reverse=True) for seat in SEATS)
    if black == ivory:
        return None
    return 0 if black > ivory else 1


def _result(winner: Seat | None, reason: str) -> Result:
    return Result(winner, (int(winner == 0), int(winner == 1)), reason)


@dataclass(frozen=True, slots=True)
class Sator:
    """The game as the catalogue lists it."""

    key: str = "sator"
    version: int = 1
    house_rules: tuple[HouseRule, ...] = ()

    def options(self, **words: str) -> Options:
        """No words are known."""
        choose(self.house_rules, words)
        return Options()

    def deal(self, options: Options, dice: Dice) -> State:
        """Both rows set up, all dots yet to be chosen; no chance in it."""
        pieces = (Piece(seat, file + START_ROW[seat], Dot.UNKNOWN) for file in FILES for seat in SEATS)
        return State(tuple(pieces), (), (False, False), 0, (), None)

    def parse(self, text: str) -> Move:
        """`hide b d`, the files in any order; `b1 b2`."""
        match text.lower().split():
            case ["hide", *files] if len(files) == 2 and set(files) < set(FILES) and files[0] != files[1]:
                return Hide((min(files), max(files)))
            case [start, target] if _is_square(start) and _is_square(target):
                return Advance(start, target)
        raise InvalidNotation(text, "hide and two files, such as hide b d, or two squares, such as b1 b2")


def _is_square(word: str) -> bool:
    return len(word) == 2 and word[0] in FILES and word[1] in ROWS
