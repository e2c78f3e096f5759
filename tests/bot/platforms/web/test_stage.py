"""A real browser: the board that asks somebody is on the stage, unless they have opened another one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.interface import (
    AcceptChallenge,
    AcceptDraw,
    Account,
    AskReview,
    Button,
    Chat,
    Choose,
    Headline,
    Help,
    Incoming,
    Note,
    OfferRematch,
    PickGame,
    Post,
    ReportRemark,
    Screen,
    Update,
)
from bot.platforms.web.adapter import HISTORY
from bot.platforms.web.seats import account_named
from games.events import MatchId
from tests.bot.conftest import OpenPage, Scripted, WebChat, board_image
from tests.bot.platforms.web.page import ADA, BEN, CHANNEL, PHONE, SEEDS, board, field, ready, said, top_of

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

WIDE = {"viewport": {"width": 1280, "height": 800}}
CARL, DORA = account_named("Carl", "en"), account_named("Dora", "en")
SMALL = {"viewport": {"width": 320, "height": 640}}
LOW = 110  # pixels of the line of an end, with its small picture
CHALLENGED = Screen(
    "Ada challenges Ben.",
    rows=((Button("Accept", AcceptChallenge(MatchId("DDDDDD")), "main", not_for=(ADA,)),),),
    awaits=(BEN,),
)
REMATCH = Button("Rematch", OfferRematch(MatchId("AAAAAA")), "main", only_for=(ADA, BEN))
REVIEW = Button("Review", AskReview(MatchId("AAAAAA")))
SIZES = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])


def shown(text: str, asks: Account | None, match: str, players: tuple[Account, ...] = (ADA, BEN)) -> Screen:
    """The board of a match; if it asks nobody, a robot thinks."""
    screen = board(text, awaits=asks, moves=SEEDS if asks else ())
    rows = tuple(
        tuple(
            replace(
                button,
                request=Choose(MatchId(match), 3, (button.label,), final=False, page=0),
            )
            for button in row
        )
        for row in screen.rows
    )
    return replace(screen, rows=rows, players=players, turn="yours" if asks == ADA else "waiting")


def over(text: str, match: str) -> Screen:
    return replace(shown(text, None, match), turn="over")


async def posted_in_private(web_chat: WebChat) -> tuple[Chat, str]:
    """Ada's private chat, and the id of a board there that asks her."""
    at = web_chat.adapter.private_chat(ADA.id)
    return at, await web_chat.adapter.post(at, shown("Private.", ADA, "AAAAAA"), "n1")


async def on_stage(page: Page, panel: str, text: str) -> None:
    """This board has the room: of a phone the tab is open that holds it."""
    await expect(page.locator("body")).to_have_attribute("data-stage", panel)
    there = page.locator(f"#{panel} .list > .message", has_text=text)
    await expect(there.locator(".frame")).to_be_in_viewport(ratio=1)


@SIZES
async def test_a_board_that_asks_takes_the_stage_from_an_older_private_match(
    web_chat: WebChat, open_page: OpenPage, size: dict[str, Any]
) -> None:
    """Whether that asks as well, or a robot thinks there, or it waits for somebody else."""
    at, private = await posted_in_private(web_chat)
    page = await ready(await open_page("Ada", **size))
    await on_stage(page, "private-0", "Private.")
    public = await web_chat.adapter.post(CHANNEL, shown("Ben thinks.", BEN, "BBBBBB"), "n2")
    await expect(said(page, "Ben thinks.")).to_be_attached()
    await on_stage(page, "private-0", "Private.")
    await web_chat.adapter.edit(CHANNEL, public, shown("Ada is asked.", ADA, "BBBBBB"))
    await on_stage(page, "channel", "Ada is asked.")
    for number, asks in enumerate((None, ADA)):
        await web_chat.adapter.edit(at, private, shown(f"Robot {number}.", asks, "AAAAAA"))
        await expect(said(page, f"Robot {number}.")).to_be_attached()
        await on_stage(page, "channel", "Ada is asked.")
    await web_chat.adapter.edit(CHANNEL, public, shown("Ben again.", BEN, "BBBBBB"))
    await on_stage(page, "private-0", "Robot 1.")


