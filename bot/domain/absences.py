"""When people are away: how it is said, how much of it there is, and what their opponents are told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.domain.refusals import Refused
from games.match.pauses import Period

MOST_DAYS = 30  # in a year
FARTHEST = 366  # days ahead
EXAMPLE = "/away 24.12. 6.1."

_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
_SHORT = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})?")


def refused(why: str) -> Refused:
    """Nobody can be away then; `why`: `date` for what is none, `past`, `order`, `far` or `days`."""
    return Refused(f"no.away.{why}", most=MOST_DAYS, example=EXAMPLE)


def period(first: str, last: str, zone: str, at: int) -> Period:
    """From the beginning of a day to the end of another one, in a zone; what is past of it is left out.

    Raises:
        Refused: these are no days, or not in this order, or past, or far away.
    """
    today = _day(at, zone)
    begin, end = _date(first, today), _date(last, today)
    if end < begin:
        raise refused("order")
    if begin < today:
        raise refused("past")
    if (end - today).days > FARTHEST:
        raise refused("far")
    return max(at, _midnight(begin, zone)), _midnight(end + timedelta(days=1), zone)


def added(known: Sequence[Period], new: Period, zone: str) -> tuple[Period, ...]:
    """All absences with one more, if it is not part of another; what is over for two years is forgotten.

    Raises:
        Refused: `days`, there would be too many in a year.
    """
    if any(begin < new[0] and new[1] <= end for begin, end in known):
        return tuple(known)
    kept = (*(one for one in known if one[1] > new[0] - 2 * 366 * 86_400 and one[0] != new[0]), new)
    if any(count > MOST_DAYS for count in days_by_year(kept, zone).values()):
        raise refused("days")
    return tuple(sorted(kept))


def united(one: Sequence[Period], other: Sequence[Period], zone: str) -> tuple[Period, ...]:
    """The absences of two who are one person from now on, as far as there may be so many in a year."""
    kept = tuple(one)
    for new in sorted(other):
        try:
            known = any(begin <= new[0] and new[1] <= end for begin, end in kept)
            kept = kept if known else added(kept, new, zone)
        except Refused:  # their opponents know of it all the same
            continue
    return kept


def ended(known: Sequence[Period], at: int) -> tuple[Period, ...]:
    """What is left of absences where somebody is back."""
    return tuple((begin, min(end, at)) for begin, end in known if begin < at)


def untold(told: Sequence[Period], kept: Sequence[Period], at: int) -> tuple[Period, ...]:
    """What a match that knows some absences is still to be told; what is called off ends where it begins."""
    ends = dict(kept)
    new = [one for one in to_come(kept, at) if one not in told]
    over = [one for one in to_come(told, at) if ends.get(one[0], 0) <= at]
    return (*new, *((begin, ends.get(begin, max(begin, at))) for begin, _ in over))


def days_by_year(periods: Iterable[Period], zone: str) -> Counter[int]:
    """On how many days of each year somebody is away; two absences on one day count once."""
    days = set[date]()
    for begin, end in periods:
        first, last = _day(begin, zone), _day(end - 1, zone)
        days |= {first + timedelta(days=number) for number in range((last - first).days + 1)}
    return Counter(day.year for day in days)


def to_come(known: Iterable[Period], at: int) -> tuple[Period, ...]:
    """The absences that are not over."""
    return tuple(one for one in known if one[1] > at)


def _date(said: str, today: date) -> date:
    found = _ISO.fullmatch(said) or _SHORT.fullmatch(said)
    if found is None:
        raise refused("date")
    year = found["year"]
    try:
        day = date(int(year or today.year), int(found["month"]), int(found["day"]))
        return day.replace(year=today.year + 1) if year is None and day < today else day
    except ValueError:
        raise refused("date") from None


def _day(at: int, zone: str) -> date:
    return datetime.fromtimestamp(at, ZoneInfo(zone)).date()


def _midnight(day: date, zone: str) -> int:
    return int(datetime.combine(day, time(0), ZoneInfo(zone)).timestamp())
