"""Whole matches in a real browser, played by touching the picture, on both doors and at all widths."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext

from bot.interface import OpenPage
from games import GAMES
from tests.bot.conftest import PATIENCE_MS
from tests.bot.memory_platform import CHANNEL, House, account
from tests.bot.platforms.web.page import ready
from tests.bot.platforms.web.running import web_chat
from tests.bot.platforms.web.test_match_in_browser import started
from tests.bot.platforms.web.touching import WIDTHS, Toucher, touch_to_the_end

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long, pytest.mark.timeout(600)]

SMALLER = {"sato": ("medium table", "small table")}
HOUSE_RULES = {"sato": " table=small"}
"""So that matches are short."""
MOST_BUTTONS = {"stacko": 2, "sato": 20}
"""Presses for what no place stands for: the next round, and what lies on stones of a large layout, where that
is too small for a finger."""


async def window(browser: Browser) -> BrowserContext:
    width, height = next(iter(WIDTHS.items()))
    context = await browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    context.set_default_timeout(PATIENCE_MS)
    return context


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_with_the_robot_is_touched_to_its_end_in_the_web_chat(
    game: str, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for floor in ("FLOOR", "FLOOR_AFTER_DEAL", "FLOOR_WITHIN_A_TURN"):
        monkeypatch.setattr(f"bot.handlers.jobs.robots.{floor}", 0.01)
    context = await window(browser)
    async with web_chat(tmp_path, draw=random.Random(7).randbytes) as adapter:
        page = await context.new_page()
        await page.goto(f"{adapter.name}&name=Ada")
        await ready(page)
        start = page.locator("#channel").get_by_role(
            "button", name="Choose a game and how strong the robot is"
        )
        await start.press("Enter")  # by key: a click may fall where the page was before it scrolled
        panel = page.locator("#private-0")
        for label in (game.title(), *SMALLER.get(game, ()), "Start"):
            await panel.get_by_role("article").get_by_role("button", name=label, exact=True).press("Enter")
        player = Toucher(page, "Ada", game)
        await touch_to_the_end([player])
        assert player.pressed <= MOST_BUTTONS.get(game, 0)
        assert player.touched > player.pressed
        await context.close()


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_touched_to_its_end_on_its_pages(
    game: str, browser: Browser, tmp_path: Path
) -> None:
    async with House(tmp_path) as house:
        server = await started(house)
        await house.start(f"/play {game}{HOUSE_RULES.get(game, '')}")
        code, players, contexts = house.board().code, [], []
        for name in ("Ada", "Ben"):
            answer = await house.ask(account(name), OpenPage(code), CHANNEL)
            assert answer.note
            assert answer.note.page
            contexts.append(await window(browser))
            page = await contexts[-1].new_page()
            await page.goto(answer.note.page.url)
            players.append(Toucher(page, name, game))
        await touch_to_the_end(players)
        for player in players:
            assert player.pressed <= MOST_BUTTONS.get(game, 0)
            assert player.touched > player.pressed
        for context in contexts:
            await context.close()
        await server.stop()
