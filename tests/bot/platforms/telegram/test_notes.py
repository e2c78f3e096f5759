"""What only one person is told, in a group: never to the others, and by some way always."""

from __future__ import annotations

import pytest

from bot import interface
from bot.interface import (
    AcceptChallenge,
    Answer,
    Button,
    Delivery,
    Dismiss,
    Help,
    Incoming,
    Note,
    Post,
    Screen,
    ShowHand,
    ShowRules,
    Update,
)
from bot.texts import LANGUAGES
from games.events import MatchId
from tests.bot.conftest import Scripted, board_image
from tests.bot.platforms.telegram.setup import Stage, Table, stage
from tests.loopback.telegram.refusals import bad, forbidden

MENUS = 2 * len(LANGUAGES)  # for private chats and for groups
VIEW = ((Button("My view", ShowHand(MatchId("K7QF2M"))),),)
HAND = Screen(
    "Your hand: 3 stones.",
    "Sato",
    board_image("navy", "three stones"),
    ((Button("a1", interface.Choose(MatchId("K7QF2M"), 2, ("a1",), final=True, page=0)),),),
)


def everything_seen(there: Stage) -> str:
    return " ".join(one.text for one in there.ben.messages())


async def test_a_short_note_is_the_answer_to_the_press(scene: Stage, front: Scripted) -> None:
    front.on(AcceptChallenge, Note(Screen("No.")))
    front.on(Dismiss, Note(Screen("It is Ben's turn, and this is told in an alert, for it is long.")))
    rows = ((Button("Accept", AcceptChallenge(MatchId("K7QF2M"))), Button("No", Dismiss())),)
    shown = await scene.posted(Screen("challenge", rows=rows))
    answer = await scene.ada.press(shown, "Accept")
    assert (answer.text, answer.alert) == ("No.", False)
    assert (await scene.ada.press(shown, "No")).alert
    assert everything_seen(scene) == "challenge"


HELD = Screen("board", rows=((Button("4", Help(), disabled=True),),))


async def test_what_cannot_be_chosen_is_a_button_that_cannot_be_pressed(scene: Stage) -> None:
    assert (await scene.posted(HELD)).key("4").kind == "disabled"


async def test_an_older_server_shows_a_dot_that_tells_who_presses_it_so_and_asks_nothing(
    scene: Stage, front: Scripted
) -> None:
    await scene.grow_old()
    answer = await scene.ada.press(await scene.posted(HELD), "·")
    assert (answer.text, answer.alert) == ("You cannot choose that now.", False)
    assert front.asked == []


async def test_every_press_is_answered_also_a_forged_and_a_stale_one(scene: Stage, front: Scripted) -> None:
    shown = await scene.posted(Screen("board", rows=VIEW))
    assert (await scene.ada.press(shown, payload="c:nonsense")).text == ""
    assert isinstance(front.asked[-1].request, interface.InvalidPayload)
    await scene.ada.press(shown, payload="never")
    scene.telegram.updates.hold()
    stale = scene.ada.tap(shown, payload="never")
    scene.telegram.clock.advance(60.0)
    scene.telegram.updates.release()
    await scene.telegram.until(lambda: scene.telegram.calls.count("answerCallbackQuery", status=400) == 1)
    await scene.telegram.dealt_with()
    assert not stale.answers
    assert len(front.asked) == 3


@pytest.mark.parametrize("busy", [False, True])
async def test_a_longer_note_stands_in_the_group_for_one_person_and_in_private_where_the_group_is_busy(
    scene: Stage, front: Scripted, busy: bool
) -> None:
    told = "How to play. " * 20
    front.on(ShowRules, Note(Screen(told)))
    scene.ada.private.bot = "member"
    shown = await scene.posted(Screen("board", rows=((Button("Rules", ShowRules("sahara")),),)))
    if busy:
        await scene.tire()
    answer = await scene.ada.press(shown, "Rules")
    await scene.telegram.dealt_with()
    notes = [one.text for one in scene.ada.messages(scene.group) if one.ephemeral]
    private = [one.text for one in scene.ada.messages(scene.ada.private)]
    assert (notes, private) == (([], [told.strip()]) if busy else ([told.strip()], []))
    assert bool(answer.text) == busy
    assert "How to play" not in everything_seen(scene)


