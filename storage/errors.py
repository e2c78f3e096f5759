"""The errors of a store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

MOST_TRIES = 5  # to store something that other processes change at the same time


class StoreError(Exception):
    """Base class of refusals, which concern a single change."""


class VersionConflict(StoreError):
    """Another change was stored at this version first; nothing of this one was stored."""


class PeopleChanged(StoreError):
    """Accounts or settings have changed since they were read; nothing was stored."""


class RatedMeanwhile(StoreError):
    """Another match of a player has ended since their rating was read; nothing was stored."""


class PressedBefore(StoreError):
    """This press was counted already; nothing of the change was stored."""


class UnusableDatabase(StoreError):
    """The database cannot be used; the message says why: a newer version, or in use."""


class StoreUnavailable(Exception):
    """The store cannot be read or written at present; a write may or may not have been stored.

    Not a `StoreError`, because no change is at fault.
    """


class CannotStore(StoreUnavailable):
    """Nothing was stored, and nothing can be until the host intervenes."""


class StoreFull(CannotStore):
    """The disk is full; a smaller write may still succeed."""


async def retried(fault: type[Exception] | tuple[type[Exception], ...], do: Callable[[], Awaitable[T]]) -> T:
    """Call `do` until it succeeds, at most `MOST_TRIES` times, retrying after `fault`; return its result."""
    for _ in range(MOST_TRIES - 1):
        try:
            return await do()
        except fault:
            continue
    return await do()
