"""The database that the host has chosen: the file in the data folder, or one on a PostgreSQL server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from bot.runtime.settings import Settings, variable
from storage.errors import UnusableDatabase
from storage.sql.database import Rows
from storage.sql.store import Store
from storage.sql.upgrades import Checkup, OlderLayout
from storage.sqlite import copying as sqlite_copying
from storage.sqlite import database as sqlite

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


async def open_store(settings: Settings) -> Store:
    """The store in the database, made if there is none yet.

    Raises:
        UnusableDatabase: it is from a newer version, in use as it may not be, or not to be reached.
    """
    url = _url(settings)
    if url is None:
        with upgradable(settings):
            return await sqlite.open_store(settings.data / STORE_FILE)
    with explained():
        from storage.postgres import database

        return await database.open_store(url)


async def check(settings: Settings) -> Checkup | None:
    """Look at the database; None: there is none yet.

    Raises:
        UnusableDatabase: it is from a newer version or another program, or cannot be read.
    """
    url = _url(settings)
    if url is None:
        with upgradable(settings):
            return await sqlite_copying.check(settings.data / STORE_FILE)
    with explained():
        from storage.postgres import copying

        return await copying.check(url)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Rows]:
    """A way to ask the database, also while the bot runs.

    Raises:
        UnusableDatabase: there is none, it is of another version or program, or cannot be read.
    """
    url = _url(settings)
    if url is None:
        with upgradable(settings):
            async with sqlite_copying.opened(settings.data / STORE_FILE) as rows:
                yield rows
        return
    with explained():
        from storage.postgres import copying

        async with copying.opened(url) as rows:
            yield rows


def _url(settings: Settings) -> str | None:
    return None if settings.database_url is None else settings.database_url.get_secret_value()


@contextmanager
def upgradable(settings: Settings) -> Iterator[None]:
    """The file of before version 1.0 is told with the commands that copy it."""
    try:
        yield
    except OlderLayout as error:
        file = settings.data / STORE_FILE
        move, copy = f"mv {file} {file}.old", f"tischrand migrate --from sqlite:{file}.old --to sqlite:{file}"
        raise UnusableDatabase(f"{error}, with “{move}” and “{copy}”") from None


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
    except OlderLayout as error:
        new = "“createdb NEW” and “tischrand migrate --from postgresql --to postgresql://…/NEW”"
        raise UnusableDatabase(f"{_SETTING}: {error}, with {new}; then name that one here") from None
    except UnusableDatabase as error:
        raise UnusableDatabase(f"{_SETTING}: {error}") from None
