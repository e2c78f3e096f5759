"""Time zones: their names, and when somebody's night is."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from storage.settings import Preferences

DAY = 24 * 60  # minutes
REGIONS = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
"""What a person is offered; by name they may choose any other zone, too."""


@cache
def all_zones() -> tuple[str, ...]:
    """The names of the IANA database: those of the package, so that they are the same on every machine."""
    return tuple(sorted(files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()))


@cache
def zones_of(region: str) -> tuple[str, ...]:
    """The zones whose names begin with a region."""
    return tuple(zone for zone in all_zones() if zone.startswith(f"{region}/"))


def zone_called(name: str) -> str | None:
    """A zone by its name in any case."""
    return next((zone for zone in all_zones() if zone.lower() == name.lower()), None)


def quiet_until(chosen: Preferences, at: int) -> int:
    """When somebody's quiet hours end, if they are now; else `at` itself. In seconds since 1970."""
    if chosen.quiet is None:
        return at
    start, end = chosen.quiet
    zone = ZoneInfo(chosen.zone)
    now = datetime.fromtimestamp(at, zone)
    minute = 60 * now.hour + now.minute
    if (minute - start) % DAY >= (end - start) % DAY:
        return at
    day = now.date() + timedelta(days=1 if end <= minute else 0)
    return int(datetime.combine(day, time(end // 60, end % 60), zone).timestamp())


def day_begun(hour: int, zone: str, at: int) -> date | None:
    """The day of a time in a zone, None before a certain hour of it."""
    now = datetime.fromtimestamp(at, ZoneInfo(zone))
    return now.date() if now.hour >= hour else None


def next_hour(hour: int, zone: str, after: int) -> int:
    """When the clocks of a zone come next to a certain hour, in seconds since 1970."""
    now = datetime.fromtimestamp(after, ZoneInfo(zone))
    day = now.date() + timedelta(days=1 if now.hour >= hour else 0)
    return int(datetime.combine(day, time(hour), ZoneInfo(zone)).timestamp())
