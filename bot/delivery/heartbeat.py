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
        self._last_beat, self._heard_then = 0, Platforms()
        self._heard_elsewhere = Platforms()  # by other processes, and not by this one
        self._silent_since, self._silent_before = 0, Platforms()
        self._deaf = False  # whether no platform was heard at the last look

    def hears(self, platform: str) -> bool:
        """Whether this process hears a platform, or another one did within `NOT_HEARD` seconds."""
        return platform not in self._silent() or platform in self._heard_elsewhere

    @property
    def wait(self) -> int:
        """Seconds until the next call of `look`, at most."""
        if self._deaf or self._silent_before:
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
        self._last_beat = now
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
        await self._beat(now, silent)
        return self._last_beat if silent else now

    async def _beat(self, now: int, silent: Platforms) -> None:
        """Store a heartbeat if it is time, or if this process hears another platform than at the last one."""
        heard = self._heard() if self._store.shared else Platforms()  # other processes have to know
        since = now - self._last_beat  # negative if the clock was set back
        if not 0 <= since < (DEAF_WAIT if silent else BEAT) or not heard <= self._heard_then:
            await self._store.jobs.beat(now, silent=silent, heard=heard)
            self._last_beat, self._heard_then = now, heard

    async def _unheard(self) -> Platforms:
        """The platforms that no process hears; a loss in other processes shows after `NOT_HEARD` seconds."""
        if not self._store.shared:
            return self._silent()
        last, now = await self._store.jobs.last_heard(), self._clock()
        served = {platform for platform, at in last.items() if now - at < NOT_SERVED}
        unheard = (served | self._silent()) - self._heard()
        elsewhere = Platforms(one for one in unheard if now - last.get(one, 0) <= NOT_HEARD)
        self._heard_elsewhere = elsewhere
        return Platforms(unheard - elsewhere)

    async def _end_silence(self, now: int, silent: Platforms) -> None:
        """Refresh the remaining time on boards of players whose platforms are heard again."""
        lasted = now - self._silent_since
        if self._silent_before - silent and lasted >= SHORTEST_CREDIT:
            await self._store.jobs.retell(now, lasted, self._silent_before)
        if silent and not self._silent_before:
            self._silent_since = self._last_beat
        self._silent_before = silent
