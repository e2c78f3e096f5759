"""The matches that somebody has finished: how each ended for them, a page at a time, and ways back."""

from __future__ import annotations

import pytest

from bot import presentation
from bot.handlers.matches import FINISHED_ON_A_PAGE
from bot.interface import AskReview, ListMatches, OfferDraw, Replay, Resign, Screen, ShowHistory
from bot.presentation import Listed, News, Phrasing
from bot.texts import LANGUAGES
from games.events import MatchId
from tests.bot.handlers.test_reads_of_a_press import count_store
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat
from tests.bot.presentation.screens.holding import hold

pytestmark = pytest.mark.house(meet=(ADA, BEN, CLEO))


async def begun(house: House) -> MatchId:
    await house.start("/play sahara clock=none")
    return house.board().code


async def resigned(house: House, number: int) -> list[MatchId]:
    """The codes of so many matches that Ada gave up, the oldest first."""
    codes = []
    for _ in range(number):
        house.now += 10
        codes.append(await begun(house))
        await house.ask(ADA, Resign(codes[-1], sure=True), CHANNEL)
    return codes


async def test_each_match_tells_how_it_ended_for_the_reader_the_newest_first(house: House) -> None:
    (lost,) = await resigned(house, 1)
    house.now += 86_400
    won, drawn = await begun(house), await begun(house)
    await house.ask(BEN, Resign(won, sure=True), CHANNEL)
    house.now += 10
    for who in (ADA, BEN):
        await house.ask(who, OfferDraw(drawn), CHANNEL)
    void = await begun(house)
    for days in (28, 4):  # a warning, and then the end
        await house.wait(days * 86_400)
    await house.type(ADA, "/history")
    assert house.note(ADA).splitlines() == [
        f"{void} · Sat, 14 Feb 1970 · Sahara against Ben, never finished",
        f"{drawn} · Tue, 13 Jan 1970 · Sahara against Ben, drawn",
        f"{won} · Tue, 13 Jan 1970 · Sahara against Ben, won",
        f"{lost} · Mon, 12 Jan 1970 · Sahara against Ben, lost",
    ]
    await house.type(BEN, "/history")
    assert house.note(BEN).splitlines()[2:] == [
        f"{won} · Tue, 13 Jan 1970 · Sahara against Ada, lost",
        f"{lost} · Mon, 12 Jan 1970 · Sahara against Ada, won",
    ]
    await house.type(CLEO, "/history")
    assert house.note(CLEO) == "You have not finished a match yet."
    await house.type(ADA, "/settings zone=Pacific/Auckland")  # where it was 12 hours later
    await house.type(ADA, "/history")
    assert f"{lost} · Tue, 13 Jan 1970" in house.note(ADA)


async def test_a_page_that_is_not_there_any_more_is_the_first_one(house: House) -> None:
    (code,) = await resigned(house, 1)
    shown = (await house.ask(ADA, ShowHistory(2), private_chat(ADA))).noted
    assert shown.title == "Your finished matches"
    assert code in shown.text


async def test_a_page_is_read_with_one_query_and_turned_in_place(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = await resigned(house, FINISHED_ON_A_PAGE + 1)
    here = private_chat(ADA)
    await house.settled()  # what the boards show is noted by and by
    calls = count_store(monkeypatch, house)
    first = (await house.type(ADA, "/history", here)).note
    del calls["next_due"]  # the worker looks, too
    assert calls == {"finished_of": 1, "people": 1, "read_press": 1}
    assert first is not None
    assert first.title == "Your finished matches (1 of 2)"
    assert [button.request for button in first.rows[0]] == [
        Replay(codes[-1], 0),
        AskReview(codes[-1]),
    ]
    shown = house.platform.messages[house.platform.put(here, first, "the list")]
    last = (await house.press(ADA, "Next", shown)).update
    assert last is not None
    assert [line.split()[0] for line in last.text.splitlines()] == codes[:1]
    assert [button.request for button in last.rows[-1]] == [ShowHistory(1), ListMatches()]


async def test_a_page_that_is_not_there_is_the_first(house: House) -> None:
    await resigned(house, 1)
    answer = await house.ask(ADA, ShowHistory(99), CHANNEL)
    assert answer.note is not None
    assert answer.note.title == "Your finished matches"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_the_longest_names_fits_everywhere(language: str) -> None:
    one = Listed(
        MatchId("ABCDEF"),
        "sahara",
        "Wilhelmina Augusta von der Heide",
        "Wilhelmina Augu…",
        "waiting",
        yours=False,
        challenge=False,
        over=True,
        since=1_795_000_000,
        age=1,
    )
    finished = [News(one, "void")] * FINISHED_ON_A_PAGE
    shown = presentation.history_page(finished[:1], Phrasing(LANGUAGES[language], {}), page=19, pages=20)
    hold(Screen(shown.text, shown.title, rows=shown.rows), language)
    assert FINISHED_ON_A_PAGE * len(shown.text) < 1500
