"""Where a match can be shown to whom: boards that a player reads, and his private chat."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from bot.people import People
from bot.reach import Reach
from bot.screen import Account, Adapter, Chat
from games.events import MatchId, PlayerId
from storage.store import Board, Notice

ID_LETTERS = 20  # of a hash, enough that two never meet


class Places:
    """The chats of the running platforms."""

    def __init__(self, people: People, adapters: Mapping[str, Adapter], reach: Reach) -> None:
        self._people, self._adapters, self._reach = people, adapters, reach

    async def read_by(self, player: PlayerId, boards: Iterable[Board]) -> tuple[Board, ...]:
        """Those boards that a player can read: his own, and all in channels of platforms where he is."""
        his = {account.platform for account in await self._people.accounts(player)} & self._adapters.keys()
        return tuple(
            board
            for board in boards
            if board.platform in his and board.moved_to is None and board.player in (None, player)
        )

    def nearest(self, player: PlayerId, read: Iterable[Board]) -> tuple[Board, ...]:
        """Of the boards that he reads those on the platform where he acted last; all if that is not known."""
        last = self._reach.last(player)
        return tuple(board for board in read if last in (None, board.platform))

    def best(self, player: PlayerId, read: Iterable[Board]) -> Board | None:
        """Of the boards that he reads, where he is to be told that he is asked.

        His own where there is one, else where he was seen last, else the newest that stands; None where no
        chat can be written to.
        """
        open_ones = [board for board in read if not self._reach.is_closed(board.platform, board.chat)]

        def rank(board: Board) -> tuple[bool, int, bool, int, str]:
            acted = self._reach.acted(player, board.platform, board.chat)
            return board.player == player, acted, board.message is not None, board.made, board.id

        return max(open_ones, key=rank, default=None)

    async def is_on(self, platform: str, player: PlayerId) -> bool:
        """He has an account on this platform."""
        return any(account.platform == platform for account in await self._people.accounts(player))

    def chat_with(self, account: Account) -> Chat | None:
        """Where the bot can talk to an account alone, if its platform is running."""
        adapter = self._adapters.get(account.platform)
        return adapter.private_chat(account.id) if adapter else None

    async def private_chat(self, player: PlayerId, prefer: str) -> tuple[Account, Chat] | None:
        """A player's account and his private chat with the bot there, if there is one that is not closed.

        Args:
            player: who.
            prefer: the platform that is tried first, unless it is known where he acted last.
        """
        accounts, last = await self._people.accounts(player), self._reach.last(player)
        order = [last, prefer] if last else [prefer]
        for account in sorted(accounts, key=lambda one: [one.platform != platform for platform in order]):
            adapter = self._adapters.get(account.platform)
            if adapter is None:
                continue
            chat = adapter.private_chat(account.id)
            if not self._reach.is_closed(chat.platform, chat.id):
                return account, chat
        return None

    async def private_board(
        self,
        player: PlayerId,
        match: MatchId,
        *,
        prefer: str,
        after: str,
        at: int,
        notice: Notice | None = None,
    ) -> Board | None:
        """A new board of a match in a player's private chat; None where there is none to write to.

        Args:
            player: whose.
            match: which.
            prefer: the platform that is tried first.
            after: what it follows on, such as a press: the same always makes the same board.
            at: the time, in seconds since 1970.
            notice: what its posting has to tell him.
        """
        found = await self.private_chat(player, prefer)
        if found is None:
            return None
        _, chat = found
        return new_board(chat, match, player, after=after, at=at, notice=notice)


def new_board(
    chat: Chat,
    match: MatchId,
    reader: PlayerId | None,
    *,
    after: str,
    at: int,
    notice: Notice | None = None,
) -> Board:
    """A board that does not stand yet; the same in this chat `after` the same has the same id."""
    return Board(
        id=drawn(f"board of {match} in {chat.id} after {after}"),
        match=match,
        platform=chat.platform,
        chat=chat.id,
        private=chat.private,
        message=None,
        player=reader,
        shown=0,
        notice=notice,
        made=at,
    )


def drawn(named: str) -> str:
    """An id that nobody guesses who does not know what it is named after."""
    return hashlib.sha256(named.encode()).hexdigest()[:ID_LETTERS]


def same_place(one: Board, other: Board) -> bool:
    """Two boards in one chat, for the same reader."""
    return (one.platform, one.chat, one.player) == (other.platform, other.chat, other.player)
