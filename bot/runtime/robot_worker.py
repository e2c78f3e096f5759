"""The functions that run in the robots' processes: no other module of the bot is loaded there."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading

from games.game import View
from games.judgement import Judgement

NICENESS = 10  # answers to people have priority


def begin() -> None:
    """Ignore Ctrl+C, lower the priority, and exit when the parent exits, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
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
