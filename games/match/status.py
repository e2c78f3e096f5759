"""How a match stands: what its log has come to, and what follows from that alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.actions import Reason, RefusedByMatch
from games.events import ChallengeAccepted, ChallengeOffered, PlayerId
from games.game import SEATS, NotYourTurn, Seat, State, other
from games.match.deal import challenger_seat, deal
from games.match.pauses import Pauses
from games.match.views import Phase, Standing

MOST_LEFT = 21 * 24 * 3600  # seconds that moves can add up to: nobody outlasts a match that is given up
MOST_GIVEN = 24 * 3600  # seconds that somebody can give the other one at a time
MOST_GIFTS = 10  # times in a match that each player can do so
ABSENT_FROM = 24 * 3600  # seconds of a clock that stands still while a player is away; faster ones run on
MOST_PAST = 8  # positions that are kept for taking plies back


@dataclass(frozen=True, slots=True)
class Past:
    """The position before a ply."""

    seat: Seat
    """Who played the ply."""
    version: int
    """That of the match before it."""
    state: State


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStatus(Standing):
    """The fields of a match; versions and times say since when a question is open."""

    opened: ChallengeOffered
    accepted: ChallengeAccepted | None = None
    state: State | None = None
    past: tuple[Past, ...] = ()
    """The positions before the newest plies, oldest first; none from before one that revealed something."""
    latest: Past | None = None
    """The position before the newest ply, whether it can be taken back or not; None after one was."""
    offer_version: int = 0
    """That of the match when the standing draw was offered."""
    take_back_version: int = 0
    """That of the match when the standing request to take back was made."""
    late_version: int = 0
    """That of the match when it was noted last that a time is up."""
    touched: int = 0
    """When a person last did something, in seconds since 1970; what the bot does by itself does not count."""
    asked: tuple[int, int] = (0, 0)
    """For each seat the version since which its present question stands: an older press is stale."""
    asked_at: tuple[int, int] = (0, 0)
    """For each seat when its present question was asked, in seconds since 1970: its clock runs from there."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the match waits for."""
        return self.state.to_act if self.state and self.phase is Phase.RUNNING else ()

    @property
    def turn_since(self) -> int:
        """When the match began to wait for the seats to act, in seconds since 1970."""
        return max((self.asked_at[seat] for seat in self.awaited), default=self.since)

    @property
    def can_take_back(self) -> tuple[Seat, ...]:
        """The seats whose last ply can be taken back; known to everybody, as what is revealed is."""
        if self.phase is not Phase.RUNNING:
            return ()
        return tuple(sorted({past.seat for past in self.past}))

    @property
    def had_secrets(self) -> bool:
        """Whether something was hidden when it was dealt."""
        return self.accepted is not None and not deal(self.opened, self.accepted).view(None).open_choice

    @property
    def is_open_to_all(self) -> bool:
        """Whether everybody may know all of it: it is over, and nothing was hidden or both laid that open."""
        return self.phase is Phase.OVER and (len(self.laid_open) == len(SEATS) or not self.had_secrets)

    @property
    def plays_openly(self) -> bool:
        """Whether everything that is asked now may be chosen in public."""
        return self.state is None or self.state.view(None).open_choice

    def seat_of(self, player: PlayerId) -> Seat | None:
        """The seat of a player, or None for everybody else."""
        for seat in SEATS:
            if self.players and self.players[seat] == player:
                return seat
        return None

    def seated(self, player: PlayerId) -> Seat:
        """The seat of a player in a running match.

        Raises:
            RefusedByMatch: NO_SEAT or NOT_RUNNING.
        """
        seat = self.seat_of(player)
        if self.players and seat is None:
            raise RefusedByMatch(Reason.NO_SEAT)
        if self.phase is not Phase.RUNNING or seat is None:
            raise RefusedByMatch(Reason.NOT_RUNNING)
        return seat

    def chooser(self, player: PlayerId, version: int | None) -> Seat:
        """The seat for which a player may choose now, on a board that showed this version.

        Raises:
            NotYourTurn: their seat is not awaited.
            RefusedByMatch: NO_SEAT, NOT_RUNNING, or STALE when the board showed another question.
        """
        seat = self.seated(player)
        # A board may also show what came after a copy of the database that was brought back.
        if version is not None and not self.asked[seat] <= version <= self.version:
            raise RefusedByMatch(Reason.STALE)
        if seat not in self.awaited:
            raise NotYourTurn(seat)
        return seat

    def due(self, seat: Seat) -> int | None:
        """When the time of a seat is up, in seconds since 1970; None where no time runs for it (any more).

        As the log tells: the bot may give the seat longer, for time in which it could not play, never less.
        """
        if not self.opened.clock or seat not in self.awaited or seat in self.late:
            return None
        return self.due_when_left(seat, 0)

    def due_when_left(self, seat: Seat, seconds: int) -> int:
        """When a seat that has to act will have so many seconds left, by the log."""
        start, left = self.asked_at[seat], self.left[seat] - seconds
        if not (self.opened.weekends_off or self.away[seat]):
            return start + left
        return self.pauses(seat).after(start, left)

    @property
    def allows_absences(self) -> bool:
        """Whether somebody can be away: a clock of minutes does not wait until they come back."""
        return self.opened.clock == 0 or self.opened.clock >= ABSENT_FROM

    def pauses(self, seat: Seat) -> Pauses:
        """When no time runs for a seat."""
        away = self.away[seat] if self.allows_absences else ()
        if not self.opened.weekends_off or self.accepted is None:
            return Pauses(away=away)
        challenger = challenger_seat(self.opened, self.accepted)
        return Pauses((self.opened if seat == challenger else self.accepted).zone, away)

    def used(self, seat: Seat, at: int, due: int | None = None) -> int:
        """What a move at this time takes from what the seat has left: nothing where each move has its own.

        Args:
            seat: whose move it is.
            at: in seconds since 1970.
            due: when its time would be up; None: as the log tells.
        """
        if not self.opened.increment:
            return 0
        due = self.due(seat) if due is None or seat in self.late else due
        kept = 0 if due is None else self.pauses(seat).running(at, due)
        return max(0, self.left[seat] - kept)

    def left_after(self, seat: Seat, used: int) -> int:
        """The seconds that a seat has for its next move, after one that has taken so many."""
        if not self.opened.increment:
            return self.opened.clock
        kept = max(0, self.left[seat] - used)
        # Who has more already, such as by a gift, does not lose it.
        return max(kept, min(kept + self.opened.increment, MOST_LEFT))

    def question(self, seat: Seat) -> int | None:
        """The version since which the newest question to a seat stands; None if nothing is asked of it.

        Questions are: its move, the opponent's draw offer, their request to take a ply back, and what to
        do about their time being up.
        """
        return max(self.questions(seat), default=None)

    def questions(self, seat: Seat) -> Iterator[int]:
        """The version since which each question to a seat stands."""
        opponent = other(seat)
        if seat in self.awaited:
            yield self.asked[seat]
        elif opponent in self.late:
            yield self.late_version
        if self.offer == opponent:
            yield self.offer_version
        if self.take_back == opponent:
            yield self.take_back_version
