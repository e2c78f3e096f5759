"""Messages in a real browser: what is shown to whom, read out, edited in place, and linked."""

from __future__ import annotations

import base64
import re
from dataclasses import replace

import pytest
from playwright.async_api import expect

from bot.interface import (
    Answer,
    Button,
    Choose,
    Help,
    Incoming,
    Link,
    Looks,
    Note,
    Post,
    Replay,
    Screen,
    ShowHand,
    Track,
    Update,
)
from bot.platforms.web.adapter import HISTORY
from games.events import MatchId
from tests.bot.conftest import OpenPage, Scripted, WebChat
from tests.bot.platforms.web.page import (
    ADA,
    BEN,
    CHANNEL,
    acting,
    board,
    channel,
    field,
    private,
    ready,
    said,
    top_of,
)

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]


# Messages and boards


async def test_a_message_is_shown_as_it_was_written(web_chat: WebChat, open_page: OpenPage) -> None:
    text = "<b>bold</b>\n<img src=x onerror=alert(1)> & so on\n\u202etfel"
    await web_chat.adapter.post(CHANNEL, Screen(text, title="<i>title</i>"), "n1")
    page = await open_page()
    await expect(page.locator(".text")).to_have_text(text, use_inner_text=True)
    await expect(page.get_by_role("heading", name="<i>title</i>")).to_be_visible()
    await expect(page.locator(".text *")).to_have_count(0)


async def test_a_picture_can_be_enlarged_and_read(web_chat: WebChat, open_page: OpenPage) -> None:
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn."), "n1")
    page = await ready(await open_page())
    await expect(channel(page).get_by_alt_text("The whole board in words, tan.")).to_be_visible()
    await expect(page.get_by_role("article", name="Sahara · Ada – Ben Tischrand")).to_be_visible()
    await page.get_by_text("Describe picture").click()
    await web_chat.adapter.edit(CHANNEL, posted, board("Ben's turn.", colour="teal"))
    await expect(page.get_by_text("The whole board in words, teal.")).to_be_visible()
    await expect(channel(page).get_by_alt_text("The whole board in words, teal.")).to_be_visible()
    enlarge = page.get_by_role("button", name="Enlarge picture")
    await enlarge.click()
    window = page.get_by_role("dialog", name="Sahara · Ada – Ben")
    await expect(window.get_by_alt_text("The whole board in words, teal.")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(window).to_be_hidden()
    await expect(enlarge).to_be_focused()


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (1280, 800)])
async def test_an_enlarged_picture_is_larger(
    web_chat: WebChat, open_page: OpenPage, width: int, height: int
) -> None:
    """On a phone it is scrolled; the button that closes it is whole, and stays."""
    await web_chat.adapter.post(CHANNEL, board("Ada's turn."), "n1")
    page = await ready(await open_page("Ada", viewport={"width": width, "height": height}))
    before = await page.locator("#channel .frame").bounding_box()
    await page.get_by_role("button", name="Enlarge picture").click()
    window = page.get_by_role("dialog")
    after = await window.locator("img").bounding_box()
    assert before
    assert after
    assert after["width"] > 1.2 * before["width"]
    await window.evaluate("dialog => dialog.scrollTo(dialog.scrollWidth, 0)")
    close = window.get_by_role("button", name="Close")
    await expect(close).to_be_in_viewport(ratio=1)
    assert await close.evaluate("button => button.scrollWidth <= button.clientWidth")
    await close.click()
    await expect(window).to_be_hidden()


