"""A real browser: the columns change places for what calls somebody or brings a board, at no other press."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.interface import AcceptChallenge, Button, Choose, Help, Incoming, Note, Replay, Screen, Track, Update
from games.events import MatchId
from tests.bot.conftest import OpenPage, Scripted, WebChat
from tests.bot.platforms.web.page import ADA, BEN, CHANNEL, board, field, ready, said
from tests.bot.platforms.web.test_stage import SIZES, WIDE, on_stage, over, posted_in_private, shown

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]


async def both_asked(web_chat: WebChat, open_page: OpenPage, *, name: str = "Ada") -> tuple[Page, str]:
    """A match asks in a channel, and a later one in private has the stage; the id of the first board."""
    public = await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "BBBBBB"), "n0")
    await posted_in_private(web_chat)
    page = await ready(await open_page(name, **WIDE))
    await on_stage(page, "private-0", "Private.")
    return page, public


async def test_a_move_on_a_board_beside_the_stage_leaves_both_where_they_are(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    page, public = await both_asked(web_chat, open_page)
    front.on(Choose, Update(shown("Ada has moved.", BEN, "BBBBBB")))
    await page.locator(f"#message-{public}").get_by_role("button", name="4", exact=True).click()
    await expect(page.locator(f"#message-{public}")).to_contain_text("Ada has moved.")
    await expect(page.locator("[aria-busy]")).to_have_count(0)
    await on_stage(page, "private-0", "Private.")


async def test_a_press_beside_the_stage_takes_no_room_for_an_old_picture(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    settings = Screen("A setting.", rows=((Button("Change", Help()),),))
    await web_chat.adapter.post(CHANNEL, settings, "s1")
    page, _ = await both_asked(web_chat, open_page)
    front.on(Help, Update(replace(settings, text="Another setting.")))
    await page.get_by_role("button", name="Change").click()
    await expect(said(page, "Another setting.")).to_be_attached()
    await expect(page.locator("[aria-busy]")).to_have_count(0)
    await on_stage(page, "private-0", "Private.")


async def test_who_goes_on_with_a_lesson_beside_the_stage_gets_it_there(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    def lesson(text: str) -> Screen:
        return replace(board(text), rows=((Button("Next", Help(), "main"),),), players=())

    await web_chat.adapter.post(web_chat.adapter.private_chat(ADA.id), lesson("Sow hollow 1."), "l1")
    page = await ready(await open_page("Ada", **WIDE))
    await web_chat.adapter.post(CHANNEL, shown("Ada is asked.", ADA, "BBBBBB"), "n1")
    await on_stage(page, "channel", "Ada is asked.")
    front.on(Help, Update(lesson("Sow hollow 2.")))
    await page.get_by_role("button", name="Next").click()
    await on_stage(page, "private-0", "Sow hollow 2.")


async def test_a_challenge_accepted_beside_the_stage_brings_its_board_there(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    accepts = Button("Accept", AcceptChallenge(MatchId("DDDDDD")), "main")
    challenge = await web_chat.adapter.post(CHANNEL, Screen("Who plays?", rows=((accepts,),)), "c1")
    page, _ = await both_asked(web_chat, open_page)

    async def accept(_: Incoming) -> None:
        await web_chat.adapter.edit(CHANNEL, challenge, shown("Ben begins.", BEN, "DDDDDD"))

    front.on(AcceptChallenge, accept)
    await page.locator(f"#message-{challenge}").get_by_role("button", name="Accept").click()
    await on_stage(page, "channel", "Ben begins.")


@SIZES
@pytest.mark.parametrize("asked", [True, False])
async def test_a_match_begun_in_the_channel_is_on_the_stage_where_it_is_played(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any], asked: bool
) -> None:
    """In private, as soon as it asks there; who goes to the channel themselves stays there."""
    accepts = Button("Accept", AcceptChallenge(MatchId("AAAAAA")), "main")
    challenge = await web_chat.adapter.post(CHANNEL, Screen("Who plays?", rows=((accepts,),)), "c1")
    page = await ready(await open_page("Ada", **size))
    at, first = web_chat.adapter.private_chat(ADA.id), ADA if asked else BEN

    front.on(AcceptChallenge, Update(shown("In private.", first, "AAAAAA")))
    await page.locator(f"#message-{challenge}").get_by_role("button", name="Accept").click()
    await expect(said(page, "In private.")).to_be_attached()
    await expect(page.locator("[aria-busy]")).to_have_count(0)
    await web_chat.adapter.post(at, shown("Private.", first, "AAAAAA"), "n1")
    if not asked:
        await web_chat.adapter.post(at, shown("Private.", ADA, "AAAAAA"), "n1")
        await web_chat.adapter.edit(CHANNEL, challenge, shown("In private.", ADA, "AAAAAA"))
    await on_stage(page, "private-0", "Private.")
    await page.get_by_role("link", name="Skip to the channel").evaluate("link => link.click()")
    await on_stage(page, "channel", "In private.")
    for turn in (BEN, ADA):
        await web_chat.adapter.post(at, shown(f"{turn.name}'s turn.", turn, "AAAAAA"), "n1")
        await expect(said(page, f"{turn.name}'s turn.")).to_be_attached()
    await on_stage(page, "channel", "In private.")


async def test_a_board_beside_the_stage_takes_it_when_a_press_leads_on_there(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    page, public = await both_asked(web_chat, open_page)
    front.on(Choose, Update(shown("Ada chooses on.", ADA, "BBBBBB")))
    await page.locator(f"#message-{public}").get_by_role("button", name="4", exact=True).click()
    await on_stage(page, "channel", "Ada chooses on.")


async def test_who_writes_beside_a_board_and_then_moves_on_it_stays_there(
    web_chat: WebChat, front: Scripted, open_page: OpenPage
) -> None:
    """What calls them meanwhile waits."""
    public = await web_chat.adapter.post(CHANNEL, shown("Ben is asked.", BEN, "BBBBBB"), "n0")
    _, private = await posted_in_private(web_chat)
    page = await ready(await open_page("Ada", **WIDE))
    await on_stage(page, "private-0", "Private.")
    await field(page, "Write to Tischrand as Ada").fill("/hi")
    await web_chat.adapter.edit(CHANNEL, public, shown("Ada is asked.", ADA, "BBBBBB"))
    await expect(page.get_by_role("button", name="Your turn: 2")).to_be_visible()
    await on_stage(page, "private-0", "Private.")
    front.on(Choose, Update(shown("Ada has moved.", None, "AAAAAA")))
    await page.locator(f"#message-{private}").get_by_role("button", name="4", exact=True).click()
    await expect(page.locator(f"#message-{private}")).to_contain_text("Ada has moved.")
    await expect(page.locator("[aria-busy]")).to_have_count(0)
    await on_stage(page, "private-0", "Ada has moved.")


@SIZES
async def test_a_replay_that_plays_calls_nobody_back(
    web_chat: WebChat, front: Scripted, open_page: OpenPage, size: dict[str, Any]
) -> None:
    positions = tuple(Replay(MatchId("AAAAAA"), place) for place in range(1, 24))

    def position(at: int) -> Screen:
        return replace(board(f"Position {at}.", moves=()), track=Track(at, positions))

    def goes(incoming: Incoming) -> Update:
        assert isinstance(incoming.request, Replay)
        return Update(position(incoming.request.at - 1))

    at, private = await posted_in_private(web_chat)
    page = await ready(await open_page("Ada", **size))
    ended = replace(over("Ada has won.", "AAAAAA"), rows=((Button("Replay", positions[0]),),))
    await web_chat.adapter.edit(at, private, ended)
    front.on(Replay, Note(position(0)))
    await page.get_by_role("button", name="Replay", exact=True).click()
    await on_stage(page, "private-0", "Position 0.")
    front.on(Replay, goes)
    await page.get_by_role("button", name="Play", exact=True).click()
    await on_stage(page, "private-0", "Position 1.")
    await page.get_by_role("button", name="New game").click()
    await expect(page.locator("body")).to_have_attribute("data-stage", "channel")
    await expect(said(page, "Position 4.")).to_be_attached()
    await expect(page.locator("body")).to_have_attribute("data-stage", "channel")
    await expect(page.locator("#channel .start button").first).to_be_in_viewport()
