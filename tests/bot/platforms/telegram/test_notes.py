"""What only one person is told, in a group: never to the others, and by some way always."""

from __future__ import annotations

from pathlib import Path

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
from tests.bot.platforms.telegram.setup import Stage, Table, stage, table
from tests.loopback.telegram.refusals import Refusal, bad, forbidden

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


async def test_a_short_note_is_the_answer_to_the_press(front: Scripted) -> None:
    front.on(AcceptChallenge, Note(Screen("No.")))
    front.on(Dismiss, Note(Screen("It is Ben's turn, and this is told in an alert, for it is long.")))
    async with stage(front) as there:
        rows = ((Button("Accept", AcceptChallenge(MatchId("K7QF2M"))), Button("No", Dismiss())),)
        shown = await there.posted(Screen("challenge", rows=rows))
        answer = await there.ada.press(shown, "Accept")
        assert (answer.text, answer.alert) == ("No.", False)
        assert (await there.ada.press(shown, "No")).alert
        assert everything_seen(there) == "challenge"


async def test_a_press_on_what_cannot_be_chosen_is_told_so_and_asks_nothing(front: Scripted) -> None:
    async with stage(front) as there:
        held = Screen("board", rows=((Button("4", Help(), disabled=True),),))
        answer = await there.ada.press(await there.posted(held), "·")
        assert (answer.text, answer.alert) == ("You cannot choose that now.", False)
        assert front.asked == []


async def test_every_press_is_answered_also_a_forged_and_a_stale_one(front: Scripted) -> None:
    async with stage(front) as there:
        shown = await there.posted(Screen("board", rows=VIEW))
        assert (await there.ada.press(shown, payload="c:nonsense")).text == ""
        assert isinstance(front.asked[-1].request, interface.InvalidPayload)
        await there.ada.press(shown, payload="never")
        there.telegram.updates.hold()
        stale = there.ada.tap(shown, payload="never")
        there.telegram.clock.advance(60.0)
        there.telegram.updates.release()
        await there.telegram.until(lambda: there.telegram.calls.count("answerCallbackQuery", status=400) == 1)
        await there.telegram.dealt_with()
        assert not stale.answers
        assert len(front.asked) == 3


@pytest.mark.parametrize("busy", [False, True])
async def test_a_longer_note_stands_in_the_group_for_one_person_and_in_private_where_the_group_is_busy(
    front: Scripted, busy: bool
) -> None:
    told = "How to play. " * 20
    front.on(ShowRules, Note(Screen(told)))
    async with stage(front) as there:
        there.ada.private.bot = "member"
        shown = await there.posted(Screen("board", rows=((Button("Rules", ShowRules("sahara")),),)))
        if busy:
            await there.tire()
        answer = await there.ada.press(shown, "Rules")
        await there.telegram.dealt_with()
        notes = [one.text for one in there.ada.messages(there.group) if one.ephemeral]
        private = [one.text for one in there.ada.messages(there.ada.private)]
        assert (notes, private) == (([], [told.strip()]) if busy else ([told.strip()], []))
        assert bool(answer.text) == busy
        assert "How to play" not in everything_seen(there)


async def test_my_view_goes_to_the_private_chat_as_a_board_of_its_own(front: Scripted) -> None:
    def hand(incoming: Incoming) -> Answer:
        if incoming.chat.private:
            return Post(HAND, delivery=Delivery("own", 2))
        return Note(HAND)

    front.on(ShowHand, hand)
    async with stage(front) as there:
        there.ada.private.bot = "member"
        answer = await there.ada.press(await there.posted(Screen("board", rows=VIEW)), "My view")
        assert "private chat" in answer.text
        own = there.ada.latest(there.ada.private)
        assert own.text == "Sato\nYour hand: 3 stones."
        assert front.deliveries == [(Delivery("own", 2), f"{there.ada.id}/{own.id}")]
        assert everything_seen(there) == "board"