async def test_a_note_stands_in_the_topic_where_it_was_asked_for(front: Scripted) -> None:
    front.on(ShowRules, Note(Screen("How to play. " * 20)))
    async with stage(front, topics=("One", "Two")) as there:
        topic = interface.Chat("telegram", f"{there.group.id}/102", private=False)
        rules = Screen("board", rows=((Button("Rules", ShowRules("sahara")),),))
        await there.ada.press(await there.posted(rules, topic), "Rules")
        await there.telegram.dealt_with()
        (sent,) = [one for one in there.telegram.calls if "ephemeral_message_parameters" in one.fields]
    assert int(sent.fields["message_thread_id"]) == 102


async def test_what_a_note_says_is_in_no_log_where_it_cannot_be_sent(
    scene: Stage, front: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "bot")
    front.on(ShowHand, Note(Screen("Your hidden hand. " * 20)))
    shown = await scene.posted(Screen("board", rows=VIEW))
    scene.telegram.faults.refuse("sendMessage", bad("message can't be sent"))
    await scene.ada.press(shown, "My view")
    await scene.telegram.dealt_with()
    assert "a note could not be sent" in caplog.text
    assert "hidden hand" not in caplog.text


async def test_my_view_goes_to_the_private_chat_as_a_board_of_its_own(scene: Stage, front: Scripted) -> None:
    def hand(incoming: Incoming) -> Answer:
        if incoming.chat.private:
            return Post(HAND, delivery=Delivery("own", 2))
        return Note(HAND)

    front.on(ShowHand, hand)
    scene.ada.private.bot = "member"
    answer = await scene.ada.press(await scene.posted(Screen("board", rows=VIEW)), "My view")
    assert "private chat" in answer.text
    own = scene.ada.latest(scene.ada.private)
    assert own.text == "Sato\nYour hand: 3 stones."
    assert front.deliveries == [(Delivery("own", 2), f"{scene.ada.id}/{own.id}")]
    assert everything_seen(scene) == "board"


async def test_where_the_bot_was_never_started_my_view_is_whispered(scene: Stage, front: Scripted) -> None:
    front.on(
        ShowHand,
        lambda asked: Post(HAND, delivery=Delivery("own", 2)) if asked.chat.private else Note(HAND),
    )
    front.on(interface.Choose, Update(Screen("Played: a1.")))
    await scene.ada.press(await scene.posted(Screen("board", rows=VIEW)), "My view")
    note = await scene.ada.sees(lambda one: one.ephemeral, scene.group)
    assert note.text == "Sato\nYour hand: 3 stones."
    assert front.deliveries == [(Delivery("own", 2), None)]
    assert everything_seen(scene) == "board"
    await scene.ada.press(note, "a1")
    assert front.asked[-1].ephemeral
    assert scene.ada.still(note).text == "Played: a1."


async def test_of_each_board_one_view_is_whispered(scene: Stage, front: Scripted) -> None:
    front.on(ShowHand, Note(HAND))
    one, other = [await scene.posted(Screen(f"board {number}", rows=VIEW)) for number in (1, 2)]
    for pressed in (one, other, one):
        await scene.ada.press(pressed, "My view")
        await scene.telegram.dealt_with()
    assert sum(message.ephemeral for message in scene.ada.messages(scene.group)) == 2


