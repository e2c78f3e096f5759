"""Sees to what becomes due: times that are up, reminders, challenges and matches that nobody touches.

Nothing about it is kept in memory: deadlines are in the store, so whatever became due while the bot was away
is seen to when it is back. The time in which it was away, or heard no platform, is credited before. Away is
also who was stopped, as on a machine that sleeps: the looks at the clock have a gap.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager

from bot.delivery.background import STORE_AWAY, meanwhile
from bot.delivery.claims import AT_ONCE, Claim, everything
from bot.handlers.deadline_handler import DeadlineHandler
from bot.handlers.moved_deadlines import MovedDeadlines
from games.events import MatchId
from storage.errors import StoreUnavailable
from storage.jobs import Deadline
from storage.sql.store import Store

log = logging.getLogger(__name__)

Retell = Callable[[Sequence[MatchId]], Awaitable[None]]
"""Has the boards of some matches tell the time anew, in this order, as soon as nothing is more urgent."""

LONGEST_WAIT = 60.0  # seconds between two looks at the clock; no reminder is nearer when it is set
LONGEST_BESIDE_OTHERS = 15.0  # seconds likewise, where other processes may die and leave something
LONGEST_GAP = 2 * LONGEST_WAIT  # seconds between two looks; after a longer one the bot was away
PAUSE = 2.0  # seconds between a few matches whose boards tell the time anew, and the next few
DEAF_WAIT = 5.0  # seconds between two looks whether a platform is heard again
BEAT = 60  # seconds between two notes that the bot is at work
SHORTEST_CREDIT = 60  # seconds; what is shorter is nobody's loss
NOT_HEARD = LONGEST_GAP + 10  # seconds without a note that a platform is heard, until no process hears it
NOT_SERVED = 7 * 24 * 3600  # seconds likewise, until the host has done without it
OVERDUE = 60  # seconds after which a deadline should have been seen to


async def _nothing(_: object) -> None:
    pass


class DeadlineScheduler:
    """One task for all matches."""

    def __init__(
        self,
        store: Store,
        handler: DeadlineHandler,
        clock: Callable[[], int],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """A scheduler that is not running yet.

        Args:
            store: where the deadlines are.
            handler: sees to what is due in a match.
            clock: the time in seconds since 1970.
            sleep: how to wait, in seconds.
        """
        self._store, self._handler = store, handler
        self._clock, self._sleep = clock, sleep
        self.hears: Callable[[], bool] = lambda: True
        """Whether any platform is heard at present; while none is, no time runs."""
        self.silent: Callable[[], frozenset[str]] = frozenset
        """The platforms that cannot be heard at present; no time runs for who is reached on these alone."""
        self.heard: Callable[[], frozenset[str]] | None = None
        """The platforms that are heard at present; None: no other process can hear others."""
        self._noted = self._elsewhere = frozenset[str]()
        self.retell: Retell = _nothing
        self._moved = MovedDeadlines(store.jobs)
        self.delay: Callable[[int], Awaitable[None]] = _nothing
        """Is told for how many seconds the bot was away, before that is credited."""
        self.wake_robot: Callable[[MatchId], None] = lambda _: None
        """Is told of each match whose robot has something to do, until it is done."""
        self.at_each_look: list[Callable[[], None]] = []
        """Called at each look at the clock while a platform is heard."""
        self.claim: Claim = everything
        """Of what is due, gives what this process is to see to."""
        self._beaten = self._looked = 0
        self._deaf = False
        self._failing: set[MatchId] = set()

    async def come_back(self) -> None:
        """Credit the time since the bot was last at work; to be called before anybody is served."""
        now, last = self._clock(), await self._store.jobs.last_beat()
        away = 0 if last is None else now - last
        if away >= SHORTEST_CREDIT:
            await self.delay(away)
        self._moved.add(await self._store.jobs.beat(now, credit=away >= SHORTEST_CREDIT), now)
        self._beaten = self._looked = now
        if away >= SHORTEST_CREDIT:
            log.info("%s s of absence are credited to those who are to move", away)

    def is_heard_elsewhere(self, platform: str) -> bool:
        """Another process hears it, or did two minutes ago."""
        return platform in self._elsewhere

    def at_work(self) -> AbstractAsyncContextManager[None]:
        """Meanwhile everything is seen to when it is due."""
        return meanwhile(self._work())

    async def overdue(self) -> int:
        """How many deadlines should have been seen to already."""
        # Robots may have to queue.
        return await self._store.jobs.count_deadlines_due(self._clock() - OVERDUE, without="robot")

    async def _work(self) -> None:
        while True:
            try:
                if self._clock() - self._looked > LONGEST_GAP:
                    await self.come_back()
                wait = await self.round()
                self._looked = self._clock()
            except Exception as fault:
                log.exception("the time could not be kept")
                wait = STORE_AWAY if isinstance(fault, StoreUnavailable) else LONGEST_WAIT
            await self._sleep(wait)

    async def round(self) -> float:
        """See to everything that is due now; gives the seconds until there may be more."""
        if not self.hears():
            self._deaf = True
            return DEAF_WAIT
        if self._deaf:
            await self.come_back()
            self._deaf = False
        silent = await self._unheard()
        await self._beat(silent)
        for wake in self.at_each_look:
            wake()
        now = self._clock()
        await self._see_to(await self._store.jobs.deadlines_due(now))
        if matches := await self._moved.next_matches(silent):
            await self.retell(matches)
        longest = LONGEST_WAIT if self.heard is None else LONGEST_BESIDE_OTHERS
        longest = PAUSE if matches else longest
        times = (await self._store.jobs.next_due(now), await self._store.jobs.next_notice(now))
        following = [at for at in times if at and at > now]
        least = DEAF_WAIT if silent else 0.0  # what moves with each look would be near for ever
        return min([longest, *(max(least, at - self._clock()) for at in following)])

    async def _unheard(self) -> frozenset[str]:
        """The platforms that no process hears; for a while it is not known what others hear."""
        if self.heard is None:
            return self.silent()
        last, now = await self._store.jobs.last_heard(), self._clock()
        served = {platform for platform, at in last.items() if now - at < NOT_SERVED}
        unheard = frozenset(served | self.silent()) - self.heard()
        self._elsewhere = frozenset(one for one in unheard if now - last.get(one, 0) <= NOT_HEARD)
        return unheard - self._elsewhere

    async def _beat(self, silent: frozenset[str]) -> None:
        """Note that the bot is at work; who could not be heard is credited the time since the last note."""
        now, heard = self._clock(), self.heard() if self.heard else frozenset[str]()
        if silent:
            self._moved.add(await self._store.jobs.beat(now, silent=silent, heard=heard), now)
        elif 0 <= now - self._beaten < BEAT and heard <= self._noted:
            return  # otherwise it is time, or the clock was put back
        else:
            await self._store.jobs.beat(now, heard=heard)
        self._beaten, self._noted = now, heard

    async def _see_to(self, due: Sequence[Deadline]) -> None:
        """A robot claims itself what it does, as it may be at it already."""
        for deadline in due:
            if deadline.kind == "robot":
                self.wake_robot(deadline.match)
        others = [one for one in due if one.kind != "robot"]
        for start in range(0, len(others), AT_ONCE):
            few = others[start : start + AT_ONCE]
            names = {f"{one.kind}:{one.match}:{one.seat}:{one.due}": one for one in few}
            claimed = await self.claim(names)
            for name, deadline in names.items():
                if name in claimed:
                    await self._try(deadline)

    async def _try(self, deadline: Deadline) -> None:
        """What goes wrong in one match is no harm to the others: it stays due, and is tried again."""
        try:
            await self._handler.settle(deadline)
        except Exception:
            if deadline.match not in self._failing:
                log.exception("the %s of match %s could not be seen to", deadline.kind, deadline.match)
            self._failing.add(deadline.match)
        else:
            self._failing.discard(deadline.match)