async def test_where_the_bot_was_never_started_my_view_is_whispered(front: Scripted) -> None:
    front.on(
        ShowHand,
        lambda asked: Post(HAND, delivery=Delivery("own", 2)) if asked.chat.private else Note(HAND),
    )
    front.on(interface.Choose, Update(Screen("Played: a1.")))
    async with stage(front) as there:
        await there.ada.press(await there.posted(Screen("board", rows=VIEW)), "My view")
        note = await there.ada.sees(lambda one: one.ephemeral, there.group)
        assert note.text == "Sato\nYour hand: 3 stones."
        assert front.deliveries == [(Delivery("own", 2), None)]
        assert everything_seen(there) == "board"
        await there.ada.press(note, "a1")
        assert front.asked[-1].ephemeral
        assert there.ada.still(note).text == "Played: a1."


async def test_a_whispered_picture_that_cannot_be_changed_makes_way_for_a_new_one(front: Scripted) -> None:
    after = Screen("Your hand: 2 stones.", "Sato", board_image("red", "two stones"), HAND.rows)
    front.on(ShowHand, Note(HAND))
    front.on(interface.Choose, Update(after))
    async with stage(front) as there:
        there.telegram.settings.ephemeral_uploads = False
        await there.ada.press(await there.posted(Screen("board", rows=VIEW)), "My view")
        for _ in range(2):
            note = await there.ada.sees(lambda one: one.ephemeral, there.group)
            await there.ada.press(note, "a1")
            await there.telegram.dealt_with()
        whispered = [one for one in there.ada.messages(there.group) if one.ephemeral]
        assert [one.text for one in whispered] == ["Sato\nYour hand: 2 stones."]
        assert everything_seen(there) == "board"


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


async def test_at_last_a_link_opens_the_private_chat(front: Scripted) -> None:
    front.on(ShowHand, Note(HAND))
    async with stage(front) as there:
        there.telegram.faults.refuse("sendPhoto", forbidden("bot was blocked by the user"))
        there.telegram.faults.refuse("sendPhoto", bad("USER_NOT_PARTICIPANT"))
        shown = await there.posted(Screen("board", rows=VIEW))
        answer = await there.ada.press(shown, "My view")
        assert answer.url == f"https://t.me/{there.telegram.bot_name}?start=hand_K7QF2M"
        assert everything_seen(there) == "board"


async def test_an_older_server_is_never_asked_to_whisper(front: Scripted) -> None:
    """It would not know what that is, and show the note to all."""
    front.on(ShowHand, Note(HAND))
    async with stage(front) as there:
        await there.adapter.stop()
        there.telegram.faults.refuse("deleteEphemeralMessage", Refusal(404, "Not Found"))
        await there.adapter.start()
        shown = await there.posted(Screen("board", rows=VIEW))
        assert (await there.ada.press(shown, "My view")).url
        assert there.telegram.calls.count("sendPhoto", chat=there.group.id) == 0


@pytest.mark.parametrize("known", [True, False])
async def test_a_time_is_marked_where_the_server_knows_that(front: Scripted, known: bool) -> None:
    async with stage(front) as there:
        if not known:
            await there.adapter.stop()
            there.telegram.faults.refuse("deleteEphemeralMessage", Refusal(404, "Not Found"))
            await there.adapter.start()
        shown = await there.posted(Screen("Until Tue 24 Nov.", moments=(("Tue 24 Nov", 1795529100),)))
        assert shown.text == "Until Tue 24 Nov."
        assert shown.entities("date_time") == (("Tue 24 Nov",) if known else ())


async def test_a_typed_command_that_only_the_bot_saw_is_answered_so(front: Scripted) -> None:
    front.on(interface.ListMatches, Note(Screen("You have no match.")))
    async with stage(front) as there:
        await there.telegram.until(lambda: "matches" in there.ada.commands(there.group))
        there.ada.say(there.group, "/matches")
        note = await there.ada.sees(lambda one: one.ephemeral, there.group)
        assert note.text == "You have no match."
        assert there.ben.messages(there.group) == []
        assert front.asked[-1].press.startswith("~")


