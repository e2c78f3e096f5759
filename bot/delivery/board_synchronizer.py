"""Brings boards up to date by jobs, one step after another until the newest version is shown.

Of several boards in one chat for the same reader, the newest message stays. The old ones wait until it is
posted, and are deleted then; if the chat refuses it, they stay.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum, auto
from functools import partial

from bot.delivery.background import Timing, until_stored
from bot.delivery.board_tracker import BoardState, BoardTracker
from bot.delivery.claims import CLAIMED_FOR, STILL_CLAIMED
from bot.delivery.fallbacks import Fallbacks
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import PresenceTracker, adopted_as, chat_of, derived_id, same_place, standing_at
from bot.delivery.turn_notices import TurnNotifier
from bot.interface import (
    Adapter,
    InteractionRequired,
    Link,
    MessageGone,
    MessageKindFixed,
    RetryLater,
    Screen,
    Unreachable,
)
from games.events import MatchId
from storage.boards import Board, BoardId, moved_id
from storage.jobs import Job
from storage.sql.boards import job_of
from storage.sql.store import Store

log = logging.getLogger(__name__)

SHORT_WAIT = 1.0  # longest wait named by a platform, in seconds, for which a job keeps its lane
TAKEN_FOR = 0.5  # seconds until a board that another process is posting is checked again


class Outcome(Enum):
    """The result of one step towards the newest version of a board."""

    AGAIN = auto()
    """Another step is needed."""
    DONE = auto()
    ANSWERED = auto()
    """A response is in flight; `settle` decides about further steps."""


class BoardSynchronizer:
    """Does the jobs of boards: makes their messages show the newest version of their matches."""

    def __init__(
        self,
        boards: BoardTracker,
        store: Store,
        adapters: Mapping[str, Adapter],
        screens: MatchScreens,
        notifier: TurnNotifier,
        fallbacks: Fallbacks,
        presence: PresenceTracker,
        timing: Timing = Timing(),
    ) -> None:
        self._boards, self._store, self._stored = boards, store, store.boards
        self._adapters, self._screens = adapters, screens
        self._notifier, self._fallbacks, self._presence = notifier, fallbacks, presence
        self._clock, self._sleep = timing.clock, timing.sleep

    async def show(self, job: Job) -> int | None:
        """Bring the board of a job up to date. Returns `STILL_CLAIMED`: it stores its end itself.

        Raises:
            RetryLater: the platform does not accept it yet.
        """
        state, outcome = self._boards.states[BoardId(job.about)], Outcome.AGAIN
        while outcome is Outcome.AGAIN:
            outcome = await self._try(job, state)
        if outcome is Outcome.DONE:
            await self._stored.note_shown(BoardId(job.about), state.shown, job=job.key, claim=job.claim)
        return STILL_CLAIMED

    async def _try(self, job: Job, state: BoardState) -> Outcome:
        try:
            return await until_stored(partial(self._step, job, state), self._sleep)
        except RetryLater as fault:
            if not fault.due or fault.after > SHORT_WAIT:
                raise
            await self._sleep(fault.after)
            return Outcome.AGAIN

    async def _step(self, job: Job, state: BoardState, *, fresh_tried: bool = False) -> Outcome:
        """Do one step towards the newest version, unless fresh boards at its place have to come first."""
        newest, rows = await self._screens.version_and_boards(MatchId(job.key.split(" ", 2)[1]))
        board = next((row for row in rows if job_of(row) == job.key), None)
        if board is None:  # It was dropped, or the id of its chat has changed.
            self._boards.states.forget(BoardId(job.about))
            await self._boards.redraw([row for row in rows if row.id in (job.about, moved_id(job.about))])
            return Outcome.DONE
        if self._boards.is_answered(board, state):
            return Outcome.ANSWERED
        if (twin := adopted_as(board, rows)) is not None:
            await self._boards.drop(board)  # Its edits in flight may arrive after those of the other one.
            self._boards.states[twin.id].appears(None)
            await self._boards.redraw([twin])
            return Outcome.DONE
        if board.moved_to is not None:
            return await self._make_way(board, rows, state)
        if self._presence.is_lost(board.platform, board.chat):
            await self._give_up(board)
            return Outcome.DONE
        if not fresh_tried and (fresh := self._fresh_beside(board, rows)):
            if any(self._boards.states[one.id].answers for one in fresh):
                return Outcome.DONE  # Removed when that is posted, checked again if not.
            for one in fresh:
                await self._post_first(one)
            return await self._step(job, state, fresh_tried=True)
        if board.shown >= newest and not job.since:
            return Outcome.DONE
        message, version = await self._screens.render(board)
        if self._boards.is_answered(board, state):
            return Outcome.ANSWERED
        return await self._update(board, state, message, version)

    def _fresh_beside(self, board: Board, rows: Sequence[Board]) -> list[Board]:
        """Boards that are about to be posted at the same place, and will replace this one."""
        if board.message is None:
            return []
        return [
            row for row in rows if row.message is None and row.moved_to is None and same_place(row, board)
        ]

    async def _post_first(self, board: Board) -> None:
        """Post a board before the others at its place are updated; not while its retry is postponed."""
        if not await self._store.jobs.waits(job_of(board), "board", self._clock()):
            return
        job = await self._boards.claim(board)
        if self._store.shared and not await self._store.jobs.is_held(job):
            raise RetryLater(TAKEN_FOR, due=True)  # another process is posting it
        await self.show(job)

    async def _update(self, board: Board, state: BoardState, message: Screen, version: int) -> Outcome:
        """Show a message, or handle the failure."""
        try:
            state.shown = shown = await self._send(board, state, message, version)
            await self._boards.bring_back_choices(board)
            return Outcome.AGAIN if shown < version else Outcome.DONE
        except InteractionRequired:  # It stays outdated until the next press or change.
            await self._boards.notify(await self._fallbacks.fallback(board, by_press=True))
            return Outcome.DONE
        except MessageKindFixed:  # A new message replaces it; if the chat is closed, it stays as it is.
            if not self._presence.is_closed(board.platform, board.chat):
                await self._post_anew(board, beside=True)
            return Outcome.DONE
        except MessageGone:
            await self._replace_deleted(board)
        except Unreachable:
            await self._give_up(board)
        return Outcome.AGAIN

    async def _send(self, board: Board, state: BoardState, message: Screen, version: int) -> int:
        """Show a message, unless the board shows it already; returns the lowest version that it may show."""
        if not self._store.shared and state.shows(message):
            return version
        known, began = not self._store.shared and state.appearance is not None, self._clock()
        with state.send(version):
            await self._show(board, replace(message, known=known), version)
        state.appears(message if state.alone else None)
        shown = state.arrived(version)
        if self._store.shared and self._clock() - began >= CLAIMED_FOR:
            await self._boards.redraw([board])  # This process was suspended: others may have edited it.
        return shown

    async def _show(self, board: Board, message: Screen, version: int) -> None:
        adapter, chat = self._adapters[board.platform], chat_of(board)
        if board.message is not None:
            await adapter.edit(chat, board.message, message)
            return
        first = await self._notifier.as_posted(board, message)
        posted = await adapter.post(chat, first, nonce=board.id, answer=board.answer)
        self._presence.mark_open(board.platform, board.chat)
        await self._boards.posted(board, posted, version)

    async def _replace_deleted(self, board: Board) -> None:
        """Post a new message in place of a deleted one, unless another board replaces it."""
        rows = await self._stored.boards_of(board.match)
        if all((row.id, row.message) != (board.id, board.message) for row in rows):
            return  # The board was replaced, or its chat has a new id.
        if stands_beside(board, rows):  # It was replaced, then adopted by a late press.
            await self._boards.drop(board)
            return
        await self._post_anew(board)

    async def _post_anew(self, board: Board, *, beside: bool = False) -> None:
        """Post a board as a new message under a new nonce; the old one is gone, or (`beside`) is replaced."""
        again = BoardId(derived_id(f"{board.id} again"))
        fresh = replace(board, id=again, message=None, shown=0, notice=None)
        await self._boards.put([fresh], in_place_of=None if beside else board)

    async def _give_up(self, board: Board) -> None:
        """Carry out the fallback for a board that its chat refuses, then forget the board."""
        log.info("board %s of match %s cannot be shown any more", board.id, board.match)
        lost = self._presence.is_lost(board.platform, board.chat)
        await self._boards.notify(await self._fallbacks.fallback(board, lost=lost))
        await self._boards.drop(board)
        informed = {one.id for one in await self._fallbacks.boards_to_inform(board.match)}
        others = await self._stored.boards_of(board.match)
        newest, _ = await self._screens.version_and_boards(board.match)
        await self._boards.redraw(
            [one for one in others if one.id in informed or one.moved_to or one.shown < newest]
        )

    async def _make_way(self, board: Board, rows: Sequence[Board], state: BoardState) -> Outcome:
        """Clear away the message of a board that was replaced, then forget the board."""
        overtaken = False
        if board.message is not None and not self._presence.is_lost(board.platform, board.chat):
            with state.send(board.shown):
                await self._clear_away(board, board.message, rows)
            overtaken = not state.alone
        if self._boards.is_answered(board, state):  # The response changes it back.
            return Outcome.ANSWERED
        if overtaken:  # An edit that overlapped may have come last.
            return Outcome.AGAIN
        await self._boards.drop(board)
        return Outcome.DONE

    async def _clear_away(self, board: Board, message: str, rows: Sequence[Board]) -> None:
        """Delete the message of a replaced board, or turn it into a link if it cannot be deleted.

        The new board is posted already, so that no chat is ever without one. If it is in another chat, as in
        a thread, the message becomes a link too.
        """
        adapter, chat = self._adapters[board.platform], chat_of(board)
        try:
            if stands_beside(board, rows):
                with suppress(Unreachable):  # It may be too old.
                    await adapter.delete(chat, message)
                    return
            moved_to = board.moved_to or ""
            away = any(row.message == moved_to and row.chat != board.chat for row in rows)
            link = Link(board.match, chat, moved_to, board.match)
            await adapter.edit(chat, message, await self._screens.moved_down(board, link, away=away))
        except InteractionRequired:  # A press adopts it again, and corrects it.
            self._presence.mark_frozen(board.platform, board.chat, message)
        except (MessageGone, Unreachable, MessageKindFixed):
            log.info("the old board %s cannot be changed any more", board.id)


def stands_beside(board: Board, rows: Sequence[Board]) -> bool:
    """Whether another posted board of the match, not replaced itself, is at the same place."""
    return any(row.id != board.id for row in standing_at(board, rows))
