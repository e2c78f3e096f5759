"""The board inside Discord, in a real browser: a whole match is touched there, and the channel follows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, FrameLocator, Page, expect

from tests.bot.platforms.discord.room import Room, served
from tests.bot.platforms.discord.setup import Table, table
from tests.bot.platforms.web.discord_frame import DiscordApp
from tests.bot.platforms.web.page import PHONE
from tests.loopback.discord.server import DiscordServer

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long, pytest.mark.timeout(240)]

MOST_TURNS = 200
Opens = Callable[..., Awaitable[tuple[Page, FrameLocator]]]


@pytest_asyncio.fixture(loop_scope="session")
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with DiscordServer() as discord:
        discord.activities.enable()
        async with table(tmp_path, discord=discord, launches=True) as there, served(there) as room:
            yield room


@pytest_asyncio.fixture(loop_scope="session")
async def opens(browser: Browser, room: Room) -> AsyncIterator[Opens]:
    """Opens the Activity for people; at the end no page and no client of theirs may have complained."""
    apps = list[tuple[DiscordApp, Page]]()

    async def opened(name: str, instance: str, **how: Any) -> tuple[Page, FrameLocator]:
        phone: dict[str, Any] = dict(PHONE)
        context = await browser.new_context(**phone)
        app = DiscordApp(
            context, room.pages, str(room.there.discord.world.bot.id), room.there.person(name), **how
        )
        page, frame = await app.launch(instance)
        apps.append((app, page))
        return page, frame

    yield opened
    for app, page in apps:
        assert app.faults == []
        assert await page.evaluate("window.complaints") == []
        await app.close()


async def turn(there: Table, frames: dict[str, FrameLocator]) -> bool:
    """Whoever can move touches the last place in the picture; False if the match is over."""
    await there.settled()
    board = there.board().text
    for name, frame in frames.items():
        if f"It is {name}'s turn." not in board:
            continue
        places = frame.locator(".picture .place")
        await expect(places.first).to_be_visible()
        picture = frame.locator(".picture img").last
        told = await picture.get_attribute("alt") or ""  # the words above it follow when it is at rest
        await places.last.tap()
        await expect(picture).not_to_have_attribute("alt", told)
        return True
    return False


async def test_a_whole_match_is_touched_in_discord_and_the_channel_shows_each_move(
    room: Room, opens: Opens
) -> None:
    there = room.there
    await there.begin("sahara")
    instance = await room.launch("Ada")
    await room.launch("Ben")
    frames = {name: (await opens(name, instance))[1] for name in ("Ada", "Ben")}
    watching, watched = await opens("Cleo", there.person("Cleo").join(there.channel))
    await expect(watched.locator(".picture img")).to_be_visible()
    boards = list[str]()
    for _ in range(MOST_TURNS):
        boards.append(there.board().text)
        if not await turn(there, frames):
            break
        assert await watched.locator(".place").count() == 0
    assert len(set(boards)) > 10
    assert "Rematch" in there.board().labels
    for frame in (*frames.values(), watched):
        await expect(frame.locator("#board")).to_contain_text("wins")
    assert await watching.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_the_page_works_behind_the_path_of_older_apps(room: Room, opens: Opens) -> None:
    await room.there.begin("sahara")
    _, frame = await opens("Ada", await room.launch("Ada"), prefix="/.proxy")
    await expect(frame.locator(".picture img")).to_be_visible()


async def test_who_tells_the_bot_nothing_sees_nothing(room: Room, opens: Opens) -> None:
    await room.there.begin("sahara")
    _, frame = await opens("Ben", await room.launch("Ada"), willing=False)
    await expect(frame.get_by_role("alert")).to_contain_text("does not confirm who you are")
    assert await frame.locator(".picture").count() == 0


async def test_a_page_that_is_loaded_again_asks_again_and_shows_the_same_match(
    room: Room, opens: Opens
) -> None:
    there = room.there
    for game in ("sahara", "stacko"):
        await there.begin(game)
    page, frame = await opens("Ada", await room.launch("Ada"))
    await expect(frame.locator("#board")).to_contain_text("Part")
    await page.reload()
    await expect(frame.locator("#board")).to_contain_text("Part")
    await expect(frame.locator("#state")).to_have_attribute("data-state", "open")
