"""The page of the web chat in a real browser: finding in, typing, whose turn it is, phones, restarts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.async_api import expect

from bot.interface import (
    AcceptChallenge,
    Button,
    Help,
    ListMatches,
    Note,
    OfferChallenge,
    PickGame,
    Post,
    Screen,
)
from games.events import MatchId
from tests.bot.conftest import OpenPage, Scripted, WebChat
from tests.bot.platforms.web.page import (
    ADA,
    BEN,
    CHANNEL,
    FOCUS_IS_SEEN,
    NAME_OF_THE_FOCUS,
    PHONE,
    SEEDS,
    acting,
    board,
    channel,
    field,
    private,
    ready,
    said,
)

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]


# The first visit


async def test_a_challenge_to_anyone_waits_for_the_other_person_here(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(OfferChallenge, Post(Screen("Ada offers a game.", rows=((Button("Accept", Help()),),))))
    page = await open_page()
    await channel(page).get_by_role("button", name="For two: Sahara").click()
    await expect(acting(page, "Ben")).to_be_checked()
    await channel(page).get_by_role("button", name="Accept").click()
    await page.get_by_role("button", name="Accept", disabled=False).wait_for()
    await expect(page.locator("[aria-busy]")).to_have_count(0)
    assert [incoming.account.name for incoming in front.asked] == ["Ada", "Ben"]


async def test_who_plays_a_robot_in_the_channel_acts_there_while_it_thinks_and_at_the_end(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(OfferChallenge, Post(replace(board("The robot's turn."), turn="waiting")))
    page = await open_page()
    await channel(page).get_by_role("button", name="For two: Sahara").click()
    await expect(said(page, "The robot's turn.")).to_be_visible()
    await expect(acting(page, "Ada")).to_be_checked()


async def test_whoever_comes_later_finds_what_is_open_and_begins_a_game_from_the_rim(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    code = MatchId("K7QF2M")
    offered = Screen("Ada offers a game.", rows=((Button("Accept", AcceptChallenge(code)),),))
    front.on(OfferChallenge, Post(offered))
    front.on(PickGame, Note(Screen("Which game?")))
    page = await open_page("Ada")
    await expect(page.get_by_role("navigation", name="Lobby").get_by_role("button")).to_have_count(0)
    await field(page).fill("/play sahara")
    await field(page).press("Enter")
    other = await open_page("Ben")
    lobby = other.get_by_role("navigation", name="Lobby")
    await lobby.get_by_role("button", name="Open challenges: 1").click()
    await expect(channel(other).locator(".message.bot")).to_be_focused()
    await lobby.get_by_role("button", name="New game").click()
    await expect(channel(other).get_by_text("Which game?")).to_be_visible()
    await expect(lobby.get_by_role("button", name="Your turn")).to_have_count(0)


async def test_the_rim_counts_the_matches_that_wait_also_below_a_list_of_them(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """The list has buttons of the same match, and asks nobody."""
    shown = replace(board("Ada's turn.", awaits=ADA), turn="yours")
    front.on(ListMatches, Post(Screen("Your matches", rows=(shown.rows[0],))))
    posted = await web_chat.adapter.post(CHANNEL, shown, "n1")
    page = await ready(await open_page("Ada"))
    turns = page.get_by_role("navigation", name="Lobby").get_by_role("button", name="Your turn: 1")
    await expect(turns).to_be_visible()
    await field(page).fill("/matches")
    await field(page).press("Enter")
    await expect(said(page, "Your matches")).to_be_visible()
    await turns.click()
    await expect(page.locator(f"#message-{posted}")).to_be_focused()


async def test_the_rim_counts_no_finished_match(web_chat: WebChat, open_page: OpenPage) -> None:
    """Its board mentions whoever was away at the end."""
    await web_chat.adapter.post(CHANNEL, replace(board("You lost.", awaits=ADA), turn="over"), "n1")
    page = await ready(await open_page("Ada"))
    await expect(said(page, "You lost.")).to_be_visible()
    await expect(channel(page).get_by_text("@Ada")).to_have_count(0)
    lobby = page.get_by_role("navigation", name="Lobby")
    await expect(lobby.get_by_role("button", name="New game")).to_be_visible()
    await expect(lobby.get_by_role("button", name="Your turn")).to_have_count(0)


async def test_one_person_is_told_how_the_other_one_joins(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.robot_games = ()
    page = await open_page("Cleo")
    link = channel(page).get_by_role("link")
    await expect(link).to_be_visible()
    for chat in (channel(page), private(page, "Cleo")):
        await expect(chat.get_by_text("The robot is always there")).to_be_hidden()
    async with page.context.expect_page() as opened:
        await link.click()
    other = await opened.value
    await expect(other.get_by_role("combobox", name="Write as Ada", exact=True)).to_be_visible()
    await expect(channel(page)).to_contain_text("Here: Ada, Cleo")
    await expect(link).to_be_hidden()


async def test_the_address_of_a_seat_can_be_followed(web_chat: WebChat, open_page: OpenPage) -> None:
    address = "http://127.0.0.1:8402/#seat=K7QF2M"
    await web_chat.adapter.post(CHANNEL, Screen(f"Send this link: {address}. It holds a day."), "n1")
    page = await ready(await open_page("Ada"))
    await expect(channel(page).get_by_role("link", name=address)).to_have_attribute("href", address)


# Whose turn it is


async def test_the_acting_person_follows_the_turn_unless_pinned(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    posted = await web_chat.adapter.post(CHANNEL, board("Ben's turn.", awaits=BEN), "n1")
    page = await ready(await open_page())
    await expect(acting(page, "Ben")).to_be_checked()
    await expect(field(page, "Write as Ben")).to_be_visible()
    await web_chat.adapter.edit(CHANNEL, posted, board("Ada's turn.", awaits=ADA))
    await expect(acting(page, "Ada")).to_be_checked()
    await acting(page, "Ada").focus()
    await page.keyboard.press("ArrowRight")
    await expect(acting(page, "Ben")).to_be_checked()
    follow = page.get_by_role("checkbox", name="Follow the turn")
    await follow.uncheck()
    await web_chat.adapter.edit(CHANNEL, posted, board("Ben's turn again.", awaits=BEN))
    await web_chat.adapter.edit(CHANNEL, posted, board("Ada's turn again.", awaits=ADA))
    await expect(said(page, "Ada's turn again.")).to_be_visible()
    await expect(acting(page, "Ben")).to_be_checked()
    await follow.check()
    await expect(acting(page, "Ada")).to_be_checked()


async def test_one_person_sees_in_the_title_that_it_is_their_turn(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await open_page("Ada")
    await expect(page).to_have_title("Your turn · Tischrand")
    await web_chat.adapter.edit(CHANNEL, posted, board("Ben's turn.", awaits=BEN))
    await expect(page).to_have_title("Tischrand")


# Typing


async def test_commands_are_completed_by_keyboard(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.lines = ("/play sahara", "/play sahara target=30", "/play sahara target=40")
    page = await ready(await open_page())
    await field(page).press_sequentially("/")
    options = channel(page).get_by_role("option")
    await expect(options.filter(has_text="/resign")).to_be_visible()
    await expect(field(page)).to_have_attribute("aria-expanded", "true")
    await page.keyboard.press("Escape")
    await expect(options).to_have_count(0)
    await expect(field(page)).to_have_attribute("aria-expanded", "false")
    await page.keyboard.type("pl")
    await expect(options).to_have_count(1)
    await page.keyboard.press("Tab")
    await expect(field(page)).to_have_value("/play ")
    await expect(channel(page).locator(".usage")).to_contain_text("/play [game] [opponent] [house rules]")
    await page.keyboard.type("sa")
    await expect(channel(page).get_by_role("option", selected=True)).to_have_text("sahara")
    await page.keyboard.press("Enter")
    await expect(field(page)).to_have_value("/play sahara ")
    await expect(options).to_have_count(3)
    await expect(options.first).to_have_text("Ben")  # whoever else is here can be named
    await page.keyboard.press("ArrowUp")
    selected = channel(page).get_by_role("option", selected=True)
    await expect(selected).to_have_text("target=40")
    await expect(field(page)).to_have_attribute(
        "aria-activedescendant", await selected.get_attribute("id") or "-"
    )
    await page.keyboard.press("Enter")
    await expect(field(page)).to_have_value("/play sahara target=40 ")
    await expect(options).to_have_count(0)
    await page.keyboard.press("Enter")
    await expect(field(page)).to_have_value("")
    await page.keyboard.press("ArrowUp")
    await expect(field(page)).to_have_value("/play sahara target=40")
    await expect(page.locator("#state")).to_have_attribute("data-state", "open")
    assert [incoming.request for incoming in front.asked] == [OfferChallenge("sahara", None, ("target=40",))]


async def test_a_name_from_the_list_is_challenged_at_once(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """Nothing has to follow it; Tab takes it so that house rules can."""
    front.lines = ("/play sahara begins=me",)
    front.on(OfferChallenge, Post(Screen("Ben, will you?")))
    page = await ready(await open_page())
    options = channel(page).get_by_role("option")
    await field(page).press_sequentially("/play sahara b")
    await expect(options).to_have_text(["Ben", "begins=me"])
    await page.keyboard.press("Tab")
    await expect(field(page)).to_have_value("/play sahara Ben")
    await field(page).fill("/play sahara b")
    await expect(options.first).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("Enter")
    await expect(field(page)).to_have_value("")
    await expect(said(page, "Ben, will you?")).to_have_count(1)
    await field(page).fill("/play sahara b")
    await options.first.click()
    await expect(said(page, "Ben, will you?")).to_have_count(2)
    assert [incoming.request for incoming in front.asked] == [OfferChallenge("sahara", "Ben", ())] * 2


# Names


async def test_other_people_can_sit_down(web_chat: WebChat, open_page: OpenPage) -> None:
    page = await ready(await open_page())
    await page.get_by_role("button", name="Play as …").click()
    window = page.get_by_role("dialog", name="Play as …")
    await window.get_by_label("Name", exact=True).fill("Dora")
    await window.get_by_label("Second name").fill(" DORA ")
    await window.get_by_role("button", name="Sit down").click()
    await expect(window.get_by_role("alert")).to_have_text("Two people need two names.")
    await window.get_by_label("Second name").fill("Emil & Söhne")
    await window.get_by_role("button", name="Sit down").click()
    await expect(private(page, "Emil & Söhne")).to_be_visible()
    await expect(channel(page)).to_contain_text("Here: Dora, Emil & Söhne")
    await page.get_by_role("button", name="Play as …").click()
    await window.get_by_label("One person").check()
    await window.get_by_role("button", name="Sit down").click()
    await expect(page.get_by_role("region", name="You & Tischrand")).to_be_visible()
    assert page.url.endswith("?name=Dora")


async def test_a_name_that_is_refused_is_asked_for_again(web_chat: WebChat, open_page: OpenPage) -> None:
    page = await open_page("\u3164")
    await expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("visible")


async def test_somebody_new_is_not_blamed_for_the_names_that_a_page_begins_with(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    await ready(await open_page())
    page = await open_page("", storage_state={"cookies": [], "origins": []})
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("textbox").first).to_have_value("Cleo")
    await expect(dialog.get_by_role("alert")).to_be_hidden()


# The server goes and comes


async def test_the_page_comes_back_by_itself_and_catches_up(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(OfferChallenge, Post(Screen("Who plays?")))
    posted = await web_chat.adapter.post(CHANNEL, board("v1"), "n1")
    page = await ready(await open_page())
    await page.get_by_role("button", name="6", exact=True).focus()
    await web_chat.stop()
    await expect(page.get_by_role("status")).to_contain_text("Reconnecting")
    await field(page).fill("/play sahara")
    await field(page).press("Enter")
    await page.get_by_role("button", name="6", exact=True).focus()
    await web_chat.start()
    await web_chat.adapter.edit(CHANNEL, posted, board("v2"))
    await ready(page)
    await expect(page.get_by_role("status")).to_be_empty()
    await expect(said(page, "v2")).to_be_visible()
    await expect(said(page, "Who plays?")).to_have_count(1)
    await expect(page.get_by_role("button", name="6", exact=True)).to_be_focused()
    assert len(front.asked) == 1


# A phone


async def test_on_a_narrow_phone_it_is_read_that_nothing_sent_is_lost(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    page = await ready(await open_page(**PHONE | {"viewport": {"width": 320, "height": 640}}))
    await web_chat.stop()
    status = page.get_by_role("status")
    await expect(status).to_have_text("Reconnecting … what you send now will arrive.")
    assert await status.evaluate("line => line.scrollWidth <= line.clientWidth")
    await web_chat.start()
    await ready(page)


async def test_a_phone_shows_one_chat_at_a_time(web_chat: WebChat, open_page: OpenPage) -> None:
    page = await ready(await open_page(**PHONE))
    await expect(page.get_by_role("tabpanel")).to_have_count(1)
    await expect(page.get_by_role("tab", name="Channel")).to_have_attribute("aria-selected", "true")
    await web_chat.adapter.post(web_chat.adapter.private_chat(BEN.id), Screen("psst"), "n1")
    tab = page.get_by_role("tab", name="Ben")
    await expect(tab).to_have_accessible_name("Ben new messages")
    await tab.tap()
    await expect(page.get_by_role("tabpanel").get_by_text("psst")).to_be_visible()
    await expect(tab).to_have_accessible_name("Ben")
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_role("tab", name="Channel")).to_be_focused()


async def test_a_tab_says_whose_turn_it_is_no_longer_than_that(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    page = await ready(await open_page(ADA.name, **PHONE))
    await page.get_by_role("tab", name="Private").tap()
    # The words typed here keep the page from turning to the channel.
    await field(page, "Write to Tischrand as Ada").fill("/help")
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    await expect(page.get_by_role("tab", name="Channel")).to_have_accessible_name("Channel your turn")
    await web_chat.adapter.post(CHANNEL, Screen("Something else."), "n2")
    await web_chat.adapter.edit(CHANNEL, posted, board("Ben's turn.", awaits=BEN))
    await expect(page.get_by_role("tab", name="Channel")).to_have_accessible_name("Channel new messages")


async def test_who_is_alone_with_a_phone_has_all_its_width_for_a_private_board(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    page = await ready(await open_page(ADA.name, **PHONE))
    await page.get_by_role("tab", name="Private").tap()
    shown = board("Ada's turn.", awaits=ADA)
    await web_chat.adapter.post(web_chat.adapter.private_chat(ADA.id), shown, "n1")
    await expect(page.get_by_role("button", name="6", exact=True)).to_be_visible()
    assert await page.get_by_role("tabpanel").evaluate("panel => panel.clientWidth") == 360


async def test_a_board_fits_a_phone(web_chat: WebChat, open_page: OpenPage) -> None:
    await web_chat.adapter.post(
        CHANNEL, board("Ben sowed hollow 4.\n" * 15 + "Ada's turn.", awaits=ADA), "n1"
    )
    page = await ready(await open_page(**PHONE))
    picture = await page.get_by_alt_text("The whole board in words, tan.").bounding_box()
    assert picture
    assert picture["width"] > 330
    await expect(field(page)).to_be_in_viewport(ratio=1)
    await expect(page.get_by_role("button", name="My view")).to_be_in_viewport(ratio=1)
    assert await page.evaluate("document.documentElement.scrollWidth") == 360
    small = """elements => elements.filter(element => element.checkVisibility({visibilityProperty: true}))
        .map(element => [element.textContent, element.getBoundingClientRect()])
        .filter(([, box]) => box.height < 44 || box.width < 44).map(([text]) => text)"""
    assert await page.locator("main button, [role=tab], .send, .composer input").evaluate_all(small) == []
    await page.set_viewport_size({"width": 320, "height": 640})
    assert await page.locator(".rim").evaluate("rim => rim.scrollWidth") == 320


# For everybody

BOARD = (*SEEDS, "My view")


async def test_everything_can_be_reached_and_has_a_name(web_chat: WebChat, open_page: OpenPage) -> None:
    """By keyboard alone, in the order of the page; nothing is a riddle to a screen reader."""
    await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page())
    for link in ("Skip to the newest board", "Skip to the channel"):
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("link", name=link)).to_be_focused()
    reached: list[str] = []
    while "Write to Tischrand as Ben" not in reached:
        within = bool(reached) and reached[-1] in BOARD[:-1]  # there arrows lead on
        await page.keyboard.press("ArrowRight" if within else "Tab")
        reached.append(await page.evaluate(f"({NAME_OF_THE_FOCUS})()"))
        assert reached[-1], f"after {reached[-2:]} comes something without a name"
        assert await page.evaluate(f"({FOCUS_IS_SEEN})()"), f"the focus on {reached[-1]!r} cannot be seen"
    assert [name for name in reached if name in SEEDS] == list(SEEDS)
    assert reached.index("Write to Tischrand as Ada") < reached.index("1") < reached.index("Write as Ada")
    assert await page.locator("h1").count() == await page.get_by_role("main").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_page_has_a_light_and_a_dark_face(
    web_chat: WebChat, open_page: OpenPage, scheme: str
) -> None:
    page = await ready(await open_page(color_scheme=scheme))
    shade = "getComputedStyle(document.querySelector('.panel')).backgroundColor.match(/\\d+/g).map(Number)"
    assert (max(await page.evaluate(shade)) < 80) == (scheme == "dark")