@SIZES
async def test_a_running_board_is_there_after_a_reload_however_old_it_is(
    web_chat: WebChat, open_page: OpenPage, size: dict[str, Any]
) -> None:
    """Earlier messages come to their places before and after it."""
    await web_chat.adapter.post(CHANNEL, Screen("the first"), "first")
    await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "AAAAAA"), "board")
    for number in range(HISTORY + 5):
        await web_chat.adapter.post(CHANNEL, Screen(f"line {number}."), f"n{number}")
    page = await ready(await open_page("Ada", **size))
    await on_stage(page, "channel", "Ada is asked.")
    await page.locator("#channel .older").evaluate("button => button.click()")
    await expect(page.locator("#channel .older")).to_be_hidden()
    lines = [f"line {number}." for number in range(HISTORY + 5)]
    await expect(page.locator("#channel .talk .message")).to_contain_text(lines)
    await expect(page.locator("#channel .list > .message")).to_contain_text(["the first", "Ada is asked."])


async def test_who_opened_another_board_is_not_called_away_from_it(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    """The rim says that somebody waits, and leads there."""
    at, private = await posted_in_private(web_chat)
    public = await web_chat.adapter.post(CHANNEL, shown("Ben thinks.", BEN, "BBBBBB"), "n2")
    page = await ready(await open_page("Ada", **PHONE))
    await page.get_by_role("tab", name="Channel").tap()
    await page.get_by_role("tab", name="Private").tap()
    await web_chat.adapter.edit(CHANNEL, public, shown("Ada is asked.", ADA, "BBBBBB"))
    await expect(page.get_by_role("tab", name="Channel")).to_have_accessible_name("Channel your turn")
    await on_stage(page, "private-0", "Private.")
    for panel, text in 2 * (("channel", "Ada is asked."), ("private-0", "Private.")):
        await page.get_by_role("button", name="Your turn: 2").tap()  # leads to one after the other
        await on_stage(page, panel, text)
    await web_chat.adapter.edit(at, private, shown("Ada has moved.", BEN, "AAAAAA"))
    await expect(said(page, "Ada has moved.")).to_be_attached()
    await on_stage(page, "private-0", "Ada has moved.")
    await web_chat.adapter.edit(CHANNEL, public, shown("Ben again.", BEN, "BBBBBB"))
    await web_chat.adapter.edit(CHANNEL, public, shown("Ada anew.", ADA, "BBBBBB"))
    await expect(page.get_by_role("tab", name="Channel")).to_have_accessible_name("Channel your turn")
    await on_stage(page, "private-0", "Ada has moved.")


async def test_who_has_pressed_a_board_stays_there_for_the_answer_and_the_end(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    at, private = await posted_in_private(web_chat)
    front.on(Choose, Update(shown("And where?", ADA, "AAAAAA")))
    page = await ready(await open_page("Ada", **PHONE))
    await page.get_by_role("button", name="4", exact=True).click()
    await expect(said(page, "And where?")).to_be_visible()
    await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "BBBBBB"), "n2")
    await expect(page.get_by_role("tab", name="Channel")).to_have_accessible_name("Channel your turn")
    await on_stage(page, "private-0", "And where?")
    for screen in (
        shown("A robot thinks.", None, "AAAAAA"),
        shown("Ben is asked.", BEN, "AAAAAA"),
        over("Ada has won.", "AAAAAA"),
    ):
        await web_chat.adapter.edit(at, private, screen)
        await on_stage(page, "private-0", screen.text)
    await page.get_by_role("button", name="Your turn: 1").tap()
    await on_stage(page, "channel", "Ada is asked.")


