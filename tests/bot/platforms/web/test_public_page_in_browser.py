"""The public page of a match in a real browser: with and without its script, on a small phone, by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from bot.platforms.web.match_pages import MatchPages
from tests.bot.handlers.test_replays import finished
from tests.bot.memory_platform import House
from tests.bot.platforms.web.test_match_in_browser import started
from tests.bot.simple_robots import FirstMoves

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long, pytest.mark.timeout(120)]

SMALL = {"width": 320, "height": 640}
FITS = "document.documentElement.scrollWidth <= innerWidth"


async def opened(browser: Browser, server: MatchPages, code: str, *, script: bool) -> tuple[Page, list[str]]:
    """The page, and what the browser complains about."""
    context = await browser.new_context(viewport=SMALL, java_script_enabled=script)  # type: ignore[arg-type]
    page, faults = await context.new_page(), list[str]()
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    await page.goto(f"http://127.0.0.1:{server.port}/m/{code}")
    return page, faults


@pytest.mark.parametrize("script", [True, False])
async def test_a_match_is_gone_through_on_a_small_phone(
    browser: Browser, tmp_path: Path, *, script: bool
) -> None:
    async with House(tmp_path, robots=FirstMoves()) as house:
        server, code = await started(house), await finished(house)
        page, faults = await opened(browser, server, code, script=script)
        told = page.locator("#told")
        await expect(page.get_by_role("heading")).to_contain_text("Sahara")
        assert "hollows" in (await page.get_by_role("img").get_attribute("alt") or "")
        await page.get_by_role("link", name="Back").click()
        await expect(told).to_contain_text("Move 2 of 3.")
        await expect(page).to_have_url(f"http://127.0.0.1:{server.port}/m/{code}?at=3")
        await page.get_by_role("link", name="First").click()
        await expect(told).to_contain_text("The deal.")
        await page.go_back()
        await expect(told).to_contain_text("Move 2 of 3.")
        assert not faults
        await server.stop()


async def test_keys_step_and_nothing_is_wider_than_the_screen(browser: Browser, tmp_path: Path) -> None:
    async with House(tmp_path, robots=FirstMoves()) as house:
        server, code = await started(house), await finished(house)
        page, faults = await opened(browser, server, code, script=True)
        await page.keyboard.press("ArrowLeft")
        await expect(page.locator("#told")).to_contain_text("Move 2 of 3.")
        await page.get_by_role("link", name="Forward").focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("#told")).to_contain_text("Move 3 of 3.")
        await expect(page.get_by_role("link", name="Back")).to_be_focused()
        assert await page.evaluate(FITS)
        assert not faults
        await page.goto(f"http://127.0.0.1:{server.port}/m/ZZZZZZ")
        await expect(page.get_by_role("heading")).to_have_text("There is no such page")
        assert await page.evaluate(FITS)
        await server.stop()
