"""Rate limits for sends and edits: one bucket for each chat, asked before each call.

A group accepts twenty sends and edits a minute, a private chat about one a second with short bursts
(core.telegram.org/bots/faq, "My bot is hitting limits"). Edits count like sends, answers to presses do not
count, and there is no fixed limit for all chats together (the maintainers in tdlib/td#2592 and #3034 and
tdlib/telegram-bot-api#648). It is not documented whether ephemeral messages count; they do here. Telegram's
`retry_after` takes precedence: it applies to its chat, and to all chats if a second one is limited at the
same time.

A call that comes too early is promised a time, in the order of asking, so the board of a group that has been
behind for longest goes first. Answers to a request, e.g. a challenge or a page of the builder, have priority
over boards that follow their matches, but leave them a share. Both use the same bucket: with many requests,
boards slow down at once instead of using up the minute and stopping.

Twenty calls a minute are one in three seconds. A board that is pressed again and again, each time a second
after it was shown, waits two seconds on average. More than half of the presses wait at most 1.4 s, the others
4.5 s.

All processes of the bot share the calls made in a group. Private chats are not shared: there, calls follow
the presses of one person. Calls made before a restart are not always known, so groups get half the rate in
the first minute.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import astuple, dataclass, field
from itertools import pairwise
from math import inf
from typing import TypeVar

from cachetools import LRUCache

T = TypeVar("T")

KEPT = 10_000  # most recently used chats
LATELY = 20.0  # seconds for which an updated board counts as one of several in its group
LATE = 10.0  # seconds until an unused promise expires
AHEAD = 5.0  # seconds by which the clock of another process may be ahead

Share = Callable[[str, Callable[[str], str]], Awaitable[None]]
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Rate:
    """A number of calls within a period; after a burst, the others are spread over the rest of the period."""

    calls: int
    seconds: float
    burst: int

    @property
    def pause(self) -> float:
        """Seconds between two calls after the burst."""
        return self.seconds / (self.calls - self.burst + 1)

    def without(self, calls: int) -> Rate:
        """The rate that remains when some calls are used for something else."""
        return Rate(max(1, self.calls - calls), self.seconds, max(1, self.burst - calls))

    def after(self, times: list[float]) -> float:
        """The earliest time for one more call after those at `times`, which are sorted."""
        newest = enumerate(reversed(times[-self.calls :]), start=1 - self.burst)
        return max((at + self.pause * (n + 1) for n, at in newest if n >= 0), default=0.0)


MINUTE = 60.8  # seconds; the margin is for calls that overtake each other
PRIVATE = Rate(5, 5.1, burst=5)
GROUP = Rate(20, MINUTE, burst=20)  # all calls in a group
FIRST = Rate(10, MINUTE, burst=2)  # likewise, while earlier calls may be unknown
ASKED = Rate(12, MINUTE, burst=12)  # calls with priority over boards
BOARDS = 18  # calls a minute for boards
SEVERAL = Rate(BOARDS, MINUTE, burst=4)  # for several boards: evenly
ALONE, QUICK = Rate(BOARDS, MINUTE, burst=8), Rate(10, 16.8, burst=4)  # for one board: quickly at first


@dataclass(frozen=True, slots=True)
class Call:
    """A call that was made, or a promise of one."""

    at: float
    key: str
    asked: bool
    """A person waits for it."""


@dataclass(slots=True)
class Bucket:
    """The calls of one chat."""

    group: bool
    made: list[Call] = field(default_factory=list)
    """In order of time; includes the known calls of other processes."""
    promised: dict[str, Call] = field(default_factory=dict)
    """Promised calls by key."""
    shut: float = 0.0
    """The time until which Telegram accepts nothing (`retry_after`)."""

    def take(self, now: float, key: str, asked: bool, whole: Rate) -> float:
        """See `Pace.take`."""
        promise = self.promised.pop(key, None)
        asked = asked or (promise is not None and promise.asked)
        at = self.opens(now, asked=asked, new=promise is None, whole=whole)
        wait = max(at, promise.at if promise else 0.0) - now
        if wait > 0:
            self.promised[key] = Call(now + wait, key, asked)
            return wait
        self.made.append(Call(now, key, asked))
        return 0.0

    def opens(self, now: float, *, asked: bool, new: bool, whole: Rate) -> float:
        """The earliest time for one more call; a `new` one comes after the existing promises."""
        self._forget(now)
        ahead = [call for call in self.promised.values() if call.asked or not asked] if new else []
        calls = sorted([*self.made, *ahead], key=lambda call: call.at)
        times = [(whole if self.group else PRIVATE).after([call.at for call in calls])]
        if self.group:
            alike = [call for call in calls if call.asked == asked]
            own = (ASKED,) if asked else _rates(alike, len(calls) - len(alike))
            times += [rate.after([call.at for call in alike]) for rate in own]
        return max(self.shut, *times)

    def _forget(self, now: float) -> None:
        """Drop old calls, expired promises, and calls further in the future than clocks differ."""
        past = now - (MINUTE if self.group else PRIVATE.seconds)
        self.made = [call for call in self.made if past < call.at <= now + AHEAD]
        self.promised = {key: call for key, call in self.promised.items() if call.at > now - LATE}

    def load(self, text: str) -> None:
        made, promised = json.loads(text or "[[], []]")
        self.made = [Call(*call) for call in made]
        self.promised = {call.key: call for call in (Call(*values) for values in promised)}

    def dump(self) -> str:
        return json.dumps([list(map(astuple, self.made)), list(map(astuple, self.promised.values()))])


def _rates(boards: list[Call], asked: int) -> tuple[Rate, ...]:
    """The rates for boards of a group, from the calls for boards and the number of calls with priority."""
    beyond = max(0, asked - (GROUP.calls - BOARDS))
    lately = [call.key for call in boards if call.at > boards[-1].at - LATELY]
    # A board that replaces another, e.g. that of the next match, does not make them several.
    if sum(key != other for key, other in pairwise(lately)) > 1:
        return (SEVERAL.without(beyond),)
    return ALONE.without(beyond), QUICK


class Pace:
    """The rate limiter: a bucket for each chat."""

    def __init__(
        self,
        clock: Callable[[], float],
        share: Share,
        *,
        sleep: Sleep = asyncio.sleep,
        cautious: bool = False,
    ) -> None:
        """Start with full buckets.

        Args:
            clock: time in seconds, the same for all processes.
            share: `Front.change_shared`, for the state of a group that all processes share.
            sleep: waits for a number of seconds.
            cautious: an unknown process may have sent messages to groups just now.
        """
        self._clock, self._share, self._sleep = clock, share, sleep
        self._buckets: LRUCache[int, Bucket] = LRUCache(KEPT)
        self._cautious = clock() + MINUTE if cautious else -inf
        self._waiting: dict[tuple[int, str], object] = {}  # the newest waiter for each chat and key
        self._refused = (0, -inf)  # the chat limited last, and until when
        self._shut = -inf  # until when all chats are limited

    async def take(self, chat: int, key: str, *, asked: bool = False) -> float:
        """Count a call now and return 0, or promise it a time and return the seconds to wait.

        Args:
            chat: Telegram's id; ids of groups are negative. An inline message counts as a private chat of
                its own, because its chat is unknown.
            key: the subject of the call, e.g. a message; each key has one promise at a time.
            asked: a person waits for the call, and nothing else will deliver its content.
        """
        if (wait := self._shut - self._clock()) > 0:
            return wait
        return await self._change(chat, lambda bucket: bucket.take(self._clock(), key, asked, self._whole))

    async def turn(self, chat: int, key: str, *, asked: bool = True, within: float = inf) -> float:
        """Wait until a call may be made, and count it; the arguments are those of `take`.

        A caller gives up if a wait would exceed `within` seconds, or when a newer one waits for the same key.
        The promise of a call that is `asked` for is cancelled then.

        Returns:
            0 if the call may be made, else the seconds that were left to wait when this caller gave up.
        """
        mine = self._waiting[chat, key] = object()
        wait = inf
        try:
            while wait := await self.take(chat, key, asked=asked):
                if wait > within:
                    break
                await self._sleep(wait)
                if self._waiting.get((chat, key)) is not mine:
                    break
            return wait
        finally:
            if self._waiting.get((chat, key)) is mine:
                del self._waiting[chat, key]
                if wait and asked:
                    await self.give_up(chat, key)

    async def give_up(self, chat: int, key: str) -> None:
        """Cancel a promise."""
        await self._change(chat, lambda bucket: bucket.promised.pop(key, None))

    def has_room(self, chat: int) -> bool:
        """Whether a call could be made now without overtaking a promise. Does not count a call.

        Does not see calls of other processes since the last one of this process.
        """
        now = self._clock()
        opens = self._bucket(chat).opens(now, asked=False, new=True, whole=self._whole)
        return max(self._shut, opens) <= now

    def shut(self, chat: int, seconds: float) -> None:
        """Block a chat for a number of seconds; block all chats while two are blocked."""
        now = self._clock()
        other, until = self._refused
        self._refused = (chat, now + seconds)
        self._bucket(chat).shut = now + seconds
        if other != chat and until > now:
            self._shut = max(self._shut, min(until, now + seconds))

    async def _change(self, chat: int, change: Callable[[Bucket], T]) -> T:
        bucket = self._bucket(chat)
        if not bucket.group:  # private chats are not shared
            return change(bucket)
        results: list[T] = []

        def changed(text: str) -> str:
            bucket.load(text)
            results.append(change(bucket))
            return bucket.dump()

        await self._share(f"telegram {chat}", changed)
        return results[-1]

    @property
    def _whole(self) -> Rate:
        return FIRST if self._clock() < self._cautious else GROUP

    def _bucket(self, chat: int) -> Bucket:
        return self._buckets.setdefault(chat, Bucket(chat < 0))