async def test_what_a_whisper_would_cut_is_told_whole_in_the_private_chat(front: Scripted) -> None:
    told = "\n".join(f"Match {number} of many that are listed here." for number in range(60))
    front.on(interface.ListMatches, Note(Screen(told)))
    async with stage(front) as there:
        there.ada.start()
        await there.telegram.until(lambda: "matches" in there.ada.commands(there.group))
        there.ada.say(there.group, "/matches")
        note = await there.ada.sees(lambda one: "private chat" in one.text, there.group)
        assert note.ephemeral
        assert (await there.ada.sees(lambda one: "Match 59" in one.text, there.ada.private)).text == told


async def test_where_the_private_chat_is_closed_a_long_note_is_whispered_without_its_end(
    front: Scripted,
) -> None:
    front.on(interface.ListMatches, Note(Screen("Match after match. " * 100)))
    async with stage(front) as there:
        await there.telegram.until(lambda: "matches" in there.ada.commands(there.group))
        there.ada.say(there.group, "/matches")
        assert (await there.ada.sees(lambda one: one.ephemeral, there.group)).text.endswith("…")


async def test_a_note_to_a_command_that_all_saw_is_not_shown_to_all(front: Scripted) -> None:
    front.on(interface.ShowBoard, Note(Screen("Which match do you mean?", rows=VIEW)))
    async with stage(front) as there:
        there.ada.say(there.group, f"/board@{there.telegram.bot_name}")
        line = await there.ben.sees(lambda one: "private" in one.text, there.group)
        assert line.key("Open our private chat").value.startswith(
            f"https://t.me/{there.telegram.bot_name}?start="
        )
        assert "Which match" not in everything_seen(there)
        there.ada.start()
        await there.telegram.dealt_with()
        there.ada.say(there.group, f"/board@{there.telegram.bot_name}")
        await there.ada.sees(lambda one: "Which match" in one.text, there.ada.private)
        assert "Which match" not in everything_seen(there)


async def test_what_depends_on_no_match_is_answered_where_it_was_asked(front: Scripted) -> None:
    front.on(ShowRules, Note(Screen("How to play.")))
    async with stage(front) as there:
        await there.telegram.until(lambda: there.telegram.calls.count("setMyCommands") == MENUS)
        there.telegram.service.profile.commands.clear()  # a client that does not know of whispered commands
        there.ada.say(there.group, "/rules sahara")
        assert (await there.ben.sees(lambda one: one.text == "How to play.", there.group)).reply_to


async def test_in_the_private_chat_a_note_is_an_ordinary_message(front: Scripted) -> None:
    front.on(Help, Note(Screen("What I can do.", rows=VIEW)))
    async with stage(front) as there:
        there.ada.say(there.ada.private, "/help")
        assert (await there.ada.sees(lambda one: one.text == "What I can do.")).labels == ("My view",)


async def test_the_hidden_hand_reaches_its_player_alone(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
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


async def test_a_whispered_request_for_ones_own_view_is_granted_in_the_private_chat(front: Scripted) -> None:
    def hand(incoming: Incoming) -> Answer:
        if incoming.chat.private:
            return Post(HAND, delivery=Delivery("own", 2))
        return Note(HAND)

    front.on(ShowHand, hand)
    async with stage(front) as there:
        await there.telegram.until(lambda: "hand" in there.ada.commands(there.group))
        there.ada.private.bot = "member"
        there.ada.say(there.group, "/hand")
        note = await there.ada.sees(lambda one: one.ephemeral, there.group)
        assert "private chat" in note.text
        assert there.ada.latest(there.ada.private).text == "Sato\nYour hand: 3 stones."
        assert everything_seen(there) == ""
