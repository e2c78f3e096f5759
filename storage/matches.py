"""Matches: the log of each, what lists show of them, and where their players have acted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Protocol

from games.events import Event, MatchId, PlayerId
from games.frozen import frozen
from games.game import Seat
from storage.boards import ChatId
from storage.results import Counts


@frozen
class MatchRow:
    """A match as lists show it, without loading it."""

    match: MatchId
    version: int
    game: str
    phase: str
    """A value of `games.match.Phase`."""
    players: tuple[PlayerId, ...]
    """Challenger and invited player before the acceptance, then seat 0 and seat 1."""
    awaited: tuple[PlayerId, ...]
    since: int
    """Since when the present turn, or else the present phase, lasts; in seconds since 1970."""
    offer: Seat | None = None
    """The seat that has offered a draw, as long as the offer stands."""
    take_back: Seat | None = None
    """The seat that has asked to take a ply back, until that is answered."""
    late: tuple[Seat, ...] = ()
    """The seats whose time is up."""


@frozen
class DueMatch:
    """A match as lists show it, with what is due in it."""

    row: MatchRow
    due: int | None
    """When a time is up or the challenge expires, in seconds since 1970; None: neither is to come."""


@frozen
class FinishedMatch:
    """A match that is over, as lists show it."""

    row: MatchRow
    counts: Counts | None
    """As in its result; None: it ended before results were kept."""
    winner: Seat | None


@frozen
class Seen:
    """Where a player has acted in a match: there they see what happens."""

    player: PlayerId
    platform: str
    chat: ChatId
    private: bool
    at: int
    """When they did so last, in seconds since 1970."""
    account: str = field(default="", compare=False)
    """With which account they act, which has to be theirs still when that is stored; not kept."""


PRESSES_KEPT = 3 * 86_400
"""Seconds for which a press is known again, at least.

Telegram repeats what was not received for 24 hours, and an interaction of Discord lives for 15 minutes. An
open page of the web chat repeats what was not answered for ever: after that time it is a press like any
other, and refused where the match has moved on.
"""


class Matches(Protocol):
    """The part of the store that knows the matches; they are written by changes."""

    async def load(self, match: MatchId) -> tuple[Event, ...]:
        """The log of a match from its first event; () for an unknown one.

        Raises:
            StoreError: an event cannot be read; says which, not what is in it.
        """

    async def pressed(self, press: str) -> MatchId | None:
        """The match for which this press has counted, or None."""

    async def drawn_for(self, match: MatchId) -> bytes:
        """32 bytes for this match, the same ones each time; who cannot read the database cannot know them."""

    async def row(self, match: MatchId) -> MatchRow | None:
        """A match as lists show it."""

    async def matches_of(
        self, player: PlayerId, phases: Sequence[str], *, newest: int | None = None
    ) -> tuple[MatchRow, ...]:
        """The player's matches in these phases, the longest untouched first.

        Args:
            player: whose.
            phases: values of `games.match.Phase`.
            newest: only so many, the one touched last first.
        """

    async def open_matches_of(self, player: PlayerId) -> tuple[DueMatch, ...]:
        """The player's challenges and running matches, in no order."""

    async def challenged_before(self, player: PlayerId, since: int) -> int:
        """How many challenges were withdrawn since a time by who they were before they were forgotten."""

    async def next_turn_of(self, player: PlayerId, besides: MatchId) -> MatchRow | None:
        """The match with the player's most urgent turn, of all but one; None: there is no other.

        First those in which a time is up, then the next due, then the longest untouched.
        """

    async def finished_of(
        self, player: PlayerId, *, most: int, skip: int = 0
    ) -> tuple[int, tuple[FinishedMatch, ...]]:
        """How many matches of a player are over, and some of them, the one that ended last first.

        Args:
            player: whose.
            most: so many at most; there has to be one to count them.
            skip: without the first so many.
        """

    async def count_running(self) -> int:
        """How many matches run."""

    async def matches_in(self, platform: str, chat: ChatId, phases: Sequence[str]) -> tuple[MatchRow, ...]:
        """The matches in these phases with a board in this chat, the longest untouched first."""

    async def seen_in(self, match: MatchId) -> tuple[Seen, ...]:
        """Where the players of a match have acted in it; each chat of a player once."""

    async def last_seen(self, player: PlayerId) -> Seen | None:
        """Where a player has acted last, in any match."""
