"""How a player learns that it is their turn, and where a match goes on if its chat refuses messages.

An edited message notifies nobody. A player who was active within five minutes where they can read a board
sees it change, and is told later if they do nothing; anybody else gets one fresh board at the end of one
chat, which notifies them, when they may be told (see `owed_notices`). So is told that a match is over, or
what became of a challenge. It all depends on who is asked and when people were active, never on what is
chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.delivery.owed_notices import NoticeTimes, Told, told_by
from bot.delivery.presence import PRESENT_FOR, PresenceTracker
from bot.delivery.routing import ChatRouter, new_board, same_place
from bot.delivery.telling import of_loss
from bot.domain.match_news import news_of, still_asks
from bot.domain.robot_players import is_robot
from bot.interface import Chat
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import ChallengeAccepted, Event, MatchId, MovePlayed, PlayerId, TakebackAccepted
from games.game import Seat, other
from games.match import Match, Phase
from storage.boards import Board, Notice
from storage.jobs import Job, OwedNotice
from storage.sql.store import Store

SHORT_CLOCK = 300  # seconds for a move
LATELY = 60  # seconds after an activity in which nobody needs a reminder on a short clock
GOING_ON = (Phase.CHALLENGE, Phase.RUNNING)
UNDER_WAY = tuple(phase.value for phase in GOING_ON)


@dataclass(frozen=True, slots=True)
class Fallback:
    """What to do instead when a board cannot be shown any more."""

    boards: tuple[Board, ...] = ()
    """New ones elsewhere."""
    jobs: tuple[Job, ...] = ()
    """Who is told of it."""


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
        self.times = NoticeTimes(store.jobs, preferences, presence)
        self._router, self._presence, self._preferences = router, presence, preferences

    async def told_of_change(
        self,
        before: Match,
        after: Match,
        presser: PlayerId | None,
        known: Sequence[Board],
        new: Sequence[Board] = (),
        answered: Chat | None = None,
    ) -> Told:
        """How those are told of a change whom it concerns and who did not make it; each once.

        Args:
            before: the match before the change.
            after: the match after it.
            presser: who made it happen, and need not be notified. None: nobody did.
            known: the boards that show the match already.
            new: those that come with the change in any case.
            answered: the chat where the response itself shows what has happened, if it does.
        """
        told = Told(tuple(new))
        for notice in news_of(before, after, presser):
            if any(board.player == notice.player for board in new):  # as good as a fresh one
                rows = (replace(row, notice=notice) if row.player == notice.player else row for row in new)
                told = replace(told, boards=tuple(rows)) + Told((), (self._told(after, notice),))
            elif (presser or after.phase in GOING_ON) and await self._sees_it(
                after, notice.player, (*known, *new), self._presence.now, answered
            ):
                told += Told((), (self.times.after_a_look(after.opened.match, notice),))
            else:
                told += await self._tell(after, notice, (*known, *new), _why(after, notice))
        return told

    async def notify_again(self, match: Match, seat: Seat, boards: Sequence[Board], why: str) -> Told:
        """Notify the player of a seat again, watching or not, if a chat accepts it.

        Args:
            match: as it stands.
            seat: of the player.
            boards: those that show the match already.
            why: the same makes no second board in the same version of the match.
        """
        asked = match.asked[seat] if seat in match.awaited else match.question(seat)
        if match.players is None or asked is None or is_robot(match.players[seat]):
            return Told()
        notice = Notice(match.players[seat], asked)
        return await self._tell(match, notice, boards, f"{why} of version {match.version} to seat {seat}")

    async def reminder(self, match: Match, seat: Seat, boards: Sequence[Board], why: str) -> Told:
        """How who is to move is reminded; not at all on a short clock if they were active lately.

        The same reason makes no second board in the same version of the match.
        """
        short = match.opened.clock <= SHORT_CLOCK
        if short and match.players and self._acted_lately(match.players[seat], boards):
            return Told()
        return await self.notify_again(match, seat, boards, f"the {why}")

    async def as_it_stands(self, match: MatchId) -> tuple[Match, tuple[Board, ...]]:
        """A match and its boards."""
        loaded, boards = await self._matches.load_with_boards(match)
        return loaded.match, boards

    async def is_owed(self, match: Match, owed: OwedNotice, boards: Sequence[Board]) -> bool:
        """Somebody is still to be told: it stands, and they have done nothing since where they read it."""
        player = owed.notice.player
        if not still_asks(match, owed.notice):
            return False
        read = await self._router.readable_boards(player, owed.match, boards)
        return not any(each.acted > owed.since and self._is_updated(each.board, None) for each in read)

    async def tell_late(self, match: Match, owed: OwedNotice, boards: Sequence[Board]) -> Told:
        """What was put off, told now by a board; nothing if no chat accepts it."""
        fresh = await self._new_notice(match, owed.notice, boards, f"the delay until {owed.due}")
        return Told(fresh, (self._told(match, owed.notice),)) if fresh else Told()

    async def _tell(self, match: Match, notice: Notice, boards: Sequence[Board], after: str) -> Told:
        """By a fresh board, now or when its player may be told again; nothing if no chat accepts it."""
        at = await self.times.next_time(notice.player)
        if at > self._presence.now:
            return Told((), (self.times.later(match.opened.match, notice, at),))
        fresh = await self._new_notice(match, notice, boards, after)
        return Told(fresh, (self._told(match, notice),)) if fresh else Told()

    def _told(self, match: Match, notice: Notice) -> OwedNotice:
        return self.times.told(match.opened.match, notice)

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
            lost: the bot has been told that it cannot write there any more.
        """
        if not lost:  # that is known already
            self._presence.mark_closed(board.platform, board.chat)
        instead = await self._fallback(board)
        await self._count(instead.boards)
        return instead

    async def fallback_of_edit(self, board: Board) -> Fallback:
        """What to do when only presses can edit a board: notify who would have seen it change."""
        self._presence.mark_closed(board.platform, board.chat)
        match = await self._matches.load(board.match)
        boards = await self._store.boards.boards_of(board.match)
        fresh = await self._missed_notices(match, board, boards) if match.phase in GOING_ON else ()
        await self._count(fresh)
        return Fallback(fresh)

    async def _count(self, instead: Sequence[Board]) -> None:
        """What these boards tell is not told once more later."""
        self._router.mark_unreached(instead)
        if told := told_by(instead):
            await self._store.jobs.put_notices(told)

    async def must_notify(self, board: Board) -> bool:
        """A board that is not posted yet has to notify a player whose turn it still is."""
        if board.message is not None or board.notice is None:
            return False
        return still_asks(await self._matches.load(board.match), board.notice)

    async def _fallback(self, board: Board) -> Fallback:
        match = await self._matches.load(board.match)
        others = [row for row in await self._store.boards.boards_of(board.match) if row.id != board.id]
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
            told = of_loss(board, match.opened.challenger, key, self._presence.now)
            return Fallback(jobs=(told,))
        return await self._go_on_in_private(match, board, notice, others)

    async def boards_to_inform(self, match_id: MatchId) -> tuple[Board, ...]:
        """The boards to be shown again after one was given up, to say that none reaches the opponent."""
        match, boards = await self._matches.load(match_id), await self._store.boards.boards_of(match_id)
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
        self, match: Match, notice: Notice, boards: Sequence[Board], asked_at: int
    ) -> tuple[Board, ...]:
        """The board that notifies a player; none if they are watching, or no chat accepts it."""
        if await self._sees_it(match, notice.player, boards, asked_at, None):
            return ()
        return await self._new_notice(match, notice, boards, _why(match, notice))

    async def _sees_it(
        self, match: Match, player: PlayerId, boards: Sequence[Board], asked_at: int, answered: Chat | None
    ) -> bool:
        """A player was active within five minutes where a board changes that they read."""
        if self._is_watching(player, boards, asked_at, answered):
            return True
        read = await self._router.nearest_boards(player, match.opened.match, boards)
        return any(
            asked_at - each.acted <= PRESENT_FOR and self._is_updated(each.board, answered) for each in read
        )

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
        log = await self._store.matches.load(match.opened.match)
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
        boards, jobs = list[Board](), list[Job]()
        opened = match.opened
        for player in filter(None, match.players or (opened.challenger, opened.invited)):
            if match.players or player == opened.challenger:
                key = "lost.match" if match.players else "lost.asked"
                jobs.append(of_loss(board, player, key, self._presence.now))
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
        return Fallback(tuple(boards), tuple(jobs))


def _why(match: Match, notice: Notice) -> str:
    """What makes a board that notifies another than those before; of the end two may be told in one chat."""
    to = f" to seat {match.seat_of(notice.player)}" if match.phase is Phase.OVER else ""
    return f"version {notice.question}{to}"


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
