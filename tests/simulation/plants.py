"""Bugs to plant, so that the simulation can show that it finds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Plant = Callable[[], AbstractContextManager[object]]
PLANTS: dict[str, Plant] = {}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Meanwhile the bot has this bug; none where there is no name."""
    if not name:
        yield
        return
    with PLANTS[name]():
        yield
