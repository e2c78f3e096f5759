"""Which boards this process alone shows, where several processes have one store, and what it has shown.

A press takes the free boards of its match with its change; a task takes a board before it shows it. What has
been shown is stored soon, then the board is given back. Boards of a process that died become free by time.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence

from bot.delivery.background import STORE_AWAY
from bot.delivery.board_state import BoardStates
from storage.boards import Board, BoardId, Lease
from storage.errors import StoreUnavailable
from storage.sql.boards import Boards
from storage.sql.store import Store

log = logging.getLogger(__name__)

TAKEN_FOR = 0.5  # seconds until a board that another process shows is looked at again
LONGEST = 30  # seconds until what a process has taken is free again, whatever became of it
SAVE_AFTER = 2.0  # seconds until a shown version is stored
SAVE_SOON = 0.1  # likewise, where other processes wait for the board
WAITS_FOR = 30.0  # seconds for the boards of a few that take longest, until others are looked for


class TakenElsewhere(Exception):
    """Another process shows this board at present."""


class BoardLeases:
    """Nothing is taken where nobody else can have the store open."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        on_taken: Callable[[BoardId], None] = lambda _: None,
    ) -> None:
        """Nothing is taken yet.

        Args:
            store: where it is noted.
            clock: the time in seconds since 1970.
            on_taken: is told of what another process may have shown since it was shown here.
        """
        self._on_taken = on_taken
        self._store, self._clock = store, clock
        self._name = secrets.token_hex(8)
        self._done: dict[BoardId, int] = {}  # by board, the version that was the newest
        self._saving: frozenset[BoardId] = frozenset()
        self._asked: dict[BoardId, int] = {}  # until when, if it was free
        self._answered: dict[BoardId, Board] = {}

    @property
    def shared(self) -> bool:
        """Others have the store open, too."""
        return self._store.shared

    @property
    def pending(self) -> bool:
        """Something is to be given back, or looked at."""
        return bool(self._done or self._answered)

    def lease(self, boards: Iterable[Board]) -> Lease | None:
        """What takes boards as they are stored; these are not given back before they are shown again."""
        if not self.shared:
            return None
        now = self._clock()
        for board in boards:
            self._retaken(board)
            self._asked[board.id] = now + LONGEST
        return Lease(self._name, now, now + LONGEST)

    async def take(self, board: Board) -> None:
        """Take a board that a response is about to show, unless that was asked for with what was stored.

        The response does not wait for another process that has it: see `overtaken`.
        """
        self._retaken(board)
        lasting = self._clock() + LONGEST // 2
        if self._asked.get(board.id, 0) < lasting and (lease := self.lease([board])):
            await self._store.boards.take_boards([board.id], lease)

    def _retaken(self, board: Board) -> None:
        """It is not given back, even if it is shown before what it showed until now is stored."""
        self._done.pop(board.id, None)
        self._saving -= {board.id}

    async def taken_just_now(self, board: Board) -> bool:
        """This process shows the board from now on, as another one may have left it; False: it did before.

        Args:
            board: as it was read just now.

        Raises:
            TakenElsewhere: another process does.
        """
        now, others = self._clock(), board.leased_by not in (None, self._name)
        if not self.shared or (board.leased_by == self._name and board.leased_until >= now + LONGEST // 2):
            return False
        if others and board.leased_until > now:
            raise TakenElsewhere
        if lease := self.lease([board]):
            await self._store.boards.take_boards([board.id], lease)
        self._on_taken(board.id)
        return True

    def lapsed(self, board: Board) -> bool:
        """A board that was taken is free by now: was this process suspended, others may have shown it."""
        return self.shared and board.leased_until <= self._clock()

    def answered(self, board: Board) -> None:
        """A response shows the board, whoever had it."""
        if self.shared:
            self._answered[board.id] = board

    async def overtaken(self) -> Collection[Board]:
        """Boards that responses have shown while another process had them: its edit may be the last."""
        answered = dict(self._answered)
        taken = await self._store.boards.taken_boards(answered, self._name) if answered else ()
        for board in answered:
            self._answered.pop(board, None)
        return [board for board in answered.values() if board.id not in taken]

    async def claim(self, platform: str, after: str, *, left: bool) -> tuple[Board, ...]:
        """Take a few boards that are behind and that nobody brings up to date, see `Boards.claim_boards`."""
        now = self._clock()
        lease = Lease(self._name, now, now + LONGEST)
        claimed = await self._store.boards.claim_boards(platform, after, lease, left=left)
        self._asked |= {board.id: lease.until for board in claimed}
        return claimed

    def done(self, board: BoardId, seen: int) -> None:
        """A board shows the newest version that was seen, or cannot: it is given back when that is stored."""
        if self.shared:
            self._done[board] = seen

    def forget(self) -> None:
        """What was to be given back is so by time; what others may have overtaken is looked at later."""
        for kept in (self._done, self._asked):
            kept.clear()

    def saving(self) -> None:
        """What the boards show that are to be given back is stored from now on."""
        self._saving = frozenset(self._done)

    async def give_back(self) -> None:
        """It is stored: give back those of these boards that have not been taken again."""
        # Nothing may come between: a board that is taken again meanwhile is written after this.
        done = {board: self._done.pop(board) for board in self._saving & self._done.keys()}
        if not done:
            return
        for board in done:
            self._asked.pop(board, None)
        try:
            await self._store.boards.give_back_boards(done, self._name)
        except BaseException:
            self._done |= {board: seen for board, seen in done.items() if board not in self._asked}
            raise

    async def leave(self) -> None:
        """Leave what has been taken to other processes."""
        if self._asked and self.shared:
            await self._store.boards.give_back_boards(dict.fromkeys(self._asked, -1), self._name)


class VersionSaver:
    """One task at most, which ends when nothing is unsaved."""

    def __init__(
        self,
        store: Boards,
        states: BoardStates,
        leases: BoardLeases,
        redraw: Callable[[Collection[Board]], None],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._store, self._states, self._leases, self._sleep = store, states, leases, sleep
        self._redraw = redraw
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Store soon what has been noted."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    def give_back(self, board: BoardId, seen: int) -> None:
        """Let others show a board as soon as it is stored what it shows; this version was the newest."""
        self._leases.done(board, seen)
        if self._leases.pending:
            self.start()

    async def close(self) -> None:
        """Store what is unsaved now."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._save()
        await self._leases.leave()

    async def _run(self) -> None:
        """Go on as long as something has been noted meanwhile; what has failed waits for the next note."""
        failed: dict[BoardId, int] | None = None
        while self._states.unsaved() != (failed or {}) or (failed is None and self._leases.pending):
            await self._sleep(SAVE_SOON if self._leases.shared else SAVE_AFTER)
            failed, unsaved = None, self._states.unsaved()
            try:
                await self._save()
            except StoreUnavailable:
                log.exception("what boards show cannot be stored yet")
                await self._sleep(STORE_AWAY)
            except Exception:  # It is stored with the next change, or shown once more after a restart.
                log.exception("what %s boards show could not be stored", len(unsaved))
                failed = unsaved
                self._leases.forget()

    async def _save(self) -> None:
        self._leases.saving()
        if overtaken := await self._leases.overtaken():
            for board in overtaken:
                self._states.shown_elsewhere(board.id)
            self._redraw(overtaken)
        if unsaved := self._states.unsaved():
            await self._store.mark_shown(unsaved)
            self._states.saved(unsaved)
        await self._leases.give_back()


class CatchingUp:
    """One task for each platform, where several processes have the store open."""

    def __init__(
        self,
        store: Store,
        platforms: Collection[str],
        leases: BoardLeases,
        bring_up: Callable[[Sequence[Board]], Collection[asyncio.Task[None]]],
    ) -> None:
        """`bring_up` gives the tasks that bring boards up to date."""
        self._store, self._platforms, self._leases, self._bring_up = store, platforms, leases, bring_up
        self._tasks: dict[tuple[str, bool], asyncio.Task[None]] = {}
        self._unfinished: set[str] = set()  # platforms

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """All that look."""
        return tuple(task for task in self._tasks.values() if not task.done())

    async def all(self, platform: str | None) -> None:
        """Bring up whatever is behind on a platform, or on all."""
        if not self._leases.shared:
            behind = await self._store.boards.boards_behind()
            self._bring_up([board for board in behind if platform in (None, board.platform)])
            return
        for each in self._platforms:
            if platform in (None, each):
                self._unfinished.add(each)
                self._begin(each, left=False)

    def left(self) -> None:
        """Likewise what processes had taken that died, and all where that could not be done before."""
        for each in self._platforms if self._leases.shared else ():
            self._begin(each, left=True)
            if each in self._unfinished:
                self._begin(each, left=False)

    def _begin(self, platform: str, *, left: bool) -> None:
        task = self._tasks.get((platform, left))
        if task is None or task.done():
            self._tasks[platform, left] = asyncio.create_task(self._work(platform, left=left))

    async def _work(self, platform: str, *, left: bool) -> None:
        try:
            await self._go_through(platform, left=left)
            if not left:
                self._unfinished.discard(platform)
        except Exception:
            log.exception("boards on %s that are behind could not be looked for", platform)

    async def _go_through(self, platform: str, *, left: bool) -> None:
        after = ""
        while few := await self._leases.claim(platform, after, left=left):
            after = few[-1].id
            if tasks := self._bring_up(few):
                await asyncio.wait(tasks, timeout=WAITS_FOR)
