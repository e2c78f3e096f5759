"""Finds where players can be reached: the boards they can read, the chat to notify them in, private chats.

Two facts are kept in memory only, and learned again after a restart: where a player was active without
changing a match, and which chats refuse messages.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Literal

from cachetools import LRUCache

from bot.domain.teams import is_account_of_team
from bot.interface import Account, Adapter, Chat
from bot.repositories.accounts import AccountRepository
from games.events import MatchId, PlayerId
from storage.boards import Board, BoardId, ChatId, Notice
from storage.matches import Seen
from storage.sql.store import Store

PRESENT_FOR = 300  # seconds after an activity during which a player counts as watching the chat
CLOSED_FOR = 3600  # seconds until a chat that refused a message is tried again
KEPT = 50_000  # people, chats and matches with known facts, some hundred bytes each
CHATS_KEPT = 20  # chats of each player with the latest activity
LONG_AGO = 1  # seconds since 1970
ID_LETTERS = 20  # length of an id, enough to avoid collisions

Why = Literal["closed", "away"]
"""Why no board reaches a player: their chats are closed, or their platform does not run."""

Where = tuple[str, str]
"""A platform and the id of a chat."""


class PresenceTracker:
    """Facts about players and chats that this process has learned since its start."""

    def __init__(self, clock: Callable[[], int], elapsed: Callable[[], float]) -> None:
        """Start without any facts.

        Args:
            clock: seconds since 1970 by the host's clock.
            elapsed: monotonic seconds, so that setting the host's clock back does not keep players present
                or chats closed.
        """
        self._clock, self._elapsed = clock, elapsed
        self._acted: LRUCache[PlayerId, dict[Where, float]] = LRUCache(KEPT)  # the latest last
        self._closed: LRUCache[Where, tuple[float, bool]] = LRUCache(KEPT)  # since when, whether lost
        self._frozen: LRUCache[tuple[str, str, str], bool] = LRUCache(KEPT)
        self._unreached: LRUCache[MatchId, dict[PlayerId, Why]] = LRUCache(KEPT)

    @property
    def now(self) -> int:
        return self._clock()

    # People

    def record_activity(self, player: PlayerId, chat: Chat) -> None:
        """Note that a player acted in a chat.

        If it is their private chat or a lost chat, it counts as open again.
        """
        where, acted = (chat.platform, chat.id), self._acted.get(player, {})
        acted.pop(where, None)
        if len(acted) >= CHATS_KEPT:
            del acted[next(iter(acted))]
        self._acted[player] = {**acted, where: self._elapsed()}
        if chat.private or self.is_lost(*where):
            self.mark_open(*where)

    def active(self, player: PlayerId) -> dict[Where, int]:
        """The times of a player's last activity by chat, in seconds since 1970, oldest first."""
        ago = self.now - self._elapsed()
        return {where: int(ago + at) for where, at in self._acted.get(player, {}).items()}

    def merge(self, former: PlayerId, player: PlayerId) -> None:
        """Give `player` the activity of the former player, after their accounts were linked."""
        both = (*self._acted.pop(former, {}).items(), *self._acted.get(player, {}).items())
        self._acted[player] = dict(sorted(both, key=itemgetter(1)))

    def part(self, player: PlayerId, platform: str, fresh: PlayerId) -> None:
        """Give the new player `fresh` the activity on its platform, after its account was unlinked."""
        acted = self._acted.pop(player, {})
        self._acted[fresh] = {where: at for where, at in acted.items() if where[0] == platform}
        self._acted[player] = {where: at for where, at in acted.items() if where[0] != platform}

    # Closed chats

    def mark_closed(self, platform: str, chat: str, *, lost: bool = False) -> None:
        """Note that a chat refuses messages except responses to presses; `lost`: it sends none either."""
        self._closed[platform, chat] = self._elapsed(), lost

    def mark_open(self, platform: str, chat: str) -> None:
        self._closed.pop((platform, chat), None)

    def is_closed(self, platform: str, chat: str) -> bool:
        """Whether a chat has refused a message within `CLOSED_FOR` seconds; trying again is useless."""
        closed = self._closed.get((platform, chat))
        return closed is not None and self._elapsed() - closed[0] < CLOSED_FOR

    def is_lost(self, platform: str, chat: str) -> bool:
        """Whether the platform reported a chat as lost, and nothing has come from there since."""
        return self._closed.get((platform, chat), (0.0, False))[1]

    # Messages that nothing but an answer to a press on them can change

    def mark_frozen(self, platform: str, chat: str, message: str) -> None:
        """Note that a board that has made way still shows its buttons."""
        self._frozen[platform, chat, message] = True

    def is_frozen(self, platform: str, chat: str, message: str | None) -> bool:
        return message is not None and (platform, chat, message) in self._frozen

    # Players that no board of a match reaches

    def mark_unreached(self, player: PlayerId, match: MatchId, why: Why = "closed") -> bool:
        """Note that no board of a match reaches a player. Returns whether that is new."""
        known = self._unreached.get(match, {})
        self._unreached[match] = {**known, player: why}
        return player not in known

    def mark_reached(self, player: PlayerId | None, match: MatchId) -> bool:
        """Note that a board reaches a player (None: all in a channel). Returns whether none did before."""
        known = self._unreached.pop(match, {})
        left = {
            who: why for who, why in known.items() if (why != "closed" if player is None else who != player)
        }
        if left:
            self._unreached[match] = left
        return left != known

    def why_unreached(self, player: PlayerId, match: MatchId) -> Why | None:
        """Why no board of a match reaches a player; None: one is assumed to."""
        return self._unreached.get(match, {}).get(player)


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a player can be reached, from stored facts and those in memory."""

    player: PlayerId
    accounts: tuple[Account, ...]
    seen: tuple[Seen, ...]
    """Where they have acted in the match in question, from the store."""
    acted: Mapping[Where, int]
    """The times of their last activity by chat: in the match, or anywhere since the start."""
    last: str | None
    """The platform on which they were active last; None if it is unknown, or not heard."""
    private: tuple[tuple[Account, Chat], ...]
    """Their private chats with the bot, except closed ones."""
    here: Collection[str]
    """The configured platforms, whether they run yet or not."""
    heard: Collection[str]
    """The platforms that run without a known outage: a notice sent now is likely to arrive."""
    is_closed: Callable[[str, str], bool]

    @property
    def platforms(self) -> set[str]:
        return {account.platform for account in self.accounts}

    def reads_first(self, platform: str) -> bool:
        """Whether they have an account on a platform, and were not active last on another one."""
        return platform in self.platforms and self.last in (None, platform)

    def when(self, board: Board) -> int:
        """When they were last active in the chat of a board, in seconds since 1970; 0 if never."""
        return self.acted.get((board.platform, board.chat), 0)

    def readable(self, boards: Iterable[Board]) -> list[Board]:
        """The boards that they can read: their own, and those in channels where they were active.

        If they have not acted in the match yet, as when challenged: those in all channels of their platforms.
        """
        platforms = self.platforms.intersection(self.here)
        standing = [board for board in boards if board.platform in platforms and board.moved_to is None]
        return [
            board
            for board in standing
            if board.player == self.player or (board.player is None and (self.when(board) or not self.seen))
        ]

    def nearest(self, boards: Iterable[Board]) -> list[Board]:
        """The readable boards on the platform where they were active last.

        If that is unknown or not heard: those on all their platforms that are heard, else on all of them.
        """
        platforms = {self.last} if self.last else self.platforms.intersection(self.heard) or self.platforms
        return [board for board in self.readable(boards) if board.platform in platforms]

    def chat_to_notify(self, boards: Sequence[Board]) -> Chat | None:
        """Where to notify them; None if no chat accepts messages.

        The chat of a board of their own, else the channel where they were active last, else their private
        chat; if possible on the platform where they were active last. A player who was never active is
        notified where the newest board is. On a platform that does not run, the notification waits.
        """
        near = [board for board in self.nearest(boards) if self.when(board) or board.player == self.player]
        private = self.private_chat(boards[0].platform if boards else "")
        return (
            self._best(near)
            or (private[1] if private else None)
            or self._best(self.readable(boards))
            or self.chat_away(boards)
        )

    def _best(self, boards: Iterable[Board]) -> Chat | None:
        """The chat of their own board, else of their last activity, else of the newest posted board."""

        def rank(board: Board) -> tuple[bool, int, bool, int, str]:
            own, posted = board.player == self.player, board.message is not None
            return own, self.when(board), posted, board.made, board.id

        accept = [one for one in boards if not (self.is_closed(one.platform, one.chat) or chat_of(one).fixed)]
        best = max(accept, key=rank, default=None)
        return chat_of(best) if best else None

    def private_chat(self, prefer: str) -> tuple[Account, Chat] | None:
        """An account and its private chat with the bot, if one accepts messages.

        Args:
            prefer: the platform that comes first, unless the one where they were active last is known.
        """

        def rank(found: tuple[Account, Chat]) -> tuple[bool, bool, bool]:
            platform = found[0].platform
            return platform in self.heard, platform == self.last, platform == prefer

        return max(self.private, key=rank, default=None)

    def chat_away(self, boards: Iterable[Board] = ()) -> Chat | None:
        """The chat to notify them in when their platform runs again: private, else with the last activity."""
        own = {chat_of(board): board.made for board in boards if board.player == self.player}
        chats = own | {Chat(one.platform, one.chat, one.private): one.at for one in self.seen}
        away = [chat for chat in chats if chat.platform in self.platforms.difference(self.here)]
        return max(away, key=lambda chat: (chat.private, chats[chat], chat.id), default=None)


@dataclass(frozen=True, slots=True)
class ChatRouter:
    """Finds out where players can be reached and where messages can be posted."""

    store: Store
    accounts: AccountRepository
    adapters: Mapping[str, Adapter]
    presence: PresenceTracker
    serves: Callable[[str], bool]
    """Whether this process can write to a platform now."""
    hears: Callable[[str], bool]
    """Whether input of a platform reaches a process of the bot."""

    def is_running(self, platform: str) -> bool:
        return platform in self.adapters and self.serves(platform)

    def running(self) -> list[str]:
        """The platforms that this process serves at present."""
        return [platform for platform in self.adapters if self.serves(platform)]

    async def reach(self, player: PlayerId, match: MatchId | None = None) -> Reach:
        """Where a player can be reached; with a match, including their activity in it."""
        in_match = await self.store.matches.seen_in(match) if match else ()
        seen = tuple(one for one in in_match if one.player == player)
        active = self.presence.active(player)
        acted = {(one.platform, str(one.chat)): 0 for one in seen} | active
        for one in seen:
            where = (one.platform, one.chat)
            acted[where] = max(acted[where], self._past(one.at))
        heard = [one for one in self.running() if self.hears(one)]
        last, accounts = await self._last(player, active), await self.accounts.accounts(player)
        chats = [(one, chat) for one in accounts if (chat := self.private_chat_of(one))]
        is_closed = self.presence.is_closed
        private = tuple((one, chat) for one, chat in chats if not is_closed(chat.platform, chat.id))
        near = last if last in heard else None
        return Reach(player, accounts, seen, acted, near, private, self.adapters.keys(), heard, is_closed)

    async def _last(self, player: PlayerId, active: dict[Where, int]) -> str | None:
        """The platform on which they were active last, in any process."""
        (here, _), at = next(reversed(active.items()), (("", ""), 0))
        if here and not self.store.shared:
            return here
        seen = await self.store.matches.last_seen(player)
        return seen.platform if seen and self._past(seen.at) > at else here or None

    def _past(self, at: int) -> int:
        """The time, or `LONG_AGO` if it is in the future because the clock was set back."""
        return LONG_AGO if at > self.presence.now else at

    def private_chat_of(self, account: Account) -> Chat | None:
        """The private chat of the bot with an account; None if there is none."""
        adapter = self.adapters.get(account.platform)
        if adapter is None or account.awaited or is_account_of_team(account.id):
            return None
        return adapter.private_chat(account.id)

    def mark_unreached(self, boards: Iterable[Board]) -> None:
        """Note the players that these boards do not reach because their platform does not run."""
        for board in boards:
            player = board.player or (board.notice.player if board.notice else None)
            if player is not None and not self.is_running(board.platform):
                self.presence.mark_unreached(player, board.match, "away")

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
        """A new board of a match in a player's private chat; None if there is no chat to write to.

        The platform `prefer` is tried first. If their platform does not run, the board is posted as soon as
        it does.
        """
        reach = await self.reach(player, match)
        found = reach.private_chat(prefer)
        chat = found[1] if found else reach.chat_away()
        if chat is None or not chat.private:
            return None
        return new_board(chat, match, player, after=after, at=at, notice=notice)


def new_board(
    chat: Chat, match: MatchId, reader: PlayerId | None, *, after: str, at: int, notice: Notice | None = None
) -> Board:
    """A board that is not posted yet.

    Args:
        chat: where it is to be posted.
        match: what it shows.
        reader: whose view it shows; None: a spectator's.
        after: what causes it, such as the id of a press. The same cause makes the same board: the id depends
            only on match, chat and `after`.
        at: the time, in seconds since 1970.
        notice: what posting it notifies a player of.
    """
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
    return Chat(board.platform, board.chat, board.private)


def places_of(boards: Iterable[Board]) -> set[tuple[str, str]]:
    """The platform and place of each group chat that has one of these boards."""
    return {(board.platform, chat_of(board).place) for board in boards if not board.private}


def derived_id(name: str) -> str:
    """An id derived from a name; it cannot be guessed without knowing the name."""
    return hashlib.sha256(name.encode()).hexdigest()[:ID_LETTERS]


def giving_way_to(board: Board, rows: Iterable[Board]) -> tuple[Board, ...]:
    """The other boards at the place of a posted one, as replaced by it."""
    return tuple(
        replace(row, moved_to=board.message)
        for row in standing_at(board, rows)
        if row.id != board.id and row.message != board.message and not chat_of(row).fixed
    )


def standing_at(board: Board, rows: Iterable[Board]) -> list[Board]:
    """The posted boards at the place of a board that were not replaced."""
    return [
        row for row in rows if row.message is not None and row.moved_to is None and same_place(row, board)
    ]


def by_age(board: Board) -> tuple[int, str]:
    """The key by which boards are sorted, the newest last."""
    return board.made, board.id


def same_place(one: Board, other: Board) -> bool:
    """Whether two boards are in one chat, for the same reader."""
    return (one.platform, one.chat, one.player) == (other.platform, other.chat, other.player)


def adopted_as(board: Board, rows: Sequence[Board]) -> Board | None:
    """The later board of the same message, made when it was pressed before its id was stored; else None."""
    message = (board.platform, board.chat, board.message)
    twins = [row for row in rows if board.message and (row.platform, row.chat, row.message) == message]
    newest = max(twins, key=by_age, default=board)
    return None if newest.id == board.id else newest
