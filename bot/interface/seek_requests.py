"""How somebody looks for an opponent whom they do not know."""

from __future__ import annotations

from dataclasses import dataclass

from games.words import Words


@dataclass(frozen=True, slots=True)
class ShowSeeks:
    """Who looks for an opponent?"""


@dataclass(frozen=True, slots=True)
class SeekOpponent:
    """Find me an opponent: a match begins with whoever looks for the same."""

    game: str
    words: Words
    """House rules and the like, as `target=30`, and a range of ratings, as `1400-1600`."""


@dataclass(frozen=True, slots=True)
class TakeSeek:
    """Play with somebody who looks for an opponent."""

    game: str
    seek: str
    """Its id."""


@dataclass(frozen=True, slots=True)
class WithdrawSeek:
    """Look for no opponent in a game any more."""

    game: str


SeekRequest = ShowSeeks | SeekOpponent | TakeSeek | WithdrawSeek
