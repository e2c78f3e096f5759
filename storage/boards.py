"""The messages that show matches: what the bot remembers of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from typing import NewType, Protocol

from games.events import MatchId, PlayerId
from games.frozen import frozen

BoardId = NewType("BoardId", str)
"""Drawn at random; also the nonce under which the message is posted, so that it is posted once."""

ChatId = NewType("ChatId", str)
"""The platform's own id of a chat."""


@frozen
class Notice:
    """Whom a board, when it is posted, has to tell that the match waits for them."""

    player: PlayerId
    question: int
    """The version of the match that asks them, or ends it: what is answered need not be told."""


@frozen
class Board:
    """A chat message that shows a match: a fact that survives crashes, not a message in a queue."""

    id: BoardId
    match: MatchId
    platform: str
    chat: ChatId
    private: bool
    message: str | None
    """The platform's id of the message; None until it is known."""
    player: PlayerId | None
    """Whose own view it shows; None: the spectator's, for all who are in the chat."""
    shown: int
    """The version of the match that the message shows; 0 before the first."""
    moved_to: str | None = None
    """A fresh board stands in this message further down: this one is to make way, and then forgotten."""
    notice: Notice | None = None
    """What its posting has to tell somebody; None once it stands."""
    made: int = 0
    """When it was made, in seconds since 1970; 0 if that is not known."""
    leased_by: str | None = field(default=None, compare=False)
    """Who has taken it, see `Lease`: known of what was read, and not put."""
    leased_until: int = field(default=0, compare=False)
    """Until when."""


@frozen
class Lease:
    """Who alone posts and edits boards, until when: a process that died gives them back by time."""

    by: str
    now: int
    """In seconds since 1970: what others have taken until now is free."""
    until: int


class Boards(Protocol):
    """The part of the store that knows the boards."""

    async def boards_of(self, match: MatchId) -> tuple[Board, ...]:
        """The boards that show a match."""

    async def boards_behind(self) -> tuple[Board, ...]:
        """The boards that show less than has happened: after a restart these are brought up to date."""

    async def count_boards_behind(self) -> int:
        """How many `boards_behind` are."""

    async def boards_in(self, platform: str, place: str) -> tuple[Board, ...]:
        """The boards in the chat with this id, and in those whose ids begin with it and a `/`."""

    async def put_boards(self, boards: Sequence[Board], lease: Lease | None = None) -> None:
        """Add boards or new facts about known ones, and take those that are free; their matches are known.

        Of one message a lower `shown` never replaces a higher one; and a message shows one board only,
        the one that was put last: another that it showed before is forgotten.
        """

    async def mark_shown(self, shown: Mapping[BoardId, int]) -> None:
        """Note for boards, by id, which version they show now; a lower one never replaces a higher one."""

    async def take_boards(self, boards: Collection[BoardId], lease: Lease) -> None:
        """Take those of these boards that are free, or prolong what is taken already."""

    async def taken_boards(self, boards: Collection[BoardId], by: str) -> frozenset[BoardId]:
        """Which of these boards this process took last, and has not given back."""

    async def give_back_boards(self, boards: Mapping[BoardId, int], by: str) -> None:
        """Let others take those of these boards that this process has taken.

        Args:
            boards: by id, the newest version that it knew; what is behind that others have stored since
                is left to whoever comes first, as if the process had died.
            by: the process.
        """

    async def claim_boards(self, platform: str, after: str, lease: Lease, *, left: bool) -> tuple[Board, ...]:
        """Take a few free boards that are behind, and give them in the order of their ids.

        Args:
            platform: where they are.
            after: only those whose ids come later.
            lease: takes them.
            left: only those that a process has taken and not given back in time.
        """

    async def drop_board(self, board: BoardId) -> None:
        """Forget a board: its message is gone or will not change any more."""

    async def move_board(self, old: Board, fresh: Board) -> None:
        """A board goes on as another one that is posted in another chat; the old one is to lead there.

        Whoever has acted in the match in the old chat counts as having acted in the other one.
        """

    async def move_chat(self, platform: str, old: ChatId, new: ChatId, phases: Sequence[str]) -> None:
        """A chat has a new id, and its messages are out of reach.

        Its boards, and those in chats whose ids begin with it and a `/`, are in the new one, without a
        message; those that had one have an id of their own from now on, for nothing posted under the
        former one counts. Those of matches in these phases show nothing there yet; others are done with.
        What is chosen for the old id holds for the new one.
        """
