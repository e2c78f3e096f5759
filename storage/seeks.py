"""Who looks for an opponent whom they do not know: facts beside the log, gone when two have met."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import PlayerId

ANY_RATING = (0, 9999)
"""From the lowest to the highest rating that there is."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody looks for an opponent; of a player there is one for each game."""

    id: str
    player: PlayerId
    game: str
    terms: tuple[str, ...]
    """What the match is to be, as `target=30`; what is not said is as usual."""
    ratings: tuple[int, int]
    """From the lowest to the highest rating that the opponent may have in the game."""
    platform: str
    """Where they asked."""
    press: str
    """What asked for it: it counts for the match that comes of it."""
    at: int
    """When, in seconds since 1970."""
    until: int
    """From then on it is no good; likewise."""
