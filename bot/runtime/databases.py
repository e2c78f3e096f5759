"""The database that the host has chosen: the file in the data folder, or one on a PostgreSQL server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import cast

from bot.runtime.settings import Settings, variable
from storage.checkup import Checkup
from storage.errors import UnusableDatabase
from storage.sql.database import Rows
from storage.sql.store import SqlStore
from storage.sqlite import checkup as sqlite_checkup
from storage.sqlite.store import SqliteStore

STORE_FILE = "tischrand.db"
_SETTING = variable("database_url")


def file_of(settings: Settings) -> Path:
    """The file in the data folder.

    Raises:
        UnusableDatabase: the host has chosen another database, whose copies are made by its own tools.
    """
    if settings.database_url is not None:
        raise UnusableDatabase(
            f"{_SETTING} is set, and this command is for the SQLite file: copy a PostgreSQL database with"
            " pg_dump, bring it back with pg_restore"
        )
    return settings.data / STORE_FILE


def name_of(settings: Settings) -> str:
    """What the host calls it, without a password."""
    url = _url(settings)
    if url is None:
        return str(settings.data / STORE_FILE)
    with explained():
        from storage.postgres.connecting import place

        return place(url)


async def open_store(settings: Settings) -> SqlStore:
    """The store in the database, made if there is none yet.

    Raises:
        UnusableDatabase: it is from a newer version, in use as it may not be, or not to be reached.
    """
    url = _url(settings)
    if url is None:
        return await SqliteStore.open(settings.data / STORE_FILE)
    with explained():
        from storage.postgres.store import PostgresStore

        return await PostgresStore.open(url)


async def size(settings: Settings, store: SqlStore) -> int:
    """What an open store takes on its disk, in bytes; of a file, the log beside it too."""
    if _url(settings) is None:
        files = (settings.data / STORE_FILE, settings.data / f"{STORE_FILE}-wal")
        return sum(file.stat().st_size for file in files if file.exists())
    from storage.postgres.store import PostgresStore

    return await cast(PostgresStore, store).size()


async def check(settings: Settings) -> Checkup | None:
    """Look at the database; None: there is none yet.

    Raises:
        UnusableDatabase: it is from a newer version or another program, or cannot be read.
    """
    url = _url(settings)
    if url is None:
        return await sqlite_checkup.check(settings.data / STORE_FILE)
    with explained():
        from storage.postgres import checkup

        return await checkup.check(url)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Rows]:
    """A way to ask the database, also while the bot runs.

    Raises:
        UnusableDatabase: there is none, it is of another version or program, or cannot be read.
    """
    url = _url(settings)
    if url is None:
        async with sqlite_checkup.opened(settings.data / STORE_FILE) as rows:
            yield rows
        return
    with explained():
        from storage.postgres import checkup

        async with checkup.opened(url) as rows:
            yield rows


def _url(settings: Settings) -> str | None:
    return None if settings.database_url is None else settings.database_url.get_secret_value()


@contextmanager
def explained() -> Iterator[None]:
    """Whatever keeps PostgreSQL from being used, told with the setting that names it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        needed = f"{_SETTING} needs asyncpg: pip install -c constraints.txt -e '.[postgres]'"
        raise UnusableDatabase(needed) from None
    except UnusableDatabase as error:
        raise UnusableDatabase(f"{_SETTING}: {error}") from None
