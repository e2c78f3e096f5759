"""New databases for tests: copied, since making the tables anew takes twenty times as long."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.sqlite.store import SqliteStore


def prepared(path: Path) -> Path:
    """The same path, at which there is a database now: the one that was there, or a new one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(_new_database())
    return path


@cache
def _new_database() -> bytes:
    """In a thread of its own, for there may be an event loop in this one."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        file = Path(folder, "new.db")
        thread.submit(asyncio.run, _make(file)).result()
        return file.read_bytes()


async def _make(file: Path) -> None:
    await (await SqliteStore.open(file)).close()
