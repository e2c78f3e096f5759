"""How a player learns that it is their turn, and where a match goes on if its chat refuses messages.

An edited message notifies nobody. A player who was active within five minutes where they can read a board
sees it change; anybody else gets one fresh board at the end of one chat, which notifies them. It all depends
on whose turn it is and when people were active, never on what is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot import presentation
from bot.delivery.presence import PRESENT_FOR, PresenceTracker
from bot.delivery.routing import ChatRouter, derived_id, new_board, same_place
from bot.domain.robot_players import is_robot
from bot.interface import Chat, Message
from bot.presentation import Phrasing
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import ChallengeAccepted, Event, MatchId, MovePlayed, PlayerId, TakebackAccepted
from games.frozen import frozen
from games.game import SEATS, Seat, other
from games.match import Match, Phase
from storage.boards import Board, Notice
from storage.store import Store

SHORT_CLOCK = 300  # seconds for a move
LATELY = 60  # seconds after an activity in which nobody needs a reminder on a short clock
GOING_ON = (Phase.CHALLENGE, Phase.RUNNING)
UNDER_WAY = tuple(phase.value for phase in GOING_ON)


@frozen
class DirectMessage:
    """A message to one person that shows no board."""

    chat: Chat
    message: Message
    nonce: str
    """The same one makes no second message."""


@frozen
class Fallback:
    """What to do instead when a board cannot be shown any more."""

    boards: tuple[Board, ...] = ()
    """New ones elsewhere."""
    messages: tuple[DirectMessage, ...] = ()


class TurnNotifier:
    """Decides who is notified of what, and where."""

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

    async def boards_of_change(
        self,
        before: Match,
        after: Match,
        presser: PlayerId | None,
        known: Sequence[Board],
        new: Sequence[Board],
        answered: Chat | None = None,
    ) -> tuple[Board, ...]:
        """The new boards of a change, with at most one that notifies the player whose turn it is now.

        Args:
            before: the match before the change.
            after: the match after it.
            presser: who made it happen, and need not be notified. None: nobody did.
            known: the boards that show the match already.
            new: those that come with the change in any case.
            answered: the chat where the response itself shows what has happened, if it does.
        """
        asked, fresh = newly_asked(before, after, presser), tuple(new)
        if asked is not None:
            notice = Notice(asked, after.version)
            if any(board.player == asked for board in new):  # as good as a fresh one
                fresh = tuple(replace(row, notice=notice) if row.player == asked else row for row in new)
            else:
                fresh += await self._board_that_notifies(
                    after, notice, (*known, *new), self._presence.now, answered
                )
        return fresh

    async def notify_again(
        self, match: Match, seat: Seat, boards: Sequence[Board], why: str
    ) -> tuple[Board, ...]:
        """A fresh board that notifies the player of a seat again, if a chat accepts it.

        Args:
            match: as it stands.
            seat: of the player.
            boards: those that show the match already.
            why: the same makes no second one in the same version of the match.
        """
        asked = match.asked[seat] if seat in match.awaited else match.question(seat)
        if match.ending is not None:  # It asks nothing; but that it is over is told.
            asked = match.version
        if match.players is None or asked is None or is_robot(match.players[seat]):
            return ()
        notice = Notice(match.players[seat], asked)
        return await self._new_notice(
            match, notice, boards, f"{why} of version {match.version} to seat {seat}"
        )

    async def reminder(
        self, match: Match, seat: Seat, boards: Sequence[Board], why: str
    ) -> tuple[Board, ...]:
        """The fresh board that reminds who is to move; none on a short clock if they were active lately.

        The same reason makes no second one in the same version of the match.
        """
        short = match.opened.clock <= SHORT_CLOCK
        if short and match.players and self._acted_lately(match.players[seat], boards):
            return ()
        return await self.notify_again(match, seat, boards, f"the {why}")

    def _acted_lately(self, player: PlayerId, boards: Iterable[Board]) -> bool:
        return any(
            self._presence.now - self._presence.last_active(player, board.platform, board.chat) <= LATELY
            for board in boards
            if board.player in (None, player)
        )

    async def fallback(self, board: Board, *, lost: bool = False) -> Fallback:
        """What to do when a chat refuses a board.

        Args:
            board: which can neither be posted nor edited there.
            lost: the bot does not even receive presses from there.
        """
        self._presence.mark_closed(board.platform, board.chat, lost=lost)
        instead = await self._fallback(board)
        self._router.mark_unreached(instead.boards)
        return instead

    async def fallback_of_edit(self, board: Board) -> Fallback:
        """What to do when only presses can edit a board: notify who would have seen it change."""
        self._presence.mark_closed(board.platform, board.chat)
        match = await self._matches.load(board.match)
        boards = await self._store.boards_of(board.match)
        fresh = await self._missed_notices(match, board, boards) if match.phase in GOING_ON else ()
        self._router.mark_unreached(fresh)
        return Fallback(fresh)

    async def must_notify(self, board: Board) -> bool:
        """A board that is not posted yet has to notify a player whose turn it still is."""
        if board.message is not None or board.notice is None:
            return False
        return still_asks(await self._matches.load(board.match), board.notice)

    async def _fallback(self, board: Board) -> Fallback:
        match = await self._matches.load(board.match)
        others = [row for row in await self._store.boards_of(board.match) if row.id != board.id]
        notice = board.notice if board.notice and still_asks(match, board.notice) else None
        if match.phase not in GOING_ON:
            return Fallback(await self._new_notice(match, notice, others, "the end") if notice else ())
        # Where only new messages are refused, the old board goes on being edited.
        kept = board.message is None and any(row.message and same_place(row, board) for row in others)
        if kept or board.private:
            if notice:
                return Fallback(await self._board_that_notifies(match, notice, others, self._presence.now))
            return Fallback(await self._missed_notices(match, board, others) if board.private else ())
        never_seen = board.message is None
        if match.phase is Phase.CHALLENGE and not (never_seen and notice):
            key = "lost.unseen" if never_seen else "lost.challenge"
            message = await self._explanation(match, match.opened.challenger, board, key)
            return Fallback(messages=(message,) if message else ())
        return await self._go_on_in_private(match, board, notice, others)

    async def boards_to_inform(self, match_id: MatchId) -> tuple[Board, ...]:
        """The boards to be shown again after one was given up, to say that none reaches the opponent."""
        match, boards = await self._matches.load(match_id), await self._store.boards_of(match_id)
        players = match.players or (match.opened.challenger, match.opened.invited)
        unseen = [
            player
            for player in players
            if player
            and not is_robot(player)
            and not await self._router.readable_boards(player, match_id, boards)
        ]
        news = [player for player in unseen if await self._is_news(player, match_id)]
        return tuple(board for board in boards if board.private) if news else ()

    async def _is_news(self, player: PlayerId, match_id: MatchId) -> bool:
        return self._presence.mark_unreached(
            player, match_id, "away" if await self._router.is_offline(player) else "closed"
        )

    async def _board_that_notifies(
        self,
        match: Match,
        notice: Notice,
        boards: Sequence[Board],
        asked_at: int,
        answered: Chat | None = None,
    ) -> tuple[Board, ...]:
        """The board that notifies a player; none if they are watching, or no chat accepts it."""
        player, match_id = notice.player, match.opened.match
        if self._is_watching(player, boards, asked_at, answered):
            return ()
        read = await self._router.nearest_boards(player, match_id, boards)
        if any(
            asked_at - each.acted <= PRESENT_FOR and self._is_updated(each.board, answered) for each in read
        ):
            return ()
        return await self._new_notice(match, notice, boards, f"version {notice.question}")

    async def _new_notice(
        self, match: Match, notice: Notice, boards: Sequence[Board], after: str
    ) -> tuple[Board, ...]:
        """The board that notifies a player, watching or not; none if no chat accepts it."""
        player, match_id = notice.player, match.opened.match
        if await self._router.is_offline(player):
            self._presence.mark_unreached(player, match_id, "away")
        chat = await self._router.chat_to_notify(player, match_id, boards)
        if chat is None:
            return ()
        reader = player if chat.private else None
        return (new_board(chat, match_id, reader, after=after, at=self._presence.now, notice=notice),)

    def _is_watching(
        self, player: PlayerId, boards: Iterable[Board], asked_at: int, answered: Chat | None
    ) -> bool:
        """Known without the store: they were active just now where they read a board that is updated."""
        last = self._presence.last_platform(player)
        return any(
            asked_at - self._presence.last_active(player, board.platform, board.chat) <= PRESENT_FOR
            for board in boards
            if (board.platform == last and board.moved_to is None)
            and (board.player in (None, player) and self._is_updated(board, answered))
        )

    def _is_updated(self, board: Board, answered: Chat | None) -> bool:
        """A board can be edited at present, or the response itself shows what has happened."""
        if answered is not None and (board.platform, board.chat) == (answered.platform, answered.id):
            return True
        return self._router.is_running(board.platform) and not self._presence.is_closed(
            board.platform, board.chat
        )

    async def _missed_notices(self, match: Match, board: Board, boards: Sequence[Board]) -> tuple[Board, ...]:
        """The boards that notify players who were not notified because they were watching this one."""
        fresh = list[Board]()
        for seat, player in enumerate(match.players or ()):
            question = match.asked[seat]
            if seat not in match.awaited or board.shown >= question:
                continue
            if await self._was_watching(match, player, question, board):
                notice = Notice(player, question)
                fresh += await self._board_that_notifies(match, notice, (*boards, *fresh), match.turn_since)
        known = {row.id for row in boards}
        return tuple(each for each in fresh if each.id not in known)

    async def _was_watching(self, match: Match, player: PlayerId, question: int, board: Board) -> bool:
        """It became their turn by somebody else's doing while they were watching this board."""
        log = await self._store.load(match.opened.match)
        if match.players is None or _who_asked(log[question - 1], match.players) == player:
            return False
        read = await self._router.readable_boards(player, match.opened.match, [board])
        return any(match.turn_since - each.acted <= PRESENT_FOR for each in read)

    async def _go_on_in_private(
        self, match: Match, board: Board, notice: Notice | None, others: Sequence[Board]
    ) -> Fallback:
        """The match goes on in the private chats of both players, who are told why.

        So does a challenge that the invited person has not seen: they are asked there, as for the first time.
        """
        boards, messages = list[Board](), list[DirectMessage]()
        opened = match.opened
        told = (
            dict.fromkeys(match.players, "lost.match") if match.players else {opened.challenger: "lost.asked"}
        )
        for player in filter(None, match.players or (opened.challenger, opened.invited)):
            key = told.get(player)
            if key and (message := await self._explanation(match, player, board, key)):
                messages.append(message)
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
        return Fallback(tuple(boards), tuple(messages))

    async def _explanation(
        self, match: Match, player: PlayerId, board: Board, key: str
    ) -> DirectMessage | None:
        """A message in the private chat of a player."""
        found = await self._router.private_chat(player, board.platform)
        if found is None:
            return None
        account, chat = found
        preferences = await self._preferences.display_of(player, account.language)
        seen, phrasing = match.seen_by(match.seat_of(player)), Phrasing(preferences.texts, {})
        nonce = derived_id(f"{key} of {board.id} to {player}")
        return DirectMessage(chat, Message(presentation.lost(key, seen, phrasing)), nonce)


def newly_asked(before: Match, after: Match, presser: PlayerId | None) -> PlayerId | None:
    """The player whose turn it became by a change, unless they made it themselves; never more than one."""
    for seat in SEATS:
        question = after.question(seat)
        if not after.players or not question or question <= before.version:
            continue
        if after.players[seat] != presser and not is_robot(after.players[seat]):
            return after.players[seat]
    return None


def still_asks(match: Match, notice: Notice) -> bool:
    """The player of a notice has still to answer what it asks, or to be told of the end."""
    if match.phase is Phase.CHALLENGE:
        return match.opened.invited == notice.player
    if match.ending is not None:
        return notice.question == match.version
    seat = match.seat_of(notice.player)
    return seat is not None and notice.question in match.questions(seat)


def _who_asked(event: Event, players: tuple[PlayerId, PlayerId]) -> PlayerId | None:
    """Who made an event happen that asks somebody something; nothing else does that."""
    match event:
        case ChallengeAccepted(player=player):
            return player
        case MovePlayed(seat=seat):
            return players[seat]
        case TakebackAccepted(seat=seat):  # it tells of the seat whose ply was taken back
            return players[other(seat)]
    return None
