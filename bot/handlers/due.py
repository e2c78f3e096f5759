"""Jobs of matches: deadlines, robots' turns, and delayed notices."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence

from bot import interface
from bot.delivery.telling import Teller
from bot.delivery.turn_notices import Told, TurnNotifier
from bot.delivery.worker import CLAIMED_FOR, STORE_AWAY, NotHere, Timing, WokenTask
from bot.domain.deadlines import put_off, suits
from bot.domain.robot_players import EVEN, Asked, asked_of, dice_seed, level_of, robot_seat
from bot.domain.terms import DAY
from bot.handlers.transactions import MatchTransactions
from bot.interface.adapter import Robots
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games import actions
from games.events import AbandonmentWarned, MatchId, PlayerId
from games.game import SEATS, Refused, Seat, other
from games.match import Decision, Match
from storage.boards import Board
from storage.errors import PressedBefore, VersionConflict
from storage.jobs import Deadline, Job, OwedNotice, deadline_of, notice_of
from storage.people import Reminders
from storage.sql.store import Store

log = logging.getLogger(__name__)

Reminding = Callable[[PlayerId, int, Collection[Reminders]], Awaitable[int | None]]
"""When a player may be reminded: at the given time, later (after quiet hours), or never (None) if they chose
none of these reminders. In seconds since 1970."""


class DeadlineHandler:
    """Settles the deadlines of matches."""

    def __init__(
        self,
        transactions: MatchTransactions,
        notifier: TurnNotifier,
        reminding: Reminding,
        clock: Callable[[], int],
    ) -> None:
        self._transactions, self._notifier = transactions, notifier
        self._reminding, self._clock = reminding, clock

    async def settle(self, job: Job) -> int | None:
        """Settle a due deadline once; return when to try again, or None if it is done."""
        async with self._transactions.begin(deadline_of(job).match) as transaction:
            deadline = self._due(deadline_of(job), transaction.loaded.deadlines)
            if deadline is None:  # Somebody was quicker.
                return None
            match, boards = transaction.match, transaction.boards
            left = tuple(one for one in transaction.loaded.deadlines if one != deadline)
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
            except VersionConflict:  # The match has changed: try again.
                return job.due
            return None

    def _due(self, deadline: Deadline, known: Collection[Deadline]) -> Deadline | None:
        """The stored deadline, if it is still due."""
        which = (deadline.kind, deadline.seat, deadline.began)
        now = self._clock()
        return next(
            (one for one in known if (one.kind, one.seat, one.began) == which and one.due <= now), None
        )

    def _decide(self, deadline: Deadline, match: Match) -> Decision:
        """Decide what a due deadline causes; no events if the match has moved on."""
        try:
            return match.decide(_request(deadline), self._clock())
        except Refused:
            return Decision((), match)

    async def _tell(self, match: Match, decision: Decision, boards: tuple[Board, ...]) -> Told:
        """Notices of a decision; a warning also notifies every seat that has something to answer."""
        events, after = decision
        told = await self._notifier.told_of_change(match, after, None, boards)
        warned = any(isinstance(event, AbandonmentWarned) for event in events)
        for seat in SEATS:
            if warned and after.question(seat):  # to move, or to claim a win
                told += await self._notifier.notify_again(after, seat, boards, "the warning")
        return told

    async def _remind(
        self, deadline: Deadline, match: Match, boards: tuple[Board, ...], left: tuple[Deadline, ...]
    ) -> tuple[Told, tuple[Deadline, ...]]:
        """The reminder of a player, and the deadlines that are left.

        In quiet hours it is delayed to their end, or dropped if the time is up by then.
        """
        now, seat = self._clock(), deadline.seat
        until = next((one.due for one in left if (one.kind, one.seat) == ("time", seat)), None)
        if match.players is None or seat is None or until is None:
            return Told(), left
        at = await self._reminding(match.players[seat], now, suits(deadline, match))
        if at is None or at >= until:
            return Told(), left
        # If both reminders are due, as after an absence, one is enough.
        left = tuple(one for one in left if (one.kind, one.seat) != ("reminder", seat) or one.due > now)
        told = await self._notifier.reminder(match, seat, boards, deadline.kind)
        in_time = told.boards or all(one.due < until for one in told.notices)  # not after the time is up
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


FLOOR = 0.8  # minimum seconds from question to answer
FLOOR_AFTER_DEAL = 6.0  # minimum seconds for which the end of a round or game stays in sight
FLOOR_WITHIN_A_TURN = 0.4  # minimum seconds between two plies of one turn
LONGEST_THOUGHT = 120.0  # seconds; beyond that the process was suspended, as by a sleeping machine


class RobotHandler:
    """Plays the robots' turns, and answers offers made to them."""

    def __init__(
        self,
        transactions: MatchTransactions,
        notifier: TurnNotifier,
        matches: MatchRepository,
        preferences: PreferencesRepository,
        robots: Robots,
        clock: Callable[[], int],
        timing: Timing,
    ) -> None:
        self._transactions, self._notifier = transactions, notifier
        self._matches, self._preferences, self._robots = matches, preferences, robots
        self._clock, self._timing = clock, timing

    async def act(self, job: Job) -> int | None:
        """Act until the robot is no longer awaited (None), or rests (when it goes on, in seconds since 1970).

        Answers come at fixed moments, so that the time to think reveals little of what the robot sees.

        Raises:
            NotHere: this process has no robots.
        """
        if not self._robots.games:
            raise NotHere
        match_id, floor = deadline_of(job).match, FLOOR
        while True:
            match = await self._matches.load(match_id)
            seat = robot_seat(match)
            asked = None if seat is None else asked_of(match, seat)
            if seat is None or asked is None or match.players is None:
                return None
            rests_until = await self._rests_until(match, match.players[other(seat)])
            if rests_until > self._clock():
                return rests_until
            began = self._timing.elapsed()
            action = await self._answer(match, match.players[seat], seat, asked)
            public = match.seen_by(None).view
            await self._wait(began, FLOOR_AFTER_DEAL if public and public.before_deal else floor)
            await self._carry_out(match_id, seat, asked, action)
            floor = FLOOR_WITHIN_A_TURN

    async def _rests_until(self, match: Match, person: PlayerId) -> int:
        """End of the opponent's quiet hours, which robots keep in matches with days per move; else 0."""
        if match.opened.clock < DAY:
            return 0
        return await self._preferences.quiet_until(person, self._clock())

    async def _answer(self, match: Match, player: PlayerId, seat: Seat, asked: Asked) -> actions.Action:
        if asked.kind == "take_back":
            return actions.AcceptTakeback(player)
        view, seed, code = match.seen_by(seat).view, dice_seed(match, asked), match.opened.match
        assert view is not None  # noqa: S101 - a match that asks something is dealt
        if asked.kind == "draw":
            chance = await self._robots.assess(view, seed, match=code)
            return actions.AcceptDraw(player) if chance <= EVEN else actions.DeclineDraw(player)
        notation = await self._robots.choose(view, level_of(player), seed, match=code)
        return actions.PlayMove(player, notation, None)

    async def _wait(self, began: float, floor: float) -> None:
        """Sleep until the next of the moments `floor`, 2 × `floor`, 4 × `floor` … seconds after `began`."""
        wait = floor
        while (left := began + wait - self._timing.elapsed()) < 0:
            if wait > LONGEST_THOUGHT:
                return
            wait *= 2
        await self._timing.sleep(left)

    async def _carry_out(self, match_id: MatchId, seat: Seat, asked: Asked, action: actions.Action) -> None:
        """Commit the action once, unless the robot is asked something else by now."""
        async with self._transactions.begin(match_id) as transaction:
            match, boards = transaction.match, transaction.boards
            if match.players is None or asked_of(match, seat) != asked:
                return
            decision = match.decide(action, self._clock())
            told = await self._notifier.told_of_change(match, decision.after, match.players[seat], boards)
            press = f"robot:{match_id}:{asked.kind}:{asked.version}"
            try:
                await transaction.commit(decision, press=press, told=told)
            except (PressedBefore, VersionConflict):  # Another process was quicker: `act` reads again.
                log.info("match %s was read anew for its robot", match_id)


