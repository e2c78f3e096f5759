"""The change that a press makes."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import Event
from games.game import Seat
from storage.boards import Board
from storage.jobs import UNCLAIMED, Claim, Job
from storage.matches import MatchRow, Plan, Seen
from storage.results import MatchResult, Rating
from storage.seeks import Seek
from storage.votes import Vote


@dataclass(frozen=True, slots=True)
class Change:
    """All changes by one press, stored in one transaction."""

    row: MatchRow
    """The match after the events."""
    events: tuple[Event, ...]
    """Their versions end with `row.version`; the version before them must be the newest in the log."""
    press: str | None = None
    """The platform and its id of the press, as `web:17`."""
    boards: tuple[Board, ...] = ()
    seen: Seen | None = None
    """The player who acted, and the chat."""
    deadlines: tuple[Job, ...] | None = None
    """All deadlines of the match from now on; None leaves them as they are."""
    credited: int | None = None
    """Guard: the total credited time when the deadlines were read; None for no guard."""
    result: MatchResult | None = None
    ratings: tuple[Rating, ...] = ()
    seeks: tuple[Seek, ...] = ()
    """The seeks that led to this match: they are deleted, and their presses are counted for it."""
    jobs: tuple[Job, ...] = ()
    """Jobs that follow from it, in addition to those that the store derives from chat settings.

    A notice, pending or sent, replaces the player's earlier one of the match.
    """
    votes: tuple[Vote, ...] = ()
    """New ones, of people of a team."""
    decided: Seat | None = None
    """The team whose vote for a move this closes."""
    plan: Plan | None = None
    """What is left of the plan in the match; None if it had none."""
    claim: Claim = UNCLAIMED
    after: int | None = None
    """Guard: the change count of the match when this was decided; None for no guard.

    Changes of deadlines or boards alone count, too.
    """
