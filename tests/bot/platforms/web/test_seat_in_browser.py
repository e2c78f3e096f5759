"""A seat by a link in a real browser: sat down, played, reloaded, and known again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.interface import GUEST, Resign
from bot.platforms.web.guests import Guests
from tests.bot.memory_platform import ADA, CHANNEL, House
from tests.bot.platforms.web.guest import free_port, match_pages
from tests.bot.platforms.web.page import PHONE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long, pytest.mark.timeout(120)]


@pytest_asyncio.fixture(loop_scope="session")
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(tmp_path)
    house.others[GUEST] = Guests()
    async with house:
        yield house


async def offered(house: House, port: int, line: str = "/play sahara link") -> str:
    """The address at which Ada offers a seat."""
    note = (await house.type(ADA, line)).noted
    return f"http://127.0.0.1:{port}/#{note.text.partition('#')[2].split()[0]}"


async def narrow(page: Page) -> None:
    """Nothing is cut off on a small phone."""
    await page.set_viewport_size({"width": 320, "height": 640})
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_a_friend_without_an_app_sits_down_and_plays(browser: Browser, house: House) -> None:
    async with match_pages(house, free_port()) as server:
        phone: dict[str, Any] = dict(PHONE)
        context = await browser.new_context(**phone)
        page, faults = await context.new_page(), list[str]()
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        address = await offered(house, server.port, "/play sahara link begins=you")
        await page.goto(address)
        await expect(page.get_by_role("main")).to_contain_text("Ada invites you to Sahara")
        await page.reload()  # the link holds until somebody sits down
        name = page.get_by_label("Your name")
        await name.fill("a/b")
        await name.press("Enter")
        await expect(page.get_by_role("alert")).to_contain_text("/")
        await narrow(page)
        await name.fill("Zoe")
        await page.get_by_role("button", name="Sit down").click()
        await expect(page.get_by_role("main").locator(".picture img")).to_be_visible()
        assert page.url.endswith(f"?match={house.board().code}")
        await expect(page).to_have_title(f"Your turn · {house.board().message.title}")
        bell = page.get_by_role("button", name="Sound when it is your turn")
        await expect(bell).to_have_attribute("aria-pressed", "false")
        await narrow(page)
        await page.get_by_role("main").get_by_text("1", exact=True).first.click()
        await house.settled()
        assert "Zoe sowed hollow 1" in house.board().message.text
        await page.close()
        again = await context.new_page()
        await again.goto(address)  # whoever took the seat opens the link once more
        await again.get_by_role("button", name="More", exact=True).click()
        assert "#" not in again.url
        await again.get_by_role("button", name="Keep this seat").click()
        await expect(again.get_by_role("main")).to_contain_text("Type /link")
        await context.close()
        stranger = await (await browser.new_context()).new_page()
        await stranger.goto(address)
        await expect(stranger.get_by_role("alert")).to_contain_text("This seat is taken")
        await stranger.context.close()
        assert not faults


async def sits_down(page: Page, address: str) -> None:
    """Zoe opens the link to the seat and takes it."""
    await page.goto(address)
    await page.get_by_label("Your name").fill("Zoe")
    await page.get_by_role("button", name="Sit down").click()
    await expect(page.get_by_role("main").locator(".picture img")).to_be_visible()


async def test_the_rematch_comes_to_the_page(browser: Browser, house: House) -> None:
    async with match_pages(house, free_port()) as server:
        context = await browser.new_context()
        page = await context.new_page()
        await sits_down(page, await offered(house, server.port))
        await house.settled()
        await house.ask(ADA, Resign(house.board().code, sure=True), CHANNEL)
        await expect(page.get_by_role("main")).to_contain_text("Ada resigned")
        await house.press(ADA, "Rematch")
        await page.get_by_role("button", name="Accept").click()
        await expect(page.get_by_role("button", name="Accept")).to_have_count(0)
        await house.settled()
        assert "Zoe" in house.board().message.title
        await context.close()


async def test_what_the_opponent_said_stays_while_other_notes_come_and_go(
    browser: Browser, house: House
) -> None:
    async with match_pages(house, free_port()) as server:
        phone: dict[str, Any] = dict(PHONE)
        context = await browser.new_context(**phone)
        page = await context.new_page()
        await sits_down(page, await offered(house, server.port))
        await house.settled()
        await house.type(ADA, f"/say Good luck! {house.board().code}")
        said = page.locator(".note", has_text="Good luck!")
        await expect(said).to_be_visible()
        await page.get_by_role("button", name="More", exact=True).click()
        more = page.locator(".note", has=page.get_by_role("button", name="Resign"))
        await expect(more).to_be_visible()
        await narrow(page)
        await expect(said).to_be_visible()
        await more.get_by_role("button", name="Dismiss").click()
        await expect(more).to_have_count(0)
        await said.get_by_role("button", name="Dismiss").click()
        await expect(said).to_have_count(0)
        await context.close()
