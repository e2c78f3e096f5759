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
from games.events import Accepted, Challenged, Declined, Event, PlayerId
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
    redrawn: tuple[Board, ...] = ()
    """Boards that have something to say about it."""


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
        *,
        at: int,
    ) -> tuple[Board, ...]:
        """The new boards of a change, and with them at most one that tells somebody that he is asked now.

        Args:
            before: the match before the change.
            after: the match after it.
            presser: who made it happen; he need not be told.
            known: the boards that show the match already.
            new: those that come with the change in any case.
            at: the time, in seconds since 1970.
        """
        asked = newly_asked(before, after, presser)
        if asked is None:
            return tuple(new)
        notice = Notice(asked, after.version)
        if any(board.player == asked for board in new):  # His first private board is as good as a fresh one.
            return tuple(replace(board, notice=notice) if board.player == asked else board for board in new)
        fresh = await self._fresh(after, notice, (*known, *new), at)
        return (*new, fresh) if fresh else tuple(new)

    async def instead_of(self, board: Board, at: int) -> Instead:
        """What follows when the bot cannot write any more where a board is or was to be.

        Args:
            board: the one that was refused.
            at: the time, in seconds since 1970.
        """
        self._reach.closes(board.platform, board.chat)
        match = await self._archive.load(board.match)
        others = [row for row in await self._store.boards_of(board.match) if row.id != board.id]
        notice = board.notice if board.notice and still_asks(match, board.notice) else None
        if match.phase not in GOING_ON:
            return Instead()
        if board.player is not None:
            return await self._closed(match, board.player, notice, others, at)
        if board.message is None and any(row.message and same_place(row, board) for row in others):
            # Only something new is refused there: the old board lives on.
            fresh = await self._fresh(match, notice, others, at) if notice else None
            return Instead((fresh,) if fresh else ())
        if match.phase is Phase.CHALLENGE:
            word = await self._word(match, match.opened.challenger, board, "lost.challenge")
            return Instead(words=(word,) if word else ())
        return await self._lost(match, board, notice, others, at)

    async def _fresh(self, match: Match, notice: Notice, boards: Iterable[Board], at: int) -> Board | None:
        """The one board that tells a player that he is asked; None if he is at it, or nothing reaches him."""
        player, match_id = notice.player, match.opened.match
        read = await self._places.read_by(player, boards)
        if await self._at_it(match, player, read):
            return None
        after = f"version {notice.question}"
        place = self._places.best(player, read)
        if place is None:
            prefer = next((board.platform for board in boards), "")
            return await self._places.private_board(
                player, match_id, prefer=prefer, after=after, at=at, notice=notice
            )
        chat = Chat(place.platform, place.chat, place.private)
        return new_board(chat, match_id, place.player, after=after, at=at, notice=notice)

    async def _at_it(self, match: Match, player: PlayerId, read: Iterable[Board]) -> bool:
        """He acted just now in one of the chats where he reads a board; the log knows it after a restart."""
        acted = max((self._reach.acted(player, board.platform, board.chat) for board in read), default=0)
        if self._reach.just_now(acted) or not self._reach.young:
            return self._reach.just_now(acted)
        log = await self._store.load(match.opened.match)
        return self._reach.just_now(
            max((event.at for event in log if _by(event, match) == player), default=0)
        )

    async def _closed(
        self, match: Match, player: PlayerId, notice: Notice | None, others: Sequence[Board], at: int
    ) -> Instead:
        """A private chat is closed: the channel gives the notice, or else the opponent is told."""
        fresh = await self._fresh(match, notice, others, at) if notice else None
        if fresh or await self._places.read_by(player, others):
            return Instead((fresh,) if fresh else ())
        if not self._reach.cuts_off(player, match.opened.match):
            return Instead()
        return Instead(redrawn=tuple(board for board in others if board.private))

    async def _lost(
        self, match: Match, board: Board, notice: Notice | None, others: Sequence[Board], at: int
    ) -> Instead:
        """The match goes on in the private chats of both its players, who are told why."""
        boards, words, news = list[Board](), list[Word](), False
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
                at=at,
                notice=notice if notice and notice.player == player else None,
            )
            if fresh:
                boards.append(fresh)
            elif not await self._places.read_by(player, others):
                news |= self._reach.cuts_off(player, match.opened.match)
        redrawn = tuple(row for row in others if row.private) if news else ()
        return Instead(tuple(boards), tuple(words), redrawn)

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
    for seat in after.awaited:
        if after.players and after.asked[seat] > before.version and after.players[seat] != presser:
            return after.players[seat]
    return None


def still_asks(match: Match, notice: Notice) -> bool:
    """The question that somebody is to be told of waits for him still."""
    if match.phase is Phase.CHALLENGE:
        return match.opened.invited == notice.player
    seat = match.seat_of(notice.player)
    return seat is not None and seat in match.awaited and match.asked[seat] == notice.question


def _by(event: Event, match: Match) -> PlayerId | None:
    """Who made an event happen."""
    if isinstance(event, Challenged):
        return event.challenger
    if isinstance(event, Accepted | Declined):
        return event.player
    seat = getattr(event, "seat", None)
    return match.players[seat] if match.players and seat is not None else None
