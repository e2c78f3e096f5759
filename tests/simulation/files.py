"""New databases for each life, copied: making their tables takes longer than some lives."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.platforms.web.seats import Seats, account_named
from bot.platforms.web.spec import SEATS_FILE
from bot.runtime.app import CHAT_FILE
from bot.runtime.databases import STORE_FILE
from storage.sqlite.chat_log import SqliteChatLog
from storage.sqlite.database import open_store
from tests.bot.platforms.web.visitor import BROWSER

SITTING = ("Eve", "Finn")
"""Who has a page of the web chat."""


def put_files(folder: Path) -> None:
    """What a bot finds that has been started once."""
    for name, data in _files().items():
        (folder / name).write_bytes(data)


@cache
def _files() -> dict[str, bytes]:
    with TemporaryDirectory() as folder:
        asyncio.run(_make(Path(folder)))
        return {file.name: file.read_bytes() for file in Path(folder).iterdir() if file.suffix != ".lock"}


async def _make(folder: Path) -> None:
    await (await open_store(folder / STORE_FILE)).close()
    await (await SqliteChatLog.open(folder / CHAT_FILE)).close()
    seats = Seats(folder / SEATS_FILE)
    for name in SITTING:
        seats.take(account_named(name, "en"), BROWSER)
