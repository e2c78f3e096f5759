"""In a real browser, in all games: nothing lies on a move, and what a move takes is seen at once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.async_api import Browser

from games import GAMES
from tests.bot.conftest import PATIENCE_MS
from tests.bot.platforms.web.page import field, ready
from tests.bot.platforms.web.running import web_chat
from tests.bot.platforms.web.touching import TWO_FRAMES

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long, pytest.mark.timeout(300)]

SIZES = {320: 568, 390: 844, 900: 700, 1000: 700, 1280: 720}
"""Of windows in pixels: width and height."""
LEAST_FOR_A_FINGER = 44  # pixels, as phones' guidelines say
STEPS = 7
"""Choices: for Sato three a stone, for Sator the start and then a move each."""
ASKED = """() => {
    const board = [...document.querySelectorAll("#private-0 .list > .message.board")].at(-1)
    return board?.querySelector(".rows:not([aria-busy]) .main:not(:disabled)") && board
}"""
OVER = "board => !board.classList.contains('live')"
OFFERED = "board => [...board.querySelectorAll('.rows .main:not(:disabled)')].map((one) => one.textContent)"
PRESS = """(board, label) =>
    [...board.querySelectorAll(".rows .main")].find((one) => one.textContent === label).click()"""
"""By script: at some widths a place stands for it."""
WRONG = """(board, least) => {
    const part = (name) => board.querySelector(`:scope > .sheet > ${name}`)
    const box = (element) => element.getBoundingClientRect()
    const window = box(board.closest(".scroller"))
    const isSeen = ({ top, bottom }) => top >= window.top - 1 && bottom <= window.bottom + 1
    const meet = (one, two) =>
        one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom
    const all = [...part(".side > .rows").querySelectorAll("button:not(:disabled)")]
    const buttons = all.filter((one) => one.checkVisibility())
    const wrong = []
    for (const name of [".picture .frame", ".side > .text"])
        if (!isSeen(box(part(name)))) wrong.push(`${name} is out of sight`)
    for (const button of buttons) {
        const { left, right, top, bottom } = box(button)
        const others = buttons.filter((one) => one !== button && meet(box(one), box(button)))
        if (others.length) wrong.push(`${others[0].textContent} lies on ${button.textContent}`)
        if (!isSeen({ top, bottom })) wrong.push(`${button.textContent} is out of sight`)
        if (bottom - top < least) wrong.push(`${button.textContent} is too low for a finger`)
        for (const x of [left + 4, (left + right) / 2, right - 4]) {
            for (const y of [top + 4, bottom - 4]) {
                const there = document.elementFromPoint(x, y)
                if (!button.contains(there)) wrong.push(`${there?.className} lies on ${button.textContent}`)
            }
        }
    }
    const places = [...board.querySelectorAll(".place:not(.small)")].map((one) => one.ariaLabel)
    const unseen = all.filter((one) => !one.checkVisibility())
    const hint = getComputedStyle(part(".side > .rows"), "::before").content
    if (unseen.length > 0 !== hint.includes("Choose in the picture.")) wrong.push(`${unseen.length}: ${hint}`)
    for (const { textContent } of unseen) {
        const [column, leads] = textContent.split(" …")
        const stands = (place) =>
            leads === undefined ? `${textContent} `.startsWith(`${place} `) : place.startsWith(column)
        if (!places.some(stands)) wrong.push(`nothing stands for ${textContent}`)
    }
    return [...new Set(wrong)]
}"""


@pytest.mark.parametrize("game", [*GAMES, "sato variant=split"])
async def test_nothing_lies_on_a_move_and_all_that_it_takes_is_seen(
    game: str, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for floor in ("FLOOR", "FLOOR_AFTER_DEAL", "FLOOR_WITHIN_A_TURN"):
        monkeypatch.setattr(f"bot.handlers.jobs.robots.{floor}", 0.01)
    context = await browser.new_context(has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE_MS)
    async with web_chat(tmp_path, draw=random.Random(7).randbytes) as adapter:
        page, chance = await context.new_page(), random.Random(7)
        await page.goto(f"{adapter.name}&name=Ada")
        await ready(page)
        await page.set_viewport_size({"width": 320, "height": SIZES[320]})
        await page.get_by_role("tab", name="Private").click()
        name, *rules = game.split()
        write = field(page, "Write to Tischrand as Ada")
        await write.fill(" ".join(["/play", name, "robot level=1", *rules]))
        await write.press("Enter")
        for _ in range(STEPS):
            board = (await page.wait_for_function(ASKED)).as_element()
            assert board
            if await board.evaluate(OVER):
                break
            for width, height in SIZES.items():
                await page.set_viewport_size({"width": width, "height": height})
                await page.evaluate(TWO_FRAMES)
                await page.evaluate(TWO_FRAMES)
                wrong = await board.evaluate(WRONG, LEAST_FOR_A_FINGER)
                assert not wrong, (width, await board.inner_text())
            await board.evaluate(PRESS, chance.choice(await board.evaluate(OFFERED)))
            await page.evaluate(TWO_FRAMES)
        await context.close()
