"""The database that the host has chosen: the file in the data folder, or one on a PostgreSQL server.

It belongs to one bot of each platform: what one has sent, another cannot edit.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from pathlib import Path

from bot.platforms.spec import AnyPlatform
from bot.runtime.settings import Settings, check_postgres_url, variable
from storage.errors import StoreUnavailable, UnusableDatabase
from storage.migration import Copied, Source, Target, migrate
from storage.sql.database import Rows
from storage.sql.schema import Checkup, OlderLayout
from storage.sql.store import Store
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


async def check_owner(store: Store, platforms: Iterable[AnyPlatform], settings: Settings) -> dict[str, str]:
    """The ids of these bots by platform, to be noted once the platforms have accepted them.

    A mistyped token names nobody's bot, and must not take the database.

    Raises:
        UnusableDatabase: it is that of another bot, and the host has not said that this one follows it.
    """
    known = await store.jobs.bots()
    bots: dict[str, str] = {}
    for platform in platforms:
        bot = platform.bot(settings)
        if bot is None:
            continue
        bots[platform.key] = bot
        before = known.get(platform.key, bot)
        if before != bot and not settings.take_over:
            raise UnusableDatabase(
                f"this database is that of another bot on {platform.title} (id {before}, not {bot}):"
                " give each bot a database of its own; if this one follows that one, start it once with"
                f" {variable('take_over')}=true"
            )
    return bots


async def note_owner(store: Store, bots: Mapping[str, str], platform: str) -> None:
    """Note whose the database is on a platform that has accepted the bot, unless it cannot be written now."""
    if platform in bots:
        with suppress(StoreUnavailable):
            await store.jobs.put_bot(platform, bots[platform])


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


async def carry_over(settings: Settings, source: str, target: str) -> Copied:
    """Copy everything; a source of before version 1.0 becomes a database of this one.

    Raises:
        UnusableDatabase: one of them cannot be used as it is, or the target is not empty.
    """
    async with _source(settings, source) as old, _target(settings, target) as new:
        return await migrate(old, new)


def _source(settings: Settings, name: str) -> AbstractAsyncContextManager[Source]:
    place = _place(settings, name)
    if isinstance(place, Path):
        return sqlite_copying.source(place)
    with explained():
        from storage.postgres import copying

        return copying.source(place)


def _target(settings: Settings, name: str) -> AbstractAsyncContextManager[Target]:
    place = _place(settings, name)
    if isinstance(place, Path):
        return sqlite_copying.target(place)
    with explained():
        from storage.postgres import copying

        return copying.target(place)


def _place(settings: Settings, name: str) -> Path | str:
    """A file, or the URL of a server."""
    kind, _, rest = name.partition(":")
    match kind, rest:
        case "sqlite", "":
            return settings.data / STORE_FILE
        case "sqlite", _:
            return Path(rest)
        case "postgresql" | "postgres", "":
            if settings.database_url is None:
                raise UnusableDatabase(f"{variable('database_url')} is not set: which PostgreSQL database?")
            return settings.database_url.get_secret_value()
        case "postgresql" | "postgres", _:
            try:
                check_postgres_url(name)
            except ValueError as error:
                raise UnusableDatabase(str(error)) from None
            return name
        case _:
            raise UnusableDatabase(
                f"“{kind[:20]}” is no kind of database: write sqlite:FILE or postgresql://…"
            )
