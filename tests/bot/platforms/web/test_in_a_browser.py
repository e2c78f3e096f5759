"""The first visit to the page, in a real browser."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.interface import Button, Help, Note, OfferChallenge, Post, Screen, ShowLesson, ShowTournament
from tests.bot.conftest import OpenPage, Scripted, WebChat
from tests.bot.platforms.web.page import PHONE, acting, channel, field, private, ready, said

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]


async def test_the_first_visit_shows_what_to_do(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(OfferChallenge, Post(Screen("Ada offers a game.", rows=((Button("Accept", Help()),),))))
    page = await open_page()
    await expect(channel(page).get_by_text("/help")).to_be_visible()
    await channel(page).get_by_role("button", name="First game: Sator").dblclick()
    await expect(private(page, "Ada").locator(".command")).to_contain_text("Ada used /play sator robot")
    await page.get_by_role("tab", name="Channel").click()
    shared = channel(page)
    await shared.get_by_role("button", name="For two: Sahara").click()
    await expect(shared.get_by_text("Ada offers a game.")).to_be_visible()
    await expect(shared.get_by_role("button", name="For two: Sahara")).to_be_hidden()
    await expect(shared.locator(".command")).to_contain_text("Ada used /play sahara")
    assert [(asked.account.name, asked.chat.private, asked.request) for asked in front.asked] == [
        ("Ada", True, OfferChallenge("sator", "robot", ("level=1",))),
        ("Ada", False, OfferChallenge("sahara", None, ())),
    ]


async def test_the_first_visit_is_one_persons_and_for_two_asks_who_plays_beside_them(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(OfferChallenge, Post(Screen("Ada offers a game.", rows=((Button("Accept", Help()),),))))
    page = await ready(await open_page(""))
    await expect(page.get_by_text("You are Ada.")).to_be_visible()
    await expect(page.get_by_role("button", name="New game")).to_be_hidden()  # the games are in view
    await channel(page).get_by_role("button", name="For two: Sahara").click()
    asked = page.get_by_role("dialog")
    await expect(asked.get_by_role("radio", name="Two people")).to_be_checked()
    await asked.get_by_role("button", name="Sit down").click()
    await expect(channel(page).get_by_text("Ada offers a game.")).to_be_visible()
    await expect(acting(page, "Ben")).to_be_visible()
    assert [(each.account.name, each.request) for each in front.asked] == [
        ("Ada", OfferChallenge("sahara", None, ()))
    ]


async def test_for_two_is_for_somebody_who_is_here_already(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(OfferChallenge, Post(Screen("Ada offers a game.")))
    page = await ready(await open_page("Ada"))
    await ready(await open_page("Cleo"))
    await expect(page.get_by_text("You are Ada.")).to_be_hidden()
    await channel(page).get_by_role("button", name="For two: Sahara").click()
    await expect(channel(page).get_by_text("Ada offers a game.")).to_be_visible()


async def test_the_first_visit_offers_lessons_in_private(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(ShowLesson, Note(Screen("The six hollows in front of you are yours.")))
    page = await open_page()
    await channel(page).get_by_role("button", name="Lesson: Sahara").click()
    await expect(
        private(page, "Ada").get_by_text("The six hollows in front of you are yours.")
    ).to_be_visible()
    assert [(asked.chat.private, asked.request) for asked in front.asked] == [(True, ShowLesson("sahara", 1))]


async def test_who_comes_while_others_talk_is_offered_the_games_in_private(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(ShowLesson, Note(Screen("The six hollows in front of you are yours.")))
    page = await ready(await open_page("Ada"))
    own = private(page, "You")
    await expect(own.get_by_role("button", name="Lesson: Sahara")).to_be_hidden()
    await field(page, "Write as Ada").fill("Good morning")
    await field(page, "Write as Ada").press("Enter")
    await own.get_by_role("button", name="Lesson: Sahara").click()
    await expect(own.get_by_text("The six hollows in front of you are yours.")).to_be_visible()
    await expect(own.get_by_role("button", name="Lesson: Sahara")).to_be_hidden()


async def test_a_private_answer_leaves_what_there_is_to_do(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(ShowTournament, Note(Screen("There is no tournament.")))
    page = await ready(await open_page("Ada", **PHONE))
    await field(page).fill("/tournament")
    await field(page).press("Enter")
    await expect(said(page, "There is no tournament.")).to_be_in_viewport()
    await expect(page.get_by_role("button", name="For two: Sahara")).to_be_visible()


async def test_a_first_touch_counts_also_if_it_follows_one_beside_it(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """For the browser it is the second click of a double one; and what was scrolled a little stays there."""
    front.on(ShowLesson, Note(Screen("The six hollows in front of you are yours.")))
    page = await ready(await open_page("Ada", **PHONE))
    start = page.get_by_role("tabpanel", name="Channel")
    await start.get_by_role("log").evaluate("log => log.scrollTop = 30")
    await page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert await start.get_by_role("log").evaluate("log => log.scrollTop") == 30
    lesson = await start.get_by_role("button", name="Lesson: Sahara").bounding_box()
    assert lesson is not None
    await page.mouse.move(lesson["x"] + 20, lesson["y"] + 20)
    await page.mouse.down(click_count=2)
    await page.mouse.up(click_count=2)
    await expect(
        private(page, "You").get_by_text("The six hollows in front of you are yours.")
    ).to_be_visible()
