"""When somebody is told of something: at once, or later, as a fact in the store.

Who is looking at a board sees it change: they are told five minutes later, unless they do anything until
then. In quiet hours nobody is told anything before these end; and of what comes thick and fast three are told
in five minutes, the others together when these are over. What asks somebody to begin a match comes at once
and counts as well. A notice belongs to a player and a match, and one that is newer takes its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.delivery.routing import PRESENT_FOR, PresenceTracker
from bot.repositories.preferences import PreferencesRepository
from games.events import MatchId, PlayerId
from storage.boards import Board, Notice
from storage.jobs import NOTICES_KEPT, Job, OwedNotice
from storage.sql.jobs import Jobs

MOST_AT_ONCE = 3  # matches of which a player is told one by one in `NOTICES_KEPT` seconds


@dataclass(frozen=True, slots=True)
class Told:
    """How players are told of a change: by new boards, or later; what is told already is counted."""

    boards: tuple[Board, ...] = ()
    notices: tuple[OwedNotice, ...] = ()
    jobs: tuple[Job, ...] = ()
    """What chats are told."""

    def __add__(self, other: Told) -> Told:
        jobs = self.jobs + other.jobs
        return Told(self.boards + other.boards, self.notices + other.notices, jobs)


def told_by(boards: Iterable[Board]) -> tuple[OwedNotice, ...]:
    """What is told by boards that come at once, however much their players were told just now."""
    return tuple(
        OwedNotice(board.match, board.notice, board.made, board.made, told=True)
        for board in boards
        if board.notice
    )


NOBODY = Told()
"""Nobody is told anything."""


class NoticeTimes:
    """Knows when a player may be told something."""

    def __init__(self, store: Jobs, preferences: PreferencesRepository, presence: PresenceTracker) -> None:
        self._store, self._preferences, self._presence = store, preferences, presence

    @property
    def now(self) -> int:
        """The time, in seconds since 1970."""
        return self._presence.now

    async def next_time(self, player: PlayerId) -> int:
        """When they may be told next, now or later, in seconds since 1970."""
        now = self.now
        told = await self._store.told_times(player, now - NOTICES_KEPT)
        free = now if len(told) < MOST_AT_ONCE else max(now, told[-MOST_AT_ONCE] + NOTICES_KEPT)
        return max(free, await self._preferences.quiet_until(player, now))

    async def put_off_in_quiet_hours(self, match: MatchId, notice: Notice) -> bool:
        """In somebody's quiet hours they are told when these end; whether it is so now."""
        now = self.now
        until = await self._preferences.quiet_until(notice.player, now)
        if until > now:
            await self._store.put_notices([self.later(match, notice, until)])
        return until > now

    def after_a_look(self, match: MatchId, notice: Notice) -> OwedNotice:
        """What is told to somebody who sees the board change, unless they show that they have."""
        return self.later(match, notice, self.now + PRESENT_FOR)

    def later(self, match: MatchId, notice: Notice, due: int) -> OwedNotice:
        """What is told at a time that is to come."""
        return OwedNotice(match, notice, self.now, due)

    def told(self, match: MatchId, notice: Notice) -> OwedNotice:
        """What is told now."""
        return OwedNotice(match, notice, self.now, self.now, told=True)
