"""What a store can complain about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

MOST_TRIES = 5  # to store what another process changes at the same time


class StoreError(Exception):
    """Parent of all of them."""


class VersionConflict(StoreError):
    """Another event was stored at this version of the match first; nothing of the change was kept."""


class PeopleChanged(StoreError):
    """Who is who, or what people have chosen, has changed since it was read; nothing was kept."""


class RatedMeanwhile(StoreError):
    """Another match of a player has ended since their rating was read; nothing was kept."""


class PressedBefore(StoreError):
    """This press has counted already; nothing of the change was kept."""


class UnusableDatabase(StoreError):
    """The database cannot be used, and why, in words for the host: from a newer version, or taken."""


class StoreUnavailable(Exception):
    """The store cannot be asked or written at present; whether it has written is not known.

    Nobody's change is at fault, so this is no `StoreError`.
    """


class CannotStore(StoreUnavailable):
    """Nothing can be stored, and nothing was, until the host does something about it."""


class StoreFull(CannotStore):
    """There is no room; what is smaller may find some."""


async def retried(fault: type[Exception] | tuple[type[Exception], ...], do: Callable[[], Awaitable[T]]) -> T:
    """What comes of something that is done anew as long as another process is quicker."""
    for _ in range(MOST_TRIES - 1):
        try:
            return await do()
        except fault:
            continue
    return await do()
