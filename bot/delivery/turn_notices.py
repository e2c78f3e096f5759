"""Decides how players are notified of their turn, and where a match continues if its chat refuses messages.

Editing a message notifies nobody. A player who was active in the last five minutes where they can read a
board sees the board change, and is notified later if they do nothing. Any other player gets one new board in
one chat, which notifies them. The end of a match and the answer to a challenge are notified in the same way.
All of this depends on who is asked and when players were active, never on the moves.

Nobody is notified during their quiet hours. A player gets at most three notifications in five minutes; the
others follow together. New challenges are posted at once, but count. A postponed notice is stored for a
player and a match; a newer one replaces it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.delivery.routing import PRESENT_FOR, ChatRouter, PresenceTracker, new_board, same_place
from bot.domain.match_news import may_notify_at, news_of, still_asks
from bot.domain.robot_players import is_robot
from bot.interface import Chat
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import ChallengeAccepted, Event, MatchId, MovePlayed, PlayerId, TakebackAccepted
from games.game import Seat, other
from games.match import UNDER_WAY, Match, Phase
from storage.boards import Board, Notice
from storage.jobs import NOTICES_KEPT, Job, OwedNotice
from storage.sql.jobs import Jobs
from storage.sql.store import Store

SHORT_CLOCK = 300  # longest time for a move, in seconds, that counts as a short clock
LATELY = 60  # seconds after an activity in which a player gets no reminder on a short clock


@dataclass(frozen=True, slots=True)
class Notices:
    """How players are notified of a change."""

    boards: tuple[Board, ...] = ()
    """New ones."""
    owed: tuple[OwedNotice, ...] = ()
    """Postponed notices, and sent ones, which are counted."""
    jobs: tuple[Job, ...] = ()
    """Messages to chats."""

    def __add__(self, other: Notices) -> Notices:
        jobs = self.jobs + other.jobs
        return Notices(self.boards + other.boards, self.owed + other.owed, jobs)


NO_NOTICES = Notices()


def notices_on(boards: Iterable[Board]) -> tuple[OwedNotice, ...]:
    """The notices of boards that are posted at once, regardless of the limit, as sent."""
    return tuple(
        OwedNotice(board.match, board.notice, board.made, board.made, told=True)
        for board in boards
        if board.notice
    )


class NoticeTimes:
    """Decides when a player may be notified."""

    def __init__(self, store: Jobs, preferences: PreferencesRepository, presence: PresenceTracker) -> None:
        self._store, self._preferences, self._presence = store, preferences, presence

    @property
    def now(self) -> int:
        return self._presence.now

    async def next_time(self, player: PlayerId) -> int:
        """See `may_notify_at`."""
        now = self.now
        sent = await self._store.told_times(player, now - NOTICES_KEPT)
        return may_notify_at(now, sent, await self._preferences.quiet_until(player, now))

    async def put_off_in_quiet_hours(self, match: MatchId, notice: Notice) -> bool:
        """Postpone a notice to the end of its player's quiet hours. Returns whether they are now."""
        until = await self._preferences.quiet_until(notice.player, self.now)
        is_quiet = until > self.now
        if is_quiet:
            await self._store.put_notices([self.later(match, notice, until)])
        return is_quiet

    def later(self, match: MatchId, notice: Notice, due: int) -> OwedNotice:
        return OwedNotice(match, notice, self.now, due)

    def sent(self, match: MatchId, notice: Notice) -> OwedNotice:
        return OwedNotice(match, notice, self.now, self.now, told=True)