async def test_what_changes_for_one_person_alone_is_seen_whoever_hears_the_channel(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(Choose, lambda incoming: Update(board(f"Chosen by {incoming.account.name}."), alone=True))
    await web_chat.adapter.post(CHANNEL, board("v1"), "n1")
    page = await ready(await open_page())
    for name in ("Ada", "Ben"):
        await acting(page, name).check(force=True)
        await page.get_by_role("button", name="4", exact=True).click()
        await expect(page.locator(".text")).to_have_text(f"Chosen by {name}.")


async def test_the_focus_stays_when_a_board_changes(web_chat: WebChat, open_page: OpenPage) -> None:
    """As near as can be to where somebody put it, and there again as soon as that can be pressed."""
    posted = await web_chat.adapter.post(CHANNEL, board("v1"), "n1")
    page = await ready(await open_page())
    await page.get_by_role("button", name="5", exact=True).focus()

    async def becomes(text: str, moves: tuple[str, ...]) -> None:
        await web_chat.adapter.edit(CHANNEL, posted, board(text, moves=moves))
        await expect(page.locator(".text")).to_have_text(text)

    await becomes("the label is still there", ("1", "5", "6"))
    await expect(page.get_by_role("button", name="5", exact=True)).to_be_focused()
    await becomes("the place is still there", ("1", "4", "6"))
    await expect(page.get_by_role("button", name="4", exact=True)).to_be_focused()
    used = board("what is used up is passed over", moves=("1", "4", "6"))
    used = replace(
        used, rows=tuple(tuple(replace(one, disabled=one.label == "4") for one in row) for row in used.rows)
    )
    await web_chat.adapter.edit(CHANNEL, posted, used)
    await expect(page.get_by_role("button", name="1", exact=True)).to_be_focused()
    await becomes("it is back", ("1", "5", "6"))
    await expect(page.get_by_role("button", name="5", exact=True)).to_be_focused()
    await web_chat.adapter.edit(CHANNEL, posted, Screen("no button is left"))
    await expect(page.locator(f"#message-{posted}")).to_be_focused()


async def test_an_edit_moves_nothing_for_somebody_who_reads_further_up(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    above = await web_chat.adapter.post(CHANNEL, Screen("short"), "above")
    for number in range(30):
        await web_chat.adapter.post(CHANNEL, Screen(f"line {number}\nand another"), f"n{number}")
    below = await web_chat.adapter.post(CHANNEL, board("v1"), "below")
    page = await ready(await open_page())
    line = said(page, "line 10")
    await line.evaluate("element => element.scrollIntoView({block: 'center'})")
    before = await top_of(line)
    await web_chat.adapter.edit(CHANNEL, above, Screen("much longer\n" * 20))
    await web_chat.adapter.edit(CHANNEL, below, board("v2\n" * 20))
    await web_chat.adapter.post(CHANNEL, Screen("the newest"), "newest")
    newer = channel(page).get_by_role("button", name="New messages")
    await expect(newer).to_be_visible()
    assert abs(await top_of(line) - before) < 1, "in pixels; browsers round them"
    await newer.click()
    await expect(page.locator(".text", has_text="the newest")).to_be_in_viewport()
    await web_chat.adapter.edit(CHANNEL, below, board("v3\n" * 40))
    await expect(page.locator(".text", has_text="v3").last).to_be_visible()
    await expect(page.locator(".text", has_text="the newest")).to_be_in_viewport()


async def test_links_lead_to_a_message_however_old(web_chat: WebChat, open_page: OpenPage) -> None:
    first = await web_chat.adapter.post(CHANNEL, board("where it began"), "first")
    for number in range(2 * HISTORY):
        await web_chat.adapter.post(CHANNEL, Screen(f"line {number}"), f"n{number}")
    link = Link("back to the board", CHANNEL, first)
    await web_chat.adapter.post(web_chat.adapter.private_chat(ADA.id), Screen("see", links=(link,)), "l")
    page = await open_page()
    await page.get_by_role("link", name="back to the board").click()
    await expect(page.locator(f"#message-{first}")).to_be_focused()
    await expect(said(page, "where it began")).to_be_in_viewport()


# Who sees and hears what


async def test_a_side_can_be_covered(web_chat: WebChat, open_page: OpenPage) -> None:
    await web_chat.adapter.post(web_chat.adapter.private_chat(ADA.id), Screen("for Ada's eyes"), "n1")
    page = await ready(await open_page())
    await private(page, "Ada").get_by_role("button", name="Cover").click()
    await expect(said(page, "for Ada's eyes")).to_be_hidden()
    await web_chat.adapter.post(web_chat.adapter.private_chat(ADA.id), Screen("more for Ada's eyes"), "n2")
    await web_chat.adapter.post(CHANNEL, Screen("for all"), "n3")
    await expect(page.locator("#announcer")).to_have_text("Tischrand: for all")
    await private(page, "Ada").get_by_role("button", name="Show").click()
    await expect(said(page, "more for Ada's eyes")).to_be_visible()


async def test_a_note_is_shown_to_its_reader_until_it_is_dismissed(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(Help, Note(Screen("I am Tischrand.")))
    page = await ready(await open_page())
    await field(page).fill("/help")
    await field(page).press("Enter")
    note = channel(page).locator(".note")
    await expect(note).to_contain_text("Ada used /help")
    await expect(note).to_contain_text("Only Ada can see this")
    await acting(page, "Ben").check(force=True)
    await expect(note).to_be_hidden()
    await acting(page, "Ada").check(force=True)
    await note.get_by_role("button", name="Dismiss").click()
    await expect(note).to_have_count(0)
    await field(page).fill("/help")
    await field(page).press("Enter")
    await expect(note).to_have_count(1)
    await page.reload()
    await ready(page)
    await expect(note).to_have_count(0)


async def test_what_is_new_is_announced_once_and_without_the_picture(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    posted = await web_chat.adapter.post(CHANNEL, board("v0"), "n1")
    page = await ready(await open_page("Cleo"))
    heard = page.locator("#announcer")
    await expect(heard).to_be_empty()
    await web_chat.adapter.edit(CHANNEL, posted, board("Ada sowed 4.", moves=("1",)))
    await expect(heard).to_have_text("Tischrand: Sahara · Ada – Ben. Ada sowed 4.")
    await web_chat.adapter.edit(CHANNEL, posted, board("Ada sowed 4.", moves=("2",), colour="red"))
    await web_chat.adapter.post(CHANNEL, Screen("Ben resigned."), "n2")
    await expect(heard).to_have_text("Tischrand: Ben resigned.")
    await expect(page.get_by_role("log").first).to_have_attribute("aria-live", "off")


async def test_the_picture_is_pressed_where_its_buttons_say(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """Where two places overlap, the later one; elsewhere nothing is asked."""
    shown = board("Ada's turn.", awaits=ADA)
    assert shown.image
    asked = [button.request for row in shown.rows for button in row]
    left, right = (((0, 0), (500, 0), (500, 680), (0, 680)), ((400, 0), (900, 0), (900, 680), (400, 680)))
    image = replace(shown.image, regions=lambda: ((asked[0], left), (asked[1], right)))
    await web_chat.adapter.post(CHANNEL, replace(shown, image=image), "n1")
    page = await ready(await open_page(has_touch=True))
    picture = channel(page).locator(".frame")
    box = await picture.bounding_box()
    assert box
    for tapped, across in ((True, 0.2), (False, 0.45), (False, 0.95)):
        place = {"x": across * box["width"], "y": box["height"] / 2}
        await (picture.tap(position=place) if tapped else picture.click(position=place))  # type: ignore[arg-type]
        await expect(page.locator("[aria-busy]")).to_have_count(0)
    assert [incoming.request for incoming in front.asked] == [asked[0], asked[1]]
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await channel(page).locator(".rows").get_by_role("button", name="2", exact=True).focus()
    await expect(picture.locator(".lit")).to_have_count(1)


async def test_the_moves_of_a_board_are_one_stop_of_the_tab_key_and_its_other_buttons_the_next(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page(viewport={"width": 320, "height": 640}))
    first = page.get_by_role("button", name="1", exact=True)
    await first.focus()
    for key, name in (
        ("ArrowRight", "2"),
        ("ArrowDown", "My view"),
        ("ArrowUp", "1"),
        ("End", "My view"),
        ("ArrowRight", "1"),
        ("ArrowLeft", "My view"),
        ("Home", "1"),
    ):
        await page.keyboard.press(key)
        await expect(page.get_by_role("button", name=name, exact=True)).to_be_focused()
    await expect(page.locator("#channel .row button:not([tabindex='-1'])")).to_have_count(2)
    for key, name in (("Tab", "My view"), ("Shift+Tab", "1")):
        await page.keyboard.press(key)
        await expect(page.get_by_role("button", name=name, exact=True)).to_be_focused()


SEAL = 16 * "0f3c"


@pytest.mark.parametrize(("width", "height", "least"), [(1280, 800, 640), (1000, 700, 640), (390, 844, 350)])
async def test_a_board_is_always_as_large_whatever_is_said_and_to_be_pressed(
    web_chat: WebChat, open_page: OpenPage, width: int, height: int, least: int
) -> None:
    """What asks and the picture are seen, in a wide page every button, too; what has happened follows."""
    for number in range(3):
        await web_chat.adapter.post(CHANNEL, board(f"board {number}", awaits=ADA), f"n{number}")
    posted = await web_chat.adapter.post(CHANNEL, board("Ada's turn.\nChoose a hollow.", awaits=ADA), "last")
    page = await ready(await open_page(viewport={"width": width, "height": height}, has_touch=width < 600))
    newest = page.locator(f"#message-{posted}")
    seen = set()
    for log, moves in ((1, 6), (12, 6), (3, 24), (1, 2)):
        text = "Ben sowed hollow 4.\n" * log + f"Seal: {SEAL}\nChoose a hollow {log}."
        shown = board(text, moves=tuple(str(move) for move in range(moves)), awaits=ADA)
        await web_chat.adapter.edit(CHANNEL, posted, shown)
        for part in (newest.get_by_text(f"Choose a hollow {log}."), newest.locator(".frame")):
            await expect(part).to_be_in_viewport(ratio=1)
        if width >= 1000 or moves <= 6:
            await expect(newest.get_by_role("button", name="My view")).to_be_in_viewport(ratio=1)
        box = await newest.locator(".frame").bounding_box()
        assert box
        seen.add((round(box["width"]), round(box["y"])))
    ((shown_width, _),) = seen
    assert shown_width >= least


async def test_where_a_board_does_not_fit_picture_and_task_stay_in_sight(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    """On a small phone, and with them the first button that is no move."""
    shown = board("Ben has moved.\n" * 6 + "Choose a place.", moves=tuple("abcdef"))
    asides = tuple(Button(f"Something else {n}", Help()) for n in range(4))
    posted = await web_chat.adapter.post(CHANNEL, replace(shown, rows=(*shown.rows, asides)), "n1")
    page = await ready(await open_page(viewport={"width": 320, "height": 640}, has_touch=True))
    newest = page.locator(f"#message-{posted}")
    task, aside = newest.get_by_text("Choose a place."), newest.get_by_role("button", name="My view")
    for part in (task, newest.locator(".frame"), aside):
        await expect(part).to_be_in_viewport(ratio=1)


async def test_a_seal_waits_until_somebody_wants_to_compare_it(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    page = await ready(await open_page())
    await web_chat.adapter.post(CHANNEL, board(f"Ada's turn.\nSeal of the deal: {SEAL}\nGood luck."), "n1")
    await expect(page.locator("#announcer")).to_have_text(
        "Tischrand: Sahara · Ada – Ben. Ada's turn. Good luck."
    )
    seal = channel(page).get_by_text(SEAL)
    await expect(seal).to_be_hidden()
    await channel(page).get_by_text("Verify").click()
    await expect(seal).to_be_visible()
    await web_chat.adapter.post(CHANNEL, Screen(f"Seal: {SEAL}"), "n2")  # what was asked for is shown
    await expect(channel(page).locator(".text", has_text=SEAL)).to_be_visible()


async def test_an_answer_to_an_old_board_comes_into_view(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(Choose, Note(Screen("It is not your turn.")))
    await web_chat.adapter.post(CHANNEL, board("old"), "old")
    for number in range(30):
        await web_chat.adapter.post(CHANNEL, Screen(f"line {number}\nand another"), f"n{number}")
    page = await ready(await open_page())
    await channel(page).get_by_role("button", name="4", exact=True).click()
    await expect(channel(page).locator(".note")).to_be_in_viewport(ratio=1)


async def test_a_replay_has_a_slider_and_goes_on_by_itself(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    positions = tuple(Replay(MatchId("AAAAAA"), place) for place in range(1, 24))

    def position(at: int) -> Screen:
        return replace(board(f"Position {at}."), track=Track(at, positions))

    def goes(incoming: Incoming) -> Answer:
        assert isinstance(incoming.request, Replay)
        return Update(position(incoming.request.at - 1))

    front.on(Replay, goes)
    await web_chat.adapter.post(CHANNEL, position(0), "n1")
    page = await ready(await open_page())
    slider = page.get_by_role("slider", name="Position")
    await slider.fill("10")
    await expect(said(page, "Position 10.")).to_be_visible()
    await slider.press("ArrowRight")
    await expect(said(page, "Position 11.")).to_be_visible()
    await slider.fill("21")
    await expect(said(page, "Position 21.")).to_be_visible()
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(said(page, "Position 22.")).to_be_visible()
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    await expect(slider).to_have_attribute("aria-valuetext", "22 of 22")


async def test_what_is_pressed_while_an_answer_is_awaited_follows_it(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """It is seen to wait, and counts once, however often it is pressed."""
    thought = front.hold(Choose, Note(Screen("A hint.")))
    front.on(ShowHand, Note(Screen("Your side.")))
    await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page())
    one, other = (channel(page).get_by_role("button", name=name, exact=True) for name in ("1", "My view"))
    waits = re.compile("pressed")
    await one.click()
    await expect(one).to_have_class(waits)
    for _ in range(2):
        await other.click()
    await expect(other).to_have_class(waits)
    await expect(one).to_have_class(waits)
    thought.set()
    await expect(said(page, "Your side.")).to_be_visible()
    await expect(channel(page).locator("[aria-busy], .pressed")).to_have_count(0)
    assert [type(incoming.request) for incoming in front.asked] == [Choose, ShowHand]


async def test_what_is_gone_when_its_turn_comes_is_not_pressed(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    thought = front.hold(Choose, Update(board("Ben's turn.", awaits=BEN)))
    await web_chat.adapter.post(CHANNEL, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page("Ada"))
    for name in ("1", "2"):
        await channel(page).get_by_role("button", name=name, exact=True).click()
    thought.set()
    await expect(said(page, "Ben's turn.")).to_be_visible()
    await expect(channel(page).locator("[aria-busy], .pressed")).to_have_count(0)
    assert len(front.asked) == 1


async def test_a_touch_out_of_turn_says_whose_turn_it_is(web_chat: WebChat, open_page: OpenPage) -> None:
    posted = await web_chat.adapter.post(CHANNEL, board("Ben's turn.", awaits=BEN), "n1")
    page = await ready(await open_page("Ada"))
    await channel(page).locator(".frame").click()
    await expect(channel(page).locator(".text.found")).to_have_text("Ben's turn.")
    await expect(page.locator("#announcer")).to_contain_text("Ben's turn.")
    await expect(page.locator("dialog[open]")).to_have_count(0)
    await web_chat.adapter.edit(CHANNEL, posted, replace(board("Ben won.", moves=()), turn="over"))
    await expect(said(page, "Ben won.")).to_be_visible()
    await channel(page).locator(".frame").click()
    await expect(page.locator("dialog[open]")).to_be_visible()


async def test_the_page_speaks_as_the_bot_answers_its_reader(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """From the answer to `/settings language=` on, also when the page is opened again."""
    page = await ready(await open_page("Ada"))
    front.on(Help, Post(Screen("Deutsch.", language="de")))
    front.chosen = Looks("de", "")
    await field(page, "Write to Tischrand as Ada").fill("/help")
    await field(page, "Write to Tischrand as Ada").press("Enter")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.get_by_role("button", name="Senden").first).to_be_visible()
    await page.goto(web_chat.adapter.name + "&name=Ada")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await web_chat.adapter.post(CHANNEL, Screen("Channels have their own.", language="fr"), "n1")
    await expect(said(page, "Channels have their own.")).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("lang", "de")


@pytest.mark.parametrize("system", ["light", "dark"])
async def test_the_page_is_as_light_or_dark_as_its_reader_has_chosen(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, system: str
) -> None:
    """With all that is in it, also when it is opened again; without a choice, as the system is."""
    other = "dark" if system == "light" else "light"
    write = "Write to Tischrand as Ada"
    papers = {"light": "rgb(253, 250, 244)", "dark": "rgb(33, 27, 22)"}
    tan, teal = board("Ada's turn.", awaits=ADA), board("", colour="teal").image
    assert tan.image
    assert teal
    pictures = {"light": tan.image.data, "dark": teal.data}
    await web_chat.adapter.post(CHANNEL, replace(tan, image=replace(tan.image, dark=lambda: teal.data)), "n1")
    page = await ready(await open_page("Ada", color_scheme=system))

    async def expect_all(seen: str) -> None:
        await expect(channel(page)).to_have_css("background-color", papers[seen])
        encoded = base64.b64encode(pictures[seen]).decode()
        picture = channel(page).locator(".picture img")
        await expect(picture).to_have_js_property("currentSrc", f"data:image/png;base64,{encoded}")

    await expect_all(system)
    for chosen, seen in ((other, other), ("contrast", system), (other, other), ("", system)):
        front.on(Help, Post(Screen(f"Theme: {chosen}.", theme=chosen)))
        front.chosen = Looks("en", chosen)
        await field(page, write).fill("/help")
        await field(page, write).press("Enter")
        await expect(page.locator("html")).to_have_attribute("data-theme", chosen)
        await ready(page)
        await expect_all(seen)
        await page.goto(web_chat.adapter.name + "&name=Ada")
        await ready(page)
        await expect_all(seen)
