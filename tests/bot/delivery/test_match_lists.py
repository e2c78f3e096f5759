"""The list of matches: in which order, how each stands, and that it fits into a message."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import presentation
from bot.domain.terms import HOUR, MINUTE
from bot.interface import Account
from bot.interface.capabilities import EVERYWHERE
from bot.interface.measure import units
from bot.presentation import Listed, Phrasing
from bot.texts import LANGUAGES
from games.events import MatchId
from tests.bot.memory_platform import ADA, BEN, House


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with House(tmp_path) as house:
        yield house


async def begun(house: House, clock: str, *, to_move: Account) -> str:
    """The code of a match in which this person is to move."""
    await house.start(f"/play sahara clock={clock}")
    if house.to_act() != to_move:
        await house.press(house.to_act(), "1")
    assert house.to_act() == to_move
    return house.board().message.title.split()[-1]


async def lines(house: House) -> list[str]:
    await house.type(ADA, "/matches")
    return house.note(ADA).splitlines()


async def test_what_waits_for_the_reader_comes_first_the_next_due_before_the_others(house: House) -> None:
    late = await begun(house, "5m", to_move=BEN)
    await house.wait(5 * MINUTE)
    theirs_soon = await begun(house, "1h", to_move=BEN)
    draw = await begun(house, "3d", to_move=BEN)
    await house.press(BEN, "Offer draw")
    back = await begun(house, "none", to_move=ADA)
    for who, hollow in ((ADA, "1"), (BEN, "6"), (ADA, "6")):
        await house.press(who, hollow)
    await house.press(BEN, "Take back")
    week = await begun(house, "7d", to_move=ADA)
    theirs = await begun(house, "none", to_move=BEN)
    await house.type(BEN, "/play sahara ada")
    invited = house.board().message.title.split()[-1]
    await house.wait(MINUTE)
    day = await begun(house, "1d", to_move=ADA)
    told = [line.split()[0] for line in await lines(house)]
    assert told == [late, invited, day, draw, week, back, theirs_soon, theirs]


async def test_the_list_tells_that_a_time_is_up_and_what_is_asked(house: House) -> None:
    await begun(house, "1h", to_move=BEN)
    await house.press(ADA, "Offer draw")
    await house.wait(HOUR)
    assert (await lines(house))[0].endswith(" · time is up, you may claim the win · you have offered a draw")
    await house.type(BEN, "/matches")
    assert house.note(BEN).endswith(" · your time is up · you are offered a draw")
    await house.press(BEN, "Decline draw")
    await house.press(BEN, "1")
    (line,) = await lines(house)
    assert line.endswith("1 hour left")


async def test_the_list_tells_that_a_ply_is_to_be_taken_back(house: House) -> None:
    await begun(house, "none", to_move=ADA)
    await house.press(ADA, "1")
    await house.press(ADA, "Take back")
    await house.type(BEN, "/matches")
    assert house.note(BEN).endswith(" · you are asked to allow a take-back")
    assert "take-back" not in (await lines(house))[0]


async def test_whose_time_is_up_is_named_where_both_have_to_choose(house: House) -> None:
    await house.start("/play sator clock=1h")
    await house.wait(HOUR)
    (line,) = await lines(house)
    assert line.endswith(" · your time is up · Ben's time is up")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_that_does_not_fit_says_how_many_are_left_out(language: str) -> None:
    one = Listed(
        MatchId("ABCDEF"),
        "sahara",
        "Wilhelmina Augusta von der Heide",
        yours=False,
        challenge=False,
        over=False,
        age=99_999,
        link=None,
        left=99_999,
        marks=("draw_yours",),
    )
    listed = [one] * 25
    phrasing = Phrasing(LANGUAGES[language], {})
    shown = presentation.matches_page(listed, phrasing, left_out=2)
    *told, more = shown.text.splitlines()
    assert units(f"{shown.title}\n{shown.text}") <= EVERYWHERE.text
    assert 0 < len(told) < len(listed)
    assert more == phrasing.texts("matches.more", count=27 - len(told))
