"""What is new in a PostgreSQL database: each press asks for it over the network."""

from __future__ import annotations

from dataclasses import replace

from storage.news import Known, Look
from storage.postgres.database import Database
from storage.sql import deadline_statements, news_statements, statements
from storage.sql.deadlines import to_deadline
from storage.sql.news import SqlNews


class PostgresNews(SqlNews):
    """The `News` of a database that is far away."""

    _database: Database

    async def look(self, known: Known, *, boards: bool = False) -> Look:
        """What is new, in one round trip and as of one moment."""
        match = known.match
        if match is None:
            return await super().look(known)
        asked = [
            (news_statements.STANDING, (match,)),
            (news_statements.SUBJECTS, (known.people,)),
            (statements.EVENTS_OF_MATCH, (match, known.version)),
            (deadline_statements.DEADLINES_OF_MATCH, (match,)),
            *([(statements.BOARDS_OF_MATCH, (match,))] if boards else []),
        ]
        (standing,), subjects, events, deadlines, *shown = await self._database.at_once(asked)
        people = standing["people"]
        look = Look(people, self._told_of(subjects, people - known.people), standing["changes"])
        if look.changes is None:
            return look
        if shown:
            look = replace(look, boards=await self._told(shown[0]))
        if look.changes == known.changes:
            return look
        read = await self._read(match, [event.values() for event in events])
        return replace(look, events=read, deadlines=tuple(map(to_deadline, deadlines)))
