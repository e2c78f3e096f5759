"""Two people at one screen, in a real browser: nobody sees the other side, and the board in play is large."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.async_api import Page, expect

from bot.interface import Account, Screen
from tests.bot.conftest import OpenPage, WebChat
from tests.bot.platforms.web.page import ADA, BEN, CHANNEL, acting, board, channel, private, ready, said

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

WIDE = {"viewport": {"width": 1280, "height": 800}}
PEOPLE = (ADA, BEN)


async def posted(web_chat: WebChat, awaits: Account, people: tuple[Account, ...] = PEOPLE) -> dict[str, str]:
    """The boards of a match with secrets: one for each of these people, and one in the channel."""
    chats = {one.id: (web_chat.adapter.private_chat(one.id), f"{one.name}'s secret") for one in people}
    chats["all"] = (CHANNEL, "It is chosen in private.")
    return {
        key: await web_chat.adapter.post(chat, board(text, awaits=awaits), f"n{key}")
        for key, (chat, text) in chats.items()
    }


async def passes(web_chat: WebChat, boards: dict[str, str], awaits: Account) -> None:
    """The turn passes: first the one who moved sees it, then the other, then the channel."""
    for one in reversed(PEOPLE) if awaits is ADA else PEOPLE:
        chat = web_chat.adapter.private_chat(one.id)
        await web_chat.adapter.edit(chat, boards[one.id], board(f"{one.name}'s new secret", awaits=awaits))
    await web_chat.adapter.edit(CHANNEL, boards["all"], board("A move was made.", awaits=awaits))


async def seen_and_heard(page: Page) -> str:
    """All that the eye and the ear get of the page."""
    return await page.inner_text("body") + await page.locator("body").aria_snapshot()


async def width(page: Page, name: str) -> tuple[float, float]:
    box = await private(page, name).bounding_box()
    assert box
    return box["x"], box["width"]


async def ada_alone_looks(page: Page) -> None:
    """Nothing is seen before, and nothing of Ben's after."""
    await expect(private(page, "Ada")).to_contain_text("Pass to Ada.")
    assert "secret" not in await seen_and_heard(page)
    await page.get_by_role("button", name="Ada, press to look.").click()
    await expect(said(page, "Ada's secret")).to_be_visible()
    await expect(private(page, "Ada").get_by_role("button", name="1", exact=True)).to_be_focused()
    assert "Ben's secret" not in await seen_and_heard(page)


async def test_a_curtain_falls_when_the_turn_passes(web_chat: WebChat, open_page: OpenPage) -> None:
    boards = await posted(web_chat, ADA)
    page = await ready(await open_page(**WIDE))
    await ada_alone_looks(page)
    await passes(web_chat, boards, BEN)
    await expect(private(page, "Ben")).to_contain_text("Pass to Ben.")
    assert "secret" not in await seen_and_heard(page)
    await page.get_by_role("button", name="Ben, press to look.").click()
    await expect(acting(page, "Ben")).to_be_checked()
    await expect(said(page, "Ben's new secret")).to_be_visible()
    await expect(said(page, "Ada's new secret")).to_be_hidden()


async def test_boards_in_words_are_covered_as_well(web_chat: WebChat, open_page: OpenPage) -> None:
    for one in PEOPLE:
        chat, shown = web_chat.adapter.private_chat(one.id), board(f"{one.name}'s secret", awaits=ADA)
        await web_chat.adapter.post(chat, replace(shown, image=None, text_only=True, turn="waiting"), one.id)
    page = await ready(await open_page(**WIDE))
    await ada_alone_looks(page)


