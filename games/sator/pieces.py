"""The board of Sator: squares, pieces, dots, moves, and what a move makes happen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import combinations

from games.game import InvalidNotation, Seat, Viewer, other

FILES = "abcde"
ROWS = "12345"
SQUARES = tuple(f"{file}{row}" for file in FILES for row in ROWS)

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
class Hide:
    """Put the red dots below the pieces of two files; notation `hide b d`, in the order of the files."""

    files: tuple[str, str]

    def __str__(self) -> str:
        return " ".join(("hide", *self.files))

    @property
    def spellings(self) -> tuple[str, ...]:
        """The files may be named in any order."""
        first, second = self.files
        return (str(self), f"hide {second} {first}")


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
    """A seat has made its set-up; which files it chose is not public."""

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


@cache
def _ways(seat: Seat, square: Square) -> tuple[tuple[Advance, Seat | None], ...]:
    """The steps and captures from a square, each with whose piece has to be on its target: none for a step.

    An arrived piece cannot be captured, which needs no check: no piece moves onto its own starting row.
    """
    return tuple(
        (Advance(square, target), None if target[0] == square[0] else other(seat))
        for target in ahead(seat, square)
    )


def actions(seat: Seat, pieces: Iterable[Piece]) -> tuple[Advance, ...]:
    """What `seat` may do, in the order of the pieces (Sator, rule 2)."""
    owners = {piece.square: piece.seat for piece in pieces}
    return tuple(
        [
            move
            for start, owner in owners.items()
            if owner == seat
            for move, needed in _ways(seat, start)
            if owners.get(move.target) == needed
        ]
    )


def parse(text: str) -> Move:
    """The move written in `text`: `hide b d` or `b d`, the files in any order, or `b1 b2`.

    Raises:
        InvalidNotation: it is neither.
    """
    match text.lower().split():
        case ["hide", *files] | [*files] if (
            len(files) == 2 and set(files) < set(FILES) and files[0] != files[1]
        ):
            return Hide((min(files), max(files)))
        case [start, target] if _is_square(start) and _is_square(target):
            return Advance(start, target)
    raise InvalidNotation(text, "hide and two columns, such as hide b d, or two squares, such as b1 b2")


def _is_square(word: str) -> bool:
    return len(word) == 2 and word[0] in FILES and word[1] in ROWS