async def test_a_whispered_picture_that_cannot_be_changed_makes_way_for_a_new_one(
    scene: Stage, front: Scripted
) -> None:
    after = Screen("Your hand: 2 stones.", "Sato", board_image("red", "two stones"), HAND.rows)
    front.on(ShowHand, Note(HAND))
    front.on(interface.Choose, Update(after))
    refusal = bad("wrong file identifier/HTTP URL specified")
    scene.telegram.faults.refuse("editEphemeralMessageMedia", refusal)
    await scene.ada.press(await scene.posted(Screen("board", rows=VIEW)), "My view")
    for _ in range(2):
        note = await scene.ada.sees(lambda one: one.ephemeral, scene.group)
        await scene.ada.press(note, "a1")
        await scene.telegram.dealt_with()
    whispered = [one for one in scene.ada.messages(scene.group) if one.ephemeral]
    assert [one.text for one in whispered] == ["Sato\nYour hand: 2 stones."]
    assert everything_seen(scene) == "board"


async def test_a_press_on_a_note_in_a_group_that_has_another_id_now_is_answered(
    front: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    async def moved(platform: str, old: str, new: str) -> None:
        pass

    front.moved = moved  # type: ignore[method-assign]
    async with stage(front, small=True) as there:
        front.on(ShowHand, Note(HAND))
        front.on(interface.Choose, Update(Screen("Played.")))
        shown = await there.posted(Screen("board", rows=VIEW))
        there.ada.tap(shown, "My view")
        note = await there.ada.sees(lambda one: one.ephemeral)
        there.telegram.migrate(there.group, there.ada)
        answer = await there.ada.press(note, "a1")
        assert answer.text == "Played."
        assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_at_last_a_link_opens_the_private_chat(scene: Stage, front: Scripted) -> None:
    front.on(ShowHand, Note(HAND))
    scene.telegram.faults.refuse("sendPhoto", forbidden("bot was blocked by the user"))
    scene.telegram.faults.refuse("sendPhoto", bad("USER_NOT_PARTICIPANT"))
    shown = await scene.posted(Screen("board", rows=VIEW))
    answer = await scene.ada.press(shown, "My view")
    assert answer.url == f"https://t.me/{scene.telegram.bot_name}?start=hand_K7QF2M"
    assert everything_seen(scene) == "board"


async def test_an_older_server_is_never_asked_to_whisper(scene: Stage, front: Scripted) -> None:
    """It would not know what that is, and show the note to all."""
    front.on(ShowHand, Note(HAND))
    await scene.grow_old()
    shown = await scene.posted(Screen("board", rows=VIEW))
    assert (await scene.ada.press(shown, "My view")).url
    assert scene.telegram.calls.count("sendPhoto", chat=scene.group.id) == 0


@pytest.mark.parametrize("known", [True, False])
async def test_a_time_is_marked_where_the_server_knows_that(scene: Stage, known: bool) -> None:
    if not known:
        await scene.grow_old()
    shown = await scene.posted(Screen("Until Tue 24 Nov.", moments=(("Tue 24 Nov", 1795529100),)))
    assert shown.text == "Until Tue 24 Nov."
    assert shown.entities("date_time") == (("Tue 24 Nov",) if known else ())


async def test_a_typed_command_that_only_the_bot_saw_is_answered_so(scene: Stage, front: Scripted) -> None:
    front.on(interface.ListMatches, Note(Screen("You have no match.")))
    await scene.telegram.until(lambda: "matches" in scene.ada.commands(scene.group))
    scene.ada.say(scene.group, "/matches")
    note = await scene.ada.sees(lambda one: one.ephemeral, scene.group)
    assert note.text == "You have no match."
    assert scene.ben.messages(scene.group) == []
    assert front.asked[-1].press.startswith("~")


async def test_what_a_whisper_would_cut_is_told_whole_in_the_private_chat(
    scene: Stage, front: Scripted
) -> None:
    told = "\n".join(f"Match {number} of many that are listed here." for number in range(60))
    front.on(interface.ListMatches, Note(Screen(told)))
    scene.ada.start()
    await scene.telegram.until(lambda: "matches" in scene.ada.commands(scene.group))
    scene.ada.say(scene.group, "/matches")
    note = await scene.ada.sees(lambda one: "private chat" in one.text, scene.group)
    assert note.ephemeral
    assert (await scene.ada.sees(lambda one: "Match 59" in one.text, scene.ada.private)).text == told


async def test_where_the_private_chat_is_closed_a_long_note_is_whispered_without_its_end(
    scene: Stage, front: Scripted
) -> None:
    front.on(interface.ListMatches, Note(Screen("Match after match. " * 100)))
    await scene.telegram.until(lambda: "matches" in scene.ada.commands(scene.group))
    scene.ada.say(scene.group, "/matches")
    assert (await scene.ada.sees(lambda one: one.ephemeral, scene.group)).text.endswith("…")


async def test_a_note_to_a_command_that_all_saw_is_not_shown_to_all(scene: Stage, front: Scripted) -> None:
    front.on(interface.ShowBoard, Note(Screen("Which match do you mean?", rows=VIEW)))
    scene.ada.say(scene.group, f"/board@{scene.telegram.bot_name}")
    line = await scene.ben.sees(lambda one: "private" in one.text, scene.group)
    assert line.key("Open our private chat").value.startswith(
        f"https://t.me/{scene.telegram.bot_name}?start="
    )
    assert "Which match" not in everything_seen(scene)
    scene.ada.start()
    await scene.telegram.dealt_with()
    scene.ada.say(scene.group, f"/board@{scene.telegram.bot_name}")
    await scene.ada.sees(lambda one: "Which match" in one.text, scene.ada.private)
    assert "Which match" not in everything_seen(scene)


async def test_what_depends_on_no_match_is_answered_where_it_was_asked(scene: Stage, front: Scripted) -> None:
    front.on(ShowRules, Note(Screen("How to play.")))
    await scene.telegram.until(lambda: scene.telegram.calls.count("setMyCommands") == MENUS)
    scene.telegram.service.profile.commands.clear()  # a client that does not know of whispered commands
    scene.ada.say(scene.group, "/rules sahara")
    assert (await scene.ben.sees(lambda one: one.text == "How to play.", scene.group)).reply_to


async def test_in_the_private_chat_a_note_is_an_ordinary_message(scene: Stage, front: Scripted) -> None:
    front.on(Help, Note(Screen("What I can do.", rows=VIEW)))
    scene.ada.say(scene.ada.private, "/help")
    assert (await scene.ada.sees(lambda one: one.text == "What I can do.")).labels == ("My view",)


async def test_the_hidden_hand_reaches_its_player_alone(there: Table) -> None:
    await hands_stay_apart(there)


async def hands_stay_apart(there: Table) -> None:
    there.ben.private.bot = "member"
    board = await there.begin("sato", "variant=hidden")
    await there.ada.press(board, "My view")
    whispered = await there.ada.sees(lambda one: one.ephemeral, there.group)
    own = await there.ben.sees(lambda one: bool(one.sha256), there.ben.private)
    assert whispered.sha256 != own.sha256
    assert {one.sha256 for one in there.cleo.messages(there.group)} <= {
        None,
        there.cleo.latest(there.group).sha256,
    }
    assert whispered.sha256 not in {one.sha256 for one in (*there.ben.messages(), *there.cleo.messages())}


async def test_a_whispered_request_for_ones_own_view_is_granted_in_the_private_chat(
    scene: Stage, front: Scripted
) -> None:
    def hand(incoming: Incoming) -> Answer:
        if incoming.chat.private:
            return Post(HAND, delivery=Delivery("own", 2))
        return Note(HAND)

    front.on(ShowHand, hand)
    await scene.telegram.until(lambda: "hand" in scene.ada.commands(scene.group))
    scene.ada.private.bot = "member"
    scene.ada.say(scene.group, "/hand")
    note = await scene.ada.sees(lambda one: one.ephemeral, scene.group)
    assert "private chat" in note.text
    assert scene.ada.latest(scene.ada.private).text == "Sato\nYour hand: 3 stones."
    assert everything_seen(scene) == ""
