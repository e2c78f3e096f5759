"""The web chat among friends: who receives what, what counts once, what survives."""

from __future__ import annotations

import base64
import re
import uuid
from dataclasses import replace

import pytest

from bot.interface import (
    Account,
    Answer,
    AskHint,
    BuildChallenge,
    Button,
    ChangeChat,
    Chat,
    Delivery,
    Dismiss,
    Headline,
    Help,
    Incoming,
    InvalidCommand,
    Link,
    Note,
    OfferChallenge,
    PickGame,
    Post,
    Request,
    Screen,
    ShowBoard,
    ShowHand,
    ShowSettings,
    TypeMove,
    Update,
)
from bot.interface.requests import OVERVIEW
from bot.interface.screens import Turn
from bot.platforms import callback_data
from bot.platforms.web.adapter import HISTORY, TEXT_MAX, managing
from games.events import MatchId
from tests.bot.conftest import Scripted, WebChat, board_image
from tests.bot.platforms.web.visitor import labels, visitors
from tests.bot.platforms.wiretap import (
    ADA,
    BIRD,
    BOARD_BUTTON,
    CHANNEL,
    HAND_BUTTON,
    frames,
    heard_all,
    secret_message,
    texts,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")


# Who receives what


async def test_no_socket_receives_a_byte_of_another_persons_private_chat(web_chat: WebChat) -> None:
    adapter = web_chat.adapter
    private = adapter.private_chat(ADA)
    async with visitors(adapter.name, "Ada", "Ben", "Cleo") as (ada, *others):
        posted = await adapter.post(private, Screen("a beginning"), "n1")
        await adapter.edit(private, posted, secret_message())
        await ada.type(f"my {BIRD}", chat=private.id)
        await adapter.post(CHANNEL, Screen("for all"), "n2")
        assert (await heard_all(ada)).count(BIRD) >= 6
        for other in others:
            received = await heard_all(other)
            assert "for all" in received
            assert BIRD not in received
            assert posted not in received
            assert private.id not in received
    async with visitors(adapter.name, "Ben") as (late,):
        assert BIRD not in await heard_all(late)


async def test_a_note_is_received_by_its_reader_alone(web_chat: WebChat, front: Scripted) -> None:
    front.on(Help, Note(secret_message(), language="ca"))
    async with visitors(web_chat.adapter.name, "Ada", "Ben", "Ada") as (ada, ben, ada_elsewhere):
        await ada.type("/help")
        (note,) = ada.notes
        assert note["language"] == "ca"
        assert note["text"] == f"text {BIRD}"
        assert note["used"] == "/help"
        assert BIRD in await heard_all(ada_elsewhere), "the same person in another tab"
        received = await heard_all(ben)
        assert BIRD not in received
        assert frames(ben, "note") == frames(ben, "message") == [], "not even that she asked"
    async with visitors(web_chat.adapter.name, "Ada") as (later,):
        assert BIRD not in await heard_all(later), "a note is not kept"


async def test_a_note_has_one_way_to_be_dismissed(web_chat: WebChat, front: Scripted) -> None:
    no = Button("No", Dismiss())
    front.on(Help, Note(Screen("Really?", rows=((HAND_BUTTON, no), (no,)))))
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        await ada.type("/help")
        assert labels(ada.notes[0]) == ["Hand"]
        await ada.type("/help", f"@{ada.id}")
        assert labels(ada.board(f"@{ada.id}")) == ["Hand", "No", "No"], "a message is no note"


async def test_what_changes_for_one_person_alone_is_received_by_them_and_not_kept(
    web_chat: WebChat, front: Scripted
) -> None:
    front.on(ShowBoard, Update(secret_message(), alone=True))
    async with visitors(web_chat.adapter.name, "Ada", "Ben", "Ada") as (ada, ben, ada_elsewhere):
        board = await web_chat.adapter.post(CHANNEL, Screen("board", rows=((BOARD_BUTTON,),)), "n1")
        await ada.until(lambda: board in ada.messages)
        await ada.press(ada.messages[board], BOARD_BUTTON.label)
        for page in (ada, ada_elsewhere):
            assert BIRD in await heard_all(page)
            assert page.messages[board]["text"] == f"text {BIRD}"
        assert BIRD not in await heard_all(ben)
    async with visitors(web_chat.adapter.name, "Ada") as (later,):
        assert BIRD not in await heard_all(later)


async def test_in_a_private_chat_a_note_is_an_ordinary_message(web_chat: WebChat, front: Scripted) -> None:
    front.on(Help, Note(Screen("just for you")))
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        await ada.type("/help", chat=f"@{ADA}")
        assert ada.notes == []
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        assert texts(ada, f"@{ADA}") == ["/help", "just for you"]


async def test_message_ids_tell_nothing_of_what_is_written_elsewhere(web_chat: WebChat) -> None:
    """Numbers in a row would tell how much is going on in private."""
    ids = [await web_chat.adapter.post(CHANNEL, Screen("x"), f"n{n}") for n in range(20)]
    assert all(re.fullmatch("[0-9a-f]{16}", message) for message in ids)
    assert ids != sorted(ids)


async def test_a_picture_travels_inside_its_message_only(web_chat: WebChat) -> None:
    image = board_image("olive", "An olive board.")
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        posted = await web_chat.adapter.post(CHANNEL, Screen("board", image=image), "n1")
        await ada.until(lambda: posted in ada.messages)
        shown = ada.messages[posted]["image"]
        assert base64.b64decode(shown.pop("data")) == image.data
        assert shown == {"alt": "An olive board.", "name": "board.png", "width": 1000, "height": 680}


async def test_only_links_into_this_chat_lead_anywhere(web_chat: WebChat) -> None:
    there = Link("there", Chat("discord", "17", private=False), "18")
    here = Link("here", CHANNEL, "19")
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        posted = await web_chat.adapter.post(CHANNEL, Screen("look", links=(there, here)), "n1")
        await ada.until(lambda: posted in ada.messages)
        assert ada.messages[posted]["links"] == [
            {"label": "there"},
            {"label": "here", "chat": "channel", "message": "19"},
        ]


async def test_what_the_headline_says_is_not_repeated_below_it(web_chat: WebChat) -> None:
    won, other = Headline("Ben has won.", None), Headline("Ben won 24 : 12", 1)
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        for number, (headline, text) in enumerate(
            [(won, "Ben has won."), (won, "Ben has won.\n1. Ben"), (other, "So.")]
        ):
            await web_chat.adapter.post(CHANNEL, Screen(text, headline=headline), f"n{number}")
        await ada.until(lambda: texts(ada) == ["", "1. Ben", "So."])


# What people type


async def test_talk_in_the_channel_goes_to_the_people_not_to_the_bot(
    web_chat: WebChat, front: Scripted
) -> None:
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as (ada, ben):
        await ada.type("  Good evening, Ben  ")
        await ben.until(lambda: texts(ben) == ["Good evening, Ben"])
        (message,) = ben.messages.values()
        assert (message["kind"], message["author"]) == ("talk", {"id": ADA, "name": "Ada"})
    assert front.asked == []


async def test_a_command_that_is_answered_in_public_is_seen_in_public(
    web_chat: WebChat, front: Scripted
) -> None:
    front.on(OfferChallenge, Post(Screen("Who plays?")))
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as (ada, ben):
        await ada.type("/play sahara")
        await ben.until(lambda: texts(ben) == ["/play sahara", "Who plays?"])
    assert front.asked[0].request == OfferChallenge("sahara", None, ())
    assert front.asked[0].account.name == "Ada"
    assert front.asked[0].chat == CHANNEL


async def test_a_move_typed_in_the_channel_is_not_shown_to_the_others(
    web_chat: WebChat, front: Scripted
) -> None:
    """It may be a secret one; the board tells of it as much as everybody may know."""
    front.on(TypeMove, Post(Screen("Played.")))
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as (ada, ben):
        await ada.type(f"/move {BIRD}")
        await ben.until(lambda: texts(ben) == ["/move …", "Played."])
        assert BIRD not in await heard_all(ben)


async def test_plain_words_to_the_bot_go_to_the_dispatcher(web_chat: WebChat, front: Scripted) -> None:
    front.on(InvalidCommand, Note(Screen("I listen to commands.")))
    front.on(TypeMove, Note(Screen("Played.")))
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        await ada.type("how are you?", chat=f"@{ADA}")
        await ada.type("a1-a2", chat=f"@{ADA}")
        assert texts(ada, f"@{ADA}") == ["how are you?", "I listen to commands.", "a1-a2", "Played."]
    assert [one.request for one in front.asked] == [
        InvalidCommand("no_command", said="how are you?"),
        TypeMove(("a1", "a2"), None),
    ]


async def test_a_bare_move_in_the_channel_is_played_and_not_shown_to_the_others(
    web_chat: WebChat, front: Scripted
) -> None:
    front.on(TypeMove, Note(Screen("Played.")))
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as (ada, ben):
        await ada.type("a1-a2")
        await ada.type("Your turn!")
        await ben.until(lambda: texts(ben) == ["Your turn!"])
        assert [note["text"] for note in ada.notes] == ["Played."]
    assert [one.request for one in front.asked] == [TypeMove(("a1", "a2"), None, aside=True)]


@pytest.mark.parametrize("answer", [None, Note(Screen("It is Ben's turn."), succeeded=False)])
async def test_what_is_not_played_is_talk_and_only_its_author_reads_why(
    web_chat: WebChat, front: Scripted, answer: Answer
) -> None:
    front.on(TypeMove, answer)
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as (ada, ben):
        await ada.type("3")
        await ben.until(lambda: texts(ben) == ["3"])
        assert [note["text"] for note in ada.notes] == ["It is Ben's turn."] * (answer is not None)
        assert ben.notes == []


async def test_a_refused_move_leaves_the_channel_when_its_author_plays(
    web_chat: WebChat, front: Scripted
) -> None:
    """What was only said stays, and so does what somebody else was refused."""
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as (ada, ben):
        for answer in (None, Note(Screen("Not now."), succeeded=False)):
            front.on(TypeMove, answer)
            await ada.type("3")
        await ben.type("5")
        await ben.until(lambda: texts(ben) == ["3", "3", "5"])
        front.on(TypeMove, Note(Screen("Played.")))
        await ada.type("4")
        await ben.until(lambda: texts(ben) == ["3", "5"])


async def test_a_very_long_text_gets_an_answer_and_is_seen_by_nobody(
    web_chat: WebChat, front: Scripted
) -> None:
    front.on(InvalidCommand, Note(Screen("Too long.")))
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as (ada, ben):
        for text in ("x" * 10_000, "/play " + "x" * 10_000, "x" * (TEXT_MAX + 1)):
            await ada.type(text)
        assert [note["text"] for note in ada.notes] == ["Too long."] * 3
        assert "xxx" not in await heard_all(ben)
    assert {incoming.request for incoming in front.asked} == {InvalidCommand("too_long")}


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("/play sa", ["/play sahara ", "/play sahara begins=me ", "/play sator "]),
        ("/play sahara b", ["/play sahara Ben", "/play sahara begins=me "]),
        ("/pair b", ["/pair Ben "]),
        ("/profile B", ["/profile Ben"]),
        ("/rules b", []),
        ("/play sato sm", ["/play sato @Small"]),  # as a word it is a house rule
        ("/play sato @S", ["/play sato @Small"]),
        ("/play sator sm", ["/play sator Small"]),
    ],
)
async def test_a_line_is_completed_by_the_bot_and_by_who_is_here(
    web_chat: WebChat, front: Scripted, typed: str, offered: list[str]
) -> None:
    """People come first, and a space at the end says that something may follow."""
    front.lines = ("/play sahara", "/play sahara begins=me", "/play sator", "/rules")
    async with visitors(web_chat.adapter.name, "Ada", "Ben", "Small") as (ada, *_):
        await ada.send(type="complete", chat="channel", text=typed, id="7")
        await ada.until(lambda: "7" in ada.completions)
        assert ada.completions["7"] == offered


