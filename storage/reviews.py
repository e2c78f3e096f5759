"""What is kept beside matches: reviews, each of what the moves of a player cost, and imported records."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import PlayerId


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """What a move cost."""

    cost: float
    better: str | None
    """In notation; None where the move was the best."""
    exact: bool
    """Whether the cost is known for certain."""
    laid_open: float | None = None
    """The same from what both seats knew together, where that is more."""


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """The record of a match that somebody has brought along; nobody else sees it."""

    id: str
    """Drawn at random, longer than the id of any match."""
    player: PlayerId
    at: int
    """When, in seconds since 1970."""
    text: str
