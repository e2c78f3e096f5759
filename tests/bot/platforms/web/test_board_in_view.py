"""A real browser: a board stays in view, as large as it was, whatever is told of it or ends it."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest
from playwright.async_api import expect

from bot.interface import Button, Choose, Headline, Help, ListMatches, Note, Post, Screen, ShowLesson, Update
from games.events import MatchId
from tests.bot.conftest import OpenPage, Scripted, WebChat
from tests.bot.platforms.web.page import ADA, CHANNEL, PHONE, SEEDS, board, channel, field, ready, top_of

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
async def test_a_live_board_never_leaves_view_while_people_talk(
    web_chat: WebChat, open_page: OpenPage, width: int, height: int
) -> None:
    """What is newer stands beside the board; on a phone below it, and somebody is told of it."""
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n0")
    page = await ready(await open_page("Ada", viewport={"width": width, "height": height}))
    newest = page.locator(f"#message-{posted}")
    for number in range(20):
        await web_chat.adapter.post(CHANNEL, Screen(f"line {number}\nand another"), f"n{number + 1}")
    await expect(newest.get_by_text("line 19")).to_be_attached()
    await expect(page).to_have_title("Your turn · Tischrand")
    await expect(newest.locator(".frame")).to_be_in_viewport(ratio=1)
    if width > 1000:
        await expect(newest.get_by_text("line 19")).to_be_in_viewport()
    else:
        await expect(newest.get_by_role("button", name="6", exact=True)).to_be_in_viewport(ratio=1)
        await page.get_by_role("button", name="New messages").click()
        await expect(newest.get_by_text("line 19")).to_be_in_viewport()
    await web_chat.adapter.edit(CHANNEL, posted, board("It is over.", moves=()))
    await expect(page.locator(".list > .message:not(.board)", has_text="line 19")).to_be_visible()


@pytest.mark.parametrize("private", [False, True])
async def test_what_is_told_of_a_board_stands_in_it_until_the_next_act(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, private: bool
) -> None:
    """A hint takes the place of the one before, also of a private board, whose chat does not keep it."""
    chat = web_chat.adapter.private_chat(ADA.id) if private else CHANNEL
    shown = replace(board("Ada's turn.", awaits=ADA), turn="yours")
    posted = await web_chat.adapter.post(chat, shown, "n1")
    page = await ready(await open_page("Ada", viewport={"width": 1280, "height": 720}))
    there = page.locator(f"#message-{posted}")
    pressed = there.get_by_role("button", name="4", exact=True)
    for answer in ("A first hint.", "A second hint."):
        front.on(Choose, Note(Screen(answer, rows=((Button("More", Help()),),))))
        await pressed.click()
        await expect(there.locator(".note .text")).to_have_text([answer])
    front.on(Help, Update(Screen("All of it. " * 99)))
    await there.get_by_role("button", name="More").click()
    await expect(there.locator(".note")).to_contain_text("All of it.")
    assert (front.asked[-1].chat.private, front.asked[-1].ephemeral) == (private, True)
    await expect(there.locator(".frame")).to_be_in_viewport(ratio=1)
    await expect(there.get_by_role("button", name="Dismiss")).to_be_in_viewport(ratio=1)
    await page.keyboard.press("Escape")
    await expect(there.locator(".note")).to_have_count(0)
    await pressed.click()
    await expect(there.locator(".note")).to_have_count(1)
    front.on(Choose, Update(replace(shown, text="Ada has moved.")))
    await pressed.click()
    await expect(there).to_contain_text("Ada has moved.")
    await expect(page.locator(".note")).to_have_count(0)
    await page.reload()
    await ready(page)
    await expect(page.get_by_text("hint")).to_have_count(0)


async def test_a_board_for_one_person_alone_stays_beside_what_is_told_of_it(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page())
    for answer in (board("Your side."), Screen("A hint.")):
        front.on(Choose, Note(answer))
        await channel(page).get_by_role("button", name="4", exact=True).first.click()
        await expect(channel(page).get_by_text(answer.text)).to_be_visible()
    await expect(channel(page).locator(".note")).to_have_count(2)


async def test_the_end_is_a_moment(web_chat: WebChat, open_page: OpenPage) -> None:
    """Who has won is large, then comes what can be pressed, then the log; the last turn is seen once more."""
    at = web_chat.adapter.private_chat(ADA.id)
    shown = replace(board("Ada's turn.", awaits=ADA), turn="yours")
    posted = await web_chat.adapter.post(at, shown, "n1")
    page, still = [
        await ready(await open_page("Ada", reduced_motion=motion)) for motion in ("no-preference", "reduce")
    ]
    image = f"#message-{posted} .picture img"
    before = await page.locator(image).get_attribute("src")
    seen = """image => {
        window.seen = []
        const seen = new MutationObserver(() => window.seen.push(image.src))
        seen.observe(image, {attributes: true, attributeFilter: ["src"]})
    }"""
    for one in (page, still):
        await one.locator(image).evaluate(seen)
    over = replace(
        board("Ada sowed 4.\nThe beans decide: 24 : 12. Ada wins!", colour="teal", moves=("Rematch",)),
        turn="over",
        headline=Headline("You won 24 : 12", 0),
    )
    await web_chat.adapter.edit(at, posted, over)
    parts = [".headline", ".rows", ".log"]
    tops = [await top_of(page.locator(f"#message-{posted} {part}")) for part in parts]
    assert tops == sorted(tops)
    await page.wait_for_function("() => window.seen.length === 3")
    end = await page.locator(image).get_attribute("src")
    assert await page.evaluate("() => window.seen") == [end, before, end]
    assert await still.evaluate("() => window.seen") == [end]


async def test_a_lesson_has_the_room_until_a_match_asks_anew(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    lesson = replace(board("word " * 60), rows=((Button("Next", Help(), "main"),),))
    front.on(ShowLesson, Post(lesson))
    await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", viewport={"width": 1280, "height": 720}))
    await field(page, "Write to Tischrand as Ada").fill("/learn sator")
    await field(page, "Write to Tischrand as Ada").press("Enter")
    await expect(page.locator("body")).to_have_attribute("data-stage", "private-0")
    lessons = page.get_by_role("region", name="You & Tischrand")
    for part in (
        lessons.locator(".frame"),
        lessons.locator(".text"),
        lessons.get_by_role("button", name="Next"),
    ):
        await expect(part).to_be_in_viewport(ratio=1)
    other = board("Ada's turn in another match.", awaits=ADA)
    moves = tuple(
        replace(one, request=Choose(MatchId("BBBBBB"), 3, ("1",), final=False, page=0))
        for one in other.rows[0]
    )
    await web_chat.adapter.post(CHANNEL, replace(other, rows=(moves,)), "n2")
    await expect(page.locator("body")).to_have_attribute("data-stage", "channel")


async def test_six_moves_stand_in_one_row_on_a_narrow_phone(web_chat: WebChat, open_page: OpenPage) -> None:
    rows = (tuple(button for row in board("").rows[:2] for button in row),)
    await web_chat.adapter.post(CHANNEL, replace(board("Ada's turn.", awaits=ADA), rows=rows), "n1")
    page = await ready(await open_page(**PHONE | {"viewport": {"width": 320, "height": 568}}))
    tops = {await top_of(page.get_by_role("button", name=seed, exact=True)) for seed in SEEDS}
    assert len(tops) == 1


@pytest.mark.parametrize("chosen", [False, True])
async def test_a_dark_page_shows_dark_boards_unless_a_theme_is_chosen(
    web_chat: WebChat, open_page: OpenPage, chosen: bool
) -> None:
    tan, teal = board("Ada's turn.", awaits=ADA), board("", colour="teal").image
    assert tan.image
    assert teal
    image = replace(tan.image, dark=None if chosen else lambda: teal.data)
    await web_chat.adapter.post(CHANNEL, replace(tan, image=image), "n1")
    page = await ready(await open_page("Ada", color_scheme="dark"))
    picture = channel(page).locator(".picture img")
    seen = "image => image.decode().then(() => image.currentSrc)"
    assert str(await picture.evaluate(seen)).endswith(encoded(tan.image.data if chosen else teal.data))
    await page.emulate_media(color_scheme="light")
    await expect(picture).to_have_js_property(
        "currentSrc", f"data:image/png;base64,{encoded(tan.image.data)}"
    )


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
async def test_what_somebody_asks_for_is_read_from_its_beginning(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, width: int, height: int
) -> None:
    """Also where it stands below a live board, and as long as they go on with it."""
    at = web_chat.adapter.private_chat(ADA.id)
    posted = await web_chat.adapter.post(at, board("Ada's turn.", awaits=ADA), "n0")
    page = await ready(await open_page("Ada", viewport={"width": width, "height": height}))
    if width < 1000:
        await page.get_by_role("tab", name="Private").click()
    newest = page.locator(f"#message-{posted}")
    rows = ((Button("More", Help()),),)
    front.on(ListMatches, Post(Screen("word " * 400, title="All matches", rows=rows)))
    front.on(Help, Update(Screen("other " * 400, title="All commands")))
    await field(page, "Write to Tischrand as Ada").fill("/matches")
    await field(page, "Write to Tischrand as Ada").press("Enter")
    await expect(newest.get_by_role("heading", name="All matches")).to_be_in_viewport(ratio=1)
    await newest.get_by_role("button", name="More").evaluate("button => button.click()")
    await expect(newest.get_by_role("heading", name="All commands")).to_be_in_viewport(ratio=1)
    if width > 1000:
        await expect(newest.locator(".frame")).to_be_in_viewport(ratio=1)
    await expect(page.get_by_role("button", name="New messages")).to_be_hidden()
