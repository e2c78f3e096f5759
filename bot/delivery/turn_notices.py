"""How a player learns that he is asked, and where a match goes on that cannot be shown where it was.

An edited message notifies nobody. Who is at it (he acted within five minutes where he reads a board) sees the
board change; anybody else gets one fresh board at the end of one chat, which notifies him. It all depends on
who is asked and when people acted, never on what is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot import presentation
from bot.delivery.presence import AT_IT, PresenceTracker
from bot.delivery.routing import (
    ChatRouter,
    drawn,
    new_board,
    same_place,
)
from bot.interface import Chat, Message
from bot.presentation import Phrasing
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import (
    ByTheHouse,
    ChallengeAccepted,
    ChallengeCancelled,
    ChallengeDeclined,
    ChallengeOffered,
    DrawClaimed,
    Event,
    MatchId,
    PlayerId,
    TakebackAccepted,
    WinClaimed,
)
from games.game import SEATS, Seat, other
from games.match import Match, Phase
from storage.boards import Board, Notice
from storage.store import Store

SHORT_CLOCK = 300  # seconds for a move
LATELY = 60  # seconds since somebody acted who needs no reminder on a short clock
GOING_ON = (Phase.CHALLENGE, Phase.RUNNING)
UNDER_WAY = tuple(phase.value for phase in GOING_ON)


@dataclass(frozen=True, slots=True)
class DirectMessage:
    """A message to one person that shows no board."""

    chat: Chat
    message: Message
    nonce: str
    """The same one makes no second message."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """What follows when a board cannot be shown any more."""

    boards: tuple[Board, ...] = ()
    """New ones elsewhere."""
    words: tuple[DirectMessage, ...] = ()


class TurnNotifier:
    """Decides who is told, and where."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        router: ChatRouter,
        presence: PresenceTracker,
        preferences: PreferencesRepository,
    ) -> None:
        self._store, self._matches = store, matches
        self._router, self._presence, self._preferences = router, presence, preferences

    async def with_notice(
        self,
        before: Match,
        after: Match,
        presser: PlayerId | None,
        known: Sequence[Board],
        new: Sequence[Board],
        answered: Chat | None = None,
    ) -> tuple[Board, ...]:
        """The new boards of a change, and with them at most one that tells somebody that he is asked now.

        Args:
            before: the match before the change.
            after: the match after it.
            presser: who made it happen; he need not be told. None: nobody did.
            known: the boards that show the match already.
            new: those that come with the change in any case.
            answered: the chat where the answer itself shows what has happened, if it does.
        """
        asked, fresh = newly_asked(before, after, presser), tuple(new)
        if asked is not None:
            notice = Notice(asked, after.version)
            if any(board.player == asked for board in new):  # as good as a fresh one
                fresh = tuple(replace(row, notice=notice) if row.player == asked else row for row in new)
            else:
                fresh += await self._fresh(after, notice, (*known, *new), self._presence.now, answered)
        self._router.misses(fresh)
        return fresh

    async def once_more(
        self, match: Match, seat: Seat, boards: Sequence[Board], why: str
    ) -> tuple[Board, ...]:
        """A fresh board that tells who is to move of it again, if he can be told.

        Args:
            match: as it stands.
            seat: his.
            boards: those that show the match already.
            why: the same makes no second one in the same version of the match.
        """
        if match.players is None:
            return ()
        notice = Notice(match.players[seat], match.asked[seat])
        fresh = await self._telling(match, notice, boards, f"{why} of version {match.version} to seat {seat}")
        self._router.misses(fresh)
        return fresh

    async def reminder(self, match: Match, seat: Seat, boards: Sequence[Board]) -> tuple[Board, ...]:
        """The fresh board that reminds who is to move; none where the clock is short and he is at it."""
        short = match.opened.clock <= SHORT_CLOCK
        if short and match.players and self._acted_lately(match.players[seat], boards):
            return ()
        return await self.once_more(match, seat, boards, "the reminder")

    def _acted_lately(self, player: PlayerId, boards: Iterable[Board]) -> bool:
        return any(
            self._presence.now - self._presence.acted(player, board.platform, board.chat) <= LATELY
            for board in boards
            if board.player in (None, player)
        )

    async def instead_of(self, board: Board, *, lost: bool = False) -> Replacement:
        """What follows when the bot cannot write any more where a board is or was to be.

        Args:
            board: which can neither be posted nor changed there.
            lost: the bot is not even heard there any more.
        """
        self._presence.closes(board.platform, board.chat, lost=lost)
        instead = await self._instead_of(board)
        self._router.misses(instead.boards)
        return instead

    async def instead_of_change(self, board: Board) -> Replacement:
        """What follows when a board can be changed by presses only: who would have seen it change is told."""
        self._presence.closes(board.platform, board.chat)
        match = await self._matches.load(board.match)
        boards = await self._store.boards_of(board.match)
        fresh = await self._owed(match, board, boards) if match.phase in GOING_ON else ()
        self._router.misses(fresh)
        return Replacement(fresh)

    async def has_to_tell(self, board: Board) -> bool:
        """A board that does not stand yet is to notify somebody who is still asked."""
        if board.message is not None or board.notice is None:
            return False
        return still_asks(await self._matches.load(board.match), board.notice)

    async def _instead_of(self, board: Board) -> Replacement:
        match = await self._matches.load(board.match)
        others = [row for row in await self._store.boards_of(board.match) if row.id != board.id]
        notice = board.notice if board.notice and still_asks(match, board.notice) else None
        if match.phase not in GOING_ON:
            return Replacement()
        # Where only something new is refused, the old board lives on.
        kept = board.message is None and any(row.message and same_place(row, board) for row in others)
        if kept or board.private:
            if notice:
                return Replacement(await self._fresh(match, notice, others, self._presence.now))
            return Replacement(await self._owed(match, board, others) if board.private else ())
        if match.phase is Phase.CHALLENGE:
            word = await self._word(match, match.opened.challenger, board, "lost.challenge")
            return Replacement(words=(word,) if word else ())
        return await self._lost(match, board, notice, others)

    async def cut_off(self, match_id: MatchId) -> tuple[Board, ...]:
        """The boards that have news since another was given up: that their reader's opponent sees none."""
        match, boards = await self._matches.load(match_id), await self._store.boards_of(match_id)
        players = match.players or (match.opened.challenger, match.opened.invited)
        unseen = [
            player
            for player in players
            if player and not await self._router.read_by(player, match_id, boards)
        ]
        news = [player for player in unseen if await self._is_news(player, match_id)]
        return tuple(board for board in boards if board.private) if news else ()

    async def _is_news(self, player: PlayerId, match_id: MatchId) -> bool:
        return self._presence.cuts_off(
            player, match_id, "away" if await self._router.is_away(player) else "closed"
        )

    async def _fresh(
        self,
        match: Match,
        notice: Notice,
        boards: Sequence[Board],
        asked_at: int,
        answered: Chat | None = None,
    ) -> tuple[Board, ...]:
        """The one board that tells a player that he is asked; none if he is at it, or nothing reaches him."""
        player, match_id = notice.player, match.opened.match
        if self._sees_it(player, boards, asked_at, answered):
            return ()
        read = await self._router.nearest(player, match_id, boards)
        if any(asked_at - each.acted <= AT_IT and self._changes(each.board, answered) for each in read):
            return ()
        return await self._telling(match, notice, boards, f"version {notice.question}")

    async def _telling(
        self, match: Match, notice: Notice, boards: Sequence[Board], after: str
    ) -> tuple[Board, ...]:
        """A fresh board that notifies a player, where he is to be told; none if nothing reaches him."""
        player, match_id = notice.player, match.opened.match
        if await self._router.is_away(player):
            self._presence.cuts_off(player, match_id, "away")
        chat = await self._router.to_tell(player, match_id, boards)
        if chat is None:
            return ()
        reader = player if chat.private else None
        return (new_board(chat, match_id, reader, after=after, at=self._presence.now, notice=notice),)

    def _sees_it(
        self, player: PlayerId, boards: Iterable[Board], asked_at: int, answered: Chat | None
    ) -> bool:
        """As far as it is known without the store: he acted just now where he reads a board that changes."""
        last = self._presence.last(player)
        return any(
            asked_at - self._presence.acted(player, board.platform, board.chat) <= AT_IT
            for board in boards
            if (board.platform == last and board.moved_to is None)
            and (board.player in (None, player) and self._changes(board, answered))
        )

    def _changes(self, board: Board, answered: Chat | None) -> bool:
        """What happens is seen on this board, for it can be changed, or the answer itself does it."""
        if answered is not None and (board.platform, board.chat) == (answered.platform, answered.id):
            return True
        return self._router.runs(board.platform) and not self._presence.is_closed(board.platform, board.chat)

    async def _owed(self, match: Match, board: Board, boards: Sequence[Board]) -> tuple[Board, ...]:
        """The fresh boards for those who were not told, because they were to see this one change."""
        fresh = list[Board]()
        for seat, player in enumerate(match.players or ()):
            question = match.asked[seat]
            if seat not in match.awaited or board.shown >= question:
                continue
            if await self._trusted(match, player, question, board):
                notice = Notice(player, question)
                fresh += await self._fresh(match, notice, (*boards, *fresh), match.turn_since)
        known = {row.id for row in boards}
        return tuple(each for each in fresh if each.id not in known)

    async def _trusted(self, match: Match, player: PlayerId, question: int, board: Board) -> bool:
        """He was asked by somebody else while he was at it in the chat of this board."""
        log = await self._store.load(match.opened.match)
        if _by(log[question - 1], match) == player:
            return False
        read = await self._router.read_by(player, match.opened.match, [board])
        return any(each.acted and match.turn_since - each.acted <= AT_IT for each in read)

    async def _lost(
        self, match: Match, board: Board, notice: Notice | None, others: Sequence[Board]
    ) -> Replacement:
        """The match goes on in the private chats of both its players, who are told why."""
        boards, words = list[Board](), list[DirectMessage]()
        for player in match.players or ():
            if word := await self._word(match, player, board, "lost.match"):
                words.append(word)
            if any(row.player == player and row.moved_to is None for row in others):
                continue
            fresh = await self._router.private_board(
                player,
                match.opened.match,
                prefer=board.platform,
                after=f"the loss of {board.id}",
                at=self._presence.now,
                notice=notice if notice and notice.player == player else None,
            )
            boards += [fresh] if fresh else []
        return Replacement(tuple(boards), tuple(words))

    async def _word(self, match: Match, player: PlayerId, board: Board, key: str) -> DirectMessage | None:
        """A short note in his private chat."""
        found = await self._router.private_chat(player, board.platform)
        if found is None:
            return None
        account, chat = found
        preferences = await self._preferences.display_of(player, account.language)
        seen, phrasing = match.seen_by(match.seat_of(player)), Phrasing(preferences.texts, {})
        nonce = drawn(f"{key} of {board.id} to {player}")
        return DirectMessage(chat, Message(presentation.lost(key, seen, phrasing)), nonce)


def newly_asked(before: Match, after: Match, presser: PlayerId | None) -> PlayerId | None:
    """Who is asked something by what happened, apart from him who made it happen; never more than one."""
    for seat in SEATS:
        question = after.question(seat)
        if after.players and question and question > before.version and after.players[seat] != presser:
            return after.players[seat]
    return None


def still_asks(match: Match, notice: Notice) -> bool:
    """The question that somebody is to be told of waits for him still."""
    if match.phase is Phase.CHALLENGE:
        return match.opened.invited == notice.player
    seat = match.seat_of(notice.player)
    return seat is not None and notice.question in match.questions(seat)


def _by(event: Event, match: Match) -> PlayerId | None:
    """Who made an event happen."""
    if isinstance(event, ChallengeOffered):
        return event.challenger
    if isinstance(event, ChallengeAccepted | ChallengeDeclined | ChallengeCancelled):
        return event.player
    if match.players is None or isinstance(event, ByTheHouse):
        return None
    if isinstance(event, TakebackAccepted | WinClaimed | DrawClaimed):  # these tell of the other one's seat
        return match.players[other(event.seat)]
    return match.players[event.seat]
