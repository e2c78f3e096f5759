"""Plays in a browser by touching the picture; presses buttons only for what has no place in it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Page

from tests.bot.platforms.pressing import sensible

WIDTHS = {320: 640, 390: 844, 1280: 800}
"""Of windows in pixels, each with its height; the smallest first, which shows one chat alone."""
MOUSE_FROM = 1000  # pixels; narrower windows are touched with a finger
MOST_TOUCHES = 600
ASKED = """() => {
    const asks = (one) => one.checkVisibility() && one.querySelector(".rows .main:not(:disabled), .place")
    const board = [...document.querySelectorAll("article")].filter(asks).at(-1)
    if (!board || board.querySelector("[aria-busy]")) return null
    board.querySelector(".frame")?.scrollIntoView({block: "nearest"})
    const places = {}
    for (const place of board.querySelectorAll(".place")) {
        for (const polygon of place.children) {
            const {x: left, y: top, width, height} = polygon.getBoundingClientRect()
            const [x, y] = [left + width / 2, top + height / 2]
            if (document.elementFromPoint(x, y) !== polygon) continue
            places[place.getAttribute("aria-label")] ??= {x, y}
        }
    }
    const buttons = [...board.querySelectorAll(".rows .main:not(:disabled)")].map((one) => one.textContent)
    const alt = board.querySelector(".described")?.textContent ?? ""
    return buttons.length || Object.keys(places).length ? {id: board.id, alt, buttons, places} : null
}"""

TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""In the second one the places fit the picture again."""


@dataclass
class Toucher:
    """Plays for one person on one page, whose window has another width for each answer."""

    page: Page
    name: str
    game: str
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    touched: int = 0
    pressed: int = 0
    """Buttons that had no place in the picture."""

    async def asked(self) -> dict[str, Any]:
        """What the page asks for, as soon as it does."""
        found: dict[str, Any] = await (await self.page.wait_for_function(ASKED)).json_value()
        return found

    async def answer(self, asked: dict[str, Any]) -> None:
        """Touch one of the places, or press a button for what has none."""
        places, buttons = asked["places"], asked["buttons"]
        ways = [*places, *(label for label in buttons if label not in places)]
        if self.game == "stacko":
            way = sensible(asked["alt"], self.name, ways)
        else:
            way = self.chance.choice(list(places) or ways)
        if way in places:
            await self._touch(places[way])
        else:
            self.pressed += 1
            rows = self.page.locator(f"#{asked['id']} .rows")
            await rows.get_by_role("button", name=way, exact=True).click()
        await self._widen()

    async def _widen(self) -> None:
        """The next board is seen in a window of another width."""
        width = list(WIDTHS)[(self.touched + self.pressed) % len(WIDTHS)]
        await self.page.set_viewport_size({"width": width, "height": WIDTHS[width]})
        await self.page.evaluate(TWO_FRAMES)

    async def _touch(self, place: dict[str, float]) -> None:
        self.touched += 1
        assert self.page.viewport_size
        if self.page.viewport_size["width"] < MOUSE_FROM:
            await self.page.touchscreen.tap(place["x"], place["y"])
        else:
            await self.page.mouse.click(place["x"], place["y"])


async def touch_to_the_end(players: Sequence[Toucher]) -> None:
    """Play until the board offers a rematch; whoever is asked first answers first."""
    for _ in range(MOST_TOUCHES):
        waiting = {asyncio.create_task(player.asked()): player for player in players}
        done, late = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        task = done.pop()
        asked = task.result()
        if "Rematch" in asked["buttons"]:
            return
        await waiting[task].answer(asked)
    raise AssertionError(f"no end after {MOST_TOUCHES} touches")
