"""Imports of records: validated, kept for the person who sent them, replayed."""

from __future__ import annotations

import asyncio
from time import monotonic

from bot import interface, presentation
from bot.domain.commands import RECORD_MAX_BYTES
from bot.handlers.context import RequestContext
from bot.handlers.replays import ReplayHandler
from bot.handlers.request_table import answers
from bot.handlers.responses import note
from bot.interface import ImportRecord, InvalidCommand, Response
from bot.presentation import Phrasing
from bot.repositories.replays import brought_along
from games import record
from games.events import MatchId
from games.game import State
from games.record import Record, UnreadableRecord
from storage.results import StoredRecord
from storage.sql.results import Results

PATIENCE = 5.0  # seconds to play a record again; the longest match takes less than one
ID_LENGTH = 18  # characters


class RecordImportHandler:
    """Answers imports of records."""

    def __init__(
        self,
        store: Results,
        replays: ReplayHandler,
        *,
        patience: float = PATIENCE,
    ) -> None:
        self._store = store
        self._replays, self._patience = replays, patience
        self._reading = asyncio.Lock()  # one at a time: a large record delays other imports, nothing else

    @answers(interface.ImportRecord)
    async def answer(self, context: RequestContext, request: ImportRecord) -> Response:
        """The replay of the match, for this person's eyes alone; or which line cannot be read."""
        phrasing = Phrasing(context.texts, {})
        if len(request.data) > RECORD_MAX_BYTES:
            return note(presentation.misspoken(InvalidCommand("file_too_large", "import", ""), phrasing))
        try:
            async with self._reading:
                read, states = await asyncio.to_thread(_read, request.data, self._patience)
        except UnreadableRecord as wrong:
            return note(presentation.unreadable(wrong, phrasing))
        # The same press again stores the same again.
        key = MatchId(context.digest[:ID_LENGTH].upper())
        await self._store.put_record(StoredRecord(key, context.player, context.at, record.write(read)))
        return await self._replays.page(context, brought_along(key, read, states), 0)


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
