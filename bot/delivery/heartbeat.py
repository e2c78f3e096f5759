"""Whether people could be reached: time in which nobody hears their platforms is not held against them.

The store knows when the bot was last at work, and when which platform was heard. What passes while the bot is
away, or while no process hears the platforms of a player, is credited: their deadlines move.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from storage.sql.store import Store

log = logging.getLogger(__name__)

LONGEST_WAIT = 60.0  # seconds between two looks at the clock; no reminder is nearer when it is set
LONGEST_BESIDE_OTHERS = 15.0  # seconds likewise, where other processes may die and leave something
DEAF_WAIT = 5  # seconds between two looks whether a platform is heard again
BEAT = 60  # seconds between two notes that the bot is at work
SHORTEST_CREDIT = 60  # seconds; what is shorter is nobody's loss, and boards tell no seconds
NOT_HEARD = 130  # seconds without a note that a platform is heard, until no process hears it
NOT_SERVED = 7 * 24 * 3600  # seconds likewise, until the host has done without it
OVERDUE = 60  # seconds after which a deadline should have been seen to

Platforms = frozenset[str]


class Heartbeat:
    """Notes that this process is at work, and what it hears."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        heard: Callable[[], Platforms],
        silent: Callable[[], Platforms],
    ) -> None:
        """Begins with `come_back`.

        Args:
            store: where the deadlines are.
            clock: the time of all processes, in seconds since 1970.
            heard: the platforms that this process hears at present; while there are none, no time runs.
            silent: those that it does not, though it serves them.
        """
        self._store, self._clock = store, clock
        self._heard, self._silent = heard, silent
        self._noted = self._elsewhere = Platforms()
        self._beaten = 0
        self._deaf = False
        self._silence = 0, Platforms()  # since when, and of which platforms

    def hears(self, platform: str) -> bool:
        """This process hears it, or another one does, or did two minutes ago."""
        return platform not in self._silent() or platform in self._elsewhere

    @property
    def wait(self) -> int:
        """The seconds until the next look, at most."""
        if self._deaf or self._silence[1]:
            return DEAF_WAIT
        return int(LONGEST_BESIDE_OTHERS if self._store.shared else LONGEST_WAIT)

    async def overdue(self) -> int:
        """How many deadlines should have been seen to already."""
        return await self._store.jobs.count_deadlines_due(self._clock() - OVERDUE)

    async def come_back(self) -> None:
        """Credit the time since the bot was last at work; to be called before anybody is served."""
        now, last = self._clock(), await self._store.jobs.last_beat()
        away = 0 if last is None else now - last
        await self._store.jobs.beat(now, credit=away >= SHORTEST_CREDIT)
        self._beaten = now
        if away >= SHORTEST_CREDIT:
            log.info("%s s of absence are credited to those who are to move", away)

    async def look(self) -> int:
        """Note that the bot is at work; gives until when everybody could be reached whose time runs."""
        if not self._heard():
            self._deaf = True
            return 0
        if self._deaf:
            await self.come_back()
            self._deaf = False
        now, silent = self._clock(), await self._unheard()
        await self._end_silence(now, silent)
        if silent:
            await self._credit(now, silent)
            return self._beaten
        # The clock may have been put back.
        if not 0 <= now - self._beaten < BEAT or not self._told() <= self._noted:
            await self._store.jobs.beat(now, heard=self._told())
            self._beaten, self._noted = now, self._told()
        return now

    def _told(self) -> Platforms:
        """What other processes have to know."""
        return self._heard() if self._store.shared else Platforms()

    async def _unheard(self) -> Platforms:
        """The platforms that no process hears; for a while it is not known what others hear."""
        if not self._store.shared:
            return self._silent()
        last, now = await self._store.jobs.last_heard(), self._clock()
        served = {platform for platform, at in last.items() if now - at < NOT_SERVED}
        unheard = (served | self._silent()) - self._heard()
        self._elsewhere = Platforms(one for one in unheard if now - last.get(one, 0) <= NOT_HEARD)
        return Platforms(unheard - self._elsewhere)

    async def _credit(self, now: int, silent: Platforms) -> None:
        """Who could not be heard is credited the time since the last note."""
        if 0 <= now - self._beaten < DEAF_WAIT and self._told() <= self._noted:
            return
        await self._store.jobs.beat(now, silent=silent, heard=self._told())
        self._beaten, self._noted = now, self._told()

    async def _end_silence(self, now: int, silent: Platforms) -> None:
        """Boards of those who can be heard again tell the time that they have."""
        since, before = self._silence
        if before - silent and now - since >= SHORTEST_CREDIT:
            await self._store.jobs.retell(now, now - since, before)
        if silent and not before:
            since = self._beaten
        self._silence = since, silent
