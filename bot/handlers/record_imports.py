"""Match records from elsewhere, which only the player who imported them sees."""

from __future__ import annotations

import asyncio
from time import monotonic

from bot import interface, presentation
from bot.domain.commands import RECORD_MAX_BYTES
from bot.handlers.context import RequestContext, answers
from bot.handlers.replays import replay_page
from bot.interface import Answer, ImportRecord, InvalidCommand, Note
from bot.repositories.replays import replay_of_record
from games import record
from games.events import MatchId
from games.game import State
from games.record import Record, UnreadableRecord
from storage.results import StoredRecord

PATIENCE = 5.0  # seconds to replay a record; the longest match takes less than one
ID_LENGTH = 18  # characters


@answers(interface.ImportRecord)
async def import_record(context: RequestContext, request: ImportRecord) -> Answer:
    if len(request.data) > RECORD_MAX_BYTES:
        too_large = InvalidCommand("file_too_large", "import")
        return Note(presentation.misspoken(too_large, context.phrasing), succeeded=False)
    async with context.services.importing:
        read, states = await asyncio.to_thread(_read, request.data, PATIENCE)
    # The id follows from the press, so a repeated press stores the same record.
    key = MatchId(context.press[:ID_LENGTH].upper())
    await context.store.results.put_record(StoredRecord(key, context.player, context.at, record.write(read)))
    return await replay_page(context, replay_of_record(key, read, states), 0)


def _read(data: bytes, patience: float) -> tuple[Record, tuple[State, ...]]:
    """Parse and replay a record within `patience` seconds.

    Raises:
        UnreadableRecord: it is not UTF-8, or wrong, or takes too long.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise UnreadableRecord(data[: wrong.start].count(b"\n") + 1, "no_text") from None
    until = monotonic() + patience
    return record.read(text, lambda: monotonic() < until)
