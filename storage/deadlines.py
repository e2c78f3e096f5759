"""What is due when: the times that the bot has set, and how it keeps them while it is away."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, Protocol

from games.events import MatchId
from games.frozen import frozen
from games.game import Seat

Kind = Literal["expiry", "time", "reminder", "last_hour", "robot", "forewarning", "abandonment"]
"""What happens then: a challenge expires, the time of a seat is up, it is reminded (when a quarter of it is
left, and in its last hour), the robot in it acts; a match that nobody touches is warned, then given up."""


@frozen
class Deadline:
    """Something that the bot has to do about a match at a time, unless it is called off before."""

    match: MatchId
    kind: Kind
    seat: Seat | None
    """Whose time it is; None where it is about the match."""
    began: int
    """Since when this time runs, in seconds since 1970."""
    due: int
    """In seconds since 1970; what the bot has credited is in it."""


Heard = frozenset[str]
"""The platforms on which those can be reached whose time it is; none where a time is about the match."""


class Deadlines(Protocol):
    """The part of the store that knows the time. Deadlines are set by changes of matches."""

    async def deadlines_of(self, matches: Sequence[MatchId]) -> tuple[Deadline, ...]:
        """The deadlines of these matches."""

    async def deadlines_due(self, at: int) -> tuple[Deadline, ...]:
        """All that is due at this time or was before, the longest due first."""

    async def count_deadlines_due(self, at: int, *, without: Kind | None = None) -> int:
        """How many `deadlines_due` are, without those of one kind."""

    async def deadlines_told(
        self, heard: Heard, after: tuple[int, MatchId], until: int, *, most: int
    ) -> tuple[Deadline, ...]:
        """What boards tell to be due, for those who are reached on these platforms; the next due first.

        Args:
            heard: the platforms.
            after: only what is due later than this time, or at this time in a match that comes later.
            until: only what is due before this time.
            most: so many at most.
        """

    async def next_due(self, after: int) -> int | None:
        """When the first deadline after this time is due; None: there is none."""

    async def last_beat(self) -> int | None:
        """When the bot was last known to be at work, in seconds since 1970; None: never."""

    async def last_heard(self) -> Mapping[str, int]:
        """When any process that said so heard a platform last, by platform."""

    async def beat(
        self, at: int, *, credit: bool = False, silent: Collection[str] = (), heard: Collection[str] = ()
    ) -> Mapping[Heard, int]:
        """Note that the bot is at work, and forget what has become too old: a few of the presses at a time.

        Args:
            at: now, in seconds since 1970.
            credit: it was not since the last beat: in the same transaction every deadline that was not due
                by then moves by the length of that, or of what has passed since it began to run.
            silent: platforms that could not be heard since the last beat: the same for the deadlines of
                those who can be reached on no other.
            heard: platforms that this process hears now.

        Returns:
            By how many seconds deadlines have moved, where they have.
        """
