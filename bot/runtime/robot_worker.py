"""The functions that run in the robots' processes: no other module of the bot is loaded there."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from games.game import View
from games.judgement import Judgement

R = TypeVar("R")

NICENESS = 10  # answers to people have priority
LOOKS_EVERY = 1.0  # seconds between two looks for the parent


def think(thought: Callable[[], R]) -> R:
    """Call a function in this process, which is settled in first."""
    _settle_in()
    return thought()


@cache
def _settle_in() -> None:
    """Ignore Ctrl+C, lower the priority, and exit when the parent exits, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()


def _end_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOKS_EVERY)
    os._exit(1)


def choose(view: View, level: int, seed: int) -> str:
    import robots  # not above: the bot also imports this file, and does not need the searches

    wanted = robots.LEVELS[robots.LEVELS.index(level)]
    return str(robots.choose(view, wanted, seed))


def assess(view: View, seed: int) -> float:
    import robots

    return robots.assess(view, seed)


def judge(before: View, played: str, after: View, seed: int, opposite: tuple[View, View]) -> Judgement:
    import robots

    return robots.judge(before, played, after, seed, opposite)
