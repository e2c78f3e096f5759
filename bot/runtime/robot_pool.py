"""The processes in which robots think, so that they do not block the event loop.

They receive views, never states. Each process is started when it is first needed, and restarted after it has
died; it ends with the bot. Each match has one computation at a time, and the longest waiting is run first.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection
from functools import partial
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from anyio import BrokenWorkerProcess, CapacityLimiter, to_process

from bot.domain.robot_players import LEVELS
from bot.runtime import robot_worker
from games import GAMES
from games.game import View
from games.judgement import Judgement

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

EMERGENCY = 30.0
"""Seconds for one computation. Robots limit nodes, so only a very slow machine reaches this."""


class RobotPool:
    """Processes that compute for the robots of all matches (implements `Robots`)."""

    def __init__(self, processes: int) -> None:
        """Prepare a pool for this many robots at the same time; 0: there are no robots."""
        self.games: Collection[str] = games_of_robots() if processes else ()
        self._free, self._judging = asyncio.Semaphore(processes), asyncio.Lock()
        self._thinking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        """Choose a move for the view's seat, in notation; on failure, the weakest robot's move."""
        try:
            return await self.run(match, robot_worker.choose, view, level, seed)
        except Exception as error:
            _complain("level 1's move is played", match, error)
            return await self.run(match, robot_worker.choose, view, LEVELS[0], seed)

    async def assess(self, view: View, seed: int, *, match: str) -> float:
        """Estimate the chance of the view's seat to win, 0 to 1; on failure 1.0, which declines draws."""
        try:
            return await self.run(match, robot_worker.assess, view, seed)
        except Exception as error:
            _complain("it agrees to nothing", match, error)
            return 1.0

    async def judge(
        self, before: View, played: str, after: View, seed: int, opposite: tuple[View, View]
    ) -> Judgement:
        """Judge what a move cost, in a separate process so that no robot waits for it.

        Raises:
            TimeoutError, BrokenWorkerProcess: as in `run`.
        """
        async with self._judging:
            return await _in_process(robot_worker.judge, before, played, after, seed, opposite)

    async def run(self, match: str, thought: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function of a module in a process, when it is this match's turn.

        Raises:
            TimeoutError: it took too long.
            BrokenWorkerProcess: the process died, and died again on the second attempt.
        """
        async with self._thinking.setdefault(match, asyncio.Lock()), self._free:
            return await _in_process(thought, *args, **kwargs)


async def _in_process(thought: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function in a process; retry once if that dies or has died before."""
    try:
        return await _try(partial(thought, *args, **kwargs))
    except BrokenWorkerProcess:
        log.warning("a process in which robots think has died; it is started again")
        return await _try(partial(thought, *args, **kwargs))


async def _try(thought: Callable[[], R]) -> R:
    async with asyncio.timeout(EMERGENCY):  # or a cancellation: the process is killed
        return await to_process.run_sync(
            robot_worker.think, thought, cancellable=True, limiter=CapacityLimiter(1)
        )


def games_of_robots() -> frozenset[str]:
    """The games that robots play, found by their modules without loading them."""
    wing = find_spec("robots")
    places = wing.submodule_search_locations if wing else None
    return frozenset(module.name for module in iter_modules(places)) & GAMES.keys()


def _complain(consequence: str, match: str, error: Exception) -> None:
    """Log an error for the host by its class only: its text could reveal a hand."""
    request = secrets.token_hex(4)
    why = "took too long" if isinstance(error, TimeoutError) else f"failed ({type(error).__name__})"
    log.error("request %s: the robot of match %s %s; %s", request, match, why, consequence)
