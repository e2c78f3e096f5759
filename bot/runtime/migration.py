"""Carries a database over into another one, as the host names them on the command line."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bot.runtime import databases
from bot.runtime.settings import Settings, check_postgres_url, variable
from storage.errors import UnusableDatabase
from storage.migration import Copied, Source, Target, migrate
from storage.sqlite import copying as sqlite_copying


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
    with databases.explained():
        from storage.postgres import copying

        return copying.source(place)


def _target(settings: Settings, name: str) -> AbstractAsyncContextManager[Target]:
    place = _place(settings, name)
    if isinstance(place, Path):
        return sqlite_copying.target(place)
    with databases.explained():
        from storage.postgres import copying

        return copying.target(place)


def _place(settings: Settings, name: str) -> Path | str:
    """A file, or the URL of a server."""
    kind, _, rest = name.partition(":")
    match kind, rest:
        case "sqlite", "":
            return settings.data / databases.STORE_FILE
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
