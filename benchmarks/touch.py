"""How soon a touched board changes in a browser, and how soon a page has a board to touch.

`python -m benchmarks.touch`: Chromium and the web chat in this process, over the loopback. A person plays
each game against the robot. Both are seen from inside the page: from the touch until the picture has changed,
and from the page's answer until a place in a picture can be touched.
"""

from __future__ import annotations

import asyncio
import math
import random
import statistics
import tempfile
from pathlib import Path

from playwright.async_api import Browser, Locator, Page, async_playwright

from benchmarks.aims import at_most
from games import GAMES
from tests.bot.conftest import CHROMIUM, QUIET
from tests.bot.platforms.web.page import ready
from tests.bot.platforms.web.running import web_chat
from tests.bot.platforms.web.touching import ASKED

TOUCHES = 40  # in each game
OPENED = 5  # times that a page is opened
MOST_MS = 60_000  # until the robots answer for the first time
WINDOW = (390, 844)
CHANGED, FIRST = at_most(150), at_most(1000)  # milliseconds
TOUCH = """(board) => new Promise((resolve) => {
    const places = board.querySelectorAll(".place:not(.small)")
    const image = board.querySelector(".picture img")
    let begun = 0
    const watcher = new MutationObserver(() => {
        watcher.disconnect()
        resolve(performance.now() - begun)
    })
    watcher.observe(image, {attributes: true, attributeFilter: ["src"]})
    const place = places[Math.floor(Math.random() * places.length)]
    begun = performance.now()
    const once = {bubbles: true, isPrimary: true}
    place.dispatchEvent(new PointerEvent("pointerdown", once))
    place.dispatchEvent(new PointerEvent("pointerup", once))
    place.dispatchEvent(new MouseEvent("click", {bubbles: true}))
})"""
OPENING = """() => {
    window.touchable = new Promise((resolve) => new MutationObserver(() => {
        if (document.querySelector(".place:not(.small)")) resolve(performance.now())
    }).observe(document, {childList: true, subtree: true, attributes: true}))
}"""
OPENED_AFTER = """async () => {
    const at = await window.touchable
    return at - performance.getEntriesByType("navigation")[0].responseStart
}"""


def percentile(values: list[float], part: float) -> float:
    """The value below which this part of all lie."""
    return sorted(values)[min(len(values) - 1, math.ceil(part * len(values)) - 1)]


async def begun(page: Page, game: str) -> Locator:
    """A new game with the robot, at its first question."""
    await page.get_by_role("button", name=f"First game: {game.title()}", exact=True).click()
    await page.wait_for_function(ASKED)
    return page.locator(".board:visible").last


async def measure(browser: Browser, game: str) -> tuple[list[float], list[float]]:
    """Milliseconds until a picture changed, and until a board could be touched."""
    width, height = WINDOW
    with tempfile.TemporaryDirectory() as folder:
        async with web_chat(Path(folder), draw=random.Random(1).randbytes) as adapter:
            page = await browser.new_page(viewport={"width": width, "height": height})
            page.set_default_timeout(MOST_MS)
            await page.goto(f"{adapter.name}&name=Ada")
            await ready(page)
            board, changed = await begun(page, game), list[float]()
            opened = [await _opened(page) for _ in range(OPENED)]
            while len(changed) < TOUCHES:
                asked = await (await page.wait_for_function(ASKED)).json_value()
                if not asked["places"]:
                    if "Rematch" in asked["buttons"]:
                        break
                    await board.locator(".rows .main").first.click()
                    continue
                changed.append(await page.locator(f"#{asked['id']}").evaluate(TOUCH))
            await page.context.close()
    return changed, opened


async def _opened(page: Page) -> float:
    await page.add_init_script(f"({OPENING})()")
    await page.reload()
    milliseconds: float = await page.evaluate(OPENED_AFTER)
    return milliseconds


async def main() -> None:
    print(f"{'game':<8}{'touches':>8}{'median':>9}{'p95':>7}   {'first board':>11}   (ms)")
    changed, opened = list[float](), list[float]()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for game in GAMES:
            touches, pages = await measure(browser, game)
            changed += touches
            opened += pages
            middle, late = statistics.median(touches), percentile(touches, 0.95)
            print(f"{game:<8}{len(touches):>8}{middle:>9.0f}{late:>7.0f}   {max(pages):>11.0f}")
        await browser.close()
    print(CHANGED.row("touch to changed picture, p95 of all games, ms", percentile(changed, 0.95)))
    print(FIRST.row("page's answer to the first touchable board, slowest, ms", max(opened)))


if __name__ == "__main__":
    asyncio.run(main())
