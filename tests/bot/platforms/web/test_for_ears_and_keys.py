"""The page for ears and keys, in a real browser: what axe-core finds, and where links lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Page, expect

from bot.interface import (
    AcceptChallenge,
    Account,
    Button,
    Headline,
    Help,
    MoveList,
    Note,
    OfferChallenge,
    Post,
    Screen,
    ShowHand,
    ShowPly,
)
from games.events import MatchId
from tests.bot.conftest import OpenPage, Scripted, WebChat
from tests.bot.platforms.web.page import (
    ADA,
    BEN,
    CHANNEL,
    NAME_OF_THE_FOCUS,
    board,
    channel,
    field,
    ready,
    said,
)

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

SIZES = ((1280, 800), (390, 844), (320, 640))


async def found(page: Page, sizes: Sequence[tuple[int, int]]) -> list[str]:
    """What axe-core has to say of the page as it stands, at each size."""
    told = []
    for width, height in reversed(sizes):
        await page.set_viewport_size({"width": width, "height": height})
        results = await Axe().run(page)
        for rule in results.response["violations"]:
            told += [f"{width}: {rule['id']}: {node['html'][:90]}" for node in rule["nodes"]]
    return told


@pytest.mark.parametrize(("scheme", "sizes"), [("light", SIZES), ("dark", SIZES[:1])])
async def test_axe_core_finds_nothing(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, scheme: str, sizes: Sequence[tuple[int, int]]
) -> None:
    """Empty, with boards and a note, with suggestions, with each window open, and with a curtain."""
    front.on(Help, Note(Screen("I am Tischrand.")))
    page = await ready(await open_page(color_scheme=scheme, reduced_motion="reduce"))
    assert await found(page, sizes) == []
    shown = board("Ada's turn.", awaits=ADA)
    assert shown.image
    corners = [((left, 0), (left + 90, 0), (left + 90, 90), (left, 90)) for left in (0, 300, 600)]
    asked = [button.request for button in shown.rows[0]]
    image = replace(shown.image, regions=lambda: zip(asked, corners, strict=True))
    await web_chat.adapter.post(CHANNEL, replace(shown, image=image), "n1")
    await expect(channel(page).get_by_role("group", name="Places").get_by_role("button")).to_have_count(3)
    await field(page).fill("/help")
    await field(page).press("Enter")
    await expect(channel(page).locator(".note")).to_be_visible()
    await field(page).press_sequentially("/pl")
    await expect(channel(page).get_by_role("option")).to_have_count(1)
    assert await found(page, sizes) == []
    await page.get_by_role("button", name="Play as …").click()
    assert await found(page, sizes) == []
    await page.keyboard.press("Escape")
    await page.locator(".enlarge").locator("visible=true").last.click()
    assert await found(page, sizes) == []
    await page.keyboard.press("Escape")
    for person in (ADA, BEN):
        await web_chat.adapter.post(
            web_chat.adapter.private_chat(person.id), board("x", awaits=ADA), person.id
        )
    await expect(page.get_by_text("Pass to Ada.").first).to_be_visible()
    assert await found(page, sizes) == []


async def test_a_link_skips_to_the_newest_board(web_chat: WebChat, open_page: OpenPage) -> None:
    page = await ready(await open_page())
    link = page.get_by_role("link", name="Skip to the newest board")
    await expect(link).to_be_hidden()
    await web_chat.adapter.post(CHANNEL, board("old", moves=("6",)), "n1")
    await web_chat.adapter.post(CHANNEL, board("new", moves=("3", "4")), "n2")
    await web_chat.adapter.post(CHANNEL, Screen("the newest"), "n3")
    await expect(said(page, "the newest")).to_be_visible()
    await link.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="3", exact=True)).to_be_focused()


async def test_from_the_start_a_first_game_is_three_keys_away_and_its_board_has_the_focus(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(OfferChallenge, Post(board("Ada's turn.", moves=("3", "4"), awaits=ADA)))
    page = await ready(await open_page("Ada"))
    for key in ("Tab", "Enter"):
        await page.keyboard.press(key)
    await expect(page.get_by_role("button", name="First game: Sahara")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="3", exact=True)).to_be_focused()


async def test_boards_that_stand_aside_are_one_stop_each_until_something_in_them_is_pressed(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(ShowHand, Note(Screen("Your hand.")))
    told = MoveList(((1, "A move.", ShowPly(MatchId("AAAAAA"), 1)),) * 40)
    for number in range(3):
        shown = replace(board(f"board {number}\nlast", moves=()), moves=told)
        await web_chat.adapter.post(CHANNEL, shown, f"n{number}")
    await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n3")
    page = await ready(await open_page("Ada"))
    await expect(said(page, "Ada's turn.")).to_be_visible()
    await page.get_by_role("log").first.focus()
    stops = [await next_stop(page) for _ in range(4)]
    assert stops == ["My view", "My view", "My view", "1"]
    for key in ("Shift+Tab", "Enter"):
        await page.keyboard.press(key)
    await expect(said(page, "Your hand.")).to_be_visible()
    await page.locator(".board .rows button").nth(2).focus()
    assert "Describe picture" in [await next_stop(page) for _ in range(3)]


async def test_the_first_stop_of_the_page_leads_to_the_board_that_asks(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada"))
    await expect(said(page, "Ada's turn.")).to_be_visible()
    assert await next_stop(page) == "Skip to the newest board"
    await expect(page.get_by_role("link", name="Skip to the newest board")).to_be_in_viewport(ratio=1)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="1", exact=True)).to_be_focused()


async def next_stop(page: Page) -> str:
    await page.keyboard.press("Tab")
    name: str = await page.evaluate(NAME_OF_THE_FOCUS)
    return name


async def test_a_move_of_the_list_is_one_stop_and_shows_the_position_after_it(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(ShowPly, Note(Screen("The position after it.")))
    told = [(number, f"Move {number}.", ShowPly(MatchId("AAAAAA"), number)) for number in (1, 2, 3)]
    shown = replace(board("Ada's turn.", awaits=ADA), moves=MoveList(tuple(told)))
    posted = await web_chat.adapter.post(CHANNEL, shown, "n1")
    page = await ready(await open_page("Ada"))
    listed = page.locator(".moves")
    await listed.locator("summary").focus()
    for key in ("Tab", "ArrowDown"):
        await page.keyboard.press(key)
    await expect(listed.get_by_role("button", name="Move 2.")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(said(page, "The position after it.")).to_be_visible()
    assert [one.request for one in front.asked] == [told[1][2]]
    await listed.get_by_role("button", name="Move 2.").focus()
    await page.keyboard.press("Tab")
    await expect(page.locator(".moves :focus")).to_have_count(0)
    await listed.get_by_role("button", name="Move 2.").focus()
    await web_chat.adapter.edit(CHANNEL, posted, replace(shown, moves=MoveList(tuple(told[1:]))))
    await expect(listed.locator("summary")).to_be_focused()


async def test_who_is_challenged_reads_it_in_the_title(web_chat: WebChat, open_page: OpenPage) -> None:
    accept = Button("Accept", AcceptChallenge(MatchId("AAAAAA")), "main")
    offered = Screen("Ben challenges Ada.", rows=((accept,),), awaits=(ADA,))
    page = await ready(await open_page("Ada"))
    await web_chat.adapter.post(CHANNEL, offered, "n1")
    await expect(page).to_have_title("Open challenges: 1 · Tischrand")
    await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n2")
    await expect(page).to_have_title("Your turn · Tischrand")


@pytest.mark.parametrize(
    ("locale", "time"),
    [("de-DE", " 03:30"), ("en-GB", " 03:30"), ("en-US", " 3:30 AM")],
)
async def test_times_have_the_form_of_the_language_of_the_page(
    web_chat: WebChat, open_page: OpenPage, locale: str, time: str
) -> None:
    language = locale.split("-", 1)[0]
    moment = "Mon 1 Jan, 02:30 UTC"
    shown = replace(
        board(f"Until {moment}.", awaits=ADA), language=language, moments=((moment, 1_704_076_200),)
    )
    posted = await web_chat.adapter.post(CHANNEL, shown, "n1")
    page = await ready(await open_page("Ada", locale=locale, timezone_id="Europe/Berlin"))
    told = page.locator(f"#message-{posted} .text", has_text="Until")
    assert time in (await told.inner_text()).replace("\u202f", " ")
    at = await page.locator(f"#message-{posted} time").inner_text()
    assert ("M" in at) == ("M" in time), at


async def test_a_german_page_in_an_english_browser_has_german_times(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    page = await ready(await open_page("Ada", locale="en-US"))
    await page.goto(f"{page.url}&language=de")
    await ready(page)
    moment = "Mon 1 Jan, 19:30 UTC"
    told = Screen(f"From {moment}.", language="en", moments=((moment, 1_704_137_400),))
    posted = await web_chat.adapter.post(CHANNEL, told, "n1")
    at = await page.locator(f"#message-{posted} time").inner_text()
    assert "M" not in at, at
    text = await page.locator(f"#message-{posted} .text").inner_text()
    assert "PM" not in text, text


async def test_what_is_left_of_a_board_is_not_read_out(web_chat: WebChat, open_page: OpenPage) -> None:
    posted = await web_chat.adapter.post(CHANNEL, board("old"), "n1")
    page = await ready(await open_page("Cleo"))
    await web_chat.adapter.edit(CHANNEL, posted, Screen("The board is further down."))
    await expect(said(page, "further down")).to_be_visible()
    await web_chat.adapter.post(CHANNEL, Screen("the newest"), "n2")
    await expect(page.locator("#announcer")).to_have_text("Tischrand: the newest")


async def test_a_board_that_makes_way_leaves_the_page_and_the_focus_goes_to_the_newest(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    old = await web_chat.adapter.post(CHANNEL, board("the first", moves=("6",)), "n1")
    page = await ready(await open_page())
    await page.get_by_role("button", name="6", exact=True).focus()
    await web_chat.adapter.post(CHANNEL, board("the second", moves=("3",)), "n2")
    await expect(said(page, "the second")).to_be_visible()
    await web_chat.adapter.delete(CHANNEL, old)
    await expect(said(page, "the first")).to_have_count(0)
    await expect(page.locator(".message.bot")).to_have_count(1)
    await expect(page.locator(".message.bot :focus")).to_have_count(1)


async def test_what_is_said_in_another_language_than_the_page_is_marked(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    """A channel has one board for all, which is read aloud as it is written."""
    posted = await web_chat.adapter.post(CHANNEL, replace(board("Ada ist am Zug."), language="de"), "n1")
    page = await ready(await open_page("Cleo"))
    shown = page.locator(".message.bot").last
    for part in (".title", ".text", ".rows", ".picture img"):
        await expect(shown.locator(part)).to_have_attribute("lang", "de")
    await expect(shown.locator(".tools [lang]:not(.described)")).to_have_count(0)
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await web_chat.adapter.edit(CHANNEL, posted, board("Ada's turn."))
    await expect(shown.locator("[lang]")).to_have_count(0)
    await web_chat.adapter.post(CHANNEL, Screen("El darrer", language="ca"), "n2")
    await expect(page.locator("#announcer p").last).to_have_attribute("lang", "ca")


async def test_what_the_bot_says_runs_as_its_language_does(web_chat: WebChat, open_page: OpenPage) -> None:
    page = await ready(await open_page())
    for language, direction in (("ar", "rtl"), ("de", "ltr")):
        shown = replace(board("Ada: 3."), language=language, headline=Headline("Ada!", None))
        await web_chat.adapter.post(CHANNEL, shown, language)
        said = page.locator(".message.bot").last
        for part in (".title", ".headline", ".text"):
            await expect(said.locator(part).first).to_have_attribute("dir", direction)


async def test_a_turn_is_heard_only_by_who_switched_that_on(web_chat: WebChat, open_page: OpenPage) -> None:
    posted = await web_chat.adapter.post(CHANNEL, board("v0", awaits=BEN), "n1")
    page = await ready(await open_page("Ada"))
    bell = page.get_by_role("button", name="Sound when it is your turn")
    await expect(bell).to_have_attribute("aria-pressed", "false")

    async def turn_of(person: Account, text: str) -> None:
        await web_chat.adapter.edit(CHANNEL, posted, board(text, awaits=person))
        await expect(said(page, text)).to_be_visible()

    await turn_of(ADA, "v1")
    await expect(bell).not_to_have_attribute("data-rung", "AAAAAA")
    await bell.click()
    await turn_of(BEN, "v2")
    await expect(bell).not_to_have_attribute("data-rung", "AAAAAA")
    await turn_of(ADA, "v3")
    await expect(bell).to_have_attribute("data-rung", "AAAAAA")
    await page.reload()
    await expect(bell).to_have_attribute("aria-pressed", "true")
    for pings in (False, True):  # it is their turn still, and the second board reminds them
        await expect(bell).not_to_have_attribute("data-rung", "AAAAAA")
        reminds = replace(board(f"v4 {pings}", awaits=ADA), pings=pings)
        await web_chat.adapter.post(CHANNEL, reminds, f"n2 {pings}")
        await expect(said(page, f"v4 {pings}")).to_be_visible()
    await expect(bell).to_have_attribute("data-rung", "AAAAAA")


async def test_a_move_of_the_list_leads_into_its_position(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """The focus is where it can be seen, and so is its outline."""
    told = MoveList(((1, "A move.", ShowPly(MatchId("AAAAAA"), 1)),) * 20)
    await web_chat.adapter.post(CHANNEL, replace(board("Ada's turn.", awaits=ADA), moves=told), "n1")
    page = await ready(await open_page("Ada", viewport={"width": 1280, "height": 800}))
    line = page.locator(".moves button").first
    await line.focus()
    assert await line.evaluate("line => parseFloat(getComputedStyle(line).outlineOffset)") < 0
    front.on(ShowPly, Note(replace(board("Move 1 of 20."), turn="over")))
    await page.keyboard.press("Enter")
    shown = page.locator(".list > .note")
    await expect(shown.locator(":focus")).to_be_in_viewport(ratio=1)
