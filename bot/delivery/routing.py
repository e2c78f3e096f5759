"""Where a match can be shown to whom: boards that a player reads, his private chat, and where he was seen."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.delivery.presence import PresenceTracker
from bot.interface import (
    Account,
    Adapter,
    Chat,
)
from bot.repositories.accounts import AccountRepository
from games.events import MatchId, PlayerId
from storage.boards import Board, BoardId, ChatId, Notice
from storage.store import Store

ID_LETTERS = 20  # of a hash, enough that two never meet


@dataclass(frozen=True, slots=True)
class ReadableBoard:
    """A board that somebody can read."""

    board: Board
    acted: int
    """When he was last seen in its chat, in seconds since 1970; 0 where he never was."""


class ChatRouter:
    """The chats where a match is, on the platforms of this house, and those of players who are on others."""

    def __init__(
        self,
        store: Store,
        accounts: AccountRepository,
        adapters: Mapping[str, Adapter],
        presence: PresenceTracker,
        serves: Callable[[str], bool],
    ) -> None:
        self._store, self._accounts = store, accounts
        self._adapters, self._presence, self._serves = adapters, presence, serves

    def is_running(self, platform: str) -> bool:
        """Something can be posted there at present."""
        return platform in self._adapters and self._serves(platform)

    async def is_offline(self, player: PlayerId) -> bool:
        """None of his platforms runs."""
        return not any(self.is_running(account.platform) for account in await self._accounts.accounts(player))

    async def readable_boards(
        self, player: PlayerId, match: MatchId, boards: Iterable[Board]
    ) -> tuple[ReadableBoard, ...]:
        """Those boards of a match that a player can read: his own, and those in channels where he was seen.

        Where he was seen nowhere yet, as one who is challenged, those in all channels of his platforms.
        """
        seen = [each for each in await self._store.seen_in(match) if each.player == player]
        times = {(each.platform, each.chat): each.at for each in sorted(seen, key=lambda each: each.at)}
        his = {account.platform for account in await self._accounts.accounts(player)} & self._adapters.keys()
        read = [
            ReadableBoard(board, self._acted(player, board, times))
            for board in boards
            if board.platform in his and board.moved_to is None and board.player in (None, player)
        ]
        return tuple(each for each in read if not seen or each.acted or each.board.player == player)

    def _acted(self, player: PlayerId, board: Board, times: Mapping[tuple[str, ChatId], int]) -> int:
        known = self._presence.last_active(player, board.platform, board.chat)
        return max(known, times.get((board.platform, board.chat), 0))

    async def nearest_boards(
        self, player: PlayerId, match: MatchId, boards: Iterable[Board]
    ) -> tuple[ReadableBoard, ...]:
        """Of the boards that he reads those on the platform where he acted last; all if that is not known."""
        last = await self.last_platform(player)
        read = await self.readable_boards(player, match, boards)
        return tuple(each for each in read if last in (None, each.board.platform))

    async def last_platform(self, player: PlayerId) -> str | None:
        """The platform where he acted last, in any match; None where that is not known, or does not run."""
        last = self._presence.last_platform(player)
        if last is None and (seen := await self._store.last_seen(player)):
            last = seen.platform
            self._presence.set_last_platform(player, last)
        return last if last in self._adapters else None

    async def chat_to_notify(self, player: PlayerId, match: MatchId, boards: Sequence[Board]) -> Chat | None:
        """Where he is to be told that he is asked; None where no chat can be written to.

        Where he has a board of his own, else in the channel where he was seen last, else in his private chat;
        on the platform where he acted last, if that can be. Who was never seen is told by the newest board.
        On a platform that does not run he is told later.
        """
        near = await self.nearest_boards(player, match, boards)
        if board := self._best_board(
            player, [each for each in near if each.acted or each.board.player == player]
        ):
            return _chat(board)
        found = await self.private_chat(player, next((board.platform for board in boards), ""))
        if found is not None:
            return found[1]
        if board := self._best_board(player, await self.readable_boards(player, match, boards)):
            return _chat(board)
        return await self._offline_chat(player, match, boards)

    def _best_board(self, player: PlayerId, read: Iterable[ReadableBoard]) -> Board | None:
        """Of these boards his own, else where he was seen last, else the newest that stands."""
        open_ones = [
            each for each in read if not self._presence.is_closed(each.board.platform, each.board.chat)
        ]
        best = max(open_ones, key=lambda each: _rank(each, player), default=None)
        return best.board if best else None

    async def _offline_chat(self, player: PlayerId, match: MatchId, boards: Iterable[Board]) -> Chat | None:
        """Where he can be told as soon as his platform runs again: in private, else where he was last."""
        his = {account.platform for account in await self._accounts.accounts(player)} - self._adapters.keys()
        chats = {
            _chat(board): board.made for board in boards if board.platform in his and board.player == player
        }
        for seen in await self._store.seen_in(match):
            if seen.player == player and seen.platform in his:
                chats[Chat(seen.platform, seen.chat, seen.private)] = seen.at
        return max(chats, key=lambda chat: (chat.private, chats[chat], chat.id), default=None)

    def mark_unreached(self, boards: Iterable[Board]) -> None:
        """Who is to be told on a platform that does not run is not told for now."""
        for board in boards:
            player = board.player or (board.notice.player if board.notice else None)
            if player is not None and not self.is_running(board.platform):
                self._presence.mark_unreached(player, board.match, "away")

    async def has_account(self, platform: str, player: PlayerId) -> bool:
        """He has an account on this platform."""
        return any(account.platform == platform for account in await self._accounts.accounts(player))

    def private_chat_of(self, account: Account) -> Chat | None:
        """Where the bot can talk to an account alone, if its platform is running."""
        adapter = self._adapters.get(account.platform)
        return adapter.private_chat(account.id) if adapter else None

    async def private_chat(self, player: PlayerId, prefer: str) -> tuple[Account, Chat] | None:
        """A player's account and his private chat with the bot there, if there is one that is not closed.

        Args:
            player: who.
            prefer: the platform that is tried first, unless it is known where he acted last.
        """
        accounts, last = await self._accounts.accounts(player), await self.last_platform(player)
        order = [last, prefer] if last else [prefer]
        for account in sorted(accounts, key=lambda one: [one.platform != platform for platform in order]):
            chat = self.private_chat_of(account)
            if chat is not None and not self._presence.is_closed(chat.platform, chat.id):
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
        chat = found[1] if found else await self._offline_chat(player, match, ())
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
        id=BoardId(derived_id(f"board of {match} in {chat.id} after {after}")),
        match=match,
        platform=chat.platform,
        chat=ChatId(chat.id),
        private=chat.private,
        message=None,
        player=reader,
        shown=0,
        notice=notice,
        made=at,
    )


def _chat(board: Board) -> Chat:
    return Chat(board.platform, board.chat, board.private)


def _rank(read: ReadableBoard, player: PlayerId) -> tuple[bool, int, bool, int, str]:
    """His own board comes first, then where he was seen last, then the newest that stands."""
    board = read.board
    return board.player == player, read.acted, board.message is not None, board.made, board.id


def derived_id(named: str) -> str:
    """An id that nobody guesses who does not know what it is named after."""
    return hashlib.sha256(named.encode()).hexdigest()[:ID_LETTERS]


def same_place(one: Board, other: Board) -> bool:
    """Two boards in one chat, for the same reader."""
    return (one.platform, one.chat, one.player) == (other.platform, other.chat, other.player)