async def test_who_begins_is_called_even_if_the_other_is_told_first_that_it_has_begun(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    page = await ready(await open_page(**WIDE))
    told = replace(board("Ada's secret"), turn="waiting", pings=True)
    asked = replace(board("Ben's secret", awaits=BEN), turn="yours", pings=True)
    for one, shown in ((ADA, told), (BEN, asked)):
        await web_chat.adapter.post(web_chat.adapter.private_chat(one.id), shown, one.id)
    await expect(private(page, "Ben")).to_contain_text("Pass to Ben.")
    await expect(private(page, "Ada")).to_contain_text("Ada’s side is covered.")
    assert "secret" not in await seen_and_heard(page)
    (_, small), (_, large) = await width(page, "Ada"), await width(page, "Ben")
    assert large > 1.5 * small


async def test_the_board_of_who_chooses_in_private_takes_the_middle(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    boards = await posted(web_chat, ADA)
    page = await ready(await open_page(**WIDE))
    await expect(private(page, "Ada")).to_contain_text("Pass to Ada.")
    (here, large), (_, small) = await width(page, "Ada"), await width(page, "Ben")
    assert large > 1.5 * small
    await passes(web_chat, boards, BEN)
    await expect(private(page, "Ben")).to_contain_text("Pass to Ben.")
    assert await width(page, "Ben") == (here, large)
    for person in PEOPLE:
        over = board("It is over.", moves=())
        await web_chat.adapter.edit(web_chat.adapter.private_chat(person.id), boards[person.id], over)
    await expect(private(page, "Ben").get_by_text("It is over.")).to_be_visible()
    middle = await channel(page).bounding_box()
    assert middle
    assert (middle["x"], middle["width"]) == (here, large)


async def test_a_match_in_private_keeps_its_room_while_a_robot_thinks_and_when_it_is_over(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    chat = web_chat.adapter.private_chat(ADA.id)
    played = await web_chat.adapter.post(chat, board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page(**WIDE))
    await expect(said(page, "Ada's turn.")).to_be_visible()
    room = await width(page, "Ada")
    for text in ("The robot's turn.", "It is over."):
        await web_chat.adapter.edit(chat, played, board(text, moves=()))
        await expect(said(page, text)).to_be_visible()
        assert await width(page, "Ada") == room
    await page.get_by_role("button", name="New game").click()
    await expect(page.locator("body")).to_have_attribute("data-stage", "channel")


async def test_a_match_in_private_has_the_room_already_while_the_robot_begins(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    page = await ready(await open_page(**WIDE))
    begun = replace(board("The robot's turn.", moves=()), turn="waiting")
    await web_chat.adapter.post(web_chat.adapter.private_chat(ADA.id), begun, "n1")
    await expect(said(page, "The robot's turn.")).to_be_visible()
    await expect(private(page, "Ben")).to_be_hidden()
    assert await width(page, "Ada") == (0, 1280)


async def test_what_comes_into_the_channel_takes_no_room_from_a_board(
    web_chat: WebChat, open_page: OpenPage
) -> None:
    """A message waits on its tab; a second board stands beside the first one."""
    await web_chat.adapter.post(web_chat.adapter.private_chat(ADA.id), board("Ada's turn.", awaits=ADA), "n1")
    page = await ready(await open_page(**WIDE))
    await expect(said(page, "Ada's turn.")).to_be_visible()
    posted_there = await web_chat.adapter.post(CHANNEL, Screen("Who plays?"), "n2")
    await expect(page.get_by_role("tab", name="Channel")).to_contain_text("new")
    assert await width(page, "Ada") == (0, 1280)
    await web_chat.adapter.edit(CHANNEL, posted_there, board("Ben's turn."))
    await expect(channel(page)).to_contain_text("Ben's turn.")
    await expect(private(page, "Ada").locator(".frame")).to_be_in_viewport(ratio=1)


async def test_against_a_robot_there_is_no_curtain(web_chat: WebChat, open_page: OpenPage) -> None:
    await posted(web_chat, ADA, (ADA,))
    page = await ready(await open_page(**WIDE))
    await expect(said(page, "Ada's secret")).to_be_visible()
    (_, large), (_, small) = await width(page, "Ada"), await width(page, "Ben")
    assert large > 1.5 * small
