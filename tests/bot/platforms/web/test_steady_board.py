"""In a real browser on a phone: a board keeps its place and its size, whatever stands above it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from games import GAMES
from tests.bot.conftest import PATIENCE_MS
from tests.bot.platforms.web.page import field, ready
from tests.bot.platforms.web.running import web_chat
from tests.bot.platforms.web.touching import ASKED, TWO_FRAMES, Toucher

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long, pytest.mark.timeout(300)]

SIZES = {320: 640, 390: 844}
"""Of windows in pixels: width and height."""
STEPS = 6
"""Answers: for Sato three a stone, for Sator the start and then a move each."""
WATCH = """() => {
    window.places = new Set()
    const look = () => {
        const frames = document.querySelectorAll("#private-0 .list > article > .sheet > .picture .frame")
        const { left, top, width } = [...frames].at(-1).getBoundingClientRect()
        window.places.add([left, top, width].map((length) => length.toFixed(1)).join())
        requestAnimationFrame(look)
    }
    look()
}"""
"""From now on, note every place that the newest board has."""


class Steady(Toucher):
    """A person whose window stays as it is."""

    async def _widen(self) -> None:
        await self.page.evaluate(TWO_FRAMES)


async def typed(page: Page, line: str) -> None:
    write = field(page, "Write to Tischrand as Ada")
    await write.fill(line)
    await write.press("Enter")


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize(
    "line", [f"{kind} {game}" for kind in ("/play", "/learn", "/puzzle") for game in GAMES]
)
async def test_a_board_keeps_its_place_from_the_first_screen_to_the_last(
    line: str, width: int, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for floor in ("FLOOR", "FLOOR_AFTER_DEAL", "FLOOR_WITHIN_A_TURN"):
        monkeypatch.setattr(f"bot.handlers.jobs.robots.{floor}", 0.01)
    viewport = {"width": width, "height": SIZES[width]}
    context = await browser.new_context(viewport=viewport, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_MS)
    async with web_chat(tmp_path, draw=random.Random(7).randbytes) as adapter:
        page = await context.new_page()
        await page.goto(f"{adapter.name}&name=Ada")
        await ready(page)
        await page.get_by_role("tab", name="Private").click()
        plays = line.startswith("/play")
        await typed(page, f"{line} robot level=1" if plays else line)
        await page.wait_for_function(ASKED)
        await page.evaluate(TWO_FRAMES)
        await page.evaluate(WATCH)
        player = Steady(page, "Ada", line.removeprefix("/play "))
        for _ in range(STEPS):
            await player.answer(await player.asked())
        if plays:
            await page.get_by_role("button", name="More").last.click()
            await page.get_by_role("button", name="Resign").last.click()
            await page.get_by_role("button", name="Yes, resign").click()
            await expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        places = await page.evaluate("() => [...window.places]")
        assert len(places) == 1, places
        await context.close()
