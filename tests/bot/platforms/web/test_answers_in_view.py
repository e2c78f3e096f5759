"""A real browser: what somebody asks for by typing is in sight, however much people have talked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import expect

from bot.interface import Button, Help, ListMatches, MoveList, Note, Post, Screen, ShowPly
from games.events import MatchId
from tests.bot.conftest import OpenPage, Scripted, WebChat
from tests.bot.platforms.web.page import ADA, CHANNEL, board, field, ready, said, top_of
from tests.bot.platforms.web.test_stage import WIDE, on_stage, posted_in_private, shown

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

TALK = tuple(f"line {number}" for number in range(30))
ANSWER = Note(
    Screen(
        "\n".join(["A command."] * 15),
        "What I can do",
        rows=tuple((Button(f"A page {number}", Help()),) for number in range(4)),
    )
)


@pytest.mark.parametrize("width", [390, 1000, 1280, 1800])
async def test_an_answer_to_choose_from_comes_before_the_talk_below_a_live_board(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, width: int
) -> None:
    """The board keeps its place; once the answer is dismissed, the newest talk is beside the board again."""
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", viewport={"width": width, "height": 800}))
    there = page.locator(f"#message-{posted}")
    for number, line in enumerate(TALK):
        await web_chat.adapter.post(CHANNEL, Screen(line), f"t{number}")
    await expect(said(page, TALK[-1])).to_be_attached()
    await expect(there.locator(".frame")).to_be_in_viewport(ratio=1)
    before = await there.locator(".frame").bounding_box()
    front.on(Help, ANSWER)
    await field(page).fill("/help")
    await field(page).press("Enter")
    note = there.locator(".note")
    await expect(note.get_by_text("What I can do")).to_be_in_viewport(ratio=1)
    await expect(note.get_by_role("button", name="Dismiss")).to_be_in_viewport(ratio=1)
    assert await there.locator(".frame").bounding_box() == before
    await note.get_by_role("button", name="Dismiss").click()
    await expect(note).to_have_count(0)
    assert await there.locator(".frame").bounding_box() == before
    if width >= 1000:
        await expect(said(page, TALK[-1])).to_be_in_viewport()


@pytest.mark.parametrize("width", [390, 1000, 1280, 1800])
async def test_without_a_board_an_answer_is_scrolled_to(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, width: int
) -> None:
    for number, line in enumerate(TALK):
        await web_chat.adapter.post(CHANNEL, Screen(line), f"t{number}")
    page = await ready(await open_page("Ada", viewport={"width": width, "height": 800}))
    if width < 1240:
        await page.get_by_role("tab", name="Channel").click()
    await expect(said(page, TALK[-1])).to_be_in_viewport()
    await page.locator("#channel .scroller").evaluate("scroller => scroller.scrollTop = 0")
    front.on(Help, ANSWER)
    await field(page).fill("/help")
    await field(page).press("Enter")
    await expect(page.locator(".note").get_by_text("What I can do")).to_be_in_viewport(ratio=1)


async def test_a_question_is_in_view_below_the_message_that_somebody_asked_for(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """The message is as long as the window, such as where people sign up for a tournament."""
    page = await ready(await open_page("Ada", viewport={"width": 320, "height": 640}))
    await page.get_by_role("tab", name="Channel").click()
    front.on(ListMatches, Post(Screen("\n".join(["A line."] * 15), rows=((Button("Call off …", Help()),),))))
    front.on(
        Help, Note(Screen("Really call off this tournament of Sahara?", rows=((Button("Yes", Help()),),)))
    )
    await field(page).fill("/matches")
    await field(page).press("Enter")
    await page.get_by_role("button", name="Call off …").click()
    note = page.locator(".note")
    await expect(note.get_by_role("button", name="Yes")).to_be_visible()
    await page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    await expect(note).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    "size",
    [{"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}, WIDE],
    ids=["phone", "beside the stage"],
)
async def test_in_a_narrow_column_the_details_of_a_board_come_before_later_messages(
    web_chat: WebChat, open_page: OpenPage, size: dict[str, Any]
) -> None:
    """However many moves there are."""
    moves = MoveList(
        tuple((number, f"Move {number}.", ShowPly(MatchId("BBBBBB"), number)) for number in range(60))
    )
    public = replace(shown("Ada is asked.", ADA, "BBBBBB"), moves=moves)
    posted = await web_chat.adapter.post(CHANNEL, public, "n0")
    page = await ready(await open_page("Ada", **size))
    if size is WIDE:
        await posted_in_private(web_chat)
        await on_stage(page, "private-0", "Private.")
    await web_chat.adapter.post(CHANNEL, Screen("Carl challenges anybody."), "n2")
    there = page.locator(f"#message-{posted}")
    later = await top_of(there.locator(".message", has_text="Carl challenges anybody."))
    for detail in (there.locator(".tools"), there.locator(".moves")):
        box = await detail.bounding_box()
        assert box
        assert box["y"] + box["height"] <= later
    assert later - await top_of(there.locator(".frame")) < 2 * size["viewport"]["height"]
