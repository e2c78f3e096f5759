"""Chooses chats: which boards a player can read, where to notify them, and where their private chat is."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from bot.delivery.presence import PRESENT_FOR, PresenceTracker
from bot.interface import Account, Adapter, Chat
from bot.repositories.accounts import AccountRepository
from games.events import MatchId, PlayerId
from storage.boards import Board, BoardId, ChatId, Notice
from storage.sql.store import Store

LONG_AGO = 1  # seconds since 1970
ID_LETTERS = 20  # of a hash, enough that two never meet


@dataclass(frozen=True, slots=True)
class ReadableBoard:
    """A board that somebody can read."""

    board: Board
    acted: int
    """When they were last active in its chat, in seconds since 1970; 0 if never."""


class ChatRouter:
    """Knows the boards of matches and the accounts of players on all platforms, running or not."""

    def __init__(
        self,
        store: Store,
        accounts: AccountRepository,
        adapters: Mapping[str, Adapter],
        presence: PresenceTracker,
        serves: Callable[[str], bool],
        hears: Callable[[str], bool],
    ) -> None:
        self._store, self._accounts = store, accounts
        self._adapters, self._presence = adapters, presence
        self._serves, self._hears = serves, hears

    def is_running(self, platform: str) -> bool:
        """Messages can be posted on a platform at present."""
        return platform in self._adapters and self._serves(platform)

    def _is_heard(self, platform: str) -> bool:
        """It runs, and no outage is known: a notice that is made now is likely to arrive."""
        return self.is_running(platform) and self._hears(platform)

    async def is_offline(self, player: PlayerId) -> bool:
        """None of the platforms of a player runs."""
        return not any(self.is_running(account.platform) for account in await self._accounts.accounts(player))

    async def _platforms(self, player: PlayerId) -> set[str]:
        return {account.platform for account in await self._accounts.accounts(player)}

    async def readable_boards(
        self, player: PlayerId, match: MatchId, boards: Iterable[Board]
    ) -> tuple[ReadableBoard, ...]:
        """The boards that a player can read: their own, and those in channels where they were active.

        If they were active nowhere yet, as when challenged, those in all channels of their platforms.
        """
        seen = [each for each in await self._store.matches.seen_in(match) if each.player == player]
        times = {(each.platform, each.chat): each.at for each in sorted(seen, key=lambda each: each.at)}
        platforms = await self._platforms(player) & self._adapters.keys()
        read = [
            ReadableBoard(board, self._acted(player, board, times))
            for board in boards
            if board.platform in platforms and board.moved_to is None and board.player in (None, player)
        ]
        return tuple(each for each in read if not seen or each.acted or each.board.player == player)

    def _acted(self, player: PlayerId, board: Board, times: Mapping[tuple[str, ChatId], int]) -> int:
        known = self._presence.last_active(player, board.platform, board.chat)
        stored = times.get((board.platform, board.chat), 0)
        # Told by a clock that has been put back since: that they acted is known, but not when.
        return max(known, LONG_AGO if stored > self._presence.now else stored)

    async def nearest_boards(
        self, player: PlayerId, match: MatchId, boards: Iterable[Board]
    ) -> tuple[ReadableBoard, ...]:
        """The readable boards on the platform where a player was active last.

        Where that is not known, or cannot be heard, those on all their platforms that can; else all.
        """
        last, read = await self.last_platform(player), await self.readable_boards(player, match, boards)
        platforms = await self._platforms(player)
        near = {last} if last else {one for one in platforms if self._is_heard(one)} or platforms
        return tuple(each for each in read if each.board.platform in near)

    async def last_platform(self, player: PlayerId) -> str | None:
        """The platform on which a player was active last; None if that is not known, or cannot be heard."""
        # In another process they may have been active elsewhere since.
        last = self._presence.last_platform(player, PRESENT_FOR if self._store.shared else inf)
        if last is None and (seen := await self._store.matches.last_seen(player)):
            last = seen.platform
            self._presence.set_last_platform(player, last)
        return last if last and self._is_heard(last) else None

    async def is_elsewhere(self, player: PlayerId, platform: str) -> bool:
        """They are known to have been active last on another platform, which can be heard."""
        return await self.last_platform(player) not in (None, platform)

    async def chat_to_notify(self, player: PlayerId, match: MatchId, boards: Sequence[Board]) -> Chat | None:
        """Where to notify a player; None if no chat accepts messages.

        The chat of a board of their own, else the channel where they were active last, else their private
        chat; if possible on the platform where they were active last. Who was never active is notified where
        the newest board is. On a platform that does not run, the notification waits until it does.
        """
        near = await self.nearest_boards(player, match, boards)
        if board := self._best_board(
            player, [each for each in near if each.acted or each.board.player == player]
        ):
            return chat_of(board)
        found = await self.private_chat(player, next((board.platform for board in boards), ""))
        if found is not None:
            return found[1]
        if board := self._best_board(player, await self.readable_boards(player, match, boards)):
            return chat_of(board)
        return await self._offline_chat(player, match, boards)

    def _best_board(self, player: PlayerId, read: Iterable[ReadableBoard]) -> Board | None:
        """Of these boards the player's own, else where they were active last, else the newest one."""
        open_ones = [
            each
            for each in read
            if not self._presence.is_closed(each.board.platform, each.board.chat)
            and not chat_of(each.board).fixed
        ]
        best = max(open_ones, key=lambda each: _rank(each, player), default=None)
        return best.board if best else None

    async def _offline_chat(self, player: PlayerId, match: MatchId, boards: Iterable[Board]) -> Chat | None:
        """Where to notify a player when their platform runs again: in private, else where last active."""
        platforms = await self._platforms(player) - self._adapters.keys()
        chats = {
            chat_of(board): board.made
            for board in boards
            if board.platform in platforms and board.player == player
        }
        for seen in await self._store.matches.seen_in(match):
            if seen.player == player and seen.platform in platforms:
                chats[Chat(seen.platform, seen.chat, seen.private)] = seen.at
        return max(chats, key=lambda chat: (chat.private, chats[chat], chat.id), default=None)

    def mark_unreached(self, boards: Iterable[Board]) -> None:
        """Note whom these boards do not reach at present because their platform does not run."""
        for board in boards:
            player = board.player or (board.notice.player if board.notice else None)
            if player is not None and not self.is_running(board.platform):
                self._presence.mark_unreached(player, board.match, "away")

    def mark_closed(self, chat: Chat) -> None:
        """A chat has refused a message."""
        self._presence.mark_closed(chat.platform, chat.id)

    @property
    def now(self) -> int:
        """The time, in seconds since 1970."""
        return self._presence.now

    async def accounts_of(self, player: PlayerId) -> tuple[Account, ...]:
        """All accounts of a player, on any platform."""
        return await self._accounts.accounts(player)

    async def has_account(self, platform: str, player: PlayerId) -> bool:
        """A player has an account on a platform."""
        return any(account.platform == platform for account in await self._accounts.accounts(player))

    def private_chat_of(self, account: Account) -> Chat | None:
        """Where the bot can talk to an account alone, if its platform is running."""
        adapter = self._adapters.get(account.platform)
        return adapter.private_chat(account.id) if adapter and not account.awaited else None

    async def private_chat(self, player: PlayerId, prefer: str) -> tuple[Account, Chat] | None:
        """An account of a player and its private chat with the bot, if one accepts messages.

        Args:
            player: who.
            prefer: the platform that is tried first, unless it is known where they were active last.
        """
        accounts, last = await self._accounts.accounts(player), await self.last_platform(player)

        def rank(one: Account) -> tuple[bool, bool, bool]:
            return not self._is_heard(one.platform), one.platform != last, one.platform != prefer

        for account in sorted(accounts, key=rank):
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

        If their platform does not run, it is posted as soon as it does.

        Args:
            player: whose.
            match: which.
            prefer: the platform that is tried first.
            after: what it follows on, such as the id of a press: the same one makes the same board.
            at: the time, in seconds since 1970.
            notice: what its posting has to notify them of.
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
    """A board that is not posted yet; its id depends only on match, chat and `after`."""
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