@SIZES
async def test_who_moves_in_one_of_two_matches_of_the_channel_stays_with_it(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any]
) -> None:
    """Also at its end, until they go to the other one."""
    await web_chat.adapter.post(CHANNEL, shown("Another asks.", ADA, "BBBBBB", (ADA, CARL)), "n1")
    own = await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "AAAAAA"), "n2")
    page = await ready(await open_page("Ada", **size))
    front.on(Choose, Update(shown("Ada has moved.", BEN, "AAAAAA")))
    there = page.locator(".list > .message", has_text="Ada is asked.")
    await there.get_by_role("button", name="4", exact=True).click()
    for screen in (
        shown("Ada has moved.", BEN, "AAAAAA"),
        shown("Ben has answered.", ADA, "AAAAAA"),
        over("Ben has won.", "AAAAAA"),
    ):
        await web_chat.adapter.edit(CHANNEL, own, screen)
        await on_stage(page, "channel", screen.text)
        await expect(page.get_by_role("button", name="Your turn:")).to_be_visible()
    await web_chat.adapter.post(CHANNEL, Screen("Good morning."), "n3")
    await expect(said(page, "Good morning.")).to_be_attached()
    await on_stage(page, "channel", "Ben has won.")
    await page.get_by_role("button", name="Your turn: 1").click()
    await on_stage(page, "channel", "Another asks.")
    await web_chat.adapter.post(CHANNEL, shown("A third asks.", ADA, "CCCCCC", (ADA, CARL)), "n4")
    await expect(page.get_by_role("button", name="Your turn: 2")).to_be_visible()
    await on_stage(page, "channel", "Another asks.")


@SIZES
async def test_the_end_of_a_private_match_stays_while_others_play_in_the_channel(
    web_chat: WebChat, open_page: OpenPage, size: dict[str, Any]
) -> None:
    at, private = await posted_in_private(web_chat)
    page = await ready(await open_page("Ada", **size))
    strangers = [
        await web_chat.adapter.post(CHANNEL, shown(f"Game {n}.", CARL, f"CCCCC{n}", (CARL, DORA)), f"s{n}")
        for n in (2, 3)
    ]
    await web_chat.adapter.edit(at, private, over("It is over.", "AAAAAA"))
    await on_stage(page, "private-0", "It is over.")
    await web_chat.adapter.edit(CHANNEL, strangers[0], shown("They play on.", DORA, "CCCCC2", (CARL, DORA)))
    await expect(said(page, "They play on.")).to_be_attached()
    await on_stage(page, "private-0", "It is over.")


@SIZES
async def test_in_the_channel_a_match_stays_in_view_while_strangers_begin_others(
    web_chat: WebChat, open_page: OpenPage, size: dict[str, Any]
) -> None:
    """Also when it is over."""
    own = await web_chat.adapter.post(CHANNEL, shown("Ben thinks.", BEN, "AAAAAA"), "n1")
    page = await ready(await open_page("Ada", **size))
    await on_stage(page, "channel", "Ben thinks.")
    await web_chat.adapter.post(CHANNEL, shown("A game of others.", CARL, "CCCCCC", (CARL, DORA)), "n2")
    await expect(said(page, "A game of others.")).to_be_attached()
    for screen in (shown("Ada is asked.", ADA, "AAAAAA"), over("Ada has won.", "AAAAAA")):
        await web_chat.adapter.edit(CHANNEL, own, screen)
        await on_stage(page, "channel", screen.text)


