"""Tables that are shown as pictures, where text would not fit a phone: leaderboards and profiles."""

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
    """From 1."""
    name: str
    rating: int | str
    """Or points, such as `2½`."""
    provisional: bool
    matches: int | str
    """Or the tie-break, as points are written."""
    won: int
    drawn: int
    lost: int
    own: bool
    """It is the reader's."""
    remark: str = ""
    """Beside the name."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A leaderboard, or how everybody stands in a tournament."""

    title: str
    rows: tuple[Standing, ...]
    headings: Headings
    """Of a tournament, `rating` is that of the points and `matches` that of the tie-break."""
    alt: str
    """The whole table in words."""


@dataclass(frozen=True, slots=True)
class Career:
    """How somebody has done in one game."""

    game: str
    """Its name, in the reader's language."""
    rating: int
    provisional: bool
    matches: int
    won: int
    drawn: int
    lost: int
    last: tuple[Outcome, ...]
    """The newest last."""


@dataclass(frozen=True, slots=True)
class Careers:
    """How somebody has done in each game."""

    name: str
    rows: tuple[Career, ...]
    headings: Headings
    alt: str
    """The whole table in words."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Somebody's row in a crosstable."""

    rank: int
    """From 1."""
    name: str
    points: str
    """Such as `2½`."""
    cells: tuple[str, ...]
    """What they got against each of all rows; "" where nothing is known, or they have not met."""
    own: bool
    """It is the reader's."""
    remark: str
    """Beside the name."""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Who did how against whom in a tournament."""

    title: str
    rows: tuple[Crossing, ...]
    name: str
    """The heading of the names."""
    points: str
    """That of the points."""
    legend: str
    alt: str
    """The whole table in words."""


Table = Ranking | Careers | Crosstable
