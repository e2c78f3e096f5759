"""Which chat message shows which match to whom, up to which version; and how it is brought up to date.

A board is shown state, not a queue of messages: being behind is a fact in the store, so that a crash, a
rate limit or an outage only delays. Always the newest version is sent, older ones never.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.screen import Adapter, Chat, Delivery, Hiccup, Link, Message, MessageGone, Unreachable
from games.events import MatchId
from storage.store import Board, Store

log = logging.getLogger(__name__)

SAVE_AFTER = 2.0  # seconds until a shown version is noted, unless the next change takes the note along
LONGEST_WAIT = 60.0  # seconds between two tries, unless a platform asks for more

Render = Callable[[Board], Awaitable[tuple[Message, int]]]
"""The message that a board has to show now, and the version of the match in it."""

Version = Callable[[MatchId], Awaitable[int]]
"""The version that a match has reached."""

Retired = Callable[[Board, Link], Awaitable[Message]]
"""What is left of a board when a fresh one stands elsewhere."""


class Boards:
    """All boards on all platforms."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        render: Render,
        retired: Retired,
        version: Version,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._sleep = sleep
        self._store, self._adapters = store, adapters
        self._render, self._retired, self._version = render, retired, version
        self._shown: dict[str, int] = {}  # by board, what has been seen on the screen
        self._unsaved: set[str] = set()  # boards whose shown version the store does not know yet
        self._leased: Counter[str] = Counter()  # answers under way that are about to change a board
        self._out: dict[str, Board] = {}  # the boards of these answers
        self._looks: dict[str, int] = {}  # by board, the hash of what it certainly shows
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._news: set[str] = set()  # boards that something happened to while a task was at them
        self._waits: dict[str, float] = {}  # seconds that a failing board waited last
        self._saver: asyncio.Task[None] | None = None

    async def catch_up(self) -> None:
        """Bring up to date whatever fell behind while the bot was away."""
        for board in await self._store.boards_behind():
            self._start(board)

    async def refresh(self, match: MatchId) -> None:
        """Bring the boards of a match up to date, as far as no answer is about to do it."""
        for board in await self._store.boards_of(match):
            self._start(board)

    def lease(self, board: Board, message: Message) -> None:
        """An answer is about to show this message on the board; hands off until `settle`."""
        self._leased[board.id] += 1
        self._out[board.id] = board
        self._looks.pop(board.id, None)
        if self._leased[board.id] == 1:
            self._looks[board.id] = hash(message)

    async def settle(self, delivery: Delivery, message: str | None) -> None:
        """The answer has arrived as `message` (None: it failed); what happened meanwhile is shown now."""
        board = self._out.get(delivery.board)
        if board is None:
            return
        try:
            if message is None:
                self._looks.pop(board.id, None)
            else:
                # The answer that arrived last is what the screen shows, even if it was the older one.
                self._note(board, delivery.version)
                await self._stands(board, message)
        finally:
            self._leased[board.id] -= 1
            if self._leased[board.id] <= 0:
                del self._leased[board.id], self._out[board.id]
        self._start(board)

    def unsaved(self) -> dict[str, int]:
        """What has been shown and is not stored yet; whoever takes it stores it."""
        taken = {board: self._shown[board] for board in self._unsaved}
        self._unsaved.clear()
        return taken

    async def close(self) -> None:
        """Stop all work and note what has been shown."""
        tasks = [*self._tasks.values(), *([self._saver] if self._saver else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._save()

    async def settled(self) -> None:
        """Wait until no board is being brought up to date."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _stands(self, board: Board, message: str) -> None:
        """The board is this message from now on; older ones of the match in the chat make way for it."""
        if board.message == message:
            return
        fresh = replace(board, message=message)
        place = (fresh.platform, fresh.chat, fresh.player)
        older = [
            replace(other, moved_to=message)
            for other in await self._store.boards_of(fresh.match)
            if other.id != fresh.id and (other.platform, other.chat, other.player) == place
        ]
        await self._store.put_boards([fresh, *older])
        for other in older:
            self._start(other)

    def _start(self, board: Board) -> None:
        if self._leased[board.id] > 0:
            return  # `settle` comes back to it
        if board.id in self._tasks:
            self._news.add(board.id)
            return
        task = asyncio.create_task(self._bring_up(board.id, board.match))
        self._tasks[board.id] = task

    async def _bring_up(self, board_id: str, match: MatchId) -> None:
        try:
            while await self._step(board_id, match):
                pass
        except Exception:
            log.exception("board %s of match %s could not be brought up to date", board_id, match)
        finally:
            # Without an await since the last look for news: none can be missed.
            del self._tasks[board_id]

    async def _step(self, board_id: str, match: MatchId) -> bool:
        """Show the newest version; False when there is nothing left to do."""
        self._news.discard(board_id)
        rows = await self._store.boards_of(match)
        board = next((row for row in rows if row.id == board_id), None)
        if board is None or board.platform not in self._adapters:
            return False
        if board.moved_to is not None:
            return await self._shrink(board, board.moved_to)
        if self._shown.get(board_id, board.shown) >= await self._version(match):
            return board_id in self._news
        message, version = await self._render(board)
        if self._leased[board_id] > 0:
            return False
        await self._try(board, message, version)
        return True

    async def _try(self, board: Board, message: Message, version: int) -> None:
        try:
            if self._looks.get(board.id) != hash(message):  # never an edit that changes nothing
                await self._show(board, message)
            self._looks[board.id] = hash(message)
            self._note(board, version)
            self._waits.pop(board.id, None)
        except Hiccup as hiccup:
            await self._wait(board, hiccup)
        except MessageGone:
            # Somebody deleted it: the match gets a new message, under a nonce of its own.
            again = hashlib.sha256(f"{board.id} again".encode()).hexdigest()[:20]
            fresh = replace(board, id=again, message=None, shown=0)
            await self._store.put_boards([fresh])
            await self._drop(board)
            self._start(fresh)
        except Unreachable:
            log.info("board %s of match %s cannot be shown any more", board.id, board.match)
            await self._drop(board)

    async def _shrink(self, board: Board, moved_to: str) -> bool:
        """A fresh board stands at the end of the chat: this one becomes a line with a link, and is done."""
        chat = Chat(board.platform, board.chat, board.private)
        try:
            if board.message is not None:
                message = await self._retired(board, Link(board.match, chat, moved_to))
                await self._adapters[board.platform].edit(chat, board.message, message)
        except Hiccup as hiccup:
            await self._wait(board, hiccup)
            return True
        except (MessageGone, Unreachable):
            log.info("the old board %s is gone", board.id)
        await self._drop(board)
        return False

    async def _wait(self, board: Board, hiccup: Hiccup) -> None:
        """As long as the platform wants, and longer each time."""
        wait = max(hiccup.after, min(2 * self._waits.get(board.id, 0.0), LONGEST_WAIT))
        self._waits[board.id] = wait
        await self._sleep(wait)

    async def _drop(self, board: Board) -> None:
        await self._store.drop_board(board.id)
        self._shown.pop(board.id, None)
        self._looks.pop(board.id, None)
        self._waits.pop(board.id, None)
        self._unsaved.discard(board.id)

    async def _show(self, board: Board, message: Message) -> None:
        adapter = self._adapters[board.platform]
        chat = Chat(board.platform, board.chat, board.private)
        if board.message is not None:
            await adapter.edit(chat, board.message, message)
            return
        posted = await adapter.post(chat, message, nonce=board.id)
        await self._store.put_boards([replace(board, message=posted)])

    def _note(self, board: Board, version: int) -> None:
        self._shown[board.id] = version
        self._unsaved.add(board.id)
        if self._saver is None or self._saver.done():
            self._saver = asyncio.create_task(self._save_soon())

    async def _save_soon(self) -> None:
        await self._sleep(SAVE_AFTER)
        await self._save()

    async def _save(self) -> None:
        if shown := self.unsaved():
            await self._store.mark_shown(shown)
