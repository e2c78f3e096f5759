"""Who looks for an opponent whom they do not know: facts beside the log, gone when two have met."""

from __future__ import annotations

from typing import Protocol

from games.events import PlayerId
from games.frozen import frozen

ANY_RATING = (0, 9999)
"""From the lowest to the highest rating that there is."""


@frozen
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


class Seeks(Protocol):
    """The part of the store that knows who looks for an opponent."""

    async def seeks(self, at: int, *, game: str | None = None, most: int) -> tuple[Seek, ...]:
        """So many of those that are good at this time, of one game or of all, the oldest first."""

    async def seeks_of(self, player: PlayerId, at: int) -> tuple[Seek, ...]:
        """A player's own that are good at this time, the oldest first."""

    async def met_under_way(self, player: PlayerId) -> int:
        """How many challenges and running matches of a player came of seeks, theirs or others'."""

    async def put_seek(self, seek: Seek) -> None:
        """Somebody looks for an opponent, and no more for another in the same game."""

    async def drop_seek(self, player: PlayerId, game: str) -> None:
        """Somebody looks for no opponent in a game any more."""
