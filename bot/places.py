"""Where a match can be shown to whom: boards that a player reads, his private chat, and where he was seen."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.people import People
from bot.reach import Reach
from bot.screen import Account, Adapter, Chat
from games.events import MatchId, PlayerId
from storage.store import Board, Notice, Store

ID_LETTERS = 20  # of a hash, enough that two never meet


@dataclass(frozen=True, slots=True)
class Read:
    """A board that somebody can read."""

    board: Board
    acted: int
    """When he was last seen in its chat, in seconds since 1970; 0 where he never was."""


class Places:
    """The chats where a match is, on the platforms that run."""

    def __init__(self, store: Store, people: People, adapters: Mapping[str, Adapter], reach: Reach) -> None:
        self._store, self._people = store, people
        self._adapters, self._reach = adapters, reach

    def runs(self, platform: str) -> bool:
        """Something can be posted there."""
        return platform in self._adapters

    async def is_away(self, player: PlayerId) -> bool:
        """None of his platforms runs."""
        return not any(self.runs(account.platform) for account in await self._people.accounts(player))

    async def read_by(self, player: PlayerId, match: MatchId, boards: Iterable[Board]) -> tuple[Read, ...]:
        """Those boards of a match that a player can read: his own, and those in channels where he was seen.

        Where he was seen nowhere yet, as one who is challenged, those in all channels of his platforms.
        """
        seen = [each for each in await self._store.seen_in(match) if each.player == player]
        times = {(each.platform, each.chat): each.at for each in seen}
        his = {account.platform for account in await self._people.accounts(player)} & self._adapters.keys()
        read = [
            Read(board, self._acted(player, board, times))
            for board in boards
            if board.platform in his and board.moved_to is None and board.player in (None, player)
        ]
        return tuple(each for each in read if not seen or each.acted or each.board.player == player)

    def _acted(self, player: PlayerId, board: Board, times: Mapping[tuple[str, str], int]) -> int:
        known = self._reach.acted(player, board.platform, board.chat)
        return max(known, times.get((board.platform, board.chat), 0))

    async def to_tell(self, player: PlayerId, match: MatchId, boards: Sequence[Board]) -> Chat | None:
        """Where he is to be told that he is asked; None where no chat can be written to.

        Where he has a board of his own, else in the channel where he was seen last, else in his private chat.
        Who was never seen is told by the newest board. On a platform that does not run he is told later.
        """
        read = await self.read_by(player, match, boards)
        open_ones = [each for each in read if not self._is_closed(each.board)]
        seen = [each for each in open_ones if each.acted or each.board.player == player]
        if best := max(seen, key=lambda each: _rank(each, player), default=None):
            return _chat(best.board)
        found = await self.private_chat(player, next((board.platform for board in boards), ""))
        if found is not None:
            return found[1]
        if newest := max(open_ones, key=lambda each: _rank(each, player), default=None):
            return _chat(newest.board)
        return await self._away(player, match, boards)

    async def _away(self, player: PlayerId, match: MatchId, boards: Iterable[Board]) -> Chat | None:
        """Where he can be told as soon as his platform runs again: in private, else where he was last."""
        his = {account.platform for account in await self._people.accounts(player)} - self._adapters.keys()
        chats = {
            _chat(board): board.made for board in boards if board.platform in his and board.player == player
        }
        for seen in await self._store.seen_in(match):
            if seen.player == player and seen.platform in his:
                chats[Chat(seen.platform, seen.chat, seen.private)] = seen.at
        return max(chats, key=lambda chat: (chat.private, chats[chat], chat.id), default=None)

    def _is_closed(self, board: Board) -> bool:
        return self._reach.is_closed(board.platform, board.chat)

    async def private_chat(self, player: PlayerId, prefer: str) -> tuple[Account, Chat] | None:
        """A player's account and his private chat with the bot there, if there is one that is not closed.

        Args:
            player: who.
            prefer: the platform that is tried first.
        """
        accounts = await self._people.accounts(player)
        for account in sorted(accounts, key=lambda account: account.platform != prefer):
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

        Where only his platform does not run, it is posted when it does.

        Args:
            player: whose.
            match: which.
            prefer: the platform that is tried first.
            after: what it follows on, such as a press: the same always makes the same board.
            at: the time, in seconds since 1970.
            notice: what its posting has to tell him.
        """
        found = await self.private_chat(player, prefer)
        chat = found[1] if found else await self._away(player, match, ())
        if chat is None or not chat.private:
            return None
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


def _chat(board: Board) -> Chat:
    return Chat(board.platform, board.chat, board.private)


def _rank(read: Read, player: PlayerId) -> tuple[bool, int, bool, int, str]:
    """His own board comes first, then where he was seen last, then the newest that stands."""
    board = read.board
    return board.player == player, read.acted, board.message is not None, board.made, board.id


def drawn(named: str) -> str:
    """An id that nobody guesses who does not know what it is named after."""
    return hashlib.sha256(named.encode()).hexdigest()[:ID_LETTERS]


def same_place(one: Board, other: Board) -> bool:
    """Two boards in one chat, for the same reader."""
    return (one.platform, one.chat, one.player) == (other.platform, other.chat, other.player)
