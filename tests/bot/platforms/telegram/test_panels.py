"""What is half chosen in a group, for the eyes of whoever chooses: the group's board is left alone."""

from __future__ import annotations

from dataclasses import replace

from bot.interface import Account, Answer, Button, Choose, Delivery, Incoming, Note, Screen, Update
from bot.texts import texts_for
from games.events import MatchId
from tests.bot.conftest import Scripted, board_image
from tests.bot.platforms.telegram.setup import Stage, Table, choices
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
    scene: Stage, front: Scripted
) -> None:
    front.on(Choose, choose)
    scene.ada.private.bot = "member"
    shown = await scene.posted(BOARD)
    before = list(scene.ben.received.entries)
    assert (await scene.ada.press(shown, "a1")).text == ""
    assert [one.text for one in scene.ada.messages(scene.group)] == ["Sato\na1 …"]
    assert not scene.ada.messages(scene.ada.private)
    sent = next(one for one in scene.telegram.calls if one.method == "sendPhoto")
    assert str(scene.ada.id) in str(sent.fields["ephemeral_message_parameters"])
    assert "message_thread_id" not in sent.fields
    assert (await scene.ada.press(panels(scene)[0], "b2")).text == ""
    await scene.telegram.dealt_with()
    assert panels(scene)[0].text == "Sato\nmore …"
    told = await scene.ada.press(panels(scene)[0], "b3")
    await scene.telegram.dealt_with()
    assert told.text == SAY("note.counts")
    assert [one.text for one in scene.ada.messages(scene.group)] == ["board"]
    assert scene.ben.received.entries == before
    assert front.deliveries == []


async def test_an_older_panel_of_the_same_board_goes_away(scene: Stage, front: Scripted) -> None:
    """Where a client does not put it in place of the board, that can be pressed again."""
    front.on(Choose, choose)
    shown = await scene.posted(BOARD)
    for _ in range(2):
        await scene.ada.press(shown, "a1")
        await scene.telegram.dealt_with()
    assert len(panels(scene)) == 1
    assert scene.telegram.calls.count("deleteEphemeralMessage", status=200) == 1


async def test_a_panel_goes_away_when_nobody_is_asked_on_its_board_any_more(
    scene: Stage, front: Scripted
) -> None:
    """Somebody else has ended the match: whoever was choosing sees that, and not their choices for ever."""
    front.on(Choose, choose)
    shown, other = await scene.posted(BOARD), await scene.posted(BOARD)
    for one in (shown, other):
        scene.telegram.clock.advance(60)  # the group takes more again
        await scene.ada.press(one, "a1")
        await scene.telegram.dealt_with()
    awaited = replace(BOARD, text="a draw is offered", awaits=(Account("telegram", "1", "Ada", "en"),))
    for message, left in ((awaited, 2), (Screen("Ben resigned"), 1)):
        scene.telegram.clock.advance(60)
        await scene.adapter.edit(scene.place, scene.number(shown), message)
        assert len(panels(scene)) == left
    assert [one.text for one in scene.ada.messages(scene.group)] == ["Ben resigned", "Sato\na1 …"]


async def test_a_panel_goes_away_when_all_is_chosen_after_a_restart_or_in_another_process(
    scene: Stage, front: Scripted
) -> None:
    """Else it would stand in the place of the board from then on, and never change."""
    front.on(Choose, choose)
    await scene.ada.press(await scene.posted(BOARD), "a1")
    for label in ("b2", "b3"):
        await scene.adapter.stop()
        await scene.adapter.start()
        await scene.ada.press(panels(scene)[0], label)
        await scene.telegram.dealt_with()
    assert [one.text for one in scene.ada.messages(scene.group)] == ["board"]


async def test_a_panel_whose_picture_cannot_be_replaced_is_followed_by_another(
    scene: Stage, front: Scripted
) -> None:
    front.on(Choose, choose)
    await scene.ada.press(await scene.posted(BOARD), "a1")
    refusal = bad("wrong file identifier/HTTP URL specified")
    scene.telegram.faults.refuse(
        "editEphemeralMessageMedia", refusal, times=2
    )  # the known file, and its upload
    for label in ("b2", "b2", "b3"):
        await scene.ada.press(panels(scene)[0], label)
        await scene.telegram.dealt_with()
    assert panels(scene) == []


