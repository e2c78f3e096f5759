"""How a player learns that he is asked, and where a match goes on that cannot be shown where it was.

An edited message notifies nobody. Who is at it (he acted within five minutes where he reads a board) sees the
board change; anybody else gets one fresh board at the end of one chat, which notifies him. It all depends on
who is asked and when people acted, never on what is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot import presenter
from bot.archive import Archive
from bot.places import Places, drawn, new_board, same_place
from bot.presenter import Voice
from bot.reach import Reach
from bot.screen import Chat, Message
from bot.texts import texts_for
from games.events import (
    Accepted,
    ByTheHouse,
    Cancelled,
    Challenged,
    Declined,
    DrawnOnTime,
    Event,
    MatchId,
    PlayerId,
    TakenBack,
    TimeForfeited,
)
from games.game import SEATS, other
from games.match import Match, Phase
from storage.store import Board, Notice, Store

GOING_ON = (Phase.CHALLENGE, Phase.RUNNING)


@dataclass(frozen=True, slots=True)
class Word:
    """A message to one person that shows no board."""

    chat: Chat
    message: Message
    nonce: str
    """The same one makes no second message."""


@dataclass(frozen=True, slots=True)
class Instead:
    """What follows when a board cannot be shown any more."""

    boards: tuple[Board, ...] = ()
    """New ones elsewhere."""
    words: tuple[Word, ...] = ()


class Notices:
    """Decides who is told, and where."""

    def __init__(self, store: Store, archive: Archive, places: Places, reach: Reach) -> None:
        self._store, self._archive = store, archive
        self._places, self._reach = places, reach

    async def with_notice(
        self,
        before: Match,
        after: Match,
        presser: PlayerId,
        known: Iterable[Board],
        new: Sequence[Board],
    ) -> tuple[Board, ...]:
        """The new boards of a change, and with them at most one that tells somebody that he is asked now.

        Args:
            before: the match before the change.
            after: the match after it.
            presser: who made it happen; he need not be told.
            known: the boards that show the match already.
            new: those that come with the change in any case.
        """
        asked = newly_asked(before, after, presser)
        if asked is None:
            return tuple(new)
        notice = Notice(asked, after.version)
        if any(board.player == asked for board in new):  # His first private board is as good as a fresh one.
            return tuple(replace(board, notice=notice) if board.player == asked else board for board in new)
        fresh = await self._fresh(after, notice, (*known, *new))
        return (*new, fresh) if fresh else tuple(new)

    async def is_due(self, board: Board) -> bool:
        """A board on its way has to tell somebody something that waits for him still."""
        if board.message is not None or board.notice is None:
            return False
        return still_asks(await self._archive.load(board.match), board.notice)

    async def instead_of(self, board: Board) -> Instead:
        """What follows when the bot cannot write any more where a board is or was to be."""
        self._reach.closes(board.platform, board.chat)
        match = await self._archive.load(board.match)
        others = [row for row in await self._store.boards_of(board.match) if row.id != board.id]
        notice = board.notice if board.notice and still_asks(match, board.notice) else None
        if match.phase not in GOING_ON:
            return Instead()
        # Where only something new is refused, the old board lives on.
        kept = board.message is None and any(row.message and same_place(row, board) for row in others)
        if board.private or kept:
            fresh = await self._fresh(match, notice, others) if notice else None
            return Instead((fresh,) if fresh else ())
        if match.phase is Phase.CHALLENGE:
            word = await self._word(match, match.opened.challenger, board, "lost.challenge")
            return Instead(words=(word,) if word else ())
        return await self._lost(match, board, notice, others)

    async def cut_off(self, match_id: MatchId) -> tuple[Board, ...]:
        """The boards that have news since another was given up: that their reader's opponent sees none."""
        match, boards = await self._archive.load(match_id), await self._store.boards_of(match_id)
        players = match.players or (match.opened.challenger, match.opened.invited)
        unseen = [player for player in players if player and not await self._places.read_by(player, boards)]
        news = [player for player in unseen if self._reach.cuts_off(player, match_id)]
        return tuple(board for board in boards if board.private) if news else ()

    async def _fresh(self, match: Match, notice: Notice, boards: Iterable[Board]) -> Board | None:
        """The one board that tells a player that he is asked; None if he is at it, or nothing reaches him."""
        player, match_id = notice.player, match.opened.match
        everywhere = await self._places.read_by(player, boards)
        read = self._places.nearest(player, everywhere)
        if await self._at_it(match, player, read):
            return None
        after = f"version {notice.question}"
        place = self._places.best(player, await self._where_he_acts(player, match_id, read))
        if place is None:
            prefer = next((board.platform for board in boards), "")
            own = await self._places.private_board(
                player, match_id, prefer=prefer, after=after, at=self._reach.now, notice=notice
            )
            place = None if own else self._places.best(player, everywhere)
            if place is None:
                return own
        chat = Chat(place.platform, place.chat, place.private)
        return new_board(chat, match_id, place.player, after=after, at=self._reach.now, notice=notice)

    async def _where_he_acts(self, player: PlayerId, match: MatchId, read: Iterable[Board]) -> list[Board]:
        """His own boards, and those in channels where he has acted: others may be out of his sight."""
        known = {
            (seen.platform, seen.chat) for seen in await self._store.seen_in(match) if seen.player == player
        }
        return [
            board
            for board in read
            if board.player
            or (board.platform, board.chat) in known
            or self._reach.acted(player, board.platform, board.chat)
        ]

    async def _at_it(self, match: Match, player: PlayerId, read: Iterable[Board]) -> bool:
        """He acted just now in one of the chats where he reads a board; the log knows it after a restart."""
        acted = max((self._reach.acted(player, board.platform, board.chat) for board in read), default=0)
        if self._reach.just_now(acted) or not self._reach.young:
            return self._reach.just_now(acted)
        log = await self._store.load(match.opened.match)
        return self._reach.just_now(
            max((event.at for event in log if _by(event, match) == player), default=0)
        )

    async def _lost(
        self, match: Match, board: Board, notice: Notice | None, others: Sequence[Board]
    ) -> Instead:
        """The match goes on in the private chats of both its players, who are told why."""
        boards, words = list[Board](), list[Word]()
        for player in match.players or ():
            if word := await self._word(match, player, board, "lost.match"):
                words.append(word)
            if any(row.player == player and row.moved_to is None for row in others):
                continue
            fresh = await self._places.private_board(
                player,
                match.opened.match,
                prefer=board.platform,
                after=f"the loss of {board.id}",
                at=self._reach.now,
                notice=notice if notice and notice.player == player else None,
            )
            boards += [fresh] if fresh else []
        return Instead(tuple(boards), tuple(words))

    async def _word(self, match: Match, player: PlayerId, board: Board, key: str) -> Word | None:
        """A short note in his private chat."""
        found = await self._places.private_chat(player, board.platform)
        if found is None:
            return None
        account, chat = found
        seen, voice = match.seen_by(match.seat_of(player)), Voice(texts_for(account.language), {})
        nonce = drawn(f"{key} of {board.id} to {player}")
        return Word(chat, Message(presenter.lost(key, seen, voice)), nonce)


def newly_asked(before: Match, after: Match, presser: PlayerId) -> PlayerId | None:
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
    return seat is not None and match.question(seat) == notice.question


def _by(event: Event, match: Match) -> PlayerId | None:
    """Who made an event happen."""
    if isinstance(event, Challenged):
        return event.challenger
    if isinstance(event, Accepted | Declined | Cancelled):
        return event.player
    if match.players is None or isinstance(event, ByTheHouse):
        return None
    if isinstance(event, TakenBack | TimeForfeited | DrawnOnTime):  # these tell of the other one's seat
        return match.players[other(event.seat)]
    return match.players[event.seat]
