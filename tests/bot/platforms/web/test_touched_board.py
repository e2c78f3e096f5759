"""A real browser: a board is touched, its things are drawn to their places, the newest turn is seen once."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PIL import Image as Pillow
from PIL import ImageColor, ImageDraw
from playwright.async_api import FloatRect, Locator, Page, expect

from bot.interface import (
    Account,
    Button,
    Carry,
    Choose,
    Motion,
    Note,
    Place,
    Replay,
    Request,
    Screen,
    Track,
    Update,
)
from games.events import MatchId
from tests.bot.conftest import OpenPage, Scripted, WebChat
from tests.bot.platforms.web.page import (
    ADA,
    BEN,
    CHANNEL,
    FOCUS_IS_SEEN,
    NAME_OF_THE_FOCUS,
    board,
    channel,
    ready,
    said,
)

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

WINDOW = {"viewport": {"width": 1280, "height": 800}}
FILES, RANKS = "abc", "321"
SIDE = 200  # pixels of a square in the picture
WATCHED = """frame => {
    window.seen = 0
    const count = (records) => window.seen += records.flatMap((one) => [...one.addedNodes])
        .filter((node) => node.className === "motion").length
    new MutationObserver(count).observe(frame, {childList: true})
}"""

HALF_WAY = """frame => new MutationObserver(() => {
    const layer = frame.querySelector(".motion")
    for (const animation of layer?.getAnimations({subtree: true}) ?? []) {
        animation.pause()
        animation.currentTime = 350
        window.halfWay = [...layer.querySelectorAll("img")]
    }
}).observe(frame, {childList: true})"""


def corners(square: str) -> tuple[tuple[int, int], ...]:
    left, top = SIDE * FILES.index(square[0]), SIDE * RANKS.index(square[1])
    return (left, top), (left + SIDE, top), (left + SIDE, top + SIDE), (left, top + SIDE)


def choose(*words: str) -> Choose:
    return Choose(MatchId("AAAAAA"), 3, words, final=len(words) > 1, page=0)


def squares(*names: str, awaits: Account = ADA, text: str = "Choose a piece.") -> Screen:
    """A board on which these squares can be pressed; a piece on a1 can be drawn to b2 or c3."""
    rows = (tuple(Button(name, choose(name), "main") for name in names),)
    shown = board(text, awaits=awaits)
    assert shown.image
    places: list[Place] = [(choose(name), corners(name)) for name in names]
    carries: list[Carry] = [(corners("a1"), choose("a1", to), corners(to)) for to in ("b2", "c3")]
    image = replace(shown.image, regions=lambda: places, carries=lambda: carries)
    return replace(shown, image=image, rows=(*rows, *shown.rows[-1:]))


def place(page: Page, name: str) -> Locator:
    return channel(page).get_by_role("group", name="Places").get_by_role("button", name=name, exact=True)


async def shown_with(web_chat: WebChat, open_page: OpenPage, screen: Screen, *names: str) -> tuple[Page, str]:
    posted = await web_chat.adapter.post(CHANNEL, screen, "n1")
    page = await ready(await open_page(*names, **WINDOW))
    await expect(channel(page).locator(".picture img")).to_be_visible()
    return page, posted


async def at(page: Page, square: str) -> tuple[float, float]:
    """Where in the window the middle of a square is."""
    box: FloatRect | None = await channel(page).locator(".frame").bounding_box()
    assert box
    (left, top), _, (right, bottom), _ = corners(square)
    scale = box["width"] / 1000
    return box["x"] + scale * (left + right) / 2, box["y"] + scale * (top + bottom) / 2


async def draw_to(page: Page, start: str, end: str, *, finger: bool = False) -> None:
    """Draw something from one square to another."""
    ways = [await at(page, start), await at(page, "b1"), await at(page, end)]
    if not finger:
        await page.mouse.move(*ways[0])
        await page.mouse.down()
        for way in ways[1:]:
            await page.mouse.move(*way)
        await page.mouse.up()
        return
    device = await page.context.new_cdp_session(page)
    for kind, touched in (("touchStart", ways[0]), ("touchMove", ways[1]), ("touchMove", ways[2])):
        points = [{"x": touched[0], "y": touched[1]}]
        await device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def asked(front: Scripted) -> list[Request]:
    return [incoming.request for incoming in front.asked]


async def test_what_somebody_may_not_press_is_not_live_for_them(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    page, posted = await shown_with(web_chat, open_page, squares("a1", "b2", awaits=ADA), "Cleo")
    players = await ready(await open_page(**WINDOW))
    for square in ("a1", "b2"):
        await expect(channel(players).get_by_role("button", name=square, exact=True)).to_have_count(2)
        await expect(channel(page).get_by_role("button", name=square, exact=True)).to_have_count(0)
    await expect(channel(page).get_by_role("button", name="My view")).to_be_visible()
    await draw_to(page, "a1", "b2")
    await expect(page.locator(".target, .held")).to_have_count(0)
    await page.keyboard.press("Escape")  # the picture, which was only enlarged
    await web_chat.adapter.edit(CHANNEL, posted, squares("c1", awaits=BEN, text="Ben's turn."))
    await expect(said(page, "Ben's turn.")).to_be_visible()
    await expect(place(page, "c1")).to_have_count(0)
    await expect(place(players, "c1")).to_have_count(1)
    assert asked(front) == []


async def test_a_second_click_on_a_place_that_is_gone_opens_nothing(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    page, posted = await shown_with(web_chat, open_page, squares("a1", "b2"))
    box = await place(page, "b2").bounding_box()
    assert box
    await web_chat.adapter.edit(CHANNEL, posted, squares(text="Ben's turn."))
    await expect(place(page, "b2")).to_have_count(0)
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await expect(page.locator("#enlarged")).to_be_hidden()


async def test_a_touch_is_seen_at_once_and_taken_back_with_words_if_it_is_refused(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(Choose, Note(Screen("That is not possible now.")))
    page, _ = await shown_with(web_chat, open_page, squares("a1", "b2"))
    pressed = """place => {
        place.dispatchEvent(new MouseEvent("click", {bubbles: true}))
        return place.classList.contains("pressed")
    }"""
    assert await place(page, "b2").evaluate(pressed)
    await expect(said(page, "That is not possible now.")).to_be_visible()
    await expect(channel(page).locator(".pressed")).to_have_count(0)
    await expect(place(page, "b2")).to_be_visible()
    assert asked(front) == [choose("b2")]


async def test_a_touch_counts_once_however_often_it_comes_before_its_answer(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(Choose, Update(squares("c3", text="Chosen.")))
    page, _ = await shown_with(web_chat, open_page, squares("a1"))
    await place(page, "a1").evaluate(
        "place => [1, 2, 3].forEach(() => place.dispatchEvent(new MouseEvent('click', {bubbles: true})))"
    )
    await expect(said(page, "Chosen.")).to_be_visible()
    assert asked(front) == [choose("a1")]


async def test_arrows_lead_to_what_lies_there_and_enter_or_space_presses(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(Choose, Update(squares("b2", "c1", text="Chosen.")))
    names = ("a1", "c1", "a3", "b2", "c3")
    page, _ = await shown_with(web_chat, open_page, squares(*names))
    await expect(channel(page).locator(".place[tabindex='0']")).to_have_count(1)
    await place(page, "a1").focus()
    keys = {"ArrowRight": "c1", "ArrowUp": "c3", "ArrowLeft": "a3", "ArrowDown": "a1"}
    for key, name in keys.items():
        await page.keyboard.press(key)
        assert await page.evaluate(NAME_OF_THE_FOCUS) == name
        await expect(channel(page).locator(".place[tabindex='0']")).to_have_count(1)
    await page.keyboard.press("ArrowLeft")  # nothing lies there
    assert await page.evaluate(NAME_OF_THE_FOCUS) == "a1"
    assert not await page.evaluate(FOCUS_IS_SEEN), "an outline around a polygon would be a box"
    stroke = "() => getComputedStyle(document.activeElement.firstElementChild).stroke"
    assert await page.evaluate(stroke) not in ("none", "rgba(0, 0, 0, 0)")
    await page.keyboard.press("Space")
    await expect(said(page, "Chosen.")).to_be_visible()
    await expect(place(page, "b2")).to_be_focused()  # it lies nearest
    await page.keyboard.press("Enter")
    await expect(page.locator("[aria-busy]")).to_have_count(0)
    assert asked(front) == [choose("a1"), choose("b2")]


async def test_only_the_focus_itself_is_a_whole_line_and_the_place_stays_as_it_is(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    """A place lit by its button must not look as if arrows led on from there."""
    page, _ = await shown_with(web_chat, open_page, squares("a1", "c1"))
    button = channel(page).locator(".rows").get_by_role("button", name="a1", exact=True)
    drawn = """place => {
        const {strokeDasharray, fill} = getComputedStyle(place.firstElementChild)
        return [strokeDasharray, fill]
    }"""
    clear = "rgba(0, 0, 0, 0)"
    await button.focus()
    await expect(place(page, "a1")).to_contain_class("lit")
    dashes, fill = await place(page, "a1").evaluate(drawn)
    assert dashes != "none"
    assert fill == clear
    await page.keyboard.press("ArrowRight")  # the next is by keys, so that its focus is to be seen
    await place(page, "a1").focus()
    assert await place(page, "a1").evaluate(drawn) == ["none", clear]


@pytest.mark.parametrize("finger", [False, True])
async def test_what_is_drawn_to_its_place_is_one_press_and_elsewhere_none(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, finger: bool
) -> None:
    front.on(Choose, Update(squares("c2", text="Moved.")))
    await web_chat.adapter.post(CHANNEL, squares("a1"), "n1")
    page = await ready(await open_page(**WINDOW, has_touch=finger))
    await expect(channel(page).locator(".picture img")).to_be_visible()
    await draw_to(page, "a1", "c1", finger=finger)
    await expect(page.locator(".target, .held")).to_have_count(0)
    assert asked(front) == []
    await draw_to(page, "a1", "c3", finger=finger)
    await expect(said(page, "Moved.")).to_be_visible()
    await expect(page.locator(".target, .held")).to_have_count(0)
    assert asked(front) == [choose("a1", "c3")]


async def test_escape_lets_go_of_what_is_drawn(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    page, _ = await shown_with(web_chat, open_page, squares("a1"))
    await page.mouse.move(*await at(page, "a1"))
    await page.mouse.down()
    await page.mouse.move(*await at(page, "b2"))
    await expect(channel(page).locator(".target")).to_have_count(2)
    await expect(channel(page).locator(".target.over")).to_have_count(1)
    await page.keyboard.press("Escape")
    await expect(page.locator(".target, .held")).to_have_count(0)
    await page.mouse.up()
    assert asked(front) == []


async def test_the_focus_waits_at_the_picture_while_nothing_can_be_pressed(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    page, posted = await shown_with(web_chat, open_page, squares("a1", "c1"), "Ada")
    front.on(Choose, Update(squares(text="Ben thinks.", awaits=BEN)))
    await place(page, "c1").focus()
    await page.keyboard.press("Enter")
    await expect(said(page, "Ben thinks.")).to_be_visible()
    await expect(channel(page).locator("figure.picture")).to_be_focused()
    await web_chat.adapter.edit(CHANNEL, posted, squares("a3", "b1", text="Ada again."))
    await expect(place(page, "b1")).to_be_focused()


def with_a_small_place(side: int, left: int = 0) -> Screen:
    shown = squares("a1")
    assert shown.image
    right = left + side
    small: Sequence[Place] = [(choose("a1"), ((left, 0), (right, 0), (right, side), (left, side)))]
    return replace(shown, image=replace(shown.image, regions=lambda: small))


async def test_on_a_small_phone_a_picture_is_so_wide_that_a_finger_meets_its_places(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """It is drawn aside, and begins where something can be pressed."""
    front.on(Choose, Note(Screen("Pressed.")))
    await web_chat.adapter.post(CHANNEL, with_a_small_place(40, left=900), "n1")
    page = await ready(await open_page("Ada", viewport={"width": 320, "height": 640}, has_touch=True))
    small = page.get_by_role("group", name="Places").get_by_role("button", name="a1")
    await expect(small).to_be_in_viewport(ratio=0.9)
    box = await small.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 23.9
    await page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await expect(said(page, "Pressed.")).to_be_visible()
    assert await page.evaluate("document.scrollingElement.scrollWidth") == 320


async def test_a_place_too_small_for_a_finger_is_left_to_its_button(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    await web_chat.adapter.post(CHANNEL, with_a_small_place(28), "n1")
    page = await ready(await open_page(**WINDOW, has_touch=True))
    await expect(place(page, "a1")).to_be_visible()
    await page.set_viewport_size({"width": 320, "height": 640})
    await expect(page.locator(".place")).to_be_hidden()
    await expect(page.locator(".rows").get_by_role("button", name="a1", exact=True)).to_be_visible()


async def test_where_the_picture_stands_for_buttons_a_line_says_so(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    """Whether they are those of a match or of a lesson: nobody is left to guess how to go on."""
    names = [file + rank for file in FILES for rank in RANKS]
    await web_chat.adapter.post(CHANNEL, squares(*names), "n1")
    page = await ready(await open_page("Ada", viewport={"width": 320, "height": 400}, has_touch=True))
    rows = page.locator(".rows")
    button = rows.get_by_text("b2", exact=True)
    hint = "rows => getComputedStyle(rows, '::before').content"
    await expect(page.locator(".place")).to_have_count(9)
    await expect(button).to_be_hidden()
    assert "Choose in the picture." in await rows.evaluate(hint)
    await page.set_viewport_size({"width": 390, "height": 844})
    await expect(button).to_be_visible()
    assert await rows.evaluate(hint) == "none"


async def test_with_a_mouse_a_picture_fits_its_column_and_its_small_places_can_be_pressed(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(Choose, Note(Screen("Pressed.")))
    await web_chat.adapter.post(CHANNEL, with_a_small_place(40, left=900), "n1")
    page = await ready(await open_page("Ada", viewport={"width": 320, "height": 640}))
    await expect(page.locator(".frame")).to_be_in_viewport(ratio=1)
    await page.locator(".place").click()
    await expect(said(page, "Pressed.")).to_be_visible()


async def test_where_not_all_buttons_fit_the_picture_stands_for_what_it_names(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """It keeps its size when nothing can be pressed in it."""
    posted = await web_chat.adapter.post(CHANNEL, squares("a1", "c1"), "n1")
    size = {"width": 320, "height": 568}
    page = await ready(await open_page("Ada", viewport=size, has_touch=True, is_mobile=True))
    await expect(page.locator(".place")).to_have_count(2)
    named = page.locator(".rows").get_by_role("button", name="a1", exact=True)
    await expect(named).to_be_in_viewport(ratio=1)
    await page.set_viewport_size({"width": 320, "height": 400})
    await expect(named).to_be_hidden()
    await expect(page.locator(".rows").get_by_role("button", name="My view")).to_be_visible()
    before = await page.locator(".frame").bounding_box()
    await web_chat.adapter.edit(CHANNEL, posted, squares(text="Ben thinks.", awaits=BEN))
    await expect(said(page, "Ben thinks.")).to_be_visible()
    assert await page.locator(".frame").bounding_box() == before


@pytest.mark.parametrize("width", [320, 390, 1280])
async def test_no_picture_is_cut_off_for_places_that_a_finger_can_touch_or_that_it_had(
    web_chat: WebChat, open_page: OpenPage, width: int
) -> None:
    """Neither while something is asked, nor when its match is over and its column has become small."""
    here = web_chat.adapter.private_chat(ADA.id)
    small: list[Place] = [(choose("a1"), ((0, 0), (73, 0), (73, 73), (0, 73)))]
    asked = replace(board("Choose a piece.", awaits=ADA), turn="yours")
    assert asked.image
    asked = replace(asked, image=replace(asked.image, regions=lambda: small))
    posted = await web_chat.adapter.post(here, asked, "n1")
    page = await ready(await open_page("Ada", viewport={"width": width, "height": 800}))
    frame = page.locator(f"#message-{posted} .frame")
    await expect(frame.locator(".place:not(.small)")).to_have_count(1)
    await expect(frame).to_be_in_viewport(ratio=1)
    await web_chat.adapter.edit(here, posted, replace(board("Ada wins!", moves=()), turn="over"))
    await web_chat.adapter.post(CHANNEL, replace(board("Ben's turn."), turn="waiting"), "n2")
    if width < 1000:
        await page.get_by_role("tab", name="Private").click()
    await expect(said(page, "Ada wins!")).to_be_visible()
    await expect(frame).to_be_in_viewport(ratio=1)


async def test_only_the_step_to_the_next_position_of_a_replay_is_seen_to_move(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    """A leap on the slider shows at once where it leads, not the last motion on the way."""
    moved = Motion(corners("a1"), corners("c3"), leaves=True, as_before=True, since=0)
    track = tuple(Replay(MatchId("AAAAAA"), place) for place in range(1, 9))

    def position(at: int) -> Screen:
        shown = squares("a1", text=f"Position {at}.")
        assert shown.image
        image = replace(shown.image, turn=at, motions=lambda: [moved])
        return replace(shown, image=image, track=Track(at, track))

    posted = await web_chat.adapter.post(CHANNEL, position(0), "n1")
    page = await ready(await open_page(**WINDOW))
    await channel(page).locator(".frame").evaluate(WATCHED)
    for at, times in ((5, 0), (6, 1), (2, 1), (3, 2)):
        await web_chat.adapter.edit(CHANNEL, posted, position(at))
        await expect(said(page, f"Position {at}.")).to_be_visible()
        await page.wait_for_function("times => window.seen === times", arg=times)


async def test_what_changes_places_leaves_bare_ground_while_it_moves(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    ends = corners("b1"), corners("c3")

    def turn(number: int, *colours: str) -> Screen:
        shown = squares("a1", text=f"Turn {number}.")
        assert shown.image
        picture = Pillow.open(io.BytesIO(shown.image.data))
        for colour, end in zip(colours, ends, strict=True):
            ImageDraw.Draw(picture).polygon(end, fill=colour)
        data = io.BytesIO()
        picture.save(data, "PNG")
        moved = [Motion(*way, leaves=True, as_before=True, since=0) for way in (ends, ends[::-1])]
        return replace(
            shown, image=replace(shown.image, data=data.getvalue(), turn=number, motions=lambda: moved)
        )

    posted = await web_chat.adapter.post(CHANNEL, turn(1, "red", "blue"), "n1")
    page = await ready(await open_page(**WINDOW))
    frame = channel(page).locator(".frame")
    await frame.evaluate(HALF_WAY)
    await web_chat.adapter.edit(CHANNEL, posted, turn(2, "blue", "red"))
    await expect(channel(page).locator(".motion")).to_be_visible()
    await page.wait_for_function("window.halfWay?.every((image) => image.complete)")
    seen = Pillow.open(io.BytesIO(await frame.screenshot())).convert("RGB")
    for end in ends:
        middle = [sum(axis) / len(end) * seen.width / 1000 for axis in zip(*end, strict=True)]
        assert seen.getpixel((int(middle[0]), int(middle[1]))) == ImageColor.getrgb("tan")


@pytest.mark.parametrize(("motion", "times"), [("no-preference", 1), ("reduce", 0)])
async def test_the_newest_turn_is_seen_once_and_holds_nobody_up(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, motion: str, times: int
) -> None:
    moved = Motion(corners("a1"), corners("c3"), leaves=True, as_before=True, since=0)

    def turn(number: int, text: str) -> Screen:
        shown = squares("a1", text=text)
        assert shown.image
        return replace(shown, image=replace(shown.image, turn=number, motions=lambda: [moved]))

    posted = await web_chat.adapter.post(CHANNEL, turn(1, "First."), "n1")
    page = await ready(await open_page(**WINDOW, reduced_motion=motion))
    await channel(page).locator(".frame").evaluate(WATCHED)
    for text in ("Second.", "Half chosen."):
        await web_chat.adapter.edit(CHANNEL, posted, turn(2, text))
        await expect(said(page, text)).to_be_visible()
        await page.wait_for_function("times => window.seen === times", arg=times)
    await place(page, "a1").click()
    await expect(page.locator(".motion, [aria-busy]")).to_have_count(0)
    assert asked(front) == [choose("a1")]
