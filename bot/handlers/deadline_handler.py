"""One deadline in, one change out: times that are up, reminders, and what nobody touches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

from bot.delivery.turn_notices import Told, TurnNotifier
from bot.domain.deadlines import put_off, suits
from bot.handlers.match_transaction import MatchTransactions
from games import actions
from games.events import AbandonmentWarned, PlayerId
from games.game import SEATS, Refused
from games.match import Decision, Match
from storage.boards import Board
from storage.errors import PressedBefore, VersionConflict
from storage.jobs import Deadline, Job, deadline_of
from storage.people import Reminders

Reminding = Callable[[PlayerId, int, Collection[Reminders]], Awaitable[int | None]]
"""When somebody may be reminded who would be now, if they have chosen one of these: then, later, or never
(None). In seconds since 1970."""


class DeadlineHandler:
    """Carries out what is due in a match, as other handlers carry out requests."""

    def __init__(
        self,
        transactions: MatchTransactions,
        notifier: TurnNotifier,
        reminding: Reminding,
        clock: Callable[[], int],
    ) -> None:
        """Nothing is due yet.

        Args:
            transactions: how what is due happens in a match.
            notifier: who is told.
            reminding: whether and when people want to be reminded.
            clock: the time in seconds since 1970.
        """
        self._transactions, self._notifier = transactions, notifier
        self._reminding, self._clock = reminding, clock

    async def settle(self, job: Job) -> int | None:
        """Make happen what is due, once, unless somebody was quicker."""
        async with self._transactions.begin(deadline_of(job).match) as transaction:
            deadline = self._due(deadline_of(job), transaction.deadlines)
            if deadline is None:  # Somebody was quicker.
                return None
            match, boards = transaction.match, transaction.boards
            left = tuple(one for one in transaction.deadlines if one != deadline)
            decision, told = Decision((), match), Told()
            if (resumed := put_off(deadline, match, self._clock())) is not None:
                left = (*left, resumed)
            elif deadline.kind in ("reminder", "last_hour"):
                told, left = await self._remind(deadline, match, boards, left)
            else:
                decision = self._decide(deadline, match)
                told = await self._tell(match, decision, boards)
            # A deadline counts once, as a press does.
            seat = "" if deadline.seat is None else deadline.seat
            press = f"house:{deadline.match}:{deadline.kind}{seat}:{deadline.due}"
            try:
                await transaction.commit(decision, press=press, told=told, left=left)
            except PressedBefore:  # Another process was quicker.
                return None
            except VersionConflict:  # Something else has happened: look once more.
                return job.due
            return None

    def _due(self, deadline: Deadline, known: Collection[Deadline]) -> Deadline | None:
        """The same as it is stored, if it is still due."""
        which = (deadline.kind, deadline.seat, deadline.began)
        now = self._clock()
        return next(
            (one for one in known if (one.kind, one.seat, one.began) == which and one.due <= now), None
        )

    def _decide(self, deadline: Deadline, match: Match) -> Decision:
        """What happens; nothing, where the match is beyond it."""
        try:
            return match.decide(_request(deadline), self._clock())
        except Refused:
            return Decision((), match)

    async def _tell(self, match: Match, decision: Decision, boards: tuple[Board, ...]) -> Told:
        """Whom it concerns is told; of the warning, who has something to answer."""
        events, after = decision
        told = await self._notifier.told_of_change(match, after, None, boards)
        warned = any(isinstance(event, AbandonmentWarned) for event in events)
        for seat in SEATS:
            if warned and after.question(seat):  # who is to move, and who may claim
                told += await self._notifier.notify_again(after, seat, boards, "the warning")
        return told

    async def _remind(
        self, deadline: Deadline, match: Match, boards: tuple[Board, ...], left: tuple[Deadline, ...]
    ) -> tuple[Told, tuple[Deadline, ...]]:
        """How the player of a seat is reminded, and the deadlines that are left.

        In quiet hours it waits for their end, if time is left then.
        """
        now, seat = self._clock(), deadline.seat
        until = next((one.due for one in left if (one.kind, one.seat) == ("time", seat)), None)
        if match.players is None or seat is None or until is None:
            return Told(), left
        at = await self._reminding(match.players[seat], now, suits(deadline, match))
        if at is None or at >= until:
            return Told(), left
        # Where both are due, as after an absence, one is enough.
        left = tuple(one for one in left if (one.kind, one.seat) != ("reminder", seat) or one.due > now)
        told = await self._notifier.reminder(match, seat, boards, deadline.kind)
        in_time = told.boards or all(one.due < until for one in told.notices)  # not when time is up
        return told if in_time else Told(), left


def _request(deadline: Deadline) -> actions.ByTheHouse:
    match deadline.kind:
        case "expiry":
            return actions.ExpireChallenge()
        case "forewarning":
            return actions.WarnOfAbandonment()
        case "abandonment":
            return actions.AbandonMatch()
        case _:
            assert deadline.seat is not None  # noqa: S101 - a time is somebody's
            return actions.ExpireTime(deadline.seat)
