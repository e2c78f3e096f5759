"""A real browser: somebody who plays several matches is led from one to the other only when they go."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.interface import (
    AcceptChallenge,
    Button,
    Choose,
    Help,
    Incoming,
    Note,
    OfferChallenge,
    OfferDraw,
    Post,
    RequestTakeback,
    Resign,
    Screen,
    TypeMove,
    Update,
)
from games.events import MatchId
from tests.bot.conftest import OpenPage, Scripted, WebChat
from tests.bot.platforms.web.page import ADA, BEN, CHANNEL, field, ready, said
from tests.bot.platforms.web.test_stage import CARL, SIZES, WIDE, on_stage, over, posted_in_private, shown

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

OTHERS = (ADA, CARL)


async def both_ask(web_chat: WebChat, open_page: OpenPage, size: dict[str, Any]) -> tuple[Page, str]:
    """Ada's page with two matches that ask her, and the id of the board in front."""
    await web_chat.adapter.post(CHANNEL, shown("Another asks.", ADA, "BBBBBB", OTHERS), "n1")
    own = await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "AAAAAA"), "n2")
    page = await ready(await open_page("Ada", **size))
    await on_stage(page, "channel", "Ada is asked.")
    return page, own


@SIZES
@pytest.mark.parametrize("line", ["Well played!", "4", "/help"])
async def test_who_resigns_by_a_note_after_they_have_typed_sees_that_end(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any], line: str
) -> None:
    """Another match that asks them waits until they go there."""
    page, own = await both_ask(web_chat, open_page, size)
    front.on(TypeMove, Note(Screen("Not now.")))
    front.on(Help, Note(Screen("All commands.")))
    await field(page).fill(line)
    await field(page).press("Enter")
    await expect(said(page, {"4": "Not now.", "/help": "All commands."}.get(line, line))).to_be_attached()
    await on_stage(page, "channel", "Ada is asked.")

    async def resign(_: Incoming) -> Update:
        await web_chat.adapter.edit(CHANNEL, own, over("Ada resigned.", "AAAAAA"))
        return Update(Screen("You resigned."))

    yes = Button("Yes, resign", Resign(MatchId("AAAAAA"), sure=True), "danger")
    front.on(Choose, Note(Screen("Resign?", rows=((yes,),))))
    front.on(Resign, resign)
    there = page.locator(f"#message-{own}")
    await there.get_by_role("button", name="4", exact=True).click()
    await page.get_by_role("button", name="Yes, resign").click()
    await expect(page.locator("[aria-busy]")).to_have_count(0)
    await expect(page.get_by_role("button", name="Your turn: 1")).to_be_visible()
    await on_stage(page, "channel", "Ada resigned.")
    await page.get_by_role("button", name="Your turn: 1").click()
    await on_stage(page, "channel", "Another asks.")


@SIZES
async def test_who_talks_beside_a_match_is_not_led_to_another_one(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any]
) -> None:
    await web_chat.adapter.post(CHANNEL, shown("Another asks.", ADA, "BBBBBB", OTHERS), "n1")
    await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "AAAAAA"), "n2")
    page = await ready(await open_page("Ada", **size))
    front.on(Choose, Update(shown("Ada has moved.", BEN, "AAAAAA")))
    there = page.locator(".list > .message", has_text="Ada is asked.")
    await there.get_by_role("button", name="4", exact=True).click()
    await on_stage(page, "channel", "Ada has moved.")
    await field(page).fill("Well played!")
    await field(page).press("Enter")
    await expect(said(page, "Well played!")).to_be_attached()
    await web_chat.adapter.post(CHANNEL, Screen("Good morning."), "n3")
    await expect(said(page, "Good morning.")).to_be_attached()
    await on_stage(page, "channel", "Ada has moved.")


@SIZES
async def test_a_match_that_only_begins_leaves_the_one_that_asks_in_front(
    web_chat: WebChat, open_page: OpenPage, size: dict[str, Any]
) -> None:
    """Also after a reload: the board by which somebody is told of it mentions nobody."""
    at, _ = await posted_in_private(web_chat)
    page = await ready(await open_page("Ada", **size))
    await on_stage(page, "private-0", "Private.")
    begun = shown("Ben begins.", None, "BBBBBB")
    await web_chat.adapter.post(at, begun, "n2")
    await expect(said(page, "Ben begins.")).to_be_attached()
    await on_stage(page, "private-0", "Private.")
    await page.reload()
    await ready(page)
    await expect(said(page, "Ben begins.")).to_be_attached()
    await on_stage(page, "private-0", "Private.")


