"""What runs in the processes in which robots think. Of the bot nothing is loaded there but this."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading

from games.game import View
from games.judgement import Judgement

NICENESS = 10  # answers to people go first


def begin() -> None:
    """Let only its parent end this process, and end when the parent does, also when that is killed."""
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
    """The move of the view's seat, in notation."""
    import robots  # not above: the bot itself imports this file, and need not load what searches

    wanted = robots.LEVELS[robots.LEVELS.index(level)]
    return str(robots.choose(view, wanted, seed))


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win."""
    import robots

    return robots.assess(view, seed)


def judge(before: View, played: str, after: View, seed: int, opposite: tuple[View, View]) -> Judgement:
    """What a move cost."""
    import robots

    return robots.judge(before, played, after, seed, opposite)
