"""Which matches' boards tell a time that a credit has moved far: a few at a time, the next due first."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from games.events import MatchId
from storage.jobs import Heard
from storage.sql.jobs import Jobs

AT_ONCE = 20  # matches
PARTS = 10  # a deadline that moves by more than one of so many parts of what is left has moved far
LEAST = 60  # seconds that deadlines have to move in all: boards tell no seconds


@dataclass(slots=True)
class _Moved:
    """The deadlines of those who are reached on the same platforms."""

    by: int
    """Seconds that they have moved and boards may not tell."""
    after: tuple[int, MatchId]
    """What is due and where, of the last one that was found."""
    until: int
    """Before this time those are due that have moved far."""


class MovedDeadlines:
    """What credits have moved, until all that has moved far has been found.

    Kept in memory alone: where it is lost, boards tell less time than there is until something happens.
    """

    def __init__(self, store: Jobs) -> None:
        self._store = store
        self._moved: dict[Heard, _Moved] = {}

    def add(self, credited: Mapping[Heard, int], now: int) -> None:
        """Deadlines have moved, by so many seconds for those who are reached on the same platforms."""
        for heard, seconds in credited.items():
            by = seconds + (self._moved[heard].by if heard in self._moved else 0)
            self._moved[heard] = _Moved(by, (now, MatchId("")), now + PARTS * by)

    async def next_matches(self, silent: Collection[str]) -> tuple[MatchId, ...]:
        """The next few whose deadlines have moved far; () when there is none at present.

        Args:
            silent: platforms that cannot be heard; for who is reached on these alone, time does not run yet.
        """
        found = list[tuple[int, MatchId, Heard]]()
        for heard, moved in list(self._moved.items()):
            if moved.by < LEAST or (heard and heard.issubset(silent)):
                continue
            told = await self._store.deadlines_told(heard, moved.after, moved.until, most=AT_ONCE)
            found += [(one.due, one.match, heard) for one in told]
            if not told:
                del self._moved[heard]
        found = sorted(found, key=lambda each: each[:2])[:AT_ONCE]
        for due, match, heard in found:
            self._moved[heard].after = due, match
        return tuple(dict.fromkeys(match for _, match, _ in found))
