"""A cache bounded by bytes, for what was painted and may be needed again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class _Kept(Generic[T]):
    thing: T
    weight: int
    wanted: bool = False
    """Somebody asked for it since it was put here."""


class Shelf(Generic[T]):
    """Keeps things by their keys, up to a number of bytes; what nobody asks for makes room first.

    A bound on their number would say little about memory: the largest weigh a hundred times the smallest.
    """

    def __init__(self, room: int, weigh: Callable[[T], int]) -> None:
        """`room`: bytes for everything together; `weigh`: the bytes of one thing."""
        self._room, self._weigh = room, weigh
        self._kept: OrderedDict[Hashable, _Kept[T]] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    @property
    def weight(self) -> int:
        """Bytes of everything that is kept."""
        return self._weight

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing with this key; made now, if it is not here."""
        thing = self.find(key)
        if thing is None:
            thing = make()
            self.keep(key, thing)
        return thing

    def find(self, key: Hashable) -> T | None:
        """The thing with this key, if it is here."""
        # Keys are whole parts of a picture and take long to hash: a thing that is here costs one look-up.
        kept = self._kept.get(key)
        if kept is None:
            return None
        kept.wanted = True
        return kept.thing

    def keep(self, key: Hashable, thing: T) -> None:
        """Put a thing here."""
        with self._lock:
            self._put(key, _Kept(thing, self._weigh(thing)))

    def _put(self, key: Hashable, new: _Kept[T]) -> None:
        """Another thread may have put it here meanwhile."""
        former = self._kept.pop(key, None)
        self._weight += new.weight - (former.weight if former else 0)
        self._kept[key] = new
        while self._weight > self._room:
            oldest, kept = self._kept.popitem(last=False)
            if kept.wanted:
                kept.wanted = False
                self._kept[oldest] = kept
            else:
                self._weight -= kept.weight