LOOKS = (interface.ShowBoard, interface.ShowHand, interface.OpenMatch, interface.Choose)
"""Requests that show a match to the player who asks."""


class NoticeTeller:
    """Sends delayed notices of matches."""

    def __init__(
        self, store: Store, transactions: MatchTransactions, notifier: TurnNotifier, teller: Teller
    ) -> None:
        self._jobs, self._transactions, self._notifier = store.jobs, transactions, notifier
        self._times, self._teller = notifier.times, teller
        self._noting = WokenTask(self._note_looks)
        self._looks: dict[tuple[PlayerId, MatchId], int] = {}

    def note_look(self, player: PlayerId, match: MatchId, request: interface.MatchRequest) -> None:
        """Drop the pending notice of a match for a player who looks at it, in all processes."""
        if isinstance(request, LOOKS) and not (isinstance(request, interface.Choose) and request.final):
            self._looks[player, match] = self._times.now
            self._noting.wake()

    async def settled(self) -> None:
        """Wait until all looks are stored."""
        await self._noting.settled()

    async def close(self) -> None:
        """Stop; owed notices stay in the store."""
        await self._noting.close()

    async def _note_looks(self) -> None:
        while self._looks:
            (player, match), at = self._looks.popitem()
            try:
                await self._jobs.drop_seen_notice(player, match, at)
            except Exception:  # At worst they are notified of what they have seen.
                log.exception("that somebody has seen a match could not be stored")

    async def tell(self, job: Job) -> int | None:
        """Send a due notice, or a digest of all that are due for the player; return when to try again."""
        now, at = self._times.now, await self._times.next_time(job.player)
        if at > now:
            return at
        due = {one.match: one for one in await self._jobs.take_notices(job, now, now + CLAIMED_FOR)}
        owed = [one for one in due.values() if await self._is_owed(one)]
        if len(owed) > 1 and await self._teller.digest(job.player, owed, now):
            await self._settle(owed, now)
            return None
        return await self._tell_one(job)

    async def _settle(self, owed: Sequence[OwedNotice], now: int) -> None:
        try:
            await self._jobs.settle_notices(owed, now)
        except Exception:
            log.exception("that somebody was told of their matches could not be stored")
            raise interface.RetryLater(STORE_AWAY) from None  # the whole digest again, with the same nonce

    async def _is_owed(self, owed: OwedNotice) -> bool:
        match, boards = await self._notifier.as_it_stands(owed.match)
        return await self._notifier.is_owed(match, owed, boards)

    async def _tell_one(self, job: Job) -> int | None:
        owed = notice_of(job)
        async with self._transactions.begin(owed.match) as transaction:
            match, boards = transaction.match, transaction.boards
            if not await self._jobs.is_held(job):  # A reminder replaced it.
                return None
            if not await self._notifier.is_owed(match, owed, boards):
                return None
            told = await self._notifier.tell_late(match, owed, boards)
            if not told.boards:
                return None
            seat = match.seat_of(owed.notice.player)
            press = f"house:{owed.match}:notice{'' if seat is None else seat}:{owed.due}"
            try:
                await transaction.commit(Decision((), match), press=press, told=told)
            except PressedBefore:  # Another process was quicker.
                return None
            except VersionConflict:  # The match has changed: try again.
                return job.due
            return None
