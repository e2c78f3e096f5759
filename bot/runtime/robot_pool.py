"""The processes in which robots think, so that they do not block the event loop.

They receive views, never states. Each process is started when it is first needed, and restarted after it has
died. Each match has one computation at a time, and the longest waiting is run first.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import secrets
import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib.util import find_spec
from multiprocessing.process import BaseProcess
from pkgutil import iter_modules
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

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
_starting = threading.Lock()  # new child processes are recognized by comparing lists before and after


class RobotPool:
    """Processes that compute for the robots of all matches (implements `Robots`)."""

    def __init__(self, processes: int) -> None:
        """Prepare a pool for this many robots at the same time; 0: there are no robots."""
        self.games: Collection[str] = games_of_robots() if processes else ()
        self._workers = tuple(_Worker() for _ in range(processes))
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._judge, self._judging = _Worker(), asyncio.Lock()
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
            TimeoutError, BrokenProcessPool: as in `run`.
        """
        async with self._judging:
            return await self._judge.run(robot_worker.judge, before, played, after, seed, opposite)

    async def run(self, match: str, thought: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function of a module in a process, when it is this match's turn.

        Raises:
            TimeoutError: it took too long.
            BrokenProcessPool: the process died, and died again on the second attempt.
        """
        async with self._thinking.setdefault(match, asyncio.Lock()):
            worker = await self._free.get()
            try:
                return await worker.run(thought, *args, **kwargs)
            finally:
                self._free.put_nowait(worker)

    async def close(self) -> None:
        for worker in (*self._workers, self._judge):
            worker.stop()


class _Worker:
    """One process."""

    def __init__(self) -> None:
        self._executor: ProcessPoolExecutor | None = None
        self._processes: list[BaseProcess] = []

    async def run(self, thought: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function; retry once if the process dies or has died before."""
        try:
            return await self._try(thought, *args, **kwargs)
        except BrokenProcessPool:
            log.warning("a process in which robots think has died; it is started again")
            return await self._try(thought, *args, **kwargs)

    async def _try(self, thought: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            future: Future[R]
            if self._executor is None:
                future = await asyncio.to_thread(self._start, thought, *args, **kwargs)
            else:  # a thread would cost the event loop more than this call
                future = self._executor.submit(thought, *args, **kwargs)
            async with asyncio.timeout(EMERGENCY):
                return await asyncio.wrap_future(future)
        except (BrokenProcessPool, TimeoutError, asyncio.CancelledError):
            self.stop()  # the only way to abort a computation
            raise

    def _start(self, thought: Callable[..., Any], *args: Any, **kwargs: Any) -> Future[Any]:
        """Start the process and submit its first call; this takes too long for the event loop."""
        self._executor = ProcessPoolExecutor(
            1, mp_context=multiprocessing.get_context("spawn"), initializer=robot_worker.begin
        )
        with _starting:
            others = multiprocessing.active_children()
            future = self._executor.submit(thought, *args, **kwargs)
            self._processes = [child for child in multiprocessing.active_children() if child not in others]
        return future

    def stop(self) -> None:
        """Kill the process, even while it thinks; the next call starts another one."""
        executor, self._executor = self._executor, None
        for process in self._processes:
            process.kill()
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)


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
