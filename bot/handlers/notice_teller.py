"""Tells people later what was put off: by a board, or of several matches by one message.

What is to be told lies in the store with the change that asks for it, and what has been told, with the board
that tells it; so a kill in between loses nothing. A digest goes out under the same nonce again.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress

from bot import interface
from bot.delivery.background import WokenTask
from bot.delivery.claims import Claim
from bot.delivery.digests import DigestPoster
from bot.delivery.owed_notices import MOST_AT_ONCE
from bot.delivery.turn_notices import TurnNotifier
from bot.handlers.match_transaction import MatchTransactions
from games.events import MatchId, PlayerId
from games.match import Decision
from storage.errors import PressedBefore, VersionConflict
from storage.jobs import NOTICES_KEPT, OwedNotice
from storage.sql.jobs import Jobs

log = logging.getLogger(__name__)

LOOKS = (interface.ShowBoard, interface.ShowHand, interface.OpenMatch, interface.Choose)
"""What shows a match to whoever asks."""


class NoticeTeller:
    """One task for everybody."""

    def __init__(
        self,
        store: Jobs,
        transactions: MatchTransactions,
        notifier: TurnNotifier,
        digests: DigestPoster,
        claim: Claim,
    ) -> None:
        """Nobody is told anything yet.

        Args:
            store: what is owed to whom.
            transactions: how a board that tells something is stored.
            notifier: makes it, and knows when somebody may be told.
            digests: tell of several matches.
            lock: nobody is joined or forgotten meanwhile.
            claim: of those who are to be told something, gives whom this process is to tell.
        """
        self._store, self._transactions, self._notifier = store, transactions, notifier
        self._times, self._digests = notifier.times, digests
        self._claim = claim
        self._work, self._noting = WokenTask(self._tell_all), WokenTask(self._note_looks)
        self._looks: dict[tuple[PlayerId, MatchId], int] = {}
        self._failing: set[PlayerId] = set()

    def wake(self) -> None:
        """Time has passed: tell what is due."""
        self._work.wake()

    def heed(self, player: PlayerId, match: MatchId, request: interface.MatchRequest) -> None:
        """Who asks to see a match need not be told of it, by other processes neither."""
        if isinstance(request, LOOKS) and not (isinstance(request, interface.Choose) and request.final):
            self._looks[player, match] = self._times.now
            self._noting.wake()

    async def settled(self) -> None:
        """Wait until nothing is being told."""
        await self._noting.settled()
        await self._work.settled()

    async def close(self) -> None:
        """Stop; what is owed is in the store."""
        await self._noting.close()
        await self._work.close()

    async def _note_looks(self) -> None:
        while self._looks:
            (player, match), at = self._looks.popitem()
            try:
                await self._store.drop_seen_notice(player, match, at)
            except Exception:  # They are told what they know, at worst.
                log.exception("that somebody has seen a match could not be stored")

    async def _tell_all(self) -> None:
        owed = dict[PlayerId, list[OwedNotice]]()
        for one in await self._store.notices_due(self._times.now):
            owed.setdefault(one.notice.player, []).append(one)
        for player in owed:
            try:
                if await self._claim([f"notices:{player}"]):
                    await self._tell(player, owed[player])
            except Exception:  # It stays owed, and is tried again.
                if player not in self._failing:
                    log.exception("somebody could not be told of their matches")
                self._failing.add(player)
            else:
                self._failing.discard(player)

    async def _tell(self, player: PlayerId, due: Sequence[OwedNotice]) -> None:
        now, at = self._times.now, await self._times.next_time(player)
        if at > now:
            await self._store.settle_notices(due, at, told=False)
            return
        owed = [one for one in due if await self._is_owed(one)]
        if len(owed) > 1:
            told = await self._digests.post(player, owed, now)
            if told is not False:
                if told:
                    await self._store.settle_notices(owed, now, told=True)
                return
        for one in owed[:MOST_AT_ONCE]:
            await self._tell_one(one)
        if later := owed[MOST_AT_ONCE:]:
            await self._store.settle_notices(later, now + NOTICES_KEPT, told=False)

    async def _is_owed(self, owed: OwedNotice) -> bool:
        """Whether it is; what is not is forgotten."""
        match, boards = await self._notifier.as_it_stands(owed.match)
        wanted = await self._notifier.is_owed(match, owed, boards)
        if not wanted:
            await self._store.drop_notices([owed])
        return wanted

    async def _tell_one(self, owed: OwedNotice) -> None:
        async with self._transactions.begin(owed.match) as transaction:
            match, boards = transaction.match, transaction.boards
            if owed not in await self._store.notices_due(self._times.now):  # A reminder was quicker.
                return
            if not await self._notifier.is_owed(match, owed, boards):
                return
            told = await self._notifier.tell_late(match, owed, boards)
            if not told.boards:
                await self._store.drop_notices([owed])
                return
            seat = match.seat_of(owed.notice.player)
            press = f"house:{owed.match}:notice{'' if seat is None else seat}:{owed.due}"
            with suppress(PressedBefore, VersionConflict):  # Another process was quicker.
                await transaction.commit(Decision((), match), press=press, told=told)
