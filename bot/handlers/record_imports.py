"""Records that people bring along: read with suspicion, kept for the one who brought them, replayed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import monotonic

from bot import presentation
from bot.domain.commands import RECORD_MAX_BYTES
from bot.handlers.context import Visit
from bot.handlers.help import note
from bot.handlers.replays import Replays
from bot.handlers.shared_lock import Gate
from bot.interface import (
    Answer,
    ImportRecord,
    Misspoken,
)
from bot.presentation import Voice
from bot.repositories.accounts import People
from bot.repositories.replay_cache import Films
from games import record
from games.game import State
from games.record import Record, UnreadableRecord
from storage.store import Store, StoredRecord

PATIENCE = 5.0  # seconds to play a record again; the longest match takes less than one
ID_LENGTH = 18  # characters


class Imports:
    """Takes records in."""

    def __init__(
        self,
        store: Store,
        people: People,
        films: Films,
        replays: Replays,
        gate: Gate,
        *,
        patience: float = PATIENCE,
    ) -> None:
        self._store, self._people, self._gate = store, people, gate
        self._films, self._replays = films, replays
        self._patience = patience
        self._reading = asyncio.Lock()  # one at a time: whoever sends much makes others wait, not the house

    async def answer(self, visit: Visit, request: ImportRecord) -> Answer:
        """The replay of the match, for this person's eyes alone; or which line cannot be read."""
        voice = Voice(visit.texts, {})
        if len(request.data) > RECORD_MAX_BYTES:
            return note(presentation.misspoken(Misspoken("file_too_large", "import", ""), voice))
        try:
            async with self._gate.step_out(), self._reading:
                read, states = await asyncio.to_thread(_read, request.data, self._patience)
        except UnreadableRecord as wrong:
            return note(presentation.unreadable(wrong, voice))
        visit = replace(
            visit, player=await self._people.meet(visit.incoming.account)
        )  # as he is called by now
        # The same press again stores the same again.
        key = visit.entropy[:ID_LENGTH].upper()
        await self._store.put_record(StoredRecord(key, visit.player, visit.at, record.write(read)))
        return await self._replays.page(visit, self._films.put(key, read, states), 0)


def _read(data: bytes, patience: float) -> tuple[Record, tuple[State, ...]]:
    """The record in a file, played again within so many seconds.

    Raises:
        UnreadableRecord
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise UnreadableRecord(data[: wrong.start].count(b"\n") + 1, "no_text") from None
    until = monotonic() + patience
    return record.read(text, lambda: monotonic() < until)
