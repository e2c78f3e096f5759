"""What is new, in memory: the contract in its shortest form."""

from __future__ import annotations

from games.events import Event, MatchId, PlayerId
from storage.boards import Board, BoardId
from storage.deadlines import Deadline
from storage.errors import PeopleChanged
from storage.news import EVERYBODY, MOST_NEWS, Known, Look


def require_there(gone: set[PlayerId], *players: PlayerId) -> None:
    """Nobody of them has become another one or is forgotten."""
    if not gone.isdisjoint(players):
        raise PeopleChanged


class MemoryNews:
    """The part of a `MemoryStore` that knows what is new."""

    logs: dict[MatchId, tuple[Event, ...]]
    changes: dict[MatchId, int]
    deadlines: dict[MatchId, tuple[Deadline, ...]]
    boards: dict[BoardId, Board]
    news: list[str]
    """The subject of each."""

    async def look(self, known: Known, *, boards: bool = False) -> Look:
        changes = self.changes.get(known.match) if known.match else None
        of_match = tuple(board for board in self.boards.values() if boards and board.match == known.match)
        fresh = changes != known.changes and known.match is not None
        new = self.news[known.people :]
        return Look(
            people=len(self.news),
            subjects=frozenset(new if len(new) <= MOST_NEWS else [EVERYBODY]),
            changes=changes,
            events=self.logs.get(known.match, ())[known.version :] if fresh and known.match else (),
            deadlines=self.deadlines.get(known.match, ()) if fresh and known.match else (),
            boards=of_match,
        )