async def test_in_the_channel_ones_own_match_is_in_view_though_it_is_played_in_private(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    """What others play there stands above it."""
    at = web_chat.adapter.private_chat(ADA.id)
    await web_chat.adapter.post(CHANNEL, shown("For all.", ADA, "AAAAAA"), "n1")
    await web_chat.adapter.post(at, shown("For Ada.", ADA, "AAAAAA"), "n2")
    await web_chat.adapter.post(CHANNEL, shown("A game of others.", CARL, "CCCCCC", (CARL, DORA)), "n3")
    page = await ready(await open_page("Ada", **PHONE))
    await on_stage(page, "private-0", "For Ada.")
    await page.get_by_role("tab", name="Channel").tap()
    await on_stage(page, "channel", "For all.")


async def test_of_two_matches_in_the_channel_the_one_that_asks_is_in_view(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    players = (ADA, CARL)
    first = await web_chat.adapter.post(CHANNEL, shown("First, Ben.", BEN, "AAAAAA"), "n1")
    second = await web_chat.adapter.post(CHANNEL, shown("Second, Carl.", CARL, "BBBBBB", players), "n2")
    page = await ready(await open_page("Ada", **PHONE))
    await on_stage(page, "channel", "Second, Carl.")
    await web_chat.adapter.edit(CHANNEL, first, shown("First, Ada.", ADA, "AAAAAA"))
    await on_stage(page, "channel", "First, Ada.")
    await web_chat.adapter.edit(CHANNEL, second, shown("Second, Ada.", ADA, "BBBBBB", players))
    await on_stage(page, "channel", "Second, Ada.")


async def test_what_somebody_reads_in_private_is_not_taken_away_by_what_asked_before(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    front.on(Help, Note(Screen("All commands.")))
    await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "AAAAAA"), "n1")
    page = await ready(await open_page("Ada", **PHONE))
    await page.get_by_role("tab", name="Private").tap()
    await field(page, "Write to Tischrand as Ada").fill("/help")
    await field(page, "Write to Tischrand as Ada").press("Enter")
    await expect(said(page, "All commands.")).to_be_in_viewport()
    await web_chat.adapter.post(CHANNEL, Screen("Good morning."), "n2")
    await expect(said(page, "Good morning.")).to_be_attached()
    await expect(said(page, "All commands.")).to_be_in_viewport()


@pytest.mark.parametrize("size", [WIDE, SMALL], ids=["wide", "small"])
async def test_what_somebody_asks_for_below_a_finished_board_comes_into_view(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any]
) -> None:
    """From its top; a board that asks them keeps its place."""
    front.on(Help, Note(Screen("\n".join(["All commands.", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]))))
    posted = await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "AAAAAA"), "n1")
    page = await ready(await open_page("Ada", **size))
    await field(page).fill("/help")
    await field(page).press("Enter")
    await expect(said(page, "All commands.")).to_be_visible()
    await expect(page.locator(f"#message-{posted} .frame")).to_be_in_viewport(ratio=0.9)
    await web_chat.adapter.edit(CHANNEL, posted, over("Ada has won.", "AAAAAA"))
    await on_stage(page, "channel", "Ada has won.")
    await field(page).fill("/help")
    await field(page).press("Enter")
    answer = page.locator(".list > .note")
    await expect(answer).to_be_in_viewport()
    window = page.locator("#channel .scroller")
    assert 0 <= await top_of(answer) - await top_of(window) < 30


@SIZES
async def test_the_end_of_a_tournament_takes_the_stage_from_a_finished_private_board(
    web_chat: WebChat, open_page: OpenPage, size: dict[str, Any]
) -> None:
    """Of those who took part; the next round, in which they have no opponent, does not."""
    at, private = await posted_in_private(web_chat)
    page = await ready(await open_page("Ada", **size))
    await on_stage(page, "private-0", "Private.")
    await web_chat.adapter.edit(at, private, over("Ada has won.", "AAAAAA"))
    goes_on = replace(board("", moves=()), text="Round 2.", rows=(), players=(ADA, BEN, CARL))
    await web_chat.adapter.post(CHANNEL, goes_on, "n2")
    await expect(said(page, "Round 2.")).to_be_attached()
    await on_stage(page, "private-0", "Ada has won.")
    ends = replace(goes_on, text="", headline=Headline("Ada has won the tournament.", None))
    await web_chat.adapter.post(CHANNEL, ends, "n3")
    await on_stage(page, "channel", "Ada has won the tournament.")


@SIZES
@pytest.mark.parametrize("moved", [False, True], ids=["watched", "moved"])
async def test_the_end_of_a_tournament_comes_into_view_for_those_whose_match_is_over(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any], *, moved: bool
) -> None:
    """What concerns others leaves a finished board where it is."""
    own = await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "AAAAAA"), "n1")
    page = await ready(await open_page("Ada", **size))
    if moved:
        front.on(Choose, Update(shown("Ada moves.", ADA, "AAAAAA")))
        await page.get_by_role("button", name="4", exact=True).click()
        await on_stage(page, "channel", "Ada moves.")
    won = replace(board("", moves=()), title="Tournament", rows=(), players=(BEN, CARL))
    ends = replace(won, players=(ADA, BEN, CARL), headline=Headline("Carl has won the tournament.", None))
    await web_chat.adapter.edit(CHANNEL, own, over("Ada has won.", "AAAAAA"))
    await on_stage(page, "channel", "Ada has won.")
    await web_chat.adapter.post(CHANNEL, replace(won, headline=Headline("Theirs.", None)), "n3")
    await expect(said(page, "Theirs.")).to_be_attached()
    await on_stage(page, "channel", "Ada has won.")
    await web_chat.adapter.post(CHANNEL, ends, "n4")
    await on_stage(page, "channel", "Carl has won the tournament.")


