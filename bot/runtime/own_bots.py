"""A database belongs to one bot of each platform: what one has sent, another cannot edit."""

from __future__ import annotations

from collections.abc import Iterable

from bot.platforms.spec import AnyPlatform
from bot.runtime.settings import Settings, variable
from storage.errors import UnusableDatabase
from storage.sql.store import Store


async def claim(store: Store, platforms: Iterable[AnyPlatform], settings: Settings) -> None:
    """Note whose the database is; a platform that is not there now keeps its bot.

    Raises:
        UnusableDatabase: it is that of another bot, and the host has not said that this one follows it.
    """
    known = await store.jobs.bots()
    bots = {platform: bot for platform in platforms if (bot := platform.bot(settings)) is not None}
    for platform, bot in bots.items():
        before = known.get(platform.key, bot)
        if before != bot and not settings.take_over:
            raise UnusableDatabase(
                f"this database is that of another bot on {platform.title} (id {before}, not {bot}):"
                " give each bot a database of its own; if this one follows that one, start it once with"
                f" {variable('take_over')}=true"
            )
    for platform, bot in bots.items():
        if bot != known.get(platform.key):
            await store.jobs.put_bot(platform.key, bot)
