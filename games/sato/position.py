"""What state and views of Sato have in common: house rules, the question asked, and what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from games.game import SEATS, Result, Seat, other
from games.sato.lattice import cell, table
from games.sato.layout import Laid, Layout, SatoSpot
from games.sato.stones import Face, Stone

STONE_POINTS = 3
"""What a stone left in a supply is worth to the opponent, in points (Sato, rule 7)."""

Variant = Literal["open", "split", "hidden"]
Size = Literal["small", "medium", "large"]

SIZES: Mapping[Size, tuple[int, int]] = {"small": (7, 5), "medium": (9, 7), "large": (13, 11)}
"""Columns and rows of the tables."""

Supply = tuple[Stone, ...]
"""Stones in hand, in the order of the stones; those that the viewer may not know are UNKNOWN, at the end."""


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of one match."""

    variant: Variant
    """`split`: all stones dealt out at the start. `hidden`: drawn from a bag into hidden supplies."""
    table: Size
    head_start: Literal["none", "stone"] = "none"
    """`stone`: before Black begins one of Black's stones lies on the table, and White holds one as well."""

    def bare_table(self) -> Layout:
        """The table without a stone."""
        return Layout.empty(table(*SIZES[self.table]))

    def begun_table(self, first: Stone) -> Layout:
        """The table with this stone in the middle, black dots up, in turn 0."""
        columns, rows = SIZES[self.table]
        return self.bare_table().lay(Laid(0, cell(columns // 2, rows // 2), first, Face.BLACK, 0))


class Asked(Enum):
    """What the seat to act is asked."""

    PLACEMENT = "placement"
    """The placement of its turn: lay or `pass`."""
    TAKE = "take"
    """After a new sato: take a stone or `keep`."""
    EXTRA = "extra"
    """After covering a sato: lay another stone or `done`."""


@dataclass(frozen=True, slots=True)
class Drew:
    """The duty at the start of a turn: the top stone of the stack goes into the supply."""

    seat: Seat
    stone: Stone


@dataclass(frozen=True, slots=True)
class Placed:
    """A stone was laid, and what that did."""

    seat: Seat
    laid: Laid
    completed: tuple[SatoSpot, ...]
    """The satos that are new."""
    covered: SatoSpot | None
    """The sato that it lies on."""
    was_known: bool
    """Everybody knew that this seat had the stone."""


@dataclass(frozen=True, slots=True)
class Took:
    """A stone went from the layout into the supply."""

    seat: Seat
    laid: Laid


@dataclass(frozen=True, slots=True)
class Kept:
    """The layout stayed as it was, although a stone might have been taken."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Passed:
    """A turn went by without its placement."""

    seat: Seat
    automatic: bool
    """Nobody was asked: all could see that nothing fits."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The turn ended although an extra placement was allowed."""

    seat: Seat
    automatic: bool
    """Nobody was asked: all could see that nothing fits."""


Happening = Drew | Placed | Took | Kept | Passed | Stopped


@dataclass(frozen=True, slots=True)
class Position:
    """A match of Sato at one ply. In a state all stones are known; in a view some are UNKNOWN."""

    options: Options
    layout: Layout
    stack: tuple[Stone, ...]
    """The stones still to be drawn, the next one first."""
    supplies: tuple[Supply, Supply]
    returned: tuple[Supply, Supply]
    """The stones of each supply that came back from the layout: everybody knows that they are there."""
    turn: Seat
    """Whose turn it is; after the end, whose it was."""
    asked: Asked
    trail: tuple[Happening, ...]
    """What happened in the latest turn, oldest first, and the draw that opens the present one."""
    result: Result | None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return () if self.result else (self.turn,)

    @property
    def revealed(self) -> bool:
        """The last ply made somebody draw, or showed what a hidden supply has or that nothing in it fits."""
        for happening in reversed(self.trail):
            match happening:
                case Passed(automatic=True) | Stopped(automatic=True):
                    continue  # followed by itself from what was asked
                case Drew():
                    return True
                case Passed():
                    return self.options.variant == "hidden"
                case Placed(was_known=was_known):
                    return not was_known
                case _:
                    return False
        return False

    @property
    def scores(self) -> tuple[int, int]:
        """The points of each seat if the match ended now (Sato, rule 7); public, as sizes of supplies are."""
        return scores(self.layout, self.supplies)


def dots_of(seat: Seat) -> Face:
    """The face whose dots count for a seat: Black is seat 0 and begins."""
    return Face.BLACK if seat == 0 else Face.WHITE


def scores(layout: Layout, supplies: Sequence[Supply]) -> tuple[int, int]:
    """The points of each seat if the match ended so (Sato, rule 7)."""
    first, second = (layout.dots(dots_of(seat)) + STONE_POINTS * len(supplies[other(seat)]) for seat in SEATS)
    return first, second