class TurnNotifier:
    """Decides which players are notified, where and how."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        router: ChatRouter,
        presence: PresenceTracker,
        preferences: PreferencesRepository,
    ) -> None:
        self._store, self._matches, self._router, self._presence = store, matches, router, presence
        self.times = NoticeTimes(store.jobs, preferences, presence)

    async def notify_of_change(
        self,
        before: Match,
        after: Match,
        presser: PlayerId | None,
        known: Sequence[Board],
        new: Sequence[Board] = (),
        answered: Chat | None = None,
    ) -> Notices:
        """How to notify the players that a change concerns and who did not make it, each once.

        Args:
            before: the match before the change.
            after: the match after it.
            presser: the player who made the change, and is not notified. None: nobody did.
            known: the boards that show the match already.
            new: the boards that the change creates in any case.
            answered: the chat where the response itself shows the change, if it does.
        """
        notices = Notices(tuple(new))
        for notice in news_of(before, after, presser):
            if any(board.player == notice.player for board in new):  # it serves as the fresh board
                rows = (replace(row, notice=notice) if row.player == notice.player else row for row in new)
                notices = replace(notices, boards=tuple(rows)) + Notices(
                    (), (self.times.sent(after.opened.match, notice),)
                )
            elif (presser or after.phase in UNDER_WAY) and await self._sees_it(
                notice.player, after, (*known, *new), self._presence.now - PRESENT_FOR, answered
            ):
                again = self._presence.now + PRESENT_FOR  # in case they do nothing
                notices += Notices((), (self.times.later(after.opened.match, notice, again),))
            else:
                notices += await self._notify(after, notice, (*known, *new), _why(after, notice))
        return notices

    async def notify_again(self, match: Match, seat: Seat, boards: Sequence[Board], why: str) -> Notices:
        """Notify the player of a seat again, watching or not, if a chat accepts it.

        Args:
            match: its newest version.
            seat: the player's.
            boards: the boards that show the match already.
            why: the reason; the same one makes no second board in the same version of the match.
        """
        asked = match.asked[seat] if seat in match.awaited else match.question(seat)
        if match.players is None or asked is None or is_robot(match.players[seat]):
            return Notices()
        notice = Notice(match.players[seat], asked)
        return await self._notify(match, notice, boards, f"{why} of version {match.version} to seat {seat}")

    async def reminder(self, match: Match, seat: Seat, boards: Sequence[Board], why: str) -> Notices:
        """How to remind the player of a seat; not at all on a short clock if they were active lately.

        The same reason makes no second board in the same version of the match.
        """
        short, lately = match.opened.clock <= SHORT_CLOCK, self._presence.now - LATELY
        if short and match.players and await self._sees_it(match.players[seat], match, boards, lately):
            return Notices()
        return await self.notify_again(match, seat, boards, f"the {why}")

    async def is_owed(self, match: Match, owed: OwedNotice, boards: Sequence[Board]) -> bool:
        """Whether a notice is still to be sent: it holds, and its player has not acted where they read it."""
        if not still_asks(match, owed.notice):
            return False
        reach = await self._router.reach(owed.notice.player, owed.match)
        read = [board for board in reach.readable(boards) if self._is_updated(board)]
        return not any(reach.when(board) > owed.since for board in read)

    async def notify_late(self, match: Match, owed: OwedNotice, boards: Sequence[Board]) -> Notices:
        """A postponed notice as a board to post now; nothing if no chat accepts it."""
        return await self._notify_now(match, owed.notice, boards, f"the delay until {owed.due}")

    async def _notify(self, match: Match, notice: Notice, boards: Sequence[Board], after: str) -> Notices:
        """A fresh board now, or a notice for later; nothing if no chat accepts it."""
        at = await self.times.next_time(notice.player)
        if at > self._presence.now:
            return Notices((), (self.times.later(match.opened.match, notice, at),))
        return await self._notify_now(match, notice, boards, after)

    async def _notify_now(self, match: Match, notice: Notice, boards: Sequence[Board], after: str) -> Notices:
        player, match_id = notice.player, match.opened.match
        reach = await self._router.reach(player, match_id)
        if not any(map(self._router.is_running, reach.platforms)):
            self._presence.mark_unreached(player, match_id, "away")
        chat = reach.chat_to_notify(boards)
        if chat is None:
            return Notices()
        reader = player if chat.private else None
        fresh = new_board(chat, match_id, reader, after=after, at=self._presence.now, notice=notice)
        return Notices((fresh,), (self.times.sent(match_id, notice),))

    async def _sees_it(
        self,
        player: PlayerId,
        match: Match,
        boards: Iterable[Board],
        since: int,
        answered: Chat | None = None,
    ) -> bool:
        """Whether a player has been active since then in a chat where a board changes that they can read."""
        changing = [board for board in boards if self._is_updated(board, answered)]
        active = self._presence.active(player)
        last = next(reversed(active), ("", ""))[0]
        read = [one for one in changing if one.player in (None, player) and one.moved_to is None]
        if any(one.platform == last and active.get((last, one.chat), 0) >= since for one in read):
            return True  # known without the store
        reach = await self._router.reach(player, match.opened.match)
        return any(reach.when(board) >= since for board in reach.nearest(changing))

    def _is_updated(self, board: Board, answered: Chat | None = None) -> bool:
        """Whether a board can be edited now, or the response itself shows the change."""
        if answered is not None and (board.platform, board.chat) == (answered.platform, answered.id):
            return True
        return self._router.is_running(board.platform) and not self._presence.is_closed(
            board.platform, board.chat
        )

    # Boards that cannot be shown any more

    async def must_notify(self, board: Board) -> bool:
        """Whether a board is not posted yet and its notice still holds."""
        if board.message is not None or board.notice is None:
            return False
        return still_asks(await self._matches.load(board.match), board.notice)

    async def fallback(self, board: Board, *, lost: bool = False, by_press: bool = False) -> Notices:
        """What to do instead when a chat refuses a board.

        Args:
            board: the board that cannot be posted or edited there.
            lost: whether the platform has reported the chat as lost.
            by_press: whether the board stays, and only responses to presses can edit it.
        """
        if not lost:  # otherwise known already
            self._presence.mark_closed(board.platform, board.chat)
        loaded = await self._matches.read(board.match)
        match, boards = loaded.match, loaded.boards
        others = [row for row in boards if row.id != board.id]
        unseen = self._missed(match, board, boards) if by_press else self._instead(match, board, others)
        notices = await unseen
        self._router.mark_unreached(notices.boards)
        return notices

    async def _instead(self, match: Match, board: Board, others: Sequence[Board]) -> Notices:
        notice = board.notice if board.notice and still_asks(match, board.notice) else None
        if match.phase not in UNDER_WAY:
            return await self._notify_now(match, notice, others, _why(match, notice)) if notice else Notices()
        # If the chat refuses new messages only, the old board is still edited.
        kept = board.message is None and any(row.message and same_place(row, board) for row in others)
        if notice and (kept or board.private):
            return await self._notify_unseen(match, notice, others, self._presence.now)
        if kept or board.private:
            return await self._missed(match, board, others) if board.private else Notices()
        never_seen = board.message is None
        if match.phase is Phase.CHALLENGE and not (never_seen and notice):
            key = "lost.unseen" if never_seen else "lost.challenge"
            return Notices(jobs=(of_loss(board, match.opened.challenger, key, self._presence.now),))
        return await self._go_on_in_private(match, board, notice, others)

    async def _notify_unseen(
        self, match: Match, notice: Notice, boards: Sequence[Board], asked_at: int
    ) -> Notices:
        """A notification, unless the player was watching another board when they were asked."""
        if await self._sees_it(notice.player, match, boards, asked_at - PRESENT_FOR):
            return Notices()
        return await self._notify_now(match, notice, boards, _why(match, notice))

    async def _missed(self, match: Match, board: Board, boards: Sequence[Board]) -> Notices:
        """Notifications for players who got none because they were watching this board."""
        notices, known = Notices(), {row.id for row in boards}
        for seat, player in enumerate(match.players or ()):
            question = match.asked[seat]
            if seat not in match.awaited or board.shown >= question:
                continue
            if await self._was_watching(match, player, question, board):
                notice, there = Notice(player, question), (*boards, *notices.boards)
                fresh = await self._notify_unseen(match, notice, there, match.turn_since)
                notices += fresh if known.isdisjoint(row.id for row in fresh.boards) else Notices()
        return notices

    async def _was_watching(self, match: Match, player: PlayerId, question: int, board: Board) -> bool:
        """Whether another player's action made it their turn while they were watching this board."""
        log = await self._store.matches.load(match.opened.match)
        if match.players is None or _who_asked(log[question - 1], match.players) == player:
            return False
        reach = await self._router.reach(player, match.opened.match)
        return any(reach.when(each) >= match.turn_since - PRESENT_FOR for each in reach.readable([board]))

    async def _go_on_in_private(
        self, match: Match, board: Board, notice: Notice | None, others: Sequence[Board]
    ) -> Notices:
        """Boards that continue the match in both players' private chats, and messages that say why.

        A challenge that the invited player has not seen moves too, and is new to them there.
        """
        boards, jobs = list[Board](), list[Job]()
        opened, now = match.opened, self._presence.now
        for player in filter(None, match.players or (opened.challenger, opened.invited)):
            if match.players or player == opened.challenger:
                key = "lost.match" if match.players else "lost.asked"
                jobs.append(of_loss(board, player, key, now))
            if any(row.player == player and row.moved_to is None for row in others):
                continue
            fresh = await self._router.private_board(
                player,
                opened.match,
                prefer=board.platform,
                after=f"the loss of {board.id}",
                at=now,
                notice=notice if notice and notice.player == player else None,
            )
            boards += [fresh] if fresh else []
        return Notices(tuple(boards), notices_on(boards), tuple(jobs))

    async def boards_to_inform(self, match_id: MatchId) -> tuple[Board, ...]:
        """The boards to redraw after one was given up, to say that no board reaches the opponent."""
        loaded, news = await self._matches.read(match_id), False
        match, boards = loaded.match, loaded.boards
        for player in filter(None, match.players or (match.opened.challenger, match.opened.invited)):
            reach = await self._router.reach(player, match_id)
            if not is_robot(player) and not reach.readable(boards):
                runs = any(map(self._router.is_running, reach.platforms))
                news |= self._presence.mark_unreached(player, match_id, "closed" if runs else "away")
        return tuple(board for board in boards if board.private) if news else ()


def _why(match: Match, notice: Notice) -> str:
    """The cause of a board, for its id; the end of a match may notify both seats in one chat."""
    to = f" to seat {match.seat_of(notice.player)}" if match.phase is Phase.OVER else ""
    return f"version {notice.question}{to}"


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
