"""What is new in a database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.events import MatchId
from storage.news import EVERYBODY, MOST_NEWS, Known, Look
from storage.sql import news_statements
from storage.sql.boards import SqlBoards
from storage.sql.database import Record
from storage.sql.deadlines import SqlDeadlines
from storage.sql.matches import SqlMatches


class SqlNews(SqlMatches, SqlBoards, SqlDeadlines):
    """The `News` of a database."""

    async def look(self, known: Known, *, boards: bool = False) -> Look:
        """What is new; asked by each press."""
        # The rows of a match that is played lie in memory: see `boards_of`.
        ask = self._database.glance if known.version or known.match is None else self._database.rows
        (row,) = await ask(news_statements.STANDING, (known.match,))
        look = Look(row["people"], await self._subjects(known.people, row["people"]), row["changes"])
        if known.match is None or look.changes is None:
            return look
        if boards:
            look = replace(look, boards=await self._boards_at_once(known.match))
        return look if look.changes == known.changes else await self._with_news(look, known, known.match)

    async def _with_news(self, look: Look, known: Known, match: MatchId) -> Look:
        events = await self._events(match, known.version)
        return replace(look, events=events, deadlines=await self.deadlines_of([match]))

    async def _subjects(self, before: int, now: int) -> frozenset[str]:
        if now == before:
            return frozenset()
        return self._told_of(await self._database.rows(news_statements.SUBJECTS, (before,)), now - before)

    def _told_of(self, rows: Sequence[Record], changes: int) -> frozenset[str]:
        """Of whom so many changes tell."""
        subjects = frozenset(row["subject"] for row in rows)
        if max(changes, len(rows)) > MOST_NEWS or EVERYBODY in subjects:
            self._former = None  # who has become whom is read anew
            return frozenset([EVERYBODY])
        return subjects
