"""Rate limits for sends and edits: one bucket for each chat, asked before each call.

A group accepts twenty sends and edits a minute, a private chat about one a second with short bursts
(core.telegram.org/bots/faq, "My bot is hitting limits"). Edits count like sends, answers to presses do not
count, and there is no fixed limit for all chats together (the maintainers in tdlib/td#2592 and #3034 and
tdlib/telegram-bot-api#648). It is not documented whether ephemeral messages count; they do here. Telegram's
`retry_after` takes precedence: it applies to its chat, and to all chats if a second one is limited at the
same time.

A call that comes too early joins the queue of its chat and is told when to come again: in a job, that is when
it is due. What a person waits for, e.g. a challenge or a page of the builder, goes before boards that follow
their matches. Boards of several matches are spread evenly over the minute, so that it always has room for
what is asked for. A board alone is edited quickly: pressed a second after each edit, two of three presses
wait 1.4 s and the third one 4.4 s.

The bucket of a group is in the store: all processes share it, and it outlasts a restart. Those of private
chats are in memory: there, calls follow the presses of one person.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, field
from itertools import pairwise
from math import inf
from typing import TypeVar

from cachetools import LRUCache

from bot.interface import Share, Sleep
from bot.platforms.telegram.chat_ids import is_group, place_of

T = TypeVar("T")

KEPT = 10_000  # most recently used private chats
LATE = 10.0  # seconds for which a call in the queue may be late before it loses its place
FAR = 300.0  # seconds that a call may have to wait and keep its place
AHEAD = 5.0  # seconds by which the clock of another process may be ahead
IMPRECISION = 0.001  # seconds by which a call may come too early

MINUTE = 60.8  # seconds; the margin is for calls that overtake each other
GROUP = 20  # calls a minute in a group
ASKED = 12  # of these, at most, for what people wait for, so that boards are not shut out
PRIVATE, PRIVATE_SECONDS = 5, 5.1  # calls within so many seconds in a private chat

RESERVED = 6  # of these, at least, are left for it by boards of several matches
FIRST_OF_SEVERAL = 3  # calls a minute that do not wait, for boards of several matches
FIRST_ALONE = 5  # likewise for a board alone, which then comes
ALONE, ALONE_SECONDS, ALONE_APART = 3, 10.2, 2.4  # so often within so many seconds, and so far apart
LATELY = 20.0  # seconds for which a call counts as beside a board


@dataclass(frozen=True, slots=True)
class Call:
    """A call that was made, or that is expected at a time."""

    at: float
    key: str
    asked: bool
    """A person waits for it."""


@dataclass(slots=True)
class Bucket:
    """The calls of one chat."""

    group: bool
    made: list[Call] = field(default_factory=list)
    """The latest ones, in order of time."""
    queue: dict[str, Call] = field(default_factory=dict)
    """Calls that were too early, by key, in the order of asking."""
    shut: tuple[float, float] = (0.0, 0.0)
    """The times since which, and until which, Telegram accepts nothing (`retry_after`)."""

    def take(self, now: float, key: str, asked: bool) -> float:
        """See `Pace.take`."""
        self._forget(now)
        asked = asked or (key in self.queue and self.queue[key].asked)
        at = max(self.shut[1], self._opens(key, asked))
        if at > now + IMPRECISION:
            self.queue[key] = Call(at, key, asked)
            return at - now
        self.queue.pop(key, None)
        self.made.append(Call(now, key, asked))
        return 0.0

    def _opens(self, key: str, asked: bool) -> float:
        """The earliest time for a call, after those before it in the queue."""
        calls = sorted([*self.made, *self._before(key, asked)], key=lambda call: call.at)
        if not self.group:
            return _after(calls, PRIVATE, PRIVATE_SECONDS)
        room, own = _after(calls, GROUP, MINUTE), [call for call in calls if call.asked == asked]
        if asked:
            return max(room, _after(own, ASKED, MINUTE))
        alone = self._is_alone(key, calls)
        if len(calls) < (FIRST_ALONE if alone else FIRST_OF_SEVERAL):
            return room
        if alone:
            return max(room, _after(own, 1, ALONE_APART), _after(own, ALONE, ALONE_SECONDS))
        others = min(max(RESERVED, len(calls) - len(own)), ASKED)
        return max(room, _after(own, 1, MINUTE / (GROUP - others)))

    def _before(self, key: str, asked: bool) -> list[Call]:
        """The calls before this one in the queue: those asked for come first."""
        keys = list(self.queue)
        place = keys.index(key) if key in self.queue else len(keys)
        return [
            call
            for index, call in enumerate(self.queue.values())
            if (call.asked, -index) > (asked, -place) and call.key != key
        ]

    def _is_alone(self, key: str, calls: Sequence[Call]) -> bool:
        """Whether no other board changes in turn with this one; a challenge and the next match may follow."""
        lately = [call.key for call in calls if call.at > calls[-1].at - LATELY]
        return sum(one != other for one, other in pairwise([*lately, key])) <= 2

    def _forget(self, now: float) -> None:
        """Drop old calls, calls that are late, and what is in the future because the clock was set back."""
        past = now - (MINUTE if self.group else PRIVATE_SECONDS)
        self.made = [call for call in self.made if past < call.at <= now + AHEAD]
        self.queue = {key: call for key, call in self.queue.items() if now - LATE < call.at < now + FAR}
        if self.shut[0] > now + AHEAD:
            self.shut = (0.0, 0.0)

    def load(self, text: str) -> None:
        made, queue, shut = json.loads(text or "[[], [], [0, 0]]")
        self.made = [Call(*call) for call in made]
        self.queue = {call.key: call for call in (Call(*values) for values in queue)}
        self.shut = tuple(shut)

    def dump(self) -> str:
        return json.dumps([list(map(astuple, self.made)), list(map(astuple, self.queue.values())), self.shut])


def _after(calls: Sequence[Call], count: int, seconds: float) -> float:
    """The earliest time for one more call if there may be `count` within so many seconds."""
    return calls[-count].at + seconds if len(calls) >= count else 0.0


class Pace:
    """The rate limiter: a bucket for each chat."""

    def __init__(self, clock: Callable[[], float], share: Share, *, sleep: Sleep = asyncio.sleep) -> None:
        """Use the buckets of groups as they are in the store.

        Args:
            clock: time in seconds, the same for all processes.
            share: `Front.change_shared`, for the buckets of groups.
            sleep: waits for a number of seconds.
        """
        self._clock, self._share, self._sleep = clock, share, sleep
        self._private: LRUCache[str, Bucket] = LRUCache(KEPT)
        self._waiting: dict[tuple[str, str], object] = {}  # the newest waiter for each chat and key
        self._refused = ("", -inf)  # the chat limited last, and until when
        self._shut = -inf  # until when all chats are limited

    async def take(self, place: str, key: str = "", *, asked: bool = False) -> float:
        """Count a call now and return 0, or queue it and return the seconds after which to ask again.

        Args:
            place: the id of the message to edit, or of the chat to send to. An inline message counts as a
                private chat of its own, because its chat is unknown.
            key: the subject of the call if that is no message; each key has one place in the queue.
            asked: a person waits for the call.
        """
        if (wait := self._shut - self._clock()) > 0:
            return wait
        return await self._change(place, lambda bucket: bucket.take(self._clock(), key or place, asked))

    async def turn(self, place: str, key: str = "", *, asked: bool = True, within: float = inf) -> float:
        """Wait until a call may be made, and count it; the arguments are those of `take`.

        A caller gives up if a wait would exceed `within` seconds, or when a newer one waits for the same key.

        Returns:
            0 if the call may be made, else the seconds that were left to wait when this caller gave up.
        """
        waits = place, key
        mine = self._waiting[waits] = object()
        wait = inf
        try:
            while wait := await self.take(place, key, asked=asked):
                if wait > within:
                    break
                await self._sleep(wait)
                if self._waiting.get(waits) is not mine:
                    break
            return wait
        finally:
            if self._waiting.get(waits) is mine:
                del self._waiting[waits]
                if wait:
                    await self.give_up(place, key)

    async def give_up(self, place: str, key: str = "") -> None:
        """Leave the queue."""
        await self._change(place, lambda bucket: bucket.queue.pop(key or place, None))

    async def shut(self, place: str, seconds: float) -> None:
        """Block a chat for a number of seconds; block all chats while two are blocked."""
        chat, now = place_of(place), self._clock()
        until = now + seconds
        other, others = self._refused
        self._refused = (chat, until)
        if other != chat and others > now:
            self._shut = max(self._shut, min(others, until))
        await self._change(chat, lambda bucket: setattr(bucket, "shut", (now, until)))

    async def _change(self, place: str, change: Callable[[Bucket], T]) -> T:
        chat = place_of(place)
        if not is_group(chat):
            return change(self._private.setdefault(chat, Bucket(group=False)))
        results: list[T] = []

        def changed(text: str) -> str:
            bucket = Bucket(group=True)
            bucket.load(text)
            results.append(change(bucket))
            return bucket.dump()

        await self._share(f"pace of telegram {chat}", changed)
        return results[-1]
