"""A newcomer alone: from the front page to the end of a first game with a robot, without a word typed."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from bot.interface import OfferChallenge, Post, Screen
from games import GAMES
from tests.bot.conftest import PATIENCE_MS, OpenPage, Scripted, WebChat
from tests.bot.platforms.pressing import sensible
from tests.bot.platforms.web.page import CHANNEL, PHONE, board, channel, field, private, ready, said
from tests.bot.platforms.web.running import web_chat

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long, pytest.mark.timeout(300)]

SMALLER = {"sato": ("medium table", "small table")}
"""What a newcomer who has little time chooses for their first game."""
MOST_PRESSES = 500
NEWEST = """
    (panel) => {
        const newest = [...panel.querySelectorAll("article:has(.rows button)")].at(-1);
        if (!newest || newest.querySelector("[aria-busy]")) return null;
        const buttons = [...newest.querySelectorAll(".rows button.main:not([disabled])")];
        const alt = newest.querySelector(".described")?.textContent ?? "";
        const labels = buttons.map((button) => button.textContent);
        return labels.length ? { id: newest.id, alt, labels } : null;
    }
"""


class Asked(NamedTuple):
    """A board that asks for something."""

    id: str
    alt: str
    labels: list[str]


async def asked(page: Page, panel: Locator) -> Asked:
    """The newest board, as soon as there is something to choose on it."""
    found = await page.wait_for_function(NEWEST, arg=await panel.element_handle())
    return Asked(**await found.json_value())


@pytest.mark.parametrize("game", GAMES)
async def test_a_first_game_is_played_to_its_end_by_what_is_shown(
    game: str, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for floor in ("FLOOR", "FLOOR_AFTER_DEAL", "FLOOR_WITHIN_A_TURN"):
        monkeypatch.setattr(f"bot.handlers.jobs.robots.{floor}", 0.01)
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    async with web_chat(tmp_path) as adapter:
        page = await context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        await page.goto(adapter.name)
        await ready(page)
        await channel(page).get_by_role("button", name="Choose a game and how strong the robot is").click()
        panel, chance = private(page, "You"), random.Random(7)
        for label in (game.title(), *SMALLER.get(game, ()), "Start"):
            await panel.get_by_role("article").get_by_role("button", name=label, exact=True).click()
        for _ in range(MOST_PRESSES):
            board = await asked(page, panel)
            if "Rematch" in board.labels:
                break
            label = (
                sensible(board.alt, "Ada", board.labels) if game == "stacko" else chance.choice(board.labels)
            )
            await page.locator(f"#{board.id} .rows").get_by_role("button", name=label, exact=True).click()
        await expect(panel.get_by_role("button", name="Rematch")).to_be_visible()
        await context.close()


@pytest.mark.parametrize("where", ["Channel", "Private"])
async def test_a_first_game_is_seen_to_be_made(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, where: str
) -> None:
    """It has no line that says how; a challenge for all keeps that until its board says more."""
    if where == "Private":
        await web_chat.adapter.post(CHANNEL, Screen("Others are here."), "n1")
    made = front.hold(OfferChallenge, Post(board("Mia's turn.")))
    page = await ready(await open_page("Mia", **PHONE))
    first = page.get_by_role("tabpanel").get_by_role("button", name="First game: Sahara")
    await first.tap()
    await expect(page.locator("code", has_text="/play sahara robot level=1")).to_be_attached()
    await expect(first).to_have_css("outline-style", "dashed")
    await expect(first).to_be_visible()
    await expect(page.get_by_role("tab", name=where)).to_have_attribute("aria-selected", "true")
    made.set()
    await expect(said(page, "Mia's turn.")).to_be_visible()
    await expect(page.get_by_role("tab", name="Private")).to_have_attribute("aria-selected", "true")
    await expect(said(page, "/play sahara robot level=1")).to_be_hidden()
    front.on(OfferChallenge, Post(Screen("Mia offers a game.")))
    await page.get_by_role("tab", name="Channel").tap()
    await field(page, "Write as Mia").fill("/play sahara")
    await field(page, "Write as Mia").press("Enter")
    line = page.get_by_role("main").get_by_text("/play sahara", exact=True)
    await expect(line).to_be_visible()


async def test_on_a_phone_a_newcomer_is_shown_the_games_whatever_was_said(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    """Unless a match goes on in the channel: they are shown it."""
    await web_chat.adapter.post(CHANNEL, Screen("hi"), "n1")
    await ready(await open_page("Zoe"))
    page = await ready(await open_page("Mia", **PHONE))
    cards = page.get_by_role("tabpanel").locator(".card")
    await expect(cards).to_have_count(len(GAMES))
    await expect(cards.first).to_be_in_viewport()
    await cards.first.get_by_role("button", name="For two").click()
    await expect(page.get_by_role("tab", name="Channel")).to_have_attribute("aria-selected", "true")
    await web_chat.adapter.post(CHANNEL, replace(board("Ada's turn."), turn="waiting"), "n2")
    for name in ("Lea", "Ben"):
        page = await ready(await open_page(name, **PHONE))
        await expect(page.get_by_role("tab", name="Channel")).to_have_attribute("aria-selected", "true")


async def test_on_a_small_phone_all_games_are_offered_in_one_window(open_page: OpenPage) -> None:
    page = await ready(await open_page("Ada", viewport={"width": 320, "height": 640}, has_touch=True))
    cards = page.locator(".panel:not(.away) .start .card")
    await expect(cards).to_have_count(4)
    for card in await cards.all():
        await expect(card).to_be_in_viewport(ratio=1)
