"""How matches ended, and how strong that says people are: what the bot asks of a database about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from games.events import MatchId, PlayerId
from games.frozen import frozen
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


@frozen
class Weighed:
    """What a rated match did to the rating of a seat."""

    before: Strength
    became: float
    """The value after it."""
    matches: int
    """The seat's rated matches of this game, this one included."""
    weight: float
    """How much of a result it was taken for; 1 for all of it."""


@frozen
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


@frozen
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


@frozen
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


class Results(Protocol):
    """The part of the store that tells of results; they are written with the end of the match."""

    async def result(self, match: MatchId) -> MatchResult | None:
        """How a match ended; None for one that has not, or ended before results were kept."""

    async def results_of(self, player: PlayerId, *, newest: int) -> tuple[MatchResult, ...]:
        """The last results of a player, the newest first; matches that are `void` have none."""

    async def has_finished(self, player: PlayerId, game: str) -> bool:
        """Whether a match of this game of theirs has ended."""

    async def rated_results_of(self, *players: PlayerId) -> tuple[MatchResult, ...]:
        """All results that counted for any of these players when they were stored, in that order."""

    async def all_rated_results(self, after: MatchId | None, *, most: int) -> tuple[MatchResult, ...]:
        """The results that counted, in the order in which they were stored.

        Args:
            after: the match of the latest that is known already; None: from the first on.
            most: so many at most.
        """

    async def lacks_ratings(self) -> bool:
        """Whether results that counted have to be rated anew, because ratings are computed otherwise now."""

    async def put_rated_anew(self, results: Sequence[MatchResult], ratings: Sequence[Rating]) -> None:
        """Store what known results say, and the ratings after them."""

    async def rated_between(self, one: PlayerId, other: PlayerId, game: str, since: int) -> int:
        """How many matches of a game between these two have counted since a time, in seconds since 1970.

        What somebody has played before their account was forgotten counts, too, if that is kept still.
        """

    async def abandoned_by(self, player: PlayerId, since: int) -> Abandoned:
        """The matches since a time that are `short` and that this player has lost.

        Also those from before their account was forgotten, if that is kept still.
        """

    async def abandoned_between(self, one: PlayerId, other: PlayerId, since: int) -> Abandoned:
        """All that are `short` between these two; likewise."""

    async def tallies(self, one: PlayerId, other: PlayerId) -> tuple[Tally, ...]:
        """How one player did against another, game by game; matches that are `void` are none."""

    async def ratings_of(self, player: PlayerId) -> tuple[Rating, ...]:
        """The ratings of a player, game by game."""

    async def leaders(self, game: str, place: Place | None, *, since: int, most: int) -> tuple[Rating, ...]:
        """The best of a game by `Rating.low`, the best first.

        Args:
            game: its key.
            place: only of those who acted in a match there; None: of all.
            since: only of those who have ended a rated match since then, in seconds since 1970.
            most: so many at most.
        """

    async def ahead(self, rating: Rating, place: Place | None, *, since: int, most: int) -> int:
        """How many are better in the same game, counted up to `most`; otherwise as `leaders`."""
