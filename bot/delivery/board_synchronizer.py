"""Brings the chat messages that show matches (boards) up to date, and keeps track of which shows what.

A board is shown state, not a queue of messages: being behind is a stored fact, so that a crash only delays.

Of the boards in one chat for the same readers one lives: the one whose message came last. While a fresh one
is on its way the old ones wait, then they are deleted (`FormerBoards`); if it is refused, they live on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from bot.delivery.background import until_stored
from bot.delivery.board_leases import BoardLeases, CatchingUp, VersionSaver
from bot.delivery.board_state import BoardState, BoardStates
from bot.delivery.board_tasks import BoardTasks
from bot.delivery.match_screens import MatchScreens
from bot.delivery.owed_notices import Told
from bot.delivery.routing import PresenceTracker, adopted_as, chat_of, derived_id, same_place
from bot.delivery.timing import Timing
from bot.delivery.turn_notices import UNDER_WAY, TurnNotifier
from bot.interface import (
    Adapter,
    Delivery,
    EditsAlone,
    InteractionRequired,
    Link,
    Message,
    MessageGone,
    MessageKindFixed,
    RetryLater,
    Unreachable,
)
from games.events import MatchId
from storage.boards import Board, BoardId, ChatId
from storage.sql.store import Store

log = logging.getLogger(__name__)


class BoardSynchronizer:
    """All boards on all platforms."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        screens: MatchScreens,
        notifier: TurnNotifier,
        presence: PresenceTracker,
        timing: Timing = Timing(),
    ) -> None:
        self._stored, self._queue, self._notices = store.boards, store.queue, store.jobs
        self._adapters, self._screens = adapters, screens
        self._notifier, self._presence = notifier, presence
        self._longest_response, self._sleep = timing.longest_response, timing.sleep
        self._states = BoardStates()
        self._tasks = BoardTasks(self._states, self._step, timing.sleep)
        self._placing: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
        self.leases = BoardLeases(store, timing.clock, self._states.shown_elsewhere)
        self._saver = VersionSaver(store.boards, self._states, self.leases, self.redraw, timing.sleep)
        self._former, self._alone = FormerBoards(adapters, screens), ShownAlone(adapters, screens)
        self._closed = False
        self._catching_up = CatchingUp(store, adapters, self.leases, self._begin)
        self.wake = self._catching_up.left
        # What has been shown (by these) and is not stored yet; whoever stores it says so by `saved`.
        self.unsaved, self.saved = self._states.unsaved, self._states.saved
        self.on_jobs: Callable[[], None] = lambda: None  # called when there is something to do beside boards

    async def catch_up(self, platform: str | None = None) -> None:
        """Bring up to date whatever fell behind while the bot was away, on one platform or on all."""
        await self._catching_up.all(platform)

    def _begin(self, boards: Sequence[Board]) -> Sequence[asyncio.Task[None]]:
        """Bring boards up when it is their turn, and give the tasks that do."""
        for board in boards:
            self._start(board, urgent=False)
        return [task for board in boards if (task := self._states[board.id].task)]

    def bring_up(self, boards: Iterable[Board], version: int | None = None) -> None:
        """Bring boards up to date, except those that a response is about to change: now, or to `version`."""
        for board in boards:
            if not self._states[board.id].will_show(version):
                self._start(board)

    def redraw(self, boards: Iterable[Board]) -> None:
        """Show boards again whose appearance has changed without an event, as by other preferences."""
        for board in boards:
            self._states[board.id].outdated = True
            self._start(board, urgent=False)

    async def redraw_matches(self, matches: Iterable[MatchId]) -> None:
        """Show all boards of these matches again, those of the first one first."""
        for match in matches:
            self.redraw(await self._stored.boards_of(match))

    async def lost(self, platform: str, place: str) -> None:
        """Give up all boards in a chat, or in all chats whose ids begin with `place` and a `/`."""
        self._presence.mark_closed(platform, place, lost=True)  # at once: it may be opened again right after
        for board in await self._stored.boards_in(platform, place):
            if board.chat != place:
                self._presence.mark_closed(platform, board.chat, lost=True)
            self._states[board.id].chat_lost = True
            self._start(board, urgent=False)

    async def moved(self, platform: str, old: str, new: str) -> None:
        """A chat has a new id: running matches get new messages there, which notify nobody."""
        former = await self._stored.boards_in(platform, old)
        await self._stored.move_chat(platform, ChatId(old), ChatId(new), UNDER_WAY)
        for board in former:
            self._states[board.id].revoke_leases()  # Whatever is on its way to the old one does not arrive.
        for board in await self._stored.boards_in(platform, new):
            if board.message is None:
                self._start(board)

    async def move(self, board: Board, fresh: Board) -> None:
        """A board goes on as this one, which has just been posted elsewhere; the old one leads there."""
        async with self._placing.setdefault(board.match, asyncio.Lock()):
            rows = await self._stored.boards_of(board.match)
            await self._stored.move_board(next((row for row in rows if row.id == board.id), board), fresh)
        for one in (fresh, board):
            self._start(one)

    def withdraw(self, boards: Iterable[Board]) -> None:
        """These boards are forgotten: nobody may read them any more, and what is on its way makes none."""
        for board in boards:
            state = self._states[board.id]
            state.withdrawn = True
            state.revoke_leases()
            self._states.tidy(board.id)

    def lease(self, board: Board, message: Message, version: int) -> bool:
        """A response is about to show this message: leave the board alone until `settle`, or for a while.

        Gives whether it shows that already, or will when what is on its way arrives.
        """
        timer = asyncio.get_running_loop().call_later(self._longest_response, self._expire, board)
        return self._states[board.id].lease(board, message, version, timer)

    async def settle(self, delivery: Delivery, message: str | None) -> None:
        """A response was delivered as `message` (None: it failed): show what has happened meanwhile."""
        state = self._states[BoardId(delivery.board)]
        board = state.leased
        if board is None:
            self._states.tidy(BoardId(delivery.board))
            return
        failed = message is None or not state.leases
        try:
            if failed:
                state.appears(None)
            if message is None:
                state.outdated = True
            else:
                state.settles()
                # Nobody else knows what it is called: forgotten, it would stand beside another one for ever.
                await until_stored(partial(self._set_message, board, message, delivery.version), self._sleep)
                self._note(board, state.arrived(delivery.version))
                self.leases.answered(board)
                await self._alone.bring_back(board)
        finally:
            state.end_lease()
        posted = board.message != message
        if posted and message is not None:  # what could not be changed there is kept up to date again
            self._presence.mark_open(board.platform, board.chat)
        if failed or posted or state.missed or self._states.is_behind(board, delivery.version):
            self._start(board)
        else:
            self._saver.give_back(board.id, delivery.version)

    def _expire(self, board: Board) -> None:
        """Nobody reported on a response: what the board shows is not known."""
        log.warning("nobody reported on a response for board %s of match %s", board.id, board.match)
        state = self._states[board.id]
        state.expire_leases()
        state.appears(None)
        self._start(board)

    async def close(self) -> None:
        """Stop all tasks and store what has been shown; the store says after a restart what is behind."""
        self._closed = True
        self._states.stop_timers()
        tasks = self._running()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._saver.close()

    async def settled(self) -> None:
        """Wait until no board is being brought up to date."""
        while tasks := self._running():
            await asyncio.gather(*tasks, return_exceptions=True)

    def _running(self) -> tuple[asyncio.Task[None], ...]:
        return (*self._states.tasks(), *self._catching_up.tasks)

    async def _set_message(self, board: Board, message: str, version: int) -> None:
        """Store the message of a board that was posted; older boards at the same place make way."""
        if board.message == message or self._states[board.id].withdrawn:
            return
        async with self._placing.setdefault(board.match, asyncio.Lock()):
            rows = await self._stored.boards_of(board.match)
            known = next((row for row in rows if row.id == board.id), board)  # its chat may have moved
            fresh = replace(known, message=message, shown=version, notice=None, moved_to=None)
            older = [
                replace(other, moved_to=message)
                for other in rows
                if other.message != message  # Pressed before its id was stored, it was adopted: see `_step`.
                and other.id != board.id
                and same_place(other, fresh)
                and not chat_of(fresh).fixed
                and not await self._notifier.must_notify(other)
            ]
            await self._stored.put_boards([fresh, *older])
            if chat_of(fresh).fixed:
                await self._displace(fresh)
        reached = (board.player, board.notice.player) if board.notice else (board.player,)
        if sum(self._presence.mark_reached(who, board.match) for who in reached):  # others may deny it
            self.redraw(row for row in rows if row.id != board.id)
        for other in older:
            self._start(other)

    async def _displace(self, board: Board) -> None:
        """One message shows one board: a match that is played again takes the place of the old one."""
        for other in await self._stored.boards_in(board.platform, board.chat):
            if other.id != board.id:
                self._states[other.id].revoke_leases()
                await self._drop(other)

    def _start(self, board: Board, *, urgent: bool = True) -> None:
        """Bring a board up to date: at once, or when it is its turn among those that are behind."""
        if not (self._states[board.id].gives_way() or self._closed):
            self._tasks.start(board, urgent=urgent)

    async def _step(self, board_id: BoardId, match: MatchId, state: BoardState) -> bool:
        """Show the newest version; False when there is nothing left to do, and others may show it."""
        more = await self._bring_nearer(board_id, match, state)
        if not (more or state.leases):
            self._saver.give_back(board_id, state.seen)
        return more

    async def _bring_nearer(self, board_id: BoardId, match: MatchId, state: BoardState) -> bool:
        state.news = False
        newest, rows = await self._screens.version_and_boards(match)
        state.seen = newest
        board = next((row for row in rows if row.id == board_id), None)
        if board is None:
            self._states.forget(board_id)
            return False
        if board.platform not in self._adapters:
            state.seen = -1  # nothing was seen to: it is left to a process that is there
            return False
        if state.gives_way():
            return False
        if (twin := adopted_as(board, rows)) is not None:
            await self._drop(board)  # What it had on its way may arrive after what the other one shows.
            self._states[twin.id].appears(None)
            self.redraw([twin])
            return False
        if board.moved_to is not None:
            if await self.leases.taken_just_now(board):
                return True
            return await self._make_way(board, rows, state)
        if state.chat_lost:
            await self._give_up(board)
            return False
        current = self._states.version(board) >= newest
        if self._waits_for_another(board, rows) or (current and not state.outdated):
            return state.news
        if await self.leases.taken_just_now(board):
            return True  # and read once more, as the process before may have left it
        state.outdated = False
        message, version = await self._screens.render(board)
        if state.gives_way():
            return False
        return await self._update(board, state, message, version)

    def _waits_for_another(self, board: Board, rows: Sequence[Board]) -> bool:
        """A fresh board is about to be posted at the same place: this one is going to make way."""
        if board.message is None:
            return False
        for row in rows:
            on_its_way = row.message is None and self._states.is_busy(row.id)
            if on_its_way and row.moved_to is None and same_place(row, board):
                self._states[row.id].waiting[board.id] = board
                return True
        return False

    async def _update(self, board: Board, state: BoardState, message: Message, version: int) -> bool:
        """Show a message, or what follows from the failure; False if nothing is left to do."""
        shown = version
        try:
            if not state.shows(message):  # never an edit that changes nothing, as far as is known
                with state.send(version):
                    await self._show(board, message, version)
                state.appears(message if state.alone else None)
                shown = state.arrived(version)
                state.outdated = state.outdated or self.leases.lapsed(board)
            self._note(board, shown)
            await self._alone.bring_back(board)
            state.backoff.reset()
            return board.message is None or state.news or self._states.is_behind(board, version)
        except RetryLater:
            state.outdated = True
            raise
        except InteractionRequired:  # It stays behind, until it is pressed or something happens again.
            await self._fall_back(await self._notifier.fallback(self._as_shown(board), by_press=True))
            return state.news
        except MessageKindFixed:  # It makes way for a new message; where none can be, it stays as it is.
            if not self._presence.is_closed(board.platform, board.chat):
                await self._post_anew(board, beside=True)
            return state.news
        except MessageGone:
            await self._replace_deleted(board)
        except Unreachable:
            await self._give_up(board)
        return True

    async def _replace_deleted(self, board: Board) -> None:
        """Its message was deleted: post a new one, unless another one stands beside it."""
        rows = await self._stored.boards_of(board.match)
        if all((row.id, row.message) != (board.id, board.message) for row in rows):
            return  # Its chat has moved meanwhile, and with it the board.
        if stands_beside(board, rows):  # It made way, and was adopted by a press that was on its way.
            await self._drop(board)
            return
        await self._post_anew(board)

    async def _post_anew(self, board: Board, *, beside: bool = False) -> None:
        """As a new message, under a nonce of its own; the old one is gone, or makes way for it."""
        again = BoardId(derived_id(f"{board.id} again"))
        fresh = replace(board, id=again, message=None, shown=0, notice=None)
        await self._stored.put_boards([fresh])
        if not beside:
            await self._drop(board)
        self._start(fresh)

    def _as_shown(self, board: Board) -> Board:
        return replace(board, shown=self._states.version(board))

    async def _give_up(self, board: Board) -> None:
        """Its chat refuses it: carry out the fallback, then forget the board."""
        log.info("board %s of match %s cannot be shown any more", board.id, board.match)
        lost = self._states[board.id].chat_lost
        await self._fall_back(await self._notifier.fallback(self._as_shown(board), lost=lost))
        await self._drop(board)
        for other in await self._notifier.boards_to_inform(board.match):
            self._states[other.id].outdated = True
        for other in await self._stored.boards_of(board.match):
            if other.id != board.id:
                self._start(other)

    async def _fall_back(self, fallback: Told) -> None:
        if fallback.notices:  # what these boards tell is not told once more later
            await self._notices.put_notices(fallback.notices)
        if fallback.jobs:
            await self._queue.put(*fallback.jobs)
            self.on_jobs()
        if fallback.boards:
            await self._stored.put_boards(fallback.boards)
        for fresh in fallback.boards:
            self._start(fresh)

    async def _make_way(self, board: Board, rows: Sequence[Board], state: BoardState) -> bool:
        """Clear the message of a board away that goes on in another one, then forget it."""
        overtaken = False
        if board.message is not None and not state.chat_lost:
            with state.send(board.shown):
                await self._former.clear(board, board.message, rows)
            overtaken = not state.alone
        if state.gives_way():  # The response changes it back.
            return False
        if overtaken:  # One that arrived meanwhile may have come last.
            return True
        await self._drop(board)
        return False

    async def _drop(self, board: Board) -> None:
        await self._stored.drop_board(board.id)
        self._states.forget(board.id)

    async def _show(self, board: Board, message: Message, version: int) -> None:
        adapter, chat = self._adapters[board.platform], chat_of(board)
        if board.message is not None:
            await adapter.edit(chat, board.message, message)
            return
        first = await self._screens.as_posted(board, message)
        posted = await adapter.post(chat, first, nonce=board.id, answer=board.answer)
        self._presence.mark_open(board.platform, board.chat)
        await self._set_message(board, posted, version)

    def _note(self, board: Board, version: int) -> None:
        self._states.note(board.id, version)
        self._saver.start()


