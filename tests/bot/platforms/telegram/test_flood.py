"""Where much happens in one chat: the newest is shown when Telegram takes it, and no other chat waits."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.interface import (
    Answer,
    Button,
    CancelChallenge,
    Choose,
    Delivery,
    Dismiss,
    Incoming,
    Note,
    RetryLater,
    Screen,
    Update,
)
from bot.platforms import callback_data
from bot.platforms.telegram.pace import SEVERAL, Pace
from bot.texts import texts_for
from games.events import MatchId
from tests.bot.conftest import Scripted
from tests.bot.platforms.telegram.setup import choices, stage, table
from tests.loopback.telegram.limits import Flood

SAY = texts_for("en")
CHOOSE = Choose(MatchId("K7QF2M"), 2, ("a1",), final=False, page=0)
ROWS = ((Button("a1", CHOOSE), Button("No", Dismiss())),)


async def ask_much(pace: Pace, group: int) -> None:
    """Ask for so much in a group that nothing more is taken, whoever waits for it."""
    number = 0
    while not await pace.take(group, f"asked {number}", asked=True):
        number += 1
    await pace.give_up(group, f"asked {number}")


async def test_a_press_in_a_busy_group_is_answered_at_once_and_the_bot_shows_the_board_later(
    front: Scripted,
) -> None:
    front.on(Dismiss, Update(Screen("after"), delivery=Delivery("board", 3)))
    async with stage(front) as there:
        shown = await there.posted(Screen("before", rows=ROWS))
        await there.tire()
        answer = await there.ada.press(shown, "No")
        assert answer.text == SAY("note.counts")
        await there.telegram.dealt_with()
        assert front.deliveries == [(Delivery("board", 3), None)]
        number = there.number(shown)
        with pytest.raises(RetryLater) as hiccup:
            await there.adapter.edit(there.place, number, Screen("newest"))
        there.telegram.clock.advance(hiccup.value.after)
        await there.adapter.edit(there.place, number, Screen("newest"))


@pytest.mark.parametrize("asked", [Dismiss(), CHOOSE], ids=["whole", "half chosen"])
async def test_who_presses_a_board_that_is_behind_is_told_so_and_alone_how_the_match_stands(
    front: Scripted, asked: Dismiss | Choose
) -> None:
    newest = Screen("Ben sowed hollow 6.\nIt is Ada's turn.", rows=ROWS)
    note = Screen("The match has moved on since.")
    front.on(type(asked), Update(newest, note=note, delivery=Delivery("board", 3)))
    async with stage(front) as there:
        shown = await there.posted(Screen("before", rows=ROWS))
        await there.tire()
        answer = await there.ada.press(shown, "No" if isinstance(asked, Dismiss) else "a1")
        assert answer.text == f"{note.text} {SAY('note.behind')}\n{newest.text}"
        await there.telegram.dealt_with()
        assert front.deliveries == [(Delivery("board", 3), None)]
        assert not there.ada.messages(there.ada.private)
        there.telegram.clock.advance(60)
        assert (await there.ada.press(shown, "No" if isinstance(asked, Dismiss) else "a1")).text == note.text


async def test_of_a_board_that_changes_within_a_moment_nothing_is_said(front: Scripted) -> None:
    front.on(Dismiss, Update(Screen("after"), delivery=Delivery("board", 3)))
    async with stage(front) as there:
        shown = await there.posted(Screen("before", rows=ROWS))
        await there.tire()
        there.telegram.clock.advance(2 * SEVERAL.pause - 1.4)  # one more was promised a time
        assert (await there.ada.press(shown, "No")).text == ""
        await there.telegram.dealt_with()
        assert front.deliveries == [(Delivery("board", 3), None)]


async def test_an_answer_to_a_press_that_telegram_refuses_comes_when_it_is_taken(front: Scripted) -> None:
    front.on(Dismiss, Note(Screen("Told.")))
    async with stage(front) as there:
        shown = await there.posted(Screen("before", rows=ROWS))
        there.telegram.faults.answer("answerCallbackQuery", 429, retry_after=3)
        assert (await there.ada.press(shown, "No")).text == "Told."
        assert there.slept == [3.0]


async def test_who_takes_a_challenge_back_is_told_nothing_of_the_pace(front: Scripted) -> None:
    cancel = CancelChallenge(MatchId("K7QF2M"))
    front.on(CancelChallenge, Update(Screen("taken back"), delivery=Delivery("board", 2)))
    async with stage(front) as there:
        shown = await there.posted(Screen("a challenge", rows=((Button("Cancel", cancel),),)))
        await there.tire()
        assert (await there.ada.press(shown, "Cancel")).text == ""
        await there.telegram.dealt_with()
        assert front.deliveries == [(Delivery("board", 2), None)]


async def test_what_is_being_chosen_waits_for_its_turn_and_the_newest_wins(front: Scripted) -> None:
    said = iter(["first", "second"])

    def choose(incoming: Incoming) -> Answer:
        text = next(said)
        return Update(Screen(text, rows=ROWS), delivery=Delivery(text, 2))

    front.on(Choose, choose)
    async with stage(front) as there:
        await there.registered()
        shown = await there.posted(Screen("before", rows=ROWS))
        await there.tire()
        presses = [there.ada.tap(shown, "a1"), there.ada.tap(shown, "a1")]
        await there.telegram.until(lambda: all(press.answers for press in presses))
        await there.telegram.dealt_with()
        assert there.ada.still(shown).text == "second"
        number = there.number(shown)
        assert sorted(front.deliveries, key=str) == [
            (Delivery("first", 2), None),
            (Delivery("second", 2), number),
        ]
        assert there.telegram.calls.count("editMessageText", chat=there.group.id) == 1


async def test_questions_that_would_come_late_are_not_asked_and_hold_up_no_board(front: Scripted) -> None:
    async with stage(front) as there:
        await there.registered()
        there.telegram.service.profile.commands.clear()  # so that all see what is typed
        await there.tire()
        await ask_much(Pace(there.telegram.clock.now, front.change_shared), there.group.id)
        asked, now = there.telegram.calls.count("sendMessage"), there.telegram.clock.now()
        for _ in range(3):
            there.ada.say(there.group, "/move")
        there.ada.say(there.group, "/help")
        await there.telegram.until(lambda: bool(front.asked))
        await there.telegram.dealt_with()
        assert there.telegram.calls.count("sendMessage") == asked
        assert there.telegram.clock.now() == now


async def test_what_is_not_waited_for_any_more_holds_up_nothing() -> None:
    forever = asyncio.Event()

    async def sleep(_: float) -> None:
        await forever.wait()

    pace = Pace(lambda: 0.0, Scripted().change_shared, sleep=sleep)
    while not await pace.take(-1, "board"):
        pass
    await pace.give_up(-1, "board")
    await ask_much(pace, -1)
    first = await pace.take(-1, "board")
    await pace.give_up(-1, "board")
    waiting = [asyncio.create_task(pace.turn(-1, f"note {number}")) for number in range(20)]
    await asyncio.sleep(0)
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert await pace.take(-1, "board") == first


async def test_a_busy_group_delays_no_other_chat(front: Scripted) -> None:
    front.on(Dismiss, Update(Screen("after"), delivery=Delivery("board", 3)))
    async with stage(front) as there:
        await there.tire()
        there.ada.private.bot = "member"
        private = there.adapter.private_chat(str(there.ada.id))
        shown = await there.posted(Screen("before", rows=ROWS), private)
        before = there.telegram.clock.now()
        assert (await there.ada.press(shown, "No")).text == ""
        await there.telegram.dealt_with()
        assert front.deliveries == [(Delivery("board", 3), f"{there.ada.id}/{shown.id}")]
        assert there.telegram.clock.now() == before


async def test_in_a_busy_group_the_board_catches_up_with_the_newest_position(tmp_path: Path) -> None:
    async with table(tmp_path, flood=Flood()) as there:
        there.start_all()
        await there.begin("sahara")
        for version in range(2, 20):
            (mover, shown) = there.to_press()[0]
            first = choices(shown)[0]
            asked = callback_data.decode(first.value)
            assert isinstance(asked, Choose)
            assert asked.version == version  # the newest: none of the presses before was lost or refused
            await mover.press(shown, first.label)
            await there.settled()
        assert [
            one
            for person in (there.ada, there.ben)
            for one in person.alerts
            if one.text == SAY("note.counts")
        ]
        assert there.telegram.calls.count("editMessageMedia", status=429) == 0
