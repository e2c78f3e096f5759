"""The puzzle of the day: posted once a day to all, answered by each alone."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.domain.puzzles import DAILY_HOUR, Puzzle, of_day, puzzles
from bot.interface import AnswerPuzzle, Chat, Screen, ShowSettings
from storage.people import DailyPuzzle
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Shown, private_chat

DAY = 24 * 60 * 60
NINE = 12 * DAY + DAILY_HOUR * 60 * 60
"""The first time after the clock of the house begins that it is nine in London."""
ON, OFF = "A puzzle each day", "No daily puzzle"


pytestmark = pytest.mark.house(plays=True, managers=[ADA])


async def switched(house: House, label: str) -> Screen:
    """The page of the chat after a press on it."""
    page = (await house.ask(ADA, ShowSettings("chat", place="channel"), CHANNEL)).noted
    return (await house.press_note(ADA, label, page)).updated


async def at(house: House, time: int) -> list[Shown]:
    """What stands in the channel after the bot's look at the clock at this time."""
    await house.wait(time - house.now)
    return house.platform.in_chat(CHANNEL)


def puzzle_of(shown: Shown) -> Puzzle:
    requests = [button.request for row in shown.message.rows for button in row]
    (code,) = {one.puzzle for one in requests if isinstance(one, AnswerPuzzle)}
    return puzzles()[code]


async def test_none_comes_before_somebody_who_manages_the_chat_wants_it(house: House) -> None:
    assert await at(house, NINE) == []
    assert "Puzzle of the day: at 09:00 (UTC)" in (await switched(house, ON)).text
    assert await at(house, NINE + DAY - 1) == []
    assert len(await at(house, NINE + DAY)) == 1


async def test_another_one_comes_each_day_and_nobody_is_notified(house: House) -> None:
    await switched(house, ON)
    for number in range(4):
        messages = await at(house, NINE + number * DAY)
        assert messages == await at(house, NINE + number * DAY + 3600)
        assert len({puzzle_of(shown).code for shown in messages}) == len(messages) == number + 1
    assert house.platform.pings == []
    assert not any(shown.message.awaits for shown in messages)
    assert "Puzzle of the day: none" in (await switched(house, OFF)).text
    assert await at(house, NINE + 9 * DAY) == messages


async def test_it_comes_at_nine_where_those_live_who_want_it(house: House) -> None:
    await house.type(ADA, "/settings zone=America/New_York", private_chat(ADA))
    assert "at 09:00 (America/New_York)" in (await switched(house, ON)).text
    assert await at(house, NINE + 5 * 3600 - 1) == []
    assert len(await at(house, NINE + 5 * 3600)) == 1


async def test_of_a_chat_with_topics_it_comes_where_it_was_asked_for(house: House) -> None:
    topic = Chat("fake", "channel/topic", private=False)
    page = (await house.ask(ADA, ShowSettings("chat", place=topic.place), topic)).noted
    request = house.button(page, ON).request
    assert (await house.ask(ADA, request, topic)).note
    assert await at(house, NINE) == []
    assert len(house.platform.in_chat(topic)) == 1


async def test_who_is_killed_when_it_is_posted_posts_it_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await switched(house, ON)

    async def killed(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(house.store.jobs, "put_off", killed)
        messages = await at(house, NINE)
    await house.restart()
    assert await at(house, NINE + 60) == messages
    assert house.platform.calls == 2, "it was posted again, under the same nonce"
    await house.restart()
    assert await at(house, NINE + 120) == messages
    assert house.platform.calls == 2


async def test_of_the_days_that_the_bot_was_away_there_is_one_at_most(house: House) -> None:
    await switched(house, ON)
    assert await at(house, NINE + 5 * DAY - 3600) == [], "not in the middle of the night"
    assert len(await at(house, NINE + 5 * DAY)) == 1
    assert len(await at(house, NINE + 9 * DAY + 3600)) == 2, "an hour late"


async def test_a_chat_that_cannot_be_written_to_gets_none_any_more_and_others_do(house: House) -> None:
    await switched(house, ON)
    await house.store.settings.put_daily_puzzle(DailyPuzzle("fake", "gone", "gone", "UTC"), NINE - 1)
    await house.store.settings.put_daily_puzzle(DailyPuzzle("elsewhere", "1", "1", "UTC"), NINE - 1)
    house.platform.closed = {"gone"}
    assert len(await at(house, NINE)) == 1
    assert await house.store.settings.daily_puzzle("fake", "gone") is None
    assert await house.store.settings.daily_puzzle("elsewhere", "1"), "a platform that is not served now"


async def test_each_answers_alone_and_the_board_of_all_stays(house: House) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    assert "Press your move: only you see the answer." in board.message.text
    puzzle = puzzle_of(board)
    for person, notation in (
        (BEN, puzzle.best),
        (CLEO, next(move for move in puzzle.costs if puzzle.costs[move])),
    ):
        request = AnswerPuzzle(puzzle.code, None, tuple(notation.split()), True, 0)
        answer = await house.ask(person, request, CHANNEL, message=board.id)
        assert answer.note
        assert (answer.update, answer.post) == (None, None)
        assert ("Right!" in answer.note.text) == (notation == puzzle.best)
    assert house.platform.in_chat(CHANNEL) == [board]


def test_a_chat_gets_all_of_them_before_one_comes_again() -> None:
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(len(puzzles()))]
    seen = [of_day("web:hall", day) for day in days]
    assert len({one.code for one in seen if one}) == len(puzzles())
    assert of_day("web:hall", days[-1] + timedelta(days=1)) == seen[0]
    assert [of_day("web:lounge", day) for day in days] != seen
