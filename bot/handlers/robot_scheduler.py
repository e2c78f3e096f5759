"""What robots do in their matches: they move, and answer draw offers and requests to take a ply back.

That it is a robot's turn is a deadline, stored with the events that make it so; a turn that is lost with the
process is taken when the scheduler comes to it. A task for each match thinks, waits and acts, once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.delivery.claims import Claim, everything
from bot.delivery.timing import Timing
from bot.domain.robot_players import EVEN, Asked, asked_of, dice_seed, level_of, robot_seat
from bot.domain.terms import DAY
from bot.handlers.robot_handler import RobotHandler
from bot.interface.robots import Robots
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games import actions
from games.events import MatchId, PlayerId
from games.game import Seat, other
from games.match import Match
from storage.changes import Change

log = logging.getLogger(__name__)

FLOOR = 0.8  # seconds from the question to the answer, at least
FLOOR_AFTER_DEAL = 6.0  # seconds for which the end of a round or game stays in sight, at least
FLOOR_WITHIN_A_TURN = 0.4  # seconds between two plies of one turn, at least
LONGEST_THOUGHT = 120.0  # seconds; what took longer was stopped, as by a machine that sleeps


class RobotScheduler:
    """One task for each match in which a robot is asked something."""

    def __init__(
        self,
        matches: MatchRepository,
        handler: RobotHandler,
        preferences: PreferencesRepository,
        robots: Robots,
        clock: Callable[[], int],
        timing: Timing = Timing(),
    ) -> None:
        """No robot acts yet.

        Args:
            matches: the matches.
            handler: carries out what a robot has chosen.
            preferences: when people do not want to be disturbed.
            robots: what thinks for them.
            clock: the time in seconds since 1970.
            timing: how to wait.
        """
        self._matches, self._handler, self._preferences = matches, handler, preferences
        self._robots, self._clock, self._timing = robots, clock, timing
        self.claim: Claim = everything
        """Of what robots are asked, gives what this process is to answer."""
        self._tasks: dict[MatchId, asyncio.Task[None]] = {}
        self._failing: set[MatchId] = set()

    def committed(self, change: Change) -> None:
        """A change was stored: a robot may have been asked something by it."""
        if any(one.kind == "robot" and one.due <= self._clock() for one in change.deadlines or ()):
            self.wake(change.row.match)

    def wake(self, match_id: MatchId) -> None:
        """The robot of a match has something to do; if it is at it, this changes nothing."""
        if match_id not in self._tasks and self._robots.games:
            self._tasks[match_id] = asyncio.create_task(self._work(match_id))

    async def settled(self) -> None:
        """Wait until no robot has anything to do."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def close(self) -> None:
        """Stop all tasks; what they were about is in the store."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, match_id: MatchId) -> None:
        """Act until nothing is asked; what goes wrong is tried again when the scheduler comes to it."""
        floor = FLOOR
        try:
            while await self._act(match_id, floor):
                floor = FLOOR_WITHIN_A_TURN
            self._failing.discard(match_id)
        except Exception:
            if match_id not in self._failing:
                log.exception("the robot could not act in match %s", match_id)
            self._failing.add(match_id)
        finally:  # at once after the last look: what is asked from now on wakes it again
            del self._tasks[match_id]

    async def _act(self, match_id: MatchId, floor: float) -> bool:
        """Answer one question; False where there is none now.

        When it comes is fixed before the robot thinks: how long that took tells little of what it sees.
        """
        match = await self._matches.load(match_id)
        seat = robot_seat(match)
        asked = None if seat is None else asked_of(match, seat)
        if seat is None or asked is None or match.players is None:
            return False
        rests_until = await self._rests_until(match, match.players[other(seat)])
        if rests_until > self._clock():
            await self._handler.postpone(match_id, seat, rests_until)
            return False
        if not await self.claim([f"robot:{match_id}:{asked.kind}:{asked.version}"]):
            return False
        began = self._timing.elapsed()
        action = await self._answer(match, match.players[seat], seat, asked)
        public = match.seen_by(None).view
        await self._wait(began, FLOOR_AFTER_DEAL if public and public.before_deal else floor)
        await self._handler.carry_out(match_id, seat, asked, action)
        return True

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