async def test_who_is_here_and_named_in_a_command_is_known_and_nobody_else(
    web_chat: WebChat, front: Scripted
) -> None:
    async with visitors(web_chat.adapter.name, "Ada", "Ben", "Cleo") as (ada, *_):
        await ada.type("good evening, Cleo")
        await ada.type("/play sahara  BEN")
    assert [account.name for account in front.registered] == ["Ben"]


async def test_every_screen_of_an_answer_is_marked_with_its_language(
    web_chat: WebChat, front: Scripted
) -> None:
    front.on(ShowBoard, Post(Screen("nova"), pressed=Screen("vella"), language="ca"))
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        old = await web_chat.adapter.post(CHANNEL, Screen("old", rows=((BOARD_BUTTON,),)), "n1")
        await ada.until(lambda: old in ada.messages)
        await ada.press(ada.board(), "Board")
        assert texts(ada) == ["vella", "nova"]
        assert [message["language"] for message in ada.messages.values()] == ["ca", "ca"]


async def test_who_is_here_can_be_challenged_by_a_button_and_is_known_once_chosen(
    web_chat: WebChat, front: Scripted
) -> None:
    async with visitors(web_chat.adapter.name, "Ada", "Ben", "Cleo") as (ada, ben, _):
        button = Button("Ben", BuildChallenge("abcdef", "sahara", ben.id, (), OVERVIEW))
        front.on(PickGame, Note(Screen("v1", rows=((button,),))))
        front.on(BuildChallenge, Update(Screen("v2")))
        await ada.type("/play")
        assert front.registered == []
        await ada.press(ada.notes[0], "Ben")
        assert ada.notes[-1]["text"] == "v2"
        assert [[one.name for one in asked.present] for asked in front.asked] == [["Ben", "Cleo"]] * 2
        assert [one.name for one in front.registered] == ["Ben"]


