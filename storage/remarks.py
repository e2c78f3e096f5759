"""What players say to each other in a match: kept for a short time, apart from its log."""

from __future__ import annotations

from typing import Protocol

from games.events import MatchId, PlayerId
from games.frozen import frozen
from storage.errands import Errand


@frozen
class Posted:
    """Where a remark stands."""

    platform: str
    chat: str
    private: bool
    message: str
    """The platform's id of the message; "" where it shows the words no more."""


@frozen
class Remark:
    """Words of a player to their opponent."""

    id: str
    """Of the same press always the same."""
    match: MatchId
    player: PlayerId
    """Who says it."""
    reader: PlayerId
    """To whom."""
    said: str
    """As it was typed; of a set phrase its key."""
    phrase: bool
    """It is a set phrase, which each reader reads in their own language."""
    at: int
    """When, in seconds since 1970."""
    until: int
    """When it is deleted."""
    posted: Posted | None = None
    """None: it is still to be delivered."""
    reporter: PlayerId | None = None
    """Who has reported it to the host, if somebody has."""
    reported: int | None = None
    """When."""


class Remarks(Protocol):
    """The part of the store that keeps what players say, and who does not want to hear whom."""

    async def add_remark(self, remark: Remark) -> None:
        """Keep a new one; nothing where its id is known."""

    async def remark(self, number: str) -> Remark | None:
        """One by its id."""

    async def remarks_waiting(self) -> tuple[Remark, ...]:
        """All that are still to be delivered, the oldest first."""

    async def remarks_of(self, player: PlayerId) -> tuple[Remark, ...]:
        """All that a player has said, the oldest first."""

    async def post_remark(self, number: str, posted: Posted) -> None:
        """Note where one stands now: it is delivered."""

    async def drop_remark(self, number: str) -> None:
        """Delete one."""

    async def report_remark(
        self, number: str, reporter: PlayerId, at: int, until: int, *told: Errand
    ) -> None:
        """Note who has reported one, and keep it for longer; nothing of that where somebody was first.

        Args:
            number: its id.
            reporter: who.
            at: when, in seconds since 1970.
            until: when it is deleted.
            told: who is to be told of it.
        """

    async def reported_remarks(self, *, most: int) -> tuple[Remark, ...]:
        """So many of those that were reported, the latest report first."""

    async def reported_in(self, platform: str, place: str, *, most: int) -> tuple[Remark, ...]:
        """Likewise of the matches that have a board for all in a place, see `ChatSettings.place`."""

    # Who does not hear whom

    async def muted_by(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Whose words a player does not want to read."""

    async def put_mute(self, player: PlayerId, muted: PlayerId) -> None:
        """A player does not want to read another's words any more."""

    async def drop_mute(self, player: PlayerId, muted: PlayerId) -> None:
        """They want to again."""

    async def silenced_in(self, platform: str, place: str) -> tuple[PlayerId, ...]:
        """Whose words are hidden in the matches of a place, by who manages it."""

    async def put_silence(self, platform: str, place: str, player: PlayerId) -> None:
        """Hide somebody's words there."""

    async def drop_silence(self, platform: str, place: str, player: PlayerId) -> None:
        """Hide them no more."""
