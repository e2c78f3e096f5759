"""A newcomer's first match: a real browser, the real bot, a game to its end by clicking."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from bot.runtime.databases import STORE_FILE
from bot.runtime.settings import Settings
from games.events import MatchId
from games.match import Match, fold
from games.sahara import State
from storage.sqlite.database import open_store
from tests.bot.platforms.web.page import acting, channel, ready
from tests.bot.platforms.web.running import web_chat

pytestmark = pytest.mark.asyncio(loop_scope="session")

CODE = re.compile(r"· ([0-9A-Z]{6})$")
MOVE = re.compile(r"^[1-6]$")


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, tmp_path: Path) -> AsyncIterator[Page]:
    """The page of a bot that has just been started, as `tischrand play` opens it."""
    settings = Settings(data=tmp_path, port=0, browser=False)
    context = await browser.new_context(viewport={"width": 1280, "height": 900})
    async with web_chat(settings) as adapter:
        page = await context.new_page()
        await page.goto(adapter.name)
        yield await ready(page)
        await context.close()


def board(page: Page) -> Locator:
    return channel(page).locator("article, .message").filter(has=page.get_by_role("img")).last


async def shown(page: Page) -> tuple[str, str]:
    """The text of the board and the words of its picture, once they agree with each other."""
    text = await board(page).inner_text()
    alt = await board(page).get_by_role("img").first.get_attribute("alt")
    return text, alt or ""


def numbers(alt: str) -> list[tuple[str, ...]]:
    return re.findall(r"(\w+) has ([\d, ]+) in hollows 1 to 6 and (\d+) in the store", alt)


def expected_numbers(match: Match) -> list[tuple[str, ...]]:
    assert isinstance(match.state, State)
    sides, stores = match.state.sides, match.state.stores
    return [(", ".join(map(str, sides[seat])), str(stores[seat])) for seat in (0, 1)]


async def test_a_game_is_played_to_its_end_by_clicking(page: Page, tmp_path: Path) -> None:
    await channel(page).get_by_role("button", name="Play Sahara").click()
    await channel(page).get_by_role("button", name="Accept").click()
    await expect(board(page)).to_contain_text("turn.")
    title = await board(page).locator("h3, .title").first.inner_text()
    found = CODE.search(title)
    assert found
    boards, plies = [await shown(page)], 0
    while "turn." in boards[-1][0]:
        mover = re.search(r"It is (\w+)'s turn", boards[-1][0])
        assert mover
        await expect(acting(page, mover[1])).to_be_checked()  # the page follows the turn
        await board(page).get_by_role("button", name=MOVE, disabled=False).first.click()
        await expect(board(page).get_by_role("img").first).not_to_have_attribute("alt", boards[-1][1])
        boards.append(await shown(page))
        plies += 1
    await expect(board(page).get_by_role("button", name="Rematch")).to_be_visible()
    await compare(tmp_path, MatchId(found[1]), boards, plies)


async def compare(folder: Path, code: MatchId, boards: list[tuple[str, str]], plies: int) -> None:
    """What the page showed after each ply is what the log tells."""
    store = await open_store(copy_of(folder))
    log = await store.matches.load(code)
    await store.close()
    assert len(log) == plies + 2
    for ply, (_, alt) in enumerate(boards):
        match = fold(log[: ply + 2])
        assert [found[1:] for found in numbers(alt)] == expected_numbers(match)
    assert fold(log).ending
    assert "wins!" in boards[-1][0] or "draw" in boards[-1][0]


def copy_of(folder: Path) -> Path:
    """The database as it lies on the disk while the bot still runs."""
    copies = folder / "copy"
    copies.mkdir()
    for file in folder.glob(f"{STORE_FILE}*"):
        if not file.name.endswith((".lock", "-shm")):
            (copies / file.name).write_bytes(file.read_bytes())
    return copies / STORE_FILE
