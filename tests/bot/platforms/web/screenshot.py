"""The screenshot in the README; `tests.readme_pictures` takes it anew."""

from __future__ import annotations

import asyncio
import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import async_playwright, expect

from bot.runtime.settings import Settings
from tests import ROOT
from tests.bot.conftest import CHROMIUM, QUIET
from tests.bot.platforms.web.page import channel, ready
from tests.bot.platforms.web.running import web_chat

FILE = ROOT / "docs" / "screenshot.png"
SIZE = {"width": 1280, "height": 1000}
OPENING = ("4", "1", "3")  # the one that the rule sheet calls classical


async def take() -> bytes:
    """A match after its first moves, as PNG."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), port=0, browser=False)
        async with web_chat(settings) as adapter, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            page = await browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
            await page.goto(adapter.name)
            await ready(page)
            await channel(page).get_by_role("button", name="Play Sahara").click()
            await channel(page).get_by_role("button", name="Accept").click()
            for hollow in OPENING:
                await channel(page).get_by_role("button", name=hollow, exact=True).click()
                await expect(channel(page).locator(".text").last).to_contain_text(f"sowed hollow {hollow}")
            picture = await page.screenshot()
            await browser.close()
    return picture


def main() -> None:
    """Write the file, in few colours."""
    data = asyncio.run(take())
    Image.open(io.BytesIO(data)).convert("RGB").quantize(200, dither=Image.Dither.NONE).save(
        FILE, optimize=True
    )
