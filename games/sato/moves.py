"""The moves of Sato, and how they are written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from games.game import InvalidNotation
from games.sato.lattice import Point, parse_point, point_name
from games.sato.stones import TURNS, Face, Stone, face_letter, parse_stone, stone_name

EXPECTED = (
    "stone, point, face and turn, such as roy c3 w2 (a stone is called after its white face, anticlockwise"
    " from the earliest colour of r o y g b v), or take c3, keep, pass, done"
)


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a stone from the supply; notation `roy c3 w2`.

    The point tells the level: it is open on one at most.
    """

    stone: Stone
    point: Point
    face: Face
    turn: int
    """The corner, 0 to 5, of the tip in the colour that the stone's name begins with."""

    def __str__(self) -> str:
        return f"{stone_name(self.stone)} {point_name(self.point)} {face_letter(self.face)}{self.turn}"


@dataclass(frozen=True, slots=True)
class Take:
    """After a new sato: take the topmost stone at a point into the supply; notation `take c3`."""

    point: Point

    def __str__(self) -> str:
        return f"take {point_name(self.point)}"


class Say(Enum):
    """A move of one word."""

    KEEP = "keep"
    """After a new sato: take nothing."""
    PASS = "pass"  # noqa: S105 - no secret, a word of the game
    """Decline the placement of the turn."""
    DONE = "done"
    """Decline an extra placement."""

    def __str__(self) -> str:
        return self.value


Move = Lay | Take | Say


def parse_move(text: str) -> Move:
    """The move written in `text`, inverse of `str(move)`; any case, surplus blanks ignored.

    Raises:
        InvalidNotation: no move of Sato is written so.
    """
    try:
        match text.lower().split():
            case [word]:
                return Say(word)
            case ["take", point]:
                return Take(parse_point(point))
            case [stone, point, way] if way in _WAYS:
                return Lay(parse_stone(stone), parse_point(point), *_WAYS[way])
    except ValueError:
        pass
    raise InvalidNotation(text, EXPECTED)


_WAYS = {f"{face_letter(face)}{turn}": (face, turn) for face in Face for turn in range(TURNS)}
