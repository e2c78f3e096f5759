"""What is fuzzed: a way in, what usually comes in there, and how one case is tried."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Take = Callable[[bytes], Coroutine[Any, Any, None]]
"""Tries one case.

Raises:
    Broken: a law does not hold.
"""


@dataclass(frozen=True, slots=True)
class Target:
    """One way in."""

    name: str
    open: Callable[[Path], AbstractAsyncContextManager[Take]]
    """A fresh bot, or what of it is needed; it is given an empty folder."""
    seeds: Callable[[Path], Coroutine[Any, Any, Sequence[bytes]]]
    """Usual inputs, from which others are made."""
    tokens: Sequence[str] = ()
    """What stands in them."""
    share: int = 1
    """How many parts of all cases go here: more where a case is quick."""
    round: int = 300
    """So many cases meet the same bot; then comes a fresh one."""
