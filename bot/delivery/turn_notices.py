"""Decides how players are notified of their turn.

Editing a message notifies nobody. A player who was active in the last five minutes where they can read a
board sees the board change, and is notified later if they do nothing. Any other player gets one new board in
one chat, which notifies them. The end of a match and the answer to a challenge are notified in the same way.
All of this depends on who is asked and when players were active, never on the moves.

Nobody is notified during their quiet hours. A player gets at most three notifications in five minutes; the
others follow together. New challenges are posted at once, but count. A postponed notice is stored for a
player and a match; a newer one replaces it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.delivery.routing import PRESENT_FOR, ChatRouter, PresenceTracker, new_board
from bot.domain.players import is_robot, is_team
from bot.interface import Chat, Screen
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import MatchId, PlayerId
from games.game import SEATS, Seat
from games.match import UNDER_WAY, Match, Phase
from storage.boards import Board, Notice
from storage.jobs import NOTICES_KEPT, Job, notice_later, notice_of, notice_sent
from storage.sql.store import Store

SHORT_CLOCK = 300  # longest time for a move, in seconds, that counts as a short clock
LATELY = 60  # seconds after an activity in which a player gets no reminder on a short clock
MOST_AT_ONCE = 3  # single notifications for a player in `NOTICES_KEPT` seconds
ANSWERED = (Phase.RUNNING, Phase.DECLINED, Phase.EXPIRED)
ACCEPTED = 0
"""`Notice.question` of a notice about an acceptance, which asks nothing."""


@dataclass(frozen=True, slots=True)
class Notices:
    """How players are notified of a change."""

    boards: tuple[Board, ...] = ()
    """New ones."""
    jobs: tuple[Job, ...] = ()
    """Postponed notices, sent ones, which are counted, and messages to chats."""

    def __add__(self, other: Notices) -> Notices:
        return Notices(self.boards + other.boards, self.jobs + other.jobs)


NO_NOTICES = Notices()


def notices_on(boards: Iterable[Board]) -> tuple[Job, ...]:
    """The notices of boards that are posted at once, regardless of the limit, as sent."""
    return tuple(notice_sent(board.match, board.notice, board.made) for board in boards if board.notice)


@dataclass(frozen=True, slots=True)
class TurnNotifier:
    """Decides which players are notified, where and how."""

    store: Store
    matches: MatchRepository
    accounts: AccountRepository
    router: ChatRouter
    presence: PresenceTracker
    preferences: PreferencesRepository

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
        notices, now = Notices(tuple(new)), self.presence.now
        for notice in news_of(before, after, presser):
            if any(board.player == notice.player for board in new):  # it serves as the fresh board
                sent = self._sent(after.opened.match, notice)
                notices = Notices(_with_notice(notices.boards, notice), (*notices.jobs, sent))
            elif (presser or after.phase in UNDER_WAY) and await self.is_watching(
                notice.player, after, (*known, *new), now - PRESENT_FOR, answered
            ):
                notices += self._later(after.opened.match, notice, now + PRESENT_FOR)  # if they do nothing
            else:
                notices += await self._notify(after, notice, (*known, *new), cause_of(after, notice))
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
            return NO_NOTICES
        notice = Notice(match.players[seat], asked)
        return await self._notify(match, notice, boards, f"{why} of version {match.version} to seat {seat}")

    async def reminder(self, match: Match, seat: Seat, boards: Sequence[Board], why: str) -> Notices:
        """How to remind the player of a seat; not at all on a short clock if they were active lately.

        The same reason makes no second board in the same version of the match.
        """
        short, lately = match.opened.clock <= SHORT_CLOCK, self.presence.now - LATELY
        if short and match.players and await self.is_watching(match.players[seat], match, boards, lately):
            return NO_NOTICES
        return await self.notify_again(match, seat, boards, f"the {why}")

    async def is_owed(self, match: Match, owed: Job, boards: Sequence[Board]) -> bool:
        """Whether a notice is still to be sent: it holds, and its player has not acted where they read it."""
        if not still_asks(match, notice_of(owed)):
            return False
        reach = await self.router.reach(owed.player, owed.match)
        read = [board for board in reach.readable(boards) if self._is_updated(board)]
        return not any(reach.when(board) > owed.since for board in read)

    async def notify_late(self, match: Match, owed: Job, boards: Sequence[Board]) -> Notices:
        """A postponed notice as a board to post now; nothing if no chat accepts it."""
        return await self.notify_now(match, notice_of(owed), boards, f"the delay until {owed.due}")

    async def _notify(self, match: Match, notice: Notice, boards: Sequence[Board], after: str) -> Notices:
        """A fresh board now, or a notice for later; nothing if no chat accepts it."""
        at = await self.next_time(notice.player)
        if at > self.presence.now:
            return self._later(match.opened.match, notice, at)
        return await self.notify_now(match, notice, boards, after)

    async def notify_now(self, match: Match, notice: Notice, boards: Sequence[Board], after: str) -> Notices:
        player, match_id = notice.player, match.opened.match
        reach = await self.router.reach(player, match_id)
        if not any(map(self.router.is_running, reach.platforms)):
            self.presence.mark_unreached(player, match_id, "away")
        chat = reach.chat_to_notify(boards)
        if chat is None:
            return NO_NOTICES
        reader = player if chat.private else None
        fresh = new_board(chat, match_id, reader, after=after, at=self.presence.now, notice=notice)
        return Notices((fresh,), (self._sent(match_id, notice),))

    async def next_time(self, player: PlayerId) -> int:
        """See `may_notify_at`."""
        now = self.presence.now
        sent = await self.store.jobs.notice_times(player, now - NOTICES_KEPT)
        return may_notify_at(now, sent, await self.preferences.quiet_until(player, now))

    async def as_posted(self, board: Board, message: Screen) -> Screen:
        """The message for posting a board: it mentions the person of its notice, if it has one.

        A channel is told by the message alone, which notifies nobody. Their own board calls a person whomever
        it mentions: not them while they only have to know that it begins. In their quiet hours it is silent,
        and they are notified when those end.
        """
        notice = board.notice
        if notice is None or is_team(notice.player):
            return message
        if not still_asks((await self.matches.kept(board.match)).match, notice):
            return message
        known = self.matches.audience(board.match)
        account = (await self.accounts.of([notice.player], board.platform, known)).get(notice.player)
        if account is None or account.platform != board.platform:
            return message
        until = await self.preferences.quiet_until(notice.player, self.presence.now)
        silent = until > self.presence.now
        if silent:
            await self.store.jobs.put(*self._later(board.match, notice, until).jobs)
        begins = notice.question == ACCEPTED and board.private and account not in message.awaits
        return replace(message, awaits=() if begins else (account,), pings=not silent)

    def _later(self, match: MatchId, notice: Notice, due: int) -> Notices:
        return Notices(jobs=(notice_later(match, notice, self.presence.now, due),))

    def _sent(self, match: MatchId, notice: Notice) -> Job:
        return notice_sent(match, notice, self.presence.now)

    async def is_watching(
        self,
        player: PlayerId,
        match: Match,
        boards: Iterable[Board],
        since: int,
        answered: Chat | None = None,
    ) -> bool:
        """Whether a player has been active since then in a chat where a board changes that they can read."""
        changing = [board for board in boards if self._is_updated(board, answered)]
        active = self.presence.active(player)
        last = next(reversed(active), ("", ""))[0]
        for one in changing:
            reads = one.player in (None, player) and one.moved_to is None
            if reads and one.platform == last and active.get((last, one.chat), 0) >= since:
                return True  # known without the store
        reach = await self.router.reach(player, match.opened.match)
        return any(reach.when(board) >= since for board in reach.nearest(changing))

    def _is_updated(self, board: Board, answered: Chat | None = None) -> bool:
        """Whether a board can be edited now, or the response itself shows the change."""
        if answered is not None and (board.platform, board.chat) == (answered.platform, answered.id):
            return True
        return self.router.is_running(board.platform) and not self.presence.is_closed(
            board.platform, board.chat
        )

    async def must_notify(self, board: Board) -> bool:
        """Whether a board is not posted yet and its notice still holds."""
        if board.message is not None or board.notice is None:
            return False
        return still_asks(await self.matches.load(board.match), board.notice)


def _with_notice(boards: Iterable[Board], notice: Notice) -> tuple[Board, ...]:
    """The boards, of which the player's own notifies them."""
    return tuple(replace(one, notice=notice) if one.player == notice.player else one for one in boards)


