"""How somebody looks for an opponent whom they do not know."""

from __future__ import annotations

from games.frozen import frozen
from games.words import Words


@frozen
class ShowSeeks:
    """Who looks for an opponent?"""


@frozen
class SeekOpponent:
    """Find me an opponent: a match begins with whoever looks for the same."""

    game: str
    words: Words
    """House rules and the like, as `target=30`, and a range of ratings, as `1400-1600`."""


@frozen
class TakeSeek:
    """Play with somebody who looks for an opponent."""

    game: str
    seek: str
    """Its id."""


@frozen
class WithdrawSeek:
    """Look for no opponent in a game any more."""

    game: str


SeekRequest = ShowSeeks | SeekOpponent | TakeSeek | WithdrawSeek
