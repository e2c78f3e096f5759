"""Which chat message shows which match to whom, up to which version; and how it is brought up to date.

A board is shown state, not a queue of messages: being behind is a fact in the store, so that a crash, a
rate limit or an outage only delays. Always the newest version is sent, older ones never.

Of the boards in one chat for the same readers one lives: the one whose message came last. While a fresh one
is on its way the old ones wait, then they shrink to a line with a link; if it is refused, they live on.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.looks import Looks, Version
from bot.notices import GOING_ON, Notices, Word
from bot.places import drawn, same_place
from bot.reach import Reach
from bot.screen import (
    Adapter,
    Chat,
    Delivery,
    Hiccup,
    Link,
    Message,
    MessageGone,
    OnlyByPress,
    Unreachable,
    WrongForm,
)
from games.events import MatchId
from storage.store import Board, Store

log = logging.getLogger(__name__)

SAVE_AFTER = 2.0  # seconds until a shown version is noted, unless the next change takes the note along
LONGEST_WAIT = 60.0  # seconds between two tries, unless a platform asks for more
KEPT = 20_000  # newest boards whose looks are remembered, at about 200 bytes each
MOST_FAILURES = 5  # tries of a board that fails in a way nobody foresaw; then it waits for the next event
LONGEST_ANSWER = 120.0  # seconds until an answer that never came back counts as failed


class Boards:
    """All boards on all platforms."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        looks: Looks,
        version: Version,
        notices: Notices,
        reach: Reach,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        longest: float = LONGEST_ANSWER,
    ) -> None:
        self._sleep, self._longest = sleep, longest
        self._store, self._adapters = store, adapters
        self._display, self._version = looks, version
        self._notices, self._reach = notices, reach
        self._shown: dict[str, int] = {}  # by board, what has been seen on the screen
        self._unsaved: set[str] = set()  # boards whose shown version the store does not know yet
        self._leased: Counter[str] = Counter()  # answers under way that are about to change a board
        self._out: dict[str, Board] = {}  # the boards of these answers
        self._timers: dict[str, asyncio.TimerHandle] = {}  # when these answers count as failed
        self._looks: dict[str, int] = {}  # by board, the hash of what it certainly shows
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._news: set[str] = set()  # boards that something happened to while a task was at them
        self._stale: set[str] = set()  # boards that have more to tell than the version they show
        self._lost: set[str] = set()  # boards in chats where the bot cannot write any more
        self._placing: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
        self._waits: dict[str, float] = {}  # seconds that a failing board waited last
        self._saver: asyncio.Task[None] | None = None

    async def catch_up(self, platform: str | None = None) -> None:
        """Bring up to date whatever fell behind while the bot was away, on one platform or on all."""
        for board in await self._store.boards_behind():
            if platform in (None, board.platform):
                self._start(board)

    async def refresh(self, match: MatchId) -> None:
        """Bring the boards of a match up to date, as far as no answer is about to do it."""
        for board in await self._store.boards_of(match):
            self._start(board)

    def redraw(self, boards: Iterable[Board]) -> None:
        """Show boards anew that are to look otherwise though nothing has happened."""
        for board in boards:
            self._stale.add(board.id)
            self._start(board)

    async def lost(self, platform: str, place: str) -> None:
        """Give up all boards in a chat, or in all chats whose ids begin with this and a `/`."""
        for board in await self._store.boards_in(platform, place):
            self._lost.add(board.id)
            self._start(board)

    def tell(self, word: Word) -> None:
        """Say something to one person as soon as his chat takes it."""
        task = asyncio.create_task(self._tell_alone(word))
        self._tasks[word.nonce] = task

    async def _tell_alone(self, word: Word) -> None:
        try:
            await self._tell(word)
        except Exception:
            log.exception("a word could not be said on %s", word.chat.platform)
        finally:
            del self._tasks[word.nonce]

    async def moved(self, platform: str, old: str, new: str) -> None:
        """A chat has another id: what goes on there is posted anew, and notifies nobody."""
        there = await self._store.boards_in(platform, old)
        for board in there:
            self._shown.pop(board.id, None)
            self._looks.pop(board.id, None)
            self._unsaved.discard(board.id)
        await self._store.move_chat(platform, old, new, [phase.value for phase in GOING_ON])
        for board in await self._store.boards_in(platform, new):
            if board.shown == 0 and any(board.id == known.id for known in there):
                await self._post_again(board)

    def lease(self, board: Board, message: Message) -> None:
        """An answer is about to show this message on the board; hands off until `settle`, or for so long."""
        self._stop_timer(board.id)
        loop = asyncio.get_running_loop()
        self._timers[board.id] = loop.call_later(self._longest, self._give_back, board)
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
            if message is None or not self._leased[board.id]:
                self._looks.pop(board.id, None)
            if message is not None:
                # The answer that arrived last is what the screen shows, even if it was the older one.
                await self._stands(board, message, delivery.version)
                self._note(board, delivery.version)
        finally:
            self._leased[board.id] -= 1
            if self._leased[board.id] <= 0:
                self._stop_timer(board.id)
                del self._leased[board.id], self._out[board.id]
        self._start(board)

    def _give_back(self, board: Board) -> None:
        """Nobody said what became of an answer: what the board shows is not known."""
        log.warning("nobody said what became of an answer on board %s of match %s", board.id, board.match)
        del self._timers[board.id], self._leased[board.id]
        self._looks.pop(board.id, None)  # `_out` stays, for an answer that comes back later
        self._start(board)

    def _stop_timer(self, board: str) -> None:
        if timer := self._timers.pop(board, None):
            timer.cancel()

    def unsaved(self) -> dict[str, int]:
        """What has been shown and is not stored yet; whoever takes it stores it."""
        taken = {board: self._shown[board] for board in self._unsaved}
        self._unsaved.clear()
        return taken

    async def close(self) -> None:
        """Stop all work and note what has been shown."""
        for board in tuple(self._timers):
            self._stop_timer(board)
        tasks = [*self._tasks.values(), *([self._saver] if self._saver else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._save()

    async def settled(self) -> None:
        """Wait until no board is being brought up to date."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _stands(self, board: Board, message: str, version: int) -> None:
        """The board is this message from now on; older ones at the same place make way for it."""
        if board.message == message:
            return
        async with self._placing.setdefault(board.match, asyncio.Lock()):
            fresh = replace(board, message=message, shown=version, notice=None, moved_to=None)
            older = [
                replace(other, moved_to=message)
                for other in await self._store.boards_of(board.match)
                if other.id != board.id and same_place(other, board) and not await self._notices.is_due(other)
            ]
            await self._store.put_boards([fresh, *older])
        self._reach.joins(board.player, board.match)
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
        failures = 0
        try:
            while failures < MOST_FAILURES:
                try:
                    while await self._step(board_id, match):
                        pass
                    break
                except Exception:
                    failures += 1
                    await self._failed(board_id, match, failures)
        finally:
            # Without an await since the last look for news: none can be missed.
            del self._tasks[board_id]
        if failures == MOST_FAILURES:
            await self._start_those_behind(board_id, match)

    async def _failed(self, board_id: str, match: MatchId, failures: int) -> None:
        """A fault that nobody foresaw may pass like any other; its trace is written down once."""
        log.error(
            "board %s of match %s could not be brought up to date, try %s of %s",
            *(board_id, match, failures, MOST_FAILURES),
            exc_info=failures == 1,
        )
        if failures < MOST_FAILURES:
            await self._wait(board_id, Hiccup())

    async def _start_those_behind(self, board_id: str, match: MatchId) -> None:
        """The boards that waited for one that never came: they live on."""
        rows = await self._store.boards_of(match)
        for given_up in (row for row in rows if row.id == board_id and row.message is None):
            for other in rows:
                if other.message is not None and same_place(other, given_up):
                    self._start(other)

    async def _start_others(self, board_id: str, match: MatchId) -> None:
        """Those that may have waited for a board that is no more."""
        for other in await self._store.boards_of(match):
            if other.id != board_id:
                self._start(other)

    async def _step(self, board_id: str, match: MatchId) -> bool:
        """Show the newest version; False when there is nothing left to do."""
        self._news.discard(board_id)
        rows = await self._store.boards_of(match)
        board = next((row for row in rows if row.id == board_id), None)
        if board is None or board.platform not in self._adapters:
            return False
        if board.moved_to is not None:
            return await self._shrink(board, board.moved_to)
        if board_id in self._lost:
            await self._give_up(board)
            return False
        known = self._shown.get(board_id, board.shown) >= await self._version(match)
        if self._waits_for_another(board, rows) or (known and board_id not in self._stale):
            return board_id in self._news
        self._stale.discard(board_id)
        message, version = await self._display.render(board)
        if self._leased[board_id] > 0:
            return False
        return await self._try(board, message, version)

    def _waits_for_another(self, board: Board, rows: Sequence[Board]) -> bool:
        """A fresh board is on its way to the same place; what is about to shrink need not change before."""
        return board.message is not None and any(
            same_place(row, board)
            and (row.message, row.moved_to) == (None, None)
            and (row.id in self._tasks or self._leased[row.id] > 0)
            for row in rows
        )

    async def _try(self, board: Board, message: Message, version: int) -> bool:
        """Show a message; False when there is nothing left to try now."""
        try:
            if self._looks.get(board.id) != hash(message):  # never an edit that changes nothing
                await self._show(board, message, version)
            self._looks[board.id] = hash(message)
            self._note(board, version)
            self._waits.pop(board.id, None)
        except Hiccup as hiccup:
            await self._wait(board.id, hiccup)
        except OnlyByPress:  # It stays behind, until it is pressed or something happens again.
            self._reach.closes(board.platform, board.chat)
            return board.id in self._news
        except WrongForm:  # A new message makes this one shrink; where there can be none, it stays as it is.
            if not self._reach.is_closed(board.platform, board.chat):
                await self._post_again(board, beside=True)
            return board.id in self._news
        except MessageGone:
            await self._post_again(board)
        except Unreachable:
            await self._give_up(board)
        return True

    async def _post_again(self, board: Board, *, beside: bool = False) -> None:
        """The match gets a new message there, with a nonce of its own; the old one is gone, or shrinks."""
        fresh = replace(board, id=drawn(f"{board.id} again"), message=None, shown=0, notice=None)
        await self._store.put_boards([fresh])
        if not beside:
            await self._drop(board)
        self._start(fresh)

    async def _give_up(self, board: Board) -> None:
        """It cannot be shown there any more: what it had to tell is told elsewhere, then it is forgotten."""
        log.info("board %s of match %s cannot be shown any more", board.id, board.match)
        instead = await self._notices.instead_of(board)
        await self._store.put_boards(instead.boards)
        for fresh in instead.boards:
            self._start(fresh)
        for word in instead.words:
            await self._tell(word)
        await self._drop(board)
        self._stale.update(other.id for other in await self._notices.cut_off(board.match))
        await self._start_others(board.id, board.match)

    async def _tell(self, word: Word) -> None:
        while True:
            try:
                await self._adapters[word.chat.platform].post(word.chat, word.message, nonce=word.nonce)
            except Hiccup as hiccup:
                await self._wait(word.nonce, hiccup)
                continue
            except Unreachable:
                self._reach.closes(word.chat.platform, word.chat.id)
            self._waits.pop(word.nonce, None)
            return

    async def _shrink(self, board: Board, moved_to: str) -> bool:
        """A fresh board stands at the end of the chat: this one becomes a line with a link, and is done."""
        chat = Chat(board.platform, board.chat, board.private)
        try:
            if board.message is not None and board.id not in self._lost:
                message = await self._display.retired(board, Link(board.match, chat, moved_to, board.match))
                await self._adapters[board.platform].edit(chat, board.message, message)
        except Hiccup as hiccup:
            await self._wait(board.id, hiccup)
            return True
        except (MessageGone, Unreachable, OnlyByPress, WrongForm):
            log.info("the old board %s cannot be changed any more", board.id)
        await self._drop(board)
        return False

    async def _wait(self, what: str, hiccup: Hiccup) -> None:
        """As long as the platform wants, and longer each time."""
        wait = max(hiccup.after, min(2 * self._waits.get(what, 0.0), LONGEST_WAIT))
        self._waits[what] = wait
        await self._sleep(wait)

    async def _drop(self, board: Board) -> None:
        await self._store.drop_board(board.id)
        self._shown.pop(board.id, None)
        self._looks.pop(board.id, None)
        self._waits.pop(board.id, None)
        self._unsaved.discard(board.id)
        self._stale.discard(board.id)
        self._lost.discard(board.id)

    async def _show(self, board: Board, message: Message, version: int) -> None:
        adapter = self._adapters[board.platform]
        chat = Chat(board.platform, board.chat, board.private)
        if board.message is not None:
            await adapter.edit(chat, board.message, message)
            return
        posted = await adapter.post(chat, await self._display.first(board, message), nonce=board.id)
        self._reach.opens(board.platform, board.chat)
        await self._stands(board, posted, version)

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
        for known in (self._shown, self._looks):  # the store knows what is forgotten here
            while len(known) > KEPT:
                del known[next(iter(known))]