@SIZES
async def test_a_rematch_is_seen_by_who_offers_it_and_by_who_is_asked(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any]
) -> None:
    """Below the finished board; it calls whom it asks."""
    ended = over("Ada has won.", "AAAAAA")
    again = Button("Rematch", OfferRematch(MatchId("AAAAAA")))
    pages = {}
    for account in (ADA, BEN):
        at = web_chat.adapter.private_chat(account.id)
        live = shown("It is asked.", account, "AAAAAA")
        posted = await web_chat.adapter.post(at, live, f"n{account.name}")
        pages[account] = await ready(await open_page(account.name, **size))
        await on_stage(pages[account], "private-0", "It is asked.")
        await web_chat.adapter.edit(at, posted, replace(ended, rows=((again,),)))
        await on_stage(pages[account], "private-0", "Ada has won.")
    front.on(OfferRematch, Post(CHALLENGED))
    await pages[ADA].get_by_role("button", name="Rematch").click()
    await expect(said(pages[ADA], "Ada challenges Ben.")).to_be_in_viewport()
    await expect(pages[ADA]).to_have_title("Tischrand")
    await web_chat.adapter.post(web_chat.adapter.private_chat(BEN.id), CHALLENGED, "n3")
    await expect(pages[BEN].get_by_role("button", name="Accept")).to_be_in_viewport(ratio=1)
    await expect(pages[BEN]).to_have_title("Open challenges: 1 · Tischrand")


async def test_a_challenge_leaves_a_board_that_asks_where_it_is(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    await web_chat.adapter.post(CHANNEL, shown("Ben is asked.", BEN, "AAAAAA"), "n1")
    page = await ready(await open_page("Ben", **PHONE))
    await on_stage(page, "channel", "Ben is asked.")
    await web_chat.adapter.post(CHANNEL, CHALLENGED, "n2")
    await expect(said(page, "Ada challenges Ben.")).to_be_attached()
    await on_stage(page, "channel", "Ben is asked.")


async def test_the_focus_goes_to_the_question_which_game(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    await web_chat.adapter.post(CHANNEL, over("Ada has won.", "AAAAAA"), "n1")
    front.on(PickGame, Post(Screen("Which game?", rows=((Button("Sahara", Help()),),))))
    page = await ready(await open_page("Ada", **WIDE))
    await page.get_by_role("button", name="New game").press("Enter")
    await expect(page.get_by_role("button", name="Sahara", exact=True)).to_be_focused()


@pytest.mark.parametrize("size", [WIDE, SMALL], ids=["wide", "small"])
@pytest.mark.parametrize("told_first", [True, False], ids=["told first", "begun first"])
async def test_the_board_of_a_rematch_takes_the_stage_from_the_finished_one(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any], *, told_first: bool
) -> None:
    """Also for whom it does not ask yet; what is told below the finished board leaves it there."""
    finished = replace(over("Ada has won.", "AAAAAA"), rows=((REMATCH, REVIEW),))
    begun = shown("Ben begins.", BEN, "DDDDDD")
    await web_chat.adapter.post(CHANNEL, finished, "n1")
    challenge = await web_chat.adapter.post(CHANNEL, CHALLENGED, "n2")
    ada = await ready(await open_page("Ada", **size))
    again = ada.get_by_role("button", name="Rematch")

    async def accept(_: Incoming) -> Note:
        if not told_first:
            await web_chat.adapter.edit(CHANNEL, challenge, begun)
            await on_stage(ada, "channel", "Ben begins.")
        return Note(Screen("You joined."))

    front.on(OfferRematch, accept)
    await again.click()
    await expect(said(ada, "You joined.")).to_be_attached()
    if told_first:
        await web_chat.adapter.edit(CHANNEL, challenge, begun)
    await on_stage(ada, "channel", "Ben begins.")
    await expect(again).to_have_count(0)
    await expect(ada.get_by_role("button", name="Ada has won.")).to_have_attribute("aria-expanded", "false")


@SIZES
async def test_who_accepts_a_challenge_beside_another_match_is_led_to_its_board(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any]
) -> None:
    challenge = await web_chat.adapter.post(CHANNEL, CHALLENGED, "n1")
    await web_chat.adapter.post(CHANNEL, shown("A robot thinks.", None, "AAAAAA"), "n2")
    page = await ready(await open_page("Ben", **size))
    await on_stage(page, "channel", "A robot thinks.")

    async def accept(_: Incoming) -> None:
        await web_chat.adapter.edit(CHANNEL, challenge, shown("Ada begins.", ADA, "DDDDDD"))

    front.on(AcceptChallenge, accept)
    await page.get_by_role("button", name="Accept").click()
    await expect(page.locator("[aria-busy]")).to_have_count(0)
    await on_stage(page, "channel", "Ada begins.")


