"""A real browser: a board stays in view, as large as it was, whatever is told of it or ends it."""

from __future__ import annotations

import base64
import re
from dataclasses import replace

import pytest
from playwright.async_api import expect

from bot.interface import (
    AcceptChallenge,
    AcceptDraw,
    Account,
    AskReview,
    Button,
    CancelChallenge,
    Choose,
    Headline,
    Help,
    Incoming,
    ListMatches,
    Motion,
    Note,
    Post,
    Replay,
    Resign,
    Screen,
    ShowHand,
    ShowLesson,
    ShowMoment,
    ShowSettings,
    TypeMove,
    Update,
)
from games.events import MatchId
from tests.bot.conftest import OpenPage, Scripted, WebChat, board_image
from tests.bot.platforms.web.page import (
    ADA,
    BEN,
    CHANNEL,
    PHONE,
    SEEDS,
    acting,
    board,
    channel,
    field,
    ready,
    said,
    top_of,
)

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
        await page.reload()
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


async def test_beside_a_picture_no_note_covers_a_move(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """A long note stands below the moves, and its first line is read without scrolling."""
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", viewport={"width": 1280, "height": 720}))
    there = page.locator(f"#message-{posted}")
    move = there.get_by_role("button", name="4", exact=True)
    front.on(Choose, Note(Screen("\n".join(f"line {number}" for number in range(60)))))
    await move.click()
    await expect(there.locator(".note .text").get_by_text("line 0")).to_be_in_viewport()
    moves, note = await move.bounding_box(), await there.locator(".note").bounding_box()
    assert moves is not None
    assert note is not None
    assert moves["y"] + moves["height"] <= note["y"]


async def test_who_is_not_asked_has_no_button_to_answer(web_chat: WebChat, open_page: OpenPage) -> None:
    offered = board("Ada offers a draw.", awaits=ADA)
    accept = Button("Accept draw", AcceptDraw(MatchId("AAAAAA")), "main", only_for=(BEN,))
    await web_chat.adapter.post(CHANNEL, replace(offered, rows=(*offered.rows, (accept,))), "n1")
    for name, count in (("Ada", 0), ("Ben", 1)):
        page = await ready(await open_page(name))
        await expect(channel(page).get_by_role("button", name="My view")).to_be_visible()
        await expect(channel(page).get_by_role("button", name="Accept draw")).to_have_count(count)


async def test_an_offer_is_not_covered_by_what_is_open(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    running = replace(board("Ben's turn.", awaits=BEN), players=(ADA, BEN))
    posted = await web_chat.adapter.post(CHANNEL, running, "n1")
    page = await ready(await open_page("Ben", **PHONE))
    there = page.locator(f"#message-{posted}")
    front.on(ShowHand, Note(Screen("More.", rows=((Button("Rules", ShowLesson("sahara", 1)),),))))
    await there.get_by_role("button", name="My view").click()
    await expect(there.locator(".note")).to_be_visible()
    accept = Button("Accept draw", AcceptDraw(MatchId("AAAAAA")), "main", only_for=(BEN,))
    await web_chat.adapter.edit(CHANNEL, posted, replace(running, rows=(*running.rows, (accept,))))
    await expect(there.locator(".note")).to_have_count(0)
    await expect(there.get_by_role("button", name="Accept draw")).to_be_in_viewport(ratio=1)


async def test_below_the_end_stands_only_what_was_told_after_it(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    posted = await web_chat.adapter.post(CHANNEL, replace(board("", awaits=ADA), turn="waiting"), "n1")
    page = await ready(await open_page("Ada"))
    there = page.locator(f"#message-{posted}")
    front.on(Choose, Note(Screen("A hint.")))
    await there.get_by_role("button", name="4", exact=True).click()
    await expect(there.locator(".note")).to_contain_text("A hint.")
    over = replace(board("Ada wins!", colour="teal"), turn="over")
    await web_chat.adapter.edit(CHANNEL, posted, over)
    await expect(there).to_contain_text("Ada wins!")
    await expect(page.locator(".note")).to_have_count(0)
    front.on(ShowHand, Note(Screen("The deal is right.")))
    await there.get_by_role("button", name="My view").click()
    await expect(there.locator(".note")).to_contain_text("The deal is right.")
    await web_chat.adapter.edit(CHANNEL, posted, replace(over, text="Ada wins! Well done."))
    await expect(there).to_contain_text("Well done.")
    await expect(there.locator(".note")).to_have_count(1)


async def test_what_is_asked_for_after_the_end_is_a_message_of_its_own(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    posted = await web_chat.adapter.post(CHANNEL, replace(board("Ada wins!"), turn="over"), "n1")
    front.on(Help, Note(Screen("A puzzle.")))
    page = await ready(await open_page())
    await field(page).fill("/help")
    await field(page).press("Enter")
    await expect(page.locator(".list > .note")).to_contain_text("A puzzle.")
    await expect(page.locator(f"#message-{posted} .note")).to_have_count(0)


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


async def test_a_match_in_private_has_one_width_whatever_is_in_the_channel(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    at = web_chat.adapter.private_chat(ADA.id)
    await web_chat.adapter.post(CHANNEL, Screen("Who plays?"), "n0")
    posted = await web_chat.adapter.post(at, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", viewport={"width": 1280, "height": 800}))
    frame = page.locator(f"#message-{posted} .frame")
    await expect(frame).to_be_in_viewport(ratio=1)
    before = await frame.bounding_box()
    assert before
    assert before["width"] > 800
    await web_chat.adapter.post(CHANNEL, Screen("Nobody?"), "n2")
    await web_chat.adapter.post(CHANNEL, replace(board("Ben's turn."), turn="waiting"), "n3")
    await web_chat.adapter.edit(at, posted, board("Ada's turn again.", awaits=ADA, colour="teal"))
    await expect(said(page, "Ada's turn again.")).to_be_visible()
    assert await frame.bounding_box() == before


async def test_a_large_window_has_a_large_picture(web_chat: WebChat, open_page: OpenPage) -> None:
    at = web_chat.adapter.private_chat(ADA.id)
    posted = await web_chat.adapter.post(at, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", viewport={"width": 1920, "height": 1080}))
    frame, side = page.locator(f"#message-{posted} .frame"), page.locator(f"#message-{posted} .side")
    await expect(frame).to_be_in_viewport(ratio=1)
    picture, words = await frame.bounding_box(), await side.bounding_box()
    assert picture
    assert words
    assert picture["width"] > 1200
    assert words["x"] - picture["x"] - picture["width"] < 20


@pytest.mark.parametrize("width", [1000, 1280, 1800])
async def test_settings_beside_a_live_board_can_be_read(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, width: int
) -> None:
    """Meanwhile the log is folded, and comes back when they play on."""
    at = web_chat.adapter.private_chat(ADA.id)
    live = replace(board("It happened.\nAda's turn.", awaits=ADA), turn="yours")
    posted = await web_chat.adapter.post(at, live, "n1")
    choices = tuple((Button(f"A choice {number}", Help()),) for number in range(8))
    front.on(ShowSettings, Post(Screen("\n".join(["A setting."] * 8), "Your settings", rows=choices)))
    page = await ready(await open_page("Ada", viewport={"width": width, "height": 800}))
    there = page.locator(f"#message-{posted}")
    frame, move = there.locator(".frame"), there.get_by_role("button", name="6", exact=True)
    happened = there.get_by_text("It happened.")
    await expect(happened).to_be_visible()
    before = await frame.bounding_box(), await move.bounding_box()
    line = field(page, "Write to Tischrand as Ada")
    await line.fill("/settings")
    await line.press("Enter")
    shown = page.locator(".message", has_text="Your settings").last
    await expect(shown.get_by_text("A setting.")).to_be_in_viewport(ratio=1)
    await expect(happened).to_be_hidden()
    assert before == (await frame.bounding_box(), await move.bounding_box())
    talk = await there.locator(".sheet > .talk").first.bounding_box()
    assert talk
    assert talk["height"] >= 300
    front.on(Choose, Update(replace(live, text="It happened.\nAda's turn again.")))
    await move.click()
    await expect(happened).to_be_visible()


@pytest.mark.parametrize("width", [1000, 1280, 1800])
async def test_the_rules_beside_a_live_board_begin_each_page_at_its_top(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, width: int
) -> None:
    """What people say meanwhile waits below."""

    def rules(number: int) -> Screen:
        text = "\n".join([f"The rule {number}.", *["A detail."] * 12])
        image = board_image("navy", "An example.")
        return Screen(text, f"How to play ({number})", image=image, rows=((Button("Next", Help()),),))

    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", viewport={"width": width, "height": 800}))
    there = page.locator(f"#message-{posted}")
    before = await there.locator(".frame").first.bounding_box()
    front.on(ShowHand, Note(Screen("More.", rows=((Button("Rules", ShowLesson("sahara", 1)),),))))
    front.on(ShowLesson, Note(rules(1)))
    await there.get_by_role("button", name="My view").click()
    await there.get_by_role("button", name="Rules").click()
    await expect(said(page, "The rule 1.")).to_be_in_viewport()
    front.on(Help, Update(rules(2)))
    await page.get_by_role("button", name="Next").click()
    note = page.locator(".note", has_text="The rule 2.")
    await expect(note.get_by_text("How to play (2)")).to_be_in_viewport(ratio=1)
    await web_chat.adapter.post(CHANNEL, Screen("Good morning."), "n2")
    await expect(said(page, "Good morning.")).to_be_attached()
    await expect(note.get_by_text("How to play (2)")).to_be_in_viewport(ratio=1)
    assert await there.locator(".frame").first.bounding_box() == before


@pytest.mark.parametrize("width", [1000, 1280, 1800])
async def test_a_note_to_choose_from_leaves_the_board_and_its_moves_where_they_are(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, width: int
) -> None:
    """It begins in sight, beside the board."""
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    ways = tuple((Button(f"A choice {number}", Help()),) for number in range(8))
    front.on(ShowSettings, Note(Screen("\n".join(["A setting."] * 15), "Your settings", rows=ways)))
    page = await ready(await open_page("Ada", viewport={"width": width, "height": 800}))
    there = page.locator(f"#message-{posted}")
    frame, move = there.locator(".frame"), there.get_by_role("button", name="6", exact=True)
    before = await frame.bounding_box(), await move.bounding_box()
    await field(page).fill("/settings")
    await field(page).press("Enter")
    note = there.locator(".note")
    await expect(note.get_by_text("Your settings")).to_be_in_viewport(ratio=1)
    await expect(note.get_by_role("button", name="Dismiss")).to_be_in_viewport(ratio=1)
    await expect(frame).to_be_in_viewport(ratio=1)
    await expect(move).to_be_in_viewport(ratio=1)
    assert before == (await frame.bounding_box(), await move.bounding_box())
    await expect(field(page)).to_be_focused()
    arrow = page.get_by_role("button", name="New messages")
    await expect(arrow).to_be_hidden()
    await note.get_by_role("button", name="Dismiss").click()
    await expect(note).to_have_count(0)
    await expect(there.get_by_role("button", name="1", exact=True)).to_be_focused()
    await expect(move).to_be_in_viewport(ratio=1)
    await field(page).fill("/settings")
    await field(page).press("Enter")
    await expect(note).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(note).to_have_count(0)
    await expect(arrow).to_be_hidden()
    assert before == (await frame.bounding_box(), await move.bounding_box())


async def test_on_a_phone_all_of_what_happened_last_is_read(web_chat: WebChat, open_page: OpenPage) -> None:
    told = "Ben sowed hollows 2, 1, 5, 4, 3 and captured seven beans of Ada's."
    posted = await web_chat.adapter.post(
        CHANNEL, board(f"{told}\nIt is Ada's turn.\nChoose.", awaits=ADA), "n1"
    )
    page = await ready(await open_page("Ada", viewport={"width": 390, "height": 844}))
    line = page.locator(f"#message-{posted} summary", has_text=told)
    await expect(line).to_be_in_viewport(ratio=1)
    assert await line.evaluate("line => line.scrollWidth <= line.clientWidth")


async def test_a_challenge_is_accepted_by_who_did_not_make_it(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """Its own button withdraws it, whoever of the people at this screen acts in the channel."""
    code = MatchId("AAAAAA")
    accept = Button("Accept", AcceptChallenge(code), "main", not_for=(ADA,))
    withdraw = Button("Withdraw", CancelChallenge(code), only_for=(ADA,))
    offered = Screen("Ada challenges anyone.", rows=((accept, withdraw),))
    await web_chat.adapter.post(CHANNEL, offered, "n1")
    front.on(CancelChallenge, Note(Screen("Withdrawn.")))
    page = await ready(await open_page("Ada", "Ben"))
    for name, may in (("Ada", 0), ("Ben", 1)):
        await acting(page, name).check(force=True)
        await expect(channel(page).get_by_role("button", name="Accept")).to_have_count(may)
    await channel(page).get_by_role("button", name="Withdraw").click()
    await expect(page.get_by_text("Withdrawn.").first).to_be_attached()
    assert front.asked[-1].account.id == ADA.id


async def test_what_lies_over_the_moves_closes_at_a_touch_beside_it(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """That touch does nothing else, unless it is on a place of the picture: then it presses that as well."""
    shown = replace(board("Ada's turn.", awaits=ADA), turn="yours")
    posted = await web_chat.adapter.post(CHANNEL, shown, "n1")
    page = await ready(await open_page("Ada", viewport={"width": 320, "height": 560}))
    there = page.locator(f"#message-{posted}")
    panel = Screen(
        "No clock.", title=shown.title, rows=(tuple(Button(name, Help()) for name in "ABCDEF"),) * 4
    )
    front.on(Choose, Note(panel))
    await there.get_by_role("button", name="4", exact=True).click()
    await expect(there.locator(".note")).to_be_visible()
    asked = len(front.asked)
    await there.locator(".frame").click(position={"x": 20, "y": 20})
    await expect(there.locator(".note")).to_have_count(0)
    await expect(page.locator("dialog[open]")).to_have_count(0)
    assert len(front.asked) == asked


async def test_more_takes_the_focus_and_gives_it_back_and_what_is_touched_beside_it_is_pressed(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    code, whole = MatchId("AAAAAA"), ((0, 0), (600, 0), (600, 400), (0, 400))
    shown = replace(board("Ada's turn.", awaits=ADA), turn="yours")
    assert shown.image
    touched = Choose(code, 3, ("4",), final=False, page=0)
    image = replace(shown.image, regions=lambda: [(touched, whole)])
    posted = await web_chat.adapter.post(CHANNEL, replace(shown, image=image), "n1")
    page = await ready(await open_page("Ada", viewport={"width": 320, "height": 560}))
    there = page.locator(f"#message-{posted}")
    ways = (tuple(Button(name, Help()) for name in "ABCDEF"),) * 4
    front.on(ShowHand, Note(Screen("No clock.", title=shown.title, rows=ways)))
    opens = there.get_by_role("button", name="My view")
    await opens.click()
    await expect(there.locator(".note button").first).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(there.locator(".note")).to_have_count(0)
    await expect(opens).to_be_focused()
    await opens.click()
    await expect(there.locator(".note")).to_be_visible()
    await there.locator(".frame").click(position={"x": 20, "y": 20})
    await expect(there.locator(".note")).to_have_count(0)
    assert front.asked[-1].request == touched


async def test_the_end_is_a_moment(web_chat: WebChat, open_page: OpenPage) -> None:
    """Who has won is large, above the buttons and the log, but not before the last move has been seen."""
    at = web_chat.adapter.private_chat(ADA.id)
    shown = replace(board("Ada's turn.", awaits=ADA), turn="yours")
    posted = await web_chat.adapter.post(at, shown, "n1")
    page, still = [
        await ready(await open_page("Ada", reduced_motion=motion)) for motion in ("no-preference", "reduce")
    ]
    watched = """() => {
        window.moved = window.early = 0
        const look = () => {
            const moves = document.querySelector(".motion")
            const told = document.querySelector(".headline")?.checkVisibility({visibilityProperty: true})
            window.moved += moves !== null
            window.early += moves !== null && told
        }
        new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true})
    }"""
    for one in (page, still):
        await one.evaluate(watched)
    over = replace(
        board("Ada sowed 4.\nThe beans decide: 24 : 12. Ada wins!", colour="teal", moves=("Rematch",)),
        turn="over",
        headline=Headline("You won 24 : 12", 0),
    )
    assert over.image
    start, end = ((0, 0), (99, 0), (99, 99), (0, 99)), ((500, 300), (599, 300), (599, 399), (500, 399))
    moved = Motion(start, end, leaves=True, as_before=True, since=0)
    image = replace(over.image, turn=1, motions=lambda: [moved])
    await web_chat.adapter.edit(at, posted, replace(over, image=image))
    parts = [".headline", ".rows", ".log"]
    for one in (page, still):
        await expect(one.locator(f"#message-{posted} .headline")).to_have_text("You won 24 : 12")
        await expect(one.locator(f"#message-{posted} .headline")).to_be_visible()
    tops = [await top_of(page.locator(f"#message-{posted} {part}")) for part in parts]
    assert tops == sorted(tops)
    await expect(page.locator(".motion")).to_have_count(0)
    assert await page.evaluate("() => [window.moved > 0, window.early]") == [True, 0]
    assert await still.evaluate("() => window.moved") == 0


async def test_what_is_to_be_done_changes_with_the_picture_that_shows_whose_turn_it_is(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    """It changes once everything in the picture has moved."""
    at = web_chat.adapter.private_chat(ADA.id)
    posted = await web_chat.adapter.post(at, replace(board("Ada's turn.", awaits=ADA), turn="yours"), "n1")
    page = await ready(await open_page("Ada", reduced_motion="no-preference"))
    await expect(page.locator(f"#message-{posted} .frame")).to_be_visible()
    await page.evaluate("""() => {
        window.moved = window.early = 0
        const look = () => {
            const moves = document.querySelector(".motion") !== null
            window.moved += moves
            window.early += moves && document.querySelector(".live .text").textContent.includes("Ben")
        }
        new MutationObserver(look).observe(document.body, {subtree: true, childList: true})
    }""")
    played = replace(board("Ada sowed 4.\nBen's turn.", awaits=BEN, colour="teal"), turn="waiting")
    assert played.image
    start, end = ((0, 0), (99, 0), (99, 99), (0, 99)), ((500, 300), (599, 300), (599, 399), (500, 399))
    moved = Motion(start, end, leaves=True, as_before=True, since=0)
    image = replace(played.image, turn=1, motions=lambda: [moved])
    await web_chat.adapter.edit(at, posted, replace(played, image=image))
    await expect(page.locator(f"#message-{posted} .side > .text").first).to_have_text("Ben's turn.")
    assert await page.evaluate("() => [window.moved > 0, window.early]") == [True, 0]


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (1280, 800)])
async def test_a_position_in_a_note_has_the_place_of_a_board(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, width: int, height: int
) -> None:
    await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", viewport={"width": width, "height": height}))
    live = await page.locator(".live .frame").bounding_box()
    front.on(Choose, Note(replace(board("Your side."), turn="over")))
    await page.locator(".live").get_by_role("button", name="4", exact=True).click()
    own = page.locator(".list > .note .frame")
    await expect(own).to_be_in_viewport(ratio=1)
    assert await own.bounding_box() == pytest.approx(live, abs=1)  # a window scrolls by whole pixels


async def test_the_newest_talk_beside_a_board_stays_in_view_when_there_is_less_room_for_it(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", viewport={"width": 1280, "height": 800}))
    for number in range(30):
        await web_chat.adapter.post(CHANNEL, Screen(f"line {number}"), f"t{number}")
    await expect(said(page, "line 29")).to_be_in_viewport(ratio=1)
    log = "\n".join(f"It happened {number}." for number in range(12))
    await web_chat.adapter.edit(CHANNEL, posted, board(f"{log}\nBen's turn.", awaits=BEN))
    await expect(said(page, "Ben's turn.")).to_be_visible()
    await expect(said(page, "line 29")).to_be_in_viewport(ratio=1)


async def test_talk_beside_a_board_is_ruled_off_once(web_chat: WebChat, open_page: OpenPage) -> None:
    await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada"))
    for said_line in ("Good luck!", "Thank you, Ben."):
        await field(page, "Write as Ada").fill(said_line)
        await field(page, "Write as Ada").press("Enter")
    lines = channel(page).locator(".message.talk")
    await expect(lines).to_have_count(2)
    for line in await lines.all():
        await expect(line).to_have_css("border-top-style", "none")


@pytest.mark.parametrize(
    ("told", "after"), [("It is Ben's turn, not yours.", ADA), ("Ben has to answer your offer.", BEN)]
)
async def test_a_word_goes_when_the_board_says_something_else(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, told: str, after: Account
) -> None:
    """The turn has passed, or Ben has declined the draw and goes on."""
    front.on(TypeMove, Note(Screen(told), succeeded=False))
    posted = await web_chat.adapter.post(CHANNEL, board("Ben's turn.", awaits=BEN), "n1")
    page = await ready(await open_page("Ada"))
    await field(page, "Write as Ada").fill("3")
    await field(page, "Write as Ada").press("Enter")
    await expect(page.locator(".note")).to_contain_text(told)
    await web_chat.adapter.edit(CHANNEL, posted, board("Changed.", awaits=after))
    await expect(page.locator(".note")).to_have_count(0)


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


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
async def test_a_lesson_below_a_live_board_has_as_much_room(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, width: int, height: int
) -> None:
    """What is said then stands below it, and the rim leads back to the board."""
    chat = web_chat.adapter.private_chat(ADA.id)
    await web_chat.adapter.post(chat, replace(board("Ada's turn.", awaits=ADA), turn="yours"), "n1")
    front.on(ShowLesson, Post(replace(board("Sow hollow 1."), rows=((Button("Next", Help(), "main"),),))))
    front.on(Help, Post(Screen("I am Tischrand.")))
    page = await ready(await open_page("Ada", viewport={"width": width, "height": height}))
    write = field(page, "Write to Tischrand as Ada")
    match, lesson = (
        page.locator(".list > .message", has_text=text) for text in ("Ada's turn.", "Sow hollow 1.")
    )
    await expect(match.locator(".frame")).to_be_in_viewport(ratio=1)
    for line in ("/learn sahara", "/help"):
        await write.fill(line)
        await write.press("Enter")
        await expect((lesson if line != "/help" else said(page, "I am Tischrand.")).last).to_be_in_viewport()
    boxes = [await one.locator(".frame").bounding_box() for one in (match, lesson)]
    assert len({box and box["width"] for box in boxes}) == 1
    await page.get_by_role("button", name="Your turn: 1").click()
    await expect(match.locator(".frame")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
async def test_who_plays_on_above_a_lesson_stays_at_the_board(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, width: int, height: int
) -> None:
    chat = web_chat.adapter.private_chat(ADA.id)
    asks = replace(board("Ada's turn.", awaits=ADA), turn="yours")
    posted = await web_chat.adapter.post(chat, asks, "n1")
    front.on(ShowLesson, Post(replace(board("Sow hollow 1."), rows=((Button("Next", Help(), "main"),),))))
    page = await ready(await open_page("Ada", viewport={"width": width, "height": height}))
    write = field(page, "Write to Tischrand as Ada")
    await write.fill("/learn sahara")
    await write.press("Enter")
    await expect(page.locator(".list > .message", has_text="Sow hollow 1.").last).to_be_in_viewport()
    await page.get_by_role("button", name="Your turn: 1").click()
    there = page.locator(f"#message-{posted}")
    await expect(there.locator(".frame")).to_be_in_viewport(ratio=1)
    for changed in (
        replace(asks, text="Ben thinks.", awaits=(), turn="waiting"),
        replace(asks, text="Go on."),
    ):
        await web_chat.adapter.edit(chat, posted, changed)
        await expect(there.get_by_text(changed.text)).to_be_visible()
        await expect(there.locator(".frame")).to_be_in_viewport(ratio=1)


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


SMALL = PHONE | {"viewport": {"width": 320, "height": 640}}


async def test_on_a_phone_a_long_note_leaves_a_live_board_and_its_own_buttons_in_view(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", **SMALL))
    there = page.locator(f"#message-{posted}")
    front.on(Choose, Note(Screen("A hint. " * 99, rows=((Button("More", Help()),),))))
    await there.get_by_role("button", name="4", exact=True).click()
    await expect(there.get_by_role("button", name="More")).to_be_in_viewport(ratio=1)
    await expect(there.get_by_role("button", name="Dismiss")).to_be_in_viewport(ratio=1)
    await expect(there.locator(".frame")).to_be_in_viewport(ratio=1)
    picture, note = await there.locator(".frame").bounding_box(), await there.locator(".note").bounding_box()
    assert picture is not None
    assert note is not None
    assert note["y"] > picture["y"] + picture["height"] / 2


async def test_on_a_phone_a_table_is_seen_whole_above_the_buttons_of_its_note(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", viewport={"width": 390, "height": 844}))
    there = page.locator(f"#message-{posted}")
    table, ways = board_image("tan", "A table."), (Button("Crosstable", Help()), Button("Leave", Help()))
    told = Screen("Ada – Ben\nCarl has no opponent this round.", title="Round 2", image=table, rows=(ways,))
    front.on(
        ShowHand, Note(replace(told, fine_print="Ties are broken.", text=f"{told.text}\nTies are broken."))
    )
    await there.get_by_role("button", name="My view").click()
    note = there.locator(".note")
    await expect(note.locator(".frame")).to_be_in_viewport(ratio=1)
    picture, buttons = await note.locator(".frame").bounding_box(), await note.locator(".rows").bounding_box()
    assert picture
    assert buttons
    assert picture["y"] + picture["height"] <= buttons["y"] + 1


async def test_on_a_phone_a_note_below_an_end_has_the_room_that_it_needs(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """It covers nothing of the board, and is read from its first line."""
    over = replace(board("Ada wins!", moves=("Rematch",)), turn="over")
    posted = await web_chat.adapter.post(CHANNEL, over, "n1")
    page = await ready(await open_page("Ada", **SMALL))
    there = page.locator(f"#message-{posted}")
    for lines, last in ((3, True), (60, False)):
        told = "\n".join(f"line {number}" for number in range(lines))
        front.on(ShowHand, Note(Screen(told, rows=((Button("More", Help()),),))))
        await there.get_by_role("button", name="My view").click()
        await expect(there.locator(".note .text")).to_contain_text(f"line {lines - 1}")
        await expect(there.locator(".note .only button")).to_be_in_viewport(ratio=1)
        assert await top_of(there.locator(".note")) >= await there.locator(".rows").first.evaluate(
            "rows => rows.getBoundingClientRect().bottom"
        )
        if last:
            await expect(there.get_by_role("button", name="More")).to_be_in_viewport(ratio=1)


async def test_on_a_small_phone_a_short_note_below_an_end_is_seen_whole(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    over = replace(board("Ada wins!", moves=("Rematch", "Review", "Replay")), turn="over")
    posted = await web_chat.adapter.post(CHANNEL, over, "n1")
    page = await ready(await open_page("Ada", **SMALL | {"viewport": {"width": 320, "height": 568}}))
    there = page.locator(f"#message-{posted}")
    front.on(ShowHand, Note(Screen("You made no move in this match.")))
    await there.get_by_role("button", name="My view").click()
    await expect(there.locator(".note")).to_be_in_viewport(ratio=1)


async def test_on_a_phone_a_note_with_many_buttons_is_read_above_them(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """Where the room below the board is too small, it covers it; its picture lies on no button."""
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", **SMALL))
    there = page.locator(f"#message-{posted}")
    ways = tuple((Button(f"A way to go on {number}", Help()),) for number in range(4))
    told = "\n".join(f"line {number}" for number in range(40))
    front.on(Choose, Note(Screen(told, title="How to play", image=board("").image, rows=ways)))
    await there.get_by_role("button", name="4", exact=True).click()
    note = there.locator(".note")
    await expect(note.get_by_role("heading", name="How to play")).to_be_in_viewport(ratio=1)
    await expect(note.get_by_role("button", name="Dismiss")).to_be_in_viewport(ratio=1)
    await expect(note.get_by_role("button", name="A way to go on 3")).to_be_in_viewport(ratio=1)
    rows = await top_of(note.locator(".rows"))
    assert rows - await top_of(note.locator(".text")) > 80, "in pixels, of some lines"
    await note.locator(".text").evaluate("text => text.scrollIntoView({block: 'end'})")
    on_top = """button => {
        const {x, y, width, height} = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }"""
    for number in range(4):
        assert await note.get_by_role("button", name=f"A way to go on {number}").evaluate(on_top)


IN_PART = """(rows) => [...rows.querySelectorAll("button")].filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const lies = (y) => !button.contains(document.elementFromPoint((left + right) / 2, y))
    const covered = [top + 3, (top + bottom) / 2, bottom - 3].map(lies)
    return new Set(covered).size > 1
}).map((button) => button.textContent)"""
"""The buttons of which only a part is seen."""


@pytest.mark.parametrize(("width", "height"), [(320, 560), (320, 640), (390, 700), (390, 844)])
async def test_on_a_phone_what_is_told_leaves_the_board_and_cuts_through_no_button(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, width: int, height: int
) -> None:
    """It is below the moves, or covers whole rows of them; that there is more to read is seen."""
    await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", viewport={"width": width, "height": height}))
    there = page.locator(".live")
    before = await there.locator(".frame").bounding_box()
    for lines in (1, 2, 3, 5, 8, 20):
        front.on(Choose, Note(Screen("\n".join(["The robot would play 3."] * lines))))
        await there.get_by_role("button", name="4", exact=True).evaluate("button => button.click()")
        note = there.locator(".note")
        await expect(note).to_be_in_viewport(ratio=1)
        assert await there.locator(".rows").first.evaluate(IN_PART) == []
        assert await there.locator(".frame").bounding_box() == before
        await expect(note).to_have_class(re.compile(r"\bmore\b" if lines == 20 else "."))
        await note.get_by_role("button", name="Dismiss").click()
        await expect(note).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844)])
async def test_on_a_phone_no_typed_line_moves_the_board(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, width: int, height: int
) -> None:
    """The answer stands over or below its moves, until they dismiss it or go on."""
    chat = web_chat.adapter.private_chat(ADA.id)
    await web_chat.adapter.post(chat, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", viewport={"width": width, "height": height}))
    there = page.locator(".live")
    before = await there.locator(".frame").bounding_box()
    for number in range(5):
        front.on(Help, Post(Screen(f"The answer {number}.\nIt has two lines.")))
        await field(page, "Write to Tischrand as Ada").fill("/help")
        await field(page, "Write to Tischrand as Ada").press("Enter")
        await expect(said(page, f"The answer {number}.")).to_be_in_viewport(ratio=1)
        assert await there.locator(".frame").bounding_box() == before
    await there.get_by_role("button", name="Dismiss").click()
    await expect(said(page, "The answer 4.")).not_to_be_in_viewport(ratio=1)
    await expect(there.locator(".talk").first).to_contain_text("The answer 4.")
    assert await there.locator(".frame").bounding_box() == before


async def test_symbols_beside_a_board_are_seen_before_they_are_explained(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada", **PHONE))
    there = page.locator(f"#message-{posted}")
    front.on(ShowHand, Note(Screen("1. A bean.", "The symbols", board_image("tan", "Symbols."))))
    await there.get_by_role("button", name="My view").click()
    note = there.locator(".note")
    title, picture, text = (note.locator(part) for part in (".title", ".frame", ".text"))
    assert await top_of(title) < await top_of(picture) < await top_of(text)


@pytest.mark.parametrize(("height", "room"), [(568, False), (640, True)])
async def test_on_a_phone_more_covers_nothing_of_the_picture_if_there_is_room(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, height: int, *, room: bool
) -> None:
    """Its buttons come first, what closes it is in their last line; the board stays."""
    shown = board("Ada's turn.", awaits=ADA)
    posted = await web_chat.adapter.post(CHANNEL, shown, "n1")
    page = await ready(await open_page("Ada", **SMALL | {"viewport": {"width": 320, "height": height}}))
    there = page.locator(f"#message-{posted}")
    before = await top_of(there)
    ways = tuple(Button(name, Help()) for name in ("Offer draw", "Resign", "Rules", "Symbols"))
    told = "No clock: take as long as you like.\nNot rated.\nAda sowed hollow 4."
    front.on(ShowHand, Note(Screen(told, title=shown.title, rows=(ways,))))
    await there.get_by_role("button", name="My view").click()
    note = there.locator(".note")
    for name in ("Offer draw", "Symbols", "Dismiss"):
        await expect(note.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    await expect(there.locator(".frame")).to_be_in_viewport(ratio=1)
    picture = await there.locator(".frame").bounding_box()
    assert picture is not None
    assert (picture["y"] + picture["height"] <= await top_of(note)) == room
    last, closes = (note.get_by_role("button", name=name) for name in ("Symbols", "Dismiss"))
    assert abs(await top_of(last) - await top_of(closes)) < 4
    assert await top_of(there) == before
    await closes.click()
    await expect(note).to_have_count(0)
    assert await top_of(there) == before


async def test_a_refusal_stands_below_what_was_pressed_however_much_follows_that(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    accept = Button("Accept", AcceptChallenge(MatchId("AAAAAA")), "main", not_for=(BEN,))
    await web_chat.adapter.post(CHANNEL, Screen("Ben challenges Ada.", rows=((accept,),)), "n0")
    for number in range(30):
        await web_chat.adapter.post(CHANNEL, Screen(f"line {number}"), f"n{number + 1}")
    front.on(AcceptChallenge, Note(Screen("You play too many matches already.")))
    page = await ready(await open_page("Ada", viewport={"width": 390, "height": 844}))
    pressed = page.get_by_role("button", name="Accept")
    await pressed.click()
    await expect(said(page, "You play too many matches already.")).to_be_in_viewport(ratio=1)
    await expect(pressed).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("in_words", [False, True], ids=["pictures", "words"])
async def test_who_resigns_by_typing_and_who_is_called_to_a_board_sees_it_from_its_top(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, *, in_words: bool
) -> None:
    """The end says first who won."""
    chat, match = web_chat.adapter.private_chat(ADA.id), MatchId("AAAAAA")
    shown = replace(board("\n".join(["It goes on."] * 25), awaits=ADA), turn="yours")
    if in_words:
        shown = replace(shown, image=None, text_only=True)
    over = replace(shown, rows=shown.rows[-1:], awaits=(), turn="over", headline=Headline("You lost", 1))
    posted = await web_chat.adapter.post(chat, shown, "n0")
    page = await ready(await open_page("Ada", viewport={"width": 1280, "height": 800}))
    there = page.locator(f"#message-{posted}")
    top = await top_of(there)
    await page.locator("#private-0 .scroller").evaluate("scroller => scroller.scrollTop = 9999")
    await page.get_by_role("button", name="Your turn: 1").click()
    assert abs(await top_of(there) - top) < 4

    async def resign(_: Incoming) -> Update:
        await web_chat.adapter.edit(chat, posted, over)
        return Update(Screen("You resigned."))

    yes = Button("Yes, resign", Resign(match, sure=True), "danger")
    front.on(Resign, Note(Screen("Resign?", rows=((yes,),))))
    await field(page, "Write to Tischrand as Ada").fill("/resign")
    await field(page, "Write to Tischrand as Ada").press("Enter")
    await expect(said(page, "Resign?")).to_be_visible()
    front.on(Resign, resign)
    await page.get_by_role("button", name="Yes, resign").click()
    await expect(said(page, "You resigned.")).to_be_attached()
    await expect(page.locator("[aria-busy]")).to_have_count(0)
    await expect(there.get_by_text("You lost")).to_be_in_viewport(ratio=1)


async def test_what_somebody_writes_or_asks_for_is_in_view_wherever_they_had_scrolled(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """Their own line below a live board, and a board that answers a press on one that is over."""
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n0")
    for number in range(9):
        await web_chat.adapter.post(CHANNEL, Screen(f"line {number}\nand another"), f"n{number + 1}")
    page = await ready(await open_page("Ada", **PHONE))
    await field(page).fill("my own line")
    await field(page).press("Enter")
    newer = page.get_by_role("button", name="New messages")
    await expect(said(page, "my own line")).to_be_in_viewport(ratio=1)
    await expect(newer).to_be_hidden()
    over = replace(board("Ada wins!\n" + "and so on\n" * 40, moves=()), turn="over")
    await web_chat.adapter.edit(CHANNEL, posted, over)
    there = page.locator(f"#message-{posted}")
    await expect(there).to_contain_text("Ada wins!")
    await there.get_by_role("button", name="My view").scroll_into_view_if_needed()
    front.on(ShowHand, Note(board("The deal.", moves=("Forward",))))
    await there.get_by_role("button", name="My view").click()
    replay = page.locator(".list > .note")
    await expect(replay.get_by_role("button", name="Forward")).to_be_in_viewport(ratio=1)
    await expect(newer).to_be_hidden()


async def test_a_lesson_asked_for_in_a_channel_has_the_room_of_a_board(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """On a small phone: it stands below the live board, with its picture and its buttons in view."""
    await web_chat.adapter.post(CHANNEL, board("Ben's turn.", awaits=BEN), "n1")
    lesson = replace(board("Sow hollow 1."), title="Lesson", rows=((Button("Next", Help(), "main"),),))
    front.on(ShowLesson, Note(lesson))
    page = await ready(await open_page("Ada", **SMALL | {"viewport": {"width": 320, "height": 568}}))
    await field(page).fill("/learn sahara")
    await field(page).press("Enter")
    shown = page.locator(".list > .note")
    for part in (
        shown.get_by_text("Sow hollow 1."),
        shown.locator(".frame"),
        shown.get_by_role("button", name="Next"),
    ):
        await expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
async def test_a_replay_asked_for_at_the_end_stands_before_the_eyes(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, width: int, height: int
) -> None:
    """In place of the last board, from its first position on."""

    def at(step: int) -> Screen:
        row = (Button("Forward", Replay(MatchId("AAAAAA"), step + 1)),)
        return replace(board(f"Move {step}.", moves=()), rows=(row,))

    replay = (Button("Replay", Replay(MatchId("AAAAAA"), 0)),)
    over = replace(board("Ada wins!", moves=()), rows=(replay,), turn="over")
    await web_chat.adapter.post(CHANNEL, over, "n1")
    page = await ready(await open_page("Ada", viewport={"width": width, "height": height}))
    front.on(Replay, Note(at(0)))
    await page.get_by_role("button", name="Replay", exact=True).click()
    shown = page.locator(".list > .note")
    for step in (0, 1):
        forward = shown.get_by_role("button", name="Forward")
        for part in (shown.get_by_text(f"Move {step}."), shown.locator(".frame"), forward):
            await expect(part).to_be_in_viewport(ratio=1)
        front.on(Replay, Update(at(step + 1)))
        await forward.click()


async def test_a_review_stands_before_the_eyes_when_it_takes_the_place_of_its_announcement(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    code = MatchId("AAAAAA")
    over = replace(board("Ada wins!", moves=()), rows=((Button("Review", AskReview(code)),),), turn="over")
    await web_chat.adapter.post(CHANNEL, over, "n1")
    page = await ready(await open_page("Ada"))
    front.on(AskReview, Note(Screen("I am judging.", rows=((Button("Look again", Help()),),))))
    await page.get_by_role("button", name="Review", exact=True).click()
    announced = page.locator(".note").filter(has_text="I am judging.")
    await expect(announced).to_be_in_viewport()
    note = str(await announced.get_attribute("id")).removeprefix("message-")
    onward = Button("Forward", ShowMoment(code, 3, onward=True))
    review = replace(board("Better was 4.", moves=()), rows=((onward,),))
    await web_chat.adapter.edit(CHANNEL, note, review)
    shown = page.locator(".list > .note")
    forward = shown.get_by_role("button", name="Forward")
    for part in (shown.get_by_text("Better was 4."), shown.locator(".frame"), forward):
        await expect(part).to_be_in_viewport(ratio=1)
