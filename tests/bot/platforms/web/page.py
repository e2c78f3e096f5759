"""The page of the web chat as a test finds its way round it."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

from bot.interface import Account, Button, Chat, Choose, Screen, ShowHand
from bot.platforms.web.seats import account_named
from games.events import MatchId
from tests.bot.conftest import board_image

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
NAME_OF_THE_FOCUS = """() => {
    const {ariaLabel, innerText, value} = document.activeElement
    return ariaLabel || innerText || value
}"""
FOCUS_IS_SEEN = """() => [document.activeElement, document.activeElement.closest("label")]
    .some(element => element && getComputedStyle(element).outlineStyle !== "none")"""
CHANNEL = Chat("web", "channel", private=False)
ADA, BEN = account_named("Ada", "en"), account_named("Ben", "en")
SEEDS = ("1", "2", "3", "4", "5", "6")


def board(
    text: str, *, awaits: Account | None = None, moves: tuple[str, ...] = SEEDS, colour: str = "tan"
) -> Screen:
    """A message such as a board of Sahara makes."""
    choices = tuple(
        Button(move, Choose(MatchId("AAAAAA"), 3, (move,), final=False, page=0), "main") for move in moves
    )
    return Screen(
        text,
        title="Sahara · Ada – Ben",
        image=board_image(colour, f"The whole board in words, {colour}."),
        rows=(choices[:3], choices[3:], (Button("My view", ShowHand(MatchId("AAAAAA"))),)),
        awaits=(awaits,) if awaits else (),
        players=(ADA, BEN),
    )


async def ready(page: Page) -> Page:
    """Wait until everybody on this page is connected."""
    await expect(page.locator("#state")).to_have_attribute("data-state", "open")
    return page


def channel(page: Page) -> Locator:
    return page.get_by_role("region", name="Channel", exact=True)


def private(page: Page, name: str) -> Locator:
    heading = page.get_by_role("heading", name=f"{name} & Tischrand", exact=True, include_hidden=True)
    return page.locator("section.private").filter(has=heading)  # a region, or a tab with all the room


def acting(page: Page, name: str) -> Locator:
    return page.get_by_role("radio", name=name)


def field(page: Page, name: str = "Write as Ada") -> Locator:
    return page.get_by_role("combobox", name=name, exact=True)


async def top_of(element: Locator) -> float:
    top: float = await element.evaluate("element => element.getBoundingClientRect().top")
    return top


def said(page: Page, text: str) -> Locator:
    """A message of this text, not what is announced of it."""
    return page.get_by_role("main").get_by_text(text)
