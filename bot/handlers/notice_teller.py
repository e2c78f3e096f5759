"""Tells people later what was put off: by a board, or of several matches by one message.

What is to be told lies in the store with the change that asks for it, and what has been told, with the board
that tells it; so a kill in between loses nothing. A digest goes out under the same nonce again.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot import interface
from bot.delivery.background import STORE_AWAY, WokenTask
from bot.delivery.telling import Teller
from bot.delivery.turn_notices import TurnNotifier
from bot.handlers.match_transaction import MatchTransactions
from games.events import MatchId, PlayerId
from games.match import Decision
from storage.errors import PressedBefore, VersionConflict
from storage.jobs import Job, OwedNotice, notice_of
from storage.sql.store import Store

log = logging.getLogger(__name__)

LOOKS = (interface.ShowBoard, interface.ShowHand, interface.OpenMatch, interface.Choose)
"""What shows a match to whoever asks."""


class NoticeTeller:
    """Tells players of their matches, when it is time."""

    def __init__(
        self, store: Store, transactions: MatchTransactions, notifier: TurnNotifier, teller: Teller
    ) -> None:
        self._store, self._queue = store.jobs, store.queue
        self._transactions, self._notifier = transactions, notifier
        self._times, self._teller = notifier.times, teller
        self._noting = WokenTask(self._note_looks)
        self._looks: dict[tuple[PlayerId, MatchId], int] = {}

    def heed(self, player: PlayerId, match: MatchId, request: interface.MatchRequest) -> None:
        """Who asks to see a match need not be told of it, by other processes neither."""
        if isinstance(request, LOOKS) and not (isinstance(request, interface.Choose) and request.final):
            self._looks[player, match] = self._times.now
            self._noting.wake()

    async def settled(self) -> None:
        """Wait until all looks are noted."""
        await self._noting.settled()

    async def close(self) -> None:
        """Stop; what is owed is in the store."""
        await self._noting.close()

    async def _note_looks(self) -> None:
        while self._looks:
            (player, match), at = self._looks.popitem()
            try:
                await self._store.drop_seen_notice(player, match, at)
            except Exception:  # They are told what they know, at worst.
                log.exception("that somebody has seen a match could not be stored")

    async def tell(self, job: Job) -> int | None:
        """Tell what is due, with all that is due for the same player; or later: gives when."""
        now, at = self._times.now, await self._times.next_time(job.player)
        if at > now:
            return at
        due = {one.match: one for one in await self._store.claimed_notices(job)}
        owed = [one for one in due.values() if await self._is_owed(one)]
        if len(owed) > 1 and await self._teller.digest(job.player, owed, now):
            await self._settle(owed, now)
            return None
        return await self._tell_one(job)

    async def _settle(self, owed: Sequence[OwedNotice], now: int) -> None:
        try:
            await self._store.settle_notices(owed, now)
        except Exception:
            log.exception("that somebody was told of their matches could not be stored")
            raise interface.RetryLater(STORE_AWAY) from None  # all of it once more, under the same nonce

    async def _is_owed(self, owed: OwedNotice) -> bool:
        match, boards = await self._notifier.as_it_stands(owed.match)
        return await self._notifier.is_owed(match, owed, boards)

    async def _tell_one(self, job: Job) -> int | None:
        owed = notice_of(job)
        async with self._transactions.begin(owed.match) as transaction:
            match, boards = transaction.match, transaction.boards
            if not await self._queue.is_held(job):  # A reminder was quicker.
                return None
            if not await self._notifier.is_owed(match, owed, boards):
                return None
            told = await self._notifier.tell_late(match, owed, boards)
            if not told.boards:
                return None
            seat = match.seat_of(owed.notice.player)
            press = f"house:{owed.match}:notice{'' if seat is None else seat}:{owed.due}"
            try:
                await transaction.commit(Decision((), match), press=press, told=told)
            except PressedBefore:  # Another process was quicker.
                return None
            except VersionConflict:  # Something else has happened: look once more.
                return job.due
            return None
