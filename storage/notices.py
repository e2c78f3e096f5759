"""Which notices players are still to get, and which they got lately: one for each of their matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from games.events import MatchId, PlayerId
from games.frozen import frozen
from storage.boards import Notice

COUNTED_FOR = 300  # seconds for which is kept what was told


@frozen
class OwedNotice:
    """What somebody is told later of a match, or was told just now."""

    match: MatchId
    notice: Notice
    since: int
    """When it happened, in seconds since 1970: who has looked at the match later need not be told."""
    due: int
    """When they are to be told, or were; likewise."""
    told: bool = False


class Notices(Protocol):
    """The part of the store that knows them. They come with changes of matches, each in place of the last."""

    async def notices_due(self, at: int) -> tuple[OwedNotice, ...]:
        """All that are to be told at this time or were before, the longest due first."""

    async def next_notice(self) -> int | None:
        """When the first of all that are to be told is due."""

    async def told_times(self, player: PlayerId, after: int) -> tuple[int, ...]:
        """When a player was told of matches later than this, in order; each match counts once."""

    async def put_notices(self, notices: Sequence[OwedNotice]) -> None:
        """Keep them, in place of what is known of the same matches and players."""

    async def settle_notices(self, notices: Sequence[OwedNotice], due: int, *, told: bool) -> None:
        """Those of these that still are to be told are due then, or were told then."""

    async def drop_notices(self, notices: Sequence[OwedNotice]) -> None:
        """Those of these that still are to be told need not be."""

    async def drop_seen_notice(self, player: PlayerId, match: MatchId, at: int) -> None:
        """A player has looked at a match: what happened before need not be told any more."""
