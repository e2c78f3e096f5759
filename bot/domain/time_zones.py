"""Time zones: their names, quiet hours and local days."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from storage.people import Preferences

REGIONS = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
"""The regions in the menu; any other zone can be chosen by name."""


@cache
def all_zones() -> tuple[str, ...]:
    """All IANA names, from the `tzdata` package, so that they are the same on every machine."""
    return tuple(sorted(files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()))


@cache
def zones_of(region: str) -> tuple[str, ...]:
    return tuple(zone for zone in all_zones() if zone.startswith(f"{region}/"))


def zone_called(name: str) -> str | None:
    return next((zone for zone in all_zones() if zone.lower() == name.lower()), None)


def quiet_until(chosen: Preferences, at: int) -> int:
    """The end of the quiet hours that include `at`, or `at` itself, in seconds since 1970.

    If clocks are put back and the end occurs twice, the second one counts.
    """
    if chosen.quiet is None or chosen.quiet[0] == chosen.quiet[1]:
        return at
    (start, end), zone = chosen.quiet, ZoneInfo(chosen.zone)
    today = datetime.fromtimestamp(at, zone).date()
    for day in (today - timedelta(days=1), today):
        begins, _ = _moments(day, start, zone)
        _, ends = _moments(day if start < end else day + timedelta(days=1), end, zone)
        if begins <= at < ends:
            return ends
    return at


def _moments(day: date, minute: int, zone: ZoneInfo) -> tuple[int, int]:
    """The first and last time of a minute of a day, in seconds since 1970, even if clocks skip it."""
    moment = datetime.combine(day, time(minute // 60, minute % 60), zone)
    first, last = (int(moment.replace(fold=fold).timestamp()) for fold in (0, 1))
    return first, max(first, last)


def day_begun(hour: int, zone: str, at: int) -> date | None:
    """The local day of a time; None before a certain hour of it."""
    now = datetime.fromtimestamp(at, ZoneInfo(zone))
    return now.date() if now.hour >= hour else None


def next_hour(hour: int, zone: str, after: int) -> int:
    """The next time the clocks of a zone show a certain hour, in seconds since 1970."""
    now = datetime.fromtimestamp(after, ZoneInfo(zone))
    day = now.date() + timedelta(days=1 if now.hour >= hour else 0)
    return int(datetime.combine(day, time(hour), ZoneInfo(zone)).timestamp())
