"""Results of finished matches, ratings, and imported records. Times are in seconds since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.events import MatchId, PlayerId
from games.game import Seat

Counts = Literal["rated", "casual", "often", "short", "void", "alone", "continued"]
"""`rated` if a result counts for the ratings, or the reason why not.

`casual`: so agreed. `often`: the players have reached the limit of rated matches of this game that day.
`short`: resigned or agreed before it had really begun. `void`: nobody won and nobody wanted a draw. `alone`:
one person has both seats. `continued`: it went on from a position of another match.
"""


CAPPED = 30 * 86_400
"""Seconds for which the keyed hash of a forgotten account is kept, to count the rated matches of a pair."""

LOW_DEVIATIONS = 2.0
"""The number of deviations below the rating at which `Rating.low` lies; stored ratings depend on it."""


class Strength(NamedTuple):
    """An estimate of playing strength and its deviation, both in rating points."""

    value: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Weighed:
    """The effect of a rated match on the rating of a seat."""

    before: Strength
    became: float
    matches: int
    """The number of rated matches of this game by the seat's player, including this one."""
    weight: float
    """The weight of the result; 1 for full weight."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a finished match."""

    match: MatchId
    game: str
    house_rules: str
    """Abbreviated, as `target=30`."""
    players: tuple[PlayerId, PlayerId]
    winner: Seat | None
    reason: str
    """As in `games.match.Ending`."""
    plies: int
    """The number of plies of both seats, without those taken back."""
    ended: int
    counts: Counts
    weighed: tuple[Weighed, Weighed] | None = None
    """None if it is not rated, or its rating has not been recomputed yet."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player in a game, and the score of the rated matches behind it."""

    player: PlayerId
    game: str
    strength: Strength
    """As of the end of the latest match."""
    volatility: float
    """How erratic their results are, as Glicko-2 measures it."""
    provisional: bool
    """Based on too few matches for leaderboards."""
    won: int
    drawn: int
    lost: int
    first: int
    """When the first rated match ended."""
    last: int

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def low(self) -> float:
        """The lower end of the rating, by which leaderboards are ordered."""
        return self.strength.value - LOW_DEVIATIONS * self.strength.deviation


@dataclass(frozen=True, slots=True)
class Tally:
    """The score of one player against another in a game."""

    game: str
    won: int
    drawn: int
    lost: int


class Abandoned(NamedTuple):
    """The count of `short` matches."""

    number: int
    last: int
    """When the last one ended; 0 if there is none."""


class Place(NamedTuple):
    """A chat and those whose ids begin with its id and a `/`."""

    platform: str
    chat: str


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """An imported match record, visible only to the player who imported it."""

    id: str
    """Drawn at random, longer than any match id."""
    player: PlayerId
    at: int
    text: str
