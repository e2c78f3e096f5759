"""When the clock of a seat stands still: on weekends that are off, and while the player is away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

SATURDAY, WEEK = 5, 7

Period = tuple[int, int]
"""From when to when, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """All times are in seconds since 1970."""

    zone: str = ""
    """Where Saturdays and Sundays are off: a time zone, by its name in the IANA database; "": they count."""
    away: tuple[Period, ...] = ()

    def after(self, start: int, seconds: int) -> int:
        """When so many seconds have run since a time."""
        at, left = self.resumes(start), seconds
        while (stops := self._stops(at)) is not None and stops - at < left:
            left -= stops - at
            at = self.resumes(stops)
        return at + left

    def running(self, start: int, end: int) -> int:
        """How many seconds run between two times."""
        at, counted = self.resumes(start), 0
        while at < end:
            stops = self._stops(at)
            if stops is None or stops >= end:
                return counted + end - at
            counted += stops - at
            at = self.resumes(stops)
        return counted

    def resumes(self, at: int) -> int:
        """When the pause of this time is over; this time itself where there is none."""
        while True:
            ends = [end for begin, end in self.away if begin <= at < end]
            if self.zone and self._day(at).weekday() >= SATURDAY:
                ends.append(self._midnight(at, WEEK - self._day(at).weekday()))
            if not ends:
                return at
            at = max(ends)

    def _stops(self, at: int) -> int | None:
        """When the next pause begins, where there is none now; None: never."""
        begins = [begin for begin, end in self.away if at < begin < end]
        if self.zone:
            begins.append(self._midnight(at, SATURDAY - self._day(at).weekday()))
        return min(begins, default=None)

    def _day(self, at: int) -> datetime:
        return datetime.fromtimestamp(at, ZoneInfo(self.zone))

    def _midnight(self, at: int, days: int) -> int:
        """When a day begins that comes so many days later: not all days have 24 hours."""
        day = self._day(at).date() + timedelta(days=days)
        return int(datetime.combine(day, time(0), ZoneInfo(self.zone)).timestamp())
