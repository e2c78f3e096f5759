"""Searches for an opponent. Times are in seconds since 1970."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import PlayerId

ANY_RATING = (0, 9999)
"""The lowest and the highest possible rating."""


@dataclass(frozen=True, slots=True)
class Seek:
    """A search for an opponent; each player has at most one per game."""

    id: str
    player: PlayerId
    game: str
    terms: tuple[str, ...]
    """The options of the match, as `target=30`; defaults are left out."""
    ratings: tuple[int, int]
    """The lowest and the highest rating in the game that the opponent may have."""
    platform: str
    press: str
    """The press that requested it, which is counted for the resulting match."""
    at: int
    until: int
