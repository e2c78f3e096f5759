"""The puzzle of the day: posted once a day to all, answered by each alone."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from typing import get_args

import pytest

from bot.domain.puzzles import DAILY_HOUR, Puzzle, of_day, puzzles, streak
from bot.interface import Account, AnswerPuzzle, Chat, Screen, ShowSettings, WatchSolution
from bot.presentation import Solvers
from bot.texts import texts_for
from storage.jobs import Job
from storage.people import ChatSettings
from storage.puzzles import Outcome
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
    """The puzzle that a message sets, or solves when its day is over."""
    requests = [button.request for row in shown.message.rows for button in row]
    (code,) = {one.puzzle for one in requests if isinstance(one, AnswerPuzzle | WatchSolution)}
    return puzzles()[code]


def answer_to(puzzle: Puzzle, *, right: bool = True) -> AnswerPuzzle:
    notation = next(move for move in puzzle.values if (move in puzzle.answers) == right)
    return AnswerPuzzle(puzzle.code, None, tuple(notation.split()), True, 0)


async def answered(
    house: House, who: Account, board: Shown, *, right: bool = True, press: str = ""
) -> Screen:
    """What is told alone who answers the puzzle of the day."""
    request = answer_to(puzzle_of(board), right=right)
    return (await house.ask(who, request, CHANNEL, message=board.id, press=press)).noted


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
    assert len(await at(house, NINE + 9 * DAY)) == len(messages)


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
    for _ in range(2):
        await house.restart()
        assert await at(house, house.now + 60) == messages
    assert house.platform.calls == 1


async def test_of_the_days_that_the_bot_was_away_there_is_one_at_most(house: House) -> None:
    await switched(house, ON)
    assert await at(house, NINE + 5 * DAY - 3600) == [], "not in the middle of the night"
    assert len(await at(house, NINE + 5 * DAY)) == 1
    assert len(await at(house, NINE + 9 * DAY + 3600)) == 2, "an hour late"


async def test_a_chat_that_cannot_be_written_to_gets_none_any_more_and_others_do(house: House) -> None:
    await switched(house, ON)
    for platform, place in (("fake", "gone"), ("elsewhere", "1")):
        await house.store.settings.put_chat_settings(ChatSettings(platform, place, puzzles=place))
        await house.store.jobs.put(Job("puzzle", f"{platform}:{place}", NINE - 1, platform))
    house.platform.closed = {"gone"}
    assert len(await at(house, NINE)) == 1
    assert not (await house.store.settings.chat_settings("fake", "gone")).puzzles
    there = await house.store.settings.chat_settings("elsewhere", "1")
    assert there.puzzles, "a platform that is not served now"


async def test_each_answers_alone_and_the_board_of_all_stays(house: House) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    assert "Press your move: only you see the answer." in board.message.text
    puzzle = puzzle_of(board)
    for person, notation in (
        (BEN, puzzle.answers[0]),
        (CLEO, next(move for move in puzzle.values if move not in puzzle.answers)),
    ):
        request = AnswerPuzzle(puzzle.code, None, tuple(notation.split()), True, 0)
        answer = await house.ask(person, request, CHANNEL, message=board.id)
        assert answer.note
        assert (answer.update, answer.post) == (None, None)
        assert ("Right!" in answer.note.text) == (notation in puzzle.answers)
    assert house.platform.in_chat(CHANNEL) == [board]


# Together


async def test_it_shows_how_many_solved_it_and_after_its_day_who_and_how(house: House) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    for who in (BEN, CLEO, ADA):
        await answered(house, who, board)
    assert house.platform.messages[board.id].edits == 0
    (board,) = await at(house, NINE + 60)
    assert "3 people have solved it so far." in board.message.text
    assert board.edits == 1
    for who in (BEN, CLEO):
        solved = await answered(house, who, board)
        assert (await house.press_note(who, "Show my name with puzzles", solved)).noted
    old, new = await at(house, NINE + DAY)
    assert "The last puzzle was solved by Ben, Cleo and 1 other." in new.message.text
    assert "solved it so far" not in new.message.text
    assert old.message.text.endswith("\nSolved by Ben, Cleo and 1 other.")
    assert puzzle_of(old).answers[0].removeprefix("take ") in old.message.text.lower()
    assert "Motif: " in old.message.text
    assert not any("Ada" in shown.message.text for shown in (old, new))
    assert house.platform.pings == []
    solution = (await house.press(CLEO, "Last solution", new)).noted
    assert "Motif: " in solution.text
    clip = (await house.press(CLEO, "Clip", old)).noted.file
    assert clip
    assert clip.media_type == "image/gif"


async def test_nobody_is_named_who_did_not_ask_for_that(house: House) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    told = (await answered(house, BEN, board)).text
    assert "The chat sees how many solved it, not who." in told
    old, new = await at(house, NINE + DAY)
    assert old.message.text.endswith("\n1 person solved it.")
    assert "1 person solved the last puzzle." in new.message.text
    assert "Ben" not in old.message.text + new.message.text


@pytest.mark.parametrize("undo", ["/settings named=off", "/forget_me"])
async def test_who_takes_their_name_back_is_named_no_more(house: House, undo: str) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    await house.type(BEN, "/settings named=on")
    await answered(house, BEN, board)
    old, new = await at(house, NINE + DAY)
    assert "Ben" in old.message.text
    assert "Ben" in new.message.text
    await house.type(BEN, undo)
    if undo == "/forget_me":
        await house.press_note(BEN, "Yes, forget me", house.notes["ben"][-1])
    old, new = await at(house, NINE + DAY + 60)
    assert "Ben" not in old.message.text + new.message.text
    counted = undo != "/forget_me"
    assert ("1 person solved the last puzzle." in new.message.text) == counted
    assert bool(await house.stored('INSERT INTO "puzzle_tries"')) == counted


async def test_a_solve_counts_once_however_often_it_is_pressed(house: House) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    for press in ("one", "one", "two"):
        assert "Right!" in (await answered(house, BEN, board, press=press)).text
    (board,) = await at(house, NINE + 60)
    assert "1 person has solved it so far." in board.message.text
    await answered(house, BEN, board)
    (board,) = await at(house, NINE + 120)
    assert board.edits == 1
    assert len(await house.stored('INSERT INTO "puzzle_tries"')) == 1


async def test_a_kill_loses_no_solve_and_doubles_none(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    await answered(house, BEN, board)

    async def killed(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(house.store.puzzles, "note_shown", killed)
        await at(house, NINE + 60)
    house.platform.takes_repeats = True
    await house.restart()
    await answered(house, BEN, board)
    (board,) = await at(house, NINE + 120)
    assert "1 person has solved it so far." in board.message.text


async def test_a_kill_after_the_new_one_was_posted_still_closes_the_old_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await switched(house, ON)
    await at(house, NINE)

    async def killed(*_: object) -> None:
        raise ConnectionError

    for step in ("put_post", "close_posts", "note_shown"):
        with monkeypatch.context() as patch:
            patch.setattr(house.store.puzzles, step, killed)
            await at(house, NINE + DAY)
        house.platform.takes_repeats = True
        await house.restart()
    old, new = await at(house, NINE + DAY + 120)
    assert "Motif: " in old.message.text
    assert "Press your move" in new.message.text


async def outcome(house: House) -> Outcome:
    (line,) = await house.stored('INSERT INTO "puzzle_tries"')
    known: tuple[Outcome, ...] = get_args(Outcome)
    return next(word for word in known if f"'{word}'" in line)


async def test_it_is_kept_whether_the_first_try_solved_it(house: House) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    await answered(house, BEN, board, right=False)
    assert await outcome(house) == "wrong"
    await answered(house, BEN, board)
    assert await outcome(house) == "later"
    await answered(house, BEN, board, right=False)
    assert await outcome(house) == "later"
    data = (await house.type(BEN, "/my_data", private_chat(BEN))).noted.file
    assert data
    (tried,) = json.loads(data.data)["puzzles"]
    assert (tried["day"], tried["chat"], tried["outcome"]) == ("1970-01-13", CHANNEL.id, "later")


async def test_who_has_seen_the_solution_has_not_solved_it(house: House) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    wrong = await answered(house, BEN, board, right=False)
    await house.press_note(BEN, "Show the solution", wrong)
    right = await answered(house, BEN, board)
    assert "Right!" in right.text
    assert "The chat" not in right.text
    (board,) = await at(house, NINE + 60)
    assert board.edits == 0


async def test_an_answer_in_private_counts_in_the_chat_where_it_was_begun(house: House) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    request = answer_to(puzzle_of(board))
    begun = AnswerPuzzle(request.puzzle, None, (), False, 0)
    await house.ask(BEN, request, private_chat(BEN))
    await house.ask(CLEO, begun, CHANNEL, message=board.id)
    await house.ask(CLEO, request, private_chat(CLEO))
    (board,) = await at(house, NINE + 60)
    assert "1 person has solved it so far." in board.message.text


async def test_a_streak_is_told_its_owner_alone_and_a_day_off_does_not_end_it(house: House) -> None:
    await switched(house, ON)
    told = list[str]()
    for day in (0, 1, 3, 4, 7, 8):
        board = (await at(house, NINE + day * DAY))[-1]
        told.append((await answered(house, BEN, board)).text)
    days = [re.search(r"day (\d+) of your streak", text) for text in told]
    assert [found and found[1] for found in days] == [None, "2", "3", "4", None, "2"]
    shown = [one.message.text for one in await at(house, NINE + 9 * DAY)]
    assert not any("streak" in text for text in shown)
    assert house.platform.pings == []


async def test_an_answer_to_yesterdays_counts_no_more(house: House) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    request = answer_to(puzzle_of(board))
    old, new = await at(house, NINE + DAY)
    assert "Right!" in (await house.ask(BEN, request, CHANNEL, message=old.id)).noted.text
    assert await at(house, NINE + DAY + 60) == [old, new]


async def test_switched_off_the_last_one_is_solved_all_the_same(house: House) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    await answered(house, BEN, board)
    await switched(house, OFF)
    (board,) = await at(house, NINE + DAY)
    assert board.message.text.endswith("\n1 person solved it.")


async def test_a_message_that_was_deleted_is_left_alone(house: House) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    del house.platform.messages[board.id]
    await answered(house, BEN, board)
    assert await at(house, NINE + 60) == []
    (new,) = await at(house, NINE + DAY)
    assert "1 person solved the last puzzle." in new.message.text


async def test_what_was_solved_moves_with_its_chat(house: House) -> None:
    await switched(house, ON)
    (board,) = await at(house, NINE)
    await answered(house, BEN, board)
    await house.dispatcher.moved("fake", CHANNEL.id, "new")
    await house.wait(DAY)
    (new,) = [one for one in house.platform.messages.values() if one.chat.id == "new"]
    assert "1 person solved the last puzzle." in new.message.text


def test_below_the_next_puzzle_only_a_few_are_named() -> None:
    solvers, texts = Solvers(12, tuple("abcdefghij")), texts_for("en")
    assert solvers.line(texts) == "Solved by a, b, c, d, e, f, g, h and 4 others."
    assert solvers.line(texts, "last_") == "The last puzzle was solved by a, b, c and 9 others."


@pytest.mark.parametrize(
    ("days", "streak_of"),
    [((), 0), ((9,), 1), ((9, 8), 2), ((9, 7, 5), 3), ((9, 6, 5), 1), ((9, 8, 6, 3, 2), 3)],
)
def test_a_streak_goes_on_over_one_day_off(days: tuple[int, ...], streak_of: int) -> None:
    assert streak(days) == streak_of


def test_a_chat_gets_all_of_them_before_one_comes_again() -> None:
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(len(puzzles()))]
    seen = [of_day("web:hall", day) for day in days]
    assert len({one.code for one in seen if one}) == len(puzzles())
    assert of_day("web:hall", days[-1] + timedelta(days=1)) == seen[0]
    assert [of_day("web:lounge", day) for day in days] != seen
