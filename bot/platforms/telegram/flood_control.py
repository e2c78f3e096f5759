"""How often may be sent and edited: asked before each call, so that Telegram has little to refuse.

A group takes twenty sends and edits a minute, a private chat about one a second with short bursts
(core.telegram.org/bots/faq, "My bot is hitting limits"); edits count like sends, answers to presses do not
count, and there is no fixed limit for all chats together (the maintainers in tdlib/td#2592 and #3034 and
tdlib/telegram-bot-api#648). Whether ephemeral messages count is not published: here they do. Numbers may
change, so the last word is Telegram's `retry_after`: it is obeyed for its chat, and for all chats where it
comes for a second one at the same time.

Several processes of one bot do not know what the others write: of what a group takes, each keeps to its part.
A private chat hears what one person presses, whichever process answers that.

Whoever comes too early is given a time of their own instead of waiting in a line: when they come back, they
bring what is newest then. Times are given in the order of asking: of the boards of a group, the one that has
been behind for longest goes first. Each chat counts for itself, so that a busy one delays no other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

from cachetools import LRUCache

from games.frozen import frozen

KEPT = 10_000  # chats that were written to last
LATE = 10.0  # seconds after which a promised time that nobody came back for is void


@frozen
class Rate:
    """So many calls within so many seconds; after a burst of some the others are spread over what is left."""

    calls: int
    seconds: float
    burst: int

    def shared(self, among: int) -> Rate:
        """The part of one of so many processes, of which each writes to any chat."""
        return Rate(max(1, self.calls // among), self.seconds, max(1, self.burst // among))

    @property
    def pause(self) -> float:
        """Seconds between two calls after a burst."""
        return self.seconds / (self.calls - self.burst + 1)

    def after(self, times: list[float]) -> float:
        """The first time that is open for one more call than these, which stand in order."""
        newest = enumerate(reversed(times[-self.calls :]), start=1 - self.burst)
        return max((at + self.pause * (n + 1) for n, at in newest if n >= 0), default=0.0)


GROUP = Rate(20, 60.8, burst=4)  # a little more than a minute for calls that overtake
PRIVATE = Rate(5, 5.1, burst=5)


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
        self.promised = {key: at for key, at in self.promised.items() if at > now - LATE}

    def next(self) -> float:
        """The first time at which one more call can be promised."""
        return self.rate.after(sorted([*self.made, *self.promised.values()]))

    def due(self) -> float:
        """The first time at which a call can be made, whatever was promised."""
        return max(self.shut, self.rate.after(self.made))


class FloodControl:
    """Who may call when."""

    def __init__(self, clock: Callable[[], float], processes: Callable[[], int] = lambda: 1) -> None:
        """Nothing was called yet.

        Args:
            clock: seconds; only differences count.
            processes: how many write to the same chats, each with a part of what a chat takes.
        """
        self._clock, self._processes = clock, processes
        self._chats: LRUCache[int, _Chat] = LRUCache(KEPT)
        self._refused = (0, -inf)  # the chat that Telegram refused last, and until when
        self._shut = -inf  # until when it takes nothing for any chat

    def take(self, chat: int, key: str) -> float:
        """How long to wait before a call; 0: it may be made now, and counts.

        Args:
            chat: as Telegram calls it; groups are below zero. A message sent by way of the bot counts as
                a private chat of its own: where it stands, nobody knows.
            key: what the call is about, such as a message: it gets one promise at a time.
        """
        now = self._clock()
        place = self._place(chat)
        place.forget(now)
        at = place.promised.pop(key, None) or place.next()
        wait = max(at, place.due(), self._shut) - now
        if wait > 0:
            place.promised[key] = now + wait
            return wait
        place.made.append(now)
        return 0.0

    def give_up(self, chat: int, key: str) -> None:
        """Whoever was promised a time does not come back for it."""
        self._place(chat).promised.pop(key, None)

    def room(self, chat: int) -> bool:
        """Whether a call could be made now, in front of nobody who was promised a time; it takes nothing."""
        now, place = self._clock(), self._place(chat)
        place.forget(now)
        return max(place.next(), place.due(), self._shut) <= now

    def shut(self, chat: int, seconds: float) -> None:
        """Telegram wants to hear nothing for this chat so long; where another is shut as well, for none."""
        now = self._clock()
        other, until = self._refused
        self._refused = (chat, now + seconds)
        self._place(chat).shut = now + seconds
        if other != chat and until > now:
            self._shut = max(self._shut, min(until, now + seconds))

    def _place(self, chat: int) -> _Chat:
        place = self._chats.get(chat)
        if place is None:
            place = self._chats[chat] = _Chat(PRIVATE)
        if chat < 0:
            place.rate = GROUP.shared(self._processes())
        return place
