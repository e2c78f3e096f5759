"""What is half chosen in a group, for the eyes of whoever chooses: the group's board is left alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.interface import Account, Answer, Button, Choose, Delivery, Incoming, Note, Screen, Update
from bot.texts import texts_for
from games.events import MatchId
from tests.bot.conftest import Scripted, board_image
from tests.bot.platforms.telegram.setup import Stage, choices, stage, table
from tests.loopback.telegram.refusals import bad
from tests.loopback.telegram.showing import Shown

SAY = texts_for("en")
PART = Choose(MatchId("K7QF2M"), 2, ("a1",), final=False, page=0)
BOARD = Screen("board", rows=((Button("a1", PART),),))
MORE = (
    Button("b2", replace(PART, words=("a1", "b2"))),
    Button("b3", replace(PART, words=("a1", "b3"), final=True)),
)
CHOSEN = Screen("a1 …", "Sato", board_image("navy", "a1 is chosen"), (MORE,))


def choose(asked: Incoming) -> Answer:
    """What the bot answers: by a note where that can be shown apart."""
    if asked.ephemeral or asked.chat.private:
        return Update(replace(CHOSEN, text="more …"))
    if asked.apart:
        return Note(CHOSEN)
    return Update(CHOSEN, delivery=Delivery("board", 2))


def panels(there: Stage) -> list[Shown]:
    return [one for one in there.ada.messages(there.group) if one.ephemeral]


async def test_what_is_half_chosen_stands_in_place_of_the_board_for_the_chooser_alone(
    front: Scripted,
) -> None:
    front.on(Choose, choose)
    async with stage(front) as there:
        there.ada.private.bot = "member"
        shown = await there.posted(BOARD)
        before = list(there.ben.received.entries)
        assert (await there.ada.press(shown, "a1")).text == ""
        assert [one.text for one in there.ada.messages(there.group)] == ["Sato\na1 …"]
        assert not there.ada.messages(there.ada.private)
        sent = next(one for one in there.telegram.calls if one.method == "sendPhoto")
        assert str(there.ada.id) in str(sent.fields["ephemeral_message_parameters"])
        assert "message_thread_id" not in sent.fields
        assert (await there.ada.press(panels(there)[0], "b2")).text == ""
        await there.telegram.dealt_with()
        assert panels(there)[0].text == "Sato\nmore …"
        told = await there.ada.press(panels(there)[0], "b3")
        await there.telegram.dealt_with()
        assert told.text == SAY("note.counts")
        assert [one.text for one in there.ada.messages(there.group)] == ["board"]
        assert there.ben.received.entries == before
        assert front.deliveries == []


async def test_an_older_panel_of_the_same_board_goes_away(front: Scripted) -> None:
    """Where a client does not put it in place of the board, that can be pressed again."""
    front.on(Choose, choose)
    async with stage(front) as there:
        shown = await there.posted(BOARD)
        for _ in range(2):
            await there.ada.press(shown, "a1")
            await there.telegram.dealt_with()
        assert len(panels(there)) == 1
        assert there.telegram.calls.count("deleteEphemeralMessage", status=200) == 1


async def test_a_panel_goes_away_when_nobody_is_asked_on_its_board_any_more(front: Scripted) -> None:
    """Somebody else has ended the match: whoever was choosing sees that, and not their choices for ever."""
    front.on(Choose, choose)
    async with stage(front) as there:
        shown, other = await there.posted(BOARD), await there.posted(BOARD)
        for one in (shown, other):
            await there.ada.press(one, "a1")
            await there.telegram.dealt_with()
        awaited = replace(BOARD, text="a draw is offered", awaits=(Account("telegram", "1", "Ada", "en"),))
        for message, left in ((awaited, 2), (Screen("Ben resigned"), 1)):
            there.telegram.clock.advance(60)  # the group takes more again
            await there.adapter.edit(there.place, there.number(shown), message)
            assert len(panels(there)) == left
        assert [one.text for one in there.ada.messages(there.group)] == ["Ben resigned", "Sato\na1 …"]


async def test_a_panel_goes_away_when_all_is_chosen_after_a_restart_or_in_another_process(
    front: Scripted,
) -> None:
    """Else it would stand in the place of the board from then on, and never change."""
    front.on(Choose, choose)
    async with stage(front) as there:
        await there.ada.press(await there.posted(BOARD), "a1")
        for label in ("b2", "b3"):
            await there.adapter.stop()
            await there.adapter.start()
            await there.ada.press(panels(there)[0], label)
            await there.telegram.dealt_with()
        assert [one.text for one in there.ada.messages(there.group)] == ["board"]


async def test_a_panel_whose_picture_cannot_be_replaced_is_followed_by_another(front: Scripted) -> None:
    front.on(Choose, choose)
    async with stage(front) as there:
        there.telegram.settings.ephemeral_uploads = False
        await there.ada.press(await there.posted(BOARD), "a1")
        for label in ("b2", "b2", "b3"):
            await there.ada.press(panels(there)[0], label)
            await there.telegram.dealt_with()
        assert panels(there) == []


async def test_in_a_busy_group_the_choice_goes_on_in_the_private_chat(front: Scripted) -> None:
    front.on(Choose, choose)
    async with stage(front) as there:
        there.ada.private.bot = "member"
        shown = await there.posted(BOARD)
        await there.tire()
        calls, now = len(there.telegram.calls), there.telegram.clock.now()
        assert (await there.ada.press(shown, "a1")).text == SAY("note.in_private")
        assert there.ada.latest(there.ada.private).text == "Sato\na1 …"
        await there.telegram.dealt_with()
        assert all(one.chat != there.group.id for one in there.telegram.calls.since(calls))
        assert there.telegram.clock.now() == now


async def test_a_panel_in_a_group_that_has_become_busy_goes_on_in_the_private_chat(front: Scripted) -> None:
    front.on(Choose, choose)
    async with stage(front) as there:
        there.ada.private.bot = "member"
        await there.ada.press(await there.posted(BOARD), "a1")
        panel = panels(there)[0]
        await there.tire()
        assert (await there.ada.press(panel, "b2")).text == SAY("note.in_private")
        await there.telegram.dealt_with()
        assert panels(there) == []
        assert there.ada.latest(there.ada.private).text == "Sato\nmore …"


async def test_where_nothing_else_is_open_the_board_shows_the_choice_and_the_press_is_answered_at_once(
    front: Scripted,
) -> None:
    front.on(Choose, choose)
    async with stage(front) as there:
        shown = await there.posted(BOARD)
        await there.tire()
        gate = there.telegram.faults.hold("editMessageMedia")
        answer = await there.ada.press(shown, "a1")
        assert answer.text == SAY("note.chosen", words="a1")
        await gate.arrival()
        gate.release()
        await there.telegram.dealt_with()
        assert [one.apart for one in front.asked] == ["beside", ""]  # nobody knew that the chat is shut
        assert there.ben.still(shown).text == "Sato\na1 …"


async def test_a_panel_that_telegram_refuses_loses_no_choice(front: Scripted) -> None:
    front.on(Choose, choose)
    async with stage(front) as there:
        shown = await there.posted(BOARD)
        there.telegram.faults.refuse("sendPhoto", bad("BOT_NOT_ADMIN"))
        await there.ada.press(shown, "a1")
        await there.telegram.dealt_with()
        assert [one.apart for one in front.asked] == ["beside", ""]
        assert there.ada.still(shown).text == "Sato\na1 …"


async def test_what_is_refused_is_told_and_the_panel_goes_away(front: Scripted) -> None:
    front.on(Choose, choose)
    async with stage(front) as there:
        await there.ada.press(await there.posted(BOARD), "a1")
        front.on(Choose, Update(CHOSEN, note=Screen("Too late.")))
        assert (await there.ada.press(panels(there)[0], "b3")).text == "Too late."
        await there.telegram.dealt_with()
        assert panels(there) == []


async def test_nothing_of_a_half_choice_reaches_the_others_of_a_group(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        await there.begin("sato", "variant=open table=small")
        there.telegram.clock.advance(60.0)
        ((mover, shown),) = there.to_press()
        others = [one for one in there.people.values() if one is not mover]
        before = [list(one.received.entries) for one in others]
        await mover.press(shown, choices(shown)[0].label)
        await there.settled()
        assert any(one.ephemeral for one in mover.messages(there.group))
        assert [one.received.entries for one in others] == before
        for _ in range(3):
            ((who, panel),) = there.to_press()
            assert who is mover
            await mover.press(panel, choices(panel)[0].label)
            await there.settled()
            if [one.received.entries for one in others] != before:
                break
        assert not any(one.ephemeral for one in mover.messages(there.group))
        assert [one.received.entries for one in others] != before
