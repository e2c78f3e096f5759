"""How often may be sent and edited: one bucket for each chat, asked before each call.

A group takes twenty sends and edits a minute, a private chat about one a second with short bursts
(core.telegram.org/bots/faq, "My bot is hitting limits"); edits count like sends, answers to presses do not
count, and there is no fixed limit for all chats together (the maintainers in tdlib/td#2592 and #3034 and
tdlib/telegram-bot-api#648). Whether ephemeral messages count is not published: here they do. Telegram's own
`retry_after` comes before all that: it counts for its chat, and for all chats if it comes for a second one
at the same time.

A call that comes too early is promised a time, in the order of asking, so that the board of a group that has
been behind for longest goes first. What a person has asked for, such as a challenge or a page of the builder,
goes before boards that follow their matches, and leaves them a part. Both come out of the same bucket: boards
slow down at once when much is asked for, instead of using up the minute and standing still.

Twenty calls a minute are one in three seconds: a board that is pressed a second after it was shown, again and
again, waits two seconds on average. More than half of the presses wait at most 1.4 s, the others 4.5 s.

All processes of the bot share what they have written in a group. A private chat hears what one person
presses, whichever process answers that. What was written before a restart is not always known: in the first
minute a group is written to at half the pace.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import astuple, dataclass, field
from itertools import pairwise
from math import inf

from cachetools import LRUCache

KEPT = 10_000  # chats that were written to last
LATELY = 20.0  # seconds for which a board that was written to counts as one of several
LATE = 10.0  # seconds after which a promised time is free again
AHEAD = 5.0  # seconds by which the clock of another process may differ

Share = Callable[[str, Callable[[str], str]], Awaitable[None]]
"""As `Front.change_shared`."""
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Rate:
    """So many calls within so many seconds; after a burst of some the others are spread over what is left."""

    calls: int
    seconds: float
    burst: int

    @property
    def pause(self) -> float:
        """Seconds between two calls after a burst."""
        return self.seconds / (self.calls - self.burst + 1)

    def without(self, calls: int) -> Rate:
        """What is left where so many go to something else."""
        return Rate(max(1, self.calls - calls), self.seconds, max(1, self.burst - calls))

    def after(self, times: list[float]) -> float:
        """The first time that is open for one more call than these, which stand in order."""
        newest = enumerate(reversed(times[-self.calls :]), start=1 - self.burst)
        return max((at + self.pause * (n + 1) for n, at in newest if n >= 0), default=0.0)


MINUTE = 60.8  # seconds: a little more than a minute for calls that overtake
PRIVATE = Rate(5, 5.1, burst=5)
GROUP = Rate(20, MINUTE, burst=20)  # whatever it is
FIRST = Rate(10, MINUTE, burst=2)  # likewise, while it is not known what was written before
ASKED = Rate(12, MINUTE, burst=12)  # what goes before boards
BOARDS = 18  # calls of a minute that boards take
SEVERAL = Rate(BOARDS, MINUTE, burst=4)  # where several are shown: evenly
ALONE, QUICK = Rate(BOARDS, MINUTE, burst=8), Rate(10, 16.8, burst=4)  # where one is: quickly at first


@dataclass(frozen=True, slots=True)
class Call:
    """One that was made, or a time that was promised for it."""

    at: float
    key: str
    asked: bool
    """A person waits for it."""


@dataclass(slots=True)
class Bucket:
    """The calls of one chat."""

    group: bool
    made: list[Call] = field(default_factory=list)
    """In order; also those of other processes, as far as they are known."""
    promised: dict[str, Call] = field(default_factory=dict)
    """By what they are about."""
    shut: float = 0.0
    """Telegram takes nothing until then."""

    def take(self, now: float, key: str, asked: bool, whole: Rate) -> float:
        """Seconds to wait before a call; 0: it may be made now, and counts."""
        promise = self.promised.pop(key, None)
        asked = asked or (promise is not None and promise.asked)
        at = self.opens(now, asked=asked, new=promise is None, whole=whole)
        wait = max(at, promise.at if promise else 0.0) - now
        if wait > 0:
            self.promised[key] = Call(now + wait, key, asked)
            return wait
        self.made.append(Call(now, key, asked))
        return 0.0

    def give_up(self, key: str) -> float:
        """Leave a promised time to others."""
        self.promised.pop(key, None)
        return 0.0

    def opens(self, now: float, *, asked: bool, new: bool, whole: Rate) -> float:
        """The first time for one more call; a `new` one comes after the times that were promised before."""
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
        """Drop what no longer counts, nor can: another process may have a clock that is ahead."""
        past = now - (MINUTE if self.group else PRIVATE.seconds)
        self.made = [call for call in self.made if past < call.at <= now + AHEAD]
        self.promised = {key: call for key, call in self.promised.items() if call.at > now - LATE}

    def load(self, text: str) -> None:
        """Take over what was written and promised, by any process."""
        made, promised = json.loads(text or "[[], []]")
        self.made = [Call(*call) for call in made]
        self.promised = {call.key: call for call in (Call(*values) for values in promised)}

    def dump(self) -> str:
        """What other processes have to know."""
        return json.dumps(
            [[astuple(call) for call in calls] for calls in (self.made, self.promised.values())]
        )


def _rates(boards: list[Call], asked: int) -> tuple[Rate, ...]:
    """Those of the boards of a group, by the calls made for them, and by how many were asked for."""
    beyond = max(0, asked - (GROUP.calls - BOARDS))
    lately = [call.key for call in boards if call.at > boards[-1].at - LATELY]
    # One board that follows another, as where the next match begins, is no second one beside it.
    if sum(key != other for key, other in pairwise(lately)) > 1:
        return (SEVERAL.without(beyond),)
    return ALONE.without(beyond), QUICK


class Pace:
    """Tells who may call when: a bucket for each chat."""

    def __init__(
        self,
        clock: Callable[[], float],
        share: Share,
        *,
        sleep: Sleep = asyncio.sleep,
        cautious: bool = False,
    ) -> None:
        """Begins with full buckets.

        Args:
            clock: seconds, the same for all processes.
            share: changes what all processes know of a group.
            sleep: how to wait for a turn.
            cautious: groups may have been written to just now, by a process of which nothing is known.
        """
        self._clock, self._share, self._sleep = clock, share, sleep
        self._buckets: LRUCache[int, Bucket] = LRUCache(KEPT)
        self._cautious = clock() + MINUTE if cautious else -inf
        self._waiting: dict[tuple[int, str], object] = {}  # who came last, of those who wait for the same
        self._refused = (0, -inf)  # the chat that Telegram refused last, and until when
        self._shut = -inf  # until when it takes nothing for any chat

    async def take(self, chat: int, key: str, *, asked: bool = False) -> float:
        """Seconds to wait before a call; 0: it may be made now, and counts.

        Args:
            chat: as Telegram calls it; groups are below zero. A message sent by way of the bot counts as
                a private chat of its own: where it stands, nobody knows.
            key: what the call is about, such as a message: it gets one promise at a time.
            asked: somebody waits for it, and nothing else brings it.
        """
        if (wait := self._shut - self._clock()) > 0:
            return wait
        return await self._change(chat, lambda bucket: bucket.take(self._clock(), key, asked, self._whole))

    async def turn(self, chat: int, key: str, *, asked: bool = True, within: float = inf) -> float:
        """Wait until a call may be made; gives 0, or the seconds that it would still take.

        Args:
            chat: as in `take`.
            key: as in `take`; an older caller who waits for the same gives up.
            asked: as in `take`; the time of what is not made after all is left to others.
            within: seconds that are worth waiting.
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
        """Leave a promised time to others."""
        await self._change(chat, lambda bucket: bucket.give_up(key))

    def has_room(self, chat: int) -> bool:
        """Whether a call could be made now, in front of nobody who was promised a time; it takes nothing.

        Other processes may have written since this one has.
        """
        now = self._clock()
        opens = self._bucket(chat).opens(now, asked=False, new=True, whole=self._whole)
        return max(self._shut, opens) <= now

    def shut(self, chat: int, seconds: float) -> None:
        """Telegram wants to hear nothing for this chat so long; where another is shut as well, for none."""
        now = self._clock()
        other, until = self._refused
        self._refused = (chat, now + seconds)
        self._bucket(chat).shut = now + seconds
        if other != chat and until > now:
            self._shut = max(self._shut, min(until, now + seconds))

    async def _change(self, chat: int, change: Callable[[Bucket], float]) -> float:
        bucket, result = self._bucket(chat), 0.0
        if not bucket.group:  # which one person presses, whichever process answers that
            return change(bucket)

        def changed(text: str) -> str:
            nonlocal result
            bucket.load(text)
            result = change(bucket)
            return bucket.dump()

        await self._share(f"telegram {chat}", changed)
        return result

    @property
    def _whole(self) -> Rate:
        return FIRST if self._clock() < self._cautious else GROUP

    def _bucket(self, chat: int) -> Bucket:
        return self._buckets.setdefault(chat, Bucket(chat < 0))
