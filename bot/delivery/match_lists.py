"""Lists of matches for one of their players, from rows, without loading the matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
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

ANSWERABLE: frozenset[Mark] = frozenset(("draw_theirs", "take_back"))
"""Questions that a player may answer even when it is not their turn."""
ON_A_PAGE = 10  # matches


@dataclass(frozen=True, slots=True)
class ListReader:
    """Who reads a list: where, in which language and when."""

    player: PlayerId
    platform: str
    texts: Texts
    now: int


class MatchLists:
    """Sorts lists of matches by urgency and describes how each match stands."""

    def __init__(self, store: Store, accounts: AccountRepository) -> None:
        self._store, self._accounts = store, accounts

    async def open_matches(self, player: PlayerId) -> tuple[MatchRow, ...]:
        """All challenges and running matches of a player, most urgent first."""
        return most_urgent_first(await self._store.matches.matches_of(player, UNDER_WAY), player)

    async def running_with(self, player: PlayerId, person: str, platform: str) -> tuple[MatchRow, ...]:
        """The running matches of a player with a person, or with the robot.

        Raises:
            Refused: there is no person of that name.
        """
        rows = await self._store.matches.matches_of(player, [Phase.RUNNING])
        if person == ROBOT:
            return tuple(row for row in rows if any(map(is_robot, row.players)))
        opponent = await self._accounts.find(platform, person)
        return tuple(row for row in rows if opponent in row.players)

    async def next_turn(self, reader: ListReader, besides: MatchId) -> Listed | None:
        """The most urgent other match in which it is the reader's turn, if any."""
        row = await self._store.matches.next_turn_of(reader.player, besides)
        if row is None:
            return None
        (listed,) = await self.listed([row], reader)
        return listed

    async def listed(self, rows: Sequence[MatchRow], reader: ListReader) -> tuple[Listed, ...]:
        people = [player for row in rows for player in row.players]
        phrasing = Phrasing(reader.texts, await self._accounts.cast(people, reader.platform))
        return tuple(_listed(row, reader, phrasing) for row in rows)

    async def inbox(self, matches: Sequence[MatchRow], reader: ListReader, page: int) -> Inbox:
        """A page of a reader's `open_matches`; a number beyond the last page means the last one."""
        here, number, pages = paged(matches, page, ON_A_PAGE)
        counts = Counter(section(match, reader.player) for match in matches)
        return Inbox(counts, await self.listed(here, reader), number, pages)

    async def finished(self, reader: ListReader, *, most: int, skip: int) -> tuple[int, tuple[News, ...]]:
        """The number of finished matches of a reader, and some of them, newest first."""
        total, found = await self._store.matches.finished_of(reader.player, most=most, skip=skip)
        listed = await self.listed([one.row for one in found], reader)
        hows = (_how(one, reader.player) for one in found)
        return total, tuple(map(News, listed, hows))


def _listed(row: MatchRow, reader: ListReader, phrasing: Phrasing) -> Listed:
    player = reader.player
    themselves = player if len(row.players) > 1 else None  # against themselves, if accounts were linked since
    opponent = next((one for one in row.players if one != player), themselves)
    return Listed(
        match=row.match,
        game=row.game,
        opponent=phrasing.name(opponent),
        in_brief=phrasing.brief().name(opponent),
        section=section(row, player),
        yours=player in row.awaited,
        challenge=row.phase == Phase.CHALLENGE,
        over=row.phase == Phase.OVER,
        since=row.since,
        age=reader.now - row.since,
        left=None if row.due is None else max(0, row.due - reader.now),
        marks=tuple(_marks(row, player)),
    )


def section(row: MatchRow, player: PlayerId) -> Section:
    """What a match asks of one of its players."""
    if row.phase == Phase.RUNNING and player in row.awaited:
        return "yours"
    marks = {*_marks(row, player)}
    if "claim" in marks:
        return "claim"
    return "asked" if player in row.awaited or ANSWERABLE & marks else "waiting"


def _how(match: FinishedMatch, player: PlayerId) -> How:
    if match.counts is None:
        return "over"
    if match.winner is None:
        return "void" if match.counts == "void" else "drawn"
    return "won" if match.row.players[match.winner] == player else "lost"


def most_urgent_first(rows: Iterable[MatchRow], player: PlayerId) -> tuple[MatchRow, ...]:
    """Matches by section, then the next due first."""

    def urgency(row: MatchRow) -> tuple[int, float, int, MatchId]:
        due = inf if row.due is None else row.due
        return SECTIONS.index(section(row, player)), 0 if row.late else due, row.since, row.match

    return tuple(sorted(rows, key=urgency))


def _marks(row: MatchRow, player: PlayerId) -> Iterator[Mark]:
    """The states of a running match besides the turn: late seats, and offers."""
    if row.phase != Phase.RUNNING or player not in row.players:
        return
    own: Seat = 0 if row.players[0] == player else 1
    if own in row.late:
        yield "late_yours"
    if other(own) in row.late:
        yield "late_theirs" if player in row.awaited else "claim"
    if row.offer is not None:
        yield "draw_yours" if row.offer == own else "draw_theirs"
    if row.take_back == other(own):
        yield "take_back"
