"""Finished matches: how they ended, how strong that says people are, reviews, and records brought along."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.events import MatchId, PlayerId
from games.game import Seat

Counts = Literal["rated", "casual", "often", "short", "void", "alone"]
"""Whether a result counts for the ratings, or why not.

`casual`: agreed so. `often`: these two had enough rated matches of this game that day. `short`: given up or
agreed on before it had really begun. `void`: nobody won and nobody wanted a draw. `alone`: both seats are one
person's.
"""


CAPPED = 30 * 86_400
"""So many seconds a keyed hash of a forgotten account is kept, to count the rated matches of a pair."""

LOW_DEVIATIONS = 2.0
"""By so many deviations a rating may be too high, all but surely; the database counts with it, too."""


class Strength(NamedTuple):
    """How strong somebody is taken to be, and how sure that is; both in points."""

    value: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a rated match did to the rating of a seat."""

    before: Strength
    became: float
    """The value after it."""
    matches: int
    """The seat's rated matches of this game, this one included."""
    weight: float
    """How much of a result it was taken for; 1 for all of it."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match that is over."""

    match: MatchId
    game: str
    house_rules: str
    """In short, as `target=30`."""
    players: tuple[PlayerId, PlayerId]
    """Seat 0 and seat 1."""
    winner: Seat | None
    reason: str
    """That of `games.match.Ending`."""
    plies: int
    """Of both; those that were taken back do not count."""
    ended: int
    """In seconds since 1970."""
    counts: Counts
    weighed: tuple[Weighed, Weighed] | None = None
    """None where it does not count, or has not been rated anew yet."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is in a game, and what that comes from; rated matches alone."""

    player: PlayerId
    game: str
    strength: Strength
    """As of the end of the latest match."""
    volatility: float
    """How erratic their results are, as Glicko-2 measures it."""
    provisional: bool
    """There are too few matches for leaderboards."""
    won: int
    drawn: int
    lost: int
    first: int
    """When the first one ended, in seconds since 1970."""
    last: int
    """When the last one ended, likewise."""

    @property
    def matches(self) -> int:
        """How many there are."""
        return self.won + self.drawn + self.lost

    @property
    def low(self) -> float:
        """What the player is at least worth, all but surely: leaderboards are ordered by it."""
        return self.strength.value - LOW_DEVIATIONS * self.strength.deviation


@dataclass(frozen=True, slots=True)
class Tally:
    """How one player did against another in a game."""

    game: str
    won: int
    drawn: int
    lost: int


class Abandoned(NamedTuple):
    """Rated matches that ended before they had really begun."""

    number: int
    last: int
    """When the last one ended, in seconds since 1970; 0 where there is none."""


class Place(NamedTuple):
    """A chat, and those whose ids begin with its id and a `/`."""

    platform: str
    chat: str


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """The record of a match that somebody has brought along; nobody else sees it."""

    id: str
    """Drawn at random, longer than the id of any match."""
    player: PlayerId
    at: int
    """When, in seconds since 1970."""
    text: str
