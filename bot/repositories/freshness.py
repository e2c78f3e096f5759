"""Keeps what is kept in memory as new as the store, to which other processes write, too."""

from __future__ import annotations

from collections.abc import Callable

from storage.news import Known, Look
from storage.sql.matches import Matches


class Freshness:
    """Asks what is new, and tells those who have kept something of it."""

    def __init__(self, store: Matches) -> None:
        self._store = store
        self.people = 0
        """The news about people and chats that are known, counted."""
        self.on_news: list[Callable[[frozenset[str]], None]] = []
        """Called with the subjects of news, see `storage.news.Look`, before anybody reads what is kept."""

    async def look(self, known: Known | None = None, *, boards: bool = False) -> Look:
        """What is new in the store about a match; news about people are told to all."""
        look = await self._store.look(known or Known(self.people), boards=boards)
        if look.people > self.people:  # an answer may come late
            self.people = look.people
            for heed in self.on_news:
                heed(look.subjects)
        return look
