"""Whichever way the bot starts after an upgrade, all ratings follow from the results."""

from __future__ import annotations

from pathlib import Path

from bot.domain.ratings import newcomer, weighed, weights
from bot.runtime.app import bot_service
from bot.runtime.databases import STORE_FILE
from bot.runtime.settings import Settings
from storage.results import Rating
from storage.sqlite.store import SqliteStore
from tests.bot.platforms.web.running import web_chat
from tests.storage.facts import ADA, BOB, M
from tests.storage.sqlite.older_ratings import MET_ADA, RATED_ADA, WEIGHED, ended, make_older

BOTH = (newcomer(ADA, "sahara"), newcomer(BOB, "sahara"))
EXPECTED, _ = weighed(BOTH, 0, 200, weights(BOTH, 0, 200))


async def upgraded(folder: Path) -> Settings:
    """A folder with the database of an older version."""
    await make_older(folder / STORE_FILE, *ended(M, "rated", WEIGHED), RATED_ADA, MET_ADA)
    return Settings(data=folder, port=0, browser=False, web=True)


async def ratings_of_ada(folder: Path) -> tuple[Rating, ...]:
    store = await SqliteStore.open(folder / STORE_FILE)
    found = await store.ratings_of(ADA)
    await store.close()
    return found


async def test_the_local_web_chat_computes_ratings_anew(tmp_path: Path) -> None:
    async with web_chat(await upgraded(tmp_path)):
        pass
    assert await ratings_of_ada(tmp_path) == (EXPECTED,)


async def test_the_service_computes_ratings_anew(tmp_path: Path) -> None:
    async with bot_service(await upgraded(tmp_path)):
        pass
    assert await ratings_of_ada(tmp_path) == (EXPECTED,)
