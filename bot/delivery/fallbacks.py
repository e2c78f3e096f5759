"""Where a match goes on if a chat refuses its board: in another chat, or in the players' private chats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.delivery.routing import PRESENT_FOR, ChatRouter, PresenceTracker, same_place
from bot.delivery.turn_notices import NO_NOTICES, Notices, TurnNotifier, cause_of, notices_on, still_asks
from bot.domain.players import is_robot
from bot.repositories.matches import MatchRepository, players_of
from games.events import ChallengeAccepted, Event, MatchId, MovePlayed, PlayerId, TakebackAccepted
from games.game import other
from games.match import UNDER_WAY, Match, Phase
from storage.boards import Board, Notice
from storage.jobs import Job
from storage.sql.store import Store


@dataclass(frozen=True, slots=True)
class Fallbacks:
    """Decides what is done instead of showing a board that cannot be shown."""

    store: Store
    matches: MatchRepository
    notifier: TurnNotifier
    router: ChatRouter
    presence: PresenceTracker

    async def fallback(self, board: Board, *, lost: bool = False, by_press: bool = False) -> Notices:
        """What to do instead when a chat refuses a board.

        Args:
            board: the board that cannot be posted or edited there.
            lost: whether the platform has reported the chat as lost.
            by_press: whether the board stays, and only responses to presses can edit it.
        """
        if not lost:  # otherwise known already
            self.presence.mark_closed(board.platform, board.chat)
        loaded = await self.matches.read(board.match)
        if by_press:
            notices = await self._missed(loaded.match, board, loaded.boards)
        else:
            others = [row for row in loaded.boards if row.id != board.id]
            notices = await self._instead(loaded.match, board, others)
        self.router.mark_unreached(notices.boards)
        return notices

    async def _instead(self, match: Match, board: Board, others: Sequence[Board]) -> Notices:
        """Notices in place of a board that is given up, on other boards of the match or on new ones."""
        notice = board.notice if board.notice and still_asks(match, board.notice) else None
        if match.phase not in UNDER_WAY:
            if notice is None:
                return NO_NOTICES
            return await self.notifier.notify_now(match, notice, others, cause_of(match, notice))
        # If the chat refuses new messages only, the old board is still edited.
        kept = board.message is None and any(row.message and same_place(row, board) for row in others)
        if kept or board.private:
            if notice:
                return await self._notify_unseen(match, notice, others, self.presence.now)
            return await self._missed(match, board, others) if board.private else NO_NOTICES
        is_new = board.message is None
        if match.phase is Phase.CHALLENGE and not (is_new and notice):
            key = "lost.unseen" if is_new else "lost.challenge"
            return Notices(jobs=(of_loss(board, match.opened.challenger, key, self.presence.now),))
        return await self._go_on_in_private(match, board, notice, others)

    async def _notify_unseen(
        self, match: Match, notice: Notice, boards: Sequence[Board], asked_at: int
    ) -> Notices:
        """A notification, unless the player was watching another board when they were asked."""
        if await self.notifier.is_watching(notice.player, match, boards, asked_at - PRESENT_FOR):
            return NO_NOTICES
        return await self.notifier.notify_now(match, notice, boards, cause_of(match, notice))

    async def _missed(self, match: Match, board: Board, boards: Sequence[Board]) -> Notices:
        """Notifications for players who got none because they were watching this board."""
        notices, known = NO_NOTICES, {row.id for row in boards}
        for seat, player in enumerate(match.players or ()):
            question = match.asked[seat]
            if seat not in match.awaited or board.shown >= question:
                continue
            if await self._was_watching(match, player, question, board):
                there = (*boards, *notices.boards)
                more = await self._notify_unseen(match, Notice(player, question), there, match.turn_since)
                if known.isdisjoint(row.id for row in more.boards):
                    notices += more
        return notices

    async def _was_watching(self, match: Match, player: PlayerId, question: int, board: Board) -> bool:
        """Whether another player's action made it their turn while they were watching this board."""
        log = await self.store.matches.load(match.opened.match)
        if match.players is None or _who_asked(log[question - 1], match.players) == player:
            return False
        reach = await self.router.reach(player, match.opened.match)
        return any(reach.when(each) >= match.turn_since - PRESENT_FOR for each in reach.readable([board]))

    async def _go_on_in_private(
        self, match: Match, board: Board, notice: Notice | None, others: Sequence[Board]
    ) -> Notices:
        """Boards that continue the match in the players' private chats, and messages that say why.

        A challenge that the invited player has not seen moves too, and is new to them there. Nothing changes
        for a player who reads another board of the match, and not this one.
        """
        boards, jobs = list[Board](), list[Job]()
        opened, now = match.opened, self.presence.now
        for player in players_of(match):
            reach = await self.router.reach(player, opened.match)
            if match.players and reach.readable(others) and not reach.readable([board]):
                continue
            if match.players or player == opened.challenger:
                key = "lost.match" if match.players else "lost.asked"
                jobs.append(of_loss(board, player, key, now))
            if any(row.player == player and row.moved_to is None for row in others):
                continue
            fresh = await self.router.private_board(
                player,
                opened.match,
                prefer=board.platform,
                after=f"the loss of {board.id}",
                at=now,
                notice=notice if notice and notice.player == player else None,
            )
            boards += [fresh] if fresh else []
        return Notices(tuple(boards), (*notices_on(boards), *jobs))

    async def boards_to_inform(self, match_id: MatchId) -> tuple[Board, ...]:
        """The boards to redraw after one was given up, to say that no board reaches the opponent."""
        loaded, is_news = await self.matches.read(match_id), False
        for player in players_of(loaded.match):
            reach = await self.router.reach(player, match_id)
            if not is_robot(player) and not reach.readable(loaded.boards):
                runs = any(map(self.router.is_running, reach.platforms))
                is_news |= self.presence.mark_unreached(player, match_id, "closed" if runs else "away")
        return tuple(board for board in loaded.boards if board.private) if is_news else ()


def _who_asked(event: Event, players: tuple[PlayerId, PlayerId]) -> PlayerId | None:
    """The player who caused an event that asks the opponent something; None for other events."""
    match event:
        case ChallengeAccepted(player=player):
            return player
        case MovePlayed(seat=seat):
            return players[seat]
        case TakebackAccepted(seat=seat):  # `seat` is the one whose ply was taken back
            return players[other(seat)]
    return None


def of_loss(board: Board, player: PlayerId, key: str, at: int) -> Job:
    """The job that tells a player, by this text of the catalogues, that a chat refuses a board."""
    return Job("lost", f"{board.match}/{key}/{board.platform}/{board.id} {player}", at, player=player)


def loss_of(job: Job) -> tuple[MatchId, str, str]:
    """The match, the key of the text, and the platform of the board; inverse of `of_loss`."""
    match, key, platform, _ = job.about.split("/", 3)
    return MatchId(match), key, platform