@SIZES
async def test_an_end_is_one_line_that_opens_once_another_match_has_begun(
    web_chat: WebChat, open_page: OpenPage, size: dict[str, Any]
) -> None:
    """The newest end keeps its room, and what an opponent says is always such a line."""
    finished = replace(
        over("Ben resigned.", "AAAAAA"), headline=Headline("Ada won 9 : 3", 0), rows=((REMATCH, REVIEW),)
    )
    remark = Button("Report …", ReportRemark("r1", sure=False))
    posted = await web_chat.adapter.post(CHANNEL, finished, "n1")
    page = await ready(await open_page("Ada", **size))
    end = page.locator(f"#message-{posted}")
    line = page.get_by_role("button", name="Ada won 9 : 3 · Sahara · Ada – Ben")
    await expect(end.locator(".headline")).to_be_visible()
    await expect(line).to_have_count(0)
    begun = await web_chat.adapter.post(CHANNEL, shown("Ben begins.", BEN, "BBBBBB"), "n2")
    await expect(line).to_have_attribute("aria-expanded", "false")
    await expect(end.get_by_role("button")).to_have_count(1)
    box = await end.bounding_box()
    assert box
    assert box["height"] <= LOW
    await line.press("Enter")
    await expect(line).to_have_attribute("aria-expanded", "true")
    await expect(end.get_by_role("button", name="Rematch")).to_be_in_viewport()
    await web_chat.adapter.edit(CHANNEL, begun, replace(over("Ben has won.", "BBBBBB"), rows=((REVIEW,),)))
    await expect(page.locator(f"#message-{begun}").get_by_role("button", name="Review")).to_have_count(1)
    await web_chat.adapter.post(CHANNEL, Screen("Ben: “Hello”", "Sahara", rows=((remark,),)), "n3")
    await expect(page.get_by_role("button", name="Report …")).to_have_count(0)
    await page.get_by_role("button", name="Ben: “Hello”").press("Enter")
    await expect(page.get_by_role("button", name="Report …")).to_be_visible()


@SIZES
async def test_all_tables_but_the_newest_are_one_line_each_that_opens(
    web_chat: WebChat, open_page: OpenPage, size: dict[str, Any]
) -> None:
    def table(number: int) -> Screen:
        image = replace(board_image("tan", f"Standings {number}."), name="table.png")
        return Screen("Ada – Ben: 1 : 0", f"Sahara · round {number}", image=image)

    page = await ready(await open_page("Ada", **size))
    first, second = [await web_chat.adapter.post(CHANNEL, table(number), f"n{number}") for number in (1, 2)]
    newest = page.locator(f"#message-{second}").get_by_text("Ada – Ben: 1 : 0")
    await expect(newest).to_be_visible()
    line = page.get_by_role("button", name="Sahara · round 1", exact=True)
    await expect(line).to_have_attribute("aria-expanded", "false")
    box = await page.locator(f"#message-{first}").bounding_box()
    assert box
    assert box["height"] <= LOW
    await line.press("Enter")
    await expect(page.locator(f"#message-{first}").get_by_text("Ada – Ben: 1 : 0")).to_be_visible()
    await web_chat.adapter.post(CHANNEL, shown("Ben begins.", BEN, "BBBBBB"), "n3")
    await expect(newest).to_be_visible()


