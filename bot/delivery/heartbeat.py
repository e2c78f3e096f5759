"""Credits players for downtime: deadlines move while the bot or all platforms of a player are unreachable.

The store knows when the bot was last running, and when each platform was last heard. A platform is heard
while a process receives events from it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from storage.sql.store import Store

log = logging.getLogger(__name__)

LONGEST_WAIT = 60.0  # seconds between two checks of the clock; reminders are set at least that far ahead
LONGEST_BESIDE_OTHERS = 15.0  # seconds likewise, if other processes may die and leave jobs behind
DEAF_WAIT = 5  # seconds between two checks whether a platform is heard again
BEAT = 60  # seconds between two stored heartbeats
SHORTEST_CREDIT = 60  # seconds; shorter gaps are not credited, and boards do not show seconds
NOT_HEARD = 130  # seconds without a heartbeat of a platform until no process counts as hearing it
NOT_SERVED = 7 * 24 * 3600  # seconds likewise, until the host counts as having removed it
OVERDUE = 60  # seconds after which an unhandled deadline counts as overdue

Platforms = frozenset[str]


class Heartbeat:
    """Stores that this process is running and which platforms it hears."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        heard: Callable[[], Platforms],
        silent: Callable[[], Platforms],
    ) -> None:
        """`come_back` has to be called first.

        Args:
            store: holds the deadlines.
            clock: seconds since 1970, the same for all processes.
            heard: the platforms that this process hears now; while there are none, no time runs.
            silent: the platforms that it serves, but does not hear now.
        """
        self._store, self._clock = store, clock
        self._heard, self._silent = heard, silent
        self._noted = self._elsewhere = Platforms()
        self._beaten = 0
        self._deaf = False
        self._silence = 0, Platforms()  # since when, and which platforms

    def hears(self, platform: str) -> bool:
        """Whether this process hears a platform, or another one did within `NOT_HEARD` seconds."""
        return platform not in self._silent() or platform in self._elsewhere

    @property
    def wait(self) -> int:
        """Seconds until the next call of `look`, at most."""
        if self._deaf or self._silence[1]:
            return DEAF_WAIT
        return int(LONGEST_BESIDE_OTHERS if self._store.shared else LONGEST_WAIT)

    async def overdue(self) -> int:
        """The number of deadlines that are more than `OVERDUE` seconds late."""
        return await self._store.jobs.count_deadlines_due(self._clock() - OVERDUE)

    async def come_back(self) -> None:
        """Credit the time since the last heartbeat; to be called before any user is served."""
        now, last = self._clock(), await self._store.jobs.last_beat()
        away = 0 if last is None else now - last
        await self._store.jobs.beat(now, credit=away >= SHORTEST_CREDIT)
        self._beaten = now
        if away >= SHORTEST_CREDIT:
            log.info("%s s of absence are credited to those who are to move", away)

    async def look(self) -> int:
        """Store a heartbeat, and credit players whose platforms are silent.

        Returns:
            Until when all players whose time runs were reachable, in seconds since 1970; 0 if no platform is
            heard.
        """
        if not self._heard():
            self._deaf = True
            return 0
        if self._deaf:
            await self.come_back()
            self._deaf = False
        now, silent = self._clock(), await self._unheard()
        await self._end_silence(now, silent)
        heard = self._heard() if self._store.shared else Platforms()  # other processes have to know
        since = now - self._beaten  # negative if the clock was set back
        if not 0 <= since < (DEAF_WAIT if silent else BEAT) or not heard <= self._noted:
            await self._store.jobs.beat(now, silent=silent, heard=heard)
            self._beaten, self._noted = now, heard
        return self._beaten if silent else now

    async def _unheard(self) -> Platforms:
        """The platforms that no process hears; a loss in other processes shows after `NOT_HEARD` seconds."""
        if not self._store.shared:
            return self._silent()
        last, now = await self._store.jobs.last_heard(), self._clock()
        served = {platform for platform, at in last.items() if now - at < NOT_SERVED}
        unheard = (served | self._silent()) - self._heard()
        self._elsewhere = Platforms(one for one in unheard if now - last.get(one, 0) <= NOT_HEARD)
        return Platforms(unheard - self._elsewhere)

    async def _end_silence(self, now: int, silent: Platforms) -> None:
        """Refresh the remaining time on boards of players whose platforms are heard again."""
        since, before = self._silence
        if before - silent and now - since >= SHORTEST_CREDIT:
            await self._store.jobs.retell(now, now - since, before)
        if silent and not before:
            since = self._beaten
        self._silence = since, silent