def manages(request: Request, chat: Chat) -> bool:
    incoming = managing(Incoming(Account("web", ADA, "Ada"), chat, request, "press"))
    assert incoming.all_manage == incoming.manages, "nobody does alone"
    return incoming.manages


async def test_everybody_manages_the_channel_and_nobody_a_private_chat() -> None:
    own = Chat("web", f"@{ADA}", private=True)
    assert manages(ShowSettings(), CHANNEL)
    assert manages(ChangeChat("channel", ("theme=dark",)), own)
    assert not manages(ShowSettings(), own)
    assert not manages(ChangeChat("@fedcba9876543210", ("theme=dark",)), CHANNEL)
    assert not manages(Help(), CHANNEL)


# What counts once


async def test_the_same_press_delivered_again_has_the_same_id_and_makes_no_second_message(
    web_chat: WebChat, front: Scripted
) -> None:
    front.on(ShowBoard, lambda _: Post(Screen(f"board {len(front.asked)}")))
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as (ada, ben):
        await web_chat.adapter.post(CHANNEL, Screen("old", rows=((BOARD_BUTTON,),)), "n1")
        await ada.until(lambda: ada.messages)
        press = await ada.press(ada.board(), "Board")
        await ada.send_press(
            front.asked[0].message or "", callback_data.encode(BOARD_BUTTON.request), press_id=press
        )
        await heard_all(ada)
        assert [incoming.press for incoming in front.asked] == [f"{ADA}/{press}"] * 2
        await ben.until(lambda: texts(ben) == ["old", "board 2"])
        front.on(ShowBoard, Note(Screen("There.")))
        old, payload = front.asked[0].message or "", callback_data.encode(BOARD_BUTTON.request)
        press = await ada.send_press(old, payload)
        await ada.send_press(old, payload, press_id=press)
        await ada.until(lambda: len(front.asked) == 4)
        await heard_all(ada)
        assert len({note["id"] for note in ada.notes}) == 1