def stands_beside(board: Board, rows: Sequence[Board]) -> bool:
    """Another board of the match stands at the same place, and lasts."""
    return any(
        row.id != board.id and row.message is not None and row.moved_to is None and same_place(row, board)
        for row in rows
    )


class FormerBoards:
    """Clears away the message of a board that goes on in another one: deletes it where that can be.

    The fresh one stands already, so that no chat is ever without a board. What cannot be deleted becomes a
    line with a link, as does a message that begins a thread.
    """

    def __init__(self, adapters: Mapping[str, Adapter], screens: MatchScreens) -> None:
        self._adapters, self._screens = adapters, screens

    async def clear(self, board: Board, message: str, rows: Sequence[Board]) -> None:
        """Delete the message of a board, or leave a line with a link there.

        Args:
            board: that goes on elsewhere.
            message: its own.
            rows: all boards of the match.

        Raises:
            RetryLater
        """
        try:
            if not (stands_beside(board, rows) and await self._deleted(board, message)):
                await self._shrink(board, message, rows)
        except (MessageGone, Unreachable, InteractionRequired, MessageKindFixed):
            log.info("the old board %s cannot be changed any more", board.id)

    async def _deleted(self, board: Board, message: str) -> bool:
        try:
            await self._adapters[board.platform].delete(chat_of(board), message)
        except Unreachable:  # It may be too old.
            return False
        return True

    async def _shrink(self, board: Board, message: str, rows: Sequence[Board]) -> None:
        chat, moved_to = chat_of(board), board.moved_to or ""
        away = any(row.message == moved_to and row.chat != board.chat for row in rows)
        link = Link(board.match, chat, moved_to, board.match)
        line = await self._screens.moved_down(board, link, away=away)
        await self._adapters[board.platform].edit(chat, message, line)


class ShownAlone:
    """Shows what somebody has half chosen on a board of many to them again, after an edit for all.

    Only where the platform can show one person something else in the same message.
    """

    def __init__(self, adapters: Mapping[str, Adapter], screens: MatchScreens) -> None:
        self._adapters, self._screens = adapters, screens

    async def bring_back(self, board: Board) -> None:
        """As far as what they have chosen still holds."""
        adapter = self._adapters.get(board.platform)
        if board.message is None or not isinstance(adapter, EditsAlone):
            return
        for account in self._screens.half_chosen.choosers_alone(board.id):
            message = await self._screens.render_alone(board, account)
            if message is None:
                continue
            try:
                await adapter.edit_alone(chat_of(board), board.message, account, message)
            except RetryLater:
                log.warning("somebody has to choose anew on board %s", board.id)