@pytest.mark.parametrize("private", [False, True], ids=["channel", "private"])
async def test_a_link_to_a_seat_is_gone_once_that_is_taken(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, *, private: bool
) -> None:
    """Also after a reload; what people say stays."""
    chat, panel = (web_chat.adapter.private_chat(ADA.id), "private-0") if private else (CHANNEL, "channel")
    await web_chat.adapter.post(chat, shown("Ada is asked.", ADA, "AAAAAA"), "n1")
    challenge = await web_chat.adapter.post(chat, Screen("By link."), "n2")
    front.on(OfferChallenge, Note(Screen("Send this link:\nhttp://127.0.0.1:1/#seat=BBBBBB0123")))
    page = await ready(await open_page("Ada", viewport={"width": 1280, "height": 800}))
    line = page.locator(f"#{panel} .composer input[type=text]")
    for typed in ("#seat=BBBBBB", "/play sator link"):
        await line.fill(typed)
        await line.press("Enter")
    link = page.get_by_role("link", name="#seat=BBBBBB0123")
    await expect(link).to_be_visible()
    await web_chat.adapter.edit(chat, challenge, shown("The guest begins.", CARL, "BBBBBB", OTHERS))
    await expect(said(page, "The guest begins.")).to_be_attached()
    await expect(link).to_have_count(0)
    await page.reload()
    await ready(page)
    await expect(said(page, "The guest begins.")).to_be_attached()
    await expect(link).to_have_count(0)
    await expect(page.locator(".message.talk", has_text="#seat=BBBBBB")).to_be_attached()


@SIZES
async def test_what_is_told_of_a_match_stands_at_its_board_until_that_changes(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any]
) -> None:
    """Nor does the question which match is meant lead anywhere else."""
    other = await web_chat.adapter.post(CHANNEL, shown("Another asks.", ADA, "BBBBBB", OTHERS), "n1")
    own = await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "AAAAAA"), "n2")
    page = await ready(await open_page("Ada", **size))
    there, beside = page.locator(f"#message-{own}"), page.locator(f"#message-{other}")
    front.on(Choose, Update(shown("Ada has moved.", BEN, "AAAAAA")))
    await there.get_by_role("button", name="4", exact=True).click()
    await on_stage(page, "channel", "Ada has moved.")
    rows = tuple((Button(f"Match {code}", RequestTakeback(MatchId(code))),) for code in ("BBBBBB", "AAAAAA"))
    asked = Update(Screen("Ben has to answer."), match=MatchId("AAAAAA"))
    front.on(RequestTakeback, Note(Screen("Which match?", rows=rows), succeeded=False))
    await field(page).fill("/takeback")
    await field(page).press("Enter")
    await expect(there.locator(".note")).to_contain_text("Which match?")
    await on_stage(page, "channel", "Ada has moved.")
    front.on(RequestTakeback, asked)
    await page.get_by_role("button", name="Match AAAAAA").click()
    await expect(there.locator(".note")).to_contain_text("Ben has to answer.")
    await on_stage(page, "channel", "Ada has moved.")
    await web_chat.adapter.edit(CHANNEL, other, shown("Another goes on.", CARL, "BBBBBB", OTHERS))
    await expect(beside).to_contain_text("Another goes on.")
    await expect(page.locator(".note")).to_have_count(1)
    await web_chat.adapter.edit(CHANNEL, own, shown("Ben goes on.", BEN, "AAAAAA"))
    await expect(page.locator(".note")).to_have_count(0)


async def test_a_typed_line_says_which_match_is_in_front(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """As long as that runs."""
    page, own = await both_ask(web_chat, open_page, WIDE)
    front.on(TypeMove, Note(Screen("Not now.")))
    front.on(RequestTakeback, Note(Screen("No such thing.")))
    for line, answer in (("4", "Not now."), ("/takeback", "No such thing.")):
        await field(page).fill(line)
        await field(page).press("Enter")
        await expect(said(page, answer)).to_be_attached()
        assert front.asked[-1].front == "AAAAAA"
    await web_chat.adapter.edit(CHANNEL, own, over("Ada has won.", "AAAAAA"))
    await page.get_by_role("button", name="Your turn: 1").click()
    await on_stage(page, "channel", "Another asks.")
    await field(page).fill("4")
    await field(page).press("Enter")
    await expect(said(page, "Not now.")).to_be_attached()
    assert [asked.front for asked in front.asked][-1] == "BBBBBB"


@SIZES
async def test_what_is_told_of_a_match_that_a_line_names_leads_to_it(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any]
) -> None:
    other = await web_chat.adapter.post(CHANNEL, shown("Carl is asked.", CARL, "BBBBBB", OTHERS), "n1")
    await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "AAAAAA"), "n2")
    page = await ready(await open_page("Ada", **size))
    await on_stage(page, "channel", "Ada is asked.")
    front.on(OfferDraw, Note(Screen("Carl has to answer."), match=MatchId("BBBBBB")))
    await field(page).fill("/draw BBBBBB")
    await field(page).press("Enter")
    await expect(page.locator(f"#message-{other} .note")).to_contain_text("Carl has to answer.")
    await on_stage(page, "channel", "Carl is asked.")


@SIZES
async def test_a_match_that_a_line_begins_comes_to_the_front(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any]
) -> None:
    own = await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "AAAAAA"), "n1")
    page = await ready(await open_page("Ada", **size))
    front.on(Choose, Update(shown("Ada has moved.", BEN, "AAAAAA")))
    await page.locator(f"#message-{own}").get_by_role("button", name="4", exact=True).click()
    await on_stage(page, "channel", "Ada has moved.")
    front.on(AcceptChallenge, Post(shown("Carl begins.", CARL, "BBBBBB", OTHERS)))
    await field(page).fill("/join BBBBBB")
    await field(page).press("Enter")
    await on_stage(page, "channel", "Carl begins.")
