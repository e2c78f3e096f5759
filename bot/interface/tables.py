"""Tables that are shown as pictures, where text would not fit a phone: leaderboards and profiles."""

from __future__ import annotations

from dataclasses import dataclass

from renderers.rows import Career, Crossing, Headings, Outcome, Standing

__all__ = [
    "Career",
    "Careers",
    "Crossing",
    "Crosstable",
    "Headings",
    "Outcome",
    "Ranking",
    "Standing",
    "Table",
]


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
class Careers:
    """How somebody has done in each game."""

    name: str
    rows: tuple[Career, ...]
    headings: Headings
    alt: str
    """The whole table in words."""


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
