"""What people write: commands, mentions, links into the private chat, bare moves; what is not for us."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot import interface
from bot.interface import Answer, Incoming, Request
from bot.interface.registry import COMMANDS
from bot.platforms.telegram import links, parsing, profile
from bot.texts import LANGUAGES, texts_for
from games.events import MatchId
from tests.bot.conftest import Scripted
from tests.bot.platforms.telegram.setup import Stage, Table, choices, table
from tests.loopback.telegram.content import Content, Entity, Json
from tests.loopback.telegram.entities import with_found
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.wire import message_json
from tests.loopback.telegram.world import Message

BOT = "tischrand_test_bot"
SAY = texts_for("en")
MENUS = 2 * len(LANGUAGES)  # for private chats and for groups


async def heard(there: Stage, front: Scripted, text: str, *, private: bool = False) -> list[Request]:
    """What the bot is asked when somebody writes this."""
    before, done = len(front.asked), asyncio.Event()

    def help_ben(incoming: Incoming) -> Answer:
        if incoming.account.name == "Ben":
            done.set()
        return None

    front.on(interface.Help, help_ben)
    there.telegram.service.profile.commands.clear()
    there.ada.say(there.ada.private if private else there.group, text)
    there.ben.say(there.ben.private, "/help")  # what was written before has been heard when this is
    await done.wait()
    return [one.request for one in front.asked[before:] if one.account.name == "Ada"]


IN_A_GROUP: dict[str, Request | None] = {
    "/play sahara target=30": interface.OfferChallenge("sahara", None, ("target=30",)),
    f"/play@{BOT} sahara": interface.OfferChallenge("sahara", None, ()),
    f"/PLAY@{BOT.upper()} sahara": interface.OfferChallenge("sahara", None, ()),
    "/move 4": interface.TypeMove(("4",), None),
    "/play\nsahara  target=30": interface.OfferChallenge("sahara", None, ("target=30",)),
    "/join k7qf2m": interface.AcceptChallenge(MatchId("K7QF2M")),
    f"/start@{BOT}": interface.Help(first=True),
    f"/nonsense@{BOT}": interface.InvalidCommand("unknown_command", "nonsense", line="/nonsense"),
    f"/hilfe@{BOT}": interface.Help(),
    "/play@another_bot sahara": None,
    "/nonsense": None,
    "/start": None,
    "hello there": None,
    "help": None,
    "a1-a2": interface.TypeMove(("a1", "a2"), None, aside=True),
    "/hilfe": None,
    "/palyy sahara": None,
    "/ play": None,
}
IN_PRIVATE: dict[str, Request] = {
    "/start": interface.Help(first=True),
    "/start join_K7QF2M": interface.ShowBoard(MatchId("K7QF2M")),
    "/start hand_k7qf2m": interface.ShowHand(MatchId("K7QF2M")),
    "/start puzzle_0a1b2c": interface.AnswerPuzzle("0a1b2c", None, (), final=False, page=0),
    "/start board_K7QF2M": interface.ShowBoard(MatchId("K7QF2M")),
    "/start rules_sahara": interface.ShowRules("sahara"),
    "/start link_0123456789": interface.Help(),
    "/start join_": interface.Help(),
    "/start help": interface.Help(),
    "4": interface.TypeMove(("4",), None),
    "e2 e1": interface.TypeMove(("e2", "e1"), None),
    "e2-e1": interface.TypeMove(("e2", "e1"), None),
    "?": interface.Help(),
    "hola": interface.Help(first=True),
    "robot easy": interface.PickRobot(None, level="1"),
    "/hilfe": interface.Help(),
    "/palyy": interface.InvalidCommand("unknown_command", "palyy", line="/palyy"),
    "hello there": interface.InvalidCommand("no_command", line="hello", said="hello there"),
    "/nonsense": interface.InvalidCommand("unknown_command", "nonsense", line="/nonsense"),
    "x" * 400: interface.InvalidCommand("too_long"),
}


async def test_in_a_group_only_commands_to_us_and_bare_moves_are_heard(scene: Stage, front: Scripted) -> None:
    scene.ben.promote_bot(scene.group)  # an administrator hears everything
    asked = {text: await heard(scene, front, text) for text in IN_A_GROUP}
    assert asked == {text: [request] if request else [] for text, request in IN_A_GROUP.items()}


async def test_in_the_private_chat_everything_is_heard(scene: Stage, front: Scripted) -> None:
    asked = {text: await heard(scene, front, text, private=True) for text in IN_PRIVATE}
    assert asked == {text: [request] for text, request in IN_PRIVATE.items()}


@pytest.mark.parametrize(
    ("request_", "linked"),
    [
        (interface.ListMatches(), interface.ListMatches()),
        (interface.ShowProfile(None), interface.ShowProfile(None)),
        (interface.ForgetMe(sure=False), interface.ForgetMe(sure=False)),
        (interface.PickGame(None), interface.PickGame(None)),
        (interface.OfferChallenge("sahara", "nobody", ()), interface.PickOpponent("sahara")),
        (interface.ShowBoard(None), interface.ListMatches()),
        (interface.Resign(MatchId("K7QF2M"), sure=False), interface.ShowHand(MatchId("K7QF2M"))),
        (interface.ForgetMe(sure=True), interface.Help()),
        (
            interface.PlayOn(MatchId("K7QF2M"), 12, interface.ROBOT),
            interface.PlayOn(MatchId("K7QF2M"), 12, None),
        ),
        (
            interface.SolvePuzzle("0a1b2c", None),
            interface.AnswerPuzzle("0a1b2c", None, (), final=False, page=0),
        ),
    ],
)
def test_the_link_into_the_private_chat_leads_to_what_was_asked(request_: Request, linked: Request) -> None:
    assert links.request_of(links.payload_of(request_)) == linked


async def test_whoever_is_mentioned_is_meant_by_their_username(scene: Stage, front: Scripted) -> None:
    """Whose that is, the store knows (`test_known_people.py`)."""
    asked = await heard(scene, front, "/play sahara @BEN_T target=30")
    assert asked == [interface.OfferChallenge("sahara", "@BEN_T", ("target=30",))]
    asked = await heard(scene, front, "/play sato @BEN_T hidden small")
    assert asked == [interface.OfferChallenge("sato", "@BEN_T", ("hidden", "small"))]
    asked = await heard(scene, front, f"/play sahara @{BOT}")
    assert asked == [interface.OfferChallenge("sahara", interface.ROBOT, ())]
    (profile,) = await heard(scene, front, "/profile @BEN_T")
    assert isinstance(profile, interface.ShowProfile)
    assert (profile.person or "").removeprefix("@") == "BEN_T"
    assert await heard(scene, front, "/profile") == [interface.ShowProfile(None)]
    asked = await heard(scene, front, f"/profile @{BOT}")
    assert asked == [interface.InvalidCommand("a_bot", "profile", f"@{BOT}")]


async def test_one_without_a_username_is_mentioned_by_name(scene: Stage, front: Scripted) -> None:
    text = "/play sahara 😀 Ben Bär target=30"
    name = Entity("text_mention", 16, 7, user_id=scene.ben.id)
    shout(scene, text, Entity("bot_command", 0, 5), name)
    await scene.telegram.until(lambda: front.asked)
    assert [one.request for one in front.asked] == [
        interface.OfferChallenge("sahara", str(scene.ben.id), ("target=30",))
    ]
    assert str(scene.ben.id) in [account.id for account in front.registered]


def anonymous(there: Stage) -> Json:
    """How Telegram tells of an administrator who remains anonymous."""
    nobody = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
    return {"from": nobody, "sender_chat": there.group.to_json()}


@pytest.mark.parametrize("text", ["/play sahara", f"/help@{BOT}", "/RESIGN"])
async def test_whoever_remains_anonymous_is_told_why_nothing_is_done(
    scene: Stage, front: Scripted, text: str
) -> None:
    shout(scene, text, **anonymous(scene))
    told = await scene.ada.sees(lambda one: one.text, scene.group)
    assert told.text == SAY("no.anonymous")
    assert told.reply_to
    assert (front.asked, front.registered) == ([], [])


async def test_what_is_not_for_us_is_not_answered_for_being_anonymous(scene: Stage, front: Scripted) -> None:
    for text in ("hello", "/nonsense", "/play@another_bot sahara"):
        shout(scene, text, **anonymous(scene))
    channel = {"sender_chat": scene.group.to_json(), "is_automatic_forward": True}
    shout(scene, "/play sahara", **channel)
    scene.ben.say(scene.ben.private, "/help")
    await scene.telegram.until(lambda: front.asked)
    await scene.telegram.dealt_with()
    assert scene.telegram.calls.count("sendMessage", chat=scene.group.id) == 0


def forwarded(person: Person) -> Json:
    """How Telegram tells that somebody else wrote this."""
    return {"forward_origin": {"type": "user", "date": 1, "sender_user": person.user.to_json()}}


async def test_a_forwarded_challenge_is_made_only_by_whoever_wants_it(scene: Stage, front: Scripted) -> None:
    shout(scene, "/play sahara", **forwarded(scene.ben))
    asked = await scene.ada.sees(lambda one: one.text == SAY("ask.forwarded"), scene.group)
    assert front.asked == []
    await scene.ada.press(asked, SAY("button.forwarded"))
    assert [one.request for one in front.asked] == [interface.OfferChallenge("sahara", None, ())]


@pytest.mark.parametrize("name", ["Ben Bean", "b" * 60])
async def test_forwarded_words_that_no_button_holds_are_to_be_written_anew(
    scene: Stage, front: Scripted, name: str
) -> None:
    shout(scene, f"/play sahara {name}", **forwarded(scene.ben))
    await scene.ada.sees(lambda one: one.text == SAY("no.forwarded") and not one.labels, scene.group)
    assert front.asked == []


async def test_a_forwarded_move_in_a_group_is_talk(scene: Stage, front: Scripted) -> None:
    shout(scene, "4", **forwarded(scene.ben), **answering(scene, None))
    shout(scene, "4")
    await scene.telegram.until(lambda: front.asked)
    assert [one.request for one in front.asked] == [interface.TypeMove(("4",), None, aside=True)]


async def test_what_changes_nothing_may_be_forwarded(scene: Stage, front: Scripted) -> None:
    shout(scene, "/rules sahara", **forwarded(scene.ben))
    await scene.telegram.until(lambda: front.asked)
    assert [one.request for one in front.asked] == [interface.ShowRules("sahara")]


def shout(there: Stage, text: str, *marks: Entity, **more: Any) -> None:
    """Ada writes something that is marked by hand, and of which more is told by hand."""
    hear(there, there.ada, text, *marks, **more)


def hear(there: Stage | Table, author: Person, text: str, *marks: Entity, **more: Any) -> None:
    """The bot hears what somebody writes in the group, as with privacy mode off."""
    world = there.telegram.service.world
    message = Message(
        world.next_id(there.group), there.group, author.user, world.time(), Content(text, tuple(marks))
    )
    world.post(message)
    there.telegram.updates.add("message", message_json(world, message) | more, str(there.group.id))


def answering(there: Stage, wrote: Person | None, **more: Any) -> Json:
    """How Telegram tells of the message that is replied to."""
    author = wrote.user if wrote else there.telegram.service.world.bot
    told = {"message_id": 900, "from": author.to_json(), "chat": there.group.to_json(), "date": 1}
    return {"reply_to_message": told | {"text": "hello"} | more}


ANOTHER_BOT = {"from": {"id": 77, "is_bot": True, "first_name": "Robbie"}}
TO_BEN = "1002"
LEFT_TELEGRAM = {"from": {"id": 1002, "is_bot": False, "first_name": ""}}
OPEN = interface.OfferChallenge("sahara", None, ())


REPLIES: list[tuple[str, Json, Request]] = [
    ("/play sahara", {}, interface.OfferChallenge("sahara", TO_BEN, ())),
    ("/play sahara target=30", {}, interface.OfferChallenge("sahara", TO_BEN, ("target=30",))),
    ("/play sato hidden", {}, interface.OfferChallenge("sato", TO_BEN, ("hidden",))),
    ("/play", {}, interface.PickGame(TO_BEN)),
    ("/play", LEFT_TELEGRAM, interface.PickGame(TO_BEN)),
    ("/profile", {}, interface.ShowProfile(TO_BEN)),
    ("/play sahara @cleo_t", {}, interface.OfferChallenge("sahara", "@cleo_t", ())),
    ("/play sahara Cleo", {}, interface.OfferChallenge("sahara", "Cleo", ())),
    (f"/play sahara @{BOT}", {}, interface.OfferChallenge("sahara", interface.ROBOT, ())),
    (f"/play @{BOT}", {}, interface.PickRobot(None)),
    ("/play chess", {}, interface.InvalidCommand("unknown_game", "play", "chess", line="/play chess")),
    ("/play sahara", ANOTHER_BOT, interface.InvalidCommand("a_bot", "play", "Robbie")),
    (
        "/play sahara",
        {"sender_chat": {"id": -5, "type": "channel"}},
        interface.InvalidCommand("no_name", "play"),
    ),
    ("/play sahara", {"sender_chat": {"id": -5, "type": "channel"}, "is_automatic_forward": True}, OPEN),
    ("/play sahara", {"forum_topic_created": {"name": "One", "icon_color": 1}}, OPEN),
]
"""What somebody writes in reply to Ben, what else Telegram tells of his message, and what is asked then."""


async def test_a_reply_challenges_whoever_wrote_the_message(scene: Stage, front: Scripted) -> None:
    assert str(scene.ben.id) == TO_BEN
    for text, more, expected in REPLIES:
        front.asked.clear()
        front.registered.clear()
        shout(scene, text, *with_found(text, ()), **answering(scene, scene.ben, **more))
        await scene.telegram.until(lambda: front.asked)
        assert [one.request for one in front.asked] == [expected]
        assert (TO_BEN in [account.id for account in front.registered]) == (
            parsing.named_in(expected) == TO_BEN
        )
        assert all(account.name for account in front.registered)


async def test_a_reply_to_oneself_is_for_the_dispatcher_to_refuse_and_one_to_the_bot_is_none(
    scene: Stage, front: Scripted
) -> None:
    shout(scene, "/play sahara", **answering(scene, scene.ada))
    shout(scene, "/play sahara", **answering(scene, None))
    await scene.telegram.until(lambda: len(front.asked) == 2)
    assert {one.request for one in front.asked} == {
        interface.OfferChallenge("sahara", str(scene.ada.id), ()),
        OPEN,
    }


async def test_a_reply_in_the_private_chat_challenges_nobody(scene: Stage, front: Scripted) -> None:
    scene.ada.say(scene.ada.private, "hello there")
    scene.ada.say(scene.ada.private, "/play sahara", scene.ada.latest(scene.ada.private))
    await scene.telegram.until(lambda: len(front.asked) == 2)
    assert front.asked[-1].request == OPEN


async def test_a_move_without_words_is_asked_for_and_answered_by_a_reply(there: Table) -> None:
    there.start_all()
    await there.begin("sahara")
    (mover, shown) = there.to_press()[0]
    there.telegram.service.profile.commands.clear()
    mover.say(there.group, "/move")
    question = await mover.sees(lambda one: one.forces_reply, there.group)
    assert question.text == SAY(parsing.QUESTION)
    mover.say(there.group, choices(shown)[0].label, reply_to=question)
    await mover.sees(lambda one: one.text == SAY("note.played", move=choices(shown)[0].label), mover.private)
    await there.settled()
    assert there.to_press()[0][1].sha256 != shown.sha256


async def test_a_reply_to_the_bot_may_be_a_move_and_ordinary_talk_is_left_alone(
    scene: Stage, front: Scripted
) -> None:
    for text in ("resign?", "nice, 4 more minutes please", "play it again", "a1-a2"):
        shout(scene, text, **answering(scene, None))
    await scene.telegram.until(lambda: front.asked)
    assert [one.request for one in front.asked] == [interface.TypeMove(("a1", "a2"), None, aside=True)]


async def test_topics_are_chats_of_their_own(tmp_path: Path) -> None:
    async with table(tmp_path, topics=("One", "Two")) as there:
        there.start_all()
        there.ada.say(there.group, "/play sahara", topic=101)
        there.ben.say(there.group, "/play sator", topic=102)
        first = await there.cleo.sees(lambda one: "Sahara" in one.text and one.labels, there.group)
        second = await there.cleo.sees(lambda one: "Sator" in one.text and one.labels, there.group)
        assert (first.thread, second.thread) == (101, 102)


async def test_a_match_stays_in_the_topic_where_it_began(tmp_path: Path) -> None:
    async with table(tmp_path, topics=("One", "Two")) as there:
        there.start_all()
        await there.begin("sahara", topic=101)
        for _ in range(4):
            ((mover, shown),) = there.to_press()
            await mover.press(shown, choices(shown)[0].label)
            await there.settled()
        there.telegram.clock.advance(600)
        ((mover, shown),) = there.to_press()
        mover.say(there.group, "/board", topic=101)
        await there.cleo.sees(lambda one: one.id > shown.id and bool(choices(one)), there.group)
        assert {one.thread for one in there.cleo.messages(there.group)} == {101}


async def test_menus_are_registered_by_scope_with_private_ones_whispered_in_groups(scene: Stage) -> None:
    await scene.telegram.until(lambda: scene.telegram.calls.count("setMyCommands") == MENUS)
    names = list(COMMANDS)
    assert scene.ada.commands(scene.ada.private) == names
    assert scene.ada.commands(scene.group) == names
    shown = scene.telegram.service.profile.shown_commands(scene.ada.user, scene.group)
    assert {one["command"] for one in shown if one.get("is_ephemeral")} == profile.EPHEMERAL
    assert set(names) >= profile.EPHEMERAL


async def test_menus_that_could_not_be_registered_are_registered_later(scene: Stage) -> None:
    await scene.telegram.until(lambda: scene.telegram.calls.count("setMyCommands") == MENUS)
    await scene.adapter.stop()
    scene.telegram.service.profile.commands.clear()
    scene.telegram.faults.answer("setMyCommands", 502)
    await scene.adapter.start()
    await scene.telegram.until(lambda: len(scene.telegram.service.profile.commands) == MENUS)
    assert 30.0 in scene.slept


async def test_the_language_of_a_person_is_told_to_the_bot(scene: Stage, front: Scripted) -> None:
    scene.ada.user.language = "de"
    await heard(scene, front, "/help", private=True)
    assert [one.account.language for one in front.asked if one.account.name == "Ada"] == ["de"]


async def test_a_bare_move_in_a_group_is_played_and_the_board_alone_tells(there: Table) -> None:
    """Where the bot sees the line: it replies to the bot, or privacy mode is off."""
    there.start_all()
    shown = await there.begin("sahara")
    (mover, _), watcher = there.to_press()[0], there.people["Cleo"]
    before = len(watcher.messages(there.group))
    hear(there, watcher, "4")
    hear(there, mover, "see you at 4")
    hear(there, mover, "4")
    await mover.sees(lambda one: "sowed hollow 4" in one.text, there.group)
    await there.settled()
    assert len(watcher.messages(there.group)) == before + 3
    assert not [one for one in mover.messages(mover.private) if "Played" in one.text]
    assert shown.id == there.ben.still(shown).id


async def test_a_move_out_of_turn_is_answered_to_its_author_alone_or_not_at_all(there: Table) -> None:
    there.start_all()
    await there.begin("sahara")
    (mover, _) = there.to_press()[0]
    other = there.ben if mover == there.ada else there.ada
    before = len(mover.messages(there.group))
    hear(there, other, "4")
    await other.sees(lambda one: f"It is {mover.user.first_name}'s turn" in one.text, other.private)
    await there.settled()
    assert len(mover.messages(there.group)) == before + 1