def cause_of(match: Match, notice: Notice) -> str:
    """The cause of a board, for its id; the end of a match may notify both seats in one chat."""
    to = f" to seat {match.seat_of(notice.player)}" if match.phase is Phase.OVER else ""
    return f"version {notice.question}{to}"


# Which notices follow from a change, when they may be sent, and whether they still hold


def newly_asked(before: Match, after: Match, presser: PlayerId | None) -> PlayerId | None:
    """The human player whose turn began with a change, unless they made it; never more than one."""
    for seat in SEATS:
        question = after.question(seat)
        if not after.players or not question or question <= before.version:
            continue
        if after.players[seat] != presser and not is_robot(after.players[seat]):
            return after.players[seat]
    return None


def news_of(before: Match, after: Match, presser: PlayerId | None) -> Iterator[Notice]:
    """Yield notices for players about a change that they did not make: a question, an answer or the end."""
    asked, challenger = newly_asked(before, after, presser), after.opened.challenger
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        for player in dict.fromkeys(after.players or ()):
            if player != presser and not is_robot(player):
                yield Notice(player, after.version)
    elif asked is not None:
        yield Notice(asked, after.version)
    elif before.phase is Phase.CHALLENGE and after.phase in ANSWERED and presser != challenger:
        yield Notice(challenger, ACCEPTED if after.phase is Phase.RUNNING else after.version)


def may_notify_at(now: int, sent: Sequence[int], quiet_until: int) -> int:
    """When a player may be notified next, now at the earliest.

    Args:
        now: in seconds since 1970, as all times here.
        sent: when they were notified in the last `NOTICES_KEPT` seconds, in order.
        quiet_until: when their quiet hours end; a time in the past if they are over.
    """
    free = sent[-MOST_AT_ONCE] + NOTICES_KEPT if len(sent) >= MOST_AT_ONCE else now
    return max(now, free, quiet_until)


def still_asks(match: Match, notice: Notice) -> bool:
    """Whether a notice is still valid: its question is unanswered, or its news is current."""
    if match.phase is Phase.CHALLENGE:
        return match.opened.invited == notice.player
    if match.phase is not Phase.RUNNING:
        return notice.question == match.version - len(match.laid_open)
    seat = match.seat_of(notice.player)
    return seat is not None and (notice.question == ACCEPTED or notice.question in match.questions(seat))
