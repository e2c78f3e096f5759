"""How a browser comes into the web chat, what it keeps of that, and who else on this machine gets it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.bot.conftest import OpenPage, WebChat
from tests.bot.platforms.web.page import ready

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

NOBODY_CAME: dict[str, list[object]] = {"cookies": [], "origins": []}  # a browser that was never here
ENTRANCE = "Open the address that Tischrand printed"


@asynccontextmanager
async def another_server() -> AsyncIterator[tuple[str, list[web.Request]]]:
    """A page of somebody else at another port of this machine: its address, and what was asked of it."""
    asked: list[web.Request] = []

    async def page(request: web.Request) -> web.Response:
        asked.append(request)
        return web.Response(text="<!doctype html><title>other</title>", content_type="text/html")

    application = web.Application()
    application.router.add_get("/", page)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/", asked
    await runner.cleanup()


async def keys(page: Page) -> list[str]:
    found: list[str] = await page.evaluate("Object.keys(localStorage)")
    return found


async def test_a_browser_comes_back_after_a_restart_without_the_token(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    page = await ready(await open_page("Ada", storage_state=NOBODY_CAME))
    assert page.url == f"{web_chat.adapter.address}?name=Ada", "neither token nor ticket stays"
    await web_chat.stop()
    await web_chat.start()
    await page.goto(f"{web_chat.adapter.address}?name=Ada")
    await ready(page)


async def test_another_port_of_this_machine_gets_nothing_of_it(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    page = await ready(await open_page("Ada", storage_state=NOBODY_CAME))
    assert await keys(page) == ["tischrand.browser"]
    other = await page.context.new_page()
    async with another_server() as (address, asked):
        await other.goto(address)
        assert await keys(other) == []
    assert [request.headers.get("Cookie") for request in asked if request.path == "/"] == [None]
    assert await page.context.cookies() == []


async def test_whoever_opens_the_bare_address_is_told_how_to_come_in(
    web_chat: WebChat, browser: Browser
) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(web_chat.adapter.address)
    await expect(page.get_by_role("alert")).to_contain_text(ENTRANCE)
    await context.close()


async def test_a_second_browser_is_asked_for_one_name_of_its_own(web_chat: WebChat, browser: Browser) -> None:
    first, second = await browser.new_context(), await browser.new_context()
    await ready(await came(first, web_chat))
    page = await came(second, web_chat)
    asked = page.get_by_role("dialog")
    await expect(asked).to_be_visible()
    await expect(asked).not_to_contain_text("is here already")  # nobody asked for those names
    await expect(asked.get_by_role("button", name="Cancel")).to_be_hidden()
    await page.keyboard.press("Escape")
    await expect(asked.get_by_role("radio", name="One person")).to_be_checked()
    name = asked.get_by_role("textbox", name="Name", exact=True)
    await expect(name).to_have_value("Ben")  # nobody has it
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("You are Ben.")).to_be_visible()
    await ready(page)
    await first.close()
    await second.close()


async def came(context: BrowserContext, web_chat: WebChat) -> Page:
    """The page as the printed address opens it."""
    page = await context.new_page()
    await page.goto(web_chat.adapter.name)
    return page
