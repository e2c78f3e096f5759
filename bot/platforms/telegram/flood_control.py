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
been behind for longest goes first. What one person has just asked for and nothing else brings, such as a new
challenge or a page of the builder, goes before boards that follow their matches: boards leave a few calls of
each minute to that, and it leaves the boards their part. Where more of it comes, boards slow down at once
instead of using up the minute and standing still. Each chat counts for itself, so that a busy one delays no
other.

A board that is pressed a second after it was shown, again and again, waits two seconds on average whatever is
done: twenty calls a minute are one in three seconds. Only how that is shared out is ours to choose: more than
half of the presses wait at most 1.4 s, the others 4.5 s.

What was written before a restart is not known: in the first minute a group is written to at half the pace.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf

from cachetools import LRUCache, TTLCache

KEPT = 10_000  # chats that were written to last
LATELY = 20.0  # seconds for which a board that was written to counts as one of several
REMEMBERED = 60.0  # seconds for which somebody knows that a group shows things a little later
LATE = 10.0  # seconds after which a promised time that nobody came back for is void


@dataclass(frozen=True, slots=True)
class Rate:
    """So many calls within so many seconds; after a burst of some the others are spread over what is left."""

    calls: int
    seconds: float
    burst: int

    def shared(self, among: int) -> Rate:
        """The part of one of so many processes, of which each writes to any chat."""
        return Rate(max(1, self.calls // among), self.seconds, max(1, self.burst // among))

    def without(self, calls: int) -> Rate:
        """What is left where so many go to something else."""
        return Rate(max(1, self.calls - calls), self.seconds, max(1, self.burst - calls))

    @property
    def pause(self) -> float:
        """Seconds between two calls after a burst."""
        return self.seconds / (self.calls - self.burst + 1)

    def after(self, times: list[float]) -> float:
        """The first time that is open for one more call than these, which stand in order."""
        newest = enumerate(reversed(times[-self.calls :]), start=1 - self.burst)
        return max((at + self.pause * (n + 1) for n, at in newest if n >= 0), default=0.0)


MINUTE = 60.8  # seconds: a little more than a minute for calls that overtake
GROUP = Rate(20, MINUTE, burst=20)  # whatever it is
ASKED = Rate(12, MINUTE, burst=12)  # what somebody waits for
FIRST = Rate(10, MINUTE, burst=2)  # in the first minute, when nobody knows what was written before
PRIVATE = Rate(5, 5.1, burst=5)
BOARDS = 18  # calls of a minute that boards of a group take
SEVERAL = Rate(BOARDS, MINUTE, burst=4)  # where several are shown: evenly
ALONE = Rate(BOARDS, MINUTE, burst=8)  # where one is shown
QUICK = Rate(10, 16.8, burst=4)  # and within a moment


@dataclass(frozen=True, slots=True)
class _Call:
    """One that was made, or a time that was promised for it."""

    at: float
    key: str
    asked: bool
    """Somebody waits for it."""


@dataclass(slots=True)
class _Chat:
    """The calls of one chat."""

    among: int | None = None
    """Of a group: how many processes write there; None for any other chat."""
    cautious: bool = False
    """What was written there before is not known."""
    made: list[_Call] = field(default_factory=list)
    """In order."""
    promised: dict[str, _Call] = field(default_factory=dict)
    """By what they are about."""
    shut: float = 0.0
    """Telegram takes nothing until then."""

    def forget(self, now: float) -> None:
        """What no longer counts; a promise that nobody came back for is void."""
        past = now - (PRIVATE.seconds if self.among is None else MINUTE)
        self.made = [call for call in self.made if call.at > past]
        self.promised = {key: call for key, call in self.promised.items() if call.at > now - LATE}

    def next(self, *, asked: bool) -> float:
        """The first time that can be promised; what is asked for goes before the promises of boards."""
        ahead = [call for call in self.promised.values() if call.asked or not asked]
        return self._open(sorted([*self.made, *ahead], key=lambda call: call.at), asked=asked)

    def due(self, *, asked: bool) -> float:
        """The first time at which a call can be made, whatever was promised."""
        return max(self.shut, self._open(self.made, asked=asked))

    def _open(self, calls: list[_Call], *, asked: bool) -> float:
        times = [call.at for call in calls]
        if self.among is None:
            return PRIVATE.after(times)
        alike = [call for call in calls if call.asked == asked]
        own = (ASKED,) if asked else self._boards(alike, len(calls) - len(alike))
        whole, own_times = FIRST if self.cautious else GROUP, [call.at for call in alike]
        return max(
            whole.shared(self.among).after(times), *(rate.shared(self.among).after(own_times) for rate in own)
        )

    @staticmethod
    def _boards(calls: list[_Call], asked: int) -> tuple[Rate, ...]:
        """A match alone is shown quickly at first; several are shown evenly."""
        beyond = max(0, asked - (GROUP.calls - BOARDS))
        lately = [call.key for call in calls if call.at > calls[-1].at - LATELY]
        # One board that follows another, as where the next match begins, is no second one beside it.
        if sum(key != other for key, other in pairwise(lately)) > 1:
            return (SEVERAL.without(beyond),)
        return ALONE.without(beyond), QUICK


class FloodControl:
    """Who may call when."""

    def __init__(self, clock: Callable[[], float], processes: Callable[[], int] = lambda: 1) -> None:
        """Nothing was called yet.

        Args:
            clock: seconds; only differences count.
            processes: how many write to the same chats, each with a part of what a chat takes.
        """
        self.clock, self._processes = clock, processes
        self._told: TTLCache[tuple[int, str], None] = TTLCache(KEPT, REMEMBERED, timer=clock)
        self._cautious = -inf  # until when what was written before may count still
        self._chats: LRUCache[int, _Chat] = LRUCache(KEPT)
        self._refused = (0, -inf)  # the chat that Telegram refused last, and until when
        self._shut = -inf  # until when it takes nothing for any chat

    def be_cautious(self) -> None:
        """Groups may have been written to just now, by a process of which nothing is known."""
        self._cautious = self.clock() + MINUTE

    def take(self, chat: int, key: str, *, asked: bool = False) -> float:
        """How long to wait before a call; 0: it may be made now, and counts.

        Args:
            chat: as Telegram calls it; groups are below zero. A message sent by way of the bot counts as
                a private chat of its own: where it stands, nobody knows.
            key: what the call is about, such as a message: it gets one promise at a time.
            asked: somebody waits for it, and nothing else brings it.
        """
        now = self.clock()
        place = self._place(chat)
        place.forget(now)
        promise = place.promised.pop(key, None)
        asked = asked or (promise is not None and promise.asked)
        at = promise.at if promise is not None else place.next(asked=asked)
        wait = max(at, place.due(asked=asked), self._shut) - now
        if wait > 0:
            place.promised[key] = _Call(now + wait, key, asked)
            return wait
        place.made.append(_Call(now, key, asked))
        return 0.0

    def give_up(self, chat: int, key: str) -> None:
        """Whoever was promised a time does not come back for it."""
        self._place(chat).promised.pop(key, None)

    def room(self, chat: int) -> bool:
        """Whether a call could be made now, in front of nobody who was promised a time; it takes nothing."""
        now, place = self.clock(), self._place(chat)
        place.forget(now)
        return max(place.next(asked=False), place.due(asked=False), self._shut) <= now

    def asks_patience(self, chat: int, user: str) -> bool:
        """Whether somebody has yet to be told that a chat shows things a little later; they count as told."""
        told = (chat, user) in self._told
        self._told[chat, user] = None
        return not told

    def shut(self, chat: int, seconds: float) -> None:
        """Telegram wants to hear nothing for this chat so long; where another is shut as well, for none."""
        now = self.clock()
        other, until = self._refused
        self._refused = (chat, now + seconds)
        self._place(chat).shut = now + seconds
        if other != chat and until > now:
            self._shut = max(self._shut, min(until, now + seconds))

    def _place(self, chat: int) -> _Chat:
        place = self._chats.get(chat)
        if place is None:
            place = self._chats[chat] = _Chat()
        if chat < 0:
            place.among, place.cautious = self._processes(), self.clock() < self._cautious
        return place
