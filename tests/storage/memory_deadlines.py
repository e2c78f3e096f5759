"""Deadlines in memory: the contract in its shortest form."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from games.events import MatchId, PlayerId
from storage.accounts import AWAITED_KEPT, WRONG_CODES_KEPT, Person, WrongCodes, awaited_id
from storage.deadlines import Deadline, Heard, Kind
from storage.matches import PRESSES_KEPT, MatchRow
from storage.news import EVERYBODY
from storage.notices import COUNTED_FOR, OwedNotice
from storage.remarks import Remark
from storage.seeks import Seek


class MemoryDeadlines:
    """The part of a `MemoryStore` that knows the time."""

    at: int | None
    heard: dict[str, int]
    deadlines: dict[MatchId, tuple[Deadline, ...]]
    rows: dict[MatchId, MatchRow]
    persons: dict[tuple[str, str], Person]
    presses: dict[str, MatchId]
    counted: dict[str, int]
    wrong: dict[tuple[str, str], WrongCodes]
    capped: dict[tuple[tuple[str, str], PlayerId], int]
    remarks: dict[str, Remark]
    owed: dict[tuple[PlayerId, MatchId], OwedNotice]
    seeking: dict[tuple[PlayerId, str], Seek]
    news: list[str]

    async def deadlines_of(self, matches: Sequence[MatchId]) -> tuple[Deadline, ...]:
        return tuple(one for match in matches for one in self.deadlines.get(match, ()))

    async def deadlines_due(self, at: int) -> tuple[Deadline, ...]:
        return tuple(sorted((one for one in self._all() if one.due <= at), key=lambda one: one.due))

    async def count_deadlines_due(self, at: int, *, without: Kind | None = None) -> int:
        return sum(one.kind != without for one in await self.deadlines_due(at))

    async def deadlines_told(
        self, heard: Heard, after: tuple[int, MatchId], until: int, *, most: int
    ) -> tuple[Deadline, ...]:
        told = [one for one in self._all() if one.kind in ("time", "expiry") and self._heard_by(one) == heard]
        told.sort(key=lambda one: (one.due, one.match))
        return tuple(one for one in told if (one.due, one.match) > after and one.due < until)[:most]

    async def next_due(self, after: int) -> int | None:
        return min((one.due for one in self._all() if one.due > after), default=None)

    def _all(self) -> list[Deadline]:
        return [one for deadlines in self.deadlines.values() for one in deadlines]

    async def last_beat(self) -> int | None:
        return self.at

    async def last_heard(self) -> Mapping[str, int]:
        return dict(self.heard)

    async def beat(
        self, at: int, *, credit: bool = False, silent: Collection[str] = (), heard: Collection[str] = ()
    ) -> Mapping[Heard, int]:
        self.heard |= {platform: max(at, self.heard.get(platform, at)) for platform in heard}
        known, since = self.at is not None, at if self.at is None else self.at
        unheard = {self._heard_by(one) for one in self._all() if credit or self._is_silent(one, silent)}
        for match, deadlines in self.deadlines.items():
            self.deadlines[match] = tuple(
                _credited(one, since, at) if credit or self._is_silent(one, silent) else one
                for one in deadlines
            )
        if unheard and since != at:
            self.news.append(EVERYBODY)
        self.at = at
        self.owed = {key: one for key, one in self.owed.items() if not one.told or one.due > at - COUNTED_FOR}
        self.seeking = {key: one for key, one in self.seeking.items() if one.until > at}
        self.remarks = {key: one for key, one in self.remarks.items() if one.until > at}
        for press in [press for press in self.presses if self.counted[press] < at - PRESSES_KEPT]:
            del self.presses[press]
        self._drop_awaited(awaited_id(at - AWAITED_KEPT, b""))
        self.wrong = {key: one for key, one in self.wrong.items() if one.since > at - WRONG_CODES_KEPT}
        self.capped = {key: until for key, until in self.capped.items() if until > at}
        return dict.fromkeys(unheard, at - since) if known else {}

    def _drop_awaited(self, before: str) -> None:
        came = {one.player for one in self.persons.values() if not one.awaited}
        named = {who for row in self.rows.values() if row.phase == "challenge" for who in row.players[1:]}
        for key, one in list(self.persons.items()):
            if one.awaited and one.account < before and (one.player in came or one.player not in named):
                del self.persons[key]
                self.news.append(EVERYBODY)

    def _is_silent(self, deadline: Deadline, silent: Collection[str]) -> bool:
        heard = self._heard_by(deadline)
        return bool(heard) and heard <= set(silent)

    def _heard_by(self, deadline: Deadline) -> Heard:
        if deadline.seat is None:
            return Heard()
        player = self.rows[deadline.match].players[deadline.seat]
        return Heard(one.platform for one in self.persons.values() if one.player == player)


def _credited(deadline: Deadline, since: int, at: int) -> Deadline:
    if deadline.due <= since or since == at:
        return deadline
    return replace(deadline, due=deadline.due + at - max(deadline.began, since))