async def test_in_a_busy_group_the_choice_goes_on_in_the_private_chat(scene: Stage, front: Scripted) -> None:
    front.on(Choose, choose)
    scene.ada.private.bot = "member"
    shown = await scene.posted(BOARD)
    await scene.tire()
    calls, now = len(scene.telegram.calls), scene.telegram.clock.now()
    assert (await scene.ada.press(shown, "a1")).text == SAY("note.in_private")
    assert scene.ada.latest(scene.ada.private).text == "Sato\na1 …"
    await scene.telegram.dealt_with()
    assert all(one.chat != scene.group.id for one in scene.telegram.calls.since(calls))
    assert scene.telegram.clock.now() == now


async def test_a_panel_in_a_group_that_has_become_busy_goes_on_in_the_private_chat(
    scene: Stage, front: Scripted
) -> None:
    front.on(Choose, choose)
    scene.ada.private.bot = "member"
    await scene.ada.press(await scene.posted(BOARD), "a1")
    panel = panels(scene)[0]
    await scene.tire()
    assert (await scene.ada.press(panel, "b2")).text == SAY("note.in_private")
    await scene.telegram.dealt_with()
    assert panels(scene) == []
    assert scene.ada.latest(scene.ada.private).text == "Sato\nmore …"


async def test_where_nothing_else_is_open_the_board_shows_the_choice_and_the_press_is_answered_at_once(
    scene: Stage, front: Scripted
) -> None:
    front.on(Choose, choose)
    shown = await scene.posted(BOARD)
    await scene.tire()
    gate = scene.telegram.faults.hold("editMessageMedia")
    answer = await scene.ada.press(shown, "a1")
    assert answer.text == SAY("note.chosen", words="a1")
    await gate.arrival()
    gate.release()
    await scene.telegram.dealt_with()
    assert [one.apart for one in front.asked] == ["beside", ""]  # nobody knew that the chat is shut
    assert scene.ben.still(shown).text == "Sato\na1 …"


async def test_a_panel_that_telegram_refuses_loses_no_choice(scene: Stage, front: Scripted) -> None:
    front.on(Choose, choose)
    shown = await scene.posted(BOARD)
    scene.telegram.faults.refuse("sendPhoto", bad("BOT_NOT_ADMIN"))
    await scene.ada.press(shown, "a1")
    await scene.telegram.dealt_with()
    assert [one.apart for one in front.asked] == ["beside", ""]
    assert scene.ada.still(shown).text == "Sato\na1 …"


async def test_what_is_refused_is_told_and_the_panel_goes_away(scene: Stage, front: Scripted) -> None:
    front.on(Choose, choose)
    await scene.ada.press(await scene.posted(BOARD), "a1")
    front.on(Choose, Update(CHOSEN, note=Screen("Too late.")))
    assert (await scene.ada.press(panels(scene)[0], "b3")).text == "Too late."
    await scene.telegram.dealt_with()
    assert panels(scene) == []


async def test_nothing_of_a_half_choice_reaches_the_others_of_a_group(there: Table) -> None:
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


async def test_every_cell_of_a_table_has_a_button_in_the_row_of_its_column(there: Table) -> None:
    """Stone, cell, turn: three presses where the other platforms with buttons alone need four."""
    await there.begin_in_private("sato", "variant=split")
    ((person, shown),) = there.to_press()
    await person.press(shown, shown.labels[0])
    await there.settled()
    rows = [[key.label for key in row] for row in person.still(shown).keyboard]
    assert rows[:9] == [[f"{column}{row}" for row in range(1, 8)] for column in "abcdefghi"]
    for label in ("e4", "Black →"):
        await person.press(person.still(shown), label)
        await there.settled()
    assert "stone, black dots up." in person.still(shown).text


async def test_a_board_of_a_group_offers_whole_moves_where_they_are_few(there: Table) -> None:
    board = await there.begin("sato", "table=small")
    for label in ("a1", "White →"):
        ((person, shown),) = there.to_press()
        await person.press(shown, label)
        await there.settled()
    (person, shown), *_ = there.to_press()
    whole = [key.label for key in choices(shown)]
    assert shown.text == there.ben.still(board).text
    assert all(": " in label for label in whole[:-1])
    assert whole[-1] == "Lay nothing"
    await person.press(shown, whole[0])
    await there.settled()
    assert there.ben.still(board).text != shown.text


async def test_each_of_two_who_choose_at_once_keeps_their_own_panel(scene: Stage, front: Scripted) -> None:
    front.on(Choose, choose)
    shown = await scene.posted(BOARD)
    for person in (scene.ben, scene.ada):
        await person.press(shown, "a1")
    await scene.telegram.dealt_with()
    for person in (scene.ben, scene.ada):
        assert [one.text for one in person.messages(scene.group) if one.ephemeral] == ["Sato\na1 …"]
