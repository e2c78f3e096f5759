"""The page, and the bot on it, in the language of the person who reads it; no answer is lost on the way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from bot.texts import texts_for
from tests.bot.conftest import PATIENCE_MS
from tests.bot.platforms.web.page import PHONE, ready
from tests.bot.platforms.web.running import web_chat

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

EN, DE = texts_for("en"), texts_for("de")
SETTINGS_DE, LOOKS_DE = DE("title.settings"), DE("title.looks")

Visit = Callable[..., Awaitable[Page]]
"""Opens the page in an English browser that was never here: `await visit("name=Emil")`."""


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser, tmp_path: Path) -> AsyncIterator[Visit]:
    async with web_chat(tmp_path) as adapter:

        async def opened(query: str, page: Page | None = None, **options: object) -> Page:
            if page is None:
                page = await (await browser.new_context(locale="en-GB", **options)).new_page()  # type: ignore[arg-type]
                page.set_default_timeout(PATIENCE_MS)
            await page.goto(f"{adapter.name}&{query}")
            return await ready(page)

        yield opened


async def type_line(page: Page, line: str, *, privately: bool = False) -> None:
    column = page.locator("section.private" if privately else "section.public")
    await column.get_by_role("combobox").fill(line)
    await column.get_by_role("combobox").press("Enter")


def answers(page: Page, text: str) -> Locator:
    return page.locator(".message").filter(has_text=text)


async def expect_all_in(page: Page, language: str) -> None:
    await expect(page.locator("html")).to_have_attribute("lang", language)
    await expect(page.locator("#play-as")).to_have_text(texts_for(language)("web.playAs"))


async def test_the_bot_answers_in_the_language_of_the_address(visit: Visit) -> None:
    page = await visit("name=Emil&language=de")
    for privately in (False, True):
        await type_line(page, "/help", privately=privately)
        await expect(answers(page, DE("title.help"))).to_have_count(2 if privately else 1)
    await answers(page, DE("title.help")).first.get_by_role("button", name=DE("button.new_game")).click()
    await expect(answers(page, DE("pick.game"))).to_be_visible()
    await expect_all_in(page, "de")
    assert page.url.endswith("?name=Emil&language=de"), "it was loaded once"


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("privately", [False, True])
async def test_the_page_follows_the_settings_and_shows_their_answer(
    visit: Visit, privately: bool, options: dict[str, object]
) -> None:
    page = await visit("name=Dora", **options)
    if privately and options:
        await page.get_by_role("tab").nth(1).click()
    await type_line(page, "/settings language=de", privately=privately)
    await expect_all_in(page, "de")
    await expect(answers(page, SETTINGS_DE)).to_be_visible()
    column = page.locator("section.private" if privately else "section.public")
    await expect(column.get_by_role("combobox")).to_be_focused()
    await type_line(page, "/settings theme=dark", privately=privately)
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(answers(page, LOOKS_DE).last).to_be_visible()
    await page.reload()
    await expect_all_in(await ready(page), "de")
    await expect(answers(page, LOOKS_DE)).to_have_count(1 if privately else 0)


async def test_other_people_at_the_screen_keep_the_language_of_the_address(visit: Visit) -> None:
    page = await visit("name=Emil&language=de")
    await page.locator("#play-as").click()
    await page.get_by_role("textbox", name=DE("web.firstName")).fill("Dora")
    await page.get_by_role("button", name=DE("web.sitDown")).click()
    await page.wait_for_url("**name=Dora**")
    await expect_all_in(await ready(page), "de")


async def test_the_page_goes_back_to_the_language_of_the_browser(visit: Visit) -> None:
    page = await visit("name=Dora")
    await type_line(page, "/settings language=de")
    await expect_all_in(page, "de")
    await type_line(page, "/settings language=auto")
    await expect_all_in(page, "en")
    await expect(answers(page, EN("title.settings"))).to_be_visible()


async def test_whoever_has_chosen_a_language_finds_the_page_in_it(visit: Visit) -> None:
    first = await visit("name=Dora")
    await type_line(first, "/settings language=de theme=dark")
    await expect_all_in(first, "de")
    for query in ("name=Dora", "name=Dora&language=fr"):
        await visit(query, first)
        await expect_all_in(first, "de")
        await expect(first.locator("html")).to_have_attribute("data-theme", "dark")
        await type_line(first, "/play")
        await expect(answers(first, DE("pick.game"))).to_be_visible()


async def test_two_pages_of_one_person_stay_as_they_were_opened(visit: Visit) -> None:
    """The bot answers on both, each time in the language of the page that asks."""
    german = await visit("name=Emil&language=de")
    other = await german.context.new_page()
    await visit("name=Emil&language=fr", other)
    await type_line(german, "/help", privately=True)
    await expect(answers(german, DE("title.help"))).to_be_visible()
    await expect(answers(other, DE("title.help"))).to_be_visible()
    await type_line(other, "/rules", privately=True)
    await expect(answers(other, texts_for("fr")("title.games"))).to_be_visible()
    await expect_all_in(other, "fr")
    await expect_all_in(german, "de")
