"""What robots do in their matches: they move, and answer draw offers and requests to take a ply back.

That it is a robot's turn is a job, stored with the events that make it so. The robot thinks, waits and acts;
what it has chosen becomes a change of its match, as a request of a person does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.delivery.timing import Timing
from bot.delivery.turn_notices import TurnNotifier
from bot.delivery.worker import NotHere
from bot.domain.robot_players import EVEN, Asked, asked_of, dice_seed, level_of, robot_seat
from bot.domain.terms import DAY
from bot.handlers.match_transaction import MatchTransactions
from bot.interface.robots import Robots
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games import actions
from games.events import MatchId, PlayerId
from games.game import Seat, other
from games.match import Match
from storage.errors import PressedBefore, VersionConflict
from storage.jobs import Job, deadline_of

log = logging.getLogger(__name__)

FLOOR = 0.8  # seconds from the question to the answer, at least
FLOOR_AFTER_DEAL = 6.0  # seconds for which the end of a round or game stays in sight, at least
FLOOR_WITHIN_A_TURN = 0.4  # seconds between two plies of one turn, at least
LONGEST_THOUGHT = 120.0  # seconds; what took longer was stopped, as by a machine that sleeps


class RobotHandler:
    """Answers what robots are asked."""

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
        """Answer until nothing is asked any more, or until the robot rests: gives when it goes on.

        When an answer comes is fixed before the robot thinks: how long that took tells little of what it
        sees.
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
        """In matches with days for each move the robot keeps the quiet hours of the person."""
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
        """Until the first moment to come: the floor after it began, or twice that, four times, and so on."""
        wait = floor
        while (left := began + wait - self._timing.elapsed()) < 0:
            if wait > LONGEST_THOUGHT:
                return
            wait *= 2
        await self._timing.sleep(left)

    async def _carry_out(self, match_id: MatchId, seat: Seat, asked: Asked, action: actions.Action) -> None:
        """Make it happen once, unless the match asks something else by now."""
        async with self._transactions.begin(match_id) as transaction:
            match, boards = transaction.match, transaction.boards
            if match.players is None or asked_of(match, seat) != asked:
                return
            decision = match.decide(action, self._clock())
            told = await self._notifier.told_of_change(match, decision.after, match.players[seat], boards)
            press = f"robot:{match_id}:{asked.kind}:{asked.version}"
            try:
                await transaction.commit(decision, press=press, told=told)
            except (PressedBefore, VersionConflict):  # Another process was quicker: look once more.
                log.info("match %s was read anew for its robot", match_id)
