"""A person is forgotten: what is under way ends, then all that leads to him is deleted.

The log stays for those who played against him, with an id that leads to nobody. Nobody acts while that
happens (see `bot.handlers.shared_lock`).
"""

from __future__ import annotations

import logging

from bot import presentation
from bot.delivery.board_synchronizer import Boards
from bot.delivery.turn_notices import GOING_ON
from bot.handlers.context import Visit
from bot.handlers.help import note, private
from bot.interface import Answer, ForgetMe
from bot.presentation import Voice
from bot.repositories.accounts import People
from bot.repositories.matches import Archive
from bot.repositories.preferences import Wishes
from games.events import Event, MatchId, PlayerId
from games.match import Match, Phase
from games.requests import Cancel, Decline, Resign
from storage.store import MatchRow, Store, StoreError

log = logging.getLogger(__name__)


class Forgetting:
    """Asks first, then forgets."""

    def __init__(
        self, store: Store, people: People, wishes: Wishes, archive: Archive, boards: Boards
    ) -> None:
        self._store, self._people, self._wishes = store, people, wishes
        self._archive, self._boards = archive, boards

    async def answer(self, visit: Visit, request: ForgetMe) -> Answer:
        """For this person's eyes alone; nobody else may be acting where it is sure."""
        rows = await self._store.matches_of(visit.player, [phase.value for phase in GOING_ON])
        if not request.sure:
            return await self._ask(visit, rows)
        ended = [match for row in rows if (match := await self._end_if_it_can_be_read(visit, row.match))]
        await self._people.forget(visit.player)
        self._wishes.forget()
        for match in ended:
            await self._boards.refresh(match)
        return note(visit.texts("note.forgotten"))

    async def _ask(self, visit: Visit, rows: tuple[MatchRow, ...]) -> Answer:
        running = sum(row.phase == Phase.RUNNING.value for row in rows)
        accounts = await self._people.accounts(visit.player)
        page = presentation.forget_page(accounts, running, len(rows) - running, Voice(visit.texts, {}))
        return private(page, granted=False)

    async def _end_if_it_can_be_read(self, visit: Visit, match_id: MatchId) -> MatchId | None:
        """One broken log does not keep somebody from being forgotten."""
        try:
            return await self._end(visit, match_id)
        except StoreError:
            log.exception("match %s could not be ended before a player was forgotten", match_id)
            return None

    async def _end(self, visit: Visit, match_id: MatchId) -> MatchId | None:
        """Resign, withdraw or decline; None where an open challenge of somebody else is nothing to him."""
        async with self._archive.lock(match_id):
            match = await self._archive.load(match_id)
            events = _last_events(match, visit.player, visit.at)
            if not events:
                return None
            await self._archive.append(match, events, press=f"{visit.press} {match_id}", shown={})
        return match_id


def _last_events(match: Match, player: PlayerId, at: int) -> tuple[Event, ...]:
    """What he leaves a match with."""
    if match.phase is Phase.RUNNING:
        return match.decide(Resign(player), at)
    if match.opened.challenger == player:
        return match.decide(Cancel(player), at)
    return match.decide(Decline(player), at) if match.opened.invited == player else ()
