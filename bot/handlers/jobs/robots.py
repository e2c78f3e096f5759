"""Plays the robots' turns, and answers offers made to them."""

from __future__ import annotations

import logging

from bot.delivery.background import Timing
from bot.delivery.worker import NotHere
from bot.domain import plans
from bot.domain.robot_players import EARLY, EVEN, Asked, asked_of_robot, dice_seed, level_of_move
from bot.domain.terms import DAY
from bot.handlers.services import Services
from bot.handlers.transactions import match_transaction
from games import actions
from games.events import MatchId, PlayerId
from games.game import other
from games.match import Match
from storage.errors import PressedBefore, VersionConflict
from storage.jobs import Job

log = logging.getLogger(__name__)

FLOOR = 0.8  # minimum seconds from question to answer
FLOOR_AFTER_DEAL = 6.0  # minimum seconds for which the end of a round or game stays in sight
FLOOR_WITHIN_A_TURN = 0.4  # minimum seconds between two plies of one turn
LONGEST_THOUGHT = 120.0  # seconds; beyond that the process was suspended, as by a sleeping machine


async def act(services: Services, job: Job) -> int | None:
    """Act until the robot is no longer awaited (None), or rests (when it goes on, in seconds since 1970).

    Answers come at fixed moments, so that the time to think reveals little of what the robot sees.

    Raises:
        NotHere: this process has no robots.
    """
    if not services.access.robots.games:
        raise NotHere
    floor = FLOOR
    while True:
        match = await services.matches.load(job.match)
        asked = asked_of_robot(match)
        if asked is None or match.players is None:
            return None
        rests_until = await _rests_until(services, match, match.players[other(asked.seat)])
        if rests_until > services.clock():
            return rests_until
        await _act_once(services, match, asked, floor)
        floor = FLOOR_WITHIN_A_TURN


async def _act_once(services: Services, match: Match, asked: Asked, floor: float) -> None:
    began = services.timing.elapsed()
    action = await _answer(services, match, asked)
    public = match.seen_by(None).view
    if public and public.before_deal:
        floor = FLOOR_AFTER_DEAL
    await _wait(services.timing, began, floor)
    await _carry_out(services, match.opened.match, asked, action)


async def _rests_until(services: Services, match: Match, person: PlayerId) -> int:
    """End of the opponent's quiet hours, which robots keep in matches with days per move; else 0."""
    if match.opened.clock < DAY:
        return 0
    return await services.preferences.quiet_until(person, services.clock())


async def _answer(services: Services, match: Match, asked: Asked) -> actions.Action:
    robot = asked.robot
    if asked.kind == "take_back":
        return actions.AcceptTakeback(robot)
    robots, view = services.access.robots, match.seen_by(asked.seat).view
    seed, code = dice_seed(match, asked), match.opened.match
    assert view is not None  # noqa: S101 - a match that asks something is dealt
    if asked.kind == "draw" and asked.version < EARLY:
        return actions.DeclineDraw(robot)
    if asked.kind == "draw":
        chance = await robots.assess(view, seed, match=code)
        return actions.AcceptDraw(robot) if chance <= EVEN else actions.DeclineDraw(robot)
    notation = await robots.choose(view, level_of_move(robot, seed), seed, match=code)
    return actions.PlayMove(robot, notation, None)


async def _wait(timing: Timing, began: float, floor: float) -> None:
    """Sleep until the next of the moments `floor`, 2 × `floor`, 4 × `floor` … seconds after `began`."""
    pause = floor
    while (left := began + pause - timing.elapsed()) < 0:
        if pause > LONGEST_THOUGHT:
            return
        pause *= 2
    await timing.sleep(left)


async def _carry_out(services: Services, match_id: MatchId, asked: Asked, action: actions.Action) -> None:
    """Commit the action once, unless the robot is asked something else by now."""
    async with match_transaction(services, match_id) as transaction:
        match, boards = transaction.match, transaction.boards
        if asked_of_robot(match) != asked:
            return
        at = services.clock()
        decision, plan = match.decide(action, at), transaction.loaded.plan
        decision = plans.answered(plan, decision, at) if plan else decision
        notices = await services.notifier.notify_of_change(match, decision.after, asked.robot, boards)
        press = f"robot:{match_id}:{asked.kind}:{asked.version}"
        try:
            await transaction.commit(decision, press=press, notices=notices)
        except (PressedBefore, VersionConflict):  # Another process was quicker: `act` loads the match again.
            log.info("match %s was read anew for its robot", match_id)