async def test_nothing_waits_for_a_hint(web_chat: WebChat, front: Scripted) -> None:
    """Robots think for seconds; meanwhile their reader can answer on another board."""
    thought = front.hold(AskHint, Note(Screen("A hint.")))
    front.on(Help, Note(Screen("Help.")))
    asks = AskHint(MatchId("K7QF2M"))
    posted = await web_chat.adapter.post(CHANNEL, Screen("A board.", rows=((Button("Hint", asks),),)), "n")
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        await ada.press(ada.messages[posted], "Hint", wait=False)
        await ada.type("/help")
        assert [note["text"] for note in ada.notes] == ["Help."]
        thought.set()
        await ada.until(lambda: ada.notes[-1]["text"] == "A hint.")


async def test_two_people_who_choose_the_same_press_id_do_not_meet(
    web_chat: WebChat, front: Scripted
) -> None:
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as pages:
        posted = await web_chat.adapter.post(CHANNEL, Screen("old", rows=((BOARD_BUTTON,),)), "n1")
        payload, press = callback_data.encode(BOARD_BUTTON.request), str(uuid.uuid4())
        for page in pages:
            await page.send_press(posted, payload, press_id=press)
    assert len({incoming.press for incoming in front.asked}) == 2


async def test_a_nonce_makes_one_message_also_after_a_restart(web_chat: WebChat) -> None:
    first = await web_chat.adapter.post(CHANNEL, Screen("one"), "n1")
    assert await web_chat.adapter.post(CHANNEL, Screen("two"), "n1") == first
    await web_chat.stop()
    await web_chat.start()
    assert await web_chat.adapter.post(CHANNEL, Screen("three"), "n1") == first
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        assert texts(ada) == ["three"]


