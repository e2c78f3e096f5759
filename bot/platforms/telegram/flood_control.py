"""How often may be sent and edited: asked before each call, so that Telegram has nothing to refuse.

A group takes about twenty sends and edits a minute, a private chat about one a second, all chats together
thirty a second. Whoever comes too early is given a time of their own instead of waiting in a line: when
they come back, they bring what is newest then. Each chat counts for itself, so that a busy one delays no
other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from cachetools import LRUCache

KEPT = 10_000  # chats that were written to last


@dataclass(frozen=True, slots=True)
class Rate:
    """So many calls within so many seconds."""

    calls: int
    seconds: float


GROUP = Rate(5, 15.2)  # twenty a minute, but never a pause of a minute; a little more for calls that overtake
PRIVATE = Rate(5, 5.1)
TOTAL = Rate(30, 1.0)


@dataclass(slots=True)
class _Chat:
    """The calls of one chat."""

    rate: Rate
    made: list[float] = field(default_factory=list)
    """When, in order."""
    promised: dict[str, float] = field(default_factory=dict)
    """To whom which time."""
    shut: float = 0.0
    """Telegram takes nothing until then."""

    def forget(self, now: float) -> None:
        """What no longer counts; a promise that nobody came back for is void."""
        past = now - self.rate.seconds
        self.made = [at for at in self.made if at > past]
        self.promised = {key: at for key, at in self.promised.items() if at > past}

    def next(self) -> float:
        """The first time at which one more call can be promised."""
        return self._after(sorted([*self.made, *self.promised.values()]))

    def due(self) -> float:
        """The first time at which a call can be made, whatever was promised."""
        return max(self.shut, self._after(self.made))

    def _after(self, times: list[float]) -> float:
        return times[-self.rate.calls] + self.rate.seconds if len(times) >= self.rate.calls else 0.0


class FloodControl:
    """Who may call when."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Nothing was called yet.

        Args:
            clock: seconds; only differences count.
        """
        self._clock = clock
        self._chats: LRUCache[int, _Chat] = LRUCache(KEPT)
        self._all: deque[float] = deque(maxlen=TOTAL.calls)

    def take(self, chat: int, key: str) -> float:
        """How long to wait before a call; 0: it may be made now, and counts.

        Args:
            chat: as Telegram calls it; groups are below zero. 0: nobody knows which.
            key: what the call is about, such as a message: it gets one promise at a time.
        """
        now = self._clock()
        place = self._place(chat)
        place.forget(now)
        at = place.promised.pop(key, None) or place.next()
        wait = max(at, place.due(), self._due()) - now
        if wait > 0:
            place.promised[key] = now + wait
            return wait
        place.made.append(now)
        self._all.append(now)
        return 0.0

    def shut(self, chat: int, seconds: float) -> None:
        """Telegram wants to hear nothing for this chat so long."""
        self._place(chat).shut = self._clock() + seconds

    def _place(self, chat: int) -> _Chat:
        place = self._chats.get(chat)
        if place is None:
            place = self._chats[chat] = _Chat(GROUP if chat < 0 else PRIVATE if chat else TOTAL)
        return place

    def _due(self) -> float:
        """When fewer than the most of all chats together count."""
        return self._all[0] + TOTAL.seconds if len(self._all) == TOTAL.calls else 0.0
