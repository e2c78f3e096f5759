"""Absences: parsing them, limiting them, and what opponents learn of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.domain.refusals import Refused
from bot.domain.terms import DAY
from games.actions import TellAway
from games.events import PlayerId
from games.match import Decision
from games.match.pauses import Period

MOST_DAYS = 30  # away in a year
FARTHEST = 366  # days ahead
KEPT_FOR = 2 * 366 * DAY  # seconds after their end
EXAMPLE = "/away 24.12. 6.1."

_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
_SHORT = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})?")


def refused(why: str) -> Refused:
    """The refusal of an absence; `why` is `date` (not a date), `past`, `order`, `far` or `days`."""
    return Refused(f"no.away.{why}", most=MOST_DAYS, example=EXAMPLE)


def period(first: str, last: str, zone: str, at: int) -> Period:
    """The period from the start of one day to the end of another in a zone, not beginning before `at`.

    Raises:
        Refused: not dates, in the wrong order, past, or too far ahead.
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
    """Add an absence unless a known one covers it; drop absences that ended more than two years before it.

    Raises:
        Refused: `days`, more than `MOST_DAYS` in a year.
    """
    begin, end = new
    if any(earlier < begin and end <= later for earlier, later in known):
        return tuple(known)
    recent = [period for period in known if period[1] > begin - KEPT_FOR and period[0] != begin]
    kept = sorted([*recent, new])
    if max(days_by_year(kept, zone).values(), default=0) > MOST_DAYS:
        raise refused("days")
    return tuple(kept)


def united(one: Sequence[Period], other: Sequence[Period], zone: str) -> tuple[Period, ...]:
    """Merge the absences of two players who become one; those beyond the yearly limit are dropped."""
    kept = tuple(one)
    for new in sorted(other):
        if any(begin <= new[0] and new[1] <= end for begin, end in kept):
            continue
        with suppress(Refused):  # opponents keep what they already know
            kept = added(kept, new, zone)
    return kept


def ended(known: Sequence[Period], at: int) -> tuple[Period, ...]:
    """The absences of a player who is back at `at`: current ones end now, later ones are dropped."""
    return tuple((begin, min(end, at)) for begin, end in known if begin < at)


def unreported(known: Sequence[Period], now: Sequence[Period], at: int) -> tuple[Period, ...]:
    """The changes that a match does not know yet; an absence that was called off ends where it begins.

    Args:
        known: the absences that the match knows.
        now: those that the player has.
        at: the time, in seconds since 1970.
    """
    ends = dict(now)
    new = [period for period in remaining(now, at) if period not in known]
    ended_since = [begin for begin, _ in remaining(known, at) if ends.get(begin, 0) <= at]
    return (*new, *((begin, ends.get(begin, max(begin, at))) for begin in ended_since))


def with_absences(decision: Decision, player: PlayerId, periods: Iterable[Period], at: int) -> Decision:
    """A decision after which the match also knows these absences of a player."""
    events, match = decision
    for begin, end in periods:
        more = match.decide(TellAway(player, begin, end), at)
        events, match = (*events, *more.events), more.after
    return Decision(events, match)


def days_by_year(periods: Iterable[Period], zone: str) -> Counter[int]:
    """The number of days away in each year; two absences on one day count once."""
    days = set[date]()
    for begin, end in periods:
        first, last = _day(begin, zone), _day(end - 1, zone)
        days |= {first + timedelta(days=number) for number in range((last - first).days + 1)}
    return Counter(day.year for day in days)


def remaining(known: Iterable[Period], at: int) -> tuple[Period, ...]:
    """The absences that end after `at`."""
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
