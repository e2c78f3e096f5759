"""Matches as lists show them to one of their players, without loading them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf

from bot.interface import Chat, Link
from bot.presentation import Listed, Mark, Phrasing
from bot.repositories.accounts import AccountRepository
from bot.texts import Texts
from games.events import MatchId, PlayerId
from games.game import Seat, other
from games.match import Phase
from storage.boards import Board
from storage.matches import MatchRow
from storage.store import Store

FOR_THE_READER: frozenset[Mark] = frozenset(("claim", "draw_theirs", "take_back"))
"""What the reader may answer although it may not be their turn."""


class MatchLists:
    """Puts lists of matches into order, and tells how each match stands."""

    def __init__(self, store: Store, accounts: AccountRepository) -> None:
        self._store, self._accounts = store, accounts

    async def most_urgent_first(self, rows: Sequence[MatchRow], reader: PlayerId) -> tuple[MatchRow, ...]:
        """First what waits for the reader, the next due first; then all others likewise."""
        due = await self._due(rows)

        def urgency(row: MatchRow) -> tuple[bool, float, int]:
            waits = reader in row.awaited or not FOR_THE_READER.isdisjoint(_marks(row, reader))
            return not waits, 0 if row.late else due.get(row.match, inf), row.since

        return tuple(sorted(rows, key=urgency))

    async def listed(
        self, rows: Sequence[MatchRow], reader: PlayerId, platform: str, texts: Texts, *, now: int
    ) -> tuple[Listed, ...]:
        """Matches as a list shows them to one of their players."""
        due = await self._due(rows)
        return tuple(
            [await self._listed(row, reader, platform, texts, (now, due.get(row.match))) for row in rows]
        )

    async def _due(self, rows: Iterable[MatchRow]) -> Mapping[MatchId, int]:
        """When a time is up, or a challenge expires, in those matches where that is to come."""
        due = dict[MatchId, int]()
        for one in await self._store.deadlines_of([row.match for row in rows]):
            if one.kind in ("time", "expiry"):
                due[one.match] = min(one.due, due.get(one.match, one.due))
        return due

    async def _listed(
        self, row: MatchRow, reader: PlayerId, platform: str, texts: Texts, times: tuple[int, int | None]
    ) -> Listed:
        now, due = times
        cast = await self._accounts.cast(row.players, platform)
        opponent = next((player for player in row.players if player != reader), None)
        boards = [board for board in await self._store.boards_of(row.match) if board.platform == platform]
        boards.sort(key=lambda board: board.player != reader)
        seen = (board for board in boards if board.player in (None, reader))
        return Listed(
            match=row.match,
            game=row.game,
            opponent=Phrasing(texts, cast).name(opponent),
            yours=reader in row.awaited,
            challenge=row.phase == Phase.CHALLENGE.value,
            over=row.phase == Phase.OVER.value,
            age=now - row.since,
            link=next(filter(None, map(_link, seen)), None),
            left=None if due is None else max(0, due - now),
            marks=tuple(_marks(row, reader)),
        )


def _marks(row: MatchRow, reader: PlayerId) -> Iterator[Mark]:
    """What stands in a running match besides whose turn it is."""
    if row.phase != Phase.RUNNING.value or reader not in row.players:
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


def _link(board: Board) -> Link | None:
    if board.message is None:
        return None
    return Link(board.match, Chat(board.platform, board.chat, board.private), board.message, board.match)
