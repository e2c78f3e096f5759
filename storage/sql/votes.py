"""The votes of channels that play as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.events import MatchId, PlayerId
from games.game import Seat
from storage.errors import VersionConflict
from storage.sql.database import Line, Part, Statement, reader
from storage.sql.table import NOT_GONE, Table
from storage.votes import MOVE, Vote

VOTES = Table(
    "votes",
    "*match text, *player text, *motion text, seat integer, question integer, number integer, words text",
    indexes="(player)",
)
TABLES = (VOTES,)

_TO_VOTE = reader(Vote)
_OF_MATCH = f"{VOTES.select} WHERE match = ?1 ORDER BY player, motion"
_OF_PLAYER = f"{VOTES.select} WHERE player = ?1 ORDER BY match, motion"
_SEAT = "SELECT seat FROM votes WHERE match = ?1 AND player = ?2 AND motion = ?3"
# Nobody is on both teams.
_PUT = Statement(
    f"{VOTES.insert('player')} {VOTES.replace('seat')} WHERE votes.seat = excluded.seat RETURNING 1",
    VersionConflict,
)
_JOIN = Statement(f"{VOTES.insert('player')} ON CONFLICT DO NOTHING")
_DECIDE = Statement("UPDATE votes SET words = '' WHERE match = ?1 AND seat = ?2 AND motion = ?3")
_END = Statement("DELETE FROM votes WHERE match = ?1")


class Votes(Part):
    """Votes, and who belongs to which team: whoever has voted or joined."""

    async def votes_in(self, match: MatchId) -> tuple[Vote, ...]:
        return await self._all(_TO_VOTE, _OF_MATCH, match)

    async def votes_of(self, player: PlayerId) -> tuple[Vote, ...]:
        return await self._all(_TO_VOTE, _OF_PLAYER, player)

    async def seat_of(self, match: MatchId, player: PlayerId) -> Seat | None:
        """The seat of the team that a person belongs to."""
        row = await self._one(_SEAT, match, player, MOVE)
        return row["seat"] if row else None

    async def join(self, match: MatchId, player: PlayerId, seat: Seat) -> None:
        """Make a person belong to a team, unless they belong to one already."""
        await self._write((_JOIN, VOTES.row(Vote(match, player, MOVE, seat))))


def put(votes: Iterable[Vote]) -> Iterator[Line]:
    for vote in votes:
        yield NOT_GONE, (vote.player,)
        yield _PUT, VOTES.row(vote)


def decide(match: MatchId, seat: Seat) -> Line:
    """Forget what a team voted for, once that is decided: who voted stays known."""
    return _DECIDE, (match, seat, MOVE)


def end(match: MatchId) -> Line:
    """Forget all about the votes in a match that is over."""
    return _END, (match,)
