"""Lists of matches for one of their players, from rows, without loading the matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import inf

from bot.domain.robot_players import is_robot
from bot.interface import ROBOT
from bot.presentation import SECTIONS, How, Inbox, Listed, Mark, News, Phrasing, Section, paged
from bot.repositories.accounts import AccountRepository
from bot.texts import Texts
from games.events import MatchId, PlayerId
from games.game import Seat, other
from games.match import UNDER_WAY, Phase
from storage.matches import FinishedMatch, MatchRow
from storage.sql.store import Store

ASKED: frozenset[Mark] = frozenset(("draw_theirs", "take_back"))
"""Questions that the reader may answer even when it is not their turn."""
ON_A_PAGE = 10  # matches


class MatchLists:
    """Sorts lists of matches by urgency and describes how each match stands."""

    def __init__(self, store: Store, accounts: AccountRepository) -> None:
        self._store, self._accounts = store, accounts

    async def open_matches(self, reader: PlayerId) -> tuple[MatchRow, ...]:
        """All challenges and running matches of a reader, most urgent first; one query."""
        return most_urgent_first(await self._store.matches.matches_of(reader, UNDER_WAY), reader)

    async def running_with(self, reader: PlayerId, person: str, platform: str) -> tuple[MatchRow, ...]:
        """The running matches of a reader with a person, or with the robot.

        Raises:
            Refused: there is no person of that name.
        """
        rows = await self._store.matches.matches_of(reader, [Phase.RUNNING])
        if person == ROBOT:
            return tuple(row for row in rows if any(map(is_robot, row.players)))
        other = await self._accounts.find(platform, person)
        return tuple(row for row in rows if other in row.players)

    async def next_turn(
        self, reader: PlayerId, besides: MatchId, platform: str, texts: Texts, *, now: int
    ) -> Listed | None:
        """The most urgent other match in which it is the reader's turn, if any; one query."""
        row = await self._store.matches.next_turn_of(reader, besides)
        if row is None:
            return None
        (listed,) = await self.listed([row], reader, platform, texts, now=now)
        return listed

    async def listed(
        self, rows: Sequence[MatchRow], reader: PlayerId, platform: str, texts: Texts, *, now: int
    ) -> tuple[Listed, ...]:
        people = [player for row in rows for player in row.players]
        phrasing = Phrasing(texts, await self._accounts.cast(people, platform))
        return tuple(_listed(row, reader, phrasing, now) for row in rows)

    async def inbox(
        self,
        matches: Sequence[MatchRow],
        reader: PlayerId,
        platform: str,
        texts: Texts,
        *,
        page: int,
        now: int,
    ) -> Inbox:
        """A page of a reader's `open_matches`; a number beyond the last page means the last one."""
        here, page, pages = paged(matches, page, ON_A_PAGE)
        counts = Counter(section(match, reader) for match in matches)
        return Inbox(counts, await self.listed(here, reader, platform, texts, now=now), page, pages)

    async def finished(
        self, reader: PlayerId, platform: str, texts: Texts, *, most: int, skip: int, now: int
    ) -> tuple[int, tuple[News, ...]]:
        """The number of finished matches of a reader, and some of them, newest first; one query."""
        total, found = await self._store.matches.finished_of(reader, most=most, skip=skip)
        listed = await self.listed([one.row for one in found], reader, platform, texts, now=now)
        hows = (_how(one, reader) for one in found)
        return total, tuple(map(News, listed, hows))


def _listed(row: MatchRow, reader: PlayerId, phrasing: Phrasing, now: int) -> Listed:
    themselves = reader if len(row.players) > 1 else None  # against themselves, if accounts were linked since
    opponent = next((player for player in row.players if player != reader), themselves)
    return Listed(
        match=row.match,
        game=row.game,
        opponent=phrasing.name(opponent),
        in_brief=phrasing.brief().name(opponent),
        section=section(row, reader),
        yours=reader in row.awaited,
        challenge=row.phase == Phase.CHALLENGE,
        over=row.phase == Phase.OVER,
        since=row.since,
        age=now - row.since,
        left=None if row.due is None else max(0, row.due - now),
        marks=tuple(_marks(row, reader)),
    )


def section(row: MatchRow, reader: PlayerId) -> Section:
    """What a match asks of one of its players."""
    marks = {*_marks(row, reader)}
    if row.phase == Phase.RUNNING and reader in row.awaited:
        return "yours"
    if "claim" in marks:
        return "claim"
    return "asked" if reader in row.awaited or ASKED & marks else "waiting"


def _how(match: FinishedMatch, reader: PlayerId) -> How:
    if match.counts is None:
        return "over"
    if match.winner is None:
        return "void" if match.counts == "void" else "drawn"
    return "won" if match.row.players[match.winner] == reader else "lost"


def most_urgent_first(rows: Iterable[MatchRow], reader: PlayerId) -> tuple[MatchRow, ...]:
    """Matches by section, then the next due first."""

    def urgency(row: MatchRow) -> tuple[int, float, int, MatchId]:
        due = 0 if row.late else inf if row.due is None else row.due
        return SECTIONS.index(section(row, reader)), due, row.since, row.match

    return tuple(sorted(rows, key=urgency))


def _marks(row: MatchRow, reader: PlayerId) -> Iterator[Mark]:
    """The states of a running match besides the turn: late seats, and offers."""
    if row.phase != Phase.RUNNING or reader not in row.players:
        return
    own: Seat = 0 if row.players[0] == reader else 1
    if own in row.late:
        yield "late_yours"
    if other(own) in row.late:
        yield "late_theirs" if reader in row.awaited else "claim"
    if row.offer is not None:
        yield "draw_yours" if row.offer == own else "draw_theirs"
    if row.take_back == other(own):
        yield "take_back"