@SIZES
async def test_the_next_round_waits_until_the_end_of_the_last_one_was_read(
    web_chat: WebChat, open_page: OpenPage, size: dict[str, Any]
) -> None:
    """It takes the stage when its reader goes there, or it calls them once more."""
    own = await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "AAAAAA"), "n1")
    page = await ready(await open_page("Ada", **size))
    await web_chat.adapter.edit(CHANNEL, own, over("Ada has won.", "AAAAAA"))
    await on_stage(page, "channel", "Ada has won.")
    theirs = shown("A game of others.", CARL, "CCCCCC", (CARL, DORA))
    await web_chat.adapter.post(CHANNEL, theirs, "n2")
    await expect(said(page, "A game of others.")).to_be_attached()
    await on_stage(page, "channel", "Ada has won.")
    told = replace(board("", moves=()), text="Round 2.", rows=(), players=(ADA, BEN, CARL))
    await web_chat.adapter.post(CHANNEL, told, "n5")
    next_round = await web_chat.adapter.post(CHANNEL, shown("The next round.", ADA, "BBBBBB"), "n3")
    await expect(page.get_by_role("button", name="Your turn: 1")).to_be_visible()
    await on_stage(page, "channel", "Ada has won.")
    await page.get_by_role("button", name="New messages").click()
    await on_stage(page, "channel", "The next round.")
    await expect(page.get_by_role("button", name="Ada has won.")).to_have_attribute("aria-expanded", "false")
    await web_chat.adapter.edit(CHANNEL, next_round, over("Ben has won.", "BBBBBB"))
    last = await web_chat.adapter.post(CHANNEL, shown("The last round.", BEN, "DDDDDD"), "n4")
    await expect(said(page, "The last round.")).to_be_attached()
    await on_stage(page, "channel", "Ben has won.")
    await web_chat.adapter.edit(CHANNEL, last, shown("Ben has moved.", ADA, "DDDDDD"))
    await on_stage(page, "channel", "Ben has moved.")


async def test_an_offer_on_several_boards_of_a_match_is_one_turn(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    """A match with hidden things has a board in the channel and one in private, which is played on."""
    for text, chat in (("In private.", web_chat.adapter.private_chat(BEN.id)), ("For all.", CHANNEL)):
        offered = shown(text, ADA, "AAAAAA")
        agree = Button("Accept draw", AcceptDraw(MatchId("AAAAAA")), "main", only_for=(BEN,))
        await web_chat.adapter.post(chat, replace(offered, rows=(*offered.rows, (agree,))), text)
    page = await ready(await open_page("Ben", **WIDE))
    turns = page.get_by_role("navigation", name="Lobby").get_by_role("button", name="Your turn")
    await expect(turns).to_have_accessible_name("Your turn: 1")
    await turns.click()
    await on_stage(page, "private-0", "In private.")
    await web_chat.adapter.post(CHANNEL, shown("Another asks.", BEN, "BBBBBB", (BEN, CARL)), "another")
    await expect(turns).to_have_accessible_name("Your turn: 2")


async def test_an_offer_calls_whom_it_asks_though_another_is_to_move(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    """In the title, at the tab and in the count of turns; nobody else."""
    offered = shown("A draw?", ADA, "AAAAAA")
    agree = Button("Accept draw", AcceptDraw(MatchId("AAAAAA")), "main", only_for=(BEN,))
    pages = {account: await ready(await open_page(account.name, **PHONE)) for account in (ADA, BEN, CARL)}
    await pages[BEN].get_by_role("tab", name="Private").tap()
    posted = await web_chat.adapter.post(CHANNEL, shown("Ada moves.", ADA, "AAAAAA"), "n1")
    await expect(pages[BEN]).to_have_title("Tischrand")
    await pages[BEN].get_by_role("tab", name="Private").tap()
    await web_chat.adapter.edit(CHANNEL, posted, replace(offered, rows=(*offered.rows, (agree,))))
    await expect(pages[BEN]).to_have_title("Your turn · Tischrand")
    await expect(pages[BEN].get_by_role("tab", name="Channel")).to_have_accessible_name("Channel your turn")
    await expect(pages[ADA].get_by_role("button", name="Your turn: 1")).to_be_visible()
    await expect(said(pages[CARL], "A draw?")).to_be_attached()
    await expect(pages[CARL]).to_have_title("Tischrand")
    await pages[BEN].get_by_role("button", name="Your turn: 1").tap()
    await on_stage(pages[BEN], "channel", "A draw?")
    await web_chat.adapter.edit(CHANNEL, posted, shown("Ada moves on.", ADA, "AAAAAA"))
    await expect(pages[BEN]).to_have_title("Tischrand")
