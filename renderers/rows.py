"""What tables are painted of: leaderboards, crosstables, and one player's results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["won", "drawn", "lost"]


@dataclass(frozen=True, slots=True)
class Headings:
    """What the columns are called, in the reader's language."""

    name: str
    rating: str
    matches: str
    won: str
    drawn: str
    lost: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of a leaderboard, or of the standings of a tournament."""

    rank: int
    """1 for the best; equals share it."""
    name: str
    """In any script and of any length."""
    rating: int | str
    """Or points, such as `2½`."""
    provisional: bool
    """The rating is not sure yet."""
    matches: int | str
    """Or the tie-break, as points are written; "" if it breaks no tie."""
    won: int
    drawn: int
    lost: int
    own: bool = False
    """It is the reader's."""
    remark: str = ""
    """Beside the name, such as that they have left."""

    @property
    def numbers(self) -> tuple[str, ...]:
        return tuple(map(str, (self.rating, self.matches, self.won, self.drawn, self.lost)))


@dataclass(frozen=True, slots=True)
class Career:
    """How somebody has done in one game."""

    game: str
    """Its title, in the reader's language."""
    rating: int
    provisional: bool
    """The rating is not sure yet."""
    matches: int
    won: int
    drawn: int
    lost: int
    last: tuple[Outcome, ...] = ()
    """The newest last."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Somebody's row in a crosstable."""

    rank: int
    """1 for the best; equals share it."""
    name: str
    """In any script and of any length."""
    points: str
    """Such as `2½`."""
    cells: tuple[str, ...]
    """What they got against each of all rows; "" for nothing."""
    own: bool = False
    """It is the reader's."""
    remark: str = ""
    """Beside the name."""