def chat_of(board: Board) -> Chat:
    """The chat that a board stands in."""
    return Chat(board.platform, board.chat, board.private)


def places_of(boards: Iterable[Board]) -> set[tuple[str, str]]:
    """The chats of many in which some of these boards stand, each by its platform and place."""
    return {(board.platform, chat_of(board).place) for board in boards if not board.private}


def _rank(read: ReadableBoard, player: PlayerId) -> tuple[bool, int, bool, int, str]:
    """The player's own board ranks first, then where they were active last, then the newest posted one."""
    board = read.board
    return board.player == player, read.acted, board.message is not None, board.made, board.id


def derived_id(name: str) -> str:
    """An id that cannot be guessed by anybody who does not know the name."""
    return hashlib.sha256(name.encode()).hexdigest()[:ID_LETTERS]


def giving_way_to(board: Board, rows: Iterable[Board]) -> tuple[Board, ...]:
    """The boards at the same place that go on in one which was pressed though it was not known any more.

    Nobody knows which of them is newer, but the pressed one can be changed now: it is the one that lives.
    """
    return tuple(
        replace(row, moved_to=board.message)
        for row in rows
        if row.message not in (None, board.message) and row.moved_to is None and row.id != board.id
        if same_place(row, board) and not chat_of(row).fixed
    )


def same_place(one: Board, other: Board) -> bool:
    """Two boards in one chat, for the same reader."""
    return (one.platform, one.chat, one.player) == (other.platform, other.chat, other.player)


def adopted_as(board: Board, rows: Sequence[Board]) -> Board | None:
    """The later board of the same message: it was pressed before its id was stored with the first one."""
    message = (board.platform, board.chat, board.message)
    twins = [row for row in rows if board.message and (row.platform, row.chat, row.message) == message]
    newest = max(twins, key=lambda row: (row.made, row.id), default=board)
    return None if newest.id == board.id else newest
