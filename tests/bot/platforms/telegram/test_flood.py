"""Where much happens in one chat: the newest is shown when Telegram takes it, and no other chat waits."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.interface import (
    Answer,
    Button,
    CancelChallenge,
    Chat,
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
from bot.platforms.telegram.pace import GROUP, MINUTE, PRIVATE, PRIVATE_SECONDS, RESERVED, Pace
from bot.texts import texts_for
from games.events import MatchId
from tests.bot.conftest import Scripted
from tests.bot.platforms.telegram.setup import Stage, choices, table
from tests.loopback.telegram.limits import Flood

SAY = texts_for("en")
CHOOSE = Choose(MatchId("K7QF2M"), 2, ("a1",), final=False, page=0)
PLAY = Choose(MatchId("K7QF2M"), 2, ("b2",), final=True, page=0)
ROWS = ((Button("a1", CHOOSE), Button("b2", PLAY), Button("No", Dismiss())),)


async def ask_much(pace: Pace, group: str) -> None:
    """Ask for so much in a group that nothing more is taken, whoever waits for it."""
    number = 0
    while not await pace.take(group, f"asked {number}", asked=True):
        number += 1
    await pace.give_up(group, f"asked {number}")


async def test_a_press_in_a_busy_group_is_answered_at_once_and_the_bot_shows_the_board_later(
    scene: Stage, front: Scripted
) -> None:
    front.on(Choose, Update(Screen("after"), delivery=Delivery("board", 3)))
    shown = await scene.posted(Screen("before", rows=ROWS))
    await scene.tire()
    answer = await scene.ada.press(shown, "b2")
    assert answer.text == SAY("note.counts")
    await scene.telegram.dealt_with()
    assert front.deliveries == [(Delivery("board", 3), None)]
    number = scene.number(shown)
    with pytest.raises(RetryLater) as hiccup:
        await scene.adapter.edit(scene.place, number, Screen("newest"))
    scene.telegram.clock.advance(hiccup.value.after)
    await scene.adapter.edit(scene.place, number, Screen("newest"))


async def test_a_move_in_a_busy_private_chat_is_shown_by_its_own_answer(
    scene: Stage, front: Scripted
) -> None:
    """Only this one has the button to the next match."""
    front.on(Choose, Update(Screen("after, with a way on"), delivery=Delivery("board", 3)))
    await scene.registered()
    scene.ada.private.bot = "member"
    own = Chat("telegram", str(scene.ada.private.id), private=True)
    shown = await scene.posted(Screen("before", rows=ROWS), own)
    for _ in range(PRIVATE - 1):
        await scene.posted(Screen("talk"), own)
    await scene.ada.press(shown, "b2")
    await scene.telegram.dealt_with()
    assert front.deliveries == [(Delivery("board", 3), f"{own.id}/{shown.id}")]
    assert scene.ada.still(shown).text == "after, with a way on"
    assert scene.slept == [pytest.approx(PRIVATE_SECONDS)]


@pytest.mark.parametrize("label", ["b2", "a1"], ids=["whole", "half chosen"])
async def test_who_presses_a_board_that_is_behind_is_told_so_and_alone_how_the_match_stands(
    scene: Stage, front: Scripted, label: str
) -> None:
    newest = Screen("Ben sowed hollow 6.\nIt is Ada's turn.", rows=ROWS)
    note = Screen("The match has moved on since.")
    front.on(Choose, Update(newest, note=note, delivery=Delivery("board", 3)))
    shown = await scene.posted(Screen("before", rows=ROWS))
    await scene.tire()
    answer = await scene.ada.press(shown, label)
    assert answer.text == f"{note.text} {SAY('note.behind')}\n{newest.text}"
    await scene.telegram.dealt_with()
    assert front.deliveries == [(Delivery("board", 3), None)]
    assert not scene.ada.messages(scene.ada.private)
    scene.telegram.clock.advance(60)
    assert (await scene.ada.press(shown, label)).text == note.text


async def test_of_a_board_that_changes_within_a_moment_nothing_is_said(scene: Stage, front: Scripted) -> None:
    front.on(Choose, Update(Screen("after"), delivery=Delivery("board", 3)))
    shown = await scene.posted(Screen("before", rows=ROWS))
    await scene.tire()
    between = MINUTE / (GROUP - RESERVED)
    scene.telegram.clock.advance(2 * between - 1.4)  # another one comes first
    assert (await scene.ada.press(shown, "b2")).text == ""
    await scene.telegram.dealt_with()
    assert front.deliveries == [(Delivery("board", 3), None)]


async def test_an_answer_to_a_press_that_telegram_refuses_comes_when_it_is_taken(
    scene: Stage, front: Scripted
) -> None:
    front.on(Dismiss, Note(Screen("Told.")))
    shown = await scene.posted(Screen("before", rows=ROWS))
    scene.telegram.faults.answer("answerCallbackQuery", 429, retry_after=3)
    assert (await scene.ada.press(shown, "No")).text == "Told."
    assert scene.slept == [3.0]


async def test_who_takes_a_challenge_back_is_told_nothing_of_the_pace(scene: Stage, front: Scripted) -> None:
    cancel = CancelChallenge(MatchId("K7QF2M"))
    front.on(CancelChallenge, Update(Screen("taken back"), delivery=Delivery("board", 2)))
    shown = await scene.posted(Screen("a challenge", rows=((Button("Cancel", cancel),),)))
    await ask_much(Pace(scene.telegram.clock.now, front.change_shared), scene.place.id)
    assert (await scene.ada.press(shown, "Cancel")).text == ""
    await scene.telegram.dealt_with()
    assert front.deliveries == [(Delivery("board", 2), None)]


async def test_what_is_being_chosen_waits_for_its_turn_and_the_newest_wins(
    scene: Stage, front: Scripted
) -> None:
    said = iter(["first", "second"])

    def choose(incoming: Incoming) -> Answer:
        text = next(said)
        return Update(Screen(text, rows=ROWS), delivery=Delivery(text, 2))

    front.on(Choose, choose)
    await scene.registered()
    shown = await scene.posted(Screen("before", rows=ROWS))
    await scene.tire()
    presses = [scene.ada.tap(shown, "a1"), scene.ada.tap(shown, "a1")]
    await scene.telegram.until(lambda: all(press.answers for press in presses))
    await scene.telegram.dealt_with()
    assert scene.ada.still(shown).text == "second"
    number = scene.number(shown)
    assert sorted(front.deliveries, key=str) == [
        (Delivery("first", 2), None),
        (Delivery("second", 2), number),
    ]
    assert scene.telegram.calls.count("editMessageText", chat=scene.group.id) == 1


async def test_questions_that_would_come_late_are_not_asked_and_hold_up_no_board(
    scene: Stage, front: Scripted
) -> None:
    await scene.registered()
    scene.telegram.service.profile.commands.clear()  # so that all see what is typed
    await scene.tire()
    await ask_much(Pace(scene.telegram.clock.now, front.change_shared), scene.place.id)
    asked, now = scene.telegram.calls.count("sendMessage"), scene.telegram.clock.now()
    for _ in range(3):
        scene.ada.say(scene.group, "/move")
    scene.ada.say(scene.group, "/help")
    await scene.telegram.until(lambda: bool(front.asked))
    await scene.telegram.dealt_with()
    assert scene.telegram.calls.count("sendMessage") == asked
    assert scene.telegram.clock.now() == now


async def test_what_is_not_waited_for_any_more_holds_up_nothing() -> None:
    forever = asyncio.Event()

    async def sleep(_: float) -> None:
        await forever.wait()

    pace = Pace(lambda: 0.0, Scripted().change_shared, sleep=sleep)
    while not await pace.take("-1", "board"):
        pass
    await pace.give_up("-1", "board")
    await ask_much(pace, "-1")
    first = await pace.take("-1", "board")
    await pace.give_up("-1", "board")
    waiting = [asyncio.create_task(pace.turn("-1", f"note {number}")) for number in range(20)]
    await asyncio.sleep(0)
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert await pace.take("-1", "board") == first


async def test_a_busy_group_delays_no_other_chat(scene: Stage, front: Scripted) -> None:
    front.on(Dismiss, Update(Screen("after"), delivery=Delivery("board", 3)))
    await scene.tire()
    scene.ada.private.bot = "member"
    private = scene.adapter.private_chat(str(scene.ada.id))
    shown = await scene.posted(Screen("before", rows=ROWS), private)
    before = scene.telegram.clock.now()
    assert (await scene.ada.press(shown, "No")).text == ""
    await scene.telegram.dealt_with()
    assert front.deliveries == [(Delivery("board", 3), f"{scene.ada.id}/{shown.id}")]
    assert scene.telegram.clock.now() == before


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
