"""Which chat message shows which match to whom, up to which version; and how it is brought up to date.

A board is shown state, not a queue of messages: being behind is a fact in the store, so that a crash, a
rate limit or an outage only delays. Always the newest version is sent, older ones never.

Of the boards in one chat for the same readers one lives: the one whose message came last. While a fresh one
is on its way the old ones wait, then they shrink to a line with a link; if it is refused, they live on.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.delivery.board_state import BoardState, Looks
from bot.delivery.direct_messages import DirectMessenger, Patience
from bot.delivery.leases import LONGEST_ANSWER, Leases
from bot.delivery.presence import PresenceTracker
from bot.delivery.routing import drawn, same_place
from bot.delivery.turn_notices import (
    UNDER_WAY,
    DirectMessage,
    Replacement,
    TurnNotifier,
)
from bot.interface import (
    Adapter,
    Chat,
    Delivery,
    InteractionRequired,
    Link,
    Message,
    MessageGone,
    MessageKindFixed,
    Response,
    RetryLater,
    Unreachable,
)
from games.events import MatchId
from storage.store import Board, Store

log = logging.getLogger(__name__)

SAVE_AFTER = 2.0  # seconds until a shown version is noted, unless the next change takes the note along
MOST_FAILURES = 5  # of a board that fails as nobody foresaw, before it is left until something happens again

Version = Callable[[MatchId], Awaitable[int]]
"""The version that a match has reached."""


class BoardSynchronizer:
    """All boards on all platforms."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        looks: Looks,
        version: Version,
        notifier: TurnNotifier,
        presence: PresenceTracker,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        longest: float = LONGEST_ANSWER,
    ) -> None:
        self._sleep = sleep
        self._store, self._adapters = store, adapters
        self._screens, self._version = looks, version
        self._notifier, self._presence = notifier, presence
        self._sights = BoardState()
        self._leases = Leases(longest, self._give_back)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._waiting: defaultdict[str, dict[str, Board]] = defaultdict(dict)  # by board, who waits for it
        self._news: set[str] = set()  # boards that something happened to while a task was at them
        self._stale: set[str] = set()  # boards that have more to tell than the version they show
        self._lost: set[str] = set()  # boards in chats where the bot cannot write any more
        self._placing: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
        self._patience = Patience(sleep)
        self._teller = DirectMessenger(adapters, presence, self._patience)
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

    async def after(self, match: MatchId, answering: Awaitable[Response]) -> Response:
        """An answer; and whatever becomes of it, the other boards of the match are brought up to date."""
        try:
            answer = await answering
        except BaseException:
            await self.refresh(match)
            raise
        try:
            await self.refresh(match)
        except BaseException:
            if answer.delivery:  # It does not get out.
                await self.settle(answer.delivery, None)
            raise
        return answer

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

    async def moved(self, platform: str, old: str, new: str) -> None:
        """A chat has another id: what goes on there is shown anew at its end, and notifies nobody."""
        stood = {board.id for board in await self._store.boards_in(platform, old) if board.message}
        await self._store.move_chat(platform, old, new, UNDER_WAY)
        for board in await self._store.boards_in(platform, new):
            self._leases.call_in(board.id)  # Whatever is on its way to the old one does not arrive.
            row = await self._store.row(board.match)
            if board.id in stood and row and row.phase in UNDER_WAY:
                await self._post_anew(board)
            elif board.message is None:
                self._start(board)

    def lease(self, board: Board, message: Message) -> None:
        """An answer is about to show this message on the board; hands off until `settle`, or for so long."""
        self._stale.discard(board.id)
        ephemeral = self._leases.begin(board)
        self._sights.appears(board.id, message if ephemeral else None)

    async def settle(self, delivery: Delivery, message: str | None) -> None:
        """The answer has arrived as `message` (None: it failed); what happened meanwhile is shown now."""
        board = self._leases.board(delivery.board)
        if board is None:
            return
        try:
            if message is None or not self._leases.holds(board.id):
                self._sights.appears(board.id, None)
            if message is None:
                self._stale.add(board.id)
            else:
                # The answer that arrived last is what the screen shows, even if it was the older one.
                await self._stands(board, message, delivery.version)
                self._note(board, delivery.version)
        finally:
            self._leases.end(board.id)
        self._start(board)

    def _give_back(self, board: Board) -> None:
        """Nobody said what became of an answer: what the board shows is not known."""
        self._sights.appears(board.id, None)
        self._start(board)

    def unsaved(self) -> dict[str, int]:
        """What has been shown and is not stored yet; whoever stores it says so by `saved`."""
        return self._sights.unsaved()

    def saved(self, shown: Mapping[str, int]) -> None:
        """What had been shown is stored."""
        self._sights.saved(shown)

    async def close(self) -> None:
        """Stop all work and note what has been shown."""
        self._leases.close()
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
            rows = await self._store.boards_of(board.match)
            known = next((row for row in rows if row.id == board.id), board)  # its chat may have moved
            fresh = replace(known, message=message, shown=version, notice=None, moved_to=None)
            older = [
                replace(other, moved_to=message)
                for other in rows
                if other.id != board.id
                and same_place(other, fresh)
                and not await self._notifier.has_to_tell(other)
            ]
            await self._store.put_boards([fresh, *older])
        self._presence.joins(board.player, board.match)
        if board.notice:
            self._presence.joins(board.notice.player, board.match)
        self._waiting.pop(board.id, None)  # they are among the older ones
        for other in older:
            self._start(other)

    def _start(self, board: Board) -> None:
        if self._leases.holds(board.id):
            return  # `settle` comes back to it
        if board.id in self._tasks:
            self._news.add(board.id)
            return
        self._tasks[board.id] = asyncio.create_task(self._bring_up(board.id, board.match))

    async def _bring_up(self, board_id: str, match: MatchId) -> None:
        tries = 0
        try:
            while True:
                try:
                    if not await self._step(board_id, match):
                        break
                except Exception:
                    tries += 1
                    if tries == 1:
                        log.exception("board %s of match %s could not be brought up to date", board_id, match)
                    if tries >= MOST_FAILURES and board_id not in self._news:
                        break
                    await self._patience.wait(board_id, RetryLater())
        finally:
            # Without an await since the last look for news: none can be missed.
            del self._tasks[board_id]
        self._patience.end(board_id)
        for other in self._waiting.pop(board_id, {}).values():
            self._start(other)

    async def _step(self, board_id: str, match: MatchId) -> bool:
        """Show the newest version; False when there is nothing left to do."""
        self._news.discard(board_id)
        rows = await self._store.boards_of(match)
        board = next((row for row in rows if row.id == board_id), None)
        if board is None:
            self._stale.discard(board_id)
            return False
        if board.platform not in self._adapters or self._leases.holds(board_id):
            return False  # `settle` comes back to a leased one
        if board.moved_to is not None:
            return await self._shrink(board, board.moved_to)
        if board_id in self._lost:
            await self._give_up(board)
            return False
        known = self._sights.version(board) >= await self._version(match)
        if self._waits_for_another(board, rows) or (known and board_id not in self._stale):
            return board_id in self._news
        self._stale.discard(board_id)
        message, version = await self._screens.render(board)
        if self._leases.holds(board_id):
            return False
        return await self._try(board, message, version)

    def _waits_for_another(self, board: Board, rows: Sequence[Board]) -> bool:
        """A fresh board is on its way to the same place; what is about to shrink need not change before."""
        if board.message is None:
            return False
        for row in rows:
            on_its_way = row.message is None and (row.id in self._tasks or self._leases.holds(row.id))
            if on_its_way and row.moved_to is None and same_place(row, board):
                self._waiting[row.id][board.id] = board
                return True
        return False

    async def _try(self, board: Board, message: Message, version: int) -> bool:
        """Show a message; False when there is nothing left to try now."""
        try:
            if not self._sights.looks_like(board.id, message):  # never an edit that changes nothing
                await self._show(board, message, version)
            self._sights.appears(board.id, message)
            self._note(board, version)
            self._patience.end(board.id)
        except RetryLater as hiccup:
            self._stale.add(board.id)
            await self._patience.wait(board.id, hiccup)
        except InteractionRequired:  # It stays behind, until it is pressed or something happens again.
            await self._carry_out(await self._notifier.instead_of_change(self._as_seen(board)))
            return board.id in self._news
        except MessageKindFixed:
            # A new message makes this one shrink; where there can be none, it stays as it is.
            if not self._presence.is_closed(board.platform, board.chat):
                await self._post_anew(board, beside=True)
            return board.id in self._news
        except MessageGone:
            await self._replace(board)
        except Unreachable:
            await self._give_up(board)
        return True

    async def _replace(self, board: Board) -> None:
        """Somebody deleted its message: the match gets a new one."""
        rows = await self._store.boards_of(board.match)
        if all((row.id, row.message) != (board.id, board.message) for row in rows):
            return  # Its chat has moved meanwhile, and with it the board.
        await self._post_anew(board)

    async def _post_anew(self, board: Board, *, beside: bool = False) -> None:
        """As a new message, under a nonce of its own; the old one is gone, or shrinks beside it."""
        fresh = replace(board, id=drawn(f"{board.id} again"), message=None, shown=0, notice=None)
        await self._store.put_boards([fresh])
        if not beside:
            await self._drop(board)
        self._start(fresh)

    def _as_seen(self, board: Board) -> Board:
        return replace(board, shown=self._sights.version(board))

    async def _give_up(self, board: Board) -> None:
        """It cannot be shown there any more: what it had to tell is told elsewhere, then it is forgotten."""
        log.info("board %s of match %s cannot be shown any more", board.id, board.match)
        lost = board.id in self._lost
        await self._carry_out(await self._notifier.instead_of(self._as_seen(board), lost=lost))
        await self._drop(board)
        self._stale.update(other.id for other in await self._notifier.cut_off(board.match))
        await self._start_others(board.id, board.match)

    async def _start_others(self, board_id: str, match: MatchId) -> None:
        for other in await self._store.boards_of(match):
            if other.id != board_id:
                self._start(other)

    async def _carry_out(self, instead: Replacement) -> None:
        if instead.boards:
            await self._store.put_boards(instead.boards)
        for fresh in instead.boards:
            self._start(fresh)
        for word in instead.words:
            await self._teller.tell(word)

    def tell(self, word: DirectMessage) -> None:
        """Say something to one person as soon as his chat takes it."""
        self._tasks[word.nonce] = asyncio.create_task(self._tell_alone(word))

    async def _tell_alone(self, word: DirectMessage) -> None:
        try:
            await self._teller.tell(word)
        except Exception:
            log.exception("a word could not be said on %s", word.chat.platform)
        finally:
            del self._tasks[word.nonce]

    async def _shrink(self, board: Board, moved_to: str) -> bool:
        """A fresh board stands at the end of the chat: this one becomes a line with a link, and is done."""
        chat = Chat(board.platform, board.chat, board.private)
        try:
            if board.message is not None and board.id not in self._lost:
                message = await self._screens.retired(board, Link(board.match, chat, moved_to, board.match))
                await self._adapters[board.platform].edit(chat, board.message, message)
        except RetryLater as hiccup:
            await self._patience.wait(board.id, hiccup)
            return True
        except (MessageGone, Unreachable, InteractionRequired, MessageKindFixed):
            log.info("the old board %s cannot be changed any more", board.id)
        if self._leases.holds(board.id):  # An answer is about to change it back: `settle` comes back to it.
            return False
        await self._drop(board)
        return False

    async def _drop(self, board: Board) -> None:
        await self._store.drop_board(board.id)
        self._sights.forget(board.id)
        self._patience.end(board.id)
        self._stale.discard(board.id)
        self._lost.discard(board.id)

    async def _show(self, board: Board, message: Message, version: int) -> None:
        adapter = self._adapters[board.platform]
        chat = Chat(board.platform, board.chat, board.private)
        if board.message is not None:
            await adapter.edit(chat, board.message, message)
            return
        posted = await adapter.post(chat, await self._screens.first(board, message), nonce=board.id)
        self._presence.opens(board.platform, board.chat)
        await self._stands(board, posted, version)

    def _note(self, board: Board, version: int) -> None:
        self._sights.note(board.id, version)
        if self._saver is None or self._saver.done():
            self._saver = asyncio.create_task(self._save_soon())

    async def _save_soon(self) -> None:
        await self._sleep(SAVE_AFTER)
        try:
            await self._save()
        except Exception:  # It is stored with the next change, or shown once more after a restart.
            log.exception("what %s boards show could not be stored", len(self.unsaved()))

    async def _save(self) -> None:
        if shown := self.unsaved():
            await self._store.mark_shown(shown)
            self.saved(shown)
