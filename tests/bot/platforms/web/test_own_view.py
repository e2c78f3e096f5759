"""*My view* in the channel follows its match, as the board there does, until its reader closes it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.handlers.dispatcher import Dispatcher
from bot.interface import Answer, Note, Screen, ShowHand, Update
from bot.platforms.web.adapter import WebAdapter
from tests.bot.conftest import OpenPage, Scripted, WebChat
from tests.bot.platforms.web.page import ADA, BEN, CHANNEL, PHONE, board, ready
from tests.bot.platforms.web.running import web_bot
from tests.bot.platforms.web.visitor import Shown, Visitor, labels, visitors

pytestmark = pytest.mark.asyncio(loop_scope="session")

ASKED = "It is your turn"


@dataclass
class Looking:
    """A match of Sahara in the channel; the player who moves has opened their own view."""

    adapter: WebAdapter
    dispatcher: Dispatcher
    looker: Visitor
    rival: Visitor

    async def settled(self) -> None:
        await self.dispatcher.worker.settled()
        for page in (self.looker, self.rival):
            await page.ping()

    @property
    def view(self) -> Shown:
        """What stands in the note now."""
        return next(note for note in reversed(self.looker.notes) if note["board"])

    async def sow(self, page: Visitor, shown: Shown) -> None:
        await page.press(shown, next(label for label in labels(shown) if label.isdigit()))
        await self.settled()


@asynccontextmanager
async def looking(data: Path) -> AsyncIterator[Looking]:
    async with (
        web_bot(data) as (adapter, dispatcher),
        visitors(adapter.name, "Ada", "Ben") as pages,
    ):
        ada, ben = pages
        await ada.type("/play sahara @Ben")
        await ben.ping()
        await ben.press(ben.board(), "Accept")
        await dispatcher.worker.settled()
        await ada.ping()
        looker, rival = (ada, ben) if ada.id in awaited(ada.board()) else (ben, ada)
        match = Looking(adapter, dispatcher, looker, rival)
        await looker.press(looker.board(), "More")
        await looker.press(looker.notes[-1], "My view")
        await match.settled()
        yield match


def awaited(shown: Shown) -> set[str]:
    return {person["id"] for person in shown["awaits"]}


async def test_it_shows_what_the_other_one_does_on_the_board(tmp_path: Path) -> None:
    async with looking(tmp_path) as match:
        looker, rival = match.looker, match.rival
        opened = match.view["id"]
        await match.sow(looker, match.view)
        assert awaited(match.view) == {rival.id}
        while awaited(rival.board()) == {rival.id}:  # some sowings are followed by another one
            await match.sow(rival, rival.board())
        assert awaited(match.view) == {looker.id}
        assert ASKED in match.view["text"]
        assert match.view["id"] == opened
        assert not rival.notes
        await match.sow(looker, match.view)
        await rival.press(rival.board(), "More")
        await rival.press(rival.notes[-1], "Offer draw")
        await match.settled()
        assert "offers a draw" in match.view["text"]
        assert "Accept draw" in labels(match.view)
        await looker.press(looker.board(), "Accept draw")
        await match.settled()
        assert match.view["board"] == "over"
        assert "Rematch" in labels(match.view)


async def test_more_tells_what_may_be_done_now(tmp_path: Path) -> None:
    async with looking(tmp_path) as match:
        looker, rival = match.looker, match.rival
        await rival.press(rival.board(), "More")
        opened = rival.notes[-1]["id"]
        assert "If …" in labels(rival.notes[-1])
        while awaited(looker.board()) == {looker.id}:
            await match.sow(looker, looker.board())
        assert rival.notes[-1]["id"] == opened
        assert "If …" not in labels(rival.notes[-1])
        await looker.press(looker.board(), "More")
        await looker.press(looker.notes[-1], "Offer draw")
        await match.settled()
        assert rival.notes[-1]["id"] == opened
        assert "Offer draw" not in labels(rival.notes[-1])


async def test_an_answer_that_was_overtaken_does_not_stay(web_chat: WebChat, front: Scripted) -> None:
    """Something happens in the match while a press on the view is being answered."""
    posted = await web_chat.adapter.post(CHANNEL, told("v1"), "n1")

    async def overtaken(_: object) -> Answer:
        front.views[ADA.id] = told("own v3")
        await web_chat.adapter.edit(CHANNEL, posted, told("v3"))
        return Update(told("own v2"))

    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        front.on(ShowHand, Note(told("own v1")))
        await ada.press(ada.messages[posted], "My view")
        front.on(ShowHand, overtaken)
        await ada.press(ada.notes[-1], "My view")
        assert [note["text"] for note in ada.notes] == ["own v1", "own v2", "own v3"]


def told(text: str) -> Screen:
    return replace(board(text, awaits=BEN), turn="waiting")


@pytest.mark.long
async def test_it_is_there_once_and_only_as_long_as_its_reader_wants(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    posted = await web_chat.adapter.post(CHANNEL, told("v1"), "n1")
    page = await ready(await open_page("Ada", **PHONE))
    there, views = page.locator(f"#message-{posted}"), page.locator(".note.board")
    for text in ("own v1", "own v2"):
        front.on(ShowHand, Note(told(text)))
        await there.get_by_role("button", name="My view").click()
        await expect(views).to_contain_text([text])
    front.views[ADA.id] = told("own v3")
    await web_chat.adapter.edit(CHANNEL, posted, told("v3"))
    await expect(views).to_contain_text(["own v3"])
    await views.get_by_role("button", name="Dismiss").click()
    await expect(views).to_have_count(0)
    await web_chat.adapter.edit(CHANNEL, posted, told("v4"))
    await expect(there).to_contain_text("v4")
    await expect(views).to_have_count(0)
    await there.get_by_role("button", name="My view").click()
    await expect(views).to_have_count(1)
    await web_chat.adapter.stop()
    await web_chat.adapter.start()
    await expect(views).to_have_count(0)  # what happened meanwhile was not told to it
