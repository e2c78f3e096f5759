"""The database that the host has chosen: the file in the data folder, or one on a PostgreSQL server.

It belongs to one bot on each platform: a bot cannot edit messages sent by another.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from bot.platforms.spec import AnyPlatform
from bot.runtime.settings import Settings, check_postgres_url, variable
from storage.errors import StoreUnavailable, UnusableDatabase
from storage.migration import Copied, migrate
from storage.sql.database import Rows
from storage.sql.schema import Checkup, OlderLayout
from storage.sql.store import Store
from storage.sqlite import copying
from storage.sqlite import database as sqlite

STORE_FILE = "tischrand.db"
_SETTING = variable("database_url")


def file_of(settings: Settings) -> Path:
    """The file in the data folder.

    Raises:
        UnusableDatabase: the host has chosen PostgreSQL, which has its own tools for copies.
    """
    if settings.database_url is not None:
        raise UnusableDatabase(
            f"{_SETTING} is set, and this command is for the SQLite file: copy a PostgreSQL database with"
            " pg_dump, bring it back with pg_restore"
        )
    return settings.data / STORE_FILE


def name_of(settings: Settings) -> str:
    """The name of the database for the host, without a password."""
    with _explained(settings) as place:
        return str(place) if isinstance(place, Path) else _driver(place).place(place)


async def open_store(settings: Settings) -> Store:
    """Open the store, and create it if there is none yet.

    Raises:
        UnusableDatabase: it is from a newer version, in use, or unreachable.
    """
    with _explained(settings) as place:
        if isinstance(place, Path):
            return await sqlite.open_store(place)
        from storage.postgres import database as postgres

        return await postgres.open_store(place)


async def check_owner(store: Store, platforms: Iterable[AnyPlatform], settings: Settings) -> dict[str, str]:
    """Check the owners of the database; return the bots' ids by platform.

    They are recorded once the platforms have accepted them: a mistyped token must not take the database.

    Raises:
        UnusableDatabase: it belongs to another bot, and the host has not set `take_over`.
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
    """Record the bot that a platform has accepted as the owner, unless the store is unavailable."""
    if platform in bots:
        with suppress(StoreUnavailable):
            await store.jobs.put_bot(platform, bots[platform])


async def check(settings: Settings) -> Checkup | None:
    """Check the database; None if there is none yet.

    Raises:
        UnusableDatabase: it is from a newer version or another program, or cannot be read.
    """
    with _explained(settings) as place:
        return cast("Checkup | None", await _driver(place).check(place))


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Rows]:
    """Open the database for queries, also while the bot runs.

    Raises:
        UnusableDatabase: it is missing, from another version or program, or cannot be read.
    """
    with _explained(settings) as place:
        async with _driver(place).opened(place) as rows:
            yield rows


def _driver(place: Path | str) -> Any:
    """The module that checks and copies databases of this kind."""
    if isinstance(place, Path):
        return copying
    from storage.postgres import copying as on_server

    return on_server


@contextmanager
def _explained(settings: Settings) -> Iterator[Path | str]:
    """Yield the file or URL of the database; add a remedy to errors that prevent its use."""
    url, file = settings.database_url, settings.data / STORE_FILE
    try:
        yield file if url is None else url.get_secret_value()
    except ModuleNotFoundError as error:
        raise _lacking(error) from None
    except OlderLayout as error:
        if url is None:
            move = f"mv {file} {file}.old"
            copy = f"tischrand migrate --from sqlite:{file}.old --to sqlite:{file}"
            raise UnusableDatabase(f"{error}, with “{move}” and “{copy}”") from None
        new = "“createdb NEW” and “tischrand migrate --from postgresql --to postgresql://…/NEW”"
        raise UnusableDatabase(f"{_SETTING}: {error}, with {new}; then name that one here") from None
    except UnusableDatabase as error:
        if url is None:
            raise
        raise UnusableDatabase(f"{_SETTING}: {error}") from None


def _lacking(error: ModuleNotFoundError) -> Exception:
    if error.name != "asyncpg":
        return error
    return UnusableDatabase(f"{_SETTING} needs asyncpg: pip install -c constraints.txt -e '.[postgres]'")


async def carry_over(settings: Settings, source: str, target: str) -> Copied:
    """Copy everything to a new database; a source from before version 1.0 is converted.

    Raises:
        UnusableDatabase: one of them cannot be used, or the target is not empty.
    """
    old, new = _place(settings, source), _place(settings, target)
    try:
        reading, writing = _driver(old).source(old), _driver(new).target(new)
    except ModuleNotFoundError as error:
        raise _lacking(error) from None
    async with reading as there, writing as here:
        return await migrate(there, here)


def _place(settings: Settings, name: str) -> Path | str:
    """Parse the name of a database: a file, or the URL of a server."""
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