async def test_a_nonce_of_one_chat_never_touches_another(web_chat: WebChat) -> None:
    public = await web_chat.adapter.post(CHANNEL, Screen("for all"), "n1")
    private = await web_chat.adapter.post(web_chat.adapter.private_chat(ADA), secret_message(), "n1")
    assert public != private
    async with visitors(web_chat.adapter.name, "Ben") as (ben,):
        assert BIRD not in await heard_all(ben)


async def test_everything_said_survives_a_restart(web_chat: WebChat, front: Scripted) -> None:
    front.on(OfferChallenge, Post(Screen("Who plays?", image=board_image("tan", "A board."))))
    address = web_chat.adapter.address
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        await ada.type("/play sahara")
        await ada.type("good evening")
        before = ada.messages
    await web_chat.stop()
    await web_chat.start()
    assert web_chat.adapter.address == address
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        assert ada.messages == before
        assert len(before) == 3


# Boards


async def test_a_press_whose_message_has_made_way_is_answered(
    web_chat: WebChat, front: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    adapter = web_chat.adapter
    posted = await adapter.post(CHANNEL, Screen("board", rows=((Button("1", Help()),),)), "n1")

    async def making_way(_: object) -> Answer:
        await adapter.delete(CHANNEL, posted)
        return Update(Screen("moved on"))

    front.on(Help, making_way)
    async with visitors(adapter.name, "Ada") as (ada,):
        await ada.press(ada.messages[posted], "1")
        assert posted not in ada.messages
    assert not caplog.records


async def test_a_posted_board_goes_by_its_own_nonce(web_chat: WebChat, front: Scripted) -> None:
    """The bot may not learn that its answer arrived, and post the same board again: still one message."""
    front.on(OfferChallenge, Post(Screen("v1"), delivery=Delivery("b1", 1)))
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        await ada.type("/play sahara")
        ((_, posted),) = front.deliveries
        assert await web_chat.adapter.post(CHANNEL, Screen("v2"), "b1") == posted
        await ada.until(lambda: texts(ada) == ["/play sahara", "v2"])


async def test_an_old_button_is_handed_on(web_chat: WebChat, front: Scripted) -> None:
    """It must be answered with the present board; whether it is allowed, the dispatcher decides."""
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        posted = await web_chat.adapter.post(CHANNEL, Screen("v1", rows=((BOARD_BUTTON,),)), "n1")
        await web_chat.adapter.edit(CHANNEL, posted, Screen("v2"))
        await ada.send_press(posted, callback_data.encode(BOARD_BUTTON.request))
    assert (front.asked[0].request, front.asked[0].message) == (BOARD_BUTTON.request, posted)


@pytest.mark.parametrize("restart", [False, True])
async def test_a_note_has_buttons_for_its_reader_alone_also_after_a_restart(
    web_chat: WebChat, front: Scripted, restart: bool
) -> None:
    front.on(Help, Note(Screen("v1", rows=((HAND_BUTTON,),))))
    front.on(ShowHand, Update(Screen("v2")))
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        await ada.type("/help")
        (note,) = ada.notes
    if restart:
        await web_chat.stop()
        await web_chat.start()
    async with visitors(web_chat.adapter.name, "Ada", "Ben") as (ada, ben):
        await ada.press(note, "Hand")
        assert [(one["id"], one["text"]) for one in ada.notes] == [(note["id"], "v2")]
        assert (front.asked[-1].message, front.asked[-1].ephemeral) == (note["id"], True)
        await heard_all(ben)
        assert ben.notes == []


# History


async def test_older_messages_come_when_they_are_asked_for(web_chat: WebChat) -> None:
    ids = [await web_chat.adapter.post(CHANNEL, Screen(str(n)), f"n{n}") for n in range(2 * HISTORY + 5)]
    async with visitors(web_chat.adapter.name, "Ada") as (ada,):
        assert list(ada.messages) == ids[-HISTORY:]
        await ada.send(type="earlier", chat="channel", before=ids[-HISTORY])
        await ada.send(type="earlier", chat="channel", before=ids[5])
        await ada.until(lambda: len(frames(ada, "earlier")) == 2)
        middle, first = frames(ada, "earlier")
        assert [message["id"] for message in middle["messages"]] == ids[5 : HISTORY + 5]
        assert [message["id"] for message in first["messages"]] == ids[:5]
        assert (frames(ada, "welcome")[0]["chats"][0]["more"], middle["more"], first["more"]) == (
            True,
            True,
            False,
        )


async def test_the_boards_of_running_matches_come_first_however_old_they_are(web_chat: WebChat) -> None:
    """Those of the chat that is asked for alone; with every page, where they belong."""
    post, private = web_chat.adapter.post, web_chat.adapter.private_chat(ADA)
    await post(private, replace(secret_message(), turn="yours"), "p")
    turns: tuple[Turn, ...] = ("yours", "over", "waiting")
    boards = [await post(CHANNEL, Screen(turn, turn=turn), turn) for turn in turns]
    ids = [await post(CHANNEL, Screen(str(n)), f"n{n}") for n in range(2 * HISTORY)]
    running = [boards[0], boards[2]]
    async with visitors(web_chat.adapter.name, "Ben") as (ben,):
        assert list(ben.messages) == [*running, *ids[-HISTORY:]]
        assert frames(ben, "welcome")[0]["chats"][0]["ahead"] == len(running)
        await ben.send(type="earlier", chat="channel", before=ids[-HISTORY])
        await ben.send(type="earlier", chat="channel", before=ids[0])
        await ben.until(lambda: len(frames(ben, "earlier")) == 2)
        middle, first = frames(ben, "earlier")
        assert [message["id"] for message in middle["messages"]] == [*running, *ids[:HISTORY]]
        assert ([message["id"] for message in first["messages"]], first["ahead"]) == (boards, 0)
        assert BIRD not in "".join(ben.received)
